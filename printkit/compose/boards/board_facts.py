"""What a game puts on a board, under the options a build was asked for."""

from __future__ import annotations

from functools import lru_cache

from printkit.compose.faces.context import Choices
from printkit.games.board_facts import BoardFacts
from printkit.games.find import find_board, find_module

__all__ = ["facts_of"]


def facts_of(game: str, choices: Choices) -> BoardFacts:
    """The facts of the game; the options that change what is printed are among the words of the choices."""
    keys = [option.key for option in find_module(game).options]
    options = tuple(f"{key}={choices.variables[key]}" for key in keys if key in choices.variables)
    return _facts(game, options)


@lru_cache(maxsize=64)
def _facts(game: str, options: tuple[str, ...]) -> BoardFacts:
    return find_board(game, options)
