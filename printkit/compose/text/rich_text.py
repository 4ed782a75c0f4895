"""Sets text with bold, italic and coloured words, icons and lists into a box, in lines or columns, as large as fits."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional

from printkit.compose.text.bidi import Run, has_right_to_left, levels, runs
from printkit.compose.text.paragraphs import base_level, characters, phrases, too_wide
from printkit.compose.text.typesetting import JOINER, WIDE_TRACKING, TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.fonts import find_font
from printkit.geometry import Affine, Rect
from printkit.kit.markup import Paragraph, Style
from printkit.scene.inks import Ink
from printkit.scene.model import Glyphs, Group, Item, PlacedGlyph

if TYPE_CHECKING:
    from pyphen import Pyphen

__all__ = ["Icon", "RichStyle", "Setting", "hyphenated", "set_rich"]

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


# Shorter words stay whole; of the others so many letters stay before the hyphen and after it.
_LEAST, _BEFORE, _AFTER = 6, 2, 3
_WORD = re.compile(r"[^\W\d_]+")


@cache
def _dictionary(language: str) -> Pyphen | None:
    import pyphen

    found = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=found, left=_BEFORE, right=_AFTER) if found else None


def hyphenated(phrase: str, language: str) -> Iterator[tuple[str, bool]]:
    """The phrase in the parts a line may end after, with whether a hyphen is written there.

    A language without a dictionary has no such places but after hyphens of the text itself.
    """
    dictionary = _dictionary(language)
    places: dict[int, bool] = {match.end(): False for match in re.finditer(r"(?<=\w)-(?=\w)", phrase)}
    for word in _WORD.finditer(phrase):
        if dictionary is not None and len(word[0]) >= _LEAST:
            places |= {word.start() + at: True for at in dictionary.positions(word[0])}
    start = 0
    for end in sorted(places):
        yield phrase[start:end], places[end]
        start = end
    yield phrase[start:], False


# In em: how far a point of a list is set in, the room above a paragraph, and where an icon stands over the baseline.
INDENT = 1.15
APART = 0.55
ICON_MIDDLE = 0.37
# Each size tried is this much smaller than the one before.
STEP = 0.98
ASCENT, DESCENT = 0.88, 0.12


# A word may be parted here, and has a hyphen then.
_SOFT_HYPHEN = "\u00ad"


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


class _Piece(NamedTuple):
    """Words of one look and one level, as `TextStyle` has it."""

    text: str
    look: Style = Style()
    level: int = 0


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

    def style(self, piece: _Piece, size: float) -> TextStyle:
        """How a piece of the text is set at that em."""
        look = piece.look
        ink = self.inks(look.ink) if look.ink else self.ink
        level = None if self.vertical else piece.level
        return TextStyle(self.fonts(look.bold, look.italic), size, ink, level=level)

    def length(self, piece: _Piece, size: float) -> float:
        """How far a piece runs along its line or column, in mm."""
        if piece.look.icon:
            return size if self.vertical else self.icons(piece.look.icon).width * size
        return (column_length if self.vertical else line_width)(piece.text, self.style(piece, size))

    def set(self, piece: _Piece, size: float, along: float, middle: float) -> tuple[Item, ...]:
        """A piece that begins at `along` of its line or column; `middle` is the middle of the em across it."""
        text = piece.text
        if piece.look.icon:
            icon = self.icons(piece.look.icon)
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
    """A line or column: its pieces as they stand, its length, its paragraph's level, how far it is set in.

    `sign` is what stands before it, `above` the room above it in em.
    """

    pieces: tuple[_Piece, ...]
    length: float
    level: int
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
            hint = "shorten the text, or allow a smaller em with least"
            if long is not None:
                words = "".join(piece.text for piece in long.pieces)
                raise too_wide(words, length, "longer" if vertical else "wider", hint)
            raise InputError(_too_much(lines, size, room.leading, taken, depth), hint=hint)
        size = max(room.least, size * STEP)


def _too_much(
    lines: Sequence[tuple[RichStyle, _Line]], size: float, leading: float, taken: float, depth: float
) -> str:
    """How much does not fit."""
    over = ceil((taken - depth) / (size * leading))
    letters = sum(len(piece.text) for _, line in lines[-over:] for piece in line.pieces)
    what = "columns" if lines[0][0].vertical else "lines"
    return (
        f"{len(lines)} {what} of {size:.2f} mm do not fit {depth:g} mm: {over} too many, "
        f"about {letters} character{'s' if letters != 1 else ''}"
    )


def _depth(lines: Sequence[tuple[RichStyle, _Line]], size: float, leading: float) -> float:
    steps = math.fsum(leading + line.above for _, line in lines)
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
        beside = -INDENT * size
        sign = _Piece(line.sign, level=line.level)
        if line.level:
            # From the other end of the line.
            along, beside = length - along - line.length, line.length - beside - style.length(sign, size)
        along += box.y if style.vertical else box.x
        middle = box.right - reached - size / 2 if style.vertical else box.y + reached + size / 2
        if line.sign:
            yield from style.set(sign, size, along + beside, middle)
        for piece in line.pieces:
            yield from style.set(piece, size, along, middle)
            along += style.length(piece, size)
        reached += room.leading * size


def _lines(paragraphs: Sequence[Paragraph], style: RichStyle, size: float, length: float) -> Iterator[_Line]:
    """The paragraphs in lines no longer than `length` mm; a word that alone is longer has a line of its own."""
    for number, paragraph in enumerate(paragraphs):
        indent = INDENT * size if paragraph.sign else 0.0
        above = APART if paragraph.apart and number else 0.0
        sign = paragraph.sign
        text = "".join(words for words, _ in paragraph.pieces)
        if style.vertical and has_right_to_left(text):
            message = "letters that are read from the right do not stand in columns"
            raise InputError(f"{message}: {text.strip()[:40]!r}", hint="leave out vertical")
        level = 0 if style.vertical else base_level(text, style.language)
        for pieces in _broken(paragraph, text, level, style, size, length - indent):
            spread = math.fsum(style.length(piece, size) for piece in pieces)
            yield _Line(pieces, spread, level, indent, sign, above)
            sign, above = "", 0.0


def _broken(
    paragraph: Paragraph, text: str, level: int, style: RichStyle, size: float, length: float
) -> Iterator[tuple[_Piece, ...]]:
    """The lines of a paragraph of that level, as pieces of one look and one direction as they stand."""
    looks = [piece for words, piece in paragraph.pieces for _ in words]
    hyphens = {at + 1 for at, char in enumerate(text) if char == _SOFT_HYPHEN}
    mixed = level > 0 or has_right_to_left(text)
    found = levels(text, level) if mixed else ()

    def pieces(start: int, end: int) -> tuple[_Piece, ...]:
        end = start + len(text[start:end].rstrip())
        cut: list[_Piece] = []
        for run in runs(text, found, level, start, end) if mixed else (Run(start, end, 0),):
            alike = groupby(range(run.start, run.end), lambda at: (looks[at], at if looks[at].icon else -1))
            row = []
            for (look, _), (first, *rest) in alike:
                stop = rest[-1] + 1 if rest else first + 1
                hyphen = "-" * (stop == end in hyphens)
                row.append(_Piece(_joined(text, first, stop) + hyphen, look, run.level))
            cut += row[::-1] if run.level % 2 else row
        return tuple(cut)

    @cache
    def fits(start: int, end: int) -> bool:
        spread = math.fsum(style.length(piece, size) for piece in pieces(start, end))
        return spread <= length + 1e-9

    def parts_of(phrase: str, start: int, end: int) -> Sequence[str]:
        """What of a phrase that begins at `end` may stand on lines of its own."""
        if fits(start, end + len(phrase)):
            return [phrase]
        parts = []
        for part, hyphen in hyphenated(phrase, style.language) if style.hyphenate else ((phrase, False),):
            end += len(part)
            hyphens.update([end] if hyphen else ())
            parts += [part] if fits(end - len(part), end) else characters(part, style.language)
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


def _joined(text: str, start: int, end: int) -> str:
    """A piece of a text with what says that its letters hang together with those beside it."""
    before, after = (0 < at < len(text) and _hang(text[at - 1 : at + 1]) for at in (start, end))
    return f"{JOINER * before}{text[start:end]}{JOINER * after}"


def _hang(beside: str) -> bool:
    """Whether both are letters of a script whose letters hang together, or marks on these."""
    kinds = {bidirectional(char) for char in beside}
    return "AL" in kinds and kinds <= {"AL", "NSM"}


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
