"""Reads the letters of a page, and finds faces on it by them."""

from __future__ import annotations

import cmath
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import NamedTuple

from printkit.geometry import Affine, Rect
from printkit.inspect.pages import PdfFile, page_chars, page_size
from printkit.preflight.book import Face
from printkit.preflight.marks import LetterPlaces, Letters, Mark, Run, angle_between, face_marks, is_text
from printkit.scene.model import Scene

__all__ = [
    "RARE",
    "TRUE_SIZE",
    "FaceIndex",
    "Found",
    "LetterGrid",
    "Pair",
    "face_index",
    "locate",
    "page_marks",
    "settled",
    "share_in_place",
]

# Words that stand on more faces than this say little; they are asked only about text nothing else explains.
RARE = 12
# Votes for one place may differ by this much, in mm.
CELL = 2.0
# A letter counts for a place when it stands within this many mm of where the face has it.
REACH = 1.2
# Letters that stand further off than this were moved, and do not say where the card lies.
STEADY = 0.12
LEAST_SHARE = 0.3
LEAST_SHARE_SCALED = 0.5
# In the first look words for less than this share of a face's letters are no reason to try it.
LEAST_VOTES = 0.12
# A page of tables has figures without end that stand on some face too; only the best guesses are looked at.
MOST_GUESSES = 500
# Further from what the words say, in parts and degrees, a place was not found but made to fit.
LARGEST_STRETCH = 0.015
LARGEST_TURN = 2.5
# From this turn on, in degrees, letters are looked for once more.
TURNED = 0.1
# A card this close to its true size has it; a program that rewrites pages may round this much.
TRUE_SIZE = 0.003
EXACT = 0.0003
# A scale is none where letters are this near without it, in mm, and less than so many times nearer with it.
ROUNDED, NEARER = 0.005, 8.0


# A letter on a face and where it is seen, in mm.
Pair = tuple[complex, complex]
Pairs = Sequence[Pair]


class Found(NamedTuple):
    """A face on a page: the map from its mm to the page's, its scale and its turn in degrees, the finished card's box.

    `steady` is how many of its letters stand exactly where the face has them.
    """

    face: Face
    place: Affine
    scale: float
    turn: float
    trim: Rect
    steady: int


@dataclass(frozen=True, slots=True)
class FaceIndex:
    """Faces by the words on them: text to (face, run); and how often each letter stands on each, by its card."""

    words: Mapping[str, tuple[tuple[Face, Run], ...]]
    letters: Mapping[str, Counter[str]]


class _Guess(NamedTuple):
    face: Face
    angle: int
    scale: float
    x: float
    y: float


def face_index(faces: Iterable[Face]) -> FaceIndex:
    """The faces by their words."""
    words: dict[str, list[tuple[Face, Run]]] = {}
    letters: dict[str, Counter[str]] = {}
    for face in faces:
        letters[face.card] = Counter(mark.text for mark in face.marks)
        for run in face.runs:
            words.setdefault(run.text, []).append((face, run))
    return FaceIndex({text: tuple(entries) for text, entries in words.items()}, letters)


def locate(marks: Sequence[Mark], index: FaceIndex) -> tuple[Found, ...]:
    """Every face on the page, in the order from the top left; two faces never share their middle."""
    found: list[Found] = []
    left = marks if isinstance(marks, Letters) else Letters(marks)
    for distinctive in (RARE, 10**9):
        words = [run for run in left.words if 0 < len(index.words.get(run.text, ())) <= distinctive]
        least = LEAST_VOTES if distinctive == RARE else 0.0
        more = _accepted(_votes(words, index, least), marks, found, index) if words else []
        if more:
            found += more
            left = Letters(LetterPlaces(left).outside([each.trim.grown(0.5) for each in found]))
    return tuple(sorted(found, key=lambda each: (round(each.trim.y), round(each.trim.x))))


def _votes(words: Sequence[Run], index: FaceIndex, least: float) -> list[_Guess]:
    """Where faces may lie: every word votes for each face that has it; `least` is the share of letters needed."""
    counts: Counter[tuple[str, int, int, int, int]] = Counter()
    guesses: dict[tuple[str, int, int, int, int], _Guess] = {}
    for run in words:
        seen = run.marks[0]
        for face, own in index.words[run.text]:
            first = own.marks[0]
            scale = seen.em / first.em
            if not 0.3 < scale < 3:
                continue
            scale = 1.0 if abs(scale - 1) < 0.01 else scale
            angle = round(seen.angle - first.angle) % 360
            x, y = Affine.rotation(angle).point(first.x * scale, first.y * scale)
            guess = _Guess(face, angle, scale, seen.x - x, seen.y - y)
            column, row = guess.x / CELL, guess.y / CELL
            # A place near the edge of its cell also counts for the next one.
            for cell_x in {math.floor(column - 0.25), math.floor(column + 0.25)}:
                for cell_y in {math.floor(row - 0.25), math.floor(row + 0.25)}:
                    key = face.card, angle, round(50 * scale), cell_x, cell_y
                    counts[key] += len(run.text)
                    guesses.setdefault(key, guess)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    likely = (guesses[key] for key, count in ranked if count >= least * len(guesses[key].face.marks))
    return list(islice(likely, MOST_GUESSES))


class LetterGrid:
    """The letters of a page by text and millimetre, so that one can be looked for at a place."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.marks = marks
        self.cells: dict[tuple[str, int, int], list[Mark]] = {}
        for mark in marks:
            self.cells.setdefault((mark.text, math.floor(mark.x / 2), math.floor(mark.y / 2)), []).append(
                mark
            )

    def most_of(self, letters: Counter[str], area: Rect) -> int:
        """How many of these letters can stand in an area (mm) at most: as many as there are, wherever they stand."""
        left, right, top, bottom = area.x - REACH, area.right + REACH, area.y - REACH, area.bottom + REACH
        there = Counter(mark.text for mark in self.marks if left < mark.x < right and top < mark.y < bottom)
        return (there & letters).total()

    def near(self, text: str, x: float, y: float, angle: float) -> Mark | None:
        """The nearest letter with that text and turn within reach."""
        best: tuple[float, Mark | None] = (REACH, None)
        for column in range(math.floor((x - REACH) / 2), math.floor((x + REACH) / 2) + 1):
            for row in range(math.floor((y - REACH) / 2), math.floor((y + REACH) / 2) + 1):
                for mark in self.cells.get((text, column, row), ()):
                    distance = math.hypot(mark.x - x, mark.y - y)
                    if distance < best[0] and angle_between(mark.angle, angle) < 10:
                        best = (distance, mark)
        return best[1]


def _accepted(
    guesses: Sequence[_Guess], marks: Sequence[Mark], before: Sequence[Found], index: FaceIndex
) -> list[Found]:
    """The guesses that fit, best first, none in the middle of another.

    A guess that cannot have letters enough in place, or not more than one already there, is not tried.
    """
    grid = LetterGrid(marks)
    fitted: list[Found] = []
    for guess in guesses:
        place = _placed(guess)
        extent = guess.face.extent
        middle = place.point(extent.width / 2, extent.height / 2)
        if any(_holds(each, middle) for each in before):
            continue
        rival = max((each.steady for each in fitted if _holds(each, middle)), default=0)
        needed = max(_least(guess), rival + 1)
        if grid.most_of(index.letters[guess.face.card], place.rect(Rect(0.0, 0.0, *extent))) < needed:
            continue
        fit = _fit(guess, place, grid, needed)
        if fit is not None:
            fitted.append(fit)
            if _explain([*before, *fitted], marks):
                break
    found: list[Found] = []
    for fit in sorted(fitted, key=lambda each: -each.steady):
        if not any(_holds(each, fit.trim.center) for each in found):
            found.append(fit)
    return found


def _explain(found: Sequence[Found], marks: Sequence[Mark]) -> bool:
    """Whether every letter of the page is one of these faces', each there with all its letters and no other."""
    if sum(each.steady for each in found) != len(marks):
        return False
    places = LetterPlaces(marks)
    return all(
        each.steady == len(each.face.marks) == len(places.within(each.trim.grown(0.5))) for each in found
    )


def _placed(guess: _Guess) -> Affine:
    turn = Affine.rotation(guess.angle)
    return Affine.scaling(guess.scale).then(turn).then(Affine.translation(guess.x, guess.y))


def _holds(found: Found, point: tuple[float, float]) -> bool:
    """Whether the point lies well inside a card that is already found."""
    inner = found.trim.grown(-min(found.trim.width, found.trim.height) / 4)
    return inner.x < point[0] < inner.right and inner.y < point[1] < inner.bottom


def _least(guess: _Guess) -> int:
    """How many letters must be in place at least."""
    share = LEAST_SHARE if guess.scale == 1.0 else LEAST_SHARE_SCALED
    return max(2, math.ceil(share * len(guess.face.marks)))


def _fit(guess: _Guess, place: Affine, grid: LetterGrid, needed: int) -> Found | None:
    """The place that fits most letters, or None where fewer than `needed` are there."""
    pairs = _pairs(guess.face, place, guess.angle, grid, needed)
    if len(pairs) < needed:
        return None
    final, scale, turn = _fitted(pairs)
    if len(pairs) < len(guess.face.marks) and angle_between(turn, guess.angle) > TURNED:
        # On a large face that is askew the letters far from the first were out of reach.
        pairs = _pairs(guess.face, final, turn, grid, needed)
        if len(pairs) < needed:
            return None
        final, scale, turn = _fitted(pairs)
    if abs(scale / guess.scale - 1) > LARGEST_STRETCH or angle_between(turn, guess.angle) > LARGEST_TURN:
        return None
    slope, shift = complex(final.a, final.b), complex(final.e, final.f)
    sure = sum(abs(slope * own + shift - seen) <= STEADY for own, seen in pairs)
    if sure < needed:
        return None
    return Found(guess.face, final, scale, turn, final.rect(Rect(0.0, 0.0, *guess.face.extent)), sure)


def _fitted(pairs: Pairs) -> tuple[Affine, float, float]:
    """The place that carries most letters to where they are seen, its scale and its turn."""
    slope, shift = _similarity(pairs)
    limit = max(STEADY, 2 * _off(pairs, slope, shift))
    steady = [(own, seen) for own, seen in pairs if abs(slope * own + shift - seen) <= limit]
    slope, _ = _similarity(steady)
    scale, turn = abs(slope), math.degrees(cmath.phase(slope)) % 360
    if angle_between(turn, round(turn / 90) * 90) < 0.1:
        turn = float(round(turn / 90) * 90 % 360)
    final, scale = settled(steady, turn, scale)
    return final, scale, turn


def settled(pairs: Pairs, turn: float, scale: float = 0.0) -> tuple[Affine, float]:
    """Where a face so turned carries most letters to where they are seen, and its scale: that, or the one they have."""
    scale = scale or abs(_similarity(pairs)[0])
    slope, shift = _shifted(pairs, scale, turn)
    if abs(scale - 1) < TRUE_SIZE:
        plain, aside = _shifted(pairs, 1.0, turn)
        # What a program rounds looks like a scale, but brings letters not much nearer.
        far = _off(pairs, plain, aside)
        if abs(scale - 1) < EXACT or far <= min(ROUNDED, NEARER * _off(pairs, slope, shift)):
            shift, scale = aside, 1.0
    turned = Affine.scaling(scale).then(Affine.rotation(turn))
    return turned.then(Affine.translation(shift.real, shift.imag)), scale


def _shifted(pairs: Pairs, scale: float, turn: float) -> tuple[complex, complex]:
    """That turn and scale, and the shift that carries most letters where they are seen."""
    slope = cmath.rect(scale, math.radians(turn))
    rest = [seen - slope * own for own, seen in pairs]
    return slope, complex(median(value.real for value in rest), median(value.imag for value in rest))


def _off(pairs: Pairs, slope: complex, shift: complex) -> float:
    """How far letters are from where they should be, in the median."""
    return median(abs(slope * own + shift - seen) for own, seen in pairs)


def _pairs(face: Face, place: Affine, angle: float, grid: LetterGrid, needed: int) -> Pairs:
    """Letters and where they are seen; not all of them where they cannot be as many as needed."""
    pairs = []
    spare = len(face.marks) - needed
    for mark in face.marks:
        x, y = place.point(mark.x, mark.y)
        seen = grid.near(mark.text, x, y, mark.angle + angle)
        if seen is not None:
            pairs.append((complex(mark.x, mark.y), complex(seen.x, seen.y)))
        elif spare:
            spare -= 1
        else:
            break
    return pairs


def _similarity(pairs: Pairs) -> tuple[complex, complex]:
    """The turn, scale and shift that carry the first of each pair closest to the second."""
    count = len(pairs)
    own_middle = sum(own for own, _ in pairs) / count
    seen_middle = sum(seen for _, seen in pairs) / count
    spread = sum(abs(own - own_middle) ** 2 for own, _ in pairs)
    if spread < 1e-9:
        return 1 + 0j, seen_middle - own_middle
    slope = sum((seen - seen_middle) * (own - own_middle).conjugate() for own, seen in pairs) / spread
    return slope, seen_middle - slope * own_middle


# A letter this far (mm) from where it belongs is still there.
NEAR_ENOUGH = 0.3


def page_marks(pdf: PdfFile, index: int) -> Letters:
    """The letters of a page that leave ink on it, in the order of the file."""
    kept = pdf.view(index).kept
    # Whoever compares a page asks for them again.
    if "letters" not in kept:
        kept["letters"] = _read(pdf, index)
    letters: Letters = kept["letters"]
    return letters


def _read(pdf: PdfFile, index: int) -> Letters:
    paper = Rect(0.0, 0.0, *page_size(pdf, index))
    return Letters(
        Mark(char.text, char.x, char.y, char.angle, char.size, char.box)
        for char in page_chars(pdf, index, looks=False)
        if is_text(char.text) and paper.overlaps(char.box)
    )


def share_in_place(pdf: PdfFile, index: int, drawing: Scene) -> float | None:
    """The share of a drawing's letters that a page has in their places; None where the drawing has none."""
    places: dict[str, list[tuple[float, float]]] = {}
    for mark in page_marks(pdf, index):
        places.setdefault(mark.text, []).append((mark.x, mark.y))
    in_place = [
        any(math.hypot(mark.x - x, mark.y - y) <= NEAR_ENOUGH for x, y in places.get(mark.text, ()))
        for mark in face_marks(drawing)
    ]
    return sum(in_place) / len(in_place) if in_place else None
