"""Reads the operators printkit writes in PDF as marks: paths, texts, pictures and drawings that are stored once.

Only what printkit writes is understood: any other operator is a mark of its own kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pikepdf

from printkit.fonts import find_font, outlines_in
from printkit.geometry import Affine, Outline, Rect

__all__ = ["Colour", "Letter", "Lines", "Mark", "Words", "WrittenFont", "WrittenStream", "near"]

# Two shapes of a letter differ by no more than this, in em: the embedded font has whole units.
SHAPE = 0.002
# And their boxes, where a font of cubic curves is embedded as one of others.
BOX = 0.01
# Longer rows are compared at once.
MANY = 24

Shape = tuple[str, tuple[float, ...]]
Colour = tuple[str, tuple[float, ...]]
Letter = tuple[str, int, str]
"""A glyph: its font, its number, and what it says."""


Edge = Rect | Outline
"""What cuts a mark off, in mm of the stream."""


class Mark(NamedTuple):
    """One thing painted or to be painted: its kind, its map to the stream's mm, what cuts it off, and what it is."""

    kind: str
    place: Affine
    clip: tuple[Edge, ...]
    what: Any


class Lines(NamedTuple):
    """A path: its outline, its inks (None: not filled, not stroked), and how it is stroked."""

    shape: Shape
    fill: Colour | None
    stroke: Colour | None
    width: float
    dash: tuple[float, ...]
    ends: tuple[float, float, float]
    even_odd: bool


class Words(NamedTuple):
    """A text: its letters with their origins in mm, its em, how far it is narrowed, and its ink."""

    letters: tuple[tuple[Letter, float, float], ...]
    size: float
    stretch: float
    ink: Colour | None


@dataclass
class _State:
    """What holds for the next mark; nothing is known where a stream begins."""

    place: Affine
    clip: tuple[Edge, ...] = ()
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = -1.0
    dash: tuple[float, ...] | None = None
    cap: float = 0.0
    join: float = 0.0
    miter: float = 10.0
    font: tuple[Any, float] | None = None

    def copy(self) -> _State:
        return _State(**vars(self))


class WrittenFont:
    """A font of the file: which glyph each code shows, what it says, and how far it moves the pen."""

    def __init__(self, entry: Any) -> None:
        self.name = str(entry.BaseFont).rpartition("+")[2]
        # Two fonts of a file may have one name.
        self.key = str(entry.objgen)
        inner = entry.DescendantFonts[0]
        self._map = inner.get("/CIDToGIDMap")
        self._numbers = b"" if isinstance(self._map, pikepdf.Name) else self._map.read_bytes()
        self.widths: dict[int, float] = {}
        runs = list(inner.W)
        for first, own in zip(runs[::2], runs[1::2], strict=True):
            self.widths |= {int(first) + at: float(width) for at, width in enumerate(own)}
        words = entry.ToUnicode.read_bytes().decode("ascii")
        self.says = {
            int(code, 16): bytes.fromhex(text).decode("utf-16-be")
            for code, text in re.findall(r"<(\w{4})> <(\w+)>\n", words.partition("endcodespacerange")[2])
        }
        self._program = inner.FontDescriptor.FontFile2
        self._letters: dict[int, tuple[Letter, float]] = {}
        self._same: dict[tuple[int, str, int], bool] = {}

    @cached_property
    def _outlines(self) -> Callable[[int], Outline]:
        return outlines_in(self._program.read_bytes())

    @cached_property
    def letters(self) -> set[tuple[int, str]]:
        """Every glyph with what it says."""
        return {(self.glyph(code), self.says.get(code, "")) for code in self.widths}

    def glyph(self, code: int) -> int:
        """The glyph a code shows."""
        if not self._numbers:
            return code
        return int.from_bytes(self._numbers[2 * code : 2 * code + 2], "big")

    def letter(self, code: int) -> tuple[Letter, float]:
        """What a code shows and says, and its width in thousandths of the em."""
        known = self._letters.get(code)
        if known is None:
            letter = self.key, self.glyph(code), self.says.get(code, "")
            known = self._letters[code] = letter, self.widths.get(code, 1000.0)
        return known

    def shows(self, glyph: int, letter: Letter) -> bool:
        """Whether a glyph of the file has the shape the letter has in its font."""
        key = glyph, letter[0], letter[1]
        if key not in self._same:
            one, other = self._outlines(glyph), find_font(letter[0]).outline(letter[1])
            self._same[key] = near(one.coordinates, other.coordinates, SHAPE) or _alike(one, other)
        return self._same[key]


def _alike(one: Outline, other: Outline) -> bool:
    """Whether two outlines of other curves cover about the same: a font of cubic curves is embedded as another."""
    if not (one.commands and other.commands):
        return bool(one.commands) == bool(other.commands)
    boxes = one.box(), other.box()
    return boxes[0].contains(boxes[1], BOX) and boxes[1].contains(boxes[0], BOX)


class WrittenStream:
    """Reads the operators of one stream."""

    def __init__(self, font: Callable[[Any], WrittenFont], resources: Any, start: Affine) -> None:
        self.font, self.resources = font, resources
        self.state = _State(start)
        self.stack: list[_State] = []
        self.commands: list[str] = []
        self.numbers: list[float] = []
        self.clips = False
        self.text: list[tuple[Letter, float, float]] | None = None
        self.pen = Affine()
        self.stretch = 1.0

    def marks(self, stream: Any) -> Iterator[Mark]:
        """Every mark in its order; an operator printkit does not write is a mark of that kind."""
        contents = stream.Contents if stream.get("/Type") == "/Page" else stream
        streams = contents if isinstance(contents, pikepdf.Array) else (contents,)
        data = b"\n".join(each.read_bytes() for each in streams)
        operands: list[str] = []
        for steps, operand, word in _TOKEN.findall(data.decode("latin-1")):
            if operand:
                operands.append(operand)
                continue
            if steps:
                self.commands += steps.translate(_LETTERS_ONLY)
                self.numbers += map(float, steps.translate(_NUMBERS_ONLY).split())
            elif word in _PAINTS:
                yield from self._painted(word)
            elif word in _MARKED:
                yield from _MARKED[word](self, operands)
            elif word in _SETS:
                _SETS[word](self, operands)
            elif word not in _PASSED:
                yield Mark(f"operator {word}", self.state.place, self.state.clip, None)
            operands = []

    def _painted(self, word: str) -> Iterator[Mark]:
        state, shape = self.state, ("".join(self.commands), tuple(self.numbers))
        self.commands, self.numbers = [], []
        if self.clips:
            self.clips = False
            state.clip = (*state.clip, _edge(shape, state.place))
            return
        fills, strokes, even_odd = _PAINTS[word]
        if fills or strokes:
            ends = state.cap, state.join, state.miter
            fill, stroke = state.fill if fills else None, state.stroke if strokes else None
            lines = Lines(shape, fill, stroke, state.width, state.dash or (), ends, even_odd)
            yield Mark("path", state.place, state.clip, lines)

    def _do(self, operands: Sequence[Any]) -> Iterator[Mark]:
        name = str(operands[0])
        form = self.resources.XObject[name]
        kind = "picture" if form.Subtype != "/Form" or name.startswith("/FormXob.P") else "drawing"
        yield Mark(kind, self.state.place, self.state.clip, name)

    def _end_text(self, operands: Sequence[Any]) -> Iterator[Mark]:
        state, size = self.state, self.state.font[1] if self.state.font else 0.0
        if self.text:
            written = Words(tuple(self.text), size, self.stretch, state.fill)
            yield Mark("text", state.place, state.clip, written)
        self.text = None

    def _show(self, operands: Sequence[Any]) -> None:
        assert self.state.font is not None
        assert self.text is not None
        font, size = self.state.font
        x, y, em = self.pen.e, self.pen.f, size * self.stretch / 1000
        for codes, shift in _ROW.findall(operands[0]):
            x -= float(shift or 0.0) * em
            for at in range(0, len(codes), 4):
                code = int(codes[at : at + 4], 16)
                letter, width = font.letter(code)
                self.text.append((letter, x, y))
                x += width * em
        self.pen = self.pen._replace(e=x)

    def _choose(self, operands: Sequence[Any]) -> None:
        font = self.font(self.resources.Font[str(operands[0])])
        self.state.font = font, float(operands[1])

    def _text_map(self, operands: Sequence[Any]) -> None:
        self.pen = Affine(*map(float, operands))
        # Letters stand upright, whichever way the page counts: a text that is turned is in no file of ours.
        upright = self.pen.b == self.pen.c == 0.0 and self.pen.d == -1.0
        self.stretch = self.pen.a if upright else -1.0

    def _map(self, operands: Sequence[Any]) -> None:
        self.state.place = Affine(*map(float, operands)).then(self.state.place)

    def _save(self, operands: Sequence[Any]) -> None:
        self.stack.append(self.state.copy())

    def _restore(self, operands: Sequence[Any]) -> None:
        self.state = self.stack.pop()

    def _begin_text(self, operands: Sequence[Any]) -> None:
        self.text = []

    def _clip(self, operands: Sequence[Any]) -> None:
        self.clips = True


def _edge(shape: Shape, place: Affine) -> Edge:
    commands, numbers = shape
    if commands == "R":
        return place.rect(Rect(*numbers))
    return Outline(commands, numbers).moved_by(place)


def same_edge(one: Edge, other: Edge, by: float) -> bool:
    """Whether two edges cut off the same, but for so many mm."""
    if isinstance(one, Outline) and isinstance(other, Outline):
        return one.commands == other.commands and near(one.coordinates, other.coordinates, by)
    return isinstance(one, Rect) and isinstance(other, Rect) and near(one, other, by)


_NUMBERS = r"(?:[-+.\d]++\s++){2}"
_STEPS = rf"(?:{_NUMBERS}(?:[ml]\s++|{_NUMBERS}(?:re\s++|{_NUMBERS}c\s++))|h\s++)++"
_OPERAND = r"/[^\s<>\[\]()/]+|[-+]?[.\d]+|\[[^\]]*\]|<[\dA-F]*>|<<.*?>>"
# A row of steps of a path is one token, as paths are most of a page.
_TOKEN = re.compile(rf"({_STEPS})|({_OPERAND})|(\S[^\s<>\[\]()/]*)")
_ROW = re.compile(r"<([\dA-F]*)>|([-+.\d]+)")
_LETTERS_ONLY = str.maketrans("mlchr", "MLCZR", "0123456789.-+ \n\re")
_NUMBERS_ONLY = str.maketrans("mlchre", "      ")
# Whether it fills, strokes, and what is inside is counted even-odd.
_PAINTS = {
    "n": (False, False, False),
    "f": (True, False, False),
    "f*": (True, False, True),
    "S": (False, True, False),
    "B": (True, True, False),
    "B*": (True, True, True),
}
_MARKED: dict[str, Callable[[WrittenStream, Sequence[Any]], Iterator[Mark]]] = {
    "Do": WrittenStream._do,
    "ET": WrittenStream._end_text,
}
# Marks for readers, layers and plates, which change nothing on the page.
_PASSED = {"BDC", "BMC", "EMC", "gs"}


def _sets(name: str, value: Callable[[Sequence[Any]], Any]) -> Callable[[WrittenStream, Sequence[Any]], None]:
    return lambda stream, operands: setattr(stream.state, name, value(operands))


def _values(space: str) -> Callable[[Sequence[Any]], Colour]:
    return lambda operands: (space, tuple(map(float, operands)))


def _tinted(name: str) -> Callable[[WrittenStream, Sequence[Any]], None]:
    def set_tint(stream: WrittenStream, operands: Sequence[Any]) -> None:
        space, _ = getattr(stream.state, name)
        setattr(stream.state, name, (space, tuple(map(float, operands))))

    return set_tint


_SETS: dict[str, Callable[[WrittenStream, Sequence[Any]], None]] = {
    "q": WrittenStream._save,
    "Q": WrittenStream._restore,
    "cm": WrittenStream._map,
    "W": WrittenStream._clip,
    "W*": WrittenStream._clip,
    "BT": WrittenStream._begin_text,
    "Tf": WrittenStream._choose,
    "Tm": WrittenStream._text_map,
    "Tj": WrittenStream._show,
    "TJ": WrittenStream._show,
    "w": _sets("width", lambda operands: float(operands[0])),
    "d": _sets("dash", lambda operands: tuple(map(float, operands[0].strip("[]").split()))),
    "J": _sets("cap", lambda operands: float(operands[0])),
    "j": _sets("join", lambda operands: float(operands[0])),
    "M": _sets("miter", lambda operands: float(operands[0])),
    "rg": _sets("fill", _values("srgb")),
    "RG": _sets("stroke", _values("srgb")),
    "k": _sets("fill", _values("cmyk")),
    "K": _sets("stroke", _values("cmyk")),
    "g": _sets("fill", _values("grey")),
    "G": _sets("stroke", _values("grey")),
    "cs": _sets("fill", lambda operands: (str(operands[0])[1:], ())),
    "CS": _sets("stroke", lambda operands: (str(operands[0])[1:], ())),
    "scn": _tinted("fill"),
    "SCN": _tinted("stroke"),
}


def near(one: Sequence[float], other: Sequence[float], by: float) -> bool:
    """Whether two rows of numbers are the same but for so much each."""
    if len(one) != len(other):
        return False
    if len(one) < MANY:
        return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))
    import numpy

    return bool((numpy.abs(numpy.array(one) - numpy.array(other)) <= by).all())
