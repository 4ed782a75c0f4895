"""Rollouts of the policy win, on average, what it wins exactly; and so does what an answer gains."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy
import pytest

from printkit.games.find import make_game
from printkit.games.youscout.seeded_deal import card_index
from printkit.lab.compiled import compiled
from printkit.lab.youscout.advisor import Advisor, board_and_piles
from printkit.lab.youscout.bits import open_stream
from printkit.lab.youscout.policy import no_policy
from printkit.lab.youscout.rollouts import (
    gain_of_moving,
    gain_of_start,
    make_rollout_workspace,
    mean_of_start,
)
from printkit.lab.youscout.simulation import board_codes
from printkit.lab.youscout.tables import kernel_rules, rules_of
from printkit.lab.youscout.turn import set_margins
from printkit.lab.youscout.value import constant_nets

BOARD = ("2r", "5", "9", "12", "16r", "20")
DECK = ("Sw3", "Sw9", "Co6", "Cu5", "Wa8")
GAMES = 40_000


@compiled
def margins_of(rules, board, margins):
    """The numbers a card must exceed on this board."""
    set_margins(rules, board, margins)


@compiled
def start_mean(rules, nets, rollout_work, margins, start, deck, games):
    """What the policy wins from a start."""
    open_stream(rollout_work.stream, numpy.uint64(1), 8, 0, 0)
    return mean_of_start(rules, nets, rollout_work, margins, start, deck, games)


@compiled
def start_gain(rules, nets, rollout_work, margins, start, other, deck, games):
    """The gain of one start over another."""
    open_stream(rollout_work.stream, numpy.uint64(1), 8, 0, 1)
    return gain_of_start(rules, nets, rollout_work, margins, start, other, deck, games)


@compiled
def move_gain(rules, nets, rollout_work, margins, piles, laid, token, talon, after, upper, card, games):
    """The gain of moving over staying."""
    open_stream(rollout_work.stream, numpy.uint64(1), 8, 0, 2)
    return gain_of_moving(
        rules, nets, rollout_work, margins, piles, laid, token, talon, after, upper, card, games
    )


def as_set(cards):
    return sum(1 << card_index(card) for card in cards)


class Played:
    """A game with few minors and a policy: one that always moves, or the best one, whose value is exact."""

    def __init__(self, game_id, options, policy, start):
        self.game = make_game(game_id, options)
        self.rules = kernel_rules(rules_of(self.game))
        advisor = Advisor(self.game, memory=1 << 18)
        self.odds = advisor.odds(BOARD, start, DECK, policy)
        self.nets = constant_nets(0.4)
        known = advisor._book.memory if policy == "best" else None
        self.rollout_work = make_rollout_workspace(self.rules, self.nets, no_policy(), known)
        self.margins = numpy.zeros(24, numpy.int64)
        margins_of(self.rules, board_codes(BOARD), self.margins)
        self.advisor = advisor

    @property
    def arrays(self):
        return self.rules, self.nets, self.rollout_work, self.margins


@pytest.mark.parametrize("start", [2, 5])
@pytest.mark.parametrize("policy", ["move", "best"])
@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("youscout", ["terminals=1"]),
        ("youscout", ["terminals=2"]),
        ("youscout", ["terminals=2", "court=K10"]),
        ("youscout-simplified", ["terminals=2"]),
    ],
)
def test_the_mean_of_many_games_is_the_policys_exact_odds(game_id, options, policy, start):
    played = Played(game_id, options, policy, start)
    found = start_mean(*played.arrays, start, as_set(DECK), GAMES)
    assert found == pytest.approx(played.odds, abs=4 * 0.5 / sqrt(GAMES))


def test_what_a_start_gains_is_the_difference_of_both_odds():
    low, high = (Played("youscout", ["terminals=2"], "move", start) for start in (5, 2))
    found = start_gain(*low.arrays, 2, 5, as_set(DECK), GAMES)
    assert found == pytest.approx(high.odds - low.odds, abs=4 * 0.7 / sqrt(GAMES))


@pytest.mark.parametrize("terminals", [1, 2])
def test_what_moving_gains_is_the_difference_of_the_best_odds_after_both_answers(terminals):
    """At every sword of the first few draws that waits for an answer."""
    played = Played("youscout", [f"terminals={terminals}"], "best", 2)
    table = replace(played.game.start, board=BOARD).apply("place 2")
    table = replace(table, talon=tuple(sorted((*DECK, table.terminal))))
    seen = 0
    for path in (["draw Co6"], ["draw Cu5"], []):
        before = table
        for action in path:
            before = before.apply(action)
        for sword in ("Sw3", "Sw9"):
            waiting = before.apply(f"draw {sword}")
            if "move" not in waiting.legal():
                continue
            seen += 1
            moved, stayed = (
                played.advisor.chances(waiting.apply(answer), "best") for answer in ("move", "stay")
            )
            board, piles, laid = (numpy.zeros(length, numpy.int64) for length in (6, 9, 57))
            board_and_piles(waiting, board, piles, laid)
            talon = as_set(card for card in waiting.talon if card != waiting.terminal)
            found = move_gain(
                *played.arrays, piles, laid, waiting.token, talon, 0, 0, card_index(sword), GAMES
            )
            assert found == pytest.approx(moved - stayed, abs=4 * 0.7 / sqrt(GAMES))
    assert seen >= 2
