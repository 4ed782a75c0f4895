"""Draws what is seen at sea: ships under sail with ropes, the water round them, a quay, casks, and their loading."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from printkit.compose.boards.stones import Point
from printkit.compose.pieces.carving import stroke, through
from printkit.compose.pieces.figures import figure_items
from printkit.compose.pieces.standees import footprint_items, pawn_of, seat_pawn
from printkit.compose.pieces.waves import wave_cuts
from printkit.compose.table.ending import EDGE
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Zone
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Item, Path
from printkit.scene.shapes import polyline, rectangle, rounded_rectangle, segment

__all__ = [
    "CASKS",
    "FRAME",
    "LOADING",
    "SLAB",
    "badge_items",
    "cask_items",
    "hull_of",
    "levels_of",
    "loading_items",
    "lowest_row",
    "pile_of",
    "quay_items",
    "rope_items",
    "sea_items",
    "ship_items",
    "waterline",
]

FRAME, SLAB = 0.7, 2.2
"""The line round a panel, and the air beside words on a slab; mm."""
CASKS = 1.12
"""From cask to cask of a pile, in their sides."""
# In parts of a panel's height: where the sea begins, how high a ship is, and how deep it lies; its hull, round which
# the water parts, across and up from its foot, in its heights; from row to row of a quay's grain, mm, and the corner of
# a cask, in its sides.
SEA, SHIP, DEEP, HULL, GRAIN, ROUND = 0.62, 0.72, 0.16, (0.6, 0.3), 3.0, 0.11
# How far above the sea a rope is, how far it sags, and how thick it is; in heights of the panel.
ROPE = 0.03, 0.1, 0.014
# How far the middle of a badge is above its pile, in its widths.
OVER = 0.76


def ship_items(kit: Kit, token: Token, water: Point, size: float, *, low: bool) -> list[Item]:
    """A ship under sail in a panel so high, on the water there."""
    place = Rect(water[0] - SHIP * size / 3, water[1] + (DEEP - SHIP) * size, SHIP * size / 1.5, SHIP * size)
    who = token.front.motif, token.foot or "round", token.front.figure
    sign = TextStyle(kit.fonts["display"], 1.0, tracking=0.0)
    return figure_items(who, place, kit.inks[token.front.ink], sign, low=low)


def waterline(box: Rect) -> float:
    """Where the sea begins in a panel; mm."""
    return box.y + SEA * box.height


def hull_of(x: float, size: float, box: Rect) -> Rect:
    """The hull of a ship of that size, in panels."""
    wide, up = (each * SHIP * size * box.height for each in HULL)
    foot = waterline(box) + DEEP * size * box.height
    return Rect(x - wide / 2, foot - up, wide, up)


def sea_items(box: Rect, hulls: Sequence[Rect], clear: Sequence[Rect] = (), *, low: bool) -> Iterator[Item]:
    """The sea in the lower part of a panel; its rows part round hulls and end at what is to stay clear."""
    blue = find_ink("blue")
    sea = Rect.from_edges(box.x, waterline(box), box.right, box.bottom)
    yield Path(rectangle(sea), PAPER if low else blue)
    if low:
        yield Path(segment(sea.x + FRAME, sea.y, sea.right - FRAME, sea.y), stroke=blue, width=FRAME)
    for cut in wave_cuts(sea.grown(-1.0), hulls, clear):
        yield Path(cut, blue if low else PAPER, even_odd=False)


def rope_items(ships: Sequence[float], box: Rect) -> Iterator[Item]:
    """A rope from ship to ship, above the sea."""
    up, sag, thick = (each * box.height for each in ROPE)
    sea = waterline(box)
    for one, other in pairwise(ships):
        rope = through([(one, sea - up), ((one + other) / 2, sea - up + sag), (other, sea - up)], 1.0)
        yield Path(polyline(rope), stroke=BLACK, width=thick)


def quay_items(kit: Kit, words: str, quay: Rect, em: float, *, low: bool) -> tuple[list[Item], list[Glyphs]]:
    """A black wall in the sea with grain, and in its middle what is said on it."""
    style = TextStyle(kit.fonts["display"], em, BLACK if low else PAPER, tracking=0.0)
    style = shrunk(words, style, quay.width - 4 * SLAB)
    base, wide = quay.center[1] + 0.36 * style.size, line_width(words, style)
    clear = Rect(quay.center[0] - wide / 2, base - style.size, wide, 1.25 * style.size).grown(SLAB / 2)
    items: list[Item] = [Path(rectangle(quay.grown(-EDGE / 2)), PAPER if low else BLACK, BLACK, EDGE)]
    for cut in wave_cuts(quay.grown(-1.6), (clear,), row=GRAIN):
        items.append(Path(cut, BLACK if low else PAPER, even_odd=False))
    return items, [set_line(words, style, quay.center[0], base, "middle")]


def lowest_row(count: int) -> int:
    """How many casks lie in the lowest row of a pile."""
    return next(long for long in range(max(0, count) + 1) if long * (long + 1) / 2 >= count)


def levels_of(count: int) -> int:
    """How many rows a pile of so many has, at least one."""
    return max(1, len({y for _, y in pile_of(0.0, 0.0, count, 1.0)}))


def pile_of(middle: float, foot: float, count: int, side: float) -> Iterator[Point]:
    """The middles of so many casks that stand on a quay, each row one shorter than that below it."""
    row, level = lowest_row(count), 0
    while count > 0:
        own = min(row, count)
        for at in range(own):
            yield middle + (at - (row - 1) / 2) * CASKS * side, foot - (level + 0.5) * 1.04 * side
        row, count, level = row - 1, count - own, level + 1


def cask_items(middle: Point, side: float, *, low: bool) -> Iterator[Item]:
    """A cask with two cuts."""
    box = Rect(middle[0] - side / 2, middle[1] - side / 2, side, side)
    yield Path(rounded_rectangle(box, ROUND * side), PAPER if low else BLACK, BLACK, 0.4)
    for down in (0.3, 0.7):
        line = [(box.x + (0.12 + 0.76 * at / 8) * box.width, box.y + down * box.height) for at in range(9)]
        yield Path(stroke(line, 0.14 * box.height, 0.5), BLACK if low else PAPER, even_odd=False)


def badge_items(kit: Kit, seat: Seat, number: str, top: Point, wide: float, *, low: bool) -> Iterator[Item]:
    """How many casks a seat has, in its shape and ink, over the top of its pile."""
    token, style = seat_pawn(kit, seat), TextStyle(kit.fonts["display"], 0.58 * wide, tracking=0.0)
    foot, ink = (token.foot or "round", kit.inks[token.front.ink]) if token else ("round", BLACK)
    middle = top[0], top[1] - OVER * wide
    yield from footprint_items(foot, "", middle, wide, ink, style, low=low)
    style = replace(style, ink=ink if low else PAPER)
    yield ink_center_line(number, style, middle[0], middle[1] + 0.36 * style.size)


# ── ships that are loaded at a quay: what each carries and what came, and what two seats have left there ─────────────

LOADING = 42.0, 66.0
"""How high such a picture is, at least and at most, mm."""
# The quay, in widths of the panel; how far its edge is above the sea, the em of its name, and a cask on it at most, in
# heights; what piles leave free there, in its widths.
QUAY, ABOVE, NAME, PILED, FREE = 0.27, 0.07, 0.1, 0.07, 0.06
# How large a ship is at most, in widths of its lane and in heights; the em of what it carries, and of what came, in
# widths of the lane; where both are, in heights of the panel; and a cask beside what came, in its em.
LADEN, CARRIES, CAME, AT, CASK = (1.95, 0.55), 0.42, 0.31, (0.15, 0.26), 0.84
# The badge over a pile, in heights.
BADGE = 0.125


class _Fleet(NamedTuple):
    """A seat with what it has left on the quay, and what each of its ships carries, by its name."""

    seat: Seat
    left: int
    ships: Mapping[str, str]


def loading_items(
    kit: Kit,
    owned: Mapping[Seat, Sequence[Zone]],
    moves: Sequence[Move],
    name: str,
    box: Rect,
    *,
    low: bool,
) -> list[Item] | None:
    """Both fleets beside a quay of that name, above each ship what it carries and what came of late.

    None where seats have other things, or no ships.
    """
    fleets = [_fleet(kit, seat, zones) for seat, zones in owned.items()]
    found = [fleet for fleet in fleets if fleet]
    if len(found) != len(fleets) or len(found) != 2:
        return None
    wide = QUAY * box.width
    water, lane = waterline(box), (box.width - wide) / 2 / max(len(fleet.ships) for fleet in found)
    size = min(LADEN[0] * lane, LADEN[1] * box.height)
    quay = Rect.from_edges(
        box.center[0] - wide / 2, water - ABOVE * box.height, box.center[0] + wide / 2, box.bottom
    )
    came = {move.target: move.what for move in moves if not move.source}
    places: dict[str, float] = {}
    for fleet, start in zip(found, (box.x, quay.right), strict=True):
        places |= {ship: start + (at + 0.5) * lane for at, ship in enumerate(fleet.ships)}
    hulls = [hull_of(x, size / box.height, box) for x in places.values()]
    items: list[Item] = [*sea_items(box, hulls, low=low)]
    for fleet in found:
        for ship, carries in fleet.ships.items():
            if token := pawn_of(kit, ship):
                items += ship_items(kit, token, (places[ship], water), size, low=low)
            items += _cargo(kit, carries, came.get(ship, ""), (places[ship], lane), box, low=low)
    wall, said = quay_items(kit, name, quay, NAME * box.height, low=low)
    items += [*wall, *said]
    items += _left(kit, found, quay, box.height, low=low)
    return [*items, Path(rectangle(box.grown(-FRAME / 2)), stroke=BLACK, width=FRAME)]


def _fleet(kit: Kit, seat: Seat, zones: Sequence[Zone]) -> _Fleet | None:
    """What a seat has, if it is one store and ships."""
    things = [zone.items[0] for zone in zones if zone.items]
    stores = [item for item in things if item and not item.owner]
    ships = {item.owner: item.face for item in things if item and item.owner and pawn_of(kit, item.owner)}
    if not ships or len(stores) != 1 or len(ships) + 1 != len(zones):
        return None
    return _Fleet(seat, int(stores[0].face), ships)


def _cargo(
    kit: Kit, carries: str, came: str, lane: tuple[float, float], box: Rect, *, low: bool
) -> Iterator[Item]:
    """What a ship carries, and below it what came, with a cask."""
    x, wide = lane
    style = TextStyle(kit.fonts["display"], CARRIES * min(wide, box.height / 4), tracking=0.0)
    yield ink_center_line(carries, style, x, box.y + AT[0] * box.height)
    if not came:
        return
    small = replace(style, size=style.size * CAME / CARRIES)
    cask, y = CASK * small.size, box.y + AT[1] * box.height
    long = line_width(came, small)
    start = x - (long + 1.2 * cask) / 2
    yield set_line(came, small, start, y)
    yield from cask_items((start + long + 0.7 * cask, y - 0.36 * small.size), cask, low=low)


def _left(kit: Kit, fleets: Sequence[_Fleet], quay: Rect, high: float, *, low: bool) -> Iterator[Item]:
    """A pile on the quay for each seat, and over it how many casks these are."""
    rows = [max(1, lowest_row(fleet.left)) for fleet in fleets]
    room = quay.width * (1 - FREE * (len(fleets) + 1))
    cask = min(room / (CASKS * math.fsum(rows)), PILED * high)
    spare = (room - CASKS * cask * math.fsum(rows)) / len(fleets)
    x = quay.x + FREE * quay.width
    for fleet, row in zip(fleets, rows, strict=True):
        wide = CASKS * cask * row + spare
        pile = [*pile_of(x + wide / 2, quay.y, fleet.left, cask)]
        for each in pile:
            yield from cask_items(each, cask, low=low)
        top = min([quay.y, *(y - cask / 2 for _, y in pile)])
        yield from badge_items(kit, fleet.seat, str(fleet.left), (x + wide / 2, top), BADGE * high, low=low)
        x += wide + FREE * quay.width
