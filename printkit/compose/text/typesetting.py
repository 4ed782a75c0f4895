"""Shapes and places one line of text."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from printkit.compose.faces.bounds import glyphs_box
from printkit.compose.text.bidi import has_right_to_left, levels, paragraph_level, runs
from printkit.errors import InputError
from printkit.fonts import ShapedGlyph, find_font
from printkit.geometry import Rect
from printkit.scene.inks import BLACK, Ink
from printkit.scene.model import Glyphs, PlacedGlyph

__all__ = [
    "JOINER",
    "LEAST_STRETCH",
    "Anchor",
    "TextStyle",
    "fit_line",
    "ink_center_line",
    "is_wide",
    "line_ink_box",
    "line_width",
    "set_line",
    "signed",
]

Anchor = Literal["start", "middle", "end"]

# How much of a line stands left of its anchor.
_SHARE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
LATIN_TRACKING = 0.016
WIDE_TRACKING = 0.032
# Narrower letters look squeezed: a text that needs more is too long for its place.
LEAST_STRETCH = 0.88


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a line looks: font id, em in mm, ink, how far the letters are narrowed, extra space in em.

    `level` is that of the line in Unicode's bidirectional algorithm, odd from right to left; None: by its first letter.
    """

    font: str
    size: float
    ink: Ink = BLACK
    stretch: float = 1.0
    tracking: float | None = None
    features: tuple[str, ...] = ()
    level: int | None = None


# Letters that hang together.
_JOINED = re.compile("[\u0600-\u0dff\u1800-\u18af\ua840-\ua87f\ufb50-\ufdff\ufe70-\ufefc]")
JOINER = "\u200d"
"""Beside a letter that hangs together with one of another style (ZERO WIDTH JOINER)."""


def is_wide(char: str) -> bool:
    """Whether the character is set on the full em: kana, kanji and their punctuation."""
    code = ord(char)
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFF00 <= code <= 0xFFEF or code >= 0x20000


@lru_cache(maxsize=2048)
def _measured(text: str, style: TextStyle) -> tuple[tuple[ShapedGlyph, ...], tuple[float, ...], float]:
    """The glyphs of a line, how far the pen moves after each in mm, tracking included, and how wide it runs.

    A deck says the same few figures over and over.
    """
    shaped = _shaped(text, style)
    advances = tuple(_advances(shaped, style))
    return shaped, advances, math.fsum(advances)


def _shaped(text: str, style: TextStyle) -> tuple[ShapedGlyph, ...]:
    """The glyphs of a line from left to right, whichever way its words are read."""
    font = find_font(style.font)
    if not (style.level or 0) % 2 and not has_right_to_left(text):
        return font.shape(text, style.features)
    base = paragraph_level(text) if style.level is None else style.level
    return tuple(
        # A joiner says how the letter beside it is shaped, and is no letter of the text.
        glyph._replace(text=glyph.text.replace(JOINER, ""))
        for run in runs(text, levels(text, base), base)
        for glyph in font.shape(text[run.start : run.end], style.features, "rtl" if run.level % 2 else "ltr")
    )


def _advances(shaped: tuple[ShapedGlyph, ...], style: TextStyle) -> list[float]:
    """How far the pen moves after each glyph, in mm, tracking included (none after the last)."""
    advances = []
    for glyph in shaped:
        wide = bool(glyph.text) and is_wide(glyph.text[0])
        house = WIDE_TRACKING if wide else LATIN_TRACKING
        tracking = house if style.tracking is None else style.tracking
        if not glyph.text or _JOINED.match(glyph.text):
            tracking = 0.0
        advances.append((glyph.advance + tracking) * style.size * style.stretch)
    if shaped:
        last = shaped[-1]
        advances[-1] = last.advance * style.size * style.stretch
    return advances


def line_width(text: str, style: TextStyle) -> float:
    """How wide the line runs, in mm."""
    return _measured(text, style)[2]


def set_line(text: str, style: TextStyle, x: float, baseline: float, anchor: Anchor = "start") -> Glyphs:
    """The line with its start, middle or end at x, standing on the baseline; mm."""
    shaped, advances, width = _measured(text, style)
    pen = x - _SHARE[anchor] * width
    size, stretch, level = style.size, style.stretch, round(baseline, 4)
    glyphs = []
    for (number, says, _, dx, dy), advance in zip(shaped, advances, strict=True):
        place_y = round(baseline + dy * size, 4) if dy else level
        glyphs.append(PlacedGlyph(number, says, round(pen + dx * size * stretch, 4), place_y))
        pen += advance
    return Glyphs(style.font, size, style.ink, tuple(glyphs), stretch)


def fit_line(text: str, style: TextStyle, width: float, least: float = LEAST_STRETCH) -> TextStyle:
    """The style set tight, then narrowed, until the line fits; narrower than `least` is an InputError."""
    if line_width(text, style) <= width:
        return style
    tight = replace(style, tracking=0.0)
    natural = line_width(text, tight)
    stretch = min(1.0, width / natural)
    if stretch < least - 1e-9:
        raise InputError(
            f"{text!r} is {natural:.1f} mm wide where {width:.1f} mm are free",
            hint=f"shorten the text; letters are not narrowed below {least:.0%}",
        )
    return replace(tight, stretch=style.stretch * stretch)


def ink_center_line(
    text: str, style: TextStyle, x: float, baseline: float, left: float | None = None
) -> Glyphs:
    """The line centred on its ink, not on its advance; with `left` its ink never starts further left."""
    line = set_line(text, style, 0.0, baseline)
    box = line_ink_box(line)
    shift = x - box.center[0]
    if left is not None:
        shift = max(shift, left - box.x)
    moved = tuple([PlacedGlyph(number, says, round(at + shift, 4), y) for number, says, at, y in line.glyphs])
    return line._replace(glyphs=moved)


def line_ink_box(line: Glyphs) -> Rect:
    """The box around the ink of a line, in mm."""
    return glyphs_box(line)


def signed(number: int) -> str:
    """A number as points are written: `+3`, `−5` with a real minus, `±0`."""
    return "±0" if number == 0 else f"{'+' if number > 0 else '−'}{abs(number)}"
