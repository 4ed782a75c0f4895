"""A player that answers swords by a small linear table; it needs neither numba nor numpy."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

from printkit.games.core import Action
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.youscout.board import PLACES
from printkit.games.youscout.cards import FOOL, MINORS
from printkit.games.youscout.rules import usual_goal
from printkit.games.youscout.seeded_deal import card_index
from printkit.games.youscout.table import MOVE, STAY, Table
from printkit.lab.youscout.heuristic import heuristic_player

__all__ = ["COLUMNS", "TABLE", "described", "learned", "situation"]

TABLE = Path(__file__).parent / "data" / "answers.json"
"""Made by `python benchmarks/training/sword_answers.py GAME`, so far for Youscout itself."""

_SURE = 0.45
"""What a row must say beyond 0 to be followed against the rule of thumb: smaller figures are mostly its own error."""

_PILES, _NUMBERS = 9, 8
_RANKS, _SUIT, _MANY = 14, 105, 14
_PASSES = 2
"""More passes to come than these are counted as these."""

COLUMNS = len(MINORS) + 2 + 4 * _PILES + _NUMBERS * len(PLACES) + 1


@cache
def _answers() -> Mapping[str, Mapping[str, list[float]]]:
    found: Mapping[str, Mapping[str, list[float]]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


def situation(table: Table) -> str:
    """Which row of the game's table answers: the passes to come, the place, and the side of the start."""
    later = min(_PASSES, table.rules.terminals - 1 - table.terminals)
    return f"{later} {table.token} {'above' if table.terminal == FOOL else 'below'}"


def described(table: Table) -> list[float]:
    """`COLUMNS` numbers of about 0 to 1 for a table on which a sword waits.

    The minors of the talon one by one, the value of the sword, each pile's highest value, sum, cards and how far the
    sword is above it, the numbers of the board, and 1.
    """
    value = table.value(table.drawn) / _RANKS
    row = [0.0] * len(MINORS)
    for card in table.talon:
        if card != table.terminal:
            row[card_index(card)] = 1.0
    row += [value, value * value]
    for pile in range(_PILES):
        highest = table.highest(pile) / _RANKS
        row += [highest, table.total(pile) / _SUIT, len(table.piles[pile]) / _MANY, max(0.0, value - highest)]
    row += [table.number(place, column) / _RANKS for place in PLACES for column in range(_NUMBERS)]
    return [*row, 1.0]


def learned(game: Game[Any], rng: Random) -> Player:
    """Plays by the rule of thumb, but where the table is sure of another answer to a sword, by the table.

    The table has no rows for the simplified game nor for starts above: there it plays as the rule does.
    """
    thumb = heuristic_player(game)
    rows = _answers().get(game.id, {}) if usual_goal(game.start.rules) else {}

    def play(sight: Sight) -> Action:
        table: Table = game.parse(sight.view)
        row = rows.get(situation(table)) if table.drawn else None
        if not row:
            return thumb(sight)
        better = fsum(weight * number for weight, number in zip(row, described(table), strict=True))
        return (MOVE if better > 0 else STAY) if abs(better) > _SURE else thumb(sight)

    return play
