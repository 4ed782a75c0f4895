"""Draws the squares of a board, the lines between them and its frame."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.compose.boards.squares import brackets, square_items
from printkit.geometry import Outline
from printkit.kit.board import KINDS, NO_SQUARE, BoardSpec
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle, segment

__all__ = ["FRAME", "LINE", "OFF", "grid_items"]

# The lines between squares, the frame, and how far this is from the squares; mm.
LINE, FRAME, OFF = 0.6, 1.4, 0.5


def grid_items(board: BoardSpec, *, low: bool) -> Iterator[Item]:
    """Squares, lines between them, frame, and the brackets where the water ends; a current has none of these."""
    if board.steps and board.ground == "water":
        return
    if not board.whole:
        yield from _frames(board)
    for row, kinds in enumerate(board.rows):
        for column, kind in enumerate(kinds):
            yield from square_items(kind, board.cell(column, row), (column, row), low=low)
    yield Path(_lines(board), stroke=BLACK, width=min(LINE, board.square * LINE / 28))
    if board.whole:
        outer, inner = board.grid.grown(OFF + FRAME), board.grid.grown(OFF)
        yield Path(rectangle(outer) + rectangle(inner), BLACK)
    # Where a race goes its numbers stand in the corners.
    for column, row, towards in () if board.steps else _ends(board.rows):
        yield from brackets(board.cell(column, row), towards, low=low)


def _frames(board: BoardSpec) -> Iterator[Item]:
    """The frame round squares that do not fill the grid."""
    for off, ink in ((OFF + FRAME, BLACK), (OFF, PAPER)):
        outline = Outline("", ())
        for cell in board.squares():
            outline += rectangle(cell.grown(off))
        yield Path(outline, ink, even_odd=False)


def _lines(board: BoardSpec) -> Outline:
    """Lines between squares: across the whole board, or between the two where there are not squares everywhere."""
    grid, rows = board.grid, board.rows
    lines = Outline("", ())
    if board.whole:
        for column in range(1, len(rows[0])):
            x = grid.x + column * board.square
            lines += segment(x, grid.y, x, grid.bottom)
        for row in range(1, len(rows)):
            y = grid.y + row * board.square
            lines += segment(grid.x, y, grid.right, y)
        return lines
    for row, kinds in enumerate(rows):
        for column, kind in enumerate(kinds):
            cell = board.cell(column, row)
            if kind != NO_SQUARE and kinds[column + 1 : column + 2] not in ("", NO_SQUARE):
                lines += segment(cell.right, cell.y, cell.right, cell.bottom)
            below = rows[row + 1][column] if row + 1 < len(rows) else NO_SQUARE
            if kind != NO_SQUARE and below != NO_SQUARE:
                lines += segment(cell.x, cell.bottom, cell.right, cell.bottom)
    return lines


def _ends(rows: tuple[str, ...]) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """The squares where an arm of the water ends, and which way it does."""

    def wet(column: int, row: int) -> bool:
        inside = 0 <= row < len(rows) and 0 <= column < len(rows[0])
        return inside and "water" in KINDS[rows[row][column]]

    for row, kinds in enumerate(rows):
        for column in range(len(kinds)):
            for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                behind = wet(column - x, row - y) and not wet(column + x, row + y)
                if wet(column, row) and behind:
                    yield column, row, (x, y)
