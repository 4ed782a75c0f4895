"""Outlines as closed contours: which points lie inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printkit.geometry import Affine, Outline
from printkit.scene.model import Path

__all__ = ["Contour", "contours_of", "holds"]

# How many straight pieces a curve becomes: enough to know on which side of a letter's edge a point lies.
PIECES = 4


class Contour(NamedTuple):
    """One closed row of commands of an outline, its coordinates, and the box around all of them."""

    commands: str
    coordinates: tuple[float, ...]
    left: float
    top: float
    right: float
    bottom: float

    def points(self) -> list[tuple[float, float]]:
        """The contour as a polygon."""
        values = iter(self.coordinates)
        points: list[tuple[float, float]] = []
        for command in self.commands:
            if command == "C":
                points += _curve(points[-1], *(next(values) for _ in range(6)))
            elif command != "Z":
                points.append((next(values), next(values)))
        return points


def contours_of(outline: Outline) -> Iterator[Contour]:
    """The outline's contours."""
    end = 0
    for part in outline.commands.split("M")[1:]:
        commands = "M" + part
        start, end = end, end + 2 * (len(commands) - commands.count("Z")) + 4 * commands.count("C")
        numbers = outline.coordinates[start:end]
        xs, ys = numbers[0::2], numbers[1::2]
        yield Contour(commands, numbers, min(xs), min(ys), max(xs), max(ys))


def _curve(
    start: tuple[float, float], ax: float, ay: float, bx: float, by: float, x: float, y: float
) -> list[tuple[float, float]]:
    points = []
    for piece in range(1, PIECES + 1):
        t = piece / PIECES
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((a * start[0] + b * ax + c * bx + d * x, a * start[1] + b * ay + c * by + d * y))
    return points


def holds(path: Path, transform: Affine, points: Sequence[tuple[float, float]]) -> list[bool]:
    """For each point, in the card's mm, whether the path's fill lies over it."""
    if path.fill is None:
        return [False] * len(points)
    back = transform.inverse()
    own = [back.point(*point) for point in points]
    left, right = min(x for x, _ in own), max(x for x, _ in own)
    top, bottom = min(y for _, y in own), max(y for _, y in own)
    # A contour beside a point, whole, goes round it no time and is crossed evenly: it can be left out.
    near = [
        (contour, contour.points())
        for contour in contours_of(path.outline)
        if contour.left <= right and contour.right >= left and contour.top <= bottom and contour.bottom >= top
    ]
    return [_inside(near, x, y, path.even_odd) for x, y in own]


def _inside(
    contours: Sequence[tuple[Contour, Sequence[tuple[float, float]]]], x: float, y: float, even_odd: bool
) -> bool:
    winding = crossings = 0
    for contour, points in contours:
        if not (contour.left <= x <= contour.right and contour.top <= y <= contour.bottom):
            continue
        ax, ay = points[-1]
        for bx, by in points:
            if (ay <= y) != (by <= y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                winding += 1 if by > ay else -1
                crossings += 1
            ax, ay = bx, by
    return bool(crossings % 2) if even_odd else winding != 0
