"""The rule of thumb: the words on the card, the readable player and the kernel are one rule."""

from __future__ import annotations

import re

import pytest

from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.lab.youscout.heuristic import HEURISTICS, heuristic_of, heuristic_player, stays_of
from printkit.lab.youscout.simulation import Task, simulate
from printkit.lab.youscout.tables import GAMES
from printkit.lab.youscout.trace import trace_game


@pytest.mark.parametrize("swap", ["memorial", "solid"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_kernel_keeps_to_the_readable_rule(game_id, swap):
    options = [f"swap={swap}"] + ["replacements=2"] * (game_id == "youscout")
    game = make_game(game_id, options)
    player, task = heuristic_player(game), Task(game, "thumb", "best", 6)
    answers: set[str] = set()
    for number in range(60):
        play = trace_game(task, number)
        state = game.start
        for card in play.laid:
            state = state.apply(f"lay {card}")
        for action in (f"place {play.start}", *(step.action for step in play.steps)):
            if state.to_move() == "player":
                assert player(sight_of(game, state, "player")) == action
                answers.add(action)
            state = state.apply(action)
    assert {"move", "stay", "place 2"} <= answers


@pytest.mark.parametrize("game_id", GAMES)
def test_the_rule_beats_every_blind_player_from_every_start_it_may_choose(game_id):
    game = make_game(game_id, ["terminals=1"])
    thumb = simulate(Task(game, "thumb", "best", 8), 60_000)
    for player in ("random", "move", "stay"):
        other = simulate(Task(game, player, "random", 8), 60_000)
        assert other.interval[1] < thumb.interval[0]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_rule_fits_on_a_card_in_both_languages(game_id):
    rule = HEURISTICS[game_id]
    assert len(rule.en) < 200
    assert len(rule.ja) < 100
    assert str(rule.stays_on) in rule.en


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_rule_and_its_worth_are_printed_as_they_are(root, game_id, language):
    """In the walkthrough: the same words, and rates that a simulation confirms."""
    rule = getattr(HEURISTICS[game_id], language)
    text = (root / f"templates/youscout/walkthrough.{language}.md").read_text(encoding="utf-8")
    (line,) = (line for line in text.splitlines() if rule in line)
    printed = [float(rate) / 100 for rate in re.findall(r"(\d+\.\d) %", line)]
    tasks = [("thumb", "best", 1), ("thumb", "best", 3), ("random", "random", 1), ("random", "random", 3)]
    assert len(printed) == len(tasks)
    for rate, (player, start, terminals) in zip(printed, tasks, strict=True):
        game = make_game(game_id, [f"terminals={terminals}"])
        # Four standard errors, and what rounding takes.
        assert abs(simulate(Task(game, player, start, 5), 100_000).rate - rate) < 0.0061 + 0.0005


@pytest.mark.parametrize("game_id", GAMES)
def test_where_other_places_win_it_stays_on_those_that_win_alone(game_id):
    """Of 1, 2 and 5 on 1; of 1, 3 and 6 on 1: on 2 and 3 the place across wins as well."""
    rules = make_game(game_id, ["goal=125-136"]).start.rules
    assert stays_of(rules) == ((1,), (1,))
    assert heuristic_of(rules)[0].endswith("Whenever you may choose, move; only on place 1, stay.")
    assert heuristic_of(rules)[1].endswith("選べるときは進む。ただし初爻では留まる。")
    rules = make_game(game_id, ["goal=12-135"]).start.rules
    assert stays_of(rules) == ((1, 2), (1, 3))
    assert (
        "on places 1 and 2 after a start below, and on places 1 and 3 after a start above, stay."
        in heuristic_of(rules)[0]
    )


@pytest.mark.parametrize("goal", ["16-16", "15-36", "456-456"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_kernel_keeps_to_the_rule_where_other_places_win(game_id, goal):
    game = make_game(game_id, [f"goal={goal}"])
    player, task = heuristic_player(game), Task(game, "thumb", "random", 9)
    for number in range(30):
        play = trace_game(task, number)
        state = game.start
        for action in (*(f"lay {card}" for card in play.laid), f"place {play.start}"):
            state = state.apply(action)
        for step in play.steps:
            if state.to_move() == "player":
                assert player(sight_of(game, state, "player")) == step.action
            state = state.apply(step.action)


def test_the_usual_places_keep_the_usual_rule():
    rules = make_game("youscout", ["goal=25-56"]).start.rules
    assert stays_of(rules) == ((2,), ())
    assert heuristic_of(rules) == (HEURISTICS["youscout"].en, HEURISTICS["youscout"].ja)
    assert (
        heuristic_of(make_game("youscout", ["goal=456-456"]).start.rules)[0]
        == "Start on 2. Whenever you may choose, move."
    )
