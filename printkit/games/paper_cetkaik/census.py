"""What is counted of seasons with the strips: gains by place, what wild cards are worth, how long a season is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Any

from printkit.games.census import Census, Entry
from printkit.games.core import CHANCE, Action

__all__ = ["season_census"]

_TITLES = {
    "place": "points a season, by the place behind 親",
    "won": "seasons with the most points, by the place behind 親",
    "wild": "points a season, by the wild cards dealt",
    "length": "length of a season",
}
_DEALT = ("first", "deal")

Counted = Callable[[Sequence[Any], Sequence[Action]], Iterable[Entry]]


def season_census(wild: str, more: Census | None = None) -> Census:
    """The census of a game of seasons; `wild` is the second letter of its wild cards, `more` the game's own."""

    def counted(states: Sequence[Any], actions: Sequence[Action]) -> Iterable[Entry]:
        own = more.entries(states, actions) if more else ()
        return chain(_seasons(states, wild), own)

    return Census({**_TITLES, **(more.titles if more else {})}, counted, lambda end: end.season + 1)


def _seasons(states: Sequence[Any], wild: str) -> Iterator[Entry]:
    """What every seat gained in each season; the last state of one is the first of the next."""
    before, end = states[0].points, 0
    for _, group in groupby(states, key=lambda state: state.season):
        part = list(group)
        end += len(part)
        played = [state for state in part if state.phase not in _DEALT]
        after = states[min(end, len(states) - 1)].points
        gains = [now - was for was, now in zip(before, after, strict=True)]
        before = after
        if not played:
            continue
        first = played[0]
        for at, gain in enumerate(gains):
            behind = (at - first.dealer) % len(gains)
            place = f"{behind} behind" if behind else "親"
            yield Entry("place", place, gain)
            yield Entry("won", place, gain == max(gains) and gain > 0)
            held = sum(card[1] == wild for card in first.hands[at])
            yield Entry("wild", f"{min(held, 2)}{' or more' if held > 1 else ''}", gain)
        yield Entry(
            "length", "actions of players", sum(state.to_move() not in (CHANCE, None) for state in played)
        )
