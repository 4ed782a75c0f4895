"""Rules of thumb for 連友: how to be rid of one's cards soonest."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.paper_cetkaik.deck import name_of, play_of, strength
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]


def _plays(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("play")]


def many(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Lays wherever it may, and as many cards as it can."""
    return best_by(_plays(legal), lambda each: len(play_of(each.partition(" ")[2]).cards))


def weak(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of these the weakest."""
    return best_by(_plays(legal), lambda each: -play_of(each.partition(" ")[2]).top)


def banish(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """With 将 banishes the weakest strengths of its own hand, and fetches nothing."""
    held = {name_of(strength(card)): strength(card) for card in seen.hands[at]}

    def rid(action: Action) -> int:
        return sum(20 - held[name] for name in action.split()[1:] if name in held)

    return best_by((each for each in legal if each.startswith("banish")), rid)


THUMBS = (Thumb("many", many), Thumb("weak", weak), Thumb("banish", banish))
