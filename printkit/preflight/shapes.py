"""Geometry of outlines: points, areas and overlaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from printkit.compose.context import emblem_outline
from printkit.fonts import find_font
from printkit.geometry import Affine, Outline
from printkit.kit.art import art_source
from printkit.kit.model import Kit
from printkit.scene.inks import PAPER, Ink
from printkit.scene.model import Path

__all__ = [
    "LEAST_CONTRAST",
    "contrast",
    "emblem_of",
    "emblems_of",
    "glyph_samples",
    "holds",
    "luminance",
    "samples",
]

# Darkness of ink and ground must differ by this much (0 to 1) for a figure to be seen.
LEAST_CONTRAST = 0.25
# How many straight pieces a curve becomes: enough to tell on which side of a letter's edge a point lies.
PIECES = 4


@lru_cache(maxsize=1024)
def luminance(ink: Ink) -> float:
    """How light the ink looks on white paper, 0 (black) to 1."""
    red, green, blue = ink.tinted_srgb
    return 0.299 * red + 0.587 * green + 0.114 * blue


def contrast(one: Ink, other: Ink = PAPER) -> float:
    """How far two inks differ in lightness, 0 to 1."""
    return abs(luminance(one) - luminance(other))


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


def samples(outline: Outline, even_odd: bool = False) -> tuple[tuple[float, float], ...]:
    """A few points inside the outline, in its own units: what is tested for being seen."""
    box = outline.box()
    path = Path(outline, fill=PAPER, even_odd=even_odd)
    steps = 7
    grid = [
        (box.x + (column + 0.5) / steps * box.width, box.y + (row + 0.5) / steps * box.height)
        for row in range(steps)
        for column in range(steps)
    ]
    inside = [point for point, hit in zip(grid, holds(path, Affine(), grid), strict=True) if hit]
    return tuple(inside)


@lru_cache(maxsize=2048)
def glyph_samples(font: str, glyph: int) -> tuple[tuple[float, float], ...]:
    """A few points inside a letter, in em."""
    return samples(find_font(font).outline(glyph))


def emblems_of(kit: Kit) -> dict[str, Outline]:
    """The outline of every suit's emblem."""
    return {name: emblem_outline(art_source(kit, suit.emblem)) for name, suit in kit.suits.items()}


def emblem_of(emblems: Mapping[str, Outline], path: Path) -> str:
    """The suit whose emblem the path is, upright in its own group and not mirrored; empty when it is none."""
    for name, outline in emblems.items():
        if outline.commands != path.outline.commands:
            continue
        own, box = outline.box(), path.outline.box()
        scale = box.height / own.height
        place = Affine(scale, 0.0, 0.0, scale, box.x - scale * own.x, box.y - scale * own.y)
        moved = outline.moved_by(place).coordinates
        pairs = zip(moved, path.outline.coordinates, strict=True)
        if all(abs(one - other) < 0.01 for one, other in pairs):
            return name
    return ""
