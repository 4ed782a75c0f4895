"""Confidence intervals for rates, with unresolved games counted both ways."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from math import inf, lgamma, log, sqrt

import numpy
import numpy.typing

__all__ = ["Z_95", "always_valid", "difference", "least_mean", "mean_interval", "most_mean", "wilson"]


# ── confidence intervals for rates, with unresolved games counted both ways ──────────────────────────────────────────

Z_95 = 1.959963984540054
"""How many standard deviations hold 95 % of a normal law."""


def wilson(wins: float, games: int, unresolved: int = 0, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval for a rate; what is unresolved counts as lost at its low end and as won at its high end.

    Without any game all is possible: (0, 1). Parts of wins may be counted: no law on 0 to 1 varies more.
    """
    if games == 0:
        return 0.0, 1.0
    low, _ = _wilson(wins, games, z)
    _, high = _wilson(wins + unresolved, games, z)
    return low, high


def _wilson(wins: float, games: int, z: float) -> tuple[float, float]:
    rate = wins / games
    weight = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / weight
    reach = z / weight * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - reach) if wins else 0.0, min(1.0, middle + reach) if wins < games else 1.0


def always_valid(wins: int, games: int, miss: float = 0.05) -> tuple[float, float]:
    """An interval that holds the rate at every number of games at once, but for odds of `miss`.

    So one may look after each game and stop whenever one likes. Held are the rates against which a player who
    spreads his stake evenly over all rates has never multiplied it by 1 / `miss` (Robbins 1970; Ville 1939).
    """
    losses = games - wins
    least = lgamma(wins + 1) + lgamma(losses + 1) - lgamma(games + 2) + log(miss)
    middle = wins / games if games else 0.5

    def held(rate: float) -> bool:
        return _log_power(rate, wins) + _log_power(1 - rate, losses) >= least

    return _edge(held, middle, 0.0), _edge(held, middle, 1.0)


def difference(only_first: int, only_second: int, games: int, z: float = Z_95) -> tuple[float, float]:
    """The 95 % interval of how much more the first wins, from games both played (Agresti and Min 2005)."""
    first, second, all_games = only_first + 0.5, only_second + 0.5, games + 2.0
    gain = (first - second) / all_games
    reach = z * sqrt(((first + second) / all_games - gain * gain) / all_games)
    return max(-1.0, gain - reach), min(1.0, gain + reach)


def _log_power(base: float, exponent: int) -> float:
    if exponent == 0:
        return 0.0
    return exponent * log(base) if base > 0 else -inf


def _edge(held: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where `held` ends between a rate it holds and one beyond it; the bound itself if it holds that too."""
    if held(outside):
        return outside
    for _ in repeat(None, 60):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if held(middle) else (inside, middle)
    return outside


# ── confidence bounds for a mean that hold at any time of looking ────────────────────────────────────────────────────

Floats = numpy.typing.NDArray[numpy.float64]

_STAKES = 0.99 * 0.62 ** numpy.arange(14)
"""Shares of what may be staked, from bold to timid: one of them suits any spread and any number."""

_SHARES = 1 / ((numpy.arange(14) + 1.0) * (numpy.arange(14) + 2.0)) * 15 / 14
"""What part of the capital goes to each stake: they sum to 1, and the bold ones get most."""

_HALVINGS = 30


def least_mean(values: Floats, floor: float, miss: float = 0.025) -> float:
    """How low the mean may be: below this, at any length of the row, only with odds of `miss`.

    The values are drawn alike and independently, and none is less than `floor`. A player bets that the mean
    exceeds m: a stake s multiplies his capital by 1 + s (x - m) / (m - floor) with each value x, which is never
    negative, and no gain on average if m is the mean or more. He spreads his capital over many stakes; that
    it ever grows 1 / `miss`-fold has odds of `miss` (Ville 1939; Waudby-Smith and Ramdas 2024). Means against which
    it has are ruled out.
    """
    row = numpy.asarray(values, numpy.float64)
    if not len(row):
        return floor
    if not numpy.isfinite(row).all():
        raise ValueError("a value that is not finite")
    if row.min() < floor:
        raise ValueError("a value below its floor")
    low, high = floor, float(row.max())
    for _ in repeat(None, _HALVINGS):
        middle = (low + high) / 2
        if _log_capital(row, floor, middle) >= -numpy.log(miss):
            low = middle
        else:
            high = middle
    return low


def most_mean(values: Floats, ceiling: float, miss: float = 0.025) -> float:
    """How high the mean may be, where no value exceeds `ceiling`: the mirror image of `least_mean`."""
    return -least_mean(-numpy.asarray(values, numpy.float64), -ceiling, miss)


def mean_interval(values: Floats, floor: float, ceiling: float, miss: float = 0.05) -> tuple[float, float]:
    """Both limits, each at half the odds."""
    return least_mean(values, floor, miss / 2), most_mean(values, ceiling, miss / 2)


def _log_capital(row: Floats, floor: float, mean: float) -> float:
    """The logarithm of what the player has who bets that the mean exceeds this one."""
    if mean <= floor:
        return float("inf")
    gains = (row - mean) / (mean - floor)
    logs = numpy.log1p(_STAKES[:, None] * gains).sum(1) + numpy.log(_SHARES)
    most = float(logs.max())
    return most + float(numpy.log(numpy.exp(logs - most).sum()))
