"""Draws a board of stakes with the throw that decided them, as large as there is room."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from printkit.compose.table.setting import BESIDE, LEAST_IN_ROWS, MOST_IN_ROWS, Setting, board_item, framed
from printkit.compose.table.zone_pen import ZonePen
from printkit.geometry import Affine
from printkit.scene.model import Group, Item

__all__ = ["board_and_throw"]

# How much of the width a board has beside a throw; what is between it and one below it; how high that is at most.
SHARE, UNDER, HIGH = (0.46, 0.62), 4.0, 14.0
# The height of the mark of a seat, and what is between it and its throw, beside and above this.
MARK, APART, ABOVE = 7.2, 2.6, 2.0


def board_and_throw(
    pens: tuple[ZonePen, ZonePen], letter: Callable[[str], Iterator[Item]], setting: Setting
) -> tuple[list[Item], float] | None:
    """The board, beside it the mark of a seat over its throw, and their height; below a board with a page to itself.

    One of the pens draws things, the other boards. None where anything else lies there.
    """
    (zones, printed), (table, grid, card, width, moves, slots) = pens, setting
    rest = [zone for zone in table.zones if zone is not grid]
    if len(rest) != 1 or rest[0].kind != "cast":
        return None
    alone = card > MOST_IN_ROWS
    least, most = SHARE
    share = 1.0 if alone else least + (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS) * (most - least)
    # It is as wide as that: nothing is written beside it.
    board = printed.band(grid, LEAST_IN_ROWS, framed(printed, grid, share * width))
    beside = (width - board.width) / 2 if alone else 0.0
    moved = [slot.moved(beside, 0.0) for slot in board.slots]
    slots |= dict(zip(grid.names, moved, strict=True))
    one = zones.band(rest[0], 1.0, width)
    room, high = (width, HIGH) if alone else (width - board.width - BESIDE, board.height - MARK - ABOVE)
    thrown = zones.band(rest[0], min(room / one.width, high / one.height), width)
    if alone:
        left, top = MARK + APART, board.height + UNDER
        mark = 0.0, top + (thrown.height - MARK) / 2
    else:
        left = board.width + BESIDE
        top = (board.height - thrown.height + MARK + ABOVE) / 2
        mark = left, top - ABOVE - MARK
    items = [board_item(printed, grid, board, beside, moves)]
    for drawn, (x, y) in ((thrown.items, (left, top)), (tuple(letter(rest[0].owner)), mark)):
        items.append(Group(drawn, Affine.translation(round(x, 4), round(y, 4))))
    return items, max(board.height, top + thrown.height)
