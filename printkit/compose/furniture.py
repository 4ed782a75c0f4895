"""Labels and rulers on a sheet beside the cards, in the paper's mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printkit.compose.typesetting import TextStyle, line_width, set_line
from printkit.geometry import IDENTITY, Affine, Rect
from printkit.scene.model import Group, Item

__all__ = ["LABEL_EM", "sheet_label"]

LABEL_EM = 2.4
LEAST_EM = 1.7
FONT = "zen-kaku-gothic-new-bold"


def sheet_label(words: Sequence[str], area: Rect) -> tuple[Item, ...]:
    """The words in one row inside the area, along its longer side, as many of them as it holds (the first first)."""
    upright = area.width >= area.height
    length, depth = (area.width, area.height) if upright else (area.height, area.width)
    style = TextStyle(FONT, min(LABEL_EM, depth * 0.8))
    shown = list(words)
    while len(shown) > 1 and line_width(_joined(shown), style) > length:
        shown.pop()
    if not shown or depth < 1.5:
        return ()
    # The first words say what the sheet is: rather small than not at all.
    size = style.size * min(1.0, length / line_width(_joined(shown), style))
    if size < LEAST_EM:
        return ()
    style = replace(style, size=size)
    line = set_line(_joined(shown), style, 0.0, depth / 2 + style.size * 0.38)
    # Along a standing area the words run upwards, readable with the sheet turned once to the right.
    place = (
        Affine.translation(area.x, area.y)
        if upright
        else Affine.rotation(-90).then(Affine.translation(area.x, area.bottom))
    )
    return (Group((line,), place if place != IDENTITY else IDENTITY, layer="guide"),)


def _joined(words: Sequence[str]) -> str:
    return " · ".join(words)
