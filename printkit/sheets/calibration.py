"""The vernier scales of a calibration sheet, and the correction from its readings.

The sheet has two verniers along each of its four edges. Its front carries scales in whole millimetres, its back lines
1.9 mm apart. An edge is cut off roughly and folded up: then lines of the back lie against lines of the front, and a
fold moves nothing along itself. So no light, no measuring tool and no exact cut is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from printkit.errors import InputError
from printkit.geometry import IDENTITY, Affine, Outline, Rect, Size
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import segment

__all__ = [
    "EDGES",
    "MIDDLE",
    "Drift",
    "Label",
    "Turn",
    "Vernier",
    "back_items",
    "drift_of",
    "example_items",
    "fit_error",
    "front_items",
    "instruction_area",
    "mean_error",
    "scale_labels",
    "turn_over",
    "verniers",
]

Turn = Literal["long", "short", "fronts-then-backs"]

# The edges as they are named on the sheet, clockwise from the lower one.
EDGES = "ABCD"
# What a scale says where front and back meet; in the middle, so that nobody types a sign.
MIDDLE = 6
SCALE = 2 * MIDDLE + 20
STEP = 1.9
TENTHS = 10
# From the paper's edge, in mm: where it is cut, where it is folded, and so where the cut edge comes to lie.
CUT, CREASE = 10.0, 17.0
MEETING = 2 * CREASE - CUT
# How far a vernier's figures reach from the paper's edge, and so how far from the corner the next edge begins.
DEPTH = 33.0
LINE = 0.15
GUIDE = 0.2
# Beyond what the scales show.
MOST = float(2 * MIDDLE)


class Vernier(NamedTuple):
    """One vernier: its name, the place of its scale's zero along its edge, and the maps of its edge.

    The frame of an edge has its origin at the paper's corner, x along the edge and y down to the reader who has that
    edge before him. `front` maps it to the front page; `back` maps what is seen on the folded flap to the back page.
    """

    name: str
    zero: float
    front: Affine
    back: Affine

    def line(self, number: float) -> tuple[float, float]:
        """Where the flap's line of that number meets the front, in mm of the back page."""
        return self.back.point(self.zero + MIDDLE + STEP * number, -MEETING)

    @property
    def along(self) -> tuple[float, float]:
        """The direction on the back page in which a reading grows."""
        return self.back.a, self.back.b


class Label(NamedTuple):
    """Words with their middle on a baseline at the origin of `place`; `size` is the em in mm."""

    words: str
    size: float
    place: Affine


@dataclass(frozen=True, slots=True)
class Drift:
    """How far one sheet may lie from the mean of all, in mm, and how many sheets say so."""

    length: float
    sheets: int


def turn_over(paper: Size, turn: Turn) -> Affine:
    """Where a point of the front lies as seen on the back page: turned over the paper's long or short edge."""
    upright = (paper.width <= paper.height) == (turn != "short")
    if upright:
        return Affine(-1.0, 0.0, 0.0, 1.0, paper.width, 0.0)
    return Affine(1.0, 0.0, 0.0, -1.0, 0.0, paper.height)


def verniers(paper: Size, turn: Turn) -> tuple[Vernier, ...]:
    """The eight verniers A1 A2 B1 … D2, each edge's from left to right; paper without room is an InputError."""
    least = 2 * DEPTH + 2 * SCALE + 4.0
    if min(paper) < least:
        raise InputError(
            f"paper of {paper} has no room for the scales",
            key="--paper",
            hint=f"{least:g} mm or more each way",
        )
    over = turn_over(paper, turn)
    width, height = paper
    frames = (
        (width, Affine(1.0, 0.0, 0.0, 1.0, 0.0, height)),
        (height, Affine(0.0, -1.0, 1.0, 0.0, width, height)),
        (width, Affine(-1.0, 0.0, 0.0, -1.0, width, 0.0)),
        (height, Affine(0.0, 1.0, -1.0, 0.0, 0.0, 0.0)),
    )
    fold = Affine(1.0, 0.0, 0.0, -1.0, 0.0, -2 * CREASE)
    return tuple(
        Vernier(f"{edge}{number}", zero, front, fold.then(front).then(over))
        for edge, (length, front) in zip(EDGES, frames, strict=True)
        for number, zero in ((1, DEPTH + 2.0), (2, length - DEPTH - SCALE - 2.0))
    )


def instruction_area(paper: Size) -> Rect:
    """What the scales leave free on the front."""
    return Rect(0.0, 0.0, *paper).grown(-DEPTH - 1.0)


def front_items(paper: Size, turn: Turn) -> tuple[tuple[Item, ...], tuple[Label, ...]]:
    """The front: scales, the lines to cut and to fold along, and their figures."""
    items: list[Item] = []
    labels: list[Label] = []
    for vernier in verniers(paper, turn):
        items.append(_drawn(_scale(vernier.zero, -MEETING + 3.0, -MEETING - 4.0), LINE, vernier.front))
        labels += scale_labels(vernier.name, vernier.zero, -MEETING - 6.0, vernier.front)
    for number, edge in enumerate(EDGES):
        frame = verniers(paper, turn)[2 * number].front
        length = paper[number % 2]
        ends = (4.0, length - 4.0)
        crease = segment(DEPTH - 4.0, -CREASE, length - DEPTH + 4.0, -CREASE)
        items.append(_drawn(segment(ends[0], -CUT, ends[1], -CUT), GUIDE, frame, dash=(0.6, 1.2)))
        items.append(_drawn(crease, GUIDE, frame, dash=(3.0, 2.0)))
        labels.append(Label(edge, 7.0, Affine.translation(length / 2, -CREASE - 3.0).then(frame)))
    return tuple(items), tuple(labels)


def back_items(paper: Size, turn: Turn) -> tuple[tuple[Item, ...], tuple[Label, ...]]:
    """The back: the lines that meet the scales, crossing the cut, with their figures where the flap shows them."""
    items: list[Item] = []
    labels: list[Label] = []
    for vernier in verniers(paper, turn):
        zero = vernier.zero + MIDDLE
        # Beyond the cut they end where printers do.
        items.append(_drawn(_vernier(zero, -MEETING - 3.0, -MEETING + 3.0), LINE, vernier.back))
        labels += vernier_labels(zero, -MEETING + 6.2, vernier.back)
    return tuple(items), tuple(labels)


def example_items(reading: float, place: Affine) -> tuple[tuple[Item, ...], tuple[Label, ...]]:
    """A vernier as it looks with that reading, its scale's zero at the origin of `place`."""
    flap = Path(segment(-2.0, 0.0, SCALE + 2.0, 0.0), stroke=BLACK, width=GUIDE)
    lines = _scale(0.0, 0.0, -4.0) + _vernier(reading, 0.0, 3.0)
    items = (_drawn(lines, LINE, place), Group((flap,), place))
    return items, (*scale_labels("", 0.0, -6.0, place), *vernier_labels(reading, 6.2, place))


def _scale(zero: float, near: float, far: float) -> Outline:
    """A line every whole millimetre, longer at even ones."""
    lines = Outline("", ())
    for step in range(SCALE + 1):
        lines += segment(zero + step, near, zero + step, far if step % 2 == 0 else far + 1.2)
    return lines


def _vernier(zero: float, near: float, far: float) -> Outline:
    """The lines of the flap; the first one is longer."""
    lines = Outline("", ())
    for number in range(TENTHS + 1):
        x = zero + STEP * number
        lines += segment(x, near, x, far + (1.0 if number in (0, 5, TENTHS) else 0.0))
    return lines


def scale_labels(name: str, zero: float, baseline: float, place: Affine) -> tuple[Label, ...]:
    """The figures of a scale, every second one up to where its arrow may stand, and its name behind them."""
    figures = [
        Label(str(step), 1.9, Affine.translation(zero + step, baseline + 1.6).then(place))
        for step in range(0, 2 * MIDDLE + 1, 2)
    ]
    if name:
        figures.append(Label(name, 3.4, Affine.translation(zero + SCALE - 4.0, baseline + 1.4).then(place)))
    return tuple(figures)


def vernier_labels(zero: float, baseline: float, place: Affine) -> tuple[Label, ...]:
    """The figures of the flap: an arrow at 0, and the tenths."""
    words = ["▲", *(str(number) for number in range(1, TENTHS)), "0"]
    return tuple(
        Label(word, 1.6, Affine.translation(zero + STEP * number, baseline).then(place))
        for number, word in enumerate(words)
    )


def _drawn(outline: Outline, width: float, place: Affine, dash: tuple[float, ...] = ()) -> Item:
    path = Path(outline.moved_by(place), stroke=BLACK, width=width, dash=dash)
    return Group((path,), layer="guide")


def fit_error(readings: Sequence[float], paper: Size, turn: Turn) -> tuple[Affine, float]:
    """What the printer does to a back page, from the eight readings of one sheet, and how badly they agree, in mm.

    The map is a shift, a turn and a stretch each way, the best by least squares. The second value is the largest
    difference between a reading and that map. Another number of readings and impossible ones are an InputError.
    """
    places = verniers(paper, turn)
    if len(readings) != len(places):
        raise InputError(
            f"{len(readings)} readings",
            key="--read",
            hint=f"eight: {' '.join(place.name for place in places)}",
        )
    middle_x, middle_y = paper.width / 2, paper.height / 2
    rows: list[tuple[float, ...]] = []
    values: list[float] = []
    for vernier, reading in zip(places, readings, strict=True):
        if not (math.isfinite(reading) and 0.0 <= reading <= MOST):
            raise InputError(
                f"{vernier.name} reads {reading:g}", key="--read", hint=f"the scales go from 0 to {MOST:g}"
            )
        # The figure after the point says which line met, and so where the error was seen.
        x, y = vernier.line(TENTHS * (reading % 1.0))
        x, y = x - middle_x, y - middle_y
        along_x, along_y = vernier.along
        rows.append((along_x, along_y, along_y * x - along_x * y, along_x * x, along_y * y))
        values.append(reading - MIDDLE)
    shift_x, shift_y, turned, wider, taller = _least_squares(rows, values)
    error = _about((middle_x, middle_y), Affine(1.0 + wider, turned, -turned, 1.0 + taller, shift_x, shift_y))
    found = (shift_x, shift_y, turned, wider, taller)
    rest = max(
        abs(math.fsum(map(float.__mul__, row, found)) - value)
        for row, value in zip(rows, values, strict=True)
    )
    return error, rest


def _about(middle: tuple[float, float], error: Affine) -> Affine:
    """The map given for places measured from the middle, for places measured from the corner."""
    x, y = middle
    return Affine.translation(-x, -y).then(error).then(Affine.translation(x, y))


def _least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The unknowns that leave the least squares, by the normal equations; the rows determine them all."""
    count = len(rows[0])
    # Lengths beside numbers near 1 would lose digits: every column is brought to one size first.
    sizes = [max(abs(row[at]) for row in rows) for at in range(count)]
    scaled = [[row[at] / sizes[at] for at in range(count)] for row in rows]
    table = [
        [math.fsum(row[i] * row[j] for row in scaled) for j in range(count)]
        + [math.fsum(row[i] * value for row, value in zip(scaled, values, strict=True))]
        for i in range(count)
    ]
    for at in range(count):
        best = max(range(at, count), key=lambda row: abs(table[row][at]))
        table[at], table[best] = table[best], table[at]
        pivot = table[at]
        for other in range(count):
            if other != at:
                factor = table[other][at] / pivot[at]
                table[other] = [a - factor * b for a, b in zip(table[other], pivot, strict=True)]
    return [table[at][count] / table[at][at] / sizes[at] for at in range(count)]


def mean_error(errors: Sequence[Affine]) -> Affine:
    """The mean of what the printer did to several sheets; of none it is nothing."""
    if not errors:
        return IDENTITY
    return Affine(*(math.fsum(parts) / len(errors) for parts in zip(*errors, strict=True)))


def drift_of(errors: Sequence[Affine], paper: Size) -> Drift | None:
    """What is left after the mean is taken out; None from a single sheet.

    It is twice the standard deviation of where a corner of the paper lands, at the worst corner and in the worse
    direction: of a hundred sheets about five go further.
    """
    if len(errors) < 2:
        return None
    mean = mean_error(errors)
    worst = 0.0
    for corner in ((0.0, 0.0), (paper.width, 0.0), (0.0, paper.height), (paper.width, paper.height)):
        middle = mean.point(*corner)
        landed = [error.point(*corner) for error in errors]
        for axis in (0, 1):
            squares = math.fsum((point[axis] - middle[axis]) ** 2 for point in landed)
            worst = max(worst, math.sqrt(squares / (len(errors) - 1)))
    return Drift(2 * worst, len(errors))
