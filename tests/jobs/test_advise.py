"""Advice: a search of some seconds where no machine code lies ready, honest about what was tried."""

from __future__ import annotations

from random import Random

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.jobs.play.advise import Question, advise
from printkit.solver.evaluation import MOST_TRIED, action_values

# In 獣裁 nobody chooses.
GAMES = [game_id for game_id in find_games() if game_id != "saup-xy"]


def first_choice(game):
    """What is done until a seat has a choice for the first time, and the state then."""
    rng, state, actions = Random(3), game.start, []
    while state.to_move() == CHANCE or len(state.legal()) < 2:
        actions.append(state.sample(rng) if state.to_move() == CHANCE else state.legal()[0])
        state = state.after(actions[-1])
    return tuple(actions), state


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_is_advised_within_a_short_search(game_id, monkeypatch):
    # Whether machine code lies ready depends on what else ran here.
    monkeypatch.setattr("printkit.jobs.play.advise.offered", lambda *_: None)
    game = make_game(game_id)
    actions, state = first_choice(game)
    advice = advise(Question(game_id, tuple(game.options.items()), actions), 0.05)
    advised = [each.action for each in advice.actions]
    assert 2 <= len(advised) <= max(MOST_TRIED, len(state.legal()))
    assert {*advised, *(each.action for each in advice.opinions)} <= {*state.legal()}
    assert advice.method == ("values" if game.module.values else "search")
    assert advice.games >= 2 or game.module.values
    assert advice.values == ("odds" if len(game.seats) == 1 else "points")
    assert [each.value for each in advice.actions] == sorted(
        (each.value for each in advice.actions), reverse=True
    )


def test_a_search_that_is_stopped_has_imagined_two_games():
    game = make_game("tottarot")
    _, state = first_choice(game)
    values, games = action_values(game, state, 1_000, lambda: True)
    assert games == 2
    assert {each.action for each in values} == {*state.legal()}


def test_of_many_actions_the_most_promising_are_tried():
    game = make_game("niek-hi")
    _, state = first_choice(game)
    assert len(state.legal()) > MOST_TRIED
    values, _ = action_values(game, state, 2)
    assert len(values) == MOST_TRIED


def test_what_was_taken_is_tried_however_little_it_promised():
    game = make_game("niek-hi")
    actions, state = first_choice(game)
    tried = {each.action for each in action_values(game, state, 2)[0]}
    question = Question("niek-hi", tuple(game.options.items()), actions)
    for taken in sorted({*state.legal()} - tried)[:3]:
        advice = advise(question, 0.05, taken=taken)
        assert {each.action for each in advice.actions} == {*tried, taken}
