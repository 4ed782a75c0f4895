"""The characters of a face, from a drawing or a page, as marks and words."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple
from unicodedata import normalize

from printkit.fonts import find_font
from printkit.geometry import Affine, Rect
from printkit.scene.inks import Ink
from printkit.scene.model import Glyphs, Placed, Scene, walk

__all__ = [
    "LetterPlaces",
    "Letters",
    "Mark",
    "Run",
    "angle_between",
    "face_marks",
    "glyph_marks",
    "is_text",
    "mark_on_page",
    "runs",
    "turned",
    "words_near",
]

# Origins within this many mm of each other stand on one baseline.
SAME_LINE = 0.3
# Letters further apart than this, in em, belong to different words.
WORD_GAP = 0.8
# A word this far (mm) from a place is still there.
NEAR = 0.3


class Mark(NamedTuple):
    """One letter: what it says, its origin, its turn in degrees clockwise, its em and the box of its ink; mm.

    Marks of a drawing also carry how it is drawn: `place` maps the glyph's em to the card, `item` is its number
    in painting order.
    """

    text: str
    x: float
    y: float
    angle: float
    em: float
    box: Rect
    font: str = ""
    glyph: int = -1
    place: Affine = Affine()
    ink: Ink | None = None
    item: int = -1


class Run(NamedTuple):
    """Letters that stand together in one line, in reading order."""

    text: str
    marks: tuple[Mark, ...]


class Letters(tuple[Mark, ...]):
    """The letters of a page, and as words, which are made once however many faces are looked for."""

    @cached_property
    def words(self) -> tuple[Run, ...]:
        """The letters as words."""
        return runs(self)


def words_near(letters: Letters, rect: Rect) -> str:
    """The words of a page that reach into a box (mm), a blank between them."""
    near = [run for run in letters.words if any(mark.box.grown(NEAR).overlaps(rect) for mark in run.marks)]
    return " ".join(run.text for run in near)


class LetterPlaces:
    """Letters by where their middles lie, so that those on a card are found without asking all of a page."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks = marks
        middles = [mark.box.center for mark in marks]
        self._across = [x for x, _ in middles]
        self._order = sorted(range(len(marks)), key=lambda number: middles[number][1])
        self._down = [middles[number][1] for number in self._order]

    def within(self, area: Rect) -> list[Mark]:
        """The letters whose middle lies in an area, its edges included, in the order they came in."""
        return [self.marks[number] for number in sorted(self._numbers(area))]

    def outside(self, areas: Iterable[Rect]) -> list[Mark]:
        """The letters whose middle lies in none of these areas."""
        inside = {number for area in areas for number in self._numbers(area)}
        return [mark for number, mark in enumerate(self.marks) if number not in inside]

    def _numbers(self, area: Rect) -> Iterator[int]:
        first, last = bisect_left(self._down, area.y), bisect_right(self._down, area.bottom)
        left, right = area.x, area.right
        return (number for number in self._order[first:last] if left <= self._across[number] <= right)


def is_text(text: str) -> bool:
    """Whether a mark leaves ink: blanks and control characters do not."""
    return bool(text.strip()) and text.isprintable()


def glyph_marks(placed: Placed, number: int) -> Iterator[Mark]:
    """The letters of one placed text."""
    item = placed.item
    if not isinstance(item, Glyphs):
        return
    font = find_font(item.font)
    transform = placed.transform
    angle, scale = transform.degrees(), math.hypot(transform.c, transform.d)
    for glyph in item.glyphs:
        if not is_text(glyph.text):
            continue
        own = Affine(item.size * item.stretch, 0.0, 0.0, item.size, glyph.x, glyph.y)
        place = own.then(transform)
        box = place.rect(font.ink_box(glyph.glyph))
        x, y = transform.point(glyph.x, glyph.y)
        # Readers say a ligature letter by letter.
        says = normalize("NFKC", glyph.text) if "\ufb00" <= glyph.text <= "\ufb06" else glyph.text
        yield Mark(
            says,
            x,
            y,
            angle,
            item.size * scale,
            box,
            item.font,
            glyph.glyph,
            place,
            item.ink,
            number,
        )


def mark_on_page(mark: Mark, place: Affine, scale: float, turn: float) -> Mark:
    """The letter of a face where it stands on a page; how it is drawn is still given in the face's mm."""
    x, y = place.point(mark.x, mark.y)
    angle = (mark.angle + turn) % 360
    return mark._replace(x=x, y=y, box=place.rect(mark.box), angle=angle, em=mark.em * scale)


def face_marks(scene: Scene) -> tuple[Mark, ...]:
    """Every letter of a face that leaves ink, in painting order."""
    return tuple(mark for number, placed in enumerate(walk(scene)) for mark in glyph_marks(placed, number))


def angle_between(one: float, other: float) -> float:
    """How far two turns differ, 0 to 180 degrees."""
    return abs((one - other + 180) % 360 - 180)


def turned(mark: Mark, angle: float) -> tuple[float, float]:
    """Where the mark's origin lies for a reader who holds the face turned by `angle`: along the line, and down."""
    cos, sin = _turn(angle)
    return cos * mark.x + sin * mark.y, -sin * mark.x + cos * mark.y


def _turn(angle: float) -> tuple[float, float]:
    """Cosine and sine of a turn in degrees."""
    return math.cos(math.radians(angle)), math.sin(math.radians(angle))


def runs(marks: Iterable[Mark], gap: float = WORD_GAP) -> tuple[Run, ...]:
    """The marks as words: one angle, one em, one baseline, and no gap wider than `gap` em."""
    groups: dict[tuple[int, int], list[Mark]] = {}
    for mark in marks:
        # Font sizes that differ by 3 %, or angles by a degree, count as different.
        key = round(mark.angle) % 360, round(math.log(max(mark.em, 0.01)) / 0.03)
        groups.setdefault(key, []).append(mark)
    found: list[Run] = []
    for (angle, _), group in groups.items():
        for line in _lines(group, float(angle)):
            found += _words(line, float(angle), gap)
    return tuple(found)


def _lines(marks: Sequence[Mark], angle: float) -> Iterator[list[Mark]]:
    cos, sin = _turn(angle)
    placed = sorted(
        (((cos * mark.x + sin * mark.y, -sin * mark.x + cos * mark.y), mark) for mark in marks),
        key=lambda pair: pair[0][1],
    )
    line: list[tuple[float, Mark]] = []
    down = -math.inf
    for (along, own_down), mark in placed:
        if line and own_down - down > SAME_LINE:
            yield [each for _, each in sorted(line, key=lambda pair: pair[0])]
            line = []
        down = own_down
        line.append((along, mark))
    if line:
        yield [each for _, each in sorted(line, key=lambda pair: pair[0])]


def _words(line: Sequence[Mark], angle: float, gap: float) -> Iterator[Run]:
    word: list[Mark] = []
    end = 0.0
    turn = _turn(angle)
    for mark in line:
        start, after = _along(mark.box, turn)
        if word and start - end > gap * mark.em:
            yield Run("".join(each.text for each in word), tuple(word))
            word = []
        word.append(mark)
        end = after
    if word:
        yield Run("".join(each.text for each in word), tuple(word))


def _along(box: Rect, turn: tuple[float, float]) -> tuple[float, float]:
    """Where a box begins and ends along a line, whose turn is given as cosine and sine."""
    cos, sin = turn
    across, down = cos * box.width, sin * box.height
    start = cos * box.x + sin * box.y
    return start + min(across, 0.0) + min(down, 0.0), start + max(across, 0.0) + max(down, 0.0)
