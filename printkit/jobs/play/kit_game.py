"""Makes a game with the cards of a kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from printkit.errors import InputError
from printkit.games.find import check_stated, find_module, make_game, share_options
from printkit.games.game import Game
from printkit.kit.find import find_deck, options_over
from printkit.kit.load import read_deck

__all__ = ["kit_game", "table_game"]


def kit_game(
    game_id: str,
    options: Mapping[str, str] | Sequence[str] = (),
    kit_dir: Path | None = None,
    *,
    settled: bool = False,
) -> Game[Any]:
    """The game played with what a kit prints: that in `kit_dir`, else the one printkit ships for it.

    Where an option is not requested, what the kit states holds; `settled` options are all that was agreed, as in
    a record. A game that only knows its own cards goes by them, and so does one no kit is for, or one whose rules
    fix the cards and no kit is named. A kit that cannot be read, is for other games, or has cards the game
    cannot be played with is an InputError.
    """
    module = find_module(game_id)
    cards_of = module.cards_of
    if kit_dir is None and module.cards_fixed:
        return make_game(game_id, options)
    if cards_of is None:
        if kit_dir is not None:
            raise InputError(f"{game_id} uses its own cards", key="--kit-dir")
        return make_game(game_id, options)

    deck = read_deck(kit_dir) if kit_dir is not None else find_deck(game_id)
    if deck is None:
        return make_game(game_id, options)
    if game_id not in deck.games:
        raise InputError(
            f"the kit is not for {game_id}", file=kit_dir or "", hint=f"for {', '.join(deck.games)}"
        )
    asked = [f"{key}={value}" for key, value in options.items()] if isinstance(options, Mapping) else options
    if kit_dir is not None:
        check_stated(deck.games, deck.options, (kit_dir / "kit.toml").as_posix())
    own = () if settled else share_options(deck.games, deck.options)[game_id]
    return make_game(game_id, options_over(own, asked), cards_of(deck.cards))


def table_game(
    game_id: str, options: Mapping[str, str] | Sequence[str], kit_dir: Path | None, *, settled: bool = False
) -> Game[Any]:
    """The same at a table that shows a kit: its cards are played with unless the game only knows its own."""
    takes = kit_dir if find_module(game_id).cards_of else None
    return kit_game(game_id, options, takes, settled=settled)
