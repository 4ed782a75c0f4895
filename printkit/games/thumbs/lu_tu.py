"""Rules of thumb for 新遊: 親 keeps least of a stake in the middle, and less of a small one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.games.core import Action
from printkit.games.toolkit.thumbs import Thumb

__all__ = ["THUMBS"]


def middle(seen: Any, at: int, legal: tuple[Action, ...]) -> Iterator[Action]:
    """A stake on 2 or 3."""
    return (action for action in legal if action.split()[3] in "23")


def small(seen: Any, at: int, legal: tuple[Action, ...]) -> Iterator[Action]:
    """The smallest stake."""
    return (action for action in legal if action.split()[1] == "1")


THUMBS = (Thumb("middle", middle), Thumb("small", small))
