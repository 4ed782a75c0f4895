"""Searches war replacement a few cards deep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from printkit.games.core import Action
from printkit.games.youscout.board import Piles
from printkit.games.youscout.rules import DONE
from printkit.games.youscout.table import Table

__all__ = ["DEPTH", "Row", "Trial", "best_row", "race"]

Trial: TypeAlias = Callable[[Table, int, int], int]
"""How many of the rollouts from a first one on, this many of them, are won from a table."""

DEPTH = 4
"""A row is searched this many cards deep at most, and ends before that where a further card gains nothing."""

_WIDTH = 3
_FEW, _MORE, _MANY = 128, 512, 2048
_KEPT = 8


class Row(NamedTuple):
    """Replacements one after the other, the table they lead to, and the rollouts won from there."""

    actions: tuple[Action, ...]
    table: Table
    wins: int = 0


def best_row(table: Table, trial: Trial, depth: int = DEPTH) -> Row:
    """The row of replacements that wins most rollouts; an empty one where none wins more.

    `table` is in a phase of replacement, or in none, and then nothing is done. Rows grow card by card, the best
    three of each length go on; those that come to the same are one. What is found is good for the games it was
    tried in: its worth has to be distinguished from others.
    """
    best = Row((), table, trial(table, 0, _MANY))
    front = [best]
    for _ in range(depth):
        ahead = {each.table.piles: each for row in front for each in _longer(row)}
        if not ahead:
            break
        chosen = race((row.table for row in ahead.values()), trial, _WIDTH)
        front = [ahead[each.piles]._replace(wins=trial(each, 0, _MANY)) for each in chosen]
        better = max(front, key=lambda row: row.wins)
        if better.wins <= best.wins:
            break
        best = better
    return best


def race(tables: Iterable[Table], trial: Trial, kept: int) -> list[Table]:
    """Those of the tables that win most: all are tried in a few games, and the best of them in more."""
    left = list(tables)
    for games, best in ((_FEW, _KEPT), (_MORE, kept)):
        if len(left) > best:
            wins = {each.piles: trial(each, 0, games) for each in left}
            left = sorted(left, key=lambda each: (-wins[each.piles], _order(each.piles)))[:best]
    return left


def _longer(row: Row) -> Iterator[Row]:
    """The row with each single replacement that may follow it."""
    legal = row.table.legal()
    for action in legal if DONE in legal else ():
        if action != DONE:
            yield Row((*row.actions, action), row.table.apply(action))


def _order(piles: Piles) -> tuple[tuple[str, ...], ...]:
    """Decides between tables that win as many games."""
    return tuple(map(tuple, piles))
