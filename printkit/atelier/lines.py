"""Paths for the knife: circles, arcs, curves and waves as fine runs of points."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from printkit.atelier.fit import flat_cubic, parse_lines
from printkit.atelier.shape import FLATNESS, Line, Point, turn_point


def segment(start: Point, end: Point) -> Line:
    """A straight run."""
    return (start, end)


def curve(data: str) -> Line:
    """The first subpath of SVG path data, e.g. `curve("M10 20C12 30 20 40 35 40")`."""
    return parse_lines(data)[0]


def arc(centre: Point, radius: float, start: float, end: float, radius_y: float | None = None) -> Line:
    """Part of a circle or upright ellipse from angle to angle: 0° is right, 90° is down."""
    other = radius if radius_y is None else radius_y
    largest = max(abs(radius), abs(other), 0.01)
    step = min(math.radians(9), 2 * math.acos(max(0.0, 1 - FLATNESS / largest)))
    count = max(2, math.ceil(math.radians(abs(end - start)) / step))
    angles = [math.radians(start + (end - start) * at / count) for at in range(count + 1)]
    return tuple((centre[0] + radius * math.cos(a), centre[1] + other * math.sin(a)) for a in angles)


def spline(points: Sequence[Point], closed: bool = False) -> Line:
    """A smooth curve through points (centripetal Catmull-Rom)."""
    run = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    result: list[Point] = [run[1]]
    for before, start, end, after in zip(run, run[1:], run[2:], run[3:], strict=False):
        result.extend(flat_cubic((start, *_handles(before, start, end, after), end)))
    return tuple(result[:-1]) if closed else tuple(result)


def _handles(before: Point, start: Point, end: Point, after: Point) -> tuple[Point, Point]:
    a, b, c = (math.sqrt(math.dist(p, q)) for p, q in ((before, start), (start, end), (end, after)))

    def handle(p0: Point, p1: Point, p2: Point, d1: float, d2: float) -> Point:
        if d1 < 1e-9:
            return (p1[0] + (p2[0] - p1[0]) / 3, p1[1] + (p2[1] - p1[1]) / 3)
        below = 3 * d1 * (d1 + d2)
        keep = 2 * d1 * d1 + 3 * d1 * d2 + d2 * d2
        x = (d1 * d1 * p2[0] - d2 * d2 * p0[0] + keep * p1[0]) / below
        y = (d1 * d1 * p2[1] - d2 * d2 * p0[1] + keep * p1[1]) / below
        return (x, y)

    return handle(before, start, end, a, b), handle(after, end, start, c, b)


def formula(place: Callable[[float], Point], start: float, end: float, count: int = 120) -> Line:
    """A run of points computed from a parameter."""
    return tuple(place(start + (end - start) * at / count) for at in range(count + 1))


def spiral(centre: Point, radius: float, pitch: float, start: float, end: float) -> Line:
    """An Archimedean spiral: radius + pitch for every 360° turned from `start` to `end` degrees."""
    count = max(2, math.ceil(abs(end - start) / 3))

    def place(angle: float) -> Point:
        r = radius + pitch * (angle - start) / 360
        return (centre[0] + r * math.cos(math.radians(angle)), centre[1] + r * math.sin(math.radians(angle)))

    return formula(place, start, end, count)


def reverse(line: Line) -> Line:
    """The same path walked the other way."""
    return line[::-1]


def moved(line: Line, dx: float, dy: float = 0.0) -> Line:
    """The path shifted by mm."""
    return tuple((x + dx, y + dy) for x, y in line)


def turned(line: Line, degrees: float, about: Point = (0.0, 0.0)) -> Line:
    """The path rotated clockwise as seen."""
    return tuple(turn_point(point, degrees, about) for point in line)


def parallel(line: Line, by: float) -> Line:
    """The path shifted sideways, `by` mm to the right of its direction (left when negative)."""
    places = resample(line, max(0.05, min(0.4, length(line) / 60)))
    return tuple(
        (x - dy * by, y + dx * by) for (x, y), (dx, dy) in zip(places, directions(places), strict=True)
    )


def length(line: Sequence[Point]) -> float:
    """The length of a path in mm."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def resample(line: Sequence[Point], step: float) -> Line:
    """Points at even distances along a path, both ends included."""
    count = max(2, math.ceil(length(line) / step))
    return at_fractions(line, [at / count for at in range(count + 1)])


def at_fractions(line: Sequence[Point], fractions: Sequence[float]) -> Line:
    """The points at rising fractions (0–1) of a path's length."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(line)]
    total = sum(lengths)
    found: list[Point] = []
    at, done = 0, 0.0
    for fraction in fractions:
        goal = fraction * total
        while at < len(lengths) - 1 and done + lengths[at] < goal:
            done += lengths[at]
            at += 1
        share = 0.0 if lengths[at] == 0 else min(1.0, max(0.0, (goal - done) / lengths[at]))
        (x0, y0), (x1, y1) = line[at], line[at + 1]
        found.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return tuple(found)


def part(line: Line, start: float, end: float) -> Line:
    """The piece of a path between two fractions of its length."""
    count = max(2, math.ceil(length(line) * abs(end - start) / 0.2))
    return at_fractions(line, [start + (end - start) * at / count for at in range(count + 1)])


def directions(points: Sequence[Point]) -> list[Point]:
    """The unit direction of travel at every point."""
    result = []
    last = len(points) - 1
    for at in range(len(points)):
        (x0, y0), (x1, y1) = points[max(0, at - 1)], points[min(last, at + 1)]
        size = math.hypot(x1 - x0, y1 - y0) or 1.0
        result.append(((x1 - x0) / size, (y1 - y0) / size))
    return result
