"""What a moment of 行山 is worth to a seat, for players that look no further."""

from __future__ import annotations

from math import exp

from printkit.games.core import Seat
from printkit.games.mountain_road.road import COIN, GOAL, RICE, TIMERS, Road
from printkit.games.toolkit.turns import OVER

__all__ = ["worth"]

_VALUES = {
    "0": 0.3, "1": 0.5, "2": 1.0, "3": 0.7, "4": 0.4, "5": 2.0, "6": 0.4, "7": 1.5, "8": 0.4, "k": 3.0, "e": 2.5,
}  # fmt: skip
"""About how many squares an installed black card is worth; a red one, which stays, twice as many."""


def worth(state: Road, seat: Seat) -> float:
    """The chance to be first, by how far each seat has come and what it has to go on with."""
    at = state.index(seat)
    if state.phase == OVER:
        return state.returns()[at]
    ahead = [exp(_standing(state, other) / 4) for other in range(state.players)]
    return ahead[at] / sum(ahead)


def _standing(state: Road, at: int) -> float:
    cards = sum(
        _VALUES[card[1]] * (2 if card[0] == "r" else (TIMERS - sticks) / TIMERS)
        for card, sticks in zip(state.built[at], state.timers[at], strict=True)
        if card[1] in _VALUES
    )
    goods = state.rice[at] / RICE + state.coin[at] / COIN
    return (
        state.places[at]
        + 0.9 * goods
        + min(1.0, (GOAL - state.places[at]) / 8) * cards
        + 0.15 * len(state.hands[at])
    )
