"""The river of a table mat: water from edge to edge through all lines; the token goes up it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from printkit.compose.pieces.carving import (
    Stream,
    calm,
    line_length,
    parallel,
    part,
    smooth,
    stroke_rows,
    through,
)
from printkit.compose.youscout.mat_plan import MatPlan
from printkit.geometry import Outline
from printkit.kit.mat import Mat, MatPlace
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path

__all__ = ["river"]

# Water that shows less than this beside the first place is left out; mm.
LEAST_MOUTH = 12.0
# The river's banks in mm, and how wide the river is, in rows.
BANK = 1.1
WATER = 0.5
# The radius of its bends in rows, and what stays free between them and the edge in mm.
BEND = 0.42
EDGE = 4.0


def river(mat: Mat, plan: MatPlan, low: bool) -> list[Item]:
    """Water from edge to edge through all lines, the last one first, under all cards: the token goes up it."""
    line = calm(through(_course(mat, plan), 2.0), plan.row * 0.16)
    width = plan.row * WATER
    blue = find_ink("blue")
    current = Stream(line, width, plan.row * 0.42, 1.05, 3.1)
    shade = Stream(line, width - 3.0, plan.row * 0.3, 0.8, 6.2)
    return [
        Path(_band(line, width + 2 * BANK), BLACK, even_odd=False),
        Path(_band(line, width), PAPER if low else blue, even_odd=False),
        Path(_joined(stroke_rows(current)), blue if low else PAPER, even_odd=False),
        *(() if low else (Path(_joined(stroke_rows(shade)), BLACK, even_odd=False),)),
    ]


def _band(line: Sequence[tuple[float, float]], width: float) -> Outline:
    """The area along a path, its edges drawn smoothly."""
    banks = [parallel(line, side * width / 2) for side in (1, -1)]
    edges = [part(bank, 0.0, line_length(bank), max(8, int(line_length(bank) / 6))) for bank in banks]
    return smooth((*edges[0], *edges[1][::-1]), closed=True)


def _joined(strokes: Iterable[Outline]) -> Outline:
    outlines = tuple(strokes)
    commands = "".join(outline.commands for outline in outlines)
    return Outline(commands, tuple(value for outline in outlines for value in outline.coordinates))


def _course(mat: Mat, plan: MatPlan) -> list[tuple[float, float]]:
    """The river's course: through the lines from the last to the first, round a bend where the row ends."""
    width = plan.size.width
    lines = [mat.place(name) for name in reversed(mat.forward)]
    course = [(-12.0, plan.at(0, lines[0].row - 0.06)[1])]
    for number, place in enumerate(lines):
        before = lines[number - 1] if number else None
        after = lines[number + 1] if number + 1 < len(lines) else None
        if before is not None and _turns(before, place):
            course += _bends(plan, before, place)
        elif after is None or not _turns(place, after):
            # Where a column is set lower than its neighbours, the water cuts the corner.
            rows = [other.row for other in lines if _beside(other, place)]
            pull = 0.4 * (math.fsum(rows) / 2 - place.row) if len(rows) == 2 else 0.0
            course.append(plan.at(place.column, place.row + pull))
    # So little shows beside the last card that it would be a crumb.
    mouth = plan.slots[mat.forward[0]]
    end = width + 12.0 if width - mouth.right >= LEAST_MOUTH else mouth.center[0]
    course.append((end, plan.at(0, lines[-1].row)[1]))
    return course


def _turns(one: MatPlace, other: MatPlace) -> bool:
    return abs(one.column - other.column) > 1


def _beside(one: MatPlace, other: MatPlace) -> bool:
    return abs(one.row - other.row) < 1 and abs(one.column - other.column) == 1


def _bends(plan: MatPlan, before: MatPlace, after: MatPlace) -> list[tuple[float, float]]:
    """Back from the end of one row to the beginning of the next: a half circle, the way across, a half circle."""
    width, half = plan.size.width, plan.row * WATER / 2
    course: list[tuple[float, float]] = []
    forth = before.column > after.column
    radius = plan.row * BEND
    tops = plan.at(0, before.row)[1] + 2.0, plan.at(0, after.row)[1] - 2 * radius - 2.0
    for right, top in zip((forth, not forth), tops, strict=True):
        inset = half + radius + EDGE
        x = width - inset if right else inset
        angles = range(-90, 91, 30) if right else range(-90, -271, -30)
        for angle in map(math.radians, angles):
            course.append((x + radius * math.cos(angle), top + radius + radius * math.sin(angle)))
    return course
