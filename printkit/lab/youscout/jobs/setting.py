"""The options and number table that a book of Youscout is made for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from printkit.games.find import find_module, make_game, share_options
from printkit.games.game import Game
from printkit.kit.find import options_over

__all__ = ["USUAL", "Setting", "unusual_options"]

_GAMES = ("youscout", "youscout-simplified", "youscout-together")


class Setting(NamedTuple):
    """Options (`K=V`) for all games that have them, and the numbers of the majors 0 to 21; empty is as usual."""

    options: tuple[str, ...] = ()
    table: tuple[tuple[int, ...], ...] = ()

    def agreed(self, game_id: str, options: Sequence[str] = ()) -> tuple[str, ...]:
        """What of the setting holds for that game, under these options of its own."""
        return options_over(share_options(_GAMES, self.options)[game_id], options)

    def game(self, game_id: str, options: Sequence[str] = ()) -> Game[Any]:
        """The game; raises `InputError` for a bad option."""
        cards = dict(enumerate(self.table)) if self.table else None
        return make_game(game_id, self.agreed(game_id, options), cards)


USUAL = Setting()
"""As the rules have it."""


def unusual_options(options: Sequence[str]) -> tuple[str, ...]:
    """Of the options of Youscout (`K=V`) those that need to be stated."""
    usual = {f"{option.key}={option.usual}" for game_id in _GAMES for option in find_module(game_id).options}
    return tuple(option for option in options if option not in usual)
