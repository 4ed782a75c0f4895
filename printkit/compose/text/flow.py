"""Justified lines of text in several styles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Literal, NamedTuple

from printkit.compose.faces.reduced import LEAST_TEXT
from printkit.compose.text.bidi import Run, has_right_to_left, levels, paragraph_level, runs
from printkit.compose.text.languages import NATIVE, Foreign, by_language
from printkit.compose.text.paragraphs import NOT_FIRST, NOT_LAST, may_part
from printkit.compose.text.typesetting import TextStyle, is_wide, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.markdown import Run as Words
from printkit.scene.model import Glyphs, PlacedGlyph

__all__ = ["FlowLine", "FlowStyle", "Linked", "Piece", "flow_lines"]

# Between Japanese and Latin letters, in em; and what may hang out of a full line.
MIXED_GAP = 0.13
HANGING = frozenset("、。，．")
# What stays with the figure before it, across a blank.
UNITS = frozenset("%°…")
# A last line shorter than this, in em, looks lost.
LEAST_LAST = 3.0
# A line that would have to be spread more than this at every seam, in em, is left ragged.
LOOSEST = 0.45
# How far blanks may shrink, in em.
SHRINK = 0.06


@dataclass(frozen=True, slots=True)
class FlowStyle:
    """How a text is set: its plain and bold style, the step between lines in em, ruby's size in em (5 pt at least).

    `foreign` says which of its words are of another language.
    """

    plain: TextStyle
    bold: TextStyle
    leading: float
    link: TextStyle
    ruby: float = 0.5
    justified: bool = True
    foreign: Foreign = NATIVE

    @property
    def step(self) -> float:
        """From one baseline to the next, in mm."""
        return self.plain.size * self.leading


class Linked(NamedTuple):
    """Where on a line a link lies, where it leads, the element of the document's tree it belongs to, and its words."""

    link: str
    box: Rect
    path: tuple[tuple[str, int], ...] = ()
    words: str = ""


class Piece(NamedTuple):
    """Letters of a line that are read alike: what they say, their language if it is another, and where they lead.

    A word with ruby is a `base`, and the piece after it its `reading`.
    """

    glyphs: tuple[Glyphs, ...]
    words: str
    language: str = ""
    link: str = ""
    ruby: Literal["", "base", "reading"] = ""


class FlowLine(NamedTuple):
    """One line standing on the baseline y 0 from x 0: its pieces and its links."""

    pieces: tuple[Piece, ...]
    links: tuple[Linked, ...]
    width: float

    @property
    def glyphs(self) -> tuple[Glyphs, ...]:
        """All its letters, in the order in which they are read."""
        return tuple(glyphs for piece in self.pieces for glyphs in piece.glyphs)


class _Atom(NamedTuple):
    """What no line may part: a word, a letter or a blank; `gap` is room before it, but not at a line's start."""

    text: str
    style: TextStyle
    width: float
    blank: bool
    ruby: str = ""
    link: str = ""
    gap: float = 0.0
    language: str = ""


def flow_lines(
    words: Sequence[Words], style: FlowStyle, width: float, *, indent: float = 0.0
) -> tuple[FlowLine, ...]:
    """The words in lines `width` mm wide, the first one shorter by `indent`, with the least uneven spacing.

    Japanese breaks between letters by JIS X 4051, Latin between words. Every line but the last is spread to the
    full width where the style says so; 、 and 。 hang out. A word wider than a line is an InputError.
    """
    return _flowed(tuple(words), style, width, indent)


# A book is set for each paper it may be printed on, and most of them leave lines the same width.
@lru_cache(maxsize=1024)
def _flowed(words: tuple[Words, ...], style: FlowStyle, width: float, indent: float) -> tuple[FlowLine, ...]:
    atoms = tuple(_atoms(words, style))
    if not atoms:
        return ()
    breaks = _breaks(atoms, width, indent, style)
    directed = _directions(atoms)
    lines = []
    start = 0
    for number, end in enumerate(breaks):
        last = number == len(breaks) - 1
        shift = indent if not number else 0.0
        row = directed(start, end)
        lines.append(_set(row, style, width - shift, shift, spread=style.justified and not last))
        start = end
    return tuple(lines)


class _Row(NamedTuple):
    """What a line has as it is read, in what order it stands from left to right, and whether it begins at the right."""

    atoms: Sequence[_Atom]
    order: Sequence[int]
    right: bool


def _directions(atoms: Sequence[_Atom]) -> Callable[[int, int], _Row]:
    """What gives each line of a paragraph its atoms without the blanks at its ends, those of two directions parted."""
    text = "".join(atom.text for atom in atoms)
    mixed, base = has_right_to_left(text), paragraph_level(text)
    found = levels(text, base) if mixed else ()
    starts = [0, *accumulate(len(atom.text) for atom in atoms)]

    def row(start: int, end: int) -> _Row:
        while start < end and atoms[start].blank:
            start += 1
        while end > start and atoms[end - 1].blank:
            end -= 1
        if not mixed:
            return _Row(atoms[start:end], range(end - start), False)
        seen: list[tuple[int, _Atom]] = []
        for run in runs(text, found, base, starts[start], starts[end]):
            own = [
                (max(run.start, starts[at]), _part(atoms[at], starts[at], run))
                for at in range(start, end)
                if run.start < starts[at + 1] and starts[at] < run.end
            ]
            seen += own[::-1] if run.level % 2 else own
        read = sorted(range(len(seen)), key=lambda at: seen[at][0])
        return _Row([seen[at][1] for at in read], sorted(range(len(read)), key=read.__getitem__), base > 0)

    return row


def _part(atom: _Atom, start: int, run: Run) -> _Atom:
    """What an atom that begins at `start` of the text has of a run."""
    first, last = max(run.start - start, 0), min(run.end - start, len(atom.text))
    style, text = replace(atom.style, level=run.level), atom.text[first:last]
    width = atom.width if text == atom.text else line_width(text, style)
    return atom._replace(text=text, style=style, width=width, gap=0.0 if first else atom.gap)


def _atoms(words: Sequence[Words], style: FlowStyle) -> Iterator[_Atom]:
    before = ""
    for run in words:
        look = style.bold if run.bold else style.link if run.link else style.plain
        for piece, language in _spoken(run, style.foreign):
            width = line_width(piece, look)
            if run.ruby:
                width = max(width, line_width(run.ruby, _ruby_style(style)))
            gap = MIXED_GAP * look.size if before and _mixed(before[-1], piece[0]) else 0.0
            yield _Atom(piece, look, width, piece == " ", run.ruby, run.link, gap, language)
            before = piece


def _spoken(run: Words, foreign: Foreign) -> Iterator[tuple[str, str]]:
    """What no line may part of a run, with its language where it is another than the text's."""
    for words, language in by_language(run.text, foreign):
        for piece in [words] if run.ruby else _pieces(words):
            yield piece, language


def _ruby_style(style: FlowStyle) -> TextStyle:
    return replace(style.plain, size=max(style.plain.size * style.ruby, LEAST_TEXT), tracking=0.0)


def _pieces(text: str) -> Iterator[str]:
    """Wide letters one by one, Latin words and blanks whole."""
    word = ""
    for char in text:
        if char == " " or is_wide(char):
            if word:
                yield word
            word = ""
            yield char
        else:
            word += char
    if word:
        yield word


def _mixed(before: str, after: str) -> bool:
    return (
        is_wide(before) and before not in NOT_FIRST | NOT_LAST and after.isascii() and after.isalnum()
    ) or (is_wide(after) and after not in NOT_FIRST | NOT_LAST and before.isascii() and before.isalnum())


def _may_break(before: _Atom, after: _Atom) -> bool:
    """Whether a line may end between two atoms (JIS X 4051)."""
    if before.blank:
        return not after.blank and after.text[0] not in UNITS
    if after.blank or not may_part(before.text, after.text):
        return False
    if before.text[-1] in "/–-→" and not is_wide(before.text[-1]):
        return True
    return is_wide(before.text[-1]) or is_wide(after.text[0])


def _breaks(atoms: Sequence[_Atom], width: float, indent: float, style: FlowStyle) -> list[int]:
    """Where lines end, so that the squares of what is left over are least in all."""
    count, em = len(atoms), style.plain.size
    measure = _Measure(atoms)
    places = [0, *(at for at in range(1, count) if _may_break(atoms[at - 1], atoms[at])), count]
    begins = [measure.begin(at) for at in places]
    # For each place how bad the lines up to it look in all, and the place where the last of them begins.
    best, begin = [0.0] + [math.inf] * (len(places) - 1), [0] * len(places)
    most = width - min(indent, 0.0) + em
    first = 0
    for number, end in enumerate(places[1:], 1):
        reach, blanks, hang = measure.end(end)
        # Only places near enough are looked at, so that the work grows as the text does.
        while first < number and _natural(reach, begins[first]) - SHRINK * em * (
            blanks - begins[first].blanks
        ) > (most + hang):
            first += 1
        least = min(best[first:number], default=0.0)
        for start in range(first, number):
            natural = _natural(reach, begins[start])
            slack = width - (0.0 if start else indent) - natural
            if slack < 0.0 and slack < -max((blanks - begins[start].blanks) * SHRINK * em, hang) - 1e-6:
                continue
            bad = _badness(slack, em, natural, last=end == count)
            if best[start] + bad <= best[number]:
                best[number], begin[number] = best[start] + bad, start
            elif start and slack > 0.0 and end < count and least + bad > best[number] + 1e-6:
                # From here on lines only grow emptier.
                break
    if best[-1] == math.inf:
        wide = max(atoms, key=lambda atom: atom.width)
        raise InputError(f"{wide.text!r} does not fit a line of {width:.1f} mm", hint="shorten the word")
    breaks = []
    at = len(places) - 1
    while at > 0:
        breaks.append(places[at])
        at = begin[at]
    return breaks[::-1]


class _Begin(NamedTuple):
    """How far before a line its paragraph reaches, the gap it does not need, and the number of blanks before it."""

    left: float
    gap: float
    blanks: int


def _natural(reach: float, begin: _Begin) -> float:
    return max(reach - begin.left - begin.gap, 0.0)


class _Measure:
    """Where a line begins and ends in its paragraph; blanks at its ends do not count."""

    def __init__(self, atoms: Sequence[_Atom]) -> None:
        self.atoms = atoms
        self.widths = [0.0, *accumulate(atom.width + atom.gap for atom in atoms)]
        self.blanks = [0, *accumulate(int(atom.blank) for atom in atoms)]

    def begin(self, at: int) -> _Begin:
        while at < len(self.atoms) and self.atoms[at].blank:
            at += 1
        gap = self.atoms[at].gap if at < len(self.atoms) else 0.0
        return _Begin(self.widths[at], gap, self.blanks[at])

    def end(self, at: int) -> tuple[float, int, float]:
        """How far a line up to there reaches, the number of blanks, and the width of hanging punctuation."""
        while at and self.atoms[at - 1].blank:
            at -= 1
        last = self.atoms[at - 1]
        return self.widths[at], self.blanks[at], last.width if at and last.text in HANGING else 0.0


def _badness(slack: float, em: float, natural: float, *, last: bool) -> float:
    """How bad a line looks by what is left over; a short last line is a little bad."""
    if not last:
        return (slack / em) ** 2 + 1.0
    return 40.0 if natural < LEAST_LAST * em else 0.0


def _set(line: _Row, style: FlowStyle, width: float, shift: float, *, spread: bool) -> FlowLine:
    """A line with its slack given to its blanks, and to all seams where it has Japanese."""
    row = line.atoms
    measure = _Measure(row)
    (reach, _, hang), (left, gap, _) = measure.end(len(row)), measure.begin(0)
    natural = reach - left - gap
    slack = width - natural
    if slack < 0 and hang:
        slack = max(slack + hang, 0.0)
    seams = [at for at in range(1, len(row)) if row[at].blank or _may_break(row[at - 1], row[at])]
    if any(row[at].blank for at in seams) and not any(is_wide(atom.text[0]) for atom in row):
        seams = [at for at in seams if row[at].blank]
    each = slack / len(seams) if seams and (spread or slack < 0) else 0.0
    if each > LOOSEST * style.plain.size:
        each = 0.0
    pen, places = shift, [0.0] * len(row)
    if line.right:
        pen = max(width - natural - each * len(seams), 0.0)
    widened = frozenset(seams)
    for at in line.order:
        pen += (row[at].gap if at else 0.0) + (each if at in widened else 0.0)
        places[at] = pen
        pen += row[at].width
    return FlowLine(tuple(_read(row, places, style)), tuple(_links(row, places)), pen)


def _read(row: Sequence[_Atom], places: Sequence[float], style: FlowStyle) -> Iterator[Piece]:
    """The line in the order in which it is read: the reading of a word behind it."""
    small = _ruby_style(style)

    def alike(at: int) -> tuple[str, str, int]:
        # Every word with ruby is a piece of its own.
        return row[at].link, row[at].language, at if row[at].ruby else -1

    for (link, language, ruby), run in groupby(range(len(row)), alike):
        own = list(run)
        atoms, at = [row[each] for each in own], [places[each] for each in own]
        said = "".join(atom.text for atom in atoms)
        yield Piece(tuple(_glyphs(atoms, at)), said, language, link, "base" if ruby >= 0 else "")
        if ruby >= 0:
            atom = row[ruby]
            above = set_line(
                atom.ruby, small, places[ruby] + atom.width / 2, -0.98 * atom.style.size, "middle"
            )
            yield Piece((above,), atom.ruby, language, link, "reading")


def _glyphs(row: Sequence[_Atom], places: Sequence[float]) -> Iterator[Glyphs]:
    """Neighbours of one style as one piece of text."""
    start = 0
    while start < len(row):
        end, look = start, row[start].style
        letters: list[PlacedGlyph] = []
        while end < len(row) and (row[end].style is look or row[end].style == look):
            atom = row[end]
            # Only a word below its reading, or one set in another direction, may be narrower than its room.
            own = atom.ruby or look.level is not None
            middle = (atom.width - line_width(atom.text, look)) / 2 if own else 0.0
            letters += set_line(atom.text, atom.style, places[end] + middle, 0.0).glyphs
            end += 1
        yield Glyphs(look.font, look.size, look.ink, tuple(letters), look.stretch)
        start = end


def _links(row: Sequence[_Atom], places: Sequence[float]) -> Iterator[Linked]:
    box: Rect | None = None
    link = words = ""
    for atom, x in zip(row, places, strict=True):
        if box is not None and atom.link != link:
            yield Linked(link, box, words=words)
            box, words = None, ""
        if atom.link:
            mine = Rect(x, -0.9 * atom.style.size, atom.width, 1.15 * atom.style.size)
            box, link = (mine if box is None else box.union(mine)), atom.link
            words += atom.text
    if box is not None:
        yield Linked(link, box, words=words)
