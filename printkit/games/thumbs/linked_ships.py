"""Rules of thumb for 連船之遊: load one ship, sail it in, and begin again."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.linked_ships.ring import CAPACITY, GOAL, Ship
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]

_ENOUGH = 9
"""What a ship brings to the goal at least."""


def _ship(seen: Any, at: int, action: Action) -> Ship:
    ship: Ship = seen.ships[at][int(action.split()[1]) - 1]
    return ship


def _left(seen: Any, at: int, action: Action) -> int:
    """What a ship would carry after a move."""
    return _ship(seen, at, action).cargo - (0 if seen.stock_pays else seen.dark)


def _arrives(seen: Any, at: int, action: Action) -> bool:
    return bool(_ship(seen, at, action).step + seen.dark >= GOAL)


def _moves(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("move")]


def arrive(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Sails into the goal with enough left."""
    return [each for each in _moves(legal) if _arrives(seen, at, each) and _left(seen, at, each) >= _ENOUGH]


def care(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Sails neither into the goal with less nor until nothing is left, and unloads no ship on its way."""

    def wastes(action: Action) -> bool:
        word = action.split()[0]
        if word == "move":
            return _arrives(seen, at, action) or _left(seen, at, action) <= 0
        return word == "pass" or (word == "unload" and _ship(seen, at, action).step < GOAL)

    return [each for each in legal if not wastes(each)]


def load(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Loads the foremost ship as long as the whole throw has room on it."""
    fits = [
        each
        for each in legal
        if each.startswith("supply") and 0 < _ship(seen, at, each).cargo <= CAPACITY - seen.dark
    ]
    return best_by(fits, lambda each: _ship(seen, at, each).step)


def sail(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else sails the foremost ship."""
    return best_by(_moves(legal), lambda each: _ship(seen, at, each).step)


THUMBS = (Thumb("arrive", arrive), Thumb("care", care), Thumb("load", load), Thumb("sail", sail))
