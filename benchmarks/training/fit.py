"""Fits the shipped values."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from copy import deepcopy
from math import cos, pi
from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.game import Game
from printkit.lab.youscout.features import FEATURES
from printkit.lab.youscout.tables import KernelRules, kernel_rules, rules_of
from printkit.lab.youscout.value import GROUPS, Nets
from training.adam import Adam
from training.self_play import play_some

__all__ = ["ROUNDS", "Round", "fit_value", "rectified"]

Floats = numpy.typing.NDArray[numpy.float32]

UNITS, DEEPER = 128, 32
"""Hidden units of the two layers of a net, multiples of 16."""

_LEVELS = 3
_SCALE = 1 << 16
_TOGETHER = 1000
_SAMPLE = 8192
_TINY = 1e-8


class Round(NamedTuple):
    """One round of policy iteration: the value of one pass fitted to games that are played by the value so far.

    `later`: how many passes follow that pass. `games` in this many `pieces`: each is played by the value that was
    fitted to all pieces but the one before it. `keep`: the share of tables kept. `stray`: the share of answers given
    at random, so that all places are seen. `fade`: how much of each later surprise counts (0: one draw ahead, 1: to the
    end). `epochs` over each piece in batches of so many tables, at a pace of `rate` that falls to nothing with the
    last one.
    """

    later: int
    games: int
    pieces: int
    keep: float
    stray: float
    fade: float
    epochs: int
    rate: float
    batch: int


_BY_LOT = Round(0, 10_000, 1, 1.0, 1.0, 1.0, 4, 3e-3, 1024)
_ROUGH = Round(0, 60_000, 6, 1.0, 0.3, 0.95, 4, 3e-3, 1024)
_FAIR = Round(0, 150_000, 15, 1.0, 0.25, 0.8, 4, 3e-3, 1024)
_FINE = Round(0, 250_000, 1, 1.0, 0.25, 0.5, 20, 6e-3, 1024)


def _rounds(passes: int) -> tuple[Round, ...]:
    """The rounds of a value of several passes, the last pass first: nothing follows it."""
    begun = [_BY_LOT, _ROUGH, *(_BY_LOT._replace(later=later) for later in range(1, passes))]
    learned = [each._replace(later=later) for later in range(passes) for each in (_FAIR, _FINE)]
    return (*begun, *learned)


ROUNDS = {1: (_BY_LOT, _ROUGH, _FAIR, _FINE), 2: _rounds(2), 3: _rounds(3)}
"""By terminals: the first round of each pass plays at random, every later one by the value so far.

Far surprises (a `fade` near 1) bring a value near the truth from anywhere, but with much noise. Near ones bring
the last of it: how little each draw surprises is what makes bounds narrow. For that many epochs over many games
pay, all at once: 10 GB of them.
"""


class Net(NamedTuple):
    """One net while it is trained: see `value.Nets`."""

    first: Floats
    second: Floats
    shift: Floats
    third: Floats
    last: Floats


class _Rows(NamedTuple):
    """The results of self-play: features, the value each table proved to have, and which net it is for."""

    features: Floats
    worth: Floats
    nets: Any


def fit_value(
    game: Game[Any],
    rounds: tuple[Round, ...],
    seed: int = 1,
    notify: Callable[[str], None] = lambda line: None,
    workers: int = 1,
    keep: Callable[[Nets], None] = lambda nets: None,
) -> Nets:
    """A value for these rules, the same for the same seed, NumPy and number of its threads, whatever the workers.

    `notify` is given the error of each round: by how much its last piece is missed before it is learned from. `keep` is
    given what each round has fitted.
    """
    rules = kernel_rules(rules_of(game))
    luck = numpy.random.Generator(numpy.random.Philox(seed))
    nets = fresh_nets(min(rules_of(game).terminals, _LEVELS), luck)
    with ThreadPoolExecutor(workers) as players, ThreadPoolExecutor(workers) as learners:
        for number, each in enumerate(rounds):
            nets, tables, missed = _fit_round((players, learners), rules, nets, each, seed + number)
            notify(f"round {number}: {each.games:,} games, {tables:,} tables, misses by {missed:.4f}")
            keep(nets)
    return nets


def _fit_round(
    pools: tuple[Executor, Executor],
    rules: KernelRules,
    nets: Nets,
    each: Round,
    seed: int,
) -> tuple[Nets, int, float]:
    """The next nets, how many tables they were fitted to, and by how much they missed the last piece."""
    pool, learners = pools
    edges = [each.games * piece // each.pieces for piece in range(each.pieces + 1)]
    courses = [
        _Course(_net_of(nets, number), numpy.random.Philox([seed, number]))
        for number in range(GROUPS * each.later, GROUPS * (each.later + 1))
    ]
    tables, missed = 0, 0.0
    waiting = _play_piece(pool, rules, nets, each, seed, range(*edges[:2]))
    for piece in range(each.pieces):
        rows = _Rows(
            *(numpy.concatenate(parts) for parts in zip(*(part.result() for part in waiting), strict=True))
        )
        waiting = []
        if piece + 1 < each.pieces:
            waiting = _play_piece(pool, rules, nets, each, seed, range(*edges[piece + 1 : piece + 3]))
        lessons = [
            learners.submit(course.take, rows, GROUPS * each.later + number, each, piece)
            for number, course in enumerate(courses)
        ]
        missed = float(numpy.sqrt(numpy.mean([lesson.result() ** 2 for lesson in lessons])))
        tables += len(rows.worth)
        nets = _with_nets(
            nets, {GROUPS * each.later + number: course.net() for number, course in enumerate(courses)}
        )
    return nets, tables, missed


def _play_piece(
    pool: Executor, rules: KernelRules, nets: Nets, each: Round, seed: int, games: range
) -> list[Future[tuple[Any, Any, Any]]]:
    """Future rows of some games, in parts that do not depend on the workers."""
    plan = (each.later, int(each.keep * _SCALE), int(each.stray * _SCALE))
    parts = [
        range(first, min(first + _TOGETHER, games.stop))
        for first in range(games.start, games.stop, _TOGETHER)
    ]
    return [pool.submit(play_some, rules, nets, seed, part, plan, each.fade) for part in parts]


def _net_of(nets: Nets, number: int) -> Net:
    return Net(
        nets.first[number],
        nets.second[number],
        nets.shift[number],
        nets.third[number],
        nets.last[number : number + 1],
    )


def _with_nets(nets: Nets, changed: dict[int, Net]) -> Nets:
    """All nets, some of them others; what is being played by the old ones is left alone."""
    fitted: Nets = deepcopy(nets)
    for number, net in changed.items():
        fitted.first[number] = net.first
        fitted.second[number], fitted.shift[number], fitted.third[number] = net.second, net.shift, net.third
        fitted.last[number] = net.last[0]
    return fitted


def fresh_nets(levels: int, luck: Any) -> Nets:
    """Untrained nets, which give every table the same value: for this many passes."""
    made = [fresh_net(FEATURES, luck) for _ in range(levels * GROUPS)]
    return Nets(
        first=numpy.stack([net.first for net in made]),
        second=numpy.stack([net.second for net in made]),
        shift=numpy.stack([net.shift for net in made]),
        third=numpy.stack([net.third for net in made]),
        last=numpy.concatenate([net.last for net in made]),
        constant=numpy.array([-1.0], numpy.float64),
    )


def fresh_net(features: int, luck: Any) -> Net:
    """An untrained net: it gives one half for everything."""
    return Net(
        luck.normal(0, features**-0.5, (features, UNITS)).astype(numpy.float32),
        luck.normal(0, UNITS**-0.5, (UNITS, DEEPER)).astype(numpy.float32),
        numpy.zeros(DEEPER, numpy.float32),
        numpy.zeros(DEEPER, numpy.float32),
        numpy.zeros(1, numpy.float32),
    )


class _Course:
    """One net on its way by Adam, least squares.

    Features are brought to mean 0 and spread 1 of the first piece for the while, all but the first, which is always 1.
    """

    def __init__(self, net: Net, luck: Any) -> None:
        self._given, self._luck = net, numpy.random.Generator(luck)
        self._adam = Adam(())

    def _begin(self, rows: Floats) -> None:
        self._mean, self._spread = rows.mean(0), rows.std(0) + numpy.float32(1e-3)
        self._mean[0], self._spread[0] = 0.0, 1.0
        first = self._given.first * self._spread[:, None]
        first[0] += (self._given.first * self._mean[:, None]).sum(0)
        self._parts = [first.astype(numpy.float32), *(part.copy() for part in self._given[1:])]
        self._adam = Adam(self._parts)

    def take(self, rows: _Rows, number: int, each: Round, piece: int) -> float:
        """Learn from the rows for net `number`; by how much they were missed before."""
        mine = rows.nets == number
        seen, worth = rows.features[mine], rows.worth[mine]
        if not len(worth):
            return 0.0
        if not self._adam.steps:
            self._begin(seen)
        missed = self.miss(seen, worth)
        self.learn(seen, worth, each, piece)
        return missed

    def net(self) -> Net:
        """The net as it is now, for features as they come."""
        if not self._adam.steps:
            return self._given
        first = self._parts[0] / self._spread[:, None]
        first[0] -= (first * self._mean[:, None]).sum(0)
        return Net(first.astype(numpy.float32), *(part.copy() for part in self._parts[1:]))

    def miss(self, rows: Floats, worth: Floats) -> float:
        """The root of the mean square by which the net misses."""
        found = _worths(self._parts, (rows - self._mean) / self._spread)
        return float(numpy.sqrt(numpy.mean((found - worth) ** 2)))

    def learn(self, rows: Floats, worth: Floats, each: Round, piece: int) -> None:
        """Go over the rows of a piece this many times; the pace is a half cosine over all of the round."""
        seen = (rows - self._mean) / self._spread
        batches = max(1, len(rows) // each.batch)
        size = min(each.batch, len(rows))
        for epoch in range(each.epochs):
            if 2 * (piece + epoch / each.epochs) < each.pieces:
                self._revive(seen[:_SAMPLE])
            order = self._luck.permutation(len(rows))
            for batch in range(batches):
                gone = (piece + (epoch + batch / batches) / each.epochs) / each.pieces
                some = order[batch * size : (batch + 1) * size]
                self._adam.walk(
                    _slopes(self._parts, seen[some], worth[some]), each.rate * 0.5 * (1 + cos(pi * gone))
                )

    def _revive(self, rows: Floats) -> None:
        """Reset units of the second layer that no row activates; the net's output for these rows stays the same."""
        first, second, shift, third, _ = self._parts
        hidden, _ = rectified(rows @ first)
        sums = hidden @ second + shift
        dead = numpy.flatnonzero(~(sums > 0).any(0))
        dead = dead[dead > 0]
        if not len(dead):
            return
        size = numpy.sqrt((hidden.var(0)).sum()) + _TINY
        second[:, dead] = self._luck.normal(0, 1 / size, (len(second), len(dead)))
        shift[dead] = -(hidden.mean(0) @ second[:, dead])
        third[dead] = 0.0
        for states in (self._adam.means, self._adam.squares):
            states[1][:, dead], states[2][dead], states[3][dead] = 0.0, 0.0, 0.0


def rectified(sums: Floats) -> tuple[Floats, Any]:
    """Nothing below 0 counts, except in the first unit; and which units are active in which row."""
    live = sums > 0
    live[:, 0] = True
    return sums * live, live


def _slopes(parts: list[Floats], rows: Floats, worth: Floats) -> tuple[Floats, ...]:
    """How the mean square of what is missed changes with each weight, but for a factor."""
    first, second, shift, third, last = parts
    hidden, live = rectified(rows @ first)
    deeper, deep = rectified(hidden @ second + shift)
    total = deeper @ third + last[0]
    root = 1.0 / numpy.sqrt(1.0 + total * total)
    missed = 0.5 + 0.5 * total * root - worth
    pull = (missed * root * root * root / len(worth)).astype(numpy.float32)
    further = (pull[:, None] * third) * deep
    back = (further @ second.T) * live
    return rows.T @ back, hidden.T @ further, further.sum(0), deeper.T @ pull, pull.sum(keepdims=True)


def _worths(parts: list[Floats], rows: Floats) -> Floats:
    """The values of tables."""
    first, second, shift, third, last = parts
    hidden, _ = rectified(rows @ first)
    deeper, _ = rectified(hidden @ second + shift)
    total = deeper @ third + last[0]
    worths: Floats = 0.5 + 0.5 * total / numpy.sqrt(1 + total * total)
    return worths
