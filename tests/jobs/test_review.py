"""The decisions that mattered, in words: legal, named without a code, and the same each time, in every game."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest

from printkit.games.core import CHANCE
from printkit.games.find import find_games
from printkit.jobs.play.advise import decisions, lines_of, teller_of, unit_of
from printkit.jobs.play.play_book import table_game
from printkit.jobs.play.solve import solve_lines
from printkit.solver.review import (
    Looked,
    looked_on,
    mattering,
    played_of,
    shares,
    steps_of,
    worths_of,
)
from printkit.web.words import LANGUAGES, words_of
from tests.web.test_labels import SIGNS

PLIES, CHOICES = 60, 3


def random_play(game_id, seed):
    """A play at random, from the seat that had most to choose."""
    game, rng = table_game(game_id, (), None), Random(seed)
    state: Any = game.start
    actions: list[str] = []
    while state.to_move() is not None and len(actions) < PLIES:
        actions.append(state.sample(rng) if state.to_move() == CHANCE else rng.choice(state.legal()))
        state = state.after(actions[-1])
    plays = [played_of(game, actions, seat) for seat in game.seats]
    return max(plays, key=lambda play: len(play.choices))


@cache
def played(game_id):
    """The first such play with a choice where the game has any: a few of its choices and its end alone."""
    plays = (random_play(game_id, seed) for seed in range(9))
    play = next((play for play in plays if play.choices), random_play(game_id, 0))
    return play._replace(choices=play.choices[-CHOICES:], moments=(len(play.actions),))


def looked(play, steps):
    """That many steps of a look."""
    found = Looked()
    while found.steps < steps:
        found = looked_on(play, found, lambda: True)
    return found


@cache
def weighed(game_id):
    play = played(game_id)
    return looked(play, len(play.moments) + len(play.choices)).weighed


def decided(game_id, language):
    play = played(game_id)
    teller = teller_of(play.game, language, words_of(language), None)
    return decisions(teller, play.actions, weighed(game_id), unit_of(play.game))


@pytest.mark.parametrize("game_id", find_games())
def test_decisions_are_legal_and_their_values_agree(game_id):
    play, found = played(game_id), decided(game_id, "en")
    # Under its usual rules sticks alone decide that race.
    assert bool(found) == (game_id != "saup-xy")
    assert len(found) <= 3
    for each in found:
        legal = play.states[each.at].legal()
        assert {each.taken, each.better, each.other} <= {*legal}
        assert each.taken != each.other
        assert each.taken == play.actions[each.at]
        assert each.better == (each.taken if each.by >= 0 else each.other)
        assert each.after <= each.before
        assert each.line == lines_of(play.game, play.actions)[each.at]
        if unit_of(play.game) == "odds":
            assert 0 <= each.after <= each.before <= 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", find_games())
def test_a_decision_is_told_without_a_code(game_id, language):
    for each in decided(game_id, language):
        assert not SIGNS.search(each.sentence), each.sentence
        assert str(each.line) in each.sentence
        assert each.sentence.endswith("." if language == "en" else "。")
        assert "review." not in each.sentence


@pytest.mark.parametrize("game_id", ["youscout", "lu-tu", "cetkaik-school"])
def test_the_same_look_finds_the_same(game_id):
    play = played(game_id)
    steps = len(play.moments) + len(play.choices) + 1
    assert looked(play, steps) == looked(play, steps)


def test_a_look_ends_and_its_shares_are_the_whole_way():
    play = played("lu-tu")._replace(moments=(0, 3, len(played("lu-tu").actions)))
    whole = looked_on(play, Looked(), lambda: False)
    assert whole.steps == steps_of(play)
    worths = worths_of(play, whole)
    # The end is known; and so is each moment as often as it was looked at.
    assert [each.games for each in worths][:2] == [512, 512]
    assert worths[-1].error == 0
    found = shares(play, worths)
    assert sum(each.value for each in found) == pytest.approx(worths[-1].value - worths[0].value)
    assert all(each.error >= 0 for each in found)


def test_what_is_too_close_comes_after_what_is_certain():
    found = weighed("mak-kaik")
    order = [each.certain for each in mattering(found, len(found))]
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_solve_names_the_decisions_that_mattered(language, root):
    file = str(root / "tests/data/youscout-games/045.txt")
    words = {"language": language, "words": words_of(language)}
    rows = [json.loads(line) for line in solve_lines([file], as_json=True, games=128, **words)]  # type: ignore[arg-type]
    named = [row for row in rows if row["type"] == "decision"]
    choices = {row["n"]: row for row in rows if row["type"] == "choice"}
    assert len(named) == min(3, len(choices))
    for row in named:
        assert row["taken"] == choices[row["n"]].get("chosen", choices[row["n"]].get("taken"))
        assert re.search(rf"\b{row['n']}\b|{row['n']}手目", row["sentence"])
    text = list(solve_lines([file], games=128, **words))  # type: ignore[arg-type]
    assert [row["sentence"] for row in named] == [line.strip() for line in text[-len(named) :]]
