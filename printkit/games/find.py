"""Finds the games by scanning this package: a game's id in, its module or its game value out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

import printkit.games
from printkit.errors import InputError, nearest_hint
from printkit.games.core import Game, Option
from printkit.games.players import Luck, Player

__all__ = [
    "GameModule",
    "find_games",
    "find_module",
    "find_players",
    "make_game",
    "printed_words",
    "share_options",
]


class GameModule(Protocol):
    """What a module or folder of this package holds to be a game: its options, and the factory `game`."""

    OPTIONS: tuple[Option, ...]

    def game(
        self,
        cards: Mapping[Any, Any] | None = None,
        options: Mapping[str, str] | Sequence[str] = (),
    ) -> Game[Any]:
        """The game under these options, with these cards, told its own way (None: those its rules fix)."""
        ...

    # A game that can be played with a kit's cards also has `cards_of(cards)`: a kit's cards as `game` takes them.

    def printed(self, options: Sequence[str]) -> Mapping[str, str]:
        """What these options put on paper: the words a kit's texts may name."""
        ...


@cache
def find_games() -> tuple[str, ...]:
    """The ids of all games, sorted: every module of this package that has a factory `game`."""
    return tuple(name.replace("_", "-") for name in _module_names() if hasattr(_module(name), "game"))


def find_module(game_id: str) -> GameModule:
    """The module of a game; raises `InputError` with the nearest id for one nobody knows."""
    name = game_id.replace("-", "_")
    # Only the game that is asked for is loaded; all of them only to name the nearest.
    if re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game_id) and name in _module_names():
        module = _module(name)
        if hasattr(module, "game"):
            return cast(GameModule, module)
    raise InputError(f"unknown game {game_id!r}", hint=nearest_hint(game_id, find_games()))


def make_game(
    game_id: str,
    options: Mapping[str, str] | Sequence[str] = (),
    cards: Mapping[Any, Any] | None = None,
) -> Game[Any]:
    """The game `game_id` under these options (`K=V` texts or a mapping), with these cards."""
    return find_module(game_id).game(cards, options)


def find_players(game_id: str) -> Mapping[str, Callable[[Game[Any], Luck], Player]]:
    """The players that know this game, by name: its module's `PLAYERS`, none if it has no such table."""
    known: Mapping[str, Callable[[Game[Any], Luck], Player]] = getattr(find_module(game_id), "PLAYERS", {})
    return known


def share_options(games: Sequence[str], options: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each game those of the options (`K=V` texts) it has; one that none has is the first game's to refuse."""
    known = {game_id: {option.key for option in find_module(game_id).OPTIONS} for game_id in games}
    anybody = frozenset().union(*known.values())
    shared: dict[str, tuple[str, ...]] = {}
    for index, game_id in enumerate(games):
        own = [
            text
            for text in options
            if (key := text.partition("=")[0]) in known[game_id] or (not index and key not in anybody)
        ]
        shared[game_id] = tuple(own)
    return shared


def printed_words(games: Sequence[str], options: Sequence[str]) -> dict[str, str]:
    """What the options put on paper in all of these games together; a bad option is an InputError."""
    words: dict[str, str] = {}
    for game_id, own in reversed(share_options(games, options).items()):
        words |= find_module(game_id).printed(own)
    return words


@cache
def _module_names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(printkit.games.__path__)))


def _module(name: str) -> object:
    return import_module(f"{printkit.games.__name__}.{name}")
