"""Rules of thumb for Youscout together: where points are, how to come near, and what to leave to the next."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.toolkit.thumbs import Thumb, best_by, following
from printkit.games.youscout_together.players import worth
from printkit.games.youscout_together.table import POINTS

__all__ = ["THUMBS", "near_alone"]


def _pays(seen: Any, place: int) -> int:
    """The points of a place over the terminals left."""
    return sum(POINTS[terminal].get(place, 0) for terminal in seen.left())


def begin(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Places the token where most points are."""
    places = (each for each in legal if each.startswith("place"))
    return best_by(places, lambda each: _pays(seen, int(each.split()[1])))


def _takes(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("take")]


def near(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Goes where most points are, or as near as it can."""
    return best_by(_takes(legal), lambda each: worth(seen.after(each).tokens[at], seen.left()))


def others(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Changes places so that the others have least."""

    def theirs(action: Action) -> int:
        tokens = seen.after(action).tokens
        return sum(_pays(seen, place) for other, place in enumerate(tokens) if other != at)

    return best_by(_takes(legal), lambda each: -theirs(each))


def leave(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leaves the next seat no card that leads to points."""

    def best(action: Action) -> int:
        after = seen.after(action)
        ends = (end for card in after.row for end in after.taking(card))
        return max((_pays(seen, end.tokens[after.actor]) for end in ends), default=0)

    return best_by(_takes(legal), lambda each: -best(each))


THUMBS = (Thumb("begin", begin), Thumb("near", near), Thumb("others", others), Thumb("leave", leave))
near_alone = following(THUMBS[:2])
"""Follows the first two rules; what the others decide is left to luck."""
