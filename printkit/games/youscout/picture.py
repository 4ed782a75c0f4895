"""The table of Youscout as text (youscout §2.1)."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from printkit.games.core import Seat
from printkit.games.youscout.board import PLACES, UPPER, line_pattern, whirl
from printkit.games.youscout.cards import DEATH, FOOL, MAJOR_NAMES, SUITS, major_number
from printkit.games.youscout.hexagram import hexagram
from printkit.games.youscout.piles import COINS, DISCARDS, SWORDS
from printkit.games.youscout.table import Table

__all__ = ["picture"]

_WIDTH = 26
_ROWS = (
    ("", "Sw", ""),
    ("6", "", "4"),
    ("", "5", ""),
    ("X", "", "D"),
    ("", "2", ""),
    ("3", "", "1"),
    ("", "Co", ""),
    ("", "", "T"),
)
"""What lies where, row by row from the top (youscout §2.1)."""


def picture(table: Table, seat: Seat) -> str:
    """The board with its numbers and piles, laid out as on a real table, then what else the seat knows."""
    if len(table.board) < len(PLACES):
        return "laid so far: " + (" ".join(table.board) or "nothing")
    lines: list[str] = []
    for row in _ROWS:
        cells = [_cell(table, name) for name in row]
        for parts in zip_longest(*cells, fillvalue=""):
            lines.append("".join(f"{part:<{_WIDTH}}" for part in parts).rstrip())
    return "\n".join([*lines, "", *_summary(table)])


def _cell(table: Table, name: str) -> list[str]:
    """The lines of one cell: a place with its card, numbers and pile, or what lies beside the board."""
    if name.isdigit():
        return _place(table, int(name))
    beside = {
        "": "",
        "Sw": "Sw: " + " ".join(table.piles[SWORDS]),
        "Co": "Co: " + " ".join(table.piles[COINS]),
        "D": f" D: {len(table.piles[DISCARDS])} cards",
        "T": f" T: {len(table.talon)} cards" if table.token else " T",
        "X": f" X: {FOOL if table.terminal == DEATH else DEATH}" if table.token else " X",
    }
    return wrap(beside[name], _WIDTH - 1, drop_whitespace=False)


def _place(table: Table, place: int) -> list[str]:
    code = table.board[place - 1]
    row = table.rules.numbers[code]
    numbers = [f"{name} {row[2 * at]}/{row[2 * at + 1]}" for at, name in enumerate(SUITS)]
    mark = ">" if place == table.token else " "
    pile = wrap(f"[{' '.join(table.piles[place])}]", _WIDTH - 4)
    body = ["  ".join(numbers[:2]), "  ".join(numbers[2:]), *pile]
    return [f"{mark}{place} {code} {MAJOR_NAMES[major_number(code)]}", *(f"   {line}" for line in body)]


def _summary(table: Table) -> list[str]:
    sign = hexagram(line_pattern(table.board))
    forced = whirl(table.board, table.rules.swap)
    lines = [f"hexagram {sign.number} {sign.symbol} {sign.ja} ({sign.en})"]
    if forced:
        trigram = "upper" if forced.start == UPPER else "lower"
        lines[0] += f", {forced.ja} ({forced.en}): start in the {trigram} trigram"
    if table.token:
        wins = " or ".join(map(str, table.rules.goal[table.terminal]))
        seen = f"{table.terminals} of {table.rules.terminals}"
        lines.append(f"token on {table.token}, wins on {wins}; terminal {table.terminal} has come {seen}")
    if table.drawn:
        lines.append(f"drawn: {table.drawn}")
    return lines
