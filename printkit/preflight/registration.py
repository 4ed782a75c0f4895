"""How pages and backs lie beside their places, found from what is drawn on them: moved and scaled by another program,
or moved for a printer that was measured; and which page of a file is which.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations, islice, product
from statistics import median
from typing import Any, NamedTuple

from printkit.geometry import Affine, Rect
from printkit.inspect.pages import PdfFile, render_page
from printkit.kit.model import Kit
from printkit.preflight.locate import page_marks
from printkit.preflight.sheet_label import read_label
from printkit.preflight.tiles import PX_PER_MM

__all__ = [
    "Drift",
    "distinctive",
    "find_drift",
    "paired",
    "part_of",
    "polished",
    "registered",
    "shift_of",
    "thumbnail",
    "unlikeness",
]

Point = tuple[float, float]
Pixels = Sequence[tuple[Any, Any]]
View = Callable[["Drift | None"], Pixels]
"""Parts of some pages as they should be and as they are, in pixels, with that movement taken out."""

# All pages of a rewritten file may lie beside their place by this much, in mm, and be scaled by this much:
# some programs cut pages to whole points.
MOST_SHIFT, MOST_SCALE = 0.5, 0.002
# The steps in which a place is polished: scale, and mm across and down.
STEPS = (0.00012, 0.02, 0.02)
# Where pages lie is measured in squares of so many mm.
BLOCK = 24.0


def unlikeness(one: Any, other: Any) -> float:
    """How far two thumbnails differ, the mean of 255; pages of other sizes are as far apart as can be."""
    import numpy

    if max(abs(a - b) for a, b in zip(one.shape, other.shape, strict=True)) > 1:
        return 255.0
    rows, columns, _ = (min(edges) for edges in zip(one.shape, other.shape, strict=True))
    one, other = one[:rows, :columns], other[:rows, :columns]
    apart = numpy.maximum(one, other)
    apart -= numpy.minimum(one, other)
    return float(apart.mean())


def registered(centers: Sequence[Point], view: View, size: tuple[float, float]) -> Drift | None:
    """How another program moved and scaled all pages; None where it did not, or by more than one may.

    `view` shows parts with these centres; `size` is that of a page in mm. Measured twice: the second time what the
    first left over, if that made pages more alike at all.
    """
    place, unlike = None, 256.0 * len(centers)
    for _ in range(2):
        both = view(place)
        apart = _unlike(both)
        if apart >= unlike:
            return None
        unlike = apart
        shifts = [shift_of(*pair, PX_PER_MM) for pair in both]
        moved = zip(centers, shifts, strict=True)
        rest = _stretched([each for each in moved if max(map(abs, each[1])) <= 2 * MOST_SHIFT])
        if rest is None:
            break
        found = rest if place is None else _together(place, rest)
        if max(abs(found.wide), abs(found.high)) > MOST_SCALE or max(abs(found.x), abs(found.y)) > MOST_SHIFT:
            break
        place = found
    return place and polished(place, view, size)


def polished(place: Drift, view: View, size: tuple[float, float]) -> Drift:
    """The place moved and scaled in small steps while pages get more alike: patterns mislead a measure."""
    if max(map(abs, place[3:])) < STEPS[1] and abs(place.wide) < STEPS[0]:
        return place
    width, height = size
    apart = _unlike(view(place))
    for share in (1.0, 0.25, 0.125):
        for axis, step in product(range(3), (share, -share)):
            scale, x, y = (step * each if at == axis else 0.0 for at, each in enumerate(STEPS))
            # A page is scaled about its middle, so that its places stay apart.
            more = Drift(0.0, scale, scale, x - scale * width / 2, y - scale * height / 2)
            while (unlike := _unlike(view(_together(place, more)))) < apart:
                place, apart = _together(place, more), unlike
    return place


def _unlike(both: Pixels) -> float:
    return sum(unlikeness(*pair) for pair in both)


def _together(one: Drift, other: Drift) -> Drift:
    return Drift(0.0, *(a + b for a, b in zip(one[1:], other[1:], strict=True)))


def _stretched(moved: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> Drift | None:
    """The shift and the scale, the same both ways, that most places share; None where there are too few.

    Medians, which a few wrong ones do not move.
    """
    if len(moved) < 2:
        return None
    slopes = [
        (other[1][axis] - one[1][axis]) / (other[0][axis] - one[0][axis])
        for one, other in combinations(moved, 2)
        for axis in (0, 1)
        if abs(one[0][axis] - other[0][axis]) >= BLOCK
    ]
    scale = median(slopes or [0.0])
    x, y = (median(shift[axis] - scale * place[axis] for place, shift in moved) for axis in (0, 1))
    return Drift(0.0, scale, scale, x, y)


def part_of(rect: Rect) -> Any:
    left, top = max(0, round(rect.x * PX_PER_MM)), max(0, round(rect.y * PX_PER_MM))
    return slice(top, round(rect.bottom * PX_PER_MM)), slice(left, round(rect.right * PX_PER_MM))


def distinctive(pixels: Any) -> list[Rect]:
    """The squares with most edges, one of each ninth of the page."""
    import numpy

    grey = pixels.sum(axis=2, dtype=numpy.int16)
    edges = numpy.abs(numpy.diff(grey, axis=0))[:, 1:] > 90
    edges |= numpy.abs(numpy.diff(grey, axis=1))[1:] > 90
    size = round(BLOCK * PX_PER_MM)
    height, width = edges.shape
    best: dict[tuple[int, int], tuple[int, int, int]] = {}
    for top in range(0, height - size, size):
        for left in range(0, width - size, size):
            part = 3 * top // height, 3 * left // width
            count = int(edges[top : top + size, left : left + size].sum())
            best[part] = max(best.get(part, (0, 0, 0)), (count, left, top))
    return [
        Rect(left / PX_PER_MM, top / PX_PER_MM, BLOCK, BLOCK) for count, left, top in best.values() if count
    ]


# A printer is wrong by no more than this: turn in radians, scale in parts, shift in mm.
MOST_TURN, MOST_WIDER, MOST_ASIDE = 0.02, 0.01, 5.0
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
    return drift if alike and STILL < math.hypot(x, y) <= MOST_ASIDE else None


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
    return abs(drift.turn) <= MOST_TURN and scale <= MOST_WIDER and far <= MOST_ASIDE


def shift_of(usual: Any, seen: Any, px_per_mm: float) -> Point:
    """How far one drawing lies beside another in mm, to parts of a pixel: where the middle of it is least unlike."""
    import numpy

    rows, columns = (min(edges) for edges in zip(usual.shape[:2], seen.shape[:2], strict=True))
    reach = min(int(MOST_ASIDE * px_per_mm), rows // 4, columns // 4)
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


# ── which page is which ───────────────────────────────────────────────────────────────────────────────────────────────

# Pages are paired by pictures of so many pixels a mm.
THUMB_PX = 1.5
# Squares of so many of them show that most are other pages.
SQUARE = 8
# A page this far from every page there should be (mean of 255) is none of them.
STRANGE = 29.0
# Letters that another program smooths in its own way make a page of small ones stranger still; others are 58 and more.
STRANGE_REWRITTEN = 40.0


def thumbnail(pdf: PdfFile, index: int) -> Any:
    """A small picture of a page."""
    return render_page(pdf, index, 25.4 * THUMB_PX, gray=False)


def _label(pdf: PdfFile, index: int, kit: Kit) -> str:
    """What a sheet says that it is; empty where it says nothing."""
    label = read_label(page_marks(pdf, index), (kit,))
    return "".join(mark.text for mark in label.marks) if label is not None else ""


def paired(
    pdf: PdfFile, wanted: PdfFile, kit: Kit, identical: Sequence[bool], *, rewritten: bool
) -> list[int | None]:
    """For each page the one it should be: that of its own number where no other is clearly more like it."""
    strange = STRANGE_REWRITTEN if rewritten else STRANGE
    if rewritten and len(pdf) == len(wanted):
        # A sheet that says which it is need not be looked for; whether it is that one is seen in what it shows.
        labels, should_say = (
            [_label(each, index, kit) for index in range(len(pdf))] for each in (pdf, wanted)
        )
        identical = [
            bool(one) and one == other and labels.count(one) == 1
            for one, other in zip(labels, should_say, strict=True)
        ]
    should = cache(partial(thumbnail, wanted))
    coarse = cache(lambda each: _in_squares(should(each)))
    pairs: list[int | None] = []
    # With all pages there, one is moved only if it clearly belongs elsewhere; else labels pair equal backs.
    more, least = (1.02, 0.001) if len(pdf) == len(wanted) else (1.0, 0.0)
    for index in range(len(pdf)):
        if identical[index] and len(pdf) == len(wanted):
            pairs.append(index)
            continue
        own = thumbnail(pdf, index)
        far = unlikeness(own, should(index)) if index < len(wanted) else 256.0
        if far < 0.05 and len(pdf) == len(wanted):
            pairs.append(index)
            continue
        # Most pages are further apart even in squares, so few are looked at in full.
        squares = _in_squares(own)
        apart = {
            each: far if each == index else unlikeness(own, should(each))
            for each in range(len(wanted))
            if each == index or _apart_at_least(squares, coarse(each)) <= far
        }
        if min(apart.values(), default=256.0) > strange:
            apart = {each: _unlike_moved(own, should(each)) for each in range(len(wanted))}
            far = apart.get(index, far)
        best = min(apart, key=apart.__getitem__)
        if apart[best] > strange:
            pairs.append(None)
        else:
            pairs.append(index if far <= more * apart[best] + least else best)
    return pairs


def _in_squares(pixels: Any) -> tuple[Any, tuple[int, ...]]:
    """The sums of a thumbnail's squares, and its shape."""
    import numpy

    rows, columns, _ = pixels.shape
    sums = numpy.add.reduceat(pixels, range(0, rows, SQUARE), axis=0, dtype=numpy.int32)
    return numpy.add.reduceat(sums, range(0, columns, SQUARE), axis=1), pixels.shape


def _apart_at_least(one: tuple[Any, tuple[int, ...]], other: tuple[Any, tuple[int, ...]]) -> float:
    """How unlike two thumbnails are at least: nothing is known of those of other sizes."""
    (sums, shape), (others, also) = one, other
    return float(abs(sums - others).sum()) / math.prod(shape) if shape == also else 0.0


def _unlike_moved(own: Any, should: Any) -> float:
    """How far a page differs from one there should be, laid where they agree best: backs are moved for a printer."""
    import numpy

    if own.shape != should.shape:
        return unlikeness(own, should)
    across, down = (round(each * THUMB_PX) for each in shift_of(should, own, THUMB_PX))
    return unlikeness(numpy.roll(own, (-down, -across), axis=(0, 1)), should)
