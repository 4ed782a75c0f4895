"""Stakes: points that go from seat to seat, counted in sticks, and pots that are shared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["paid", "shared"]


def paid(points: Sequence[int], payer: int, payee: int, amount: int) -> tuple[int, ...]:
    """The points after one seat has paid another; a negative amount goes the other way."""
    left = list(points)
    left[payer] -= amount
    left[payee] += amount
    return tuple(left)


def shared(points: Sequence[int], winners: Iterable[int], pot: int) -> tuple[int, ...]:
    """The points after the winners have shared the pot; what does not divide goes to the first of them, one each."""
    order = tuple(winners)
    left = list(points)
    for at, winner in enumerate(order):
        left[winner] += pot // len(order) + (at < pot % len(order))
    return tuple(left)
