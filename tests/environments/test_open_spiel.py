"""OpenSpiel plays every game: its own tests find nothing to object to, and its search is no better than ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from printkit.environments.open_spiel import register, spiel_game
from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.players import sight_of
from printkit.solver.seats import seated

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("game_id", find_games())
def test_its_random_simulation_and_serialization_pass(game_id):
    pyspiel.random_sim_test(spiel_game(game_id, longest=60), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("three-in-a-row", []),
        ("saup-xy", ["players=2", "rounds=1"]),
        ("tottarot", ["players=2", "victories=1"]),
    ],
)
def test_its_random_simulation_passes_to_the_end(game_id, options):
    pyspiel.random_sim_test(spiel_game(game_id, options), num_sims=5, serialize=True, verbose=False)


def test_a_game_is_loaded_by_its_name_with_its_options():
    game = spiel_game("saup-xy", {"players": "2", "rounds": "1"})
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.num_players() == 2
    register("tottarot")
    assert pyspiel.load_game("printkit_tottarot").num_players() == 3
    five = pyspiel.load_game("printkit_tottarot(options=players:5;turns:1)")
    assert five.num_players() == 5


def test_what_cannot_be_loaded_is_said_in_a_line():
    with pytest.raises(InputError, match="unknown game 'saup-x'"):
        spiel_game("saup-x")
    with pytest.raises(InputError, match="option 'players' cannot be '9'"):
        spiel_game("saup-xy", ["players=9"])
    with pytest.raises(InputError, match="cannot end after -1 actions"):
        spiel_game("saup-xy", longest=-1)
    register("saup-xy")
    for options, words in (("players:9", "cannot be '9'"), ("player", "unknown option 'player'")):
        with pytest.raises(InputError, match=words):
            pyspiel.load_game(f"printkit_saup_xy(options={options})")


def test_chance_has_its_odds_and_seats_their_actions():
    state = spiel_game("saup-xy", ["players=2", "rounds=1"]).new_initial_state()
    assert state.is_chance_node()
    assert {state.action_to_string(each): odds for each, odds in state.chance_outcomes()} == {
        "first A": 0.5,
        "first B": 0.5,
    }
    state.apply_action(state.chance_outcomes()[0][0])
    assert [state.action_to_string(each) for each in state.legal_actions()] == ["stake"]
    assert state.information_state_string(0).startswith("seat=A")
    state.apply_action(0)
    state.apply_action(0)
    odds = {state.action_to_string(each): share for each, share in state.chance_outcomes()}
    assert odds == {f"cast {dark}": share / 32 for dark, share in enumerate((1, 5, 10, 10, 5, 1))}


def test_what_a_seat_sees_is_numbers_of_32_bits():
    game = spiel_game("tottarot")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seen = numpy.array(state.observation_tensor(0), numpy.float32)
    inner = make_game("tottarot").observation().of(state.point.state, "A")
    assert seen.tolist() == numpy.array(inner, numpy.float32).tolist()


def test_games_without_secrets_have_perfect_information_and_its_search_plays_them():
    information = pyspiel.GameType.Information
    assert spiel_game("last-trick").get_type().information == information.IMPERFECT_INFORMATION
    game = spiel_game("three-in-a-row")
    assert game.get_type().information == information.PERFECT_INFORMATION
    state, chance = game.new_initial_state(), numpy.random.RandomState(1)
    for name in ("a1", "a2", "b1", "b2"):
        state.apply_action(state.string_to_action(name))
    bot = mcts.MCTSBot(game, 1.5, 200, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    assert state.action_to_string(bot.step(state)) == "c1"


LEAVING = """
import pyspiel
from printkit.environments.open_spiel import spiel_game
for game_id in ("saup-xy", "mok-kaik"):
    state = spiel_game(game_id).new_initial_state()
    kept = state.clone()
print("done")
"""


def test_a_process_with_games_of_ours_ends_well():
    """It aborted where OpenSpiel was given a function, which is freed after Python has ended."""
    done = subprocess.run(
        [sys.executable, "-c", LEAVING], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


WITHOUT = """
import sys
sys.modules[sys.argv[2]] = None
try:
    __import__(sys.argv[1])
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    ("module", "package", "name"),
    [("open_spiel", "pyspiel", "OpenSpiel"), ("petting_zoo", "pettingzoo", "PettingZoo")],
)
def test_what_is_not_installed_is_named_with_the_command(module, package, name):
    words = [sys.executable, "-c", WITHOUT, f"printkit.environments.{module}", package]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"InputError {name} is not installed (type: ")
    assert "gymnasium open_spiel pettingzoo" in line or "pk list" in line


SIMULATIONS, PLAYS = 60, 40


def _won_beyond(ours, seed):
    """The points of our search beyond theirs in one play for two, in which it has the seat `ours`."""
    options = ["players=2"]
    game, spiel = make_game("last-trick", options), spiel_game("last-trick", options)
    chance = numpy.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game=spiel,
        uct_c=1.0,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance),
        max_simulations=SIMULATIONS,
        random_state=chance,
    )
    player, deal, state = seated(game, f"ismcts:{SIMULATIONS}", Random(seed)), Random(1000 + seed // 2), None
    spaces, state = game.spaces(), spiel.new_initial_state()
    while not state.is_terminal():
        inner = state.point.state
        seat = inner.to_move()
        if seat == CHANCE:
            state.apply_action(spaces.chance.number(inner.sample(deal)))
        elif inner.index(seat) == ours:
            state.apply_action(spaces.seats.number(player(sight_of(game, inner, seat))))
        else:
            state.apply_action(bot.step(state))
    points = state.returns()
    return points[ours] - points[1 - ours]


def test_our_search_is_no_weaker_than_its_own_with_as_many_simulations():
    """Every deal is played with both seats; what is lost over all plays is within two standard errors."""
    won = [_won_beyond(ours=seed % 2, seed=seed) for seed in range(PLAYS)]
    mean = sum(won) / len(won)
    error = (sum((each - mean) ** 2 for each in won) / len(won) / len(won)) ** 0.5
    assert error > 0
    assert mean > -2 * error
