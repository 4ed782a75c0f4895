"""Finds the common offset of backs that are all shifted together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from printkit.geometry import Affine

__all__ = ["Drift", "find_drift", "shift_of"]

Point = tuple[float, float]

# A printer is wrong by no more than this: turn in radians, scale in parts, shift in mm.
MOST_TURN, MOST_SCALE, MOST_SHIFT = 0.02, 0.01, 5.0
# A back takes part in a movement that explains its own to this many mm.
CLOSE = 0.2
# So many backs at least, and of all of them this share, have to take part.
LEAST_BACKS, LEAST_SHARE = 3, 0.6
# Less than this, in mm, is no movement.
STILL = 0.05
MOST_PAIRS = 400


class Drift(NamedTuple):
    """A small movement of a whole page: by `x` and `y` mm at its origin, turned by `turn` (radians), and by how much
    it is wider and higher, in parts."""

    turn: float
    wide: float
    high: float
    x: float
    y: float

    def at(self, point: Point) -> Point:
        """How far what belongs at this point was moved, in mm."""
        x, y = point
        return self.x + self.wide * x - self.turn * y, self.y + self.turn * x + self.high * y

    @property
    def map(self) -> Affine:
        """Where a point of the page comes to lie."""
        return Affine(1 + self.wide, self.turn, -self.turn, 1 + self.high, self.x, self.y)


def find_drift(moved: Sequence[tuple[Point, Point]]) -> Drift | None:
    """The movement most backs share, each by its place and how far it was moved; None where there is none.

    Whatever else some of them were moved by is left to be seen.
    """
    if len(moved) < LEAST_BACKS:
        return _shared(moved)
    best: tuple[int, list[tuple[Point, Point]]] = (0, [])
    places = list(dict.fromkeys(moved))
    for one, other in islice(combinations(places, 2), MOST_PAIRS):
        drift = _through(one, other)
        if drift is None or not _is_small(drift, moved):
            continue
        held = [each for each in moved if _off(drift, each) <= CLOSE]
        if len(held) > best[0]:
            best = len(held), held
    count, held = best
    if count < max(LEAST_BACKS, LEAST_SHARE * len(moved)):
        return None
    drift = _fitted(held)
    far = max(math.hypot(*drift.at(place)) for place, _ in moved)
    return drift if far > STILL and _is_small(drift, moved) else None


def _shared(moved: Sequence[tuple[Point, Point]]) -> Drift | None:
    """The shift a few backs share, which show neither turn nor scale."""
    if not moved:
        return None
    x, y = (sum(shift[axis] for _, shift in moved) / len(moved) for axis in (0, 1))
    drift = Drift(0.0, 0.0, 0.0, x, y)
    alike = all(_off(drift, each) <= CLOSE for each in moved)
    return drift if alike and STILL < math.hypot(x, y) <= MOST_SHIFT else None


def _through(one: tuple[Point, Point], other: tuple[Point, Point]) -> Drift | None:
    """The movement that explains two backs; None where they lie in one place."""
    return _fitted([one, other]) if math.dist(one[0], other[0]) > 1.0 else None


def _fitted(moved: Sequence[tuple[Point, Point]]) -> Drift:
    """The least squares of this many backs."""
    import numpy

    places, shifts = (numpy.array([each[at] for each in moved]) for at in (0, 1))
    middle, mean = places.mean(axis=0), shifts.mean(axis=0)
    x, y = (places - middle).T
    nothing = numpy.zeros_like(x)
    equations = numpy.concatenate(
        (numpy.stack((-y, x, nothing), axis=1), numpy.stack((x, nothing, y), axis=1))
    )
    turn, wide, high = numpy.linalg.lstsq(equations, (shifts - mean).T.ravel(), rcond=None)[0].tolist()
    left = float(mean[0] - wide * middle[0] + turn * middle[1])
    top = float(mean[1] - turn * middle[0] - high * middle[1])
    return Drift(turn, wide, high, left, top)


def _off(drift: Drift, moved: tuple[Point, Point]) -> float:
    place, shift = moved
    return math.dist(drift.at(place), shift)


def _is_small(drift: Drift, moved: Sequence[tuple[Point, Point]]) -> bool:
    far = max(math.hypot(*drift.at(place)) for place, _ in moved)
    scale = max(abs(drift.wide), abs(drift.high))
    return abs(drift.turn) <= MOST_TURN and scale <= MOST_SCALE and far <= MOST_SHIFT


def shift_of(usual: Any, seen: Any, px_per_mm: float) -> Point:
    """How far one drawing lies beside another in mm, to parts of a pixel: where the middle of it is least unlike."""
    import numpy

    rows, columns = (min(edges) for edges in zip(usual.shape[:2], seen.shape[:2], strict=True))
    reach = min(int(MOST_SHIFT * px_per_mm), rows // 4, columns // 4)
    if reach < 1:
        return 0.0, 0.0
    inner = usual[reach : rows - reach, reach : columns - reach].mean(axis=2)
    whole = seen[:rows, :columns].mean(axis=2)
    # The squares of all differences at once: those of both drawings, less twice what they have in common.
    common = numpy.fft.irfft2(
        numpy.fft.rfft2(whole) * numpy.fft.rfft2(inner, whole.shape).conj(), whole.shape
    )[: 2 * reach + 1, : 2 * reach + 1]
    sums = numpy.pad((whole**2).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    high, wide = inner.shape
    squares = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    unlike = squares + (inner**2).sum() - 2 * common
    row, column = numpy.unravel_index(int(unlike.argmin()), unlike.shape)
    y = float(row) - reach + _between(unlike[:, column], int(row))
    x = float(column) - reach + _between(unlike[row], int(column))
    return x / px_per_mm, y / px_per_mm


def _between(values: Any, at: int) -> float:
    """Where the foot of a curve lies beside its least value, -0.5 to 0.5."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * here + after
    return (before - after) / (2 * bend) if bend else 0.0
