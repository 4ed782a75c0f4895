"""Draws a road that winds both ways small and calm: numbers in their squares, ways of pawns on lanes of the road."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from printkit.compose.boards.river import joined
from printkit.compose.boards.road import begin_items, goal_name_items, rounded
from printkit.compose.boards.squares import cup_items, waves
from printkit.compose.boards.stones import Point, outer_side
from printkit.compose.pieces.carving import line_length, parallel, part
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.geometry import Outline, Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, rectangle, segment

__all__ = [
    "START",
    "calm_road_items",
    "calm_room",
    "crowding",
    "lane_lines",
    "reached",
    "winds",
]

# The road, wide enough for three arrows: half of it, what frames the board, the lines between squares, and how round
# ways bend; in parts of a square.
HALF, BANK, PLANK, BEND = 0.44, 0.07, 0.04, 0.47
# How much higher than the middle of its squares ways go, so that numbers and cups have room below them.
RAISED = 0.14
# A number: its em, how high its room is, and how far that is from the edges of its square below and above a pawn.
EM, HIGH, CORNER = 0.25, 0.215, (0.055, 0.02)
# Cups of a square: how many, how wide, and from one to the next; what is free round one that stands before another;
# their foot; and how much higher they stand in the goal, and lower its name.
CUPS: Mapping[str, tuple[int, float, float]] = {
    "2": (2, 0.25, 0.26), "3": (3, 0.22, 0.145), "G": (3, 0.29, 0.3),
}  # fmt: skip
CUP_AIR, CUP_FOOT, GOAL_UP, GOAL_DOWN = 0.035, 0.9, 0.08, 0.015
# How far down the cuts are: those of plain squares by turns, and that of the wall below one.
GRAIN, WALL = ((0.14, 0.44), (0.29,)), (1.0,)
# How large the room of a pawn is; from its middle to the tip of its arrow; and from one lane to the next.
ROOM, NEAR, LANE = 0.66, 0.28, 0.185
# What pawns have of the first square, round its disc, and of the last one, below its name and above its foot.
START_ROOM, GOAL_ROOM, END_FOOT = 0.74, 0.64, 0.04
# Where a way begins before the disc of the first square, from its middle.
BEGINS = 0.38
START = 0.11
"""How large the dot is with which a way begins, in squares."""

Span: TypeAlias = tuple[int, int]


def winds(board: BoardSpec) -> bool:
    """Whether a road winds up the board, row by row and both ways, over squares on which numbers can be read.

    It takes all squares, never goes up twice at once, and has no cups where it comes up: there is no room for them.
    """
    cells = [board.cell(*place).center for place in board.way] if board.steps else []
    if not cells or board.ground != "rock" or outer_side(cells):
        return False
    kinds = [board.rows[row][column] for column, row in board.way]
    # How many rows it goes up to each square after the first.
    rises = [before - after for (_, before), (_, after) in pairwise(board.way)]
    if min(rises) < 0 or any(map(min, pairwise(rises))) or len(kinds) < sum(map(len, board.rows)):
        return False
    return all(kind in ("." if rise else ".23") for kind, rise in zip(kinds[1:-1], rises, strict=False))


def reached(board: BoardSpec) -> BoardSpec:
    """The board with a goal without cups, so that pawns on it are seen."""
    column, row = board.way[-1]
    rows = list(board.rows)
    rows[row] = f"{rows[row][:column]}S{rows[row][column + 1 :]}"
    return board.model_copy(update={"rows": tuple(rows)})


def _cups(kind: str, box: Rect, left: float, inks: tuple[Ink, Ink]) -> Iterator[Item]:
    """So many cups as the kind of a square says, from a place on, each before the next; the first ink on the second."""
    side = box.width
    count, share, pitch = CUPS[kind]
    wide = share * side
    for at in range(count):
        cup = Rect(left + at * pitch * side, box.y + CUP_FOOT * side - 0.96 * wide, wide, wide)
        if pitch < share and at:
            yield Path(circle(cup.center[0], cup.center[1], wide / 2 + CUP_AIR * side), inks[1])
        yield from cup_items(cup, *inks)


def calm_road_items(kit: Kit, board: BoardSpec, least: float, *, language: str, low: bool) -> Iterator[Item]:
    """The road as squares between black walls: black below cups, the others green with cuts along it.

    With little ink they are bare. No number is smaller than `least`.
    """
    side, green = board.square, find_ink("green")
    cells = [board.cell(*place) for place in board.way]
    squares = _squares(board)
    yield Path(rectangle(board.grid), PAPER if low else BLACK, BLACK, BANK * side)
    if low:
        yield Path(joined(map(rectangle, squares)), stroke=BLACK, width=PLANK * side)
    else:
        yield Path(joined(_wall_cuts(board)), PAPER, even_odd=False)
        full = [at for at in range(len(cells)) if _kind(board, at) in CUPS]
        plain = [at for at in range(len(cells)) if at not in full]
        yield Path(joined(rectangle(squares[at]) for at in plain), green)
        yield Path(
            joined(cut for at in plain[1:] for cut in _grain(squares[at], cells[at], at)),
            PAPER,
            even_odd=False,
        )
    yield from _goal(kit, board, squares[-1], language, low=low)
    yield Path(_planks(squares), stroke=BLACK if low else PAPER, width=PLANK * side)
    yield from begin_items(kit, cells[0].center, side, (), low=low)
    for number in range(1, len(cells) - 1):
        yield from _named(kit, board, squares[number], number, max(EM * side, least), low=low)


def _kind(board: BoardSpec, at: int) -> str:
    column, row = board.way[at]
    return board.rows[row][column]


def _squares(board: BoardSpec) -> list[Rect]:
    """What is free of each square of the way between the walls: all of it where the way comes in and goes on."""
    near = (0.5 - HALF) * board.square
    found = []
    for at, (column, row) in enumerate(board.way):
        beside = {*board.way[max(0, at - 1) : at], *board.way[at + 1 : at + 2]}
        left, top, right, foot = (
            near * ((column + x, row + y) not in beside) for x, y in ((-1, 0), (0, -1), (1, 0), (0, 1))
        )
        cell = board.cell(column, row)
        found.append(Rect.from_edges(cell.x + left, cell.y + top, cell.right - right, cell.bottom - foot))
    return found


def _grain(square: Rect, cell: Rect, number: int) -> Iterator[Outline]:
    """Cuts over a square, none on the lines at its sides."""
    for cut in waves(cell, GRAIN[number % 2], number):
        if square.grown(-PLANK / 2 * cell.width).contains(cut.box()):
            yield cut


def _wall_cuts(board: BoardSpec) -> Iterator[Outline]:
    """A row of cuts in every wall between two windings of the road."""
    for number, (square, place) in enumerate(zip(_squares(board), board.way, strict=True)):
        cell = board.cell(*place)
        if square.bottom < cell.bottom < board.grid.bottom - 0.01:
            yield from waves(cell, WALL, number)


def _goal(kit: Kit, board: BoardSpec, square: Rect, language: str, *, low: bool) -> Iterator[Item]:
    """The goal: its name, and its cups unless pawns are there."""
    side, cell = board.square, board.cell(*board.way[-1])
    lower = cell.moved(0.0, GOAL_DOWN * side)
    yield from goal_name_items(kit, lower, board.ends[1:], language, low=low)
    if _kind(board, -1) == "G":
        left = square.center[0] - _cups_wide("G") * side / 2
        yield from _cups("G", cell.moved(0.0, -GOAL_UP * side), left, _cup_inks(low=low))


def _cup_inks(*, low: bool) -> tuple[Ink, Ink]:
    """The ink of cups, and that of their ground."""
    return (BLACK, PAPER) if low else (PAPER, BLACK)


def _cups_wide(kind: str) -> float:
    """How wide the cups of a square are together, in squares."""
    count, wide, pitch = CUPS[kind]
    return (count - 1) * pitch + wide


def _named(kit: Kit, board: BoardSpec, square: Rect, number: int, em: float, *, low: bool) -> Iterator[Item]:
    """The number of a square in its lower left corner, its cups in the right one.

    Where the way comes from below, that is the upper corner round which it goes.
    """
    side = board.square
    cell, kind = board.cell(*board.way[number]), _kind(board, number)
    # With little ink lines are on the edges.
    edge = PLANK / 2 * side * low
    (before, after), (column, _) = (board.way[number - 1], board.way[number + 1]), board.way[number]
    above = before[0] == column
    high, apart = HIGH * max(side, em / EM), CORNER[above] * side + edge
    style = TextStyle(kit.fonts["display"], em, BLACK if low else PAPER, tracking=0.0)
    x, y = square.x + apart, square.bottom - apart
    if above:
        right = square.right - apart - line_width(str(number), style)
        x, y = right if after[0] < column else x, square.y + apart + high
    if kind in CUPS:
        left = square.right - edge - (_cups_wide(kind) + CUP_AIR) * side
        yield from _cups(kind, cell.moved(0.0, -edge / 2), left, _cup_inks(low=low))
        style = shrunk(str(number), style, left - x - CUP_AIR * side)
    if not low and kind not in CUPS:
        # No cut lies below a figure.
        room = Rect(x, y - high, line_width(str(number), style), high).grown(apart)
        yield Path(rectangle(_within(room, square.grown(-PLANK / 2 * side))), find_ink("green"))
    yield set_line(str(number), style, x, y - (high - 0.72 * style.size) / 2)


def _within(room: Rect, box: Rect) -> Rect:
    """What of a room lies in a box."""
    return Rect.from_edges(
        max(room.x, box.x), max(room.y, box.y), min(room.right, box.right), min(room.bottom, box.bottom)
    )


def _center(cell: Rect) -> Point:
    """Where the middle of ways crosses a square."""
    x, y = cell.center
    return x, y - RAISED * cell.height


def _planks(squares: Sequence[Rect]) -> Outline:
    """A line where one square ends and the next begins."""
    planks = Outline("", ())
    for one, other in pairwise(squares):
        left, top = max(one.x, other.x), max(one.y, other.y)
        planks += segment(left, top, min(one.right, other.right), min(one.bottom, other.bottom))
    return planks


def _reached(line: Sequence[Point], point: Point) -> int:
    """Where a line comes nearest to a point."""
    return min(range(len(line)), key=lambda at: math.dist(line[at], point))


def calm_room(board: BoardSpec, at: int, cell: Rect) -> Rect:
    """What pawns stand on of a square of the way, drawn as `cell`: the road.

    The first and the last one have room for several.
    """
    last = len(board.way) - 1
    if at == 0:
        x, y = cell.center
        half = START_ROOM * cell.width / 2
        return Rect(x - half, y - half, 2 * half, 2 * half)
    if at == last:
        foot = END_FOOT * cell.width
        return Rect.from_edges(
            cell.x + foot, cell.bottom - foot - GOAL_ROOM * cell.width, cell.right - foot, cell.bottom - foot
        )
    cells = [board.cell(*place) for place in board.way[at - 1 : at + 2]]
    line = _middle(cells)
    (x, y), scale = line[_reached(line, _center(cells[1]))], cell.width / board.square
    half = ROOM * cell.width / 2
    middle = cell.x + (x - cells[1].x) * scale, cell.y + (y - cells[1].y) * scale
    return Rect(middle[0] - half, middle[1] - half, 2 * half, 2 * half)


def _middle(cells: Sequence[Rect]) -> tuple[Point, ...]:
    """The middle of the road between the middles of these squares, as many points."""
    line = rounded([*map(_center, cells)], BEND * cells[0].width)
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
        first, last = (_reached(road, _center(cells[at])) for at in (start, end))
        # Beside the road of the whole way, so that both ends of a bend are the road's.
        run = parallel(road, (lane - (count - 1) / 2) * pitch)[first : last + 1]
        begun = 0.0 if start else BEGINS * side
        left = 0.5 * side if end == len(cells) - 1 else NEAR * side
        lines.append(list(part(run, begun, line_length(run) - left, 24 * (end - start + 1))))
    return lines
