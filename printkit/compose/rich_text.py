"""Sets text with bold, italic and coloured words, icons and lists into a box, in lines or columns, as large as fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import NamedTuple

from printkit.compose.hyphens import hyphenated
from printkit.compose.paragraphs import characters, phrases
from printkit.compose.typesetting import TextStyle, line_width, set_line
from printkit.compose.vertical_text import column_length, set_column
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

    def placed(self, size: float, x: float, top: float) -> Group:
        """The picture at that em, its left edge at x."""
        scale = size / self.view.height
        place = Affine(scale, 0, 0, scale, x - scale * self.view.x, top - scale * self.view.y)
        # What a drawing has outside its view is none of the icon.
        return Group(self.items, place, clip=self.view)


@dataclass(frozen=True)
class RichStyle:
    """How a text looks: fonts by (bold, italic), its ink, other inks and icons by name, and its language.

    A `vertical` text stands in columns from right to left; `hyphenate` lets words be divided between lines.
    """

    fonts: Callable[[bool, bool], str]
    ink: Ink
    inks: Callable[[str], Ink]
    icons: Callable[[str], Icon]
    language: str
    vertical: bool = False
    hyphenate: bool = False

    def style(self, piece: Style, size: float) -> TextStyle:
        """How a piece of the text is set at that em."""
        ink = self.inks(piece.ink) if piece.ink else self.ink
        return TextStyle(self.fonts(piece.bold, piece.italic), size, ink)

    def length(self, text: str, piece: Style, size: float) -> float:
        """How far a piece runs along its line or column, in mm."""
        if piece.icon:
            return size if self.vertical else self.icons(piece.icon).width * size
        return (column_length if self.vertical else line_width)(text, self.style(piece, size))

    def set(self, text: str, piece: Style, size: float, along: float, middle: float) -> tuple[Item, ...]:
        """A piece that begins at `along` of its line or column; `middle` is the middle of the em across it."""
        if piece.icon:
            icon = self.icons(piece.icon)
            if self.vertical:
                return (icon.placed(size, middle - icon.width * size / 2, along),)
            return (icon.placed(size, along, middle - (ICON_MIDDLE - ASCENT + 1.0) * size),)
        if not text.strip():
            return ()
        if self.vertical:
            return set_column(text, self.style(piece, size), middle, along)
        return (set_line(text, self.style(piece, size), along, middle + (ASCENT - 0.5) * size),)


class Setting(NamedTuple):
    """The room of a text: its box, largest and least em in mm, leading in em, and how it lies in the box.

    `across` is where lines or columns begin in their own direction, `down` where the first of them is: 0 to 1.
    """

    box: Rect
    size: float
    least: float
    leading: float
    across: float = 0.0
    down: float = 0.0


class _Line(NamedTuple):
    """A line or column: its pieces, its length, how far it is set in, the sign before it, the room above it in em."""

    pieces: tuple[tuple[str, Style], ...]
    length: float
    indent: float = 0.0
    sign: str = ""
    above: float = 0.0


def set_rich(paragraphs: Sequence[tuple[RichStyle, Sequence[Paragraph]]], room: Setting) -> tuple[Item, ...]:
    """The paragraphs of each language in turn, as large as the room allows.

    Where they do not fit at the least size, an InputError says how much has to go.
    """
    size = room.size
    vertical = any(style.vertical for style, _ in paragraphs)
    length, depth = (room.box.height, room.box.width) if vertical else (room.box.width, room.box.height)
    while True:
        lines = [(style, line) for style, each in paragraphs for line in _lines(each, style, size, length)]
        taken = _depth(lines, size, room.leading)
        long = next((line for _, line in lines if line.indent + line.length > length + 1e-6), None)
        if taken <= depth + 1e-6 and long is None:
            return tuple(_placed(lines, size, depth - taken, room))
        if size <= room.least + 1e-9:
            raise InputError(
                f"{_words(long)!r} is {'longer' if vertical else 'wider'} than its box of {length:.1f} mm"
                if long is not None
                else _too_much(lines, size, room.leading, taken, depth),
                hint="shorten the text, or allow a smaller em with least",
            )
        size = max(room.least, size * STEP)


def _words(line: _Line) -> str:
    return "".join(text for text, _ in line.pieces).strip()


def _too_much(
    lines: Sequence[tuple[RichStyle, _Line]], size: float, leading: float, taken: float, depth: float
) -> str:
    """How much does not fit."""
    over = ceil((taken - depth) / (size * leading))
    letters = sum(len(text) for _, line in lines[-over:] for text, _ in line.pieces)
    what = "columns" if lines[0][0].vertical else "lines"
    return (
        f"{len(lines)} {what} of {size:.2f} mm do not fit {depth:g} mm: {over} too many, "
        f"about {letters} character{'s' if letters != 1 else ''}"
    )


def _depth(lines: Sequence[tuple[RichStyle, _Line]], size: float, leading: float) -> float:
    steps = sum(leading + line.above for _, line in lines)
    return (steps - leading + ASCENT + DESCENT) * size if lines else 0.0


def _placed(
    lines: Sequence[tuple[RichStyle, _Line]], size: float, free: float, room: Setting
) -> Iterator[Item]:
    """The lines in their box, of whose depth so many mm are `free`."""
    reached = free * room.down
    for style, line in lines:
        reached += line.above * size
        box, length = (room.box, room.box.height if style.vertical else room.box.width)
        along = line.indent + (length - line.indent - line.length) * room.across
        along += box.y if style.vertical else box.x
        middle = box.right - reached - size / 2 if style.vertical else box.y + reached + size / 2
        if line.sign:
            yield from style.set(line.sign, Style(), size, along - INDENT * size, middle)
        for text, piece in line.pieces:
            yield from style.set(text, piece, size, along, middle)
            along += style.length(text, piece, size)
        reached += room.leading * size


def _lines(paragraphs: Sequence[Paragraph], style: RichStyle, size: float, length: float) -> Iterator[_Line]:
    """The paragraphs in lines no longer than `length` mm; a word that alone is longer has a line of its own."""
    for number, paragraph in enumerate(paragraphs):
        indent = INDENT * size if paragraph.sign else 0.0
        above = APART if paragraph.apart and number else 0.0
        sign = paragraph.sign
        for pieces in _broken(paragraph, style, size, length - indent):
            spread = sum(style.length(text, piece, size) for text, piece in pieces)
            yield _Line(pieces, spread, indent, sign, above)
            sign, above = "", 0.0


def _broken(
    paragraph: Paragraph, style: RichStyle, size: float, length: float
) -> Iterator[tuple[tuple[str, Style], ...]]:
    """The lines of a paragraph as pieces of one style each."""
    text = "".join(words for words, _ in paragraph.pieces)
    looks = [piece for words, piece in paragraph.pieces for _ in words]
    hyphens: set[int] = set()

    def pieces(start: int, end: int) -> tuple[tuple[str, Style], ...]:
        end = start + len(text[start:end].rstrip())
        runs = groupby(range(start, end), key=lambda at: (looks[at], at if looks[at].icon else -1))
        cut = [(text[run[0] : run[-1] + 1], look) for (look, _), places in runs if (run := list(places))]
        if end in hyphens:
            cut[-1] = (f"{cut[-1][0]}-", cut[-1][1])
        return tuple(cut)

    def fits(start: int, end: int) -> bool:
        spread = sum(style.length(words, piece, size) for words, piece in pieces(start, end))
        return spread <= length + 1e-9

    def parts_of(phrase: str, start: int, end: int) -> Sequence[str]:
        """What of a phrase that begins at `end` may stand on lines of its own."""
        if fits(start, end + len(phrase)):
            return [phrase]
        parts = []
        for part, hyphen in hyphenated(phrase, style.language) if style.hyphenate else ((phrase, False),):
            end += len(part)
            hyphens.update([end] if hyphen else ())
            parts += [part] if fits(end - len(part), end) else characters(part)
        return parts

    start = end = 0
    for phrase in _unbroken(phrases(text, style.language), text, looks):
        for part in parts_of(phrase, start, end):
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
