"""Draws a board of stakes with the throw that decided them, in one size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from printkit.compose.table.setting import BESIDE, LEAST_IN_ROWS, Setting, board_item, framed
from printkit.compose.table.zone_pen import ZonePen
from printkit.geometry import Affine
from printkit.scene.model import Group, Item

__all__ = ["board_and_throw"]

# How much of the width a board has beside a throw; how high the mark of a seat is, and what is between both.
SHARE, MARK, ABOVE = 0.56, 7.2, 2.0


def board_and_throw(
    pens: tuple[ZonePen, ZonePen], letter: Callable[[str], Iterator[Item]], setting: Setting
) -> tuple[list[Item], float] | None:
    """The board, beside it the mark of a seat over its throw, and their height, which is one in all pictures.

    One of the pens draws things, the other boards. None where anything else lies there.
    """
    (zones, printed), (table, grid, _, width, moves, slots) = pens, setting
    rest = [zone for zone in table.zones if zone is not grid]
    if len(rest) != 1 or rest[0].kind != "cast":
        return None
    # It is as wide as that: nothing is written beside it.
    board = printed.band(grid, LEAST_IN_ROWS, framed(printed, grid, SHARE * width))
    slots |= dict(zip(grid.names, board.slots, strict=True))
    one, left, top = zones.throw(rest[0], 1.0, 0), board.width + BESIDE, MARK + ABOVE
    card = (width - left) / one.width
    thrown = zones.throw(rest[0], card, 0, (board.height - top) / (card * one.height))
    items = [board_item(printed, grid, board, 0.0, moves)]
    for drawn, y in ((thrown.items, top), (tuple(letter(rest[0].owner)), 0.0)):
        items.append(Group(drawn, Affine.translation(round(left, 4), round(y, 4))))
    return items, board.height
