"""Players that look one action ahead: greedy by worth, and flat Monte Carlo by games imagined to their end."""

from __future__ import annotations

from random import Random
from typing import Any

from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.solver.playing import Policy, best_of, gains, play_on

__all__ = ["WORLDS", "flat", "greedy", "worlds_of"]

WORLDS = 8
"""How many deals of what is hidden a player imagines where it does not count games."""


def worlds_of(sight: Sight, rng: Random) -> list[Any]:
    """States the seat cannot distinguish from the true one: one where nothing is hidden, else `WORLDS`."""
    first, second = sight.imagine(rng), sight.imagine(rng)
    return [first] if first == second else [first, second, *(sight.imagine(rng) for _ in range(WORLDS - 2))]


def greedy(game: Game[Any], rng: Random) -> Player:
    """Takes the action after which the state is worth most, on the mean over what may be hidden."""

    def play(sight: Sight) -> Action:
        worlds = worlds_of(sight, rng)
        return best_of(
            {
                action: sum(game.worth(world.after(action), sight.seat) for world in worlds)
                for action in sight.legal
            },
            rng,
        )

    return play


def flat(game: Game[Any], rng: Random, games: int, policy: Policy) -> Player:
    """Plays so many imagined games, shared evenly among the actions, and takes the one that won most on the mean.

    With more actions than games only those of the highest worth are tried.
    """

    def play(sight: Sight) -> Action:
        legal = sight.legal
        if len(legal) == 1:
            return legal[0]
        at = game.start.index(sight.seat)
        if len(legal) > games:
            world = sight.imagine(rng)
            worth = {action: game.worth(world.after(action), sight.seat) for action in legal}
            legal = tuple(sorted(legal, key=lambda action: -worth[action]))[:games]
        total = dict.fromkeys(legal, 0.0)
        for _ in range(max(1, games // len(legal))):
            world = sight.imagine(rng)
            for action in legal:
                total[action] += gains(world, play_on(game, world.after(action), policy, rng))[at]
        return best_of(total, rng)

    return play
