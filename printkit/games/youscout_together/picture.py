"""The table of Youscout together as text and as facts for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from printkit.games.census import Census, Entry
from printkit.games.core import Action, Seat
from printkit.games.youscout.board import PLACES
from printkit.games.youscout.cards import ATTACK, MAJOR_NAMES, PAIN, major_number
from printkit.games.youscout.piles import DISCARDS, PILE_NAMES
from printkit.games.youscout_together.rules import POINTS, SEATS
from printkit.games.youscout_together.table import Table

__all__ = ["CENSUS", "facts", "picture"]


# ── the table of Youscout together as text and as facts for JSON ─────────────────────────────────────────────────────

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


# ── what a simulation of Youscout together counts ────────────────────────────────────────────────────────────────────


def _entries(tables: Sequence[Table], actions: Sequence[Action]) -> Iterator[Entry]:
    """The points of each place in the round's order, and what became of each turn."""
    first, turns = tables[0], 0
    for table, action, after in zip(tables, actions, tables[1:], strict=False):
        if action.startswith("take"):
            turns += 1
            yield from _turn(table, after)
        if after.round == table.round and not after.over():
            continue
        won = [now - then for now, then in zip(after.points, first.points, strict=True)]
        for place in range(table.agreed.players):
            yield Entry("places", str(place), won[table.seat_at(place)])
        yield Entry("length", "turns a round", turns)
        first, turns = after, 0


def _turn(table: Table, after: Table) -> Iterator[Entry]:
    seat = table.actor
    others = [place for at, place in enumerate(after.tokens) if at != seat]
    ways = {end.tokens[seat] for card in table.row for end in table.taking(card)}
    yield Entry("turns", "more than one place to end on", len(ways) > 1)
    yield Entry("turns", "the token moved", after.tokens[seat] != table.tokens[seat])
    yield Entry("turns", "tokens changed places", table.tokens[seat] in others)


CENSUS = Census(
    titles={
        "places": "points a round by place, 0 starts",
        "turns": "turns in which",
        "length": "length",
    },
    entries=_entries,
    rounds=lambda end: end.round,
)
"""Places, turns and length, by round."""
