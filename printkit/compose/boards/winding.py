"""Draws a road that winds both ways small and calm: numbers in their squares, ways of pawns on lanes above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from printkit.compose.boards.road import begin_items, goal_name_items, road_line, rounded, wall_items
from printkit.compose.boards.squares import cup_items, square_items
from printkit.compose.boards.stones import Point, outer_side
from printkit.compose.pieces.carving import line_length, part
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line
from printkit.geometry import Outline, Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import polyline, segment

__all__ = ["START", "calm_road_items", "calm_room", "calm_square_items", "lane_lines", "winds"]

# The road: half of it, what of it is black, its planks, from one to the next and how dark; in parts of a square.
HALF, RAIL, PLANK, PITCH, PALE = 0.085, 0.02, 0.03, 0.13, 0.4
# A number: how far its middle is from the outer side of its square, and down; its em, and what it takes across.
ASIDE, DOWN, EM, WIDE = 0.215, 0.81, 0.235, 0.36
# Cups: how wide by how many there are, from one to the next, how far the outermost is from the side without a number,
# and their foot.
CUP: Mapping[str, float] = {"2": 0.24, "3": 0.185}
CUP_AIR, CUP_EDGE, CUP_FOOT = 0.015, 0.03, 0.95
# Where pawns stand: the middle, across where the number is at the left, and down; how large their room is; how far an
# arrow ends from the middle.
STANDS, ROOM, NEAR, BELOW = (0.64, 0.54), 0.6, 0.22, 0.25
# In a bend they stand nearer to the middle, so that ways pass them.
IN_BEND = 0.6
# The lowest lane above a road, and from one to the next; before which part of a square an arrow comes down; the ways
# up at a bend, from the inner side of its squares; how round their lines bend.
LANE, LANES, COMES, CORRIDOR, UPRIGHT, BEND = 0.24, 0.085, 0.5, 0.08, 0.085, 0.07
# What pawns have of the first and the last square, below its name, and above its foot.
END, END_FOOT = 0.78, 0.03
# Where a way begins in the first square, before its disc; and the goal's edge.
BEGINS, GOAL = 0.12, 0.03
START = 0.045
"""How large the dot is with which a way begins, in squares."""

Span: TypeAlias = tuple[int, int]


def winds(board: BoardSpec) -> bool:
    """Whether a road goes over the board that winds both ways."""
    cells = [board.cell(*place).center for place in board.way] if board.steps else []
    return bool(cells) and board.ground == "rock" and not outer_side(cells)


def calm_square_items(kind: str, box: Rect, place: tuple[int, int], *, low: bool) -> list[Item]:
    """A square without ground; its cups are drawn with the road, at the side where its number is not."""
    if kind not in CUP:
        return square_items(kind, box, place, low=low)
    return []


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
    nameless = board.model_copy(update={"ends": ()})
    yield from wall_items(nameless, low=low, plain=True)
    line = road_line([cell.center for cell in cells], side)
    yield Path(polyline(line), stroke=BLACK, width=2 * (HALF + RAIL) * side, join="round")
    yield Path(polyline(line), stroke=PAPER, width=2 * HALF * side, join="round")
    yield Path(_planks(line, side), stroke=BLACK.at(PALE), width=PLANK * side)
    yield from goal_name_items(kit, cells[-1], board.ends[1:], language, low=low)
    yield from begin_items(kit, cells[0].center, side, (), low=low)
    for number, cell in enumerate(cells[1:-1], 1):
        style = TextStyle(kit.fonts["display"], max(EM * side, least), tracking=0.0)
        style = fit_line(str(number), style, WIDE * side, 0.8)
        x = cell.x + _across(cells, number, ASIDE) * side
        yield ink_center_line(str(number), style, x, cell.y + DOWN * side + 0.36 * style.size)
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


def _bends(cells: Sequence[Rect], at: int) -> bool:
    return any(each.y != cells[at].y for each in cells[max(at - 1, 0) : at + 2])


def _across(cells: Sequence[Rect], at: int, share: float) -> float:
    """A place across a square, counted from the side of its number."""
    return 1.0 - share if _is_right(cells, at) else share


def _stands(cells: Sequence[Rect], at: int) -> Point:
    """Where pawns stand on a square of the way."""
    cell = cells[at]
    share = _across(cells, at, IN_BEND if _bends(cells, at) else STANDS[0])
    return cell.x + share * cell.width, cell.y + STANDS[1] * cell.height


def calm_room(board: BoardSpec, at: int, cell: Rect) -> Rect:
    """What pawns stand on of a square of the way, drawn as `cell`: beside its number and below the lanes.

    The first and the last one have room for several.
    """
    if at in (0, len(board.way) - 1):
        wide = END * cell.width
        return Rect(cell.center[0] - wide / 2, cell.bottom - END_FOOT * cell.height - wide, wide, wide)
    cells = [board.cell(*place) for place in board.way]
    (x, y), scale = _stands(cells, at), cell.width / board.square
    half = ROOM * cell.width / 2
    middle = cell.x + (x - cells[at].x) * scale, cell.y + (y - cells[at].y) * scale
    return Rect(middle[0] - half, middle[1] - half, 2 * half, 2 * half)


class _Rows(NamedTuple):
    """The rows of a way as its squares are numbered, and which of them ways reach on lanes."""

    of: Sequence[int]

    def last(self, span: Span) -> int:
        """The row of its end; that before where it only comes up into it."""
        start, end = span
        row = self.of[end]
        return row - 1 if self.of[start] < row and self.of[end - 1] < row else row


def lane_lines(cells: Sequence[Rect], spans: Sequence[Span]) -> list[list[Point]]:
    """The lines of ways ahead, between squares by their numbers: none lies on another, none on a number.

    Above the road the one that ends first is the lowest, so that it comes down to its square below the others.
    """
    rows = _Rows([len({cell.y for cell in cells[:at]} - {cells[at].y}) for at in range(len(cells))])
    orders: dict[int, list[Span]] = {}
    for row in range(max(rows.of), -1, -1):
        passing = [span for span in spans if rows.of[span[0]] <= row <= rows.last(span)]
        ending = sorted((span for span in passing if rows.last(span) == row), key=lambda span: span[1])
        orders[row] = ending + [span for span in reversed(orders.get(row + 1, ())) if span in passing]
    lanes = {row: _lanes(order, row, rows) for row, order in orders.items()}
    return [_line(cells, span, rows, orders, lanes) for span in spans]


def _lanes(order: Sequence[Span], row: int, rows: _Rows) -> Mapping[Span, int]:
    """The lane of each way in a row: above all that lie beside it and come before it."""
    lanes: dict[Span, int] = {}
    extents: dict[Span, tuple[float, float]] = {}
    for span in order:
        start = span[0] if rows.of[span[0]] == row else rows.of.index(row) - 0.5
        extents[span] = start, span[1] if rows.of[span[1]] == row else len(rows.of)
        below = [
            lane
            for other, lane in lanes.items()
            if max(extents[other][0], extents[span][0]) < min(extents[other][1], extents[span][1])
        ]
        lanes[span] = max(below, default=-1) + 1
    return lanes


def _line(
    cells: Sequence[Rect],
    span: Span,
    rows: _Rows,
    orders: Mapping[int, Sequence[Span]],
    lanes: Mapping[int, Mapping[Span, int]],
) -> list[Point]:
    """From its first square along its lanes, up at each bend, and down to the pawn on its last square."""
    side, start = cells[0].width, span[0]

    def level(row: int) -> float:
        top = cells[rows.of.index(row)].y
        return top + (LANE - LANES * lanes[row][span]) * side

    row = rows.of[start]
    x = _stands(cells, start)[0] if start else cells[start].x + BEGINS * side
    points = [(x, level(row))]
    while row < rows.last(span):
        up = [each for each in orders[row] if rows.last(each) > row]
        x = _corridor(cells, rows.of.index(row + 1), up.index(span), len(up))
        if rows.of[start + 1] > rows.of[start]:
            # From a bend it goes up where it is, beside those that come to it.
            points = []
        points.append((x, level(row)))
        row += 1
        points.append((x, level(row)))
    arrival = _arrival(cells, span, rows, points)
    return rounded(_apart([*points, *arrival]), BEND * side)


def _arrival(cells: Sequence[Rect], span: Span, rows: _Rows, points: list[Point]) -> list[Point]:
    """The end of a line: into the goal, up into a bend, or down to the road and beside the pawn."""
    (start, end), last = span, points[-1]
    cell, side = cells[end], cells[end].width
    (x, y), ahead = _stands(cells, end), 1 if cells[end].x > cells[end - 1].x else -1
    if end == len(cells) - 1:
        return [(cell.x - GOAL * side, last[1])]
    if rows.of[end - 1] < rows.of[end]:
        return [(x, last[1]), (x, y + BELOW * side)]
    tip = x - ahead * NEAR * side
    if start < end - 1 and rows.of[end - 2] < rows.of[end]:
        # The way up is already beside it.
        points.pop()
        return [(last[0], y), (tip, y)]
    down = x - ahead * COMES * side
    return [(down, last[1]), (down, y), (tip, y)]


def _corridor(cells: Sequence[Rect], at: int, number: int, count: int) -> float:
    """Where one of several ways goes up into the row that begins there; the lowest is the outermost."""
    right, cell = _is_right(cells, at), cells[at]
    share = CORRIDOR + ((count - 1) / 2 - number) * UPRIGHT
    return cell.x + (share if right else 1.0 - share) * cell.width


def _apart(points: Sequence[Point]) -> list[Point]:
    """The points of a line without those that lie on the one before."""
    return [points[0], *(after for before, after in pairwise(points) if before != after)]
