"""Advice: a function of what is seen and nothing else, exact near the end, and better than random answers."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.games.youscout.puzzles import play_order
from printkit.games.youscout.seeded_deal import Deal
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.simulation import Task, simulate

GAME_IDS = ("youscout", "youscout-simplified")


class Notes:
    """A player that writes down what another one saw and did."""

    def __init__(self, player):
        self.player, self.seen = player, []

    def __call__(self, sight):
        action = self.player(sight)
        self.seen.append((sight, action))
        return action


def other_tail(order, kept, luck):
    """The same order for the first draws of the first pass, another one from then on."""

    def ordered(after, cards):
        row = list(order(after, cards))
        head, tail = (row[:kept], row[kept:]) if after == 0 else ([], row)
        luck.shuffle(tail)
        return (*head, *tail)

    return ordered


@pytest.mark.parametrize("name", ["thumb", "advised"])
@pytest.mark.parametrize("game_id", GAME_IDS)
def test_nobody_can_peek(game_id, name):
    """Exchange the cards that were not seen yet: what was done before they are drawn stays the same."""
    game = make_game(game_id, ["terminals=2"])
    luck, compared = random.Random(1), 0
    for number in range(12):
        deal = Deal(number * 104729)
        whole = Notes(heuristic_player(game) if name == "thumb" else Advisor(game, games=64).player())
        actions = play_order(game, deal.laid(), deal.order, whole)
        draws = [at for at, action in enumerate(actions) if action.startswith("draw")]
        choices = [at for at, action in enumerate(actions) if action in ("move", "stay")]
        for choice in choices[:3]:
            kept = sum(at < choice for at in draws)
            if kept >= 56:
                continue
            player = heuristic_player(game) if name == "thumb" else Advisor(game, games=64).player()
            again = play_order(game, deal.laid(), other_tail(deal.order, kept, luck), player)
            if "draw 0" in actions[:choice] or "draw 13" in actions[:choice]:
                continue
            assert again[: choice + 1] == actions[: choice + 1]
            compared += again != actions
    assert compared > 8


def test_the_peek_test_sees_a_cheat():
    """A player that knows the deal does something else when the tail is another one."""
    game = make_game("youscout", ["terminals=1"])
    deal = Deal(3 * 104729)

    def cheat_with(order):
        def play(sight):
            legal = sight.legal
            if legal[0].startswith("place"):
                return legal[1]
            table = game.parse(sight.view)
            return legal[0] if hash(order(0, table.talon)) % 2 else legal[-1]

        return play

    actions = [
        play_order(game, deal.laid(), order, cheat_with(order))
        for order in (deal.order, *(other_tail(deal.order, 20, random.Random(n)) for n in range(9)))
    ]
    assert len({tuple(each[:30]) for each in actions}) > 1


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_the_same_view_gives_the_same_advice_whatever_was_asked_before(game_id):
    game = make_game(game_id)
    notes = Notes(Advisor(game, games=64).player())
    for number in range(4):
        play_order(game, Deal(number).laid(), Deal(number).order, notes)
    fresh = Advisor(game, games=64).player()
    for sight, action in reversed(notes.seen):
        assert fresh(sight) == action
    assert len(notes.seen) > 8


def waiting_tables(game, count, most_left):
    """Tables of random play in the last pass where a sword waits and few cards are left."""
    luck = random.Random(5)
    found = []
    while len(found) < count:
        state = game.start
        while state.to_move() is not None and len(found) < count:
            legal = state.legal()
            if "move" in legal and 3 <= len(state.talon) <= most_left:
                found.append(state)
            cards = [action for action in legal if action not in ("draw 0", "draw 13")]
            state = state.apply(luck.choice(cards or legal))
    return found


def best_odds(table):
    """The win probability of optimal play from here, on the readable engine."""
    if table.to_move() is None:
        return float(table.outcome().scores[0])
    if table.to_move() == CHANCE:
        return sum(float(weight) * best_odds(table.apply(action)) for action, weight in table.chances())
    return max(best_odds(table.apply(action)) for action in table.legal())


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_advice_near_the_end_is_exact(game_id):
    game = make_game(game_id, ["terminals=1", "court=K13b"])
    advisor = Advisor(game)
    for table in waiting_tables(game, 12, most_left=6):
        advice = advisor.advise(table.view("player"))
        assert advice.games == 0
        assert advice.interval == (advice.gain, advice.gain)
        assert advice.moves == pytest.approx(best_odds(table.apply("move")))
        assert advice.stays == pytest.approx(best_odds(table.apply("stay")))
        assert advice.action == ("move" if advice.moves >= advice.stays else "stay")


def heuristic_odds(game, table):
    """The win probability of the rule of thumb from here, on the readable engine."""
    thumb = heuristic_player(game)
    if table.to_move() is None:
        return float(table.outcome().scores[0])
    if table.to_move() == CHANCE:
        return sum(
            float(weight) * heuristic_odds(game, table.apply(action)) for action, weight in table.chances()
        )
    return heuristic_odds(game, table.apply(thumb(sight_of(game, table, "player"))))


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_imagined_games_come_near_the_odds_of_the_thumb(game_id):
    game = make_game(game_id, ["terminals=1"])
    advisor = Advisor(game, games=4096, exact=-1)
    sure = 0
    for table in waiting_tables(game, 12, most_left=6):
        advice = advisor.advise(table.view("player"))
        gain = heuristic_odds(game, table.apply("move")) - heuristic_odds(game, table.apply("stay"))
        assert advice.games > 0
        # Games end when the better answer is plain, so few of them are imagined for a sure thing.
        assert advice.interval[0] - 0.005 <= gain <= advice.interval[1] + 0.005
        assert not (advice.certain and gain * advice.gain < 0)
        sure += advice.certain
    assert sure > 3


@pytest.mark.parametrize(
    ("game_id", "terminals"), [("youscout", 1), ("youscout", 3), ("youscout-simplified", 1)]
)
def test_each_player_is_worth_more_than_the_one_before(game_id, terminals):
    """Random, thumb, clairvoyant: far enough apart that no seed can swap them."""
    game = make_game(game_id, [f"terminals={terminals}"])
    tallies = [
        simulate(Task(game, player, start, 2), games)
        for player, start, games in (
            ("random", "random", 40_000),
            ("thumb", "best", 40_000),
            ("clairvoyant", "best", 4000),
        )
    ]
    for worse, better in pairwise(tallies):
        assert worse.interval[1] < better.interval[0]


def test_advice_is_worth_more_than_lots():
    game = make_game("youscout", ["terminals=1"])
    lots = simulate(Task(game, "random", "1", 2), 40_000)
    advised = simulate(Task(game, "advised", "1", 2), 1200)
    assert lots.interval[1] < advised.interval[0]


def test_advised_start_is_one_the_board_allows():
    game = make_game("youscout", ["swap=solid"])
    advisor = Advisor(game, start_games=32)
    for number in range(0, 400, 40):
        table = game.start
        for card in Deal(number).laid():
            table = table.apply(f"lay {card}")
        assert f"place {advisor.start(table.view('player'))}" in table.legal()
