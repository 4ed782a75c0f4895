"""Tuning: every table keeps the checksum, the Pareto front is right, and a search is repeatable."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from printkit.games.find import make_game
from printkit.games.youscout.cards import NUMBERS, keeps_checksum
from printkit.games.youscout.rules import PILE_OPTIONS
from printkit.lab.youscout.simulation import Task, simulate
from printkit.lab.youscout.tuning import (
    AIMS,
    GOALS,
    USUAL_GOAL,
    Aims,
    Found,
    Parameters,
    Score,
    Search,
    confirm,
    distinct,
    front,
    measure,
    options_of,
    shortfall,
    tune,
)

SMALL = Search(seed=3, generations=3, brood=4, deals=40, weighed=2, imagined=4)
LEAST = Search(generations=1, brood=3, games=("youscout",), deals=20, weighed=1, imagined=2)
USUAL = Parameters("youscout", (), USUAL_GOAL, tuple(NUMBERS[number] for number in sorted(NUMBERS)))


@pytest.fixture(scope="module")
def tried():
    return tune(SMALL)


def found_with(spread, choices, worth, stuck=0.0):
    score = Score(spread, choices, worth, 1.0, stuck, (), ())
    return Found(USUAL._replace(options=(f"{score}",)), score, shortfall(score, AIMS))


def test_games_that_came_to_the_very_same_are_measured_again_once():
    one, other = found_with(0.5, 4.0, 5.0), found_with(0.7, 4.0, 5.0)
    clone = one._replace(parameters=other.parameters)
    assert distinct((one, other, clone)) == (one, other)


def test_the_interval_of_worth_is_narrower_for_more_games():
    few, more = (measure(USUAL, replace(LEAST, weighed=games), 1).worth_reach for games in (4, 64))
    assert 0 < more < few


def test_the_same_search_finds_the_same_whatever_the_workers(tried):
    assert tune(SMALL, workers=3) == tried
    assert len(tried) > 8


def test_every_table_keeps_the_checksum_of_each_major(tried):
    for each in tried:
        for row, usual in zip(each.parameters.table, USUAL.table, strict=True):
            assert keeps_checksum(row)
            assert sorted(row) == sorted(usual)


def test_what_is_found_can_be_played(tried):
    for each in tried:
        game = make_game(
            each.parameters.game, options_of(each.parameters), dict(enumerate(each.parameters.table))
        )
        assert simulate(Task(game, "move"), 10).games == 10


def test_only_the_goals_that_may_be_chosen_are(tried):
    assert {each.parameters.goal for each in tried} <= set(GOALS)
    bound = tune(Search(seed=3, generations=1, brood=3, deals=40, weighed=1, imagined=2, goals=(USUAL_GOAL,)))
    assert {each.parameters.goal for each in bound} == {USUAL_GOAL}


def test_rules_of_piles_are_tuned_where_they_may_be():
    keys = {option.key for option in PILE_OPTIONS}
    stated = {
        piles: {
            option.partition("=")[0]
            for each in tune(replace(LEAST, piles=piles))
            for option in each.parameters.options
        }
        for piles in (False, True)
    }
    assert keys <= stated[True]
    assert not keys & stated[False]


def test_best_come_first(tried):
    assert [each.short for each in tried] == sorted(each.short for each in tried)


def test_nothing_short_is_nothing_lacking():
    assert shortfall(Score(1.0, 4.0, 5.0, 0.1, 0.01, (), ()), Aims()) == 0
    for worse in (
        found_with(1.2, 4, 5),
        found_with(1, 3.9, 5),
        found_with(1, 4, 4.9),
        found_with(1, 4, 5, 0.02),
    ):
        assert worse.short > 0


def test_the_front_is_what_no_other_beats():
    even, rich, beaten = found_with(0.5, 4, 3), found_with(2, 6, 6), found_with(2.5, 5, 5)
    assert front([beaten, rich, even]) == (even, rich)
    assert len(front([rich, rich._replace(parameters=even.parameters)])) == 1


def test_the_usual_game_is_as_uneven_as_simulation_says():
    """Six starts under three terminals, each with its best plan: about 36 points below, about 19 above."""
    score = measure(USUAL, Search(deals=1500, weighed=2, imagined=4), seed=5)
    assert score.rates[:3] == pytest.approx([0.36] * 3, abs=0.04)
    assert score.rates[3:] == pytest.approx([0.195] * 3, abs=0.04)
    assert 13 < score.spread < 22


def test_searches_of_several_seeds_are_pooled():
    """Each seed draws what it draws alone; all are judged on the same deals, which choose their winning places."""
    one, two = (tune(replace(SMALL, seed=SMALL.seed + at, generations=1)) for at in (0, 1))
    both = tune(replace(SMALL, generations=1, seeds=2))

    def drawn(found):
        return {(each.parameters.options, each.parameters.table) for each in found}

    assert drawn(both) == drawn((*one, *two))
    assert [each.short for each in both] == sorted(each.short for each in both)


def test_the_chosen_are_measured_again_on_other_deals(tried):
    again = confirm(tried[:2], SMALL, 2, even_deals=200)
    assert {each.parameters for each in again} == {each.parameters for each in tried[:2]}
    assert all(
        each.score != old.score for each in again for old in tried[:2] if each.parameters == old.parameters
    )


@pytest.mark.parametrize("game_id", ["youscout", "youscout-simplified"])
def test_another_goal_wins_where_it_says(game_id):
    """Three places below and the other three above: a token that starts below wins where it would lose above."""
    rates = {}
    for goal in ("123-456", "456-123", "123456-123456"):
        game = make_game(game_id, ["terminals=1", f"goal={goal}"])
        rates[goal] = simulate(Task(game, "move", "2", random.Random(1).randrange(99)), 2000).wins
    assert rates["123-456"] + rates["456-123"] == 2000 == rates["123456-123456"]
