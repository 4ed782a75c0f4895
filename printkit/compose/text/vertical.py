"""Sets one column of text, written from top to bottom (縦書き)."""

from __future__ import annotations

import math

from printkit.compose.text.typesetting import TextStyle, is_wide
from printkit.fonts import find_font
from printkit.scene.model import Glyphs, PlacedGlyph

__all__ = ["column_height", "is_vertical", "set_column"]

# Between letters, in em.
TRACKING = 0.04


def is_vertical(text: str) -> bool:
    """Whether a text can stand in a column: kana and kanji only."""
    return bool(text) and all(is_wide(char) for char in text)


def column_height(text: str, style: TextStyle) -> float:
    """How high the column is, in mm."""
    shaped = find_font(style.font).shape(text, style.features, "ttb")
    return math.fsum(glyph.advance + TRACKING for glyph in shaped) * style.size - TRACKING * style.size


def set_column(text: str, style: TextStyle, x: float, top: float) -> Glyphs:
    """The column with its middle at x, its first letter's square beginning at `top`; mm."""
    pen = top
    glyphs = []
    for number, says, advance, dx, dy in find_font(style.font).shape(text, style.features, "ttb"):
        place = round(x + dx * style.size, 4), round(pen + dy * style.size, 4)
        glyphs.append(PlacedGlyph(number, says, *place))
        pen += (advance + TRACKING) * style.size
    return Glyphs(style.font, style.size, style.ink, tuple(glyphs))
