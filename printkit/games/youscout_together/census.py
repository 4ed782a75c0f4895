"""What a simulation of Youscout together counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.games.census import Census, Entry
from printkit.games.core import Action
from printkit.games.youscout_together.table import Table

__all__ = ["CENSUS"]


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
