"""Rules of thumb: an ordered table of small rules that people can follow, and the player who follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.players import Player, PlayerMaker, Sight

__all__ = ["THUMB", "Prefers", "Thumb", "best_by", "following", "preferred"]

THUMB = "thumb"
"""What the player who follows the rules of thumb is called in every game."""

T = TypeVar("T")

Prefers: TypeAlias = Callable[[Any, int, tuple[Action, ...]], Iterable[Action]]
"""The actions a rule prefers, given what its seat sees (a state with `HIDDEN`), its index and the actions left."""


class Thumb(NamedTuple):
    """A rule of thumb: its id, under which texts have its words, and what it prefers; nothing where it is silent."""

    id: str
    prefers: Prefers


def preferred(thumbs: Sequence[Thumb], sight: Sight) -> tuple[Action, ...]:
    """The actions that are left when each rule in turn has had its say among those the rules before it left."""
    left = sight.legal
    at = sight.seen.index(sight.seat)
    for thumb in thumbs:
        if len(left) == 1:
            break
        chosen = {*thumb.prefers(sight.seen, at, left)}
        left = tuple(action for action in left if action in chosen) or left
    return left


def following(thumbs: Sequence[Thumb]) -> PlayerMaker:
    """The player who keeps to these rules; what they leave open is chosen at random."""

    def maker(game: Game[Any], rng: Random) -> Player:
        def play(sight: Sight) -> Action:
            good = preferred(thumbs, sight)
            return good[int(rng.random() * len(good))]

        return play

    return maker


def best_by(choices: Iterable[T], value: Callable[[T], Any]) -> list[T]:
    """Those of the highest value, in their order."""
    valued = [(value(each), each) for each in choices]
    most = max((each[0] for each in valued), default=None)
    return [each for worth, each in valued if worth == most]
