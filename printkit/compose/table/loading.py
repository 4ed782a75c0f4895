"""Draws ships that are loaded at a quay: what each carries and what came, and what two seats have left there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from printkit.compose.pieces.standees import pawn_of
from printkit.compose.table.at_sea import (
    CASKS,
    FRAME,
    badge_items,
    cask_items,
    hull_of,
    lowest_row,
    pile_of,
    quay_items,
    sea_items,
    ship_items,
    waterline,
)
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Zone
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["LOADING", "loading_items"]

LOADING = 42.0, 66.0
"""How high such a picture is, at least and at most, mm."""
# The quay, in widths of the panel; how far its edge is above the sea, the em of its name, and a cask on it at most, in
# heights; what piles leave free there, in its widths.
QUAY, ABOVE, NAME, PILED, FREE = 0.27, 0.07, 0.1, 0.07, 0.06
# How large a ship is at most, in widths of its lane and in heights; the em of what it carries, and of what came, in
# widths of the lane; where both are, in heights of the panel; and a cask beside what came, in its em.
SHIP, CARRIES, CAME, AT, CASK = (1.95, 0.55), 0.42, 0.31, (0.15, 0.26), 0.84
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
    size = min(SHIP[0] * lane, SHIP[1] * box.height)
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
