"""Playing states on: to the end or to the end of a stage, by chance and by a policy; what the end is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.state import State

__all__ = [
    "BOLD", "Judge", "Policy", "Stop", "at_random", "best_of", "choosing_best", "gains", "greedily", "margin", "never",
    "play_on",
]  # fmt: skip

Policy: TypeAlias = Callable[[Game[Any], Any, Random], Action]
"""Chooses an action in a state in which a seat is to act."""

Judge: TypeAlias = Callable[[Sight], Mapping[Action, float]]
"""Values every legal action of a seat, on any scale."""

Stop: TypeAlias = Callable[[], bool]
"""Asked between two imagined games: whether the search is to answer with what it has found so far."""


def never() -> bool:
    """A search that is left to its end."""
    return False


def choosing_best(judge: Judge, rng: Random) -> Player:
    """A player that takes what its judge values most; among equals any."""

    def play(sight: Sight) -> Action:
        return sight.legal[0] if len(sight.legal) == 1 else best_of(judge(sight), rng)

    return play


BOLD = 0.2
"""How often a greedy play-out acts at random: always the same answer would hide what else may come."""


def at_random(game: Game[Any], state: State, rng: Random) -> Action:
    """Any legal action, each as likely as any other."""
    legal = state.legal()
    return legal[int(rng.random() * len(legal))]


def greedily(game: Game[Any], state: State, rng: Random) -> Action:
    """The action after which the state is worth most to the seat to act; one time in five any action."""
    if rng.random() < BOLD:
        return at_random(game, state, rng)
    seat = state.to_move()
    assert seat is not None
    return best_of({action: game.worth(state.after(action), seat) for action in state.legal()}, rng)


def best_of(values: Mapping[Action, float], rng: Random) -> Action:
    """The action with the highest value; among equals any."""
    most = max(values.values())
    best = [action for action, value in values.items() if value == most]
    return best[int(rng.random() * len(best))] if len(best) > 1 else best[0]


def play_on(game: Game[Any], state: Any, policy: Policy, rng: Random) -> Any:
    """The state at the end of this one's stage, of the game, or after as many actions as a game may have."""
    stage = state.stage()
    for _ in range(game.module.ply_limit):
        seat = state.to_move()
        if seat is None or state.stage() != stage:
            break
        state = state.after(state.sample(rng) if seat == CHANCE else policy(game, state, rng))
    return state


def gains(before: State, after: State) -> tuple[float, ...]:
    """What each seat has won in between, beyond the mean of all; of a game for one, what it has won."""
    won = [now - then for now, then in zip(after.returns(), before.returns(), strict=True)]
    if len(won) == 1:
        return tuple(won)
    mean = sum(won) / len(won)
    return tuple(each - mean for each in won)


def margin(game: Game[Any], state: State, seat: Seat) -> float:
    """What a state is worth to a seat beyond the best of the others."""
    own = game.worth(state, seat)
    others = [game.worth(state, other) for other in game.seats if other != seat]
    return own - max(others) if others else own
