"""Outlines of plain shapes, in mm, and outlines as closed contours: which points lie inside."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from printkit.geometry import Affine, Outline, Rect
from printkit.scene.model import Path

__all__ = [
    "NESTED",
    "Contour",
    "circle",
    "contours_of",
    "ellipse",
    "hexagon",
    "holds",
    "polygon",
    "polyline",
    "rectangle",
    "rounded_rectangle",
    "segment",
    "sides",
]


# ── outlines of plain shapes, in mm ──────────────────────────────────────────────────────────────────────────────────

# Four cubics with this handle follow a circle to 0.03 % of its radius.
KAPPA = 4 / 3 * math.tan(math.pi / 8)


def rectangle(rect: Rect) -> Outline:
    """A closed rectangle."""
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    return Outline("MLLLZ", (left, top, right, top, right, bottom, left, bottom))


def sides(rect: Rect) -> Outline:
    """The sides of a rectangle as four lines, to be dashed: programs begin a closed one in any corner."""
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    lines = zip(corners, (*corners[1:], corners[0]), strict=True)
    return Outline("ML" * 4, tuple(value for line in lines for point in line for value in point))


def polygon(points: Sequence[tuple[float, float]]) -> Outline:
    """A closed polygon."""
    return Outline("M" + "L" * (len(points) - 1) + "Z", tuple(chain.from_iterable(points)))


def polyline(points: Sequence[tuple[float, float]]) -> Outline:
    """An open row of straight lines."""
    return Outline("M" + "L" * (len(points) - 1), tuple(chain.from_iterable(points)))


def segment(x1: float, y1: float, x2: float, y2: float) -> Outline:
    """One straight line."""
    return Outline("ML", (x1, y1, x2, y2))


def ellipse(x: float, y: float, rx: float, ry: float) -> Outline:
    """A closed ellipse about (x, y)."""
    kx, ky = rx * KAPPA, ry * KAPPA
    quarters: Iterable[float] = (
        *(x + rx, y + ky, x + kx, y + ry, x, y + ry),
        *(x - kx, y + ry, x - rx, y + ky, x - rx, y),
        *(x - rx, y - ky, x - kx, y - ry, x, y - ry),
        *(x + kx, y - ry, x + rx, y - ky, x + rx, y),
    )
    return Outline("MCCCCZ", (x + rx, y, *quarters))


def circle(x: float, y: float, radius: float) -> Outline:
    """A closed circle about (x, y)."""
    return ellipse(x, y, radius, radius)


def rounded_rectangle(rect: Rect, radius: float) -> Outline:
    """A closed rectangle with round corners; the radius is at most half the shorter side."""
    radius = min(radius, rect.width / 2, rect.height / 2)
    if radius <= 0:
        return rectangle(rect)
    left, top, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    near = radius * (1 - KAPPA)
    return Outline(
        "MLCLCLCLCZ",
        (
            *(left + radius, top, right - radius, top),
            *(right - near, top, right, top + near, right, top + radius),
            *(right, bottom - radius),
            *(right, bottom - near, right - near, bottom, right - radius, bottom),
            *(left + radius, bottom),
            *(left + near, bottom, left, bottom - near, left, bottom - radius),
            *(left, top + radius),
            *(left, top + near, left + near, top, left + radius, top),
        ),
    )


def hexagon(trim: Rect, grown: float = 0.0) -> Outline:
    """A hexagon that fills the rectangle, its corners at the left and right where that is wider than high; else above.

    `grown` moves its sides outwards by so many mm (inwards when negative).
    """
    lying = trim.width > trim.height
    long, short = (trim.width, trim.height) if lying else (trim.height, trim.width)
    # The slanting sides go from a quarter of the length to its end, over half the width.
    slant = math.hypot(short / 2, long / 4)
    half = short / 2 + grown
    tip = long / 2 + grown * slant / (short / 2)
    near = tip - half * (long / 4) / (short / 2)
    x, y = trim.center
    corners = [(-tip, 0.0), (-near, -half), (near, -half), (tip, 0.0), (near, half), (-near, half)]
    return polygon([(x + a, y + b) if lying else (x + b, y + a) for a, b in corners])


def _grown_ellipse(trim: Rect, grown: float) -> Outline:
    return ellipse(*trim.center, trim.width / 2 + grown, trim.height / 2 + grown)


NESTED: dict[str, Callable[[Rect, float], Outline]] = {"hexagon": hexagon, "circle": _grown_ellipse}
"""Shapes that lie close together by name: what draws them into a rectangle, so many mm larger."""


# ── outlines as closed contours: which points lie inside ─────────────────────────────────────────────────────────────

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
