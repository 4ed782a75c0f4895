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

_STEP = re.compile(rb"((?:[-+.\d]{1,40}+\s++){0,6}+)(re|[mlcvyh])(?=[\s/\[<(]|$)")


def straight_widths(painted: Painted) -> Iterator[float]:
    """The mean widths in mm of the areas with straight sides that are long enough to be lines; 0 without area."""
    if isinstance(painted.shape, Rect) or painted.shape.count(b" l") > MOST_POINTS:
        return
    path = Path(outline_of(painted.shape), fill=BLACK, even_odd=True)
    for contour in contours_of(path.outline):
        if "C" in contour.commands:
            continue
        own = contour.points()
        points = [painted.place.point(x, y) for x, y in own]
        pairs = list(zip(points, points[1:] + points[:1], strict=True))
        around = sum(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairs)
        area = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2
        if around < 2 * LINE:
            continue
        # Borders are drawn as a frame whose inner edge may have no room left: that is no line of its own.
        middle = (contour.left + contour.right) / 2, (contour.top + contour.bottom) / 2
        if 2 * area / around >= HAIRLINE or not holds(path, IDENTITY, [middle])[0]:
            yield 2 * area / around


@lru_cache(maxsize=256)
def outline_of(shape: bytes | Rect) -> Outline:
    """A path of a PDF as an outline in its own units."""
    if isinstance(shape, Rect):
        return Outline(
            "MLLLZ", (*shape[:2], shape.right, shape.y, shape.right, shape.bottom, shape.x, shape.bottom)
        )
    commands: list[str] = []
    numbers: list[float] = []
    for match in _STEP.finditer(shape):
        values = [float(each) for each in match[1].split()]
        step = match[2].decode()
        if step == "re" and len(values) >= 4:
            x, y, width, height = values[-4:]
            commands.append("MLLLZ")
            numbers += (x, y, x + width, y, x + width, y + height, x, y + height)
        elif step in "ml" and len(values) >= 2:
            commands.append(step.upper() if step == "m" or commands else "M")
            numbers += values[-2:]
        elif step in "cvy" and commands and len(values) >= (6 if step == "c" else 4):
            last = numbers[-2:]
            own = {"c": values[-6:], "v": [*last, *values[-4:]], "y": [*values[-4:], *values[-2:]]}[step]
            commands.append("C")
            numbers += own
    return Outline("".join(commands), tuple(numbers))
