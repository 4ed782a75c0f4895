"""What all pictures of a board with things round it share: how it is set, its measures, and the board itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from printkit.compose.books.page_blocks import Told
from printkit.compose.table.zone_pen import Band, ZonePen
from printkit.games.narration import Move
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Item

__all__ = [
    "BESIDE",
    "BETWEEN",
    "GAUGES",
    "LEAST_IN_ROWS",
    "LETTER",
    "MOST_IN_ROWS",
    "Aside",
    "Setting",
    "board_item",
    "framed",
]

# A card's least and greatest width where zones stand in rows; between rows, and between zones side by side.
LEAST_IN_ROWS, MOST_IN_ROWS, BETWEEN, BESIDE = 6.6, 11.0, 1.6, 4.0
# The radius of the letter of a seat, and what is between two of its gauges.
LETTER, GAUGES = 3.6, 0.3

Aside: TypeAlias = Callable[[float], tuple[Told, float]]
"""Draws words in a column of a width; how they are read, and their height."""


class Setting(NamedTuple):
    """A table with a board: a card's width, which says how far all has grown, and the width of all, in mm.

    `slots` learns where things lie.
    """

    table: Table
    grid: Zone
    card: float
    width: float
    moves: Sequence[Move]
    slots: dict[str, Rect]


def framed(zones: ZonePen, grid: Zone, width: float) -> float:
    """The room that the kit's board needs, with names beside it, to be so wide with its frame without them; mm."""
    printed = zones.printed_of(grid)
    return width * (grid.columns + 1) / (grid.columns + 2 * (printed.frame if printed else 0.0))


def board_item(zones: ZonePen, grid: Zone, board: Band, left: float, moves: Sequence[Move]) -> Item:
    """The board, and below its pieces the ways they have gone; above them who was sent back."""
    ways = zones.walked(grid, dict(zip(grid.names, board.slots, strict=True)), moves)
    pieces = (item for part in board.parts for item in part)
    return Group((*board.ground, *ways.below, *pieces, *ways.above), Affine.translation(round(left, 4), 0.0))
