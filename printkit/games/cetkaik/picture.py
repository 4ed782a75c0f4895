"""The table of 机戦 in characters: the board with the names of its rows and columns, hands, season and rate."""

from __future__ import annotations

from printkit.games.cetkaik.boards import SEATS
from printkit.games.cetkaik.match import Match
from printkit.games.cetkaik.moves import hue_of
from printkit.games.core import Seat

__all__ = ["picture"]

_SEASONS = ("spring", "summer", "autumn", "winter")
_WIDE = 7
"""Columns of a terminal for a square; a glyph of a piece takes two."""


def picture(match: Match, seat: Seat) -> str:
    """The board seen from below; pieces of A have a `'`, squares of 皇水 a `~`, of 皇処 a `+` behind them."""
    grid = match.rules.board.grid
    lines = ["    " + "".join(f"{column:<{_WIDE}}" for column in grid.columns).rstrip()]
    for row, name in enumerate(grid.rows):
        cells = range(row * match.columns, (row + 1) * match.columns)
        lines.append(f"{name:<4}" + "".join(_square(match, at) for at in cells).rstrip())
    for at, side in enumerate(SEATS):
        held = " ".join(match.captured[at]) or "–"
        hands = ", ".join(f"{hand.name} {hand.points}" for hand in match.hands(at))
        lines.append(f"{side:<4}{match.score[at]} points; in hand: {held}" + f"; {hands}" * bool(hands))
    season = _SEASONS[match.season % len(_SEASONS)]
    waiting = f"; move {match.move}" if match.move else f"; due {match.due}" if match.due else ""
    lines.append(f"{season}, rate {match.rate}{waiting}")
    return "\n".join(lines)


def _square(match: Match, at: int) -> str:
    board, piece = match.rules.board, match.board[at]
    hue = hue_of(board, match.board, own_square=match.rules.tam_hue)
    mark = "~" if at in board.water else "+" if at in hue else ""
    if piece is None:
        return f"·{mark}".ljust(_WIDE)
    glyphs = piece[:2]
    turned = "'" if piece[2:] == SEATS[0] else ""
    return (glyphs + turned + mark).ljust(_WIDE - len(glyphs))
