"""Searches for the best rule of thumb of a stated form: places to stay on, and a start by two comparisons at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.find import make_game
from printkit.games.youscout.board import LOWER, PLACES
from printkit.games.youscout.cards import ATTACK, PAIN
from printkit.lab.compiled import compiled
from printkit.lab.youscout.bits import open_stream
from printkit.lab.youscout.heuristic import Comparison, Heuristic
from printkit.lab.youscout.play import (
    PLANNED,
    clear_table,
    deal_board,
    make_play_workspace,
    make_trace,
    play_on,
)
from printkit.lab.youscout.tables import ALL_MINORS, GAMES, Integers, kernel_rules, rules_of

__all__ = ["LEAST_GAIN", "Sample", "best_comparisons", "best_stays", "find_rule", "sample_boards"]

Floats = numpy.typing.NDArray[numpy.float64]

LEAST_GAIN = 0.001
"""A comparison that wins less than a game in a thousand more, on boards it was not found on, is left out."""

_BOARDS, _GAMES = 9, 10
"""The second words of the random keys of boards and of games on them: others than those of any simulation."""

_MOST, _TRIED = 2, 8
_EVERY_PLAN = tuple(range(8))


class Sample(NamedTuple):
    """Boards and what was won on them: `numbers[board, 8 × (place - 1) + column]` as printed; `wins[board, start - 1]`
    as a share of its games, each start by its own plan."""

    numbers: Integers
    wins: Floats


def find_rule(game_id: str, terminals: int, *, seed: int, boards: int, games: int = 2) -> Heuristic:
    """The best rule of the form found on this many boards, its comparisons kept only if as many others bear them out.

    The form: a place to start on, or another one if one number of the board exceeds another by so much, twice at most;
    and for either side of the start, the places to stay on.
    """
    plans = best_stays(game_id, terminals, seed=seed, boards=boards)
    training, others = (
        sample_boards(game_id, terminals, plans, seed=seed + part, boards=boards, games=games)
        for part in (1, 2)
    )
    columns = (ATTACK, PAIN) if game_id == GAMES[1] else range(8)
    start, comparisons = best_comparisons(training, others, columns)
    below, above = (tuple(place for place in LOWER if not plan >> place - 1 & 1) for plan in plans)
    return Heuristic(start, comparisons, below, above)


def best_stays(game_id: str, terminals: int, *, seed: int, boards: int) -> tuple[int, int]:
    """The plan of each side of the start that wins most from its best place: bit p - 1 says to move on place p."""
    _, wins = _played(game_id, terminals, _EVERY_PLAN, seed, boards, 1)
    rates = wins.mean(axis=0)
    return int(rates[:3].max(axis=0).argmax()), int(rates[3:].max(axis=0).argmax())


def sample_boards(
    game_id: str, terminals: int, plans: tuple[int, int], *, seed: int, boards: int, games: int
) -> Sample:
    """Boards of a seed, each start played by its side's plan in as many games on the same decks."""
    laid, wins = _played(game_id, terminals, plans, seed, boards, games)
    printed = kernel_rules(rules_of(make_game(game_id, ["influence=1"]))).numbers
    each = numpy.concatenate([wins[:, :3, 0], wins[:, 3:, 1]], axis=1)
    return Sample(printed[laid].reshape(boards, -1), each / games)


def best_comparisons(
    training: Sample, others: Sample, columns: Sequence[int]
) -> tuple[int, tuple[Comparison, ...]]:
    """The start that wins most, and the comparisons that gain most on top; each must gain enough on the others too."""
    start = int(training.wins.mean(axis=0).argmax()) + 1
    beam: list[tuple[Comparison, ...]] = [()]
    best: tuple[Comparison, ...] = ()
    most = 0.0
    for _ in range(_MOST):
        longer = [(*rule, each) for rule in beam for each in _candidates(training, start, rule, columns)]
        beam = sorted(longer, key=lambda rule: -_gain(training, start, rule))[:_TRIED]
        gain = _gain(others, start, beam[0]) if beam else 0.0
        if gain < most + LEAST_GAIN:
            break
        best, most = beam[0], gain
    return start, best


def _candidates(
    sample: Sample, start: int, rule: tuple[Comparison, ...], columns: Sequence[int]
) -> Iterator[Comparison]:
    """The comparisons that gain most after those of a rule, each pair of numbers at its best margin."""
    left = ~_decided(sample, rule)
    which = [8 * (place - 1) + column for place in PLACES for column in columns]
    values = numpy.unique(sample.numbers)
    # Whether a number has a value, by board: products of these give the sums of all pairs at once.
    has = (sample.numbers[:, which, None] == values).astype(numpy.float32)
    flat = has.reshape(len(has), -1)
    margins = values[:, None] - values
    widths = [0, *sorted({int(each) for each in margins.ravel() if each > 0})]
    found = []
    for place in PLACES:
        gains = ((sample.wins[:, place - 1] - sample.wins[:, start - 1]) * left).astype(numpy.float32)
        sums = ((flat * gains[:, None]).T @ flat).reshape(has.shape[1:] * 2).astype(float)
        for least in widths[:-1]:
            total = numpy.einsum("aubv,uv->ab", sums, margins > least)
            found += [
                (total[more, less], Comparison(place, _number(which[more]), _number(which[less]), least + 1))
                for more, less in numpy.argwhere(total > 0).tolist()
            ]
    return (comparison for _, comparison in sorted(found, reverse=True)[:_TRIED])


def _number(index: int) -> tuple[int, int]:
    return index // 8 + 1, index % 8


def _holds(sample: Sample, each: Comparison) -> numpy.typing.NDArray[numpy.bool_]:
    more, less = (8 * (place - 1) + column for place, column in (each.more, each.less))
    return numpy.asarray(sample.numbers[:, more] - sample.numbers[:, less] >= each.by)


def _decided(sample: Sample, rule: tuple[Comparison, ...]) -> numpy.typing.NDArray[numpy.bool_]:
    decided = numpy.zeros(len(sample.wins), bool)
    for each in rule:
        decided |= _holds(sample, each)
    return decided


def _gain(sample: Sample, start: int, rule: tuple[Comparison, ...]) -> float:
    """How many more games the rule wins than the start alone, as a share."""
    starts = numpy.full(len(sample.wins), start)
    for each in reversed(rule):
        starts[_holds(sample, each)] = each.place
    chosen = sample.wins[numpy.arange(len(starts)), starts - 1]
    return float((chosen - sample.wins[:, start - 1]).mean())


def _played(
    game_id: str, terminals: int, plans: Sequence[int], seed: int, boards: int, games: int
) -> tuple[Integers, Integers]:
    """Boards as laid, 8 and 11 traded, and the games won on each from every start by every plan."""
    rules = kernel_rules(rules_of(make_game(game_id, [f"terminals={terminals}"])))
    laid, wins = numpy.zeros((boards, 6), numpy.int64), numpy.zeros((boards, 6, len(plans)), numpy.int64)
    play_work, numbered = make_play_workspace(numpy.ones(6, numpy.int64)), numpy.array(plans, numpy.int64)
    _play_everywhere(rules, play_work, numbered, games, numpy.uint64(seed), make_trace(0), laid, wins)
    return laid, wins


@compiled
def _play_everywhere(
    rules: Any, play_work: Any, plans: Any, games: Any, seed: Any, trace: Any, laid: Any, wins: Any
) -> None:
    """Play every board from every start by every plan, on the same decks."""
    for row in range(laid.shape[0]):
        open_stream(play_work.stream, seed, _BOARDS, row, 0)
        deal_board(rules, play_work)
        for place in range(6):
            laid[row, place] = play_work.board[place]
        for start in range(1, 7):
            for number in range(plans.shape[0]):
                for at in range(6):
                    play_work.plan[at] = plans[number] >> at % 3 & 1
                for game in range(games):
                    open_stream(play_work.stream, seed, _GAMES, row, game)
                    clear_table(rules, play_work, start, ALL_MINORS)
                    wins[row, start - 1, number] += play_on(rules, play_work, PLANNED, trace)
