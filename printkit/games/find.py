"""Finds the games by scanning this package: a game's id in, its module or its game value out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

import printkit.games
from printkit.errors import InputError, nearest_hint
from printkit.games.core import Game, Option

__all__ = ["GameModule", "find_games", "find_module", "make_game"]


class GameModule(Protocol):
    """What a module or folder of this package holds to be a game: its options, and the factory `game`."""

    OPTIONS: tuple[Option, ...]

    def game(
        self,
        cards: Mapping[int, Sequence[int]] | None = None,
        options: Mapping[str, str] | Sequence[str] = (),
    ) -> Game[Any]:
        """The game under these options, with these cards' numbers (None: those its rules fix)."""
        ...

    def printed(self, options: Sequence[str]) -> Mapping[str, str]:
        """What these options put on paper: the words a kit's texts may name."""
        ...


@cache
def find_games() -> tuple[str, ...]:
    """The ids of all games, sorted: every module of this package that has a factory `game`."""
    names = sorted(module.name for module in iter_modules(printkit.games.__path__))
    return tuple(name.replace("_", "-") for name in names if hasattr(_module(name), "game"))


def find_module(game_id: str) -> GameModule:
    """The module of a game; raises `InputError` with the nearest id for one nobody knows."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game_id) or game_id not in find_games():
        raise InputError(f"unknown game {game_id!r}", hint=nearest_hint(game_id, find_games()))
    return cast(GameModule, _module(game_id.replace("-", "_")))


def make_game(
    game_id: str,
    options: Mapping[str, str] | Sequence[str] = (),
    cards: Mapping[int, Sequence[int]] | None = None,
) -> Game[Any]:
    """The game `game_id` under these options (`K=V` texts or a mapping), with these cards' numbers."""
    return find_module(game_id).game(cards, options)


def _module(name: str) -> object:
    return import_module(f"{printkit.games.__name__}.{name}")
