"""What must make no difference makes none: names of equal cards, the order of discards, trades and turns made twice."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.youscout.board import swapped
from printkit.games.youscout.cards import MINORS
from printkit.games.youscout.puzzles import play_order
from printkit.games.youscout.seeded_deal import Deal
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.simulation import Task, play_games
from printkit.lab.youscout.tables import GAMES


def renamed(values, luck):
    """Every minor under the name of another one of its suit and value."""
    names = {}
    for card in MINORS:
        alike = [each for each in MINORS if each[:2] == card[:2] and values[each] == values[card]]
        if card == alike[0]:
            names.update(zip(alike, luck.sample(alike, len(alike)), strict=True))
    return names


def tokens(game, deal, names):
    """Where the token is after each draw of a deal in which the cards have these names, and what is won."""
    former = {new: old for old, new in names.items()}

    def order(after, cards):
        # The terminal keeps its name; the others come when those came whose names they bear.
        known = [former.get(card, card) for card in cards]
        return [names.get(card, card) for card in deal.order(after, known)]

    thumb, state, way = heuristic_player(game), game.start, []
    for action in play_order(game, deal.laid(), order, thumb):
        state = state.apply(action)
        way.append(state.token)
    return way, state.outcome().scores[0]


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("court", ["K10", "K13a"])
def test_cards_of_equal_value_may_change_their_names(game_id, court):
    game, luck = make_game(game_id, [f"court={court}", "terminals=2"]), random.Random(court)
    plain = {card: card for card in MINORS}
    for number in range(30):
        names = renamed(game.start.rules.values, luck)
        assert tokens(game, Deal(number), names) == tokens(game, Deal(number), plain)


def test_cards_of_other_values_may_not():
    """The comparison sees names that mean something."""
    game, luck = make_game("youscout", ["terminals=1"]), random.Random(1)
    plain = {card: card for card in MINORS}
    cups = [card for card in MINORS if card.startswith("Cu")]
    names = {**plain, **dict(zip(cups, luck.sample(cups, 14), strict=True))}
    assert any(tokens(game, Deal(n), names) != tokens(game, Deal(n), plain) for n in range(20))


@pytest.mark.parametrize("game_id", GAMES)
def test_the_order_of_the_discards_makes_no_difference(game_id):
    game, luck = make_game(game_id, ["terminals=3", "court=K10"]), random.Random(2)
    mixed = 0
    for _ in range(12):
        state = game.start
        while state.to_move() is not None:
            discards = list(state.piles[0])
            luck.shuffle(discards)
            other = replace(state, piles=(tuple(discards), *state.piles[1:]))
            mixed += other != state
            assert other.legal() == state.legal()
            if state.to_move() == CHANCE:
                assert other.chances() == state.chances()
            action = luck.choice(state.legal())
            state, after = state.apply(action), other.apply(action)
            assert (after.token, after.terminals, after.talon) == (state.token, state.terminals, state.talon)
            assert after.piles[1:] == state.piles[1:]
    assert mixed > 50


def test_eight_and_eleven_that_trade_places_twice_have_not_traded():
    for number in range(300):
        laid = Deal(number).laid()
        assert swapped(swapped(laid, "memorial"), "memorial") == laid
    assert any(swapped(Deal(number).laid(), "memorial") != Deal(number).laid() for number in range(9))


def test_a_trade_on_every_board_only_renames_the_boards():
    """So it changes no distribution: each board that can be played comes from exactly one that can be laid."""
    laid = {Deal(number).laid() for number in range(3000)}
    assert len({swapped(each, "memorial") for each in laid}) == len(laid)


def test_a_card_turned_twice_lies_as_it_lay():
    def turned(card):
        return card.removesuffix("r") if card.endswith("r") else f"{card}r"

    numbers = make_game("youscout").start.rules.numbers
    for card, row in numbers.items():
        assert numbers[turned(turned(card))] == row
    assert any(numbers[turned(card)] != row for card, row in numbers.items())
    # What lies the other way round shows the same numbers, in other places.
    assert all(sorted(numbers[turned(card)]) == sorted(row) for card, row in numbers.items())


def test_waiting_for_luck_from_elsewhere_changes_nothing():
    """Random numbers drawn in between from other generators do not change the game."""
    game = make_game("youscout", ["terminals=1"])
    task = Task(game, "advised", "random", 5)
    before = play_games(task, 0, 40)
    random.seed(9)
    random.random()
    assert (play_games(task, 0, 40) == before).all()
