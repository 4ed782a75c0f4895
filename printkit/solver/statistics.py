"""Confidence intervals for rates, with unresolved games counted both ways."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from math import inf, lgamma, log, sqrt

__all__ = ["Z_95", "always_valid", "difference", "wilson"]

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
