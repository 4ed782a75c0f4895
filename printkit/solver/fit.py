"""Fits the shipped values: a game and a seed in, small nets that know what a table is worth out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.core import Game
from printkit.solver.features import EARLY_FEATURES, LAST_FEATURES
from printkit.solver.self_play import play_some
from printkit.solver.tables import kernel_rules, rules_of
from printkit.solver.value import GROUPS, Nets, constant_nets

__all__ = ["ROUNDS", "Round", "fit_net", "fit_value", "fresh_net", "miss"]

Floats = numpy.typing.NDArray[numpy.float32]

UNITS = 64
"""Hidden units of a net, a multiple of 16."""

_LEVELS = 3
_PLAIN_VALUE = 0.35
_SCALE = 1 << 16
_BATCH = 512
_BETA_1, _BETA_2, _TINY = 0.9, 0.999, 1e-8


class Round(NamedTuple):
    """One round of policy iteration: games played by the value so far, then the next value fitted to them.

    `keep`: the share of tables kept. `stray`: the share of answers given by lot, so that all places are seen.
    `fade`: how much of each later surprise counts (0: one draw ahead, 1: to the end). `epochs` over the rows
    at a pace of `rate` that falls to nothing.
    """

    games: int
    keep: float
    stray: float
    fade: float
    epochs: int
    rate: float


ROUNDS = {
    1: (
        Round(80_000, 0.17, 1.0, 1.0, 6, 3e-3),
        Round(25_000, 0.7, 0.3, 0.95, 12, 2e-3),
        Round(20_000, 0.7, 0.3, 0.95, 12, 2e-3),
        Round(50_000, 0.7, 0.3, 0.95, 16, 2e-3),
    ),
    3: (
        Round(8_000, 0.5, 1.0, 1.0, 8, 2.5e-3),
        Round(10_000, 0.4, 0.3, 0.95, 10, 2e-3),
        Round(16_000, 0.4, 0.3, 0.95, 10, 2e-3),
    ),
}
"""By terminals: the first round plays by lot, every later one by the value of the round before."""


class Net(NamedTuple):
    """One net while it is trained: see `value.Nets`."""

    first: Floats
    second: Floats
    last: Floats


class _Rows(NamedTuple):
    """What self-play leaves: features, what each table proved worth, and which net it is for."""

    features: Floats
    worth: Floats
    nets: Any


def fit_value(
    game: Game[Any], rounds: tuple[Round, ...], seed: int = 1, tell: Callable[[str], None] = lambda line: None
) -> Nets:
    """A value for these rules, the same for the same seed and NumPy; `tell` hears how well each round fits."""
    rules = kernel_rules(rules_of(game))
    levels = min(rules_of(game).terminals, _LEVELS)
    luck = numpy.random.Generator(numpy.random.Philox(seed))
    nets = constant_nets(_PLAIN_VALUE)
    for number, each in enumerate(rounds):
        room = int(each.games * 90 * levels * each.keep) + 1000
        keep, stray = int(each.keep * _SCALE), int(each.stray * _SCALE)
        played = play_some(rules, nets, seed + number, 0, each.games, room, keep, stray, each.fade)
        nets, missed = _fit_round(nets, _Rows(*played), levels, each, luck)
        tell(f"round {number}: {each.games:,} games, {len(played[0]):,} tables, misses by {missed:.4f}")
    return nets


def _fit_round(nets: Nets, rows: _Rows, levels: int, each: Round, luck: Any) -> tuple[Nets, float]:
    """The next nets, and by how much they miss tables that they were not fitted to."""
    first = numpy.zeros((levels * GROUPS, EARLY_FEATURES, UNITS), numpy.float32)
    second = numpy.zeros((levels * GROUPS, UNITS), numpy.float32)
    last = numpy.zeros(levels * GROUPS, numpy.float32)
    known = nets.first.shape == first.shape
    squares = []
    for number in range(levels * GROUPS):
        features = LAST_FEATURES if number < GROUPS else EARLY_FEATURES
        mine = rows.nets == number
        seen, worth = numpy.ascontiguousarray(rows.features[mine, :features]), rows.worth[mine]
        net = fresh_net(features, UNITS, luck)
        if known:
            net = Net(nets.first[number, :features], nets.second[number], nets.last[number : number + 1])
        # Rows lie in the order of games: those put aside are of other boards.
        aside = len(seen) // 20
        net = fit_net(net, seen[aside:], worth[aside:], each.epochs, each.rate, luck)
        squares.append(miss(net, seen[:aside], worth[:aside]) ** 2 if aside else 0.0)
        first[number, :features], second[number], last[number : number + 1] = net
    fitted = Nets(first, second, last, numpy.array([-1.0], numpy.float64))
    return fitted, float(numpy.sqrt(numpy.mean(squares)))


def fresh_net(features: int, units: int, luck: Any) -> Net:
    """A net that has learned nothing."""
    return Net(
        luck.normal(0, features**-0.5, (features, units)).astype(numpy.float32),
        luck.normal(0, 0.3 * units**-0.5, units).astype(numpy.float32),
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
    parts = [first.astype(numpy.float32), net.second.copy(), net.last.copy()]
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
    return Net(first.astype(numpy.float32), parts[1], parts[2])


def _slopes(parts: list[Floats], rows: Floats, worth: Floats) -> tuple[Floats, Floats, Floats]:
    """How the mean square of what is missed changes with each weight, but for a factor."""
    first, second, last = parts
    hidden = rows @ first
    live = hidden > 0
    live[:, 0] = True
    hidden *= live
    total = hidden @ second + last[0]
    root = 1.0 / numpy.sqrt(1.0 + total * total)
    missed = 0.5 + 0.5 * total * root - worth
    pull = (missed * root * root * root / len(worth)).astype(numpy.float32)
    back = (pull[:, None] * second) * live
    return rows.T @ back, hidden.T @ pull, pull.sum(keepdims=True)


def miss(net: Net, rows: Floats, worth: Floats) -> float:
    """The root of the mean square by which the net misses."""
    hidden = rows @ net.first
    hidden[:, 1:] = numpy.maximum(hidden[:, 1:], 0)
    total = hidden @ net.second + net.last[0]
    return float(numpy.sqrt(numpy.mean((0.5 + 0.5 * total / numpy.sqrt(1 + total * total) - worth) ** 2)))
