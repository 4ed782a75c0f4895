"""The rule of thumb: the words on the card, the readable player and the kernel are one rule."""

from __future__ import annotations

import re

import pytest

from printkit.games.find import make_game
from printkit.games.players import sight_of
from printkit.lab.youscout.clairvoyant import trace_game
from printkit.lab.youscout.heuristic import (
    HEURISTICS,
    Comparison,
    heuristic_for,
    heuristic_of,
    heuristic_player,
    least_margin,
)
from printkit.lab.youscout.simulation import Task, simulate
from printkit.lab.youscout.tables import GAMES


@pytest.mark.parametrize("change", ["terminals=1", "terminals=3", "terminals=1 influence=1.5 swap=solid"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_kernel_keeps_to_the_readable_rule(game_id, change):
    options = change.split() + ["replacements=2"] * (game_id == "youscout")
    game = make_game(game_id, options)
    player, task = heuristic_player(game), Task(game, "thumb", "best", 6)
    rule = heuristic_for(game.start.rules)
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
    starts = {rule.start, *(each.place for each in rule.comparisons)}
    assert {"move", "stay", *(f"place {start}" for start in starts)} <= answers


@pytest.mark.parametrize("game_id", GAMES)
def test_the_rule_beats_every_blind_player_from_every_start_it_may_choose(game_id):
    game = make_game(game_id, ["terminals=1"])
    thumb = simulate(Task(game, "thumb", "best", 8), 60_000)
    for player in ("random", "move", "stay"):
        other = simulate(Task(game, player, "random", 8), 60_000)
        assert other.interval[1] < thumb.interval[0]


@pytest.mark.parametrize(("game_id", "terminals"), HEURISTICS)
def test_the_rule_has_the_stated_form_and_fits_on_a_card(game_id, terminals):
    rule = HEURISTICS[game_id, terminals]
    assert len(rule.comparisons) <= 2
    english, japanese = heuristic_of(make_game(game_id, [f"terminals={terminals}"]).start.rules)
    assert len(english) < 240
    assert len(japanese) < 130
    for place in rule.below:
        assert str(place) in english.split("only on")[1]


def test_words_name_each_comparison_once():
    english, japanese = heuristic_of(make_game("youscout", ["terminals=1"]).start.rules)
    assert english == (
        "Start on 2, or on 6 if wands upstream of 1 is at least 5 above cups upstream of 6, else on 5 if coins joy of "
        "2 is at least 5 above coins pain of 1. Whenever you may choose, move; only on places 1 and 2 after a start "
        "below, stay."
    )
    assert japanese.startswith(
        "二爻から始めます。ただし初爻のワンド上流が上爻のカップ上流より5以上大きいなら上爻から始めます。そうでなくて、二爻のコイン喜が"
    )


@pytest.mark.parametrize(("influence", "least"), [("1", 5), ("1.5", 8), ("2", 10), ("3", 15)])
def test_numbers_are_compared_as_printed(influence, least):
    """Printed numbers differ by 2, 3, 4, 5 or 7; multiplied and rounded up, those by 5 or more differ by `least`."""
    rules = make_game("youscout", [f"influence={influence}"]).start.rules
    comparison = Comparison(5, (2, 3), (1, 2), 5)
    assert least_margin(rules, comparison) == least
    printed = make_game("youscout", ["influence=1"]).start.rules.numbers
    for major, row in rules.numbers.items():
        for other, less in rules.numbers.items():
            assert (row[3] - less[2] >= least) == (printed[major][3] - printed[other][2] >= 5)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_rule_and_its_worth_are_printed_as_they_are(root, game_id, language):
    """In the walkthrough: the same words, and rates that a simulation confirms."""
    text = (root / f"templates/youscout/walkthrough.{language}.md").read_text(encoding="utf-8")
    for terminals in (1, 3):
        game = make_game(game_id, [f"terminals={terminals}"])
        rule = heuristic_of(game.start.rules)[language == "ja"]
        assert text.count(rule) == 1
        printed = [float(rate) / 100 for rate in re.findall(r"(\d+\.\d) ?%", text.split(rule)[1])[:2]]
        for rate, (player, start) in zip(printed, (("thumb", "best"), ("random", "random")), strict=True):
            # Four standard errors, and what rounding takes.
            assert abs(simulate(Task(game, player, start, 5), 100_000).rate - rate) < 0.0061 + 0.0005


@pytest.mark.parametrize("game_id", GAMES)
def test_where_other_places_win_it_stays_on_those_that_win_alone(game_id):
    """Of 1, 2 and 5 on 1; of 1, 3 and 6 on 1: on 2 and 3 the place across wins as well."""
    rules = make_game(game_id, ["goal=125-136"]).start.rules
    assert heuristic_for(rules)[2:] == ((1,), (1,))
    assert heuristic_of(rules)[0].endswith("Whenever you may choose, move; only on place 1, stay.")
    assert heuristic_of(rules)[1].endswith("選べるときは進みます。ただし初爻ではとどまります。")
    rules = make_game(game_id, ["goal=12-135"]).start.rules
    assert heuristic_for(rules)[2:] == ((1, 2), (1, 3))
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
    assert heuristic_for(rules) == HEURISTICS["youscout", 3]
    assert heuristic_for(make_game("youscout", ["terminals=7"]).start.rules) == HEURISTICS["youscout", 3]
    assert (
        heuristic_of(make_game("youscout", ["goal=456-456"]).start.rules)[0]
        == "Start on 2. Whenever you may choose, move."
    )
