"""Players at a table: a game and a player's name in, the player out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from printkit.games.core import Game
from printkit.games.find import find_players
from printkit.games.players import Luck, Player, make_player
from printkit.solver.laboratory import laboratory_players

__all__ = ["seated", "seats_of"]


@cache
def seats_of(game_id: str) -> Mapping[str, Callable[[Game[Any], Luck], Player]]:
    """Every player that knows the game: its own, and those of its laboratory."""
    return {**find_players(game_id), **laboratory_players(game_id)}


def seated(game: Game[Any], name: str, luck: Luck) -> Player:
    """The player called `name` at this game; raises `InputError` for one nobody knows."""
    return make_player(name, luck, {each: partial(make, game) for each, make in seats_of(game.id).items()})
