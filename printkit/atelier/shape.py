"""Areas of ink as values: booleans, offsets, transforms and measures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyclipper
from numpy.typing import NDArray

Point = tuple[float, float]
Line = tuple[Point, ...]
"""An open or closed run of points, fine enough to be taken for the curve itself."""

FLATNESS = 0.003
"""How far a flattened curve may leave the true one, mm."""
CRUMB = 0.12
"""Islands of ink or paper smaller than this (mm²) are dropped (ART smallest island)."""

_SCALE = 100_000.0
"""Steps a mm in which areas are united and cut: whole numbers, so that the booleans are exact."""
_OPERATIONS = {
    "union": pyclipper.CT_UNION,
    "difference": pyclipper.CT_DIFFERENCE,
    "intersect": pyclipper.CT_INTERSECTION,
}
_DUST = 1e-3
_JOINS = {"round": pyclipper.JT_ROUND, "miter": pyclipper.JT_MITER}
_CAPS = {
    "round": pyclipper.ET_OPENROUND,
    "butt": pyclipper.ET_OPENBUTT,
    "square": pyclipper.ET_OPENSQUARE,
    "closed": pyclipper.ET_CLOSEDLINE,
}


@dataclass(frozen=True, slots=True)
class Shape:
    """An area bounded by closed outlines that do not cross, islands clockwise as seen, holes the other way.

    `a | b`, `a & b` and `a - b` are the booleans. Lengths mm, y down, angles degrees, positive clockwise as seen.
    """

    contours: tuple[Line, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.contours)

    def __or__(self, other: Shape) -> Shape:
        return _operate(self, other, "union")

    def __and__(self, other: Shape) -> Shape:
        return _operate(self, other, "intersect")

    def __sub__(self, other: Shape) -> Shape:
        return _operate(self, other, "difference")

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom; all zero when empty."""
        if not self.contours:
            return (0.0, 0.0, 0.0, 0.0)
        xs = [x for contour in self.contours for x, _ in contour]
        ys = [y for contour in self.contours for _, y in contour]
        return (min(xs), min(ys), max(xs), max(ys))

    @property
    def area(self) -> float:
        """The inked area in mm², holes taken off."""
        return sum(signed_area(contour) for contour in self.contours)

    def parts(self) -> tuple[Shape, ...]:
        """The islands, each with its own holes."""
        holes = [contour for contour in self.contours if signed_area(contour) < 0]
        islands = sorted(
            (contour for contour in self.contours if signed_area(contour) > 0),
            key=lambda contour: signed_area(contour),
        )
        owned: list[list[Line]] = [[] for _ in islands]
        boxes = [_box(contour) for contour in islands]
        for hole in holes:
            probe = _probe(hole)
            for at, island in enumerate(islands):
                left, top, right, bottom = boxes[at]
                if left <= probe[0] <= right and top <= probe[1] <= bottom and _inside(probe, island):
                    owned[at].append(hole)
                    break
        return tuple(Shape((island, *inner)) for island, inner in zip(islands, owned, strict=True))

    def without_crumbs(self, smallest: float = CRUMB) -> Shape:
        """Drops islands and fills holes smaller than `smallest` mm²."""
        kept = tuple(contour for contour in self.contours if abs(signed_area(contour)) >= smallest)
        return self if len(kept) == len(self.contours) else _united(kept)

    def filled(self, smaller_than: float = math.inf) -> Shape:
        """Without its holes; with `smaller_than`, only holes of fewer mm² are filled."""
        return _united([contour for contour in self.contours if not -smaller_than < signed_area(contour) < 0])

    def grown(self, by: float, join: str = "round") -> Shape:
        """Larger by `by` mm all round, corners rounded or (`miter`) kept sharp."""
        offset = pyclipper.PyclipperOffset(4.0, FLATNESS * _SCALE)
        offset.AddPaths(_whole(self.contours), _JOINS[join], pyclipper.ET_CLOSEDPOLYGON)
        return _read_back(offset.Execute(by * _SCALE))

    def shrunk(self, by: float, join: str = "round") -> Shape:
        """Smaller by `by` mm all round; thin places vanish."""
        return self.grown(-by, join)

    def inner_outline(self, width: float) -> Shape:
        """The outermost `width` mm of the area: its edge line drawn inside."""
        return self - self.shrunk(width)

    def mapped(self, change: Callable[[float, float], Point]) -> Shape:
        """Every point sent through `change`."""
        changed = tuple(tuple(change(x, y) for x, y in contour) for contour in self.contours)
        if sum(map(signed_area, changed)) < 0:
            changed = tuple(contour[::-1] for contour in changed)
        return Shape(changed)

    def moved(self, dx: float, dy: float = 0.0) -> Shape:
        """Shifted by mm."""
        return self.mapped(lambda x, y: (x + dx, y + dy))

    def scaled(self, kx: float, ky: float | None = None, about: Point = (0.0, 0.0)) -> Shape:
        """Scaled about a point; a negative factor mirrors."""
        factor = kx if ky is None else ky
        return self.mapped(lambda x, y: (about[0] + (x - about[0]) * kx, about[1] + (y - about[1]) * factor))

    def turned(self, degrees: float, about: Point = (0.0, 0.0)) -> Shape:
        """Rotated clockwise as seen, about a point."""
        return self.mapped(lambda x, y: turn_point((x, y), degrees, about))

    def mirrored(self, x_axis: float = 35.0) -> Shape:
        """Left and right exchanged about the vertical line x = `x_axis`."""
        return self.mapped(lambda x, y: (2 * x_axis - x, y))


EMPTY = Shape()


def turn_point(point: Point, degrees: float, about: Point = (0.0, 0.0)) -> Point:
    """A point rotated clockwise as seen."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = point[0] - about[0], point[1] - about[1]
    return (about[0] + x * c - y * s, about[1] + x * s + y * c)


def shape(*contours: Iterable[Point], evenodd: bool = False) -> Shape:
    """A Shape from raw closed outlines that may cross or overlap (all counted as ink unless `evenodd`)."""
    rings = [tuple(contour) for contour in contours]
    if evenodd:
        return _united(rings, evenodd=True)
    pieces = [_united([ring]) for ring in rings]
    return pieces[0] if len(pieces) == 1 else union(pieces)


def union(shapes: Iterable[Shape]) -> Shape:
    """All areas as one."""
    return _united([contour for piece in shapes for contour in piece.contours])


def band(
    line: Sequence[Point], width: float, cap: str = "butt", join: str = "round", closed: bool = False
) -> Shape:
    """A line of even width along a run of points; `cap` is butt, round or square."""
    offset = pyclipper.PyclipperOffset(4.0, FLATNESS * _SCALE)
    run = _tidied(tuple(line)) if closed else tuple(line)
    offset.AddPath(_whole([run])[0], _JOINS[join], _CAPS["closed" if closed else cap])
    return _read_back(offset.Execute(width / 2 * _SCALE))


def signed_area(contour: Sequence[Point]) -> float:
    """The area of one outline in mm², negative when it runs anticlockwise as seen."""
    xy = np.asarray(contour, dtype=np.float64)
    following = np.roll(xy, -1, axis=0)
    return float((xy[:, 0] * following[:, 1] - following[:, 0] * xy[:, 1]).sum() / 2)


def _probe(contour: Line) -> Point:
    """A point just off the middle of the longest edge, inside the outline."""
    xy = np.asarray(contour, dtype=np.float64)
    step = np.roll(xy, -1, axis=0) - xy
    lengths = np.hypot(step[:, 0], step[:, 1])
    at = int(lengths.argmax())
    if lengths[at] == 0:
        return contour[0]
    side = 1e-4 if signed_area(contour) > 0 else -1e-4
    middle = xy[at] + step[at] / 2
    return (
        float(middle[0] - step[at, 1] / lengths[at] * side),
        float(middle[1] + step[at, 0] / lengths[at] * side),
    )


def _box(contour: Line) -> tuple[float, float, float, float]:
    xy = np.asarray(contour, dtype=np.float64)
    low, high = xy.min(axis=0), xy.max(axis=0)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _inside(point: Point, contour: Line) -> bool:
    xy: NDArray[np.float64] = np.asarray(contour, dtype=np.float64)
    x0, y0 = xy[:, 0], xy[:, 1]
    x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
    crossing = (y0 > point[1]) != (y1 > point[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        at = x0 + (point[1] - y0) * (x1 - x0) / (y1 - y0)
    return bool(np.count_nonzero(crossing & (point[0] < at)) % 2)


def _whole(contours: Iterable[Line]) -> list[list[tuple[int, int]]]:
    """The outlines in whole steps, as the clipper wants them."""
    return [[(round(x * _SCALE), round(y * _SCALE)) for x, y in contour] for contour in contours]


def _read_back(paths: Iterable[Iterable[Sequence[int]]]) -> Shape:
    lines = (_tidied(tuple((x / _SCALE, y / _SCALE) for x, y in path)) for path in paths)
    return Shape(tuple(line for line in lines if len(line) > 2 and abs(signed_area(line)) > _DUST))


def _tidied(contour: Line, nearest: float = 0.0015) -> Line:
    """Without points that lie on top of the one before."""
    kept: list[Point] = []
    for point in contour:
        if not kept or abs(point[0] - kept[-1][0]) > nearest or abs(point[1] - kept[-1][1]) > nearest:
            kept.append(point)
    while len(kept) > 1 and math.dist(kept[0], kept[-1]) <= nearest:
        kept.pop()
    return tuple(kept)


def _united(contours: Sequence[Line], evenodd: bool = False) -> Shape:
    """Overlapping outlines as one clean area."""
    rings = [ring for ring in _whole(contours) if len(ring) > 2]
    if not rings:
        return EMPTY
    clipper = pyclipper.Pyclipper()
    if not _added(clipper, rings, pyclipper.PT_SUBJECT):
        return EMPTY
    fill = pyclipper.PFT_EVENODD if evenodd else pyclipper.PFT_NONZERO
    return _read_back(clipper.Execute(pyclipper.CT_UNION, fill, fill))


def _operate(first: Shape, second: Shape, name: str) -> Shape:
    """One boolean of two areas."""
    if not first or not second:
        return {"union": first or second, "intersect": EMPTY, "difference": first}[name]
    clipper = pyclipper.Pyclipper()
    _added(clipper, _whole(first.contours), pyclipper.PT_SUBJECT)
    _added(clipper, _whole(second.contours), pyclipper.PT_CLIP)
    fill = pyclipper.PFT_NONZERO
    return _read_back(clipper.Execute(_OPERATIONS[name], fill, fill))


def _added(clipper: pyclipper.Pyclipper, rings: list[list[tuple[int, int]]], kind: int) -> bool:
    """Hands outlines to the clipper; False when none of them encloses anything."""
    try:
        clipper.AddPaths(rings, kind, True)
    except pyclipper.ClipperException:
        return False
    return True
