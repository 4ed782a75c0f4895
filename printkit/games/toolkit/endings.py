"""Endings: points by seat as an outcome in words."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.games.core import SEATS, Outcome, Seat

__all__ = ["most_points"]


def most_points(points: Sequence[int], seats: Sequence[Seat] = SEATS) -> Outcome:
    """Most points win; seats with as many share the win."""
    best = max(points)
    winners = [seat for seat, won in zip(seats, points, strict=False) if won == best]
    verb = "share the win" if len(winners) > 1 else "wins"
    noun = "point" if best == 1 else "points"
    return Outcome("+".join(winners), tuple(points), f"{' and '.join(winners)} {verb} with {best} {noun}")
