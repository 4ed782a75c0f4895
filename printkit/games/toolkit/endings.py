"""Endings: points by seat as an outcome in words."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.games.core import SEATS, Outcome, Seat

__all__ = ["most_points", "shared_win"]


def most_points(points: Sequence[int], seats: Sequence[Seat] = SEATS, *, cause: str = "points") -> Outcome:
    """Most points win; seats with as many share the win. `cause` is what ended the game."""
    best = max(points)
    noun = "point" if best == 1 else "points"
    return shared_win(points, [won == best for won in points], f"with {best} {noun}", seats, cause=cause)


def shared_win(
    points: Sequence[int],
    wins: Sequence[bool],
    how: str,
    seats: Sequence[Seat] = SEATS,
    *,
    cause: str = "",
    facts: tuple[tuple[str, str], ...] = (),
) -> Outcome:
    """The seats that win, in the order of `seats`; several share the win. `how` ends the sentence."""
    winners = [seat for seat, won in zip(seats, wins, strict=False) if won]
    verb = "share the win" if len(winners) > 1 else "wins"
    return Outcome("+".join(winners), tuple(points), f"{' and '.join(winners)} {verb} {how}", cause, facts)
