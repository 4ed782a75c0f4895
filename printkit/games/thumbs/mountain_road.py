"""Rules of thumb for 行山: what to install, what to sell, and to move in every turn."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.toolkit.thumbs import Thumb

__all__ = ["THUMBS"]

_LATE = 16
"""Behind this step nothing but 船 is worth installing."""


def _of(legal: tuple[Action, ...], *words: str) -> list[Action]:
    return [each for each in legal if each.split()[0] in words]


def _kind(action: Action) -> str:
    return action.split()[1][1]


def install(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Installs 船 at any time, 無 and 馬 up to two thirds of the way."""
    wanted = "s05" if seen.places[at] <= _LATE else "s"
    return [each for each in _of(legal, "install") if _kind(each) in wanted]


def sell(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Sells all else."""
    return [each for each in _of(legal, "sell") if _kind(each) != "s"]


def move(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Moves in every turn, for rice rather than coins."""
    return _of(legal, "move")[-1:]


def keep(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Changes no rice into coin, dismantles nothing, robs nobody, and installs nothing else."""
    return _of(legal, "end", "skip")


THUMBS = (Thumb("install", install), Thumb("sell", sell), Thumb("move", move), Thumb("keep", keep))
