"""Solves a two-player round of Tottarot without abstraction: value, proved bounds and strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy

from printkit.errors import InputError
from printkit.games.tottarot.rules import Rules
from printkit.lab.compiled import compiled, inner, shared
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

VALUE, BEST_FIRST, BEST_SECOND, ROUNDS = range(4)
"""What a row of results says: the worth to side 0, what the best answer of either side gets, rounds of learning."""

_LEARN, _BEST, _PLAY = range(3)
_FIRST_CHECK = 16


@inner
def _mix(weights: Any, shares: Any) -> None:
    """Shares in proportion to weights, even ones where all are 0."""
    total = 0.0
    for at in range(weights.shape[0]):
        total += weights[at]
    for at in range(weights.shape[0]):
        shares[at] = weights[at] / total if total > 0.0 else 1.0 / weights.shape[0]


@inner
def _weigh_ways(
    side: Any,
    card: Any,
    seen: Any,
    own: Any,
    other: Any,
    odds: Any,
    payoffs: Any,
    decides: Any,
    sees: Any,
    tokens: Any,
    ways: Any,
    pair: Any,
) -> None:
    """What the two ways are worth at these tokens; both alike where the other side decides."""
    first, last = (seen, seen + 1) if sees[side] else (0, odds.shape[1])
    pair[0] = 0.0
    pair[1] = 0.0
    for its in range(first, last):
        shown = card if sees[1 - side] else 0
        odd = odds[side, card, its] * tokens[1 - side, its, shown, other]
        one, two = payoffs[side, card, its, own, other, 0], payoffs[side, card, its, own, other, 1]
        if not decides[side, own, other]:
            share = ways[1 - side, its, shown, other, own, 0]
            one = two = share * one + (1.0 - share) * two
        pair[0] += odd * one
        pair[1] += odd * two


@shared
def _play_side(
    side: Any,
    mode: Any,
    odds: Any,
    payoffs: Any,
    decides: Any,
    sees: Any,
    tokens: Any,
    ways: Any,
    gains: Any,
    pair: Any,
    regrets: Any,
    way_regrets: Any,
) -> Any:
    """What a side gets against the other's strategy: as it plays itself, or at best; `_LEARN` adds up regrets."""
    cards, size = odds.shape[1], decides.shape[1]
    whole = 0.0
    for card in range(cards):
        for seen in range(cards if sees[side] else 1):
            mean, best = 0.0, -1e300
            for own in range(size):
                gains[own] = 0.0
                for other in range(size):
                    _weigh_ways(
                        side, card, seen, own, other, odds, payoffs, decides, sees, tokens, ways, pair
                    )
                    share = ways[side, card, seen, own, other, 0]
                    got = share * pair[0] + (1.0 - share) * pair[1]
                    if mode == _BEST:
                        got = max(pair[0], pair[1])
                    if mode == _LEARN and decides[side, own, other]:
                        row = way_regrets[side, card, seen, own, other]
                        row[0] = max(0.0, row[0] + pair[0] - got)
                        row[1] = max(0.0, row[1] + pair[1] - got)
                    gains[own] += got
                mean += tokens[side, card, seen, own] * gains[own]
                best = max(best, gains[own])
            if mode == _LEARN:
                for own in range(size):
                    regret = regrets[side, card, seen, own] + gains[own] - mean
                    regrets[side, card, seen, own] = max(0.0, regret)
            whole += best if mode == _BEST else mean
    return whole


@shared
def _add_up(
    side: Any,
    weight: Any,
    sees: Any,
    tokens: Any,
    ways: Any,
    regrets: Any,
    way_regrets: Any,
    sums: Any,
    way_sums: Any,
) -> None:
    """Add the side's strategy to its sums, and make the next one from its regrets."""
    cards, size = tokens.shape[1], tokens.shape[3]
    for card in range(cards):
        for seen in range(cards if sees[side] else 1):
            for own in range(size):
                reach = weight * tokens[side, card, seen, own]
                sums[side, card, seen, own] += reach
                for other in range(size):
                    row = ways[side, card, seen, own, other]
                    way_sums[side, card, seen, own, other, 0] += reach * row[0]
                    way_sums[side, card, seen, own, other, 1] += reach * row[1]
                    _mix(way_regrets[side, card, seen, own, other], row)
            _mix(regrets[side, card, seen], tokens[side, card, seen])


@shared
def _average(sees: Any, tokens: Any, ways: Any, sums: Any, way_sums: Any) -> None:
    """The strategy the sums stand for."""
    cards, size = tokens.shape[1], tokens.shape[3]
    for side in range(2):
        for card in range(cards):
            for seen in range(cards if sees[side] else 1):
                _mix(sums[side, card, seen], tokens[side, card, seen])
                for own in range(size):
                    for other in range(size):
                        _mix(way_sums[side, card, seen, own, other], ways[side, card, seen, own, other])


@compiled
def solve_turns(
    odds: Any,
    payoffs: Any,
    best_payoffs: Any,
    decides: Any,
    sees: Any,
    target: Any,
    most: Any,
    desk: Any,
    way_desk: Any,
    gains: Any,
    mean_tokens: Any,
    mean_ways: Any,
    results: Any,
) -> None:
    """Solve turns, one for each row of all arrays but the desks, up to a gap of `target` or `most` rounds.

    `best_payoffs` are the payoffs where the side plays its best answer ever after. Written are `mean_tokens` and
    `mean_ways`, the strategies, and `results`, fields as above. `desk` [tokens, regrets, sums] and `way_desk`
    the same for ways, `gains` [2, tokens] are room to work in.
    """
    tokens, regrets, sums = desk[0], desk[1], desk[2]
    ways, way_regrets, way_sums = way_desk[0], way_desk[1], way_desk[2]
    worth, pair = gains[0], gains[1]
    for at in range(odds.shape[0]):
        regrets[:] = 0.0
        sums[:] = 0.0
        way_regrets[:] = 0.0
        way_sums[:] = 0.0
        tokens[:] = 1.0 / tokens.shape[3]
        ways[:] = 0.5
        odd, pay, who, eyes = odds[at], payoffs[at], decides[at], sees[at]
        check, done, gap = _FIRST_CHECK, 0, 1e300
        while gap > target and done < most:
            done += 1
            for side in range(2):
                _play_side(side, _LEARN, odd, pay, who, eyes, tokens, ways, worth, pair, regrets, way_regrets)
                _add_up(side, float(done), eyes, tokens, ways, regrets, way_regrets, sums, way_sums)
            if done == check or done == most:
                check += check
                _average(eyes, mean_tokens[at], mean_ways[at], sums, way_sums)
                gap = 0.0
                for side in range(2):
                    gap += _play_side(
                        side, _BEST, odd, pay, who, eyes, mean_tokens[at],
                        mean_ways[at], worth, pair, regrets, way_regrets,
                    )  # fmt: skip
        for field, side, mode, paid in (
            (VALUE, 0, _PLAY, pay),
            (BEST_FIRST, 0, _BEST, best_payoffs[at]),
            (BEST_SECOND, 1, _BEST, best_payoffs[at]),
        ):
            results[at, field] = _play_side(
                side, mode, odd, paid, who, eyes, mean_tokens[at],
                mean_ways[at], worth, pair, regrets, way_regrets,
            )  # fmt: skip
        results[at, ROUNDS] = done


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
