"""Hand-made tables of Youscout, every number of which is known."""

from __future__ import annotations

import pytest

from printkit.games.find import make_game
from printkit.games.youscout.board import PILE_NAMES

COLUMNS = ("attack", "guard", "pain", "joy", "cup_up", "cup_down", "wand_up", "wand_down")


@pytest.fixture
def table():
    """`table("token=4 terminal=0", p4_joy=7)`: the board 14…19 upright, all numbers 0 except the given ones.

    The place comes before the column's name; options follow the position as `K=V`; influence is 1.
    """

    def make(position, *options, game="youscout", **numbers):
        rows = {major: [0] * 8 for major in range(22)}
        for key, number in numbers.items():
            place, _, column = key.partition("_")
            rows[13 + int(place[1:])][COLUMNS.index(column)] = number
        if "board=" not in position:
            position = f"board=14,15,16,17,18,19 {position}"
        return make_game(game, ("influence=1", *options), rows).parse(position)

    return make


@pytest.fixture
def piles():
    """The piles of a table that are not empty, by name."""

    def named(state):
        return {name: " ".join(pile) for name, pile in zip(PILE_NAMES, state.piles, strict=True) if pile}

    return named
