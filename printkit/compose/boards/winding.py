"""Draws a road that winds both ways small and calm: numbers in their squares, ways of pawns on lanes of the road."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from printkit.compose.boards.road import begin_items, goal_name_items, road_line, rounded, wall_items
from printkit.compose.boards.squares import cup_items, square_items
from printkit.compose.boards.stones import Point, outer_side
from printkit.compose.pieces.carving import line_length, parallel, part
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line
from printkit.geometry import Outline, Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import polyline, rectangle, segment

__all__ = [
    "START",
    "calm_road_items",
    "calm_room",
    "calm_square_items",
    "crowding",
    "lane_lines",
    "reached",
    "winds",
]

# The road, wide enough for three arrows: half of it, what of it is black, its planks, from one to the next, how dark,
# and how round it bends; in parts of a square.
HALF, RAIL, PLANK, PITCH, PALE, BEND = 0.205, 0.014, 0.03, 0.5, 0.2, 0.25
# The ground of the start, the goal and squares with cups: how pale, and what of the square is free round it.
TINT, INSET = 0.17, 0.022
# A number: how far its middle is from the outer side of its square, and down; its em, and what it takes across.
ASIDE, DOWN, EM, WIDE = 0.19, 0.83, 0.235, 0.36
# Cups: how wide by how many there are, from one to the next, how far the outermost is from the side without a number,
# and their foot.
CUP: Mapping[str, float] = {"2": 0.24, "3": 0.185}
CUP_AIR, CUP_EDGE, CUP_FOOT = 0.015, 0.03, 0.95
# How large the room of a pawn is; from its middle to the tip of its arrow; and from one lane to the next.
ROOM, NEAR, LANE = 0.6, 0.25, 0.14
# What pawns have of the first and the last square, above its foot, here below its name.
START_ROOM, GOAL_ROOM, END_FOOT = 0.78, 0.64, 0.04
# Where a way begins before the disc of the first square, from its middle.
BEGINS = 0.38
START = 0.07
"""How large the dot is with which a way begins, in squares."""

Span: TypeAlias = tuple[int, int]


def winds(board: BoardSpec) -> bool:
    """Whether a road winds up the board, row by row and both ways, over squares on which numbers can be read."""
    cells = [board.cell(*place).center for place in board.way] if board.steps else []
    if not cells or board.ground != "rock" or outer_side(cells):
        return False
    up = all(after[1] <= before[1] + 1e-6 for before, after in pairwise(cells))
    return up and {board.rows[row][column] for column, row in board.way[1:-1]} <= {".", *CUP}


def calm_square_items(kind: str, box: Rect, place: tuple[int, int], *, low: bool) -> list[Item]:
    """A square's ground, pale for the start and where there are cups, which are drawn with the road."""
    if kind not in (*CUP, "S"):
        return square_items(kind, box, place, low=low)
    return [] if low else [Path(rectangle(box.grown(-INSET * box.width)), find_ink("green").at(TINT))]


def reached(board: BoardSpec) -> BoardSpec:
    """The board with a goal as pale as its start, without cups, so that pawns on it are seen."""
    column, row = board.way[-1]
    rows = list(board.rows)
    rows[row] = f"{rows[row][:column]}S{rows[row][column + 1 :]}"
    return board.model_copy(update={"rows": tuple(rows)})


def _cups(kind: str, box: Rect, *, right: bool) -> list[Item]:
    """So many cups as the kind of a square says, at the side where its number is not."""
    side = box.width
    wide = CUP[kind] * side
    pitch = wide + CUP_AIR * side
    cups: list[Item] = []
    for at in range(int(kind)):
        inside = CUP_EDGE * side + at * pitch
        x = box.x + inside if right else box.right - inside - wide
        cups += cup_items(
            Rect(x, box.y + CUP_FOOT * side - 0.96 * wide, wide, wide), find_ink("green"), PAPER
        )
    return cups


def calm_road_items(kit: Kit, board: BoardSpec, least: float, *, language: str, low: bool) -> Iterator[Item]:
    """The road with pale planks, and plain numbers, none smaller than `least`."""
    side = board.square
    cells = [board.cell(*place) for place in board.way]
    yield from wall_items(board, low=low, plain=True)
    line = road_line([cell.center for cell in cells], side)
    yield Path(polyline(line), stroke=BLACK, width=2 * (HALF + RAIL) * side, join="round")
    yield Path(polyline(line), stroke=PAPER, width=2 * HALF * side, join="round")
    yield Path(_planks(line, side), stroke=BLACK.at(PALE), width=PLANK * side)
    column, row = board.way[-1]
    dark = board.rows[row][column] != "S" and not low
    yield from goal_name_items(kit, cells[-1], board.ends[1:], language, low=not dark)
    yield from begin_items(kit, cells[0].center, side, (), low=low)
    for number, cell in enumerate(cells[1:-1], 1):
        style = TextStyle(kit.fonts["display"], max(EM * side, least), tracking=0.0)
        style = fit_line(str(number), style, WIDE * side, 0.8)
        x = cell.x + _across(cells, number, ASIDE) * side
        # Where the road comes up it goes round the upper corner.
        down = 1.0 - DOWN if cells[number - 1].y > cell.y else DOWN
        yield ink_center_line(str(number), style, x, cell.y + down * side + 0.36 * style.size)
        column, row = board.way[number]
        if (kind := board.rows[row][column]) in CUP:
            yield from _cups(kind, cell, right=_is_right(cells, number))


def _planks(line: Sequence[Point], side: float) -> Outline:
    planks = Outline("", ())
    total, place = line_length(line), 0.5 * PITCH * side
    while place < total:
        (x, y), (fx, fy) = part(line, place - 1e-6, min(place + 0.01 * side, total), 2)
        long = ((fx - x) ** 2 + (fy - y) ** 2) ** 0.5
        dx, dy = (fx - x) / long * HALF * side, (fy - y) / long * HALF * side
        planks += segment(x - dy, y + dx, x + dy, y - dx)
        place += PITCH * side
    return planks


def _is_right(cells: Sequence[Rect], at: int) -> bool:
    """Whether the road bends in this square from the left: its outer side is the right one."""
    around = cells[max(at - 1, 0) : at + 2]
    return any(each.y != cells[at].y for each in around) and any(each.x < cells[at].x for each in around)


def _across(cells: Sequence[Rect], at: int, share: float) -> float:
    """A place across a square, counted from the side of its number."""
    return 1.0 - share if _is_right(cells, at) else share


def _reached(line: Sequence[Point], point: Point) -> int:
    """Where a line comes nearest to a point."""
    return min(range(len(line)), key=lambda at: math.dist(line[at], point))


def calm_room(board: BoardSpec, at: int, cell: Rect) -> Rect:
    """What pawns stand on of a square of the way, drawn as `cell`: the road.

    The first and the last one have room for several.
    """
    last = len(board.way) - 1
    if at in (0, last):
        high = (GOAL_ROOM if at else START_ROOM) * cell.width
        wide = (1.0 - 2 * END_FOOT) * cell.width
        return Rect(cell.center[0] - wide / 2, cell.bottom - END_FOOT * cell.height - high, wide, high)
    cells = [board.cell(*place) for place in board.way[at - 1 : at + 2]]
    line = _middle(cells)
    (x, y), scale = line[_reached(line, cells[1].center)], cell.width / board.square
    half = ROOM * cell.width / 2
    middle = cell.x + (x - cells[1].x) * scale, cell.y + (y - cells[1].y) * scale
    return Rect(middle[0] - half, middle[1] - half, 2 * half, 2 * half)


def _middle(cells: Sequence[Rect]) -> tuple[Point, ...]:
    """The middle of the road between the middles of these squares, as many points."""
    line = rounded([cell.center for cell in cells], BEND * cells[0].width)
    return part(line, 0.0, line_length(line), 40 * len(cells) + 1)


def crowding(count: int) -> float:
    """How much of its usual room each of so many ways beside one another has: more than three share that of three."""
    return min(1.0, 2 / max(1, count - 1))


def lane_lines(cells: Sequence[Rect], spans: Sequence[Span], lanes: Sequence[int]) -> list[list[Point]]:
    """The lines of ways ahead, between squares by their numbers, along the road, each on its lane.

    They never cross. Pawns stand over those that pass them.
    """
    side, count = cells[0].width, max(lanes, default=0) + 1
    road = _middle(cells)
    pitch = LANE * side * crowding(count)
    lines = []
    for (start, end), lane in zip(spans, lanes, strict=True):
        first, last = (_reached(road, cells[at].center) for at in (start, end))
        # Beside the road of the whole way, so that both ends of a bend are the road's.
        run = parallel(road, (lane - (count - 1) / 2) * pitch)[first : last + 1]
        begun = 0.0 if start else BEGINS * side
        left = 0.5 * side if end == len(cells) - 1 else NEAR * side
        lines.append(list(part(run, begun, line_length(run) - left, 24 * (end - start + 1))))
    return lines
