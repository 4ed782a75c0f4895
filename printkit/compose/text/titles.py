"""Fits titles of any length: their lines and font size."""

from __future__ import annotations

from dataclasses import replace

from printkit.compose.text.paragraphs import break_lines, phrases
from printkit.compose.text.typesetting import LEAST_STRETCH, TextStyle, fit_line, is_wide, line_width
from printkit.errors import InputError

__all__ = ["even_lines", "fit_title", "shrunk", "squeezed"]

# How small a title may become to stand in this many lines: it is split before it gets smaller than this.
LEAST_SIZES = ((1, 0.75), (2, 0.6), (3, 0.45))
STEPS = 20
# What gets smaller anyway need not be as narrow as that.
LEAST_STRETCH_SMALLER = 0.7


def fit_title(words: str, style: TextStyle, width: float) -> tuple[tuple[str, ...], TextStyle]:
    """The title in one line as it is, where that fits `width` (mm); else smaller, or split between phrases.

    Lines are about equally long. One that needs more than three small lines is an InputError.
    """
    if line_width(words, style) <= width:
        return (words,), style
    language = "ja" if any(map(is_wide, words)) else "en"
    for most, least in LEAST_SIZES:
        for step in range(STEPS, round(least * STEPS) - 1, -1):
            smaller = replace(style, size=style.size * step / STEPS)
            lines = _lines(words, smaller, width, language)
            if 0 < len(lines) <= most:
                return _even(words, smaller, width, language, lines), smaller
    raise InputError(f"the title {words!r} is too long for {width:.0f} mm", hint="shorten it")


def even_lines(words: str, style: TextStyle, width: float, language: str) -> tuple[str, ...]:
    """The words in as few lines of `width` mm as they need, all about equally long."""
    return _even(words, style, width, language, break_lines(words, style, width, language))


def shrunk(words: str, style: TextStyle, width: float) -> TextStyle:
    """The style as it is, or as much smaller as one line needs to fit; InputError where there is no room at all."""
    natural = line_width(words, style)
    if natural > 0.0 >= width:
        raise InputError(f"{words!r} has no room", hint="shorten what stands beside it")
    return style if natural <= max(width, 0.0) else replace(style, size=style.size * width / natural)


def wrapped(
    words: str, style: TextStyle, width: float, language: str, rows: int
) -> tuple[tuple[str, ...], TextStyle]:
    """The words in one line, narrowed where that is enough; else in up to so many lines of about the same length."""
    try:
        return (words,), fit_line(words, style, width)
    except InputError:
        if rows == 1:
            raise
    for look in (style, replace(style, tracking=0.0, stretch=style.stretch * LEAST_STRETCH)):
        lines = _lines(words, look, width, language)
        if 0 < len(lines) <= rows:
            return _even(words, look, width, language, lines), look
    raise InputError(
        f"{words!r} does not fit {rows} lines of {width:.1f} mm",
        hint="shorten the text, or make it smaller, its lines longer or more",
    )


def squeezed(words: str, style: TextStyle, width: float, least: float, smallest: float) -> TextStyle:
    """The style narrowed to fit one line, down to `least`; what needs more gets smaller, to an em of `smallest` mm."""
    try:
        return fit_line(words, style, width, least)
    except InputError:
        stretch = max(least, LEAST_STRETCH_SMALLER)
        smaller = shrunk(words, replace(style, tracking=0.0), width / stretch)
        if smaller.size < smallest:
            raise
        return replace(smaller, stretch=style.stretch * stretch)


def _lines(words: str, style: TextStyle, width: float, language: str) -> tuple[str, ...]:
    """The title in as few lines as phrases allow; none where a phrase is wider than a line."""
    if any(line_width(phrase.rstrip(), style) > width for phrase in phrases(words, language)):
        return ()
    return break_lines(words, style, width, language)


def _even(
    words: str, style: TextStyle, width: float, language: str, lines: tuple[str, ...]
) -> tuple[str, ...]:
    """The same number of lines, as narrow as they can be."""
    for percent in range(95, 0, -5):
        narrower = _lines(words, style, width * percent / 100, language)
        if len(narrower) != len(lines):
            break
        lines = narrower
    return lines
