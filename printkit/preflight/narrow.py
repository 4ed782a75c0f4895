"""Finds filled shapes that are lines: outlines of paths, and how wide they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from printkit.backends.inspect_painted import Painted
from printkit.geometry import IDENTITY, Outline, Rect
from printkit.scene.contours import contours_of, holds
from printkit.scene.inks import BLACK
from printkit.scene.model import Path

__all__ = ["HAIRLINE", "LINE", "outline_of", "straight_widths"]

# Thinner than this is whatever one dot of the printer is, in mm.
HAIRLINE = 0.003
# An area is a line if it is this long, in mm.
LINE = 1.0
# Paths with more points are pictures, in which thin places are drawn on purpose.
MOST_POINTS = 4_000

# A part of a path, from where it begins up to the next beginning; and what makes it no polygon.
_PARTS = re.compile(rb"[-+.\d]++\s++[-+.\d]++\s++m(?:\s++(?![-+.\d]++\s++[-+.\d]++\s++m)\S++)*+")
_CURVE = re.compile(rb"[cvy]")
_OPERANDS = {b"re": 4, b"m": 2, b"l": 2, b"c": 6, b"v": 4, b"y": 4, b"h": 0}


def straight_widths(painted: Painted) -> Iterator[float]:
    """The mean widths in mm of the areas with straight sides that are long enough to be lines; 0 without area."""
    if isinstance(painted.shape, Rect):
        return
    for own, bordered in _polygons(painted.shape):
        points = [painted.place.point(x, y) for x, y in own]
        pairs = list(zip(points, points[1:] + points[:1], strict=True))
        around = sum(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairs)
        area = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2
        if around >= 2 * LINE and (2 * area / around >= HAIRLINE or not bordered):
            yield 2 * area / around


# The same signs stand on every page.
@lru_cache(maxsize=4096)
def _polygons(shape: bytes) -> tuple[tuple[list[tuple[float, float]], bool], ...]:
    """The areas of a path with straight sides, and whether each lies in ink.

    Borders are drawn as a frame whose inner edge may have no room left: that is no line of its own.
    """
    if shape.count(b" l") > MOST_POINTS:
        return ()
    path = Path(outline_of(_straight(shape)), fill=BLACK, even_odd=True)
    straight = [each for each in contours_of(path.outline) if "C" not in each.commands]
    if not straight:
        return ()
    middles = [((each.left + each.right) / 2, (each.top + each.bottom) / 2) for each in straight]
    inside = holds(path, IDENTITY, middles)
    return tuple((each.points(), held) for each, held in zip(straight, inside, strict=True))


def _straight(path: bytes) -> bytes:
    """A path without the parts that have curves: these are many, and reading their numbers takes long."""
    if b"re" in path or not _CURVE.search(path):
        return path
    return b" ".join(part for part in _PARTS.findall(path) if not _CURVE.search(part))


@lru_cache(maxsize=256)
def outline_of(shape: bytes | Rect) -> Outline:
    """A path of a PDF as an outline in its own units."""
    if isinstance(shape, Rect):
        return Outline(
            "MLLLZ", (*shape[:2], shape.right, shape.y, shape.right, shape.bottom, shape.x, shape.bottom)
        )
    commands: list[str] = []
    numbers: list[float] = []
    operands: list[bytes] = []
    for word in shape.split():
        count = _OPERANDS.get(word)
        if count is None:
            operands.append(word)
            continue
        values, operands = [_number(each) for each in operands[-count:]] if count else [], []
        if word == b"h" or len(values) < count:
            continue
        if word == b"re":
            x, y, width, height = values
            commands.append("MLLLZ")
            numbers += (x, y, x + width, y, x + width, y + height, x, y + height)
        elif word in b"ml":
            commands.append("L" if word == b"l" and commands else "M")
            numbers += values
        elif commands:
            last = numbers[-2:]
            commands.append("C")
            numbers += {b"c": values, b"v": [*last, *values], b"y": [*values, *values[-2:]]}[word]
    return Outline("".join(commands), tuple(numbers))


def _number(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return 0.0
