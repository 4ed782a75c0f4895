"""Rules of thumb for 小猫: stay in the round, and spend little on it."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]

_ORDER = "s12345678ke"
"""From weak to strong (ni-ne §1.2)."""


def _plays(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each != "out"]


def _cards(action: Action) -> list[str]:
    return [word for word in action.split()[1:] if ":" not in word]


def _top(action: Action) -> int:
    first = action.split()[1]
    return _ORDER.index(first.partition(":")[2] or first[1])


def stay(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stays in the round wherever it can."""
    return _plays(legal)


def plain(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Keeps 無, with which it can stay in later."""
    return best_by(_plays(legal), lambda each: -sum(card[1] == "0" for card in _cards(each)))


def weak(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays the weakest that will do."""
    return best_by(_plays(legal), lambda each: -_top(each))


def many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of one strength lays all it has."""
    return best_by(_plays(legal), lambda each: len(_cards(each)))


THUMBS = (Thumb("stay", stay), Thumb("plain", plain), Thumb("weak", weak), Thumb("many", many))
