"""Draws a board of stakes with the throw that decided them, in one size; and whose a throw is."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.pieces.standees import pawn_items
from printkit.compose.pieces.sticks import PLATE
from printkit.compose.table.setting import BESIDE, LEAST_IN_ROWS, Setting, board_item, framed
from printkit.compose.table.zone_pen import THROW, ZonePen
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Item

__all__ = ["LEAST_TALL", "SIGN", "board_and_throw", "owner_items", "sign_items"]

# How much of the width a board has beside a throw.
SHARE = 0.56
SIGN = 6.4
"""The side of the sign of a seat, mm."""
LEAST_TALL = 1.75
"""How tall a throw is at least, so that the sign of its seat has room over its number."""
# The largest sign on a plate, mm, and in plates; how far it is from the upper end of that, in signs.
LARGEST, SIGNED, DOWN = 9.0, 0.8, 0.22


def board_and_throw(pens: tuple[ZonePen, ZonePen], setting: Setting) -> tuple[list[Item], float] | None:
    """The board, beside it the throw with the sign of its seat, and their height, which is one in all pictures.

    One of the pens draws things, the other boards. None where anything else lies there.
    """
    (zones, printed), (table, grid, _, width, moves, slots) = pens, setting
    rest = [zone for zone in table.zones if zone is not grid]
    if len(rest) != 1 or rest[0].kind != "cast":
        return None
    # It is as wide as that: nothing is written beside it.
    board = printed.band(grid, LEAST_IN_ROWS, framed(printed, grid, SHARE * width))
    slots |= dict(zip(grid.names, board.slots, strict=True))
    one, left = zones.throw(rest[0], 1.0, 0), board.width + BESIDE
    card = (width - left) / one.width
    thrown = zones.throw(rest[0], card, 0, board.height / (card * one.height))
    items = [board_item(printed, grid, board, 0.0, moves)]
    own = (*thrown.items, *owner_items(zones, rest[0].owner, card, thrown.width))
    items.append(Group(own, Affine.translation(round(left, 4), 0.0)))
    return items, board.height


def owner_items(zones: ZonePen, owner: str, card: float, right: float) -> Iterator[Item]:
    """The sign of the seat that threw, over the number on the plate at the right end of a throw with such cards."""
    plate = PLATE * THROW * card
    side = min(LARGEST, SIGNED * plate)
    yield from sign_items(zones, owner, (right - plate / 2, (DOWN + 0.5) * side), side)


def sign_items(zones: ZonePen, owner: str, middle: tuple[float, float], side: float) -> Iterator[Item]:
    """The sign of a seat's pawn with its letter, about a point."""
    cell = Rect(*middle, 0.0, 0.0).grown(0.66 * side)
    yield from pawn_items(zones.kit, owner, cell, low=zones.choices.ink == "low")
