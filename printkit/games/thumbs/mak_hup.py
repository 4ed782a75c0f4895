"""Rules of thumb for 値木: which cards to be rid of first."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.paper_cetkaik.deck import strength
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]

_GONE = {"sum": 1, "free": 1, "join": 2, "clear": 0}
"""How many cards an action names that lie already, before those it lays."""


def _laid(action: Action) -> list[str]:
    word, *cards = action.split()
    return cards[_GONE[word] :] if word in _GONE else []


def lay(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays wherever it can."""
    return [each for each in legal if _laid(each)]


def late(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Keeps 船, 王, 皇 and what joins two roads for when nothing else goes."""
    return [each for each in legal if _laid(each) and each.split()[0] not in ("clear", "join")]


def many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays as many cards at once as it can."""
    return best_by(legal, lambda each: len(_laid(each)))


def high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays high numbers first."""
    return best_by(legal, lambda each: sum(map(strength, _laid(each))))


THUMBS = (Thumb("lay", lay), Thumb("late", late), Thumb("many", many), Thumb("high", high))
