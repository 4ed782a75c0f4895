"""Fits the shipped values: a game and a seed in, small nets that know what a table is worth out."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.core import Game
from printkit.solver.features import EARLY_FEATURES, LAST_FEATURES
from printkit.solver.self_play import play_some
from printkit.solver.tables import kernel_rules, rules_of
from printkit.solver.value import GROUPS, Nets

__all__ = ["ONWARD", "ROUNDS", "Round", "fit_value"]

Floats = numpy.typing.NDArray[numpy.float32]

UNITS, DEEPER = 64, 32
"""Hidden units of the two layers of a net, multiples of 16."""

_LEVELS = 3
_SCALE = 1 << 16
_BATCH = 1024
_BETA_1, _BETA_2, _TINY = 0.9, 0.999, 1e-8


class Round(NamedTuple):
    """One round of policy iteration: games played by the value so far, then the next value of one pass fitted.

    `later`: how many passes follow that pass. `games`: of each, `draws` are looked at, 57 for a whole pass.
    `keep`: the share of tables kept. `stray`: the share of answers given by lot, so that all places are seen.
    `fade`: how much of each later surprise counts (0: one draw ahead, 1: to the end). `epochs` over the rows
    at a pace of `rate` that falls to nothing.
    """

    later: int
    games: int
    draws: int
    keep: float
    stray: float
    fade: float
    epochs: int
    rate: float


ROUNDS = {
    1: (
        Round(0, 20_000, 57, 0.35, 1.0, 1.0, 8, 3e-3),
        Round(0, 30_000, 24, 0.9, 0.3, 0.95, 6, 2e-3),
        Round(0, 60_000, 20, 1.0, 0.3, 0.95, 8, 2e-3),
        Round(0, 250_000, 16, 1.0, 0.25, 0.92, 12, 2e-3),
    ),
    3: (
        Round(0, 10_000, 57, 0.4, 1.0, 1.0, 8, 3e-3),
        Round(0, 30_000, 20, 1.0, 0.3, 0.95, 6, 2e-3),
        Round(1, 15_000, 57, 0.8, 1.0, 1.0, 6, 3e-3),
        Round(1, 30_000, 57, 0.9, 0.3, 0.95, 5, 2e-3),
        Round(2, 15_000, 57, 0.8, 1.0, 1.0, 6, 3e-3),
        Round(2, 30_000, 57, 0.9, 0.3, 0.95, 5, 2e-3),
        Round(0, 100_000, 16, 1.0, 0.25, 0.92, 10, 2e-3),
        Round(1, 150_000, 20, 1.0, 0.25, 0.92, 9, 2e-3),
        Round(2, 150_000, 20, 1.0, 0.25, 0.92, 9, 2e-3),
    ),
}
"""By terminals: the first round of each pass plays by lot, every later one by the value of the round before."""

ONWARD = {
    1: (Round(0, 400_000, 16, 1.0, 0.25, 0.88, 10, 1.5e-3),),
    3: (
        Round(0, 60_000, 57, 1.0, 0.2, 0.98, 8, 2e-3),
        Round(0, 180_000, 20, 1.0, 0.2, 0.93, 9, 2e-3),
        Round(1, 120_000, 40, 1.0, 0.2, 0.96, 8, 2e-3),
        Round(2, 120_000, 40, 1.0, 0.2, 0.96, 8, 2e-3),
    ),
}
"""By terminals: more rounds for a value that is fitted already, by itself and with another seed."""


class Net(NamedTuple):
    """One net while it is trained: see `value.Nets`."""

    first: Floats
    second: Floats
    shift: Floats
    third: Floats
    last: Floats


class _Rows(NamedTuple):
    """What self-play leaves: features, what each table proved worth, and which net it is for."""

    features: Floats
    worth: Floats
    nets: Any


def fit_value(
    game: Game[Any],
    rounds: tuple[Round, ...],
    seed: int = 1,
    tell: Callable[[str], None] = lambda line: None,
    nets: Nets | None = None,
) -> Nets:
    """A value for these rules, the same for the same seed and NumPy; `tell` hears how well each round fits."""
    rules = kernel_rules(rules_of(game))
    levels = min(rules_of(game).terminals, _LEVELS)
    luck = numpy.random.Generator(numpy.random.Philox(seed))
    nets = nets or fresh_nets(levels, luck)
    for number, each in enumerate(rounds):
        plan = (each.later, each.draws, int(each.keep * _SCALE), int(each.stray * _SCALE))
        played = play_some(rules, nets, seed + number, range(each.games), plan, each.fade)
        nets, missed = _fit_round(nets, _Rows(*played), each, luck)
        tell(f"round {number}: {each.games:,} games, {len(played[0]):,} tables, misses by {missed:.4f}")
    return nets


def fresh_nets(levels: int, luck: Any) -> Nets:
    """Nets that have learned nothing, and find every table equally good: for so many passes."""
    made = [fresh_net(EARLY_FEATURES, luck) for _ in range(levels * GROUPS)]
    return Nets(
        first=numpy.stack([net.first for net in made]),
        second=numpy.stack([net.second for net in made]),
        shift=numpy.stack([net.shift for net in made]),
        third=numpy.stack([net.third for net in made]),
        last=numpy.concatenate([net.last for net in made]),
        constant=numpy.array([-1.0], numpy.float64),
    )


def _fit_round(nets: Nets, rows: _Rows, each: Round, luck: Any) -> tuple[Nets, float]:
    """The next nets, and by how much they miss tables that they were not fitted to."""
    fitted: Nets = deepcopy(nets)
    features = EARLY_FEATURES if each.later else LAST_FEATURES
    squares = []
    for number in range(GROUPS * each.later, GROUPS * (each.later + 1)):
        mine = rows.nets == number
        seen, worth = numpy.ascontiguousarray(rows.features[mine, :features]), rows.worth[mine]
        net = Net(
            nets.first[number, :features],
            nets.second[number],
            nets.shift[number],
            nets.third[number],
            nets.last[number : number + 1],
        )
        # Rows lie in the order of games: those put aside are of other boards.
        aside = len(seen) // 20
        net = fit_net(net, seen[aside:], worth[aside:], each.epochs, each.rate, luck)
        squares.append(miss(net, seen[:aside], worth[:aside]) ** 2 if aside else 0.0)
        fitted.first[number, :features] = net.first
        fitted.second[number], fitted.shift[number], fitted.third[number] = net.second, net.shift, net.third
        fitted.last[number] = net.last[0]
    return fitted, float(numpy.sqrt(numpy.mean(squares)))


def fresh_net(features: int, luck: Any) -> Net:
    """A net that has learned nothing: it says one half of everything."""
    return Net(
        luck.normal(0, features**-0.5, (features, UNITS)).astype(numpy.float32),
        luck.normal(0, UNITS**-0.5, (UNITS, DEEPER)).astype(numpy.float32),
        numpy.zeros(DEEPER, numpy.float32),
        numpy.zeros(DEEPER, numpy.float32),
        numpy.zeros(1, numpy.float32),
    )


def fit_net(net: Net, rows: Floats, worth: Floats, epochs: int, rate: float, luck: Any) -> Net:
    """The net after so many rounds over the rows by Adam (Kingma and Ba 2015), least squares.

    Features are brought to mean 0 and spread 1 for the while, all but the first, which is always 1.
    """
    mean, spread = rows.mean(0), rows.std(0) + numpy.float32(1e-3)
    mean[0], spread[0] = 0.0, 1.0
    seen = (rows - mean) / spread
    first = net.first * spread[:, None]
    first[0] += (net.first * mean[:, None]).sum(0)
    parts = [first.astype(numpy.float32), *(part.copy() for part in net[1:])]
    means, squares = [numpy.zeros_like(part) for part in parts], [numpy.zeros_like(part) for part in parts]
    steps, step = max(1, epochs * (len(rows) // _BATCH)), 0
    for _ in range(epochs):
        order = luck.permutation(len(rows))
        for at in range(0, len(rows) - _BATCH + 1, _BATCH):
            step += 1
            some = order[at : at + _BATCH]
            pace = rate * 0.5 * (1 + numpy.cos(numpy.pi * step / steps)) / (1 - _BETA_1**step)
            fair = 1 - _BETA_2**step
            slopes = _slopes(parts, seen[some], worth[some])
            for part, slope, average, square in zip(parts, slopes, means, squares, strict=True):
                average += (1 - _BETA_1) * (slope - average)
                square += (1 - _BETA_2) * (slope * slope - square)
                part -= (pace * average / (numpy.sqrt(square / fair) + _TINY)).astype(numpy.float32)
    first = parts[0] / spread[:, None]
    first[0] -= (first * mean[:, None]).sum(0)
    return Net(first.astype(numpy.float32), *parts[1:])


def _rectified(sums: Floats) -> tuple[Floats, Any]:
    live = sums > 0
    live[:, 0] = True
    return sums * live, live


def _slopes(parts: list[Floats], rows: Floats, worth: Floats) -> tuple[Floats, ...]:
    """How the mean square of what is missed changes with each weight, but for a factor."""
    first, second, shift, third, last = parts
    hidden, live = _rectified(rows @ first)
    deeper, deep = _rectified(hidden @ second + shift)
    total = deeper @ third + last[0]
    root = 1.0 / numpy.sqrt(1.0 + total * total)
    missed = 0.5 + 0.5 * total * root - worth
    pull = (missed * root * root * root / len(worth)).astype(numpy.float32)
    further = (pull[:, None] * third) * deep
    back = (further @ second.T) * live
    return rows.T @ back, hidden.T @ further, further.sum(0), deeper.T @ pull, pull.sum(keepdims=True)


def miss(net: Net, rows: Floats, worth: Floats) -> float:
    """The root of the mean square by which the net misses."""
    hidden, _ = _rectified(rows @ net.first)
    deeper, _ = _rectified(hidden @ net.second + net.shift)
    total = deeper @ net.third + net.last[0]
    return float(numpy.sqrt(numpy.mean((0.5 + 0.5 * total / numpy.sqrt(1 + total * total) - worth) ** 2)))
