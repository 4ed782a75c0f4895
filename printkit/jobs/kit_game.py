"""A game with the cards of a kit: a game's id, options and perhaps a kit's folder come in, the game goes out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from printkit.errors import InputError
from printkit.games.core import Game
from printkit.games.find import find_module, make_game

__all__ = ["kit_game"]


def kit_game(
    game_id: str, options: Mapping[str, str] | Sequence[str] = (), kit_dir: Path | None = None
) -> Game[Any]:
    """The game played with what a kit prints: that in `kit_dir`, else the one printkit ships for it.

    A game that only knows its own cards goes by them, and so does one no kit is for. A kit that cannot be read, is
    for other games, or has cards the game cannot be played with is an InputError.
    """
    told = getattr(find_module(game_id), "cards_of", None)
    if told is None:
        if kit_dir is not None:
            raise InputError(f"{game_id} goes by its own cards", key="--kit-dir")
        return make_game(game_id, options)
    from printkit.kit.find import find_deck
    from printkit.kit.load import read_deck

    deck = read_deck(kit_dir) if kit_dir is not None else find_deck(game_id)
    if deck is None:
        return make_game(game_id, options)
    if game_id not in deck.games:
        raise InputError(
            f"the kit is not for {game_id}", file=kit_dir or "", hint=f"for {', '.join(deck.games)}"
        )
    return make_game(game_id, options, told(deck.cards))
