"""The flat chisel of the air kits: strokes of one width with slanting ends, merged into glyphs on a 100 × 100 em."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printkit.atelier.cuts import directions, length, resample, spline, taper
from printkit.atelier.shape import Line, Point, Shape, shape, union

__all__ = [
    "BOLD",
    "SMALL_WIDTH",
    "Brush",
    "Chisel",
    "Stroke",
    "bar",
    "dot",
    "floor",
    "left",
    "post",
    "right",
    "wall",
]

CLIMB = 0.05
"""How far a level stroke climbs to the right, in parts of its length."""
LEVEL_CUT, UPRIGHT_CUT, LEFT_CUT, RIGHT_CUT = 62.0, 28.0, 118.0, 58.0
"""The angles the ends are cut along, degrees above the level."""
STEPS = 24
FLOOR = 0.97
GAP, NIB = 1.6, 2.6
"""Gaps narrower than this are closed and nibs thinner than this dropped, em/100."""


class Chisel(NamedTuple):
    """A cut of the glyphs: the stroke's width in em/100, and how much narrower it is in its middle."""

    width: float
    waist: float

    def at(self, t: float) -> float:
        """The width at a fraction of a stroke: wide at both ends."""
        return self.width * (1 - self.waist + 2 * self.waist * (2 * t - 1) ** 2)


BOLD = Chisel(14.2, 0.12)
SMALL_WIDTH = 12.4


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke: its centre line, the angles its two ends are cut along (None: square, inside another stroke).

    `first` and `last` scale the width at its two ends; between them it changes evenly.
    An `even` stroke has no waist: it is the floor that walls stand on.
    """

    line: Line
    start: float | None = None
    end: float | None = None
    first: float = 1.0
    last: float = 1.0
    even: bool = False


def floor(x: float, y: float, to: float) -> Stroke:
    """A level stroke between two walls, which end in its lower edge."""
    return Stroke(((x, y), (to, y - CLIMB * (to - x))), first=FLOOR, last=FLOOR, even=True)


def bar(x: float, y: float, to: float, *, start: bool = True, end: bool = True) -> Stroke:
    """A level stroke from x, y to the column `to`; an end that is not cut lies inside another stroke."""
    line = ((x, y), (to, y - CLIMB * (to - x)))
    return Stroke(line, LEVEL_CUT if start else None, LEVEL_CUT if end else None)


def post(
    x: float, y: float, to: float, *, foot: float | None = None, start: bool = True, end: bool = True
) -> Stroke:
    """An upright stroke from x, y down to the row `to`, where it stands at `foot`."""
    line = ((x, y), (x if foot is None else foot, to))
    return Stroke(line, UPRIGHT_CUT if start else None, UPRIGHT_CUT if end else None)


def wall(x: float, y: float, to: float, *, foot: float, start: bool = True) -> Stroke:
    """An upright stroke whose foot is cut along the level stroke it stands on, so that both end in one line."""
    level = math.degrees(math.atan(CLIMB))
    return Stroke(((x, y), (foot, to)), UPRIGHT_CUT if start else None, level)


def left(*points: Point, start: float | None = None, first: float = 1.0, last: float = 0.78) -> Stroke:
    """A sweep to the lower left, narrower at its foot."""
    return Stroke(spline(points), start, LEFT_CUT, first, last)


def right(*points: Point, start: float | None = None, first: float = 1.0, last: float = 1.5) -> Stroke:
    """A sweep to the lower right that swells to a flag."""
    return Stroke(spline(points), start, RIGHT_CUT, first, last)


def dot(points: Sequence[Point], widths: tuple[float, float]) -> Stroke:
    """A wedge; `widths` are those of its ends in em/100."""
    return Stroke(spline(points), LEVEL_CUT, LEVEL_CUT, widths[0] / BOLD.width, widths[1] / BOLD.width)


class Brush(NamedTuple):
    """A glyph: its strokes, and its knife cuts as centre line and greatest width."""

    strokes: tuple[Stroke, ...]
    cuts: tuple[tuple[Line, float], ...] = ()

    def mass(self, width: float = BOLD.width) -> Shape:
        """All strokes as one area, hair gaps closed and nibs dropped; `width` is the stroke's in em/100."""
        whole = union([_drawn(stroke, BOLD) for stroke in self.strokes])
        closed = whole.grown(GAP / 2, "miter").shrunk(GAP / 2, "miter")
        even = closed.shrunk(NIB / 2, "miter").grown(NIB / 2, "miter")
        # The small cut is the bold one with a thinner stroke, so that joints that are flush stay so.
        return even.shrunk((BOLD.width - width) / 2, "miter").without_crumbs(1.0)

    def cut(self) -> Shape:
        """The knife cuts, thickest in their first third."""
        return union([taper(spline(line), width, 0.58) for line, width in self.cuts])


def _drawn(stroke: Stroke, chisel: Chisel) -> Shape:
    """The stroke's area: its two edges, drawn on or back to the lines that cut its ends."""
    line = resample(stroke.line, length(stroke.line) / STEPS)
    ways = directions(line)
    count = len(line) - 1
    sides: tuple[list[Point], list[Point]] = ([], [])
    for at, ((x, y), (dx, dy)) in enumerate(zip(line, ways, strict=True)):
        t = at / count
        width = chisel.width if stroke.even else chisel.at(t)
        half = width * (stroke.first + (stroke.last - stroke.first) * t) / 2
        sides[0].append((x + dy * half, y - dx * half))
        sides[1].append((x - dy * half, y + dx * half))
    for side in sides:
        if stroke.start is not None:
            _cut_off(side, line[0], stroke.start, first=True)
        if stroke.end is not None:
            _cut_off(side, line[-1], stroke.end, first=False)
    return shape([*sides[0], *reversed(sides[1])])


def _cut_off(side: list[Point], through: Point, angle: float, *, first: bool) -> None:
    """Ends an edge where it meets the line at that angle through a point."""
    normal = math.sin(math.radians(angle)), math.cos(math.radians(angle))

    def beyond(point: Point) -> float:
        return (point[0] - through[0]) * normal[0] + (point[1] - through[1]) * normal[1]

    points = side if first else side[::-1]
    inner = beyond(points[len(points) // 2])
    while len(points) > 2 and beyond(points[1]) * inner <= 0:
        del points[0]
    one, other = beyond(points[0]), beyond(points[1])
    share = one / (one - other)
    points[0] = (
        points[0][0] + (points[1][0] - points[0][0]) * share,
        points[0][1] + (points[1][1] - points[0][1]) * share,
    )
    side[:] = points if first else points[::-1]
