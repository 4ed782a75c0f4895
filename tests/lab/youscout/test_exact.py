"""Small decks, which can be solved exactly: probabilities against the readable engine and against simulation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.games.youscout.board import DISCARDS
from printkit.games.youscout.seeded_deal import card_index
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.simulation import Task, play_games

BOARD = ("2r", "5", "9", "12", "16r", "20")
SIX = ("Sw3", "Sw9", "Co6", "Cu5", "Cu11", "Wa8")
EIGHT = ("Sw3", "Sw9", "Co2", "Co10", "Cu5", "Cu11", "Wa4", "Wa12")
TEN = (*EIGHT, "Sw13", "Co7")
TWELVE = ("Sw3", "Sw9", "Sw13", "Co10", "Cu5", "Cu11", "Wa1", "Wa4", "Wa6", "Wa9", "Wa12", "Wa14")


def engine_odds(game, start, deck, policy):
    """The win probability by the readable engine, every card and answer followed."""
    thumb = heuristic_player(game)

    @cache
    def odds(table):
        seat = table.to_move()
        if seat is None:
            return Fraction(table.outcome().scores[0])
        if seat == CHANCE:
            return sum(
                (weight * odds(_plain(table.apply(action))) for action, weight in table.chances()),
                Fraction(0),
            )
        both = {action: odds(_plain(table.apply(action))) for action in table.legal()}
        if policy == "best":
            return max(both.values())
        if policy == "random":
            return sum(both.values(), Fraction(0)) / len(both)
        return both[thumb(sight_of(game, table, seat)) if policy == "thumb" else policy]

    def _plain(table):
        """The discards of the last pass make no difference, and have no order."""
        last = table.terminals + 1 == table.rules.terminals
        cards = () if last else tuple(sorted(table.piles[DISCARDS]))
        return replace(table, piles=(cards, *table.piles[1:]))

    table = replace(game.start, board=BOARD).apply(f"place {start}")
    return odds(replace(table, talon=tuple(sorted((*deck, table.terminal)))))


@pytest.mark.parametrize("policy", ["random", "move", "stay", "thumb", "best"])
@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("youscout", ["terminals=1"]),
        ("youscout", ["terminals=2", "court=K10"]),
        ("youscout-simplified", ["terminals=2"]),
    ],
)
def test_exact_odds_are_the_readable_engines(game_id, options, policy):
    game = make_game(game_id, options)
    advisor = Advisor(game)
    for start in (2, 3, 5):
        expected = engine_odds(game, start, SIX if len(options) == 1 else SIX[:5], policy)
        deck = SIX if len(options) == 1 else SIX[:5]
        assert advisor.odds(BOARD, start, deck, policy) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("game_id", ["youscout", "youscout-simplified"])
def test_nobody_has_better_odds_than_best_play(game_id):
    advisor = Advisor(make_game(game_id, ["terminals=2"]))
    gained = 0
    for start in range(1, 7):
        odds = {name: advisor.odds(BOARD, start, EIGHT, name) for name in ("random", "move", "stay", "thumb")}
        best = advisor.odds(BOARD, start, EIGHT, "best")
        assert best >= max(odds.values())
        gained += best > max(odds.values()) + 0.001
    assert gained > 2


def z_of(game, player, start, deck, odds, games):
    """By how many standard errors the simulated rate misses `odds`."""
    cards = sum(1 << card_index(card) for card in deck)
    rows = play_games(Task(game, player, str(start), 4, cards, BOARD), 0, games)
    return float((rows[:, 0].mean() - odds) / sqrt(odds * (1 - odds) / games))


@pytest.mark.parametrize("player", ["random", "move", "stay", "thumb"])
@pytest.mark.parametrize(
    ("game_id", "terminals"), [("youscout", 1), ("youscout", 2), ("youscout-simplified", 1)]
)
def test_simulated_odds_are_the_exact_ones_from_every_start(game_id, terminals, player):
    game = make_game(game_id, [f"terminals={terminals}"])
    advisor = Advisor(game)
    misses = [
        z_of(game, player, start, EIGHT, advisor.odds(BOARD, start, EIGHT, player), 100_000)
        for start in range(1, 7)
    ]
    # 72 of them in all: one beyond 4 has odds of 1 in 200 before the seed was fixed.
    assert max(map(abs, misses)) < 4


def test_ten_cards_are_exact_too():
    game = make_game("youscout", ["terminals=1"])
    advisor = Advisor(game, memory=1 << 19)
    odds = advisor.odds(BOARD, 5, TEN, "thumb")
    assert abs(z_of(game, "thumb", 5, TEN, odds, 200_000)) < 4


@pytest.mark.parametrize("start", range(1, 7))
@pytest.mark.parametrize(
    ("game_id", "players"),
    [
        ("youscout", ("thumb", "random", "stay", "thumb", "move", "random")),
        ("youscout-simplified", ("stay", "thumb", "random", "move", "random", "thumb")),
    ],
)
def test_twelve_cards_are_exact_from_every_start(game_id, players, start):
    game, player = make_game(game_id, ["terminals=1"]), players[start - 1]
    odds = Advisor(game, memory=1 << 21).odds(BOARD, start, TWELVE, player)
    assert abs(z_of(game, player, start, TWELVE, odds, 60_000)) < 4


def test_the_advised_player_with_eight_cards_plays_best():
    game = make_game("youscout", ["terminals=1"])
    advisor = Advisor(game)
    for start in (1, 3, 5):
        odds = advisor.odds(BOARD, start, EIGHT, "best")
        assert abs(z_of(game, "advised", start, EIGHT, odds, 2000)) < 4


def test_the_comparison_sees_a_wrong_player():
    game = make_game("youscout", ["terminals=1"])
    advisor = Advisor(game)
    assert abs(z_of(game, "stay", 5, EIGHT, advisor.odds(BOARD, 5, EIGHT, "move"), 100_000)) > 6


def test_war_replacement_has_no_exact_odds():
    advisor = Advisor(make_game("youscout", ["replacements=1"]))
    with pytest.raises(InputError, match="war replacement"):
        advisor.odds(BOARD, 1, SIX, "best")
