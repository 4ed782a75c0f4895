"""Draws the ways that the pawns of a race have gone in a picture, as arrows in their inks."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from printkit.compose.boards.diagrams import Diagrams
from printkit.compose.boards.squares import MOUNTAIN
from printkit.compose.boards.stones import Point
from printkit.compose.boards.ways import (
    along_items,
    berth_items,
    beside_items,
    come_items,
    goods_items,
    lanes_of,
    line_arrow,
    sent_back_items,
)
from printkit.compose.boards.winding import (
    START,
    calm_room,
    crowding,
    lane_lines,
    stretch_items,
    way_back,
    winds,
)
from printkit.compose.pieces.standees import pawn_items, pawn_of
from printkit.errors import InputError
from printkit.games.narration import Move
from printkit.games.zones import Zone
from printkit.geometry import Rect
from printkit.kit.leaflets import LEAFLETS
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polyline

__all__ = ["Ways", "climbed", "pawn_ways", "plunder_items", "road_piece"]

# Where it is begun on rock, so much of an arrow is left out, in squares: the sign of a start stays free.
BEGUN = 0.34
# What of the square it stands on a pawn without a number beside it leaves free at each side, in squares.
ALONE = 0.14
# What is free before and behind the arrow of goods, and from one to the next, mm; how large its ships and the plate of
# its number are in that.
GOODS_AIR, GOODS_STEP, SHIP, PLATE = 1.0, 7.6, 0.84, 0.88
# The shaft of an arrow on a lane, that of a step before it, and the paper round both, in squares.
LAST, EARLIER, CASED = 0.135, 0.055, 0.03
# The shaft of the only arrow on a piece of road, in squares.
ALONE_WAY = 0.17
# The shaft of the way back of one that was sent to the start, in squares.
SENT = 0.11
# The dot at which the arrow of a ship begins, in squares.
LEFT = 0.12


class Ways(NamedTuple):
    """What lies below the pieces of a board, and what above them."""

    below: list[Item]
    above: list[Item]


def pawn_ways(
    kit: Kit,
    printed: Diagrams,
    slots: Mapping[str, Rect],
    moves: Sequence[Move],
    several: Collection[str] = (),
) -> Ways:
    """The arrows of these moves on the kit's board, beside a road or a river, each way once; a sign for a way back.

    On some squares `several` pawns stand.
    """
    way = printed.facts.way
    gone = dict.fromkeys(
        (_ink(kit, move.what), way.index(move.source), way.index(move.target))
        for move in moves
        if move.source in way and move.target in way
    )
    ahead = [each for each in gone if each[1] < each[2]]
    cells = [slots[name] for name in way]
    river = printed.board.ground == "water"
    if river:
        drawn = [*_beside(printed, cells, [*gone], several)]
    elif printed.calm:
        drawn = [*_on_lanes(printed, cells, ahead)]
    else:
        drawn = [*_along(printed, cells, ahead)]
    back = [each for each in gone if each not in ahead]
    if printed.calm:
        side = cells[0].width
        for at, (ink, start, _) in enumerate(back):
            line = way_back(cells, start, at)
            drawn.append(_dotted(*line_arrow(line, side, ink, SENT, CASED), line[0], side, ink))
        return Ways([item for part in zip(*drawn, strict=True) for each in part for item in each], [])
    above = (
        # Beside those that were sent to the same square.
        sent_back_items(cells[end], ink, [place for *_, place in back[:at]].count(end))
        for at, (ink, _, end) in enumerate(back)
    )
    # The paper round one arrow would cut into another beside it.
    below = [item for part in zip(*drawn, strict=True) for each in part for item in each]
    return Ways(below, [] if river else [*chain.from_iterable(above)])


def plunder_items(
    kit: Kit, rows: Mapping[str, Rect], moves: Sequence[Move], free: Rect, *, low: bool
) -> list[Item]:
    """Goods that went from the row of a ship to that of another seat's beside it: an arrow each, with how many.

    They lie one below the other in what is `free` of the height, near their rows, as they were taken; at the ends of
    each are its two ships.
    """
    taken = [move for move in moves if move.source in rows and move.target in rows]
    if not taken:
        return []
    pitch = min(GOODS_STEP, free.height / len(taken))
    ships = [rows[name].center[1] for move in taken for name in move[1:]]
    first = math.fsum(ships) / len(ships) - pitch * len(taken) / 2
    first = max(free.y, min(first, free.bottom - pitch * len(taken)))
    items: list[Item] = []
    for at, move in enumerate(taken):
        source, target, y = rows[move.source], rows[move.target], first + (at + 0.5) * pitch
        ends = (source.right, target.x) if source.x < target.x else (source.x, target.right)
        side = min(SHIP * pitch, abs(ends[1] - ends[0]) / 5)
        into = math.copysign(side + GOODS_AIR, ends[1] - ends[0])
        for name, end, sign in ((move.source, ends[0], 0.5), (move.target, ends[1], -0.5)):
            box = Rect(end + sign * into - side / 2, y - side / 2, side, side)
            items += pawn_items(kit, name, box, low=low)
        span = (ends[0] + into, y), (ends[1] - into, y)
        items += goods_items(kit, span, _ink(kit, move.target), move.what, PLATE * pitch)
    return items


def road_piece(kit: Kit, language: str, stated: str, *, low: bool) -> tuple[list[Item], Rect]:
    """Whole squares of the board with a winding road, and their box; `11-14/A11/B14/11-14`: with pawns and an arrow."""
    board = next((each for each in kit.boards if winds(each)), None)
    if board is None:
        raise InputError("no board of the kit has such a road", file=kit.folder / LEAFLETS, key="strips")
    shown, *things = stated.split("/")
    cells = [board.cell(*place) for place in board.way]
    first, last = map(int, shown.split("-"))
    spans = [(first, last), *(tuple(map(int, each.split("-"))) for each in things if "-" in each)]
    pawns = [(each[0], int(each[1:])) for each in things if "-" not in each]
    if not all(start < end < len(cells) for start, end in spans) or not all(
        at < len(cells) and pawn_of(kit, pawn) for pawn, at in pawns
    ):
        hint = f"squares 0-{len(cells) - 1}, each way forwards, and pawns of the kit"
        raise InputError(
            f"road:{stated} is no part of it", file=kit.folder / LEAFLETS, key="strips", hint=hint
        )
    items, box = stretch_items(kit, board, (first, last), language=language, low=low)
    ink = _ink(kit, things[0][0])
    for start, end in spans[1:]:
        (line,) = lane_lines(cells, [(start, end)], [0])
        items += [item for part in line_arrow(line, board.square, ink, ALONE_WAY, CASED) for item in part]
    for pawn, at in pawns:
        items += pawn_items(kit, pawn, calm_room(board, at, cells[at]), low=low)
    return items, box


def climbed(printed: Diagrams, zone: Zone) -> dict[str, tuple[int, float]]:
    """The square of each pawn and how much of the way that is, on a board whose way leads up a mountain."""
    column, row = printed.board.way[-1] if printed.board.way else (0, 0)
    if not printed.board.steps or printed.board.rows[row][column] != MOUNTAIN:
        return {}
    steps = {name: at for at, name in enumerate(printed.facts.way)}
    return {
        pawn: (steps[name], steps[name] / (len(steps) - 1))
        for name, item in zip(zone.names, zone.items, strict=True)
        if item
        for pawn in item.face.split()
    }


def _ink(kit: Kit, name: str) -> Ink:
    pawn = pawn_of(kit, name)
    return kit.inks[pawn.front.ink] if pawn else BLACK


_Ways = Sequence[tuple[Ink, int, int]]
_Drawn = tuple[list[Item], list[Item]]


def _along(printed: Diagrams, cells: Sequence[Rect], gone: _Ways) -> Iterator[_Drawn]:
    """From square to square of the way, side by side where they would lie on one another."""
    lanes, way = lanes_of([(start, end) for _, start, end in gone]), printed.facts.way
    for (ink, start, end), lane in zip(gone, lanes, strict=True):
        room = printed.room(way[end], cells[end])
        if room == cells[end]:
            # One alone stands in the middle.
            room = room.grown(-ALONE * room.width)
        begun = BEGUN if printed.board.ground == "rock" and start == 0 else 0.0
        yield along_items(cells, (start, end), ink, (lane, max(lanes) + 1), room, begun)


def _on_lanes(printed: Diagrams, cells: Sequence[Rect], gone: _Ways) -> Iterator[_Drawn]:
    """On the road, each pawn on a lane of its own, on which it also goes on: its last step thick, any before it thin.

    Each begins with a dot in its ink.
    """
    side, spans = cells[0].width, [(start, end) for _, start, end in gone]
    whole: list[tuple[Ink, int, int]] = []
    of: list[int] = []
    for ink, start, end in gone:
        at = next((at for at, (own, _, last) in enumerate(whole) if (own, last) == (ink, start)), None)
        begun = whole[at][1] if at is not None else start
        at = len(whole) if at is None else at
        whole[at : at + 1] = [(ink, begun, end)]
        of.append(at)
    own = lanes_of([(start, end) for _, start, end in whole])
    onwards = [at for at, (ink, _, end) in enumerate(gone) if (ink, end) in {each[:2] for each in gone}]
    lanes = [own[at] for at in of]
    narrow = crowding(max(lanes, default=0) + 1) * side
    for at, line in enumerate(lane_lines(cells, spans, lanes, onwards)):
        ink = gone[at][0]
        if at in onwards:
            shaft = polyline(line)
            below: list[Item] = [Path(shaft, stroke=PAPER, width=(EARLIER + 2 * CASED) * narrow)]
            yield _dotted(below, [Path(shaft, stroke=ink, width=EARLIER * narrow)], line[0], narrow, ink)
        else:
            yield _dotted(*line_arrow(line, narrow, ink, LAST, CASED), line[0], narrow, ink)


def _dotted(below: list[Item], arrow: list[Item], start: Point, side: float, ink: Ink) -> _Drawn:
    """A way with the dot at which it begins, and the paper round both."""
    rim = Path(circle(*start, (START + CASED) * side), PAPER)
    return [*below, rim], [*arrow, Path(circle(*start, START * side), ink)]


def _beside(
    printed: Diagrams, cells: Sequence[Rect], gone: _Ways, several: Collection[str]
) -> Iterator[_Drawn]:
    """In the water, so that no place and no ship lies below an arrow."""
    # Those of one side that end at one place run together.
    longest = {(ink, end, start < end): (start, end) for ink, start, end in sorted(gone, key=_long)}
    lanes = dict(zip(longest, lanes_of([*longest.values()]), strict=True))
    way = printed.facts.way
    berths = {
        way.index(name): rim
        for name in several
        if (rim := berth_items(printed.board, way, name, cells[way.index(name)], BLACK))
    }
    for ink, start, end in gone:
        ground, arrow = beside_items(cells, (start, end), ink, lanes[ink, end, start < end], berths)
        come = (
            berth_items(printed.board, way, way[end], cells[end], ink)
            if end in berths
            else come_items(cells, end, ink)
        )
        yield ground, [*come, *arrow, *_dot(arrow, cells[start].width, ink)]


def _long(gone: tuple[Ink, int, int]) -> int:
    return abs(gone[2] - gone[1])


def _dot(arrow: Sequence[Item], side: float, ink: Ink) -> list[Item]:
    """Where an arrow begins, where its ship has left."""
    shaft = arrow[0]
    x, y = shaft.outline.coordinates[:2] if isinstance(shaft, Path) else (0.0, 0.0)
    return [Path(circle(x, y, LEFT * side), ink)]
