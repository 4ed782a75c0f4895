"""Draws a road that winds both ways small and calm: numbers in their squares, ways of pawns on lanes of the road."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from printkit.compose.boards.river import joined
from printkit.compose.boards.road import begin_items, goal_name_items, rounded
from printkit.compose.boards.squares import cup_items, waves
from printkit.compose.boards.stones import Point, Stone, outer_side, stone_items
from printkit.compose.pieces.carving import line_length, parallel, part
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.geometry import Outline, Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle, segment

__all__ = [
    "START",
    "calm_road_items",
    "calm_room",
    "crowding",
    "lane_lines",
    "reached",
    "stretch_items",
    "way_back",
    "winds",
]

# The road, wide enough for three arrows: half of it, what frames the board, the lines between squares, and how round
# ways bend; in parts of a square.
HALF, BANK, PLANK, BEND = 0.44, 0.07, 0.04, 0.47
# Where ways cross a square, so that the stone of its number and its cup have the room below and left of them.
ACROSS, DOWN = 0.66, 0.29
# A stone: its middle from the left edge of its square and from the foot, its radius, and the em of a figure.
STONE_AT, STONE, EM = (0.225, 0.23), 0.16, 0.215
# The cup of a square: how wide, how far it is from its foot and its side, the em and the baseline of its count, in
# cups; and how much larger it is in the goal, and lower the name there.
CUP, CUP_FOOT, CUP_SIDE, COUNT, COUNT_DOWN, GOAL_LARGER, GOAL_DOWN = 0.38, 0.01, 0.03, 0.53, 0.645, 1.3, 0.015
# How far down the cuts in the wall below a square are.
WALL = (1.0,)
COUNTS: Mapping[str, int] = {"2": 2, "3": 3, "G": 3}
# How large the room of a pawn is; from its middle to the tip of its arrow; and from one lane to the next.
ROOM, NEAR, LANE = 0.58, 0.29, 0.15
# What pawns have of the first square, round its disc, and of the last one, below its name and above its foot.
START_ROOM, GOAL_ROOM, END_FOOT = 0.74, 0.64, 0.04
# Where a way begins before the disc of the first square, from its middle.
BEGINS = 0.6
# How much of a way into the goal is left out, from the middle of ways there.
INTO_GOAL = 0.6
# The way back: from one to the next, how round it bends, and how far from the middle of the first square it ends.
BESIDE, ROUND, AT_START = 0.16, 0.12, 0.31
START = 0.085
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


def _cup(kit: Kit, kind: str, square: Rect, side: float, *, low: bool) -> Iterator[Item]:
    """One cup at the foot of a square, on it how many lie there: at the right, in the goal in the middle."""
    wide = CUP * side * (GOAL_LARGER if kind == "G" else 1.0)
    right = square.center[0] + wide / 2 if kind == "G" else square.right - CUP_SIDE * side
    cup = Rect(right - wide, square.bottom - CUP_FOOT * side - 0.96 * wide, wide, wide)
    yield from cup_items(cup, BLACK, PAPER, wine=PAPER if low else find_ink("green"), bare=True)
    style = TextStyle(kit.fonts["display"], COUNT * wide, PAPER, tracking=0.0)
    yield ink_center_line(str(COUNTS[kind]), style, cup.center[0], cup.y + COUNT_DOWN * wide)


def calm_road_items(kit: Kit, board: BoardSpec, least: float, *, language: str, low: bool) -> Iterator[Item]:
    """The road as squares between black walls, with nothing on them but their numbers: bare below cups, else green.

    With little ink all are bare. No number is smaller than `least`.
    """
    edge = BANK * board.square
    yield Path(rectangle(board.grid), PAPER if low else BLACK, BLACK, edge)
    if not low:
        yield Path(joined(_wall_cuts(board)), PAPER, even_odd=False)
    yield from _square_items(kit, board, range(len(board.way)), least, language=language, low=low)


def stretch_items(
    kit: Kit, board: BoardSpec, span: Span, *, language: str, low: bool
) -> tuple[list[Item], Rect]:
    """Squares of the road from one to another, whole and alone in a frame; and the box of that."""
    numbers = range(span[0], span[1] + 1)
    box = reduce(Rect.union, _squares(board, numbers))
    frame = Path(rectangle(box), PAPER if low else BLACK, BLACK, BANK * board.square)
    drawn = _square_items(kit, board, numbers, 0.0, language=language, low=low)
    return [frame, *drawn], box.grown(BANK / 2 * board.square)


def _square_items(
    kit: Kit, board: BoardSpec, numbers: Sequence[int], least: float, *, language: str, low: bool
) -> Iterator[Item]:
    """Squares of the road that follow each other, with all that stands on them."""
    side, last = board.square, len(board.way) - 1
    squares, cells = _squares(board, numbers), [board.cell(*place) for place in board.way]
    if low:
        yield Path(joined(map(rectangle, squares)), stroke=BLACK, width=PLANK * side)
    else:
        # The goal is bare, whether its cups are drawn or pawns are there.
        bare = [_kind(board, at) in COUNTS or at == last for at in numbers]
        for ink, is_bare in ((find_ink("green"), False), (PAPER, True)):
            own = [square for square, each in zip(squares, bare, strict=True) if each == is_bare]
            if own:
                yield Path(joined(map(rectangle, own)), ink)
    yield Path(_planks(squares), stroke=BLACK if low else PAPER, width=PLANK * side)
    if last in numbers:
        head = cells[last].moved(0.0, GOAL_DOWN * side)
        yield from goal_name_items(kit, head, board.ends[1:], language, low=True)
    if 0 in numbers:
        yield from begin_items(kit, cells[0].center, side, (), low=low)
    for at, square in zip(numbers, squares, strict=True):
        if (kind := _kind(board, at)) in COUNTS:
            yield from _cup(kit, kind, square, side, low=low)
    stones = [stone for stone in _stones(cells, side, least) if stone.number in numbers]
    yield from stone_items(kit, stones, low=low)


def _stones(cells: Sequence[Rect], side: float, least: float) -> Iterator[Stone]:
    """Each number in the lower left corner of its square."""
    em = max(EM * side, least)
    for number, cell in enumerate(cells[1:-1], 1):
        middle = cell.x + STONE_AT[0] * side, cell.bottom - STONE_AT[1] * side
        yield Stone(number, middle, max(STONE * side, 0.74 * em), em)


def _kind(board: BoardSpec, at: int) -> str:
    column, row = board.way[at]
    return board.rows[row][column]


def _squares(board: BoardSpec, numbers: Sequence[int]) -> list[Rect]:
    """What is free of squares that follow each other, between the walls: all where the way comes in and goes on."""
    near = (0.5 - HALF) * board.square
    found = []
    for at in numbers:
        column, row = board.way[at]
        beside = {board.way[other] for other in (at - 1, at + 1) if other in numbers}
        left, top, right, foot = (
            near * ((column + x, row + y) not in beside) for x, y in ((-1, 0), (0, -1), (1, 0), (0, 1))
        )
        cell = board.cell(column, row)
        found.append(Rect.from_edges(cell.x + left, cell.y + top, cell.right - right, cell.bottom - foot))
    return found


def _wall_cuts(board: BoardSpec) -> Iterator[Outline]:
    """A row of cuts in every wall between two windings of the road."""
    squares = _squares(board, range(len(board.way)))
    for number, (square, place) in enumerate(zip(squares, board.way, strict=True)):
        cell = board.cell(*place)
        if square.bottom < cell.bottom < board.grid.bottom - 0.01:
            yield from waves(cell, WALL, number)


def _center(cell: Rect) -> Point:
    """Where the middle of ways crosses a square."""
    return cell.x + ACROSS * cell.width, cell.y + DOWN * cell.height


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
    # Also where the way turns: on its bend a pawn would stand on the number.
    x, y = _center(cell)
    half = ROOM * cell.width / 2
    return Rect(x - half, y - half, 2 * half, 2 * half)


def _middle(cells: Sequence[Rect]) -> tuple[Point, ...]:
    """The middle of the road between the middles of these squares, as many points."""
    line = rounded([*map(_center, cells)], BEND * cells[0].width)
    return part(line, 0.0, line_length(line), 40 * len(cells) + 1)


def crowding(count: int) -> float:
    """How much of its usual room each of so many ways beside one another has: more than three share that of three."""
    return min(1.0, 2 / max(1, count - 1))


def lane_lines(
    cells: Sequence[Rect], spans: Sequence[Span], lanes: Sequence[int], onwards: Collection[int] = ()
) -> list[list[Point]]:
    """The lines of ways ahead, between squares by their numbers, along the road, each on its lane.

    They never cross. Pawns stand over those that pass them. Those that go on from where they end reach that square.
    """
    side, count = cells[0].width, max(lanes, default=0) + 1
    road = _middle(cells)
    pitch = LANE * side * crowding(count)
    lines = []
    for at, ((start, end), lane) in enumerate(zip(spans, lanes, strict=True)):
        first, last = (_reached(road, _center(cells[at])) for at in (start, end))
        # Beside the road of the whole way, so that both ends of a bend are the road's.
        run = parallel(road, (lane - (count - 1) / 2) * pitch)[first : last + 1]
        left = INTO_GOAL * side if end == len(cells) - 1 else 0.0
        if not left and at not in onwards:
            # Right before its pawn.
            while len(run) > 2 and math.dist(run[-1], _center(cells[end])) < NEAR * side:
                run = run[:-1]
        begun = 0.0 if start else BEGINS * side
        lines.append(list(part(run, begun, line_length(run) - left, 24 * (end - start + 1))))
    return lines


def way_back(cells: Sequence[Rect], at: int, number: int) -> list[Point]:
    """The way of a pawn that was sent back from a square to the first, along the lines between squares.

    Down the line at its own square's side, along the wall below that, and down to the first one; each `number` beside
    the one before.
    """
    side, (cell, first) = cells[0].width, (cells[at], cells[0])
    off, is_left = number * BESIDE * side, cells[1].x < first.x
    # It comes to the first square from where ways begin.
    before = (first.x - off) if is_left else (first.right + off)
    near = (cell.right if cell.x < first.x else cell.x) + before - (first.x if is_left else first.right)
    near = before if cell.x == first.x else near
    wall = (cell.bottom if cell.y < first.y else cell.y) + off
    begun, middle = cell.y + DOWN * side, first.center[1]
    along = [] if math.isclose(near, before) else [(near, wall), (before, wall)]
    end = first.center[0] + (-1 if is_left else 1) * AT_START * side, middle
    line = rounded([(near, begun), *along, (before, middle), end], ROUND * side)
    return list(part(line, 0.0, line_length(line), 24 * len(cells)))
