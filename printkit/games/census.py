"""What a game counts when it is simulated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import CHANCE, SEATS, Action

__all__ = ["PLACES", "Census", "Entries", "Entry", "one_round"]


class Entry(NamedTuple):
    """One observation: the table it belongs to, its row there, and what was gained (0 or 1 for no or yes)."""

    table: str
    row: str
    gained: float


Entries: TypeAlias = Callable[[Sequence[Any], Sequence[Action]], Iterable[Entry]]
"""Takes the states of a finished play, the first being its start, and the actions between them."""


def one_round(end: Any) -> int:
    """A play is one round."""
    return 1


@dataclass(frozen=True, slots=True)
class Census:
    """What a game wants counted beside who wins: `titles` name its tables, by key, in the order reported.

    `entries` observes a finished play, `rounds` says from its last state how many rounds it took. It is the
    `census` of a game's module.
    """

    titles: Mapping[str, str]
    entries: Entries
    rounds: Callable[[Any], int] = one_round


def _by_place(states: Sequence[Any], actions: Sequence[Action]) -> Iterator[Entry]:
    """What each seat won, by how far it sits behind the one that began, and how many actions that took."""
    end = states[-1]
    points = end.returns()
    first = SEATS.index(actions[0].split()[1])
    best = [each == max(points) for each in points]
    for at, won in enumerate(best):
        behind = (at - first) % len(points)
        row = f"{behind} behind" if behind else "first"
        yield Entry("won", row, won / sum(best))
        yield Entry("gained", row, points[at])
    acted = sum(state.to_move() not in (CHANCE, None) for state in states)
    yield Entry("length", "actions of players", acted)


PLACES = Census(
    {
        "won": "wins, shared ones in part, by the place behind the seat that began",
        "gained": "points, by the place behind the seat that began",
        "length": "length of a game",
    },
    _by_place,
)
"""For games that begin with `first SEAT`."""
