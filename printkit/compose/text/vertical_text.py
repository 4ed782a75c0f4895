"""Shapes and places one column of vertical text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from printkit.compose.text.typesetting import WIDE_TRACKING, TextStyle, line_width, set_line
from printkit.fonts import find_font
from printkit.geometry import Affine
from printkit.scene.model import Glyphs, Group, Item, PlacedGlyph

__all__ = ["column_length", "set_column"]

# Words that are not East Asian lie on their side; a number or word this short stands upright across the column.
_ACROSS = 2
_LATIN = re.compile(r"[\x20-\x7e\u00a0-\u10ff\u1200-\u1fff\u2010-\u2019\ufb00-\ufdff\ufe70-\ufefc]+")
# In em: how far under the middle of the column a word on its side has its baseline, and one across it.
_SIDE, _UPRIGHT = 0.36, 0.88


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """The text in runs of one kind, with whether each is Latin."""
    end = 0
    for match in _LATIN.finditer(text):
        if match.start() > end:
            yield text[end : match.start()], False
        yield match[0], True
        end = match.end()
    if end < len(text):
        yield text[end:], False


def column_length(text: str, style: TextStyle) -> float:
    """How far down the column runs, in mm."""
    return math.fsum(_length(run, latin, style) for run, latin in _runs(text))


def _length(run: str, latin: bool, style: TextStyle) -> float:
    if latin:
        return style.size if _is_across(run) else line_width(run, style)
    shaped = find_font(style.font).shape(run, style.features, "ttb")
    return math.fsum(glyph.advance + WIDE_TRACKING for glyph in shaped) * style.size


def _is_across(run: str) -> bool:
    return len(run) <= _ACROSS and run.isalnum()


def set_column(text: str, style: TextStyle, x: float, y: float) -> tuple[Item, ...]:
    """The text from y down, its middle at x; mm."""
    items: list[Item] = []
    for run, latin in _runs(text):
        if not latin:
            items.append(_upright(run, style, x, y))
        elif _is_across(run):
            items.append(set_line(run, style, x, y + _UPRIGHT * style.size, "middle"))
        elif run.strip():
            turn = Affine(0.0, 1.0, -1.0, 0.0, x - _SIDE * style.size, y)
            items.append(Group((set_line(run, style, 0.0, 0.0),), turn))
        y += _length(run, latin, style)
    return tuple(items)


def _upright(run: str, style: TextStyle, x: float, y: float) -> Glyphs:
    """Characters one below the other, in the forms the font has for columns."""
    glyphs = []
    size = style.size
    for number, says, advance, dx, dy in find_font(style.font).shape(run, style.features, "ttb"):
        glyphs.append(PlacedGlyph(number, says, round(x + dx * size, 4), round(y + dy * size, 4)))
        y += (advance + WIDE_TRACKING) * size
    return Glyphs(style.font, size, style.ink, tuple(glyphs))
