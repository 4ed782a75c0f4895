"""Players of Tottarot by rules of thumb, as the study of its cards measures them; they read no more than their view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

from printkit.games.codec import HIDDEN
from printkit.games.core import SEATS, Action
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.tottarot.rules import FORGO, Kind
from printkit.games.tottarot.table import Table, points_of

__all__ = ["cautious", "greedy"]

_Choice: TypeAlias = Callable[[int, Table, tuple[Action, ...]], tuple[Action, ...]]
"""Chooses, for a seat and what it sees, the legal actions it finds equally good."""


def _player(game: Game[Any], rng: Random, choices: Mapping[str, _Choice]) -> Player:
    """A player with a choice for each phase it cares about; among equals, and elsewhere, it chooses at random."""

    def play(sight: Sight) -> Action:
        table, legal = sight.seen, sight.legal
        seat = table.index(sight.seat)
        good = choices[table.phase](seat, table, legal) if table.phase in choices else legal
        return good[int(rng.random() * len(good))]

    return play


def cautious(game: Game[Any], rng: Random) -> Player:
    """Hides a fate that gains points behind the smallest token, flees others, and takes only what it has seen."""
    return _player(game, rng, {"declare": _keep_or_flee, "seize": _take_the_known})


def greedy(game: Game[Any], rng: Random) -> Player:
    """Wants the fate that promises most, its own or another's, and trusts that a small token hides a good one."""
    return _player(game, rng, {"declare": _want_the_best, "seize": _take_the_best})


def _gain(table: Table, seat: int, kind: Kind) -> int:
    """How many points fixing this kind would bring the seat, a flip included (tottarot §4.4)."""
    row = table.rows[seat]
    return points_of(table.rules, (*row, kind)) - points_of(table.rules, row)


def _expected(table: Table, seat: int, owner: int, trust: bool = False) -> Fraction:
    """The gain of a proclaimed fate; of one not seen, the mean over the cards the seat has not seen.

    With `trust` only those that cost nothing are used, as long as there are any.
    """
    fate = table.fates[owner]
    if fate is not None and fate.kind is not HIDDEN:
        return Fraction(_gain(table, seat, fate.kind))
    gains = [(_gain(table, seat, kind), count) for kind, count in Counter(table.undealt()).items()]
    if trust and any(gain >= 0 for gain, _ in gains):
        gains = [(gain, count) for gain, count in gains if gain >= 0]
    return Fraction(sum(gain * count for gain, count in gains), sum(count for _, count in gains))


def _targets(legal: Sequence[Action]) -> dict[Action, int]:
    return {action: SEATS.index(action.split()[1]) for action in legal if action != FORGO}


def _edge(legal: tuple[Action, ...], highest: bool) -> tuple[Action, ...]:
    """The largest or the smallest token; one digit each, so that text sorts like numbers."""
    return legal[-1:] if highest else legal[:1]


def _keep_or_flee(seat: int, table: Table, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    return _edge(legal, _expected(table, seat, seat) <= 0)


def _take_the_known(seat: int, table: Table, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    def known(owner: int) -> bool:
        fate = table.fates[owner]
        return fate is not None and fate.kind is not HIDDEN

    worth = {action: _expected(table, seat, at) for action, at in _targets(legal).items() if known(at)}
    return _best({FORGO: Fraction(0), **worth})


def _want_the_best(seat: int, table: Table, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    others = (_expected(table, seat, owner) for owner in table.holders_beside(seat))
    return _edge(legal, max(Fraction(0), *others) > _expected(table, seat, seat))


def _take_the_best(seat: int, table: Table, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """A player who did not declare as much, and holds what he drew, wanted to keep it."""

    def kept(owner: int) -> bool:
        fate, less = table.fates[owner], table.declared[owner] != table.declared[seat]
        return less and fate is not None and fate.drawn_by == SEATS[owner]

    worth = {action: _expected(table, seat, at, kept(at)) for action, at in _targets(legal).items()}
    return _best({FORGO: Fraction(0), **worth})


def _best(worth: Mapping[Action, Fraction]) -> tuple[Action, ...]:
    return tuple(action for action in sorted(worth) if worth[action] == max(worth.values()))
