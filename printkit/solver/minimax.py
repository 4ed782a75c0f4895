"""A search that looks some actions ahead, with the exact odds of chance (minimax and expectimax)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from random import Random
from typing import Any

from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.players import Sight
from printkit.games.state import State
from printkit.solver.playing import Judge, Stop, margin, never
from printkit.solver.simple_players import worlds_of

__all__ = ["minimax"]

_MOST_CHANCES = 40
"""Of more chances than these, so many are sampled."""


def minimax(game: Game[Any], rng: Random, depth: int, stop: Stop = never) -> Judge:
    """Values an action by the margin of worth after `depth` actions of any seat.

    Every other seat is taken to play against this one. What is hidden is averaged over imagined deals; of chance
    actions in a row the first has its exact odds, and the others are sampled. A search that is stopped values the rest
    by the margin at once.
    """

    def judge(sight: Sight) -> Mapping[Action, float]:
        total = dict.fromkeys(sight.legal, 0.0)
        for world in worlds_of(sight, rng):
            for action in sight.legal:
                left = 0 if stop() else depth - 1
                total[action] += _value(game, world.after(action), sight.seat, left, (-inf, inf), rng)
        return total

    return judge


def _value(
    game: Game[Any], state: State, seat: Seat, depth: int, window: tuple[float, float], rng: Random
) -> float:
    mover = state.to_move()
    if mover is None:
        return margin(game, state, seat)
    if mover == CHANCE:
        return sum(
            float(odds) * _after_chance(game, state.after(action), seat, depth, rng)
            for action, odds in _chances(state, rng)
        )
    if depth < 1:
        return margin(game, state, seat)
    low, high = window
    own = mover == seat
    best = -inf if own else inf
    for action in _ordered(game, state, mover, depth):
        value = _value(game, state.after(action), seat, depth - 1, (low, high), rng)
        if own:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best


def _after_chance(game: Game[Any], state: State, seat: Seat, depth: int, rng: Random) -> float:
    """The value once chance has acted; chance that goes on is sampled, for its odds would multiply without end."""
    if depth < 1:
        return margin(game, state, seat)
    while state.to_move() == CHANCE:
        state = state.after(state.sample(rng))
    return _value(game, state, seat, depth, (-inf, inf), rng)


def _chances(state: State, rng: Random) -> tuple[tuple[Action, Fraction], ...]:
    chances = state.chances()
    if len(chances) <= _MOST_CHANCES:
        return chances
    share = Fraction(1, _MOST_CHANCES)
    return tuple((state.sample(rng), share) for _ in range(_MOST_CHANCES))


def _ordered(game: Game[Any], state: State, mover: Seat, depth: int) -> tuple[Action, ...]:
    """The best looking first, where that may save looking further."""
    legal = state.legal()
    if depth < 2 or len(legal) < 3:
        return legal
    worth = {action: game.worth(state.after(action), mover) for action in legal}
    return tuple(sorted(legal, key=lambda action: -worth[action]))
