"""Exports faces as single files, each as it is cut out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from printkit.backends.png import scene_png
from printkit.backends.svg import scene_svg
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.jobs.exchange.export_deck import ExportRequest
from printkit.jobs.parts.cards import cut_out, cut_shape
from printkit.kit.model import Kit
from printkit.scene.model import Scene
from printkit.sheets.shapes import Shape

__all__ = ["FACE_FORMS", "exported_faces"]


def exported_faces(
    kit: Kit, request: ExportRequest, choices: Choices
) -> list[tuple[str, Callable[[], bytes]]]:
    """The name of each face's file and what makes it; without bleed pieces of other shapes are cut out."""
    writer = FACE_FORMS[request.form]

    def made(compose: Callable[[Choices], Scene], shape: Shape | None) -> bytes:
        shape = None if request.bleed else shape
        return writer(cut_out(compose(choices), shape), request, shape)

    return [
        (f"{name}.{request.form}", lambda compose=compose, shape=shape: made(compose, shape))  # type: ignore[misc]
        for name, shape, compose in _jobs(kit, request)
    ]


def _jobs(kit: Kit, request: ExportRequest) -> Iterator[tuple[str, Shape | None, Callable[[Choices], Scene]]]:
    """Each face's name, what is cut out of it and how it is composed; backs come last, under their own names."""
    size = kit.size(request.card or None)
    shapes = {part.id: cut_shape(kit, part.id, size) for part in kit.components}
    for card in kit.cards:
        if not request.cards or card.id in request.cards:
            yield card.id, shapes[card.component], lambda choices, card=card: compose_face(kit, card, choices)  # type: ignore[misc]
    for component in () if request.cards else kit.components:
        for name, card in kit.backs_of(component.id).items():
            yield name, shapes[component.id], lambda choices, card=card: compose_back(kit, card, choices)  # type: ignore[misc]


def _svg(scene: Scene, request: ExportRequest, shape: Shape | None) -> bytes:
    return scene_svg(scene, bleed=request.bleed).encode()


def _png(scene: Scene, request: ExportRequest, shape: Shape | None) -> bytes:
    """On white, or on nothing around a piece that is cut out."""
    ground = None if shape else "white"
    return scene_png(scene, request.dpi / 25.4, bleed=request.bleed, ground=ground)


FACE_FORMS: dict[str, Callable[[Scene, ExportRequest, Shape | None], bytes]] = {"svg": _svg, "png": _png}
