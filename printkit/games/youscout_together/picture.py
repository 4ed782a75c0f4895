"""The table of Youscout together as text and as facts for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from printkit.games.core import Seat
from printkit.games.youscout.board import PLACES
from printkit.games.youscout.cards import ATTACK, MAJOR_NAMES, PAIN, major_number
from printkit.games.youscout.piles import DISCARDS, PILE_NAMES
from printkit.games.youscout_together.rules import POINTS, SEATS
from printkit.games.youscout_together.table import Table

__all__ = ["facts", "picture"]

_WIDTH = 30
_ROWS = ((6, 0, 4), (0, 5, 0), (0, 2, 0), (3, 0, 1))
"""The places row by row from the top (youscout §2.1)."""


def facts(table: Table) -> dict[str, object]:
    """What lies on the table, ready for JSON; lists that belong to players stand in the order of the seats."""
    return {
        "round": table.round,
        "start": SEATS[table.seat_at(0)],
        "points": list(table.points),
        "board": list(table.board),
        "tokens": [place or None for place in table.tokens],
        "row": list(table.row),
        "piles": {PILE_NAMES[index]: list(table.piles[index]) for index in (*PLACES, DISCARDS)},
        "came": list(table.came),
    }


def picture(table: Table, seat: Seat) -> str:
    """The points, the board as it lies with M and F of each place, and the open cards."""
    scores = "  ".join(
        f"{'>' if name == seat else ''}{name} {points}"
        for name, points in zip(table.agreed.seats, table.points, strict=True)
    )
    head = f"round {table.round} of {table.agreed.rounds}, points: {scores}"
    if len(table.board) < len(PLACES):
        return f"{head}\nlaid so far: {' '.join(table.board) or 'nothing'}"
    lines = [head]
    for row in _ROWS:
        cells = [_place(table, place) if place else [] for place in row]
        height = max(map(len, cells))
        for at in range(height):
            parts = (cell[at] if at < len(cell) else "" for cell in cells)
            lines.append("".join(f"{part:<{_WIDTH}}" for part in parts).rstrip())
    due = [f"{terminal}: {_paid(POINTS[terminal])}" for terminal in table.left()]
    lines.append(
        f"open: {' '.join(table.row)}; talon {len(table.talon)}, discards {len(table.piles[DISCARDS])}"
    )
    lines.append("to come: " + ("; ".join(due) or "nothing"))
    return "\n".join(lines)


def _paid(places: Mapping[int, int]) -> str:
    return ", ".join(f"{points} on {place}" for place, points in sorted(places.items()))


def _place(table: Table, place: int) -> list[str]:
    code = table.board[place - 1]
    numbers = table.agreed.rules.numbers[code]
    token = SEATS[table.tokens.index(place)] if place in table.tokens else " "
    pile = wrap(f"[{' '.join(table.piles[place])}]", _WIDTH - 4)
    name = MAJOR_NAMES[major_number(code)]
    return [
        f"{token} {place} {code} {name}",
        f"    M {numbers[ATTACK]}  F {numbers[PAIN]}",
        *(f"    {line}" for line in pile),
    ]
