"""Where everything lies on a table mat for a card size."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.kit.board import Board, Mat
from printkit.kit.model import CardSize, Kit

__all__ = ["FOOT", "PAD", "MatPlan", "plan_mat"]

# Above the highest and below the lowest place, and right of each column's card.
TOP, FOOT, PAD = 8.0, 3.0, 2.5


@dataclass(frozen=True, slots=True)
class MatPlan:
    """Where everything lies on one board: the slot of each place in mm of the board, and the steps of the grid."""

    board: Board
    card: CardSize
    column: float
    row: float
    slots: dict[str, Rect]

    @property
    def size(self) -> Size:
        """The whole drawing."""
        return self.board.size

    def at(self, column: float, row: float) -> tuple[float, float]:
        """The middle of a card at this place of the grid."""
        x = (column + 1) * self.column - PAD - self.card.width / 2
        return x, TOP + row * self.row + self.card.height / 2


def plan_mat(kit: Kit, size: CardSize, mat: Mat) -> MatPlan:
    """The smallest board these cards fit on; cards too large for every board are an InputError."""
    for board in mat.boards:
        column = board.size.width / mat.columns
        row = (board.size.height - TOP - FOOT - size.height) / mat.rows
        if column < size.width + 2 * mat.spread + PAD or row < size.height + mat.gap:
            continue
        slots = {
            place.id: Rect(
                (place.column + 1) * column - PAD - size.width, TOP + place.row * row, size.width, size.height
            )
            for place in mat.places
        }
        return MatPlan(board, size, column, row, slots)
    largest = mat.boards[-1]
    raise InputError(
        f"no mat of kit {kit.id} holds cards of {Size(size.width, size.height)}",
        key="--card",
        hint=f"its largest mat, for {largest.paper.upper()}, is {largest.size}",
    )
