"""A fitted value is the same for a table whatever was evaluated before, in the quick way and in the plain."""

from __future__ import annotations

import numpy
import pytest

from printkit.games.find import make_game
from printkit.lab.compiled import compiled
from printkit.lab.youscout.nets import nets_for
from printkit.lab.youscout.tables import ALL_MINORS, kernel_rules, rules_of
from printkit.lab.youscout.turn import set_margins, turn
from printkit.lab.youscout.value import MEAN, look_ahead, make_value_workspace, value_of

BOARD = numpy.array([4, 9, 16, 23, 30, 38])
# Cups, coins and swords on the table, and a few discards.
PILES = numpy.array([0b1011 << 42, 0b101 << 28, 0, 0b10 << 28, 0b110 << 14, 0, 0b1 << 14, 0b100, 0b1 << 23])


@compiled
def worth(rules, nets, value_work, margins, piles, token, talon, later):
    """The value of a table, the plain way."""
    return value_of(rules, nets, value_work, margins, piles, token, talon, later, 0)


@compiled
def looked(rules, nets, value_work, margins, piles, laid, token, talon, later):
    """Its value one draw ahead, the quick way."""
    look_ahead(rules, nets, value_work, margins, piles, laid, token, talon, later, 0, -1)
    return value_work.found[MEAN]


@compiled
def played(rules, margins, piles, laid, token, card):
    """Where a drawn card takes the token."""
    return turn(rules, margins, piles, laid, token, card)


@compiled
def margins_of(rules, board, margins):
    """The numbers a card must exceed on this board."""
    set_margins(rules, board, margins)


@pytest.fixture(scope="module")
def table():
    """Rules, nets, margins, piles and the talon of one table."""
    game = make_game("youscout", ["terminals=3"])
    rules = kernel_rules(rules_of(game))
    margins = numpy.zeros(24, numpy.int64)
    margins_of(rules, BOARD, margins)
    lying = int(numpy.bitwise_or.reduce(PILES))
    return rules, nets_for(game), margins, PILES, ALL_MINORS & ~lying


def test_a_table_is_worth_the_same_whatever_was_looked_at_before(table):
    rules, nets, margins, piles, talon = table
    laid = numpy.zeros(57, numpy.int64)
    for later in range(3):
        fresh, used = make_value_workspace(rules, nets), make_value_workspace(rules, nets)
        for before in (2, 1, 0):
            looked(rules, nets, used, margins, piles, laid, 5, talon & ~0xFF, before)
        assert worth(rules, nets, used, margins, piles, 2, talon, later) == worth(
            rules, nets, fresh, margins, piles, 2, talon, later
        )


@pytest.mark.parametrize("later", [0, 1, 2])
def test_looking_ahead_is_the_mean_over_all_draws(table, later):
    """Above, where no sword waits for an answer."""
    rules, nets, margins, piles, talon = table
    laid, value_work = numpy.zeros(57, numpy.int64), make_value_workspace(rules, nets)
    few = [card for card in range(56) if talon >> card & 1][:6]
    total = []
    for card in few:
        after = piles.copy()
        place = played(rules, margins, after, laid, 4, card)
        left = sum(1 << each for each in few if each != card)
        total.append(worth(rules, nets, value_work, margins, after, place, left, later))
    last = 0.0
    if later:
        swept = piles.copy()
        swept[0] = 0
        again = sum(1 << each for each in few) | int(piles[0])
        last = worth(rules, nets, value_work, margins, swept, 4, again, later - 1)
    found = looked(rules, nets, value_work, margins, piles, laid, 4, sum(1 << each for each in few), later)
    assert found == pytest.approx((sum(total) + last) / (len(few) + 1), abs=1e-6)
