"""Rules of thumb for 連船之遊: how much to load before sailing, and how many ships to sail."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.linked_ships.ring import GOAL
from printkit.games.players import Player, by_score

__all__ = ["sailing", "thumb"]


def sailing(load: int, last: int, more: str) -> Callable[[Any, int, Action], float]:
    """How much to carry before moving, how much into the goal, and whether to sail `several` ships."""

    def score(seen: Any, at: int, action: Action) -> float:
        word, *rest = action.split()
        mine = seen.ships[at]
        afloat = [number for number, ship in enumerate(mine) if 0 < ship.step < GOAL or ship.cargo]
        ahead = max(afloat, key=lambda number: mine[number].step, default=None)
        if word == "build":
            return 900.0 if ahead is None or more == "several" else -5.0
        if word == "unload":
            return 10.0 if mine[int(rest[0]) - 1].step == GOAL and ahead is None else -10.0
        if word == "plunder":
            return 50.0 if int(rest[0]) - 1 == ahead and seen.dark > 2 else -1.0
        if word == "pass":
            return 0.0
        number = int(rest[0]) - 1
        ship = mine[number]
        if number != ahead:
            return 1.0 if word == "supply" else -3.0
        wanted = last if ship.step + seen.dark >= GOAL else max(load, seen.dark + 1)
        return 100.0 if (word == "move") == (ship.cargo >= wanted) else 20.0

    return score


def thumb(game: Game[Any], rng: Random) -> Player:
    """The best rule of thumb (docs/findings.md): sails one ship with more than the throw, 10 or more to the goal."""
    return by_score(sailing(1, 10, "one"), rng)
