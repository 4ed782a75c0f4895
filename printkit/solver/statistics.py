"""Honest intervals: wins, games and what is unresolved in, the interval the rate lies in out."""

from __future__ import annotations

from math import sqrt

__all__ = ["Z_95", "wilson"]

Z_95 = 1.959963984540054
"""How many standard deviations hold 95 % of a normal law."""


def wilson(wins: int, games: int, unresolved: int = 0, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval for a rate; what is unresolved counts as lost at its low end and as won at its high end.

    Without any game all is possible: (0, 1).
    """
    if games == 0:
        return 0.0, 1.0
    low, _ = _wilson(wins, games, z)
    _, high = _wilson(wins + unresolved, games, z)
    return low, high


def _wilson(wins: int, games: int, z: float) -> tuple[float, float]:
    rate = wins / games
    weight = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / weight
    reach = z / weight * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - reach) if wins else 0.0, min(1.0, middle + reach) if wins < games else 1.0
