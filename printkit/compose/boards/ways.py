"""Draws the way of a race over a board, carved into its ground, and the names of its two ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.compose.boards.river import OVERHANG, river_items
from printkit.compose.boards.road import road_items, road_room, rounded
from printkit.compose.boards.stones import Small
from printkit.compose.pieces.carving import line_length, parallel, part
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.games.board_facts import BoardFacts
from printkit.geometry import Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import polygon, polyline, rectangle

__all__ = ["is_lettered", "overhang", "pawn_room", "walked_items", "way_items"]

# A square that ends the way: how far its block lies outside, its frame, the em of its name, and of the other name.
OUTSET, FRAME, NAME, SECOND = 0.06, 0.035, 0.44, 0.12
# What a ship keeps from the edge of its square, and the room of an end's name over ships, in squares.
AFLOAT, UNDER = 0.08, 0.26
# Where something stands on it: the em of its name at the head, and its baseline, in squares.
OVER = ((0.27, -0.28),)

# The arrow of a pawn's way: its shaft, its head (long and half as wide), what it keeps from the pawn that has come, and
# the paper round it; in squares.
SHAFT, HEAD, SHORT, ROUND = 0.13, (0.3, 0.19), 0.4, 0.1

_GROUNDS: Mapping[str, Callable[..., Iterator[Item]]] = {"water": river_items, "rock": road_items}


def is_lettered(board: BoardSpec, facts: BoardFacts) -> bool:
    """Whether the names of columns and rows stand beside the board: nothing is written on its squares."""
    return not (board.steps or facts.way or facts.stakes)


def overhang(board: BoardSpec) -> float:
    """How far the way is drawn beyond the board's squares; mm."""
    return OVERHANG * board.square if board.steps and board.ground == "water" else 0.0


def way_items(
    kit: Kit,
    board: BoardSpec,
    least: float = 0.0,
    *,
    language: str = "",
    small: Small = "",
    low: bool = False,
    taken: Sequence[bool] = (False, False),
) -> Iterator[Item]:
    """The way of the board; nothing where it has none. No number is smaller than `least`, in mm of the board.

    Where the first or the last square is `taken`, its name stands at its head.

    On a `small` picture numbers are upright and stand once; on a board with harbours these draw the ends of the way.
    Their names are in that language, else in the kit's first two.
    """
    if not board.way:
        return
    yield from _GROUNDS[board.ground](kit, board, least, language=language, small=small, low=low)
    if board.ground == "rock" or (board.harboured and not small):
        return
    cells = [board.cell(*board.way[at]) for at in (0, -1)]
    for cell, key, dark, over in zip(cells, board.ends, (False, not low), taken, strict=False):
        names: Sequence[str] = ()
        if key:
            names = (kit.text(language, key),) if language else tuple(filter(None, kit.in_two(key)))
        lines = OVER if over else ((NAME, 0.13), (SECOND, 0.34))
        yield from _named_end(kit, cell, [*zip(names, lines, strict=False)], least, dark=dark)


def _named_end(
    kit: Kit, cell: Rect, names: Sequence[tuple[str, tuple[float, float]]], least: float, *, dark: bool
) -> Iterator[Item]:
    """The first or last square in a black block or a frame, with each of its names that is large enough."""
    side = cell.width
    block = cell.grown(OUTSET * side)
    ink = PAPER if dark else BLACK
    if dark:
        yield Path(rectangle(block), BLACK)
    else:
        yield Path(rectangle(block), PAPER)
        yield Path(rectangle(block) + rectangle(block.grown(-FRAME * side)), BLACK)
    for name, (em, down) in names:
        if em * side < least:
            continue
        style = fit_line(
            name, TextStyle(kit.fonts["display"], em * side, ink, tracking=0.0), block.width * 0.84, 0.6
        )
        yield set_line(name, style, cell.center[0], cell.center[1] + down * side, "middle")


def pawn_room(board: BoardSpec, way: Sequence[str], square: str, cell: Rect) -> Rect:
    """What of a square pawns stand on: beside the number of a road, in the ring of a river, below an end's name."""
    if board.ground != "water" or not board.steps:
        return road_room(board, way, square, cell)
    if square not in (way[0], way[-1]):
        return cell.grown(-AFLOAT * cell.width)
    return Rect(
        cell.x + UNDER / 2 * cell.width, cell.y + UNDER * cell.height, *(2 * ((1 - UNDER) * cell.width,))
    )


def walked_items(
    boxes: Sequence[Rect], ink: Ink, aside: float, off: float = 0.0
) -> tuple[list[Item], list[Item]]:
    """The paper round the arrow of a pawn, and the arrow, from square to square of its way.

    It lies `aside` to the right and begins so far `off` the middle of its first square, in squares.
    """
    side = boxes[0].width
    line = parallel(rounded([box.center for box in boxes], 0.5 * side), aside * side)
    long = line_length(line) - SHORT * side
    head, half = HEAD
    end = max(long - head * side, 0.02 * side)
    shaft = part(line, min(off * side, end - 0.02 * side), end, 12 * len(boxes))
    (x, y), (tx, ty) = part(line, long - head * side, long, 2)
    dx, dy = (tx - x) / math.dist((x, y), (tx, ty)), (ty - y) / math.dist((x, y), (tx, ty))
    across = half * side
    point = polygon(((tx, ty), (x - dy * across, y + dx * across), (x + dy * across, y - dx * across)))
    paper = 2 * ROUND * side
    ground: list[Item] = [
        Path(polyline(shaft), stroke=PAPER, width=SHAFT * side + paper, cap="round", join="round"),
        Path(point, PAPER, PAPER, paper, join="round"),
    ]
    return ground, [Path(polyline(shaft), stroke=ink, width=SHAFT * side, join="round"), Path(point, ink)]
