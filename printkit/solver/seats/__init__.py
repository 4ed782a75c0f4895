"""Players at a table: a game and a player's name in, the player out; those that need the solver are modules here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from printkit.games.core import Game
from printkit.games.find import find_players
from printkit.games.players import Luck, Player, make_player

__all__ = ["find_own_module", "seated", "seats_of"]


@cache
def find_own_module(game_id: str) -> object:
    """The module here that is named after the game; None if there is none."""
    name = game_id.replace("-", "_")
    known = {module.name for module in iter_modules(__path__)}
    return import_module(f"{__name__}.{name}") if name in known else None


@cache
def seats_of(game_id: str) -> Mapping[str, Callable[[Game[Any], Luck], Player]]:
    """Every player that knows the game: its own, and `PLAYERS` of the module here that is named after it."""
    return {**find_players(game_id), **getattr(find_own_module(game_id), "PLAYERS", {})}


def seated(game: Game[Any], name: str, luck: Luck) -> Player:
    """The player called `name` at this game; raises `InputError` for one nobody knows."""
    return make_player(name, luck, {each: partial(make, game) for each, make in seats_of(game.id).items()})
