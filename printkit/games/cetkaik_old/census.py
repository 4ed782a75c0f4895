"""What a simulation of 古机戦 counts: how long seasons are, how they end, and what moving first is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from printkit.games.census import Census, Entry
from printkit.games.cetkaik_old.board import SEATS
from printkit.games.cetkaik_old.match import FIRST, OVER, Match
from printkit.games.core import Action

__all__ = ["CENSUS"]

_ENDINGS = {
    "resign": "the king was lost, and resigned", "accept": "drawn by agreement", "claim": "drawn by repetition",
}  # fmt: skip
_ROWS = ("the king was captured", *_ENDINGS.values(), "drawn, nothing happened")


def _entries(matches: Sequence[Match], actions: Sequence[Action]) -> Iterator[Entry]:
    """Season by season: a season begins where it is open who moves first."""
    starts = [at for at, match in enumerate(matches) if match.phase == FIRST]
    for begun, ended in pairwise([*starts, len(matches) - 1]):
        if ended > begun and matches[ended].phase in (FIRST, OVER):
            yield from _season(matches[begun], matches[ended], actions[begun:ended])


def _season(first: Match, last: Match, actions: Sequence[Action]) -> Iterator[Entry]:
    side = actions[0].split()[1]
    at = SEATS.index(side)
    won = last.returns()[at] - first.returns()[at]
    yield Entry("seasons", "turns", sum(">" in action or action == "pass" for action in actions))
    yield Entry("first", "share of the side that moves first", (1 + won) / 2)
    ending = _ENDINGS.get(actions[-1], _ROWS[0] if won else _ROWS[-1])
    for row in _ROWS:
        yield Entry("endings", row, row == ending)


CENSUS = Census(
    titles={
        "seasons": "of a season",
        "first": "a drawn season counts half",
        "endings": "how seasons end",
    },
    entries=_entries,
    rounds=lambda end: end.season + 1,
)
"""Lengths, endings and first moves, by season."""
