"""Solves a two-player round of Tottarot without abstraction: value, proved bounds and strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy

from printkit.errors import InputError
from printkit.games.tottarot.rules import Rules
from printkit.lab.tottarot.bluff import BEST_FIRST, BEST_SECOND, ROUNDS, VALUE, solve_turns
from printkit.lab.tottarot.round_states import (
    Field,
    Integers,
    end_payoffs,
    first_positions,
    layer,
    odds_of,
    sees_of,
    table_of,
    tokens_of,
    turns_played,
)

__all__ = ["MOST_TURNS", "FirstTurn", "Solution", "solve_round"]

MOST_TURNS = 3
_BATCH = 2048
_MOST_ROUNDS = 8192


class Solution(NamedTuple):
    """A round for two: what A gets of the victory tokens more than B, on average, if both play as found.

    `best_first` and `best_second` are what the best answer to that brings A and B, over the whole round: so the value
    of the game lies from -`best_second` to `best_first`, and their sum is the gap. `tokens` [side, own card, other
    card if seen, token] and `ways` [side, own card, other card if seen, own token, other token, forgo or seize] are the
    play of the first turn. `values` [side, own card] is what the side gets more than the other after drawing that
    card first, if nobody is shown it. `positions` counts what can lie on the table before each turn.
    """

    value: float
    best_first: float
    best_second: float
    tokens: Any
    ways: Any
    values: Any
    positions: tuple[int, ...]
    rounds: int

    @property
    def gap(self) -> float:
        """What both best answers together would gain: 0 at an equilibrium."""
        return self.best_first + self.best_second


class _Solved(NamedTuple):
    """The positions of one turn solved: results, fields as in `bluff`, and strategies."""

    results: Any
    tokens: Any
    ways: Any


class FirstTurn(NamedTuple):
    """How both sides play a turn: arrays as in `Solution`."""

    tokens: Any
    ways: Any


def solve_round(
    rules: Rules,
    target: float,
    progress: Callable[[int, int], None] | None = None,
    *,
    start: Integers | None = None,
    first: FirstTurn | None = None,
) -> Solution:
    """Solve a round for two from its last turn to its first, each position so well that the gap is about `target`.

    Between two turns everything is open, so a turn is a game of its own, whose ends are worth what the positions
    after it are worth (tottarot §3.6). Best answers are computed through all turns. `start` is one position to solve
    from, instead of the beginning; with `first` its first turn is played so, and only judged. `progress` hears
    positions done and all of them. Raises `InputError` for other than two players or more than `MOST_TURNS` turns.
    """
    if rules.players != 2 or rules.turns > MOST_TURNS:
        raise InputError(f"solved is a round of up to {MOST_TURNS} turns", hint="--seats 2")
    table = table_of(rules)
    layers, links = [first_positions(rules) if start is None else start], []
    turns = rules.turns - turns_played(rules, layers[0])
    for _ in range(turns - 1):
        positions, follows = layer(table, layers[-1])
        layers.append(positions)
        links.append(follows)
    whole, done = sum(map(len, layers)), 0
    results, plain = None, numpy.zeros(0)
    parts: list[_Solved] = []
    for turn in reversed(range(turns)):
        parts = []
        for begin in range(0, len(layers[turn]), _BATCH):
            part = slice(begin, begin + _BATCH)
            if results is None:
                ends = end_payoffs(table, layers[turn][part])
                plain = best = _both(ends, -ends)
            else:
                after = results[links[turn][part]]
                plain = _both(after[..., VALUE], -after[..., VALUE])
                best = _both(after[..., BEST_FIRST], after[..., BEST_SECOND])
            given = first if turn == 0 else None
            parts.append(_solve(layers[turn][part], plain, best, target / rules.turns, given))
            done += len(layers[turn][part])
            if progress:
                progress(done, whole)
        results = numpy.concatenate([part.results for part in parts])
    (only,) = parts
    return _solution(layers, plain, only)


def _solution(layers: Sequence[Integers], payoffs: Any, only: _Solved) -> Solution:
    row = only.results[0]
    return Solution(
        float(row[VALUE]),
        float(row[BEST_FIRST]),
        float(row[BEST_SECOND]),
        only.tokens[0],
        only.ways[0],
        _worths(layers[0], payoffs[0], only),
        tuple(map(len, layers)),
        int(row[ROUNDS]),
    )


def _worths(positions: Integers, payoffs: Any, first: _Solved) -> Any:
    """What its first card brings each side, if nobody is shown one: [side, card]; 0 for a kind that is used up."""
    odds = odds_of(positions)[0]
    tokens, ways = first.tokens[0, :, :, 0], first.ways[0, :, :, 0]
    own = numpy.arange(tokens.shape[-1])
    decides = (own[:, None] >= own[None, :])[None, :, :, None]
    # Who declared more decides, and the first side where both declared the same (tottarot §3.5).
    by_first, by_second = ways[0][:, None], ways[1].transpose(0, 2, 1, 3)[None]
    shares = numpy.where(decides[None], by_first, by_second)
    reached = tokens[0][:, None, :, None, None] * tokens[1][None, :, None, :, None]
    worth = (payoffs[0] * shares * reached).sum(axis=(2, 3, 4)) * odds
    drawn = numpy.stack([odds.sum(axis=1), odds.sum(axis=0)])
    gains = numpy.stack([worth.sum(axis=1), -worth.sum(axis=0)])
    return numpy.divide(gains, drawn, out=numpy.zeros_like(gains), where=drawn > 0)


def _both(first: Any, second: Any) -> Any:
    """Payoffs of A and B, over the axes [position, A's card, B's, A's token, B's, way], each as its side sees it."""
    return numpy.stack([first, second.transpose(0, 2, 1, 4, 3, 5)], axis=1)


def _solve(
    positions: Integers, plain: Any, best: Any, target: float, given: FirstTurn | None = None
) -> _Solved:
    """Learn to play at these positions, or judge how they are played."""
    odds = odds_of(positions)
    first, second = tokens_of(positions, Field.TOKENS_A), tokens_of(positions, Field.TOKENS_B)
    decides = numpy.stack(
        [first[:, :, None] >= second[:, None, :], second[:, :, None] > first[:, None, :]], axis=1
    )
    size, kinds, held = len(positions), odds.shape[1], first.shape[1]
    tokens = numpy.zeros((size, 2, kinds, kinds, held))
    ways = numpy.zeros((size, 2, kinds, kinds, held, held, 2))
    results = numpy.zeros((size, 4))
    if given is not None:
        tokens[:], ways[:] = given
    solve_turns(
        numpy.ascontiguousarray(numpy.stack([odds, odds.transpose(0, 2, 1)], axis=1)),
        numpy.ascontiguousarray(plain),
        numpy.ascontiguousarray(best),
        decides,
        sees_of(positions).astype(bool),
        target,
        _MOST_ROUNDS if given is None else 0,
        numpy.zeros((3, *tokens.shape[1:])),
        numpy.zeros((3, *ways.shape[1:])),
        numpy.zeros((2, max(held, 2))),
        tokens,
        ways,
        results,
    )
    return _Solved(results, tokens, ways)
