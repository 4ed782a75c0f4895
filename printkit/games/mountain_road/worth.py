"""What a moment of 行山 is worth to a seat, for players that look no further."""

from __future__ import annotations

from math import exp

from printkit.games.core import Seat
from printkit.games.mountain_road.road import COIN, GOAL, HUE, RICE, TIMERS, Road
from printkit.games.toolkit.turns import OVER

__all__ = ["worth"]

_VALUES = {
    "0": 0.5, "1": 0.0, "2": 0.5, "3": 0.0, "4": -0.3, "5": 3.5, "6": -0.5, "7": 0.8, "8": 0.1, "k": 2.0, "e": 2.5,
}  # fmt: skip
"""About how many squares an installed black card is worth; a red one, which stays, twice as many."""
_GOODS = 0.95
"""What the price of a move is worth, in squares."""
_CARD = {True: 0.21, False: 0.02}
"""What a card of the hand is worth to the seat that may still sell it, and later, when it only keeps others away."""


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
    acting = state.phase == "main" and state.turn == at
    return (
        state.places[at]
        + _GOODS * goods
        + min(1.0, (GOAL - state.places[at]) / 8) * cards
        + _CARD[acting] * len(state.hands[at])
        + (_move_ahead(state) if acting else 0.0)
    )


def _move_ahead(state: Road) -> float:
    """What the move that ends this turn will bring: who counts it does first what can only be done before it."""
    at = state.turn
    hue = state.places[at] in HUE or (not state.places[at] and not state.plain_start)
    squares = 1 + hue + state.gain("2") + state.gain("5")
    rice, coin = state.move_costs()
    prices = [
        price / whole
        for held, price, whole in ((state.rice[at], rice, RICE), (state.coin[at], coin, COIN))
        if held >= price
    ]
    return max(0.0, min(squares, GOAL - state.places[at]) - _GOODS * min(prices)) if prices else 0.0
