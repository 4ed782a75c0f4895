"""What an action costs before a throw: the chance is that of the rules, counted out anew here."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.prices import price_of
from printkit.games.toolkit.turns import at_least
from printkit.jobs.screen.play_log import prices_of
from printkit.web.words import LANGUAGES, words_of

STICKS = 5


def states_of(game_id, plies, seed=5):
    """Those of a play at random."""
    game, rng = make_game(game_id), Random(seed)
    states: list[Any] = [game.start]
    while states[-1].to_move() is not None and len(states) < plies:
        state = states[-1]
        states.append(
            state.after(state.sample(rng) if state.to_move() == CHANCE else rng.choice(state.legal()))
        )
    return states


def choosing(game_id, plies):
    return [state for state in states_of(game_id, plies) if state.to_move() not in (None, CHANCE)]


@pytest.mark.parametrize("game_id", find_games())
def test_a_price_is_one_of_a_legal_action_that_chance_decides(game_id):
    for state in choosing(game_id, 40)[::4]:
        for action in state.legal()[:40]:
            price = price_of(state, action)
            if price is None:
                continue
            assert not state.has_secrets(), "a price would tell of what is hidden"
            assert state.after(action).to_move() == CHANCE
            assert 0 < price.odds < 1
            assert price.least is None or price.odds == at_least(price.sticks, price.least)


def test_sticks_of_cetkaik_must_reach_as_far_as_the_piece_goes():
    state = next(state for state in choosing("cetkaik-school", 200) if "b1*b2>>b3" in state.legal())
    for action, least in (("b1*b2>>b3", 1), ("b1*b2>>b5", 3)):
        price = price_of(state, action)
        assert price is not None
        assert (price.least, price.most, price.sticks) == (least, None, STICKS)
        assert price.odds == at_least(STICKS, least)
    assert at_least(STICKS, 1) == Fraction(31, 32)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_price_is_told_in_whole_sentences(language):
    told = set()
    for state in choosing("cetkaik", 120):
        told |= {each["words"] for each in prices_of(state, state.legal()[:60], words_of(language)).values()}
    assert len(told) > 3
    assert all(each.endswith("." if language == "en" else "。") for each in told)
    assert not any("<" in each for each in told)
    assert any("32" in each for each in told)
