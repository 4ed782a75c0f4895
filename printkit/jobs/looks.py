"""Renders drawings as they may be printed, to compare paper with them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any

from printkit.backends.inspect import open_pdf, render_page
from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.backends.press import Colours
from printkit.compose.board import Region
from printkit.geometry import Affine, Rect, Size
from printkit.preflight.drawn import Drawn
from printkit.preflight.pixels import PX_PER_MM
from printkit.scene.model import Scene
from printkit.sheets.model import FaceKey, Placement, Sheet

__all__ = ["drawn_as"]

COLOURS: tuple[Colours, ...] = ("srgb", "cmyk", "grey")


def drawn_as(regions: Sequence[Region], *scenes: Scene) -> Drawn | None:
    """How these drawings of one thing look, with full and with low ink, on a screen, on a press and in grey."""
    if not regions:
        return None
    looks = tuple(_look(scene, colours) for colours in COLOURS for scene in scenes)
    return Drawn(tuple((each.name, each.box) for each in regions), looks)


def _look(scene: Scene, colours: Colours) -> Any:
    @cache
    def pixels() -> Any:
        size = Size(scene.width, scene.height)
        place = Rect(0.0, 0.0, *size)
        key = FaceKey(scene.id, "front")
        sheet = Sheet(1, "front", size, (Placement(key, Affine(), place, place),))
        stream = BytesIO()
        write_pdf(stream, [sheet], lambda _: scene, DocumentInfo(scene.id), colours)
        with open_pdf(stream.getvalue()) as pdf:
            return render_page(pdf, 0, 25.4 * PX_PER_MM, gray=False)

    return pixels
