"""How another program moved and scaled the pages of a file: found from what is drawn on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from statistics import median
from typing import Any

from printkit.geometry import Rect
from printkit.preflight.drift import Drift, shift_of
from printkit.preflight.tiles import PX_PER_MM

__all__ = ["part_of", "polished", "registered", "unlikeness"]

Pixels = Sequence[tuple[Any, Any]]
View = Callable[[Drift | None], Pixels]

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
    return float(numpy.abs(one[:rows, :columns] - other[:rows, :columns]).mean())


def registered(view: View, size: tuple[float, float]) -> Drift | None:
    """How another program moved and scaled all pages; None where it did not, or by more than one may.

    `view` shows some pages as they should be and as they are, in pixels, with that taken out; `size` is that of a
    page in mm. Measured twice: the second time what the first left over, if that made pages more alike at all.
    """
    place, unlike = None, 256.0
    for _ in range(2):
        both = view(place)
        apart = _unlike(both)
        if apart >= unlike:
            return None
        unlike = apart
        rest = _stretched([each for each in _moved(both) if max(map(abs, each[1])) <= 2 * MOST_SHIFT])
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
    for share in (1.0, 0.5):
        for axis, step in product(range(3), (share, -share)):
            scale, x, y = (step * each if at == axis else 0.0 for at, each in enumerate(STEPS))
            # A page is scaled about its middle, so that its places stay apart.
            more = Drift(0.0, scale, scale, x - scale * width / 2, y - scale * height / 2)
            while (unlike := _unlike(view(_together(place, more)))) < apart:
                place, apart = _together(place, more), unlike
    return place


def _unlike(both: Pixels) -> float:
    return sum(unlikeness(*(each.astype("int16") for each in pair)) for pair in both)


def _moved(both: Pixels) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Distinctive places of pages, and how far what is there lies beside them."""
    return [
        (rect.center, shift_of(wanted[own], seen[own], PX_PER_MM))
        for wanted, seen in both
        for rect in _distinctive(wanted)
        for own in (part_of(rect),)
    ]


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


def _distinctive(pixels: Any) -> list[Rect]:
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
