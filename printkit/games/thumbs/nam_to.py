"""Rules of thumb for 開樽: to see all cards, and what to stake high on."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.nam_to import ranks_of
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]

_RUN = 2
"""The kind of a hand that is a run; named hands are above, as `ranks_of` counts them."""


def _kind(seen: Any, at: int) -> int:
    return ranks_of(seen.hands[at], seen.open)[0][0]


def stay(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Does not fold."""
    return [each for each in legal if each != "fold"]


def high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stakes most with a run or better."""
    stakes = stay(seen, at, legal) if _kind(seen, at) >= _RUN else []
    return best_by(stakes, lambda each: int(each.split()[1]))


def low(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else as little as it may."""
    stakes = stay(seen, at, legal) if _kind(seen, at) < _RUN else []
    return best_by(stakes, lambda each: -int(each.split()[1]))


THUMBS = (Thumb("stay", stay), Thumb("high", high), Thumb("low", low))
