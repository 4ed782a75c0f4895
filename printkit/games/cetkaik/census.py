"""What a simulation of 机戦 counts: which hands end a season, and whether 再行 pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from printkit.games.census import Census, Entry
from printkit.games.cetkaik.boards import SEATS
from printkit.games.cetkaik.hands import ONE_COLOUR
from printkit.games.cetkaik.match import FIRST, MOVE, OVER, Match
from printkit.games.core import Action

__all__ = ["CENSUS"]


def _entries(matches: Sequence[Match], actions: Sequence[Action]) -> Iterator[Entry]:
    """Season by season: a season begins where it is open who moves first."""
    starts = [at for at, match in enumerate(matches) if match.phase == FIRST]
    for begun, ended in pairwise([*starts, len(matches) - 1]):
        if ended > begun:
            yield from _season(matches[begun : ended + 1], actions[begun:ended])


def _season(matches: Sequence[Match], actions: Sequence[Action]) -> Iterator[Entry]:
    first, last = matches[0], matches[-1]
    if last.phase not in (FIRST, OVER):
        return
    won = {side: last.returns()[at] - first.returns()[at] for at, side in enumerate(SEATS)}
    yield Entry("seasons", "turns", sum(match.phase == MOVE for match in matches[:-1]))
    yield Entry("seasons", "rate at the end", matches[-2].rate)
    yield Entry("first", "points of the side that moves first", won[actions[0].split()[1]])
    yield from _ending(matches[-2], actions[-1])
    for match, action in zip(matches, actions, strict=False):
        if action == "tymok":
            kind = "with a hand" if match.due > 0 else "with a loss"
            yield Entry("again", f"{kind}: points if the season had ended", _paid(match))
            yield Entry("again", f"{kind}: points the season brought", won[match.turn])


def _ending(match: Match, action: Action) -> Iterator[Entry]:
    """The hands that were paid; a season that ends because nobody can move pays none."""
    if action != "taxot":
        return
    held = {hand.name.removeprefix(ONE_COLOUR) for hand in match.hands(SEATS.index(match.turn))}
    for name in match.rules.counting.hands:
        yield Entry("hands", name, name in held)
    yield Entry("hands", "none, only a penalty", not held)


def _paid(match: Match) -> float:
    """What the side that declares would get for 終季, or pay where it is negative."""
    at = SEATS.index(match.turn)
    after = match.after("taxot")
    return after.returns()[at] - match.returns()[at]


CENSUS = Census(
    titles={
        "seasons": "of a season",
        "first": "of a season, beyond what it began with",
        "hands": "seasons ended with this hand",
        "again": "after 再行",
    },
    entries=_entries,
    rounds=lambda end: end.season + 1,
)
"""Hands, rates and first moves, by season; what 再行 brought."""
