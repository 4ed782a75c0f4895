"""What a simulation of Tottarot counts: victory tokens by place and by fate drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.games.census import Census, Entry
from printkit.games.core import Action
from printkit.games.tottarot.cards import Kind
from printkit.games.tottarot.rules import DRAW
from printkit.games.tottarot.table import Table

__all__ = ["CENSUS"]


def _entries(tables: Sequence[Table], actions: Sequence[Action]) -> Iterator[Entry]:
    """Victory tokens a round: of each place from the start player, and of each seat that drew a kind in it."""
    drawn: set[tuple[int, Kind]] = set()
    for table, action, after in zip(tables, actions, tables[1:], strict=False):
        if table.phase == DRAW:
            drawn.add((table.actor, action.partition(" ")[2]))
        if after.victories == table.victories:
            continue
        won = [now - then for now, then in zip(after.victories, table.victories, strict=True)]
        for place in range(table.rules.players):
            yield Entry("places", str(place), won[table.seat_at(place)])
        for seat, kind in sorted(drawn):
            yield Entry("fates", kind, won[seat])
        drawn.clear()


CENSUS = Census(
    titles={
        "places": "victory tokens a round by place, 0 starts",
        "fates": "victory tokens a round of who drew",
    },
    entries=_entries,
    rounds=lambda end: end.round,
)
"""Places and fates, by round."""
