"""Moments of the card, stick and race games, typed in as their fields."""

from __future__ import annotations

from typing import Any

from printkit.games.find import make_game


def hand(text: str) -> tuple[str, ...]:
    """Sorted cards."""
    return tuple(sorted(text.split()))


def hands(*texts: str) -> tuple[tuple[str, ...], ...]:
    """The sorted cards of each seat."""
    return tuple(map(hand, texts))


def moment(game_id: str, *options: str, **fields: Any) -> Any:
    """The start of a game with other values in these fields."""
    return make_game(game_id, options).start.changed(**fields)


def after(state: Any, *actions: str) -> Any:
    """The state after these actions, each of which must be legal."""
    for action in actions:
        state = state.apply(action)
    return state


def points(state: Any) -> tuple[int, ...]:
    """The points so far as whole numbers."""
    return tuple(map(int, state.returns()))


def dealt(game_id: str, *options: str) -> Any:
    """The first moment after the deal: chance takes the first card of its list each time, and A is 親."""
    state = make_game(game_id, options).start
    while state.to_move() == "chance":
        state = state.apply(state.legal()[0])
    return state
