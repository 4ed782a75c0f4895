"""The features of a table count the draws that lead ahead, behind and across as the rules play them."""

from __future__ import annotations

import numpy
import pytest

from printkit.games.find import make_game
from printkit.lab.compiled import compiled
from printkit.lab.youscout.features import describe, make_feature_workspace
from printkit.lab.youscout.tables import ALL_MINORS, kernel_rules, rules_of
from printkit.lab.youscout.turn import set_margins, turn

BOARDS = ([4, 9, 16, 23, 30, 38], [1, 39, 12, 7, 20, 33], [36, 3, 29, 14, 22, 10])
PILES = {
    "youscout": [0b1011 << 42, 0b101 << 28, 0, 0b10 << 28, 0b110 << 14, 0, 0b1 << 14, 0b100, 0b1 << 23],
    "youscout-simplified": [0b1011 << 42, 0b101 << 14, 0, 0b10 << 28, 0b110 << 14, 0, 0b1 << 28, 0, 0],
}
AHEAD, BEHIND, ACROSS = range(3)


@compiled
def described(rules, margins, piles, talon, feature_work):
    """The row of a table in its last pass."""
    describe(rules, margins, piles, talon, True, False, feature_work)


@compiled
def place_after(rules, board, margins, piles, laid, token, card):
    """Where a card takes the token; 0: the player chooses."""
    set_margins(rules, board, margins)
    return turn(rules, margins, piles, laid, token, card)


def counted(rules, board, piles, talon, token):
    """How many cards of the talon lead each way, each played by the rules; a choice is a way across."""
    ways = {token % 6 + 1: AHEAD, (token + 4) % 6 + 1: BEHIND, (token + 2) % 6 + 1: ACROSS, 0: ACROSS}
    counts, margins = [0, 0, 0], numpy.zeros(24, numpy.int64)
    for card in range(56):
        if talon >> card & 1:
            to = place_after(rules, board, margins, piles.copy(), numpy.zeros(57, numpy.int64), token, card)
            if to != token:
                counts[ways[to]] += 1
    return counts, margins


@pytest.mark.parametrize("comparison", ["greater", "greater-equal"])
@pytest.mark.parametrize("numbers", BOARDS)
@pytest.mark.parametrize("game_id", PILES)
def test_steps_are_what_the_rules_play(game_id, numbers, comparison):
    options = [f"comparison={comparison}"] if game_id == "youscout-simplified" else []
    rules = kernel_rules(rules_of(make_game(game_id, options)))
    board, piles = numpy.array(numbers), numpy.array(PILES[game_id])
    talon = ALL_MINORS & ~int(numpy.bitwise_or.reduce(piles))
    work = make_feature_workspace(rules)
    for token in range(1, 7):
        counts, margins = counted(rules, board, piles, talon, token)
        described(rules, margins, piles, talon, work)
        found = work.row[42 + 3 * token : 45 + 3 * token] * (talon.bit_count() + 1)
        assert found == pytest.approx(counts, abs=1e-4), token
