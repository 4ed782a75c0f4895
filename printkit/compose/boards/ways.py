"""Draws the way of a race over a board, carved into its ground, and the names of its two ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from printkit.compose.boards.harbours import SMALL_HEAD, SMALL_WALL, small_harbour_items
from printkit.compose.boards.river import OVERHANG, river_items
from printkit.compose.boards.road import BEND, road_items, road_room, rounded
from printkit.compose.boards.stones import Point, Small, outer_side
from printkit.compose.boards.winding import calm_road_items
from printkit.compose.pieces.carving import line_length, parallel, part
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.board_facts import BoardFacts
from printkit.geometry import Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, polyline, rectangle, rounded_rectangle

__all__ = [
    "along_items",
    "berth_items",
    "beside_items",
    "come_items",
    "goods_items",
    "is_lettered",
    "lanes_of",
    "line_arrow",
    "overhang",
    "pawn_room",
    "sent_back_items",
    "way_items",
]

# A square that ends the way: how far its block lies outside, its frame, the em of its name, and of the other name.
OUTSET, FRAME, NAME, SECOND = 0.06, 0.035, 0.44, 0.12
# In a picture: how far its harbour reaches away from the way and to both sides, and what ships leave free in it for
# arrows that begin and end there.
AWAY, ASIDE, ARRIVES = 1.59, 0.27, 0.6
# The room of a ship in its ring; and how far the berth of several reaches to both sides along the way, outwards and
# inwards, on a straight and in a bend, and its edge; in squares.
ALONE, BERTH, IN_BEND, BERTH_EDGE = 0.84, (0.43, 0.66, 0.66), (0.43, 0.66, 0.52), 0.035
# The arrow of a ship in the water beside its places: how far from their middles it goes, and from one to the next on
# the same side; where it begins at a place, and how far along it is there; where its head comes to a ring, and how far
# before; to the side of a berth; and to ships in a harbour, and how far before; and how round it bends, inside and
# outside the ring; along and aside, in squares.
DEEP, LANES, LEAVES, ALONG = 0.575, 0.14, (0.0, 0.45), 0.34
COMES, BEFORE, AT_BERTH, AT_END, AT_SEA, ROUNDED = (0.3, 0.37), 0.5, 0.47, (0.0, 0.13), 0.36, (0.16, 0.42)
# How far from the middle of a ring one ends that comes straight to it from a harbour, in squares.
TO_RING = 0.48
# Its shaft and the paper round it, in squares.
SAILED, WAVE = 0.125, 0.05
# The ring of the place it has come to.
COME, COME_RING = 0.4, 0.12

# An arrow: its shaft in squares, its head (long and half as wide, in shafts), and the paper round it.
SHAFT, HEAD, ROUND = 0.13, (2.3, 1.12), 0.08
# That of a pawn on its road: its shaft, how far inwards it lies; how far from the first to the last one and how much of
# that their shafts take where there are several, the paper round it, how far it reaches into the room of the pawn; and
# the dot with which it begins, so far behind the middle of its square.
ROAD, INWARDS, LANE, FULL, CASING, APART, DOT, BEHIND = 0.145, 0.045, 0.14, 0.5, 0.075, 0.12, 0.125, 0.2
# The sign of one that was sent back.
SENT = 0.36
# Goods that went: the shaft of their arrow, the em of their number and the edge of its plate, in heights of this, and
# how far along it is.
GOODS, COUNT, PLATE_EDGE, COUNT_AT = 0.42, 0.74, 0.13, 0.36

_GROUNDS: Mapping[str, Callable[..., Iterator[Item]]] = {"water": river_items, "rock": road_items}


def is_lettered(board: BoardSpec, facts: BoardFacts) -> bool:
    """Whether the names of columns and rows stand beside the board: nothing is written on its squares."""
    return not (board.steps or facts.way or facts.stakes)


def overhang(board: BoardSpec) -> tuple[float, float]:
    """How far the way of a small picture reaches beyond the board's squares: its open ends, and its banks; mm."""
    if not board.steps or board.ground != "water":
        return 0.0, 0.0
    return AWAY * board.square, OVERHANG * board.square


def way_items(
    kit: Kit,
    board: BoardSpec,
    least: float = 0.0,
    *,
    language: str = "",
    small: Small = "",
    low: bool = False,
) -> Iterator[Item]:
    """The way of the board; nothing where it has none. No number is smaller than `least`, in mm of the board.

    On a `small` picture numbers are upright and stand once; on a board with harbours these draw the ends of the way.
    Their names are in that language, else in the kit's first two.
    """
    if not board.way:
        return
    if small == "calm":
        yield from calm_road_items(kit, board, least, language=language, low=low)
        return
    yield from _GROUNDS[board.ground](kit, board, least, language=language, small=small, low=low)
    if board.ground == "rock" or (board.harboured and not small):
        return
    for at, key in zip((0, -1), board.ends, strict=False):
        cell = board.cell(*board.way[at])
        if small:
            name = kit.text(language or kit.languages[0], key) if key else ""
            yield from small_harbour_items(
                kit,
                _end_block(board, at, cell),
                _to_sea(board, at),
                name,
                board.square,
                goal=bool(at),
                low=low,
            )
            continue
        names: Sequence[str] = ()
        if key:
            names = (kit.text(language, key),) if language else tuple(filter(None, kit.in_two(key)))
        frame = 0.0 if at and not low else FRAME
        lines = zip(names, ((NAME, 0.13), (SECOND, 0.34)), strict=False)
        yield from _named_end(kit, cell, [*lines], least, frame)


def _named_end(
    kit: Kit, cell: Rect, names: Sequence[tuple[str, tuple[float, float]]], least: float, frame: float
) -> Iterator[Item]:
    """The first or last square with those of its names that are large enough.

    In a frame of this thickness, or as a black block if that is 0.
    """
    side = cell.width
    block, ink = cell.grown(OUTSET * side), BLACK if frame else PAPER
    yield Path(rectangle(block), PAPER if frame else BLACK)
    if frame:
        yield Path(rectangle(block) + rectangle(block.grown(-frame * side)), BLACK)
    for name, (em, down) in names:
        if em * side < least:
            continue
        style = fit_line(
            name, TextStyle(kit.fonts["display"], em * side, ink, tracking=0.0), block.width * 0.84, 0.6
        )
        yield set_line(name, style, block.center[0], cell.center[1] + down * side, "middle")


def _end_block(board: BoardSpec, at: int, cell: Rect) -> Rect:
    """The block of the first or the last square in a picture: it reaches away from the way, so that ships have room."""
    (dx, dy), side = _to_sea(board, at), cell.width
    left, right, top, foot = (
        (AWAY * (way > 0) + ASIDE * (way == 0) + OUTSET * (way < 0)) * side for way in (dx, -dx, dy, -dy)
    )
    return Rect.from_edges(cell.x - left, cell.y - top, cell.right + right, cell.bottom + foot)


def pawn_room(board: BoardSpec, way: Sequence[str], square: str, cell: Rect, count: int = 1) -> Rect:
    """What of a square pawns stand on: beside the number of a road, in the ring of a river, behind an end's name.

    In a river a `count` of several reaches over its ring, so that they are not too small.
    """
    if board.ground != "water" or not board.steps:
        return road_room(board, way, square, cell, count)
    side, at = cell.width, way.index(square)
    if 0 < at < len(way) - 1:
        return _berth(board, at, cell) if count > 1 else cell.grown((ALONE - 1) / 2 * side)
    end = 0 if at == 0 else -1
    block, (dx, dy) = _end_block(board, end, cell), _to_sea(board, end)
    wall = SMALL_WALL * side
    return Rect.from_edges(
        block.x + (ARRIVES * side if dx < 0 else wall),
        block.y + (SMALL_HEAD * side if dy >= 0 else ARRIVES * side),
        block.right - (ARRIVES * side if dx > 0 else wall),
        block.bottom - (ARRIVES * side if dy > 0 else wall),
    )


def _to_sea(board: BoardSpec, at: int) -> tuple[int, int]:
    """Which way the first or the last place leads to its neighbour."""
    (x, y), (tx, ty) = board.way[at], board.way[1 if at == 0 else -2]
    return tx - x, ty - y


def _berth(board: BoardSpec, at: int, cell: Rect) -> Rect:
    """The room of several ships: on a straight one below the other from bank to bank, in a bend along it."""
    nx, ny = _free_side([(float(x), float(y)) for x, y in board.way], at)
    half, out, into = (each * cell.width for each in (IN_BEND if nx and ny else BERTH))
    x, y = cell.center
    if nx:
        return Rect.from_edges(
            x - (into if nx < 0 else out), y - half, x + (into if nx > 0 else out), y + half
        )
    return Rect.from_edges(x - half, y - (into if ny < 0 else out), x + half, y + (into if ny > 0 else out))


def berth_items(
    board: BoardSpec, way: Sequence[str], square: str, cell: Rect, ink: Ink | None = None
) -> list[Item]:
    """What several ships on a place of a river lie in; its rim alone in the `ink` of one that has come there."""
    at = way.index(square) if board.ground == "water" and board.steps and square in way else 0
    if not 0 < at < len(way) - 1:
        return []
    room, side = _berth(board, at, cell), cell.width
    if ink is not None:
        room = room.grown(COME_RING * side / 2)
        return [Path(rounded_rectangle(room, min(room.width, room.height) / 2 - 0.01), ink)]
    line = BERTH_EDGE * side
    return [Path(rounded_rectangle(room, min(room.width, room.height) / 2 - 0.01), PAPER, BLACK, line)]


def lanes_of(spans: Sequence[tuple[int, int]]) -> list[int]:
    """The lane of each way, between two places by their numbers: the first in which no other lies beside it."""
    lanes: list[int] = []
    for at, span in enumerate(spans):
        taken = {
            lane
            for lane, other in zip(lanes, spans[:at], strict=False)
            if max(min(span), min(other)) < min(max(span), max(other))
        }
        lanes.append(next(lane for lane in range(len(spans)) if lane not in taken))
    return lanes


def beside_items(
    cells: Sequence[Rect], span: tuple[int, int], ink: Ink, lane: int, berths: Collection[int] = ()
) -> tuple[list[Item], list[Item]]:
    """The paper round the arrow of a ship, and the arrow, in the water beside the places it goes from and to.

    The places of the whole way are `cells`, at some are `berths` of several ships. Lanes lie by turns inside and
    outside the ring.
    """
    side, (start, end) = cells[0].width, span
    points = [cell.center for cell in cells]
    ahead, ends = (1 if end > start else -1), (0, len(points) - 1)
    outside = lane % 2
    deep, inside = DEEP + lane // 2 * LANES, outer_side(points) * (1 if outside else -1)

    def beside(at: int, way: int, reach: Point) -> list[Point]:
        """Its corners at a place, from there on; its ways are those of the side it comes from."""
        (x, y), (tx, ty) = points[at], points[at + way]
        dx, dy = (tx - x) / side, (ty - y) / side
        nx, ny = -inside * way * ahead * dy, inside * way * ahead * dx
        # No arrow goes back to where it goes round the inner corner of a bend beside it.
        most = (
            0.96 - deep if not outside and at + way not in ends and all(_free_side(points, at + way)) else 1.0
        )
        corners = [reach, (min(ALONG if at == start else BEFORE, most), deep)]
        if at in ends:
            corners = [AT_END, (AT_SEA, deep)]
        elif at in berths:
            corners = [(min(AT_BERTH, most), deep)]
        return [(x + (dx * a + nx * r) * side, y + (dy * a + ny * r) * side) for a, r in corners]

    turns = [
        (points[at][0] + nx * way, points[at][1] + ny * way)
        for at in range(start + ahead, end, ahead)
        for nx, ny in (_free_side(points, at),)
        for way in (deep * side * (-1 if outside else 1),)
        if nx and ny
    ]
    if abs(end - start) == 1 and {start, end} & {*ends}:
        # Nothing lies between a harbour and the place before it; several go side by side.
        (x, y), (tx, ty) = points[start], points[end]
        run = [AT_END[0] if at in ends else TO_RING for at in (start, end)]
        shares = run[0], 1 - run[1]
        aside = (lane + 1) // 2 * LANES * (-1 if outside else 1)
        straight = [
            (x + (tx - x) * s - (ty - y) * aside, y + (ty - y) * s + (tx - x) * aside) for s in shares
        ]
        return line_arrow(straight, side, ink, SAILED, WAVE)
    line = [*beside(start, ahead, LEAVES), *turns, *reversed(beside(end, -ahead, COMES))]
    # A short piece has less room to bend.
    radius = min(ROUNDED[outside] * side, *(math.dist(*pair) / 2 for pair in pairwise(line)))
    return line_arrow(rounded(line, radius), side, ink, SAILED, WAVE)


def come_items(cells: Sequence[Rect], end: int, ink: Ink) -> list[Item]:
    """A ring round the place where a ship has come to, which the eye finds first; the ends of the way have none."""
    if end in (0, len(cells) - 1):
        return []
    (x, y), side = cells[end].center, cells[end].width
    return [Path(circle(x, y, COME * side), stroke=ink, width=COME_RING * side)]


def along_items(
    cells: Sequence[Rect],
    span: tuple[int, int],
    ink: Ink,
    lane: tuple[int, int],
    room: Rect,
    begun: float,
) -> tuple[list[Item], list[Item]]:
    """The paper round the arrow of a pawn, and the arrow, on the road, from a dot on where it has not `begun`.

    The squares of the whole way are `cells`; `lane` is which of how many; it ends at the `room` of the pawn's square.
    What it has `begun` with, in squares, is left out.
    """
    side, (start, end) = cells[0].width, span
    number, count = lane
    pitch = LANE / max(1, count - 1)
    # Numbers stand on the outer side: nearer to the inner one no head lies on any.
    points = [cell.center for cell in cells]
    outside = outer_side(points)
    deep = (LANE / 2 - pitch * number if count > 1 else 0.0) - INWARDS * outside
    whole = rounded(points, BEND * side)
    first, last = (min(range(len(whole)), key=lambda at: math.dist(whole[at], points[end])) for end in span)
    before, reach = line_length(whole[: first + 1]), line_length(whole[: last + 1])
    begins = before + (begun or -BEHIND * (start > 0)) * side
    line = parallel(part(whole, begins, reach, 24 * (end - start + 1)), deep * side)
    stop = room.grown(-APART * side)
    inside = (at for at, point in enumerate(line) if stop.contains(Rect(*point, 0.0, 0.0)))
    line = line[: max(next(inside, len(line)), 3)]
    wide = min(ROAD, FULL * pitch) if count > 1 else ROAD
    ground, arrow = line_arrow(line, side, ink, wide, CASING)
    if begun:
        return [*ground], [*arrow]
    dot = DOT * wide / ROAD * side
    return [*ground, Path(circle(*line[0], dot + CASING * side), PAPER)], [
        *arrow,
        Path(circle(*line[0], dot), ink),
    ]


def _free_side(points: Sequence[Point], at: int) -> Point:
    """Which way lies the side of a road that no number takes, and at a bend its inner corner."""
    run = points[max(at - 1, 0) : at + 2]
    side = math.dist(*points[:2])
    ways = [(round((x - px) / side), round((y - py) / side)) for (px, py), (x, y) in pairwise(run)]
    if outside := outer_side(points):
        sides = dict.fromkeys((outside * dy, -outside * dx) for dx, dy in ways)
        return math.fsum(x for x, _ in sides), math.fsum(y for _, y in sides)
    # Numbers stand below it.
    return float(ways[-1][0] - ways[0][0]), -1.0


def sent_back_items(cell: Rect, ink: Ink, at: int) -> list[Item]:
    """The sign of a pawn that was sent back, on the corner of the square where it stands now, another beside it."""
    side = cell.width
    x, y, radius = cell.x + (SENT * at + 0.5 * SENT) * side, cell.y + 0.12 * side, 0.5 * SENT * side
    turn = [
        (x + 0.56 * radius * math.cos(angle), y + 0.56 * radius * math.sin(angle))
        for angle in (math.pi * (0.75 - 1.5 * step / 16) for step in range(17))
    ]
    (tx, ty), (px, py) = turn[-1], turn[-3]
    long = math.dist((tx, ty), (px, py))
    dx, dy, head = (tx - px) / long, (ty - py) / long, 0.44 * radius
    point = polygon(
        (
            (tx + 1.5 * head * dx, ty + 1.5 * head * dy),
            (tx - head * dy, ty + head * dx),
            (tx + head * dy, ty - head * dx),
        )
    )
    return [
        Path(circle(x, y, radius + CASING * side), PAPER),
        Path(circle(x, y, radius), ink),
        Path(polyline(turn), stroke=PAPER, width=0.3 * radius),
        Path(point, PAPER),
    ]


def goods_items(kit: Kit, span: tuple[Point, Point], ink: Ink, count: str, high: float) -> list[Item]:
    """A level arrow from one thing to another, and behind its middle the plate with how much went, so high; mm."""
    (x, y), (tx, _) = span
    line = [(x + at / 8 * (tx - x), y) for at in range(9)]
    ground, arrow = line_arrow(line, GOODS * high / SHAFT, ink, casing=ROUND / 2)
    edge, style = PLATE_EDGE * high, TextStyle(kit.fonts["display"], COUNT * high, tracking=0.0)
    wide = max(high, line_width(count, style) + 0.4 * high) - edge
    middle = x + COUNT_AT * (tx - x)
    plate = Rect(middle - wide / 2, y - (high - edge) / 2, wide, high - edge)
    disc = Path(rounded_rectangle(plate, plate.height / 2 - 0.01), PAPER, ink, edge)
    return [*ground, *arrow, disc, ink_center_line(count, style, middle, y + 0.36 * style.size)]


def line_arrow(
    line: Sequence[Point], side: float, ink: Ink, wide: float = SHAFT, casing: float = ROUND
) -> tuple[list[Item], list[Item]]:
    """The paper round an arrow along a line, and the arrow: its shaft so wide, in squares."""
    long = line_length(line)
    head, half = (each * wide for each in HEAD)
    end = max(long - head * side, 0.02 * side)
    shaft = part(line, 0.0, end, 12 * len(line))
    (x, y), (tx, ty) = part(line, long - head * side, long, 2)
    dx, dy = (tx - x) / math.dist((x, y), (tx, ty)), (ty - y) / math.dist((x, y), (tx, ty))
    across = half * side
    point = polygon(((tx, ty), (x - dy * across, y + dx * across), (x + dy * across, y - dx * across)))
    paper = 2 * casing * side
    ground: list[Item] = [
        Path(polyline(shaft), stroke=PAPER, width=wide * side + paper, join="round"),
        Path(point, PAPER, PAPER, paper, join="round"),
    ]
    return ground, [Path(polyline(shaft), stroke=ink, width=wide * side, join="round"), Path(point, ink)]
