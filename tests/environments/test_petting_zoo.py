"""PettingZoo plays every game: its own tests find nothing to object to."""

from __future__ import annotations

import warnings

import numpy
import pytest
from pettingzoo.test import api_test, seed_test

from printkit.environments.decisions import Decisions
from printkit.environments.petting_zoo import env
from printkit.games.core import IllegalAction
from printkit.games.find import find_games, make_game

# What api_test says of every environment with a mask in its observations, but for PettingZoo's own, by their names.
ALLOWED = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@pytest.mark.parametrize("game_id", find_games())
def test_its_api_test_passes(game_id):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env(game_id, longest=120), num_cycles=10)
    assert [str(each.message) for each in said if not str(each.message).startswith(ALLOWED)] == []


@pytest.mark.parametrize("game_id", find_games())
def test_its_seed_test_passes(game_id):
    seed_test(lambda: env(game_id, longest=120), num_cycles=10)


def _played(environment, rng):
    """The sum of what each agent was given in a play at random."""
    given = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        given[agent] += reward
        legal = numpy.flatnonzero(observation["action_mask"])
        environment.step(None if terminated or truncated else rng.choice(legal))
    return given


@pytest.mark.parametrize("game_id", ["last-trick", "saup-xy", "tottarot", "ta-xot"])
def test_rewards_sum_up_to_the_points(game_id):
    environment = env(make_game(game_id))
    environment.reset(seed=3)
    given = _played(environment, numpy.random.default_rng(1))
    assert list(given.values()) == list(environment.point.state.returns())


def test_a_seed_makes_the_same_play_and_without_one_it_goes_on():
    environment, positions = env("youscout", ["terminals=1"]), []
    for seed in (1, None, 1, None, 2):
        environment.reset(seed=seed)
        positions.append(environment.point.state.position())
    assert positions[0] == positions[2]
    assert positions[1] == positions[3]
    assert len(set(positions)) == 3


def test_a_play_that_is_broken_off_is_truncated_and_no_more():
    environment = env("tottarot", longest=5)
    environment.reset(seed=1)
    while not any(environment.truncations.values()):
        environment.step(int(numpy.flatnonzero(environment.last()[0]["action_mask"])[0]))
    assert environment.point.played == 5
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())


def test_what_the_mask_forbids_is_refused():
    environment = env("tottarot")
    environment.reset(seed=1)
    wrong = int(numpy.flatnonzero(environment.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        environment.step(wrong)


def test_the_table_is_seen_by_the_agent_on_turn():
    environment = env("last-trick", render_mode="ansi")
    environment.reset(seed=1)
    seat = environment.point.state.to_move()
    assert environment.render() == environment.decisions.game.picture(environment.point.state, seat)
    assert env(make_game("last-trick")).render_mode is None


def test_options_may_be_texts_or_a_mapping():
    for options in (["players=4"], {"players": "4"}):
        assert env("last-trick", options).possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert Decisions(make_game("last-trick")).count == env("last-trick").action_space("seat_0").n
