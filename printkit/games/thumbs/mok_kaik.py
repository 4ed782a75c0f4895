"""Rules of thumb for 行戦: win tricks with many weak cards, and keep the strong ones for the last trick."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.paper_cetkaik.deck import play_of, strength
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]


def _cards(action: Action) -> tuple[str, ...]:
    word, _, text = action.partition(" ")
    return play_of(text).cards if word == "play" else tuple(text.split())


def beat(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Beats what lies wherever it can."""
    return [each for each in legal if each.startswith("play")]


def many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leads as many cards as it can."""
    return best_by(legal, lambda each: len(_cards(each)))


def weak(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of all that would do, gives the weakest cards."""
    return best_by(legal, lambda each: -sum(map(strength, _cards(each))))


THUMBS = (Thumb("beat", beat), Thumb("many", many), Thumb("weak", weak))
