"""Plays a game and returns its record."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any, TypeAlias

from printkit.games.core import CHANCE, Action, Game, pick
from printkit.games.players import GaveUp, Luck, Player
from printkit.games.record import Record, record_of
from printkit.jobs.kit_game import kit_game
from printkit.solver.seats import seated

__all__ = ["HUMAN", "Chosen", "play"]

HUMAN = "human"

Chosen: TypeAlias = str | Player
"""A player by name, or a person as a callable."""


def play(
    game_id: str,
    *,
    seed: int | None = None,
    options: Mapping[str, str] | Sequence[str] = (),
    player: Chosen | Sequence[Chosen] = "random",
    tell: Callable[[str], None] | None = None,
    kit_dir: Path | None = None,
) -> Record:
    """The record of one play, with the seed and the players' names in its header.

    Several players sit down in the order of the seats, and again from the first while seats are left.
    The same seed gives the same random numbers to every player. Without one, named players get seed 0, a callable (a
    person) a new seed each time. `tell` is called with every chance outcome of a solo game, sees the table before each
    decision (with several seats, as a person who decides sees it), and at the end. Where there are several seats
    a chance outcome is somebody's secret, so it is not shown. A player who gives up leaves an unfinished record.
    `kit_dir` is the kit whose cards are played with (None: see `kit_game`).
    Raises `InputError` for an unknown game, option or player.
    """
    game = kit_game(game_id, options, kit_dir)
    chosen = (player,) if isinstance(player, str) or callable(player) else tuple(player)
    persons = [callable(each) for each in chosen]
    if seed is None:
        seed = secrets.randbits(32) if any(persons) else 0
    # Only `random()` of the standard generator is promised to stay the same in later versions of Python.
    luck, lots = random.Random(2 * seed).random, random.Random(2 * seed + 1).random
    sitting = dict(zip(game.seats, cycle(_named(game, each, lots) for each in chosen), strict=False))
    shown = {seat for seat, person in zip(game.seats, cycle(persons), strict=False) if person}
    alone = len(game.seats) == 1
    headers = {
        "seed": str(seed),
        "player": ",".join(each if isinstance(each, str) else HUMAN for each in chosen),
    }
    state = game.start
    actions: list[Action] = []
    while (seat := state.to_move()) is not None:
        if seat == CHANCE:
            action = pick(state.chances(), luck())
            if tell and alone:
                tell(action)
        else:
            if tell and (alone or seat in shown):
                tell("\n" + game.picture(state, seat) + "\n")
            try:
                action = sitting[seat](state.view(seat), state.legal())
            except GaveUp:
                return record_of(game, actions, headers)
        actions.append(action)
        state = state.apply(action)
    outcome = state.outcome()
    if tell and outcome:
        tell(f"\n{game.picture(state, game.seats[0])}\n{outcome.result}: {outcome.reason}")
    return record_of(game, actions, headers)


def _named(game: Game[Any], chosen: Chosen, luck: Luck) -> Player:
    """The player, made from his name if that is what he is; those that know the game are given it."""
    return seated(game, chosen, luck) if isinstance(chosen, str) else chosen
