"""Confidence bounds for a mean that hold at any time of looking."""

from __future__ import annotations

from itertools import repeat

import numpy
import numpy.typing

__all__ = ["least_mean", "mean_interval", "most_mean"]

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
