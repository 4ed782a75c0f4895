"""The table of 古机戦 in characters: the board with the names of its rows and columns, and what was captured."""

from __future__ import annotations

from printkit.games.cetkaik_old.board import COLOURS, GRID, WATER
from printkit.games.cetkaik_old.match import Match
from printkit.games.core import Seat

__all__ = ["picture"]

_WIDE = 7
"""Columns of a terminal for a square; a glyph of a piece takes two."""


def picture(match: Match, seat: Seat) -> str:
    """The board seen from below; pieces of A have a `'`, squares of the water a `~` behind them."""
    lines = ["    " + "".join(f"{column:<{_WIDE}}" for column in GRID.columns).rstrip()]
    wide = len(GRID.columns)
    for row, name in enumerate(GRID.rows):
        cells = range(row * wide, (row + 1) * wide)
        lines.append(f"{name:<4}" + "".join(_square(match, at) for at in cells).rstrip())
    for zone in match.table(seat).zones:
        if zone.place != "board":
            pieces = " ".join(item.face for item in zone.items if item) or "–"
            lines.append(f"{zone.owner or zone.place}: {pieces}")
    return "\n".join(lines)


def _square(match: Match, at: int) -> str:
    piece, mark = match.board[at], "~" * (at in WATER)
    if piece is None:
        return f"·{mark}".ljust(_WIDE)
    return (piece + "'" * (piece[0] == COLOURS["A"]) + mark).ljust(_WIDE - len(piece))
