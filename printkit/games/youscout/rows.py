"""Tries every sequence of answers of a deal with an open talon, on the readable engine.

Slow beside `clairvoyant`, but it needs no numba, and the law itself does the counting: printed puzzles rest on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from printkit.errors import InputError
from printkit.games.core import CHANCE, Action
from printkit.games.game import Game
from printkit.games.youscout.seeded_deal import Deal

__all__ = ["Rows", "try_rows"]


class Rows(NamedTuple):
    """How many rows of answers a deal has from one start, how many of them win, and the first that does.

    `line` is empty where no answer is requested, and None where no row wins. Answers are tried in the order in
    which the game names them.
    """

    winning: int
    all: int
    line: tuple[Action, ...] | None


def try_rows(game: Game[Any], deal: Deal, start: int, most: int = 100_000) -> Rows:
    """Every row of answers of this deal from this start, played to the end.

    Positions met before are not played again. Raises `InputError` where the board forbids the start, and where
    more than `most` positions ask for an answer.
    """
    state = game.start
    for card in deal.laid():
        state = state.apply(f"lay {card}")
    place = f"place {start}"
    if place not in state.legal():
        raise InputError(f"the board of deal {deal.code} forbids a start on {start}")
    search = _Search(deal, most)
    state = state.apply(place)
    return search.rows(state, deal.order(0, state.talon))


class _Search:
    """One search: what is known of the positions that asked for an answer."""

    def __init__(self, deal: Deal, most: int) -> None:
        self._deal, self._most = deal, most
        self._known: dict[str, Rows] = {}

    def rows(self, state: Any, talon: Sequence[str]) -> Rows:
        """All rows from here, the talon's cards in their order."""
        state, talon = self._drawn(state, talon)
        if state.to_move() is None:
            won = state.outcome().scores[0]
            return Rows(won, 1, () if won else None)
        position = state.position()
        known = self._known.get(position)
        if known is None:
            if len(self._known) >= self._most:
                raise InputError(f"deal {self._deal.code} has too many rows of answers to try them all")
            known = self._known[position] = self._answered(state, talon)
        return known

    def _answered(self, state: Any, talon: Sequence[str]) -> Rows:
        winning, rows, line = 0, 0, None
        for answer in state.legal():
            found = self.rows(state.apply(answer), talon)
            winning, rows = winning + found.winning, rows + found.all
            if line is None and found.line is not None:
                line = (answer, *found.line)
        return Rows(winning, rows, line)

    def _drawn(self, state: Any, talon: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """The next position that asks for an answer, or the last one, and what is left of the talon."""
        at = 0
        while state.to_move() == CHANCE:
            before = state.terminals
            state = state.apply(f"draw {talon[at]}")
            at += 1
            if state.terminals != before:
                talon, at = self._deal.order(state.terminals, state.talon), 0
        return state, talon[at:]
