"""Sets text with bold, italic and coloured words, icons and lists into a box, as large as it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import NamedTuple

from printkit.compose.paragraphs import characters, phrases
from printkit.compose.typesetting import TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.kit.markup import Paragraph, Style
from printkit.scene.inks import Ink
from printkit.scene.model import Group, Item

__all__ = ["Icon", "RichStyle", "Setting", "set_rich"]

# In em: how far a point of a list is set in, the room above a paragraph, and where an icon stands over the baseline.
INDENT = 1.15
APART = 0.55
ICON_MIDDLE = 0.37
# Each size tried is this much smaller than the one before.
STEP = 0.98
ASCENT, DESCENT = 0.88, 0.12


class Icon(NamedTuple):
    """A picture that stands in a line: its items and the part of them that is one em high; mm."""

    items: tuple[Item, ...]
    view: Rect

    @property
    def width(self) -> float:
        """How wide it is, in em."""
        return self.view.width / self.view.height

    def placed(self, size: float, x: float, baseline: float) -> Group:
        """The picture in a line of that em, its left edge at x."""
        scale = size / self.view.height
        top = baseline - (ICON_MIDDLE + 0.5) * size
        place = Affine(scale, 0, 0, scale, x - scale * self.view.x, top - scale * self.view.y)
        return Group(self.items, place)


@dataclass(frozen=True)
class RichStyle:
    """How a text looks: fonts by (bold, italic), its ink, other inks and icons by name, and its language."""

    fonts: Callable[[bool, bool], str]
    ink: Ink
    inks: Callable[[str], Ink]
    icons: Callable[[str], Icon]
    language: str


class Setting(NamedTuple):
    """The room of a text: its box, largest and least em in mm, leading in em, and how it lies in the box."""

    box: Rect
    size: float
    least: float
    leading: float
    across: float = 0.0
    down: float = 0.0


class _Line(NamedTuple):
    """A set line: its pieces, its width, how far it is set in, the sign before it, and the room above it in em."""

    pieces: tuple[tuple[str, Style], ...]
    width: float
    indent: float = 0.0
    sign: str = ""
    above: float = 0.0


def set_rich(paragraphs: Sequence[tuple[RichStyle, Sequence[Paragraph]]], room: Setting) -> tuple[Item, ...]:
    """The paragraphs of each language in turn, as large as the room allows.

    Where they do not fit at the least size, an InputError says how much has to go.
    """
    size = room.size
    while True:
        lines = [
            (style, line) for style, each in paragraphs for line in _lines(each, style, size, room.box.width)
        ]
        height = _height(lines, size, room.leading)
        fits = height <= room.box.height + 1e-6 and all(
            line.indent + line.width <= room.box.width + 1e-6 for _, line in lines
        )
        if fits:
            return tuple(_placed(lines, size, height, room))
        if size <= room.least + 1e-9:
            raise InputError(
                _too_much(lines, size, height, room),
                hint="shorten the text, or allow a smaller em with least",
            )
        size = max(room.least, size * STEP)


def _too_much(lines: Sequence[tuple[RichStyle, _Line]], size: float, height: float, room: Setting) -> str:
    """What does not fit, and how much of it."""
    wide = next((line for _, line in lines if line.indent + line.width > room.box.width + 1e-6), None)
    if wide is not None:
        words = "".join(text for text, _ in wide.pieces).strip()
        return f"{words!r} is wider than its box of {room.box.width:.1f} mm"
    over = ceil((height - room.box.height) / (size * room.leading))
    letters = sum(len(text) for _, line in lines[-over:] for text, _ in line.pieces)
    return (
        f"{len(lines)} lines of {size:.2f} mm do not fit {room.box.height:g} mm: {over} too many, "
        f"about {letters} characters"
    )


def _height(lines: Sequence[tuple[RichStyle, _Line]], size: float, leading: float) -> float:
    steps = sum(leading + line.above for _, line in lines)
    return (steps - leading + ASCENT + DESCENT) * size if lines else 0.0


def _placed(
    lines: Sequence[tuple[RichStyle, _Line]], size: float, height: float, room: Setting
) -> Iterator[Item]:
    baseline = room.box.y + (room.box.height - height) * room.down + ASCENT * size
    for style, line in lines:
        baseline += line.above * size
        x = room.box.x + line.indent + (room.box.width - line.indent - line.width) * room.across
        if line.sign:
            mark = TextStyle(style.fonts(False, False), size, style.ink)
            yield set_line(line.sign, mark, x - INDENT * size, baseline)
        for text, piece in line.pieces:
            if piece.icon:
                yield style.icons(piece.icon).placed(size, x, baseline)
            elif text.strip():
                yield set_line(text, _style(style, piece, size), x, baseline)
            x += _width(text, style, piece, size)
        baseline += room.leading * size


def _style(style: RichStyle, piece: Style, size: float) -> TextStyle:
    ink = style.inks(piece.ink) if piece.ink else style.ink
    return TextStyle(style.fonts(piece.bold, piece.italic), size, ink)


def _width(text: str, style: RichStyle, piece: Style, size: float) -> float:
    if piece.icon:
        return style.icons(piece.icon).width * size
    return line_width(text, _style(style, piece, size))


def _lines(paragraphs: Sequence[Paragraph], style: RichStyle, size: float, width: float) -> Iterator[_Line]:
    """The paragraphs in lines no wider than `width` mm; a word that alone is wider has a line of its own."""
    for number, paragraph in enumerate(paragraphs):
        indent = INDENT * size if paragraph.sign else 0.0
        above = APART if paragraph.apart and number else 0.0
        sign = paragraph.sign
        for pieces in _broken(paragraph, style, size, width - indent):
            spread = sum(_width(text, style, piece, size) for text, piece in pieces)
            yield _Line(pieces, spread, indent, sign, above)
            sign, above = "", 0.0


def _broken(
    paragraph: Paragraph, style: RichStyle, size: float, width: float
) -> Iterator[tuple[tuple[str, Style], ...]]:
    """The lines of a paragraph as pieces of one style each."""
    text = "".join(words for words, _ in paragraph.pieces)
    looks = [piece for words, piece in paragraph.pieces for _ in words]

    def pieces(start: int, end: int) -> tuple[tuple[str, Style], ...]:
        end = start + len(text[start:end].rstrip())
        runs = groupby(range(start, end), key=lambda at: (looks[at], at if looks[at].icon else -1))
        return tuple(
            (text[run[0] : run[-1] + 1], look) for (look, _), places in runs if (run := list(places))
        )

    def fits(start: int, end: int) -> bool:
        return sum(_width(words, style, piece, size) for words, piece in pieces(start, end)) <= width + 1e-9

    start = end = 0
    for phrase in _unbroken(phrases(text, style.language), text, looks):
        parts = [phrase] if fits(end, end + len(phrase)) else characters(phrase)
        for part in parts:
            if end > start and not fits(start, end + len(part)):
                yield pieces(start, end)
                start = end
            end += len(part)
    if text[start:end].strip():
        yield pieces(start, end)


def _unbroken(parts: Sequence[str], text: str, looks: Sequence[Style]) -> Iterator[str]:
    """The phrases, joined where a line must not end: between an icon and what stands beside it."""
    held, end = "", 0
    for part in parts:
        held += part
        end += len(part)
        beside = end < len(text) and not part[-1].isspace() and (looks[end - 1].icon or looks[end].icon)
        if not beside:
            yield held
            held = ""
    if held:
        yield held
