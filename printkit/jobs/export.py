"""Hand over single faces or cutting paths: a kit and a form come in, one file each lies in the output folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from printkit.compose.context import Choices
from printkit.compose.faces import compose_back, compose_face
from printkit.errors import InputError, nearest_hint
from printkit.files import staging
from printkit.jobs.cuts import CUT_FORMS, export_cuts
from printkit.jobs.part import Job, Scenes
from printkit.jobs.request import BuildRequest
from printkit.jobs.variables import print_variables
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit
from printkit.scene.model import Scene

__all__ = ["ExportRequest", "export"]

Progress = Callable[[str, int, int], None]
MAX_DPI = 2400
# Whole decks for other programs.
DECK_FORMS = ("tts", "tarot-deck-spec")
# The card data alone.
TABLE_FORMS = ("csv", "xlsx")


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What a user asks for: the kit, the form, and how large pictures shall be."""

    kit: str
    form: str
    card: str = ""
    ink: str = "full"
    dpi: float = 300.0
    bleed: bool = True
    options: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    paper: str = ""
    stack: float = 0.0
    url: str = ""
    kit_dir: Path | None = None
    out: Path = Path("output")


def export(request: ExportRequest, progress: Progress = lambda name, done, total: None) -> tuple[Path, ...]:
    """Write `OUT/<kit>/<form>/<card>.<form>` for every face and back, or cutting paths; returns the files."""
    writer = _FORMS.get(request.form)
    known = (*_FORMS, *CUT_FORMS, *DECK_FORMS, *TABLE_FORMS)
    if request.form not in known:
        hint = nearest_hint(request.form, known)
        raise InputError(f"{request.form!r} cannot be exported", key="--as", hint=hint)
    if request.ink not in ("full", "low"):
        raise InputError(f"{request.ink!r} cannot be chosen", key="--ink", hint="known: full, low")
    if not 10 <= request.dpi <= MAX_DPI:
        raise InputError(f"{request.dpi:g} dpi cannot be drawn", key="--dpi", hint=f"10 to {MAX_DPI}")
    inks = (cast(Ink, request.ink),)
    kit = load_kit(request.kit_dir, inks) if request.kit_dir else find_kit(request.kit, inks)
    for card_id in request.cards:
        kit.card(card_id)
    choices = Choices(
        kit.size(request.card or None).name, cast(Ink, request.ink), print_variables(kit, request.options)
    )
    folder = Path(request.out) / kit.id / request.form
    if request.form in TABLE_FORMS:
        return _export_table(kit, request, folder)
    if request.form in DECK_FORMS:
        return _export_deck(kit, request, Scenes(kit, choices), folder, progress)
    if writer is None:
        return export_cuts(_cutting(kit, request, choices), request.only, request.form, folder, progress)
    scenes = list(_jobs(kit, request))
    with staging(folder) as stage:
        for number, (name, compose) in enumerate(scenes, 1):
            stage.write(f"{name}.{request.form}", writer(compose(choices), request))
            progress(request.form, number, len(scenes))
        return stage.finish()


def _export_deck(
    kit: Kit, request: ExportRequest, scenes: Scenes, folder: Path, progress: Progress
) -> tuple[Path, ...]:
    """The whole kit for another program: it has no use for some cards only."""
    from printkit.interchange.exchange import picture_base, tabletop_files, tarot_files
    from printkit.jobs.archive import Archive, write_archive

    if request.cards:
        raise InputError("takes the whole kit", key="--as", hint="leave out --cards")
    with staging(folder) as stage:
        if request.form == "tts":
            for number, (name, data) in enumerate(
                tabletop_files(kit, scenes, picture_base(request.url, folder)), 1
            ):
                stage.write(name, data)
                progress(request.form, number, number)
        else:
            deck = Archive(f"{kit.id}.zip", lambda: tarot_files(kit, scenes), len(kit.cards))
            write_archive(stage, deck, lambda done: progress(request.form, done, len(kit.cards)))
        return stage.finish()


def _export_table(kit: Kit, request: ExportRequest, folder: Path) -> tuple[Path, ...]:
    """The kit's cards as one table: part of it read back would take out all others."""
    from printkit.interchange.tables import table_bytes

    if request.cards:
        raise InputError("takes the whole kit", key="--as", hint="leave out --cards")
    with staging(folder) as stage:
        stage.write(f"{kit.id}-cards.{request.form}", table_bytes(kit.folder, request.form))
        return stage.finish()


def _cutting(kit: Kit, request: ExportRequest, choices: Choices) -> Job:
    """The sheets as `build --marks cutter` prints them."""
    wanted = BuildRequest(
        only=request.only, paper=request.paper, marks=("cutter",), stack=request.stack, cards=request.cards
    )
    return Job(kit, wanted, choices, Scenes(kit, choices))


def _jobs(kit: Kit, request: ExportRequest) -> Iterator[tuple[str, Callable[[Choices], Scene]]]:
    """Each face's name and how it is composed; backs come last, under their component's name."""
    for card in kit.cards:
        if not request.cards or card.id in request.cards:
            yield card.id, lambda choices, card=card: compose_face(kit, card, choices)  # type: ignore[misc]
    for component in kit.components:
        if component.back and not request.cards:
            yield (
                f"{component.id}-back",
                lambda choices, part=component.id: compose_back(kit, part, choices),  # type: ignore[misc]
            )


def _svg(scene: Scene, request: ExportRequest) -> bytes:
    from printkit.backends.svg import scene_svg

    return scene_svg(scene, bleed=request.bleed).encode()


def _png(scene: Scene, request: ExportRequest) -> bytes:
    from printkit.backends.png import scene_png

    return scene_png(scene, request.dpi / 25.4, bleed=request.bleed)


_FORMS: dict[str, Callable[[Scene, ExportRequest], bytes]] = {"svg": _svg, "png": _png}
