"""The search for the rule of thumb: it finds what is planted, and keeps no comparison that others do not bear out."""

from __future__ import annotations

import numpy
import pytest

from printkit.lab.youscout.heuristic import Comparison
from printkit.lab.youscout.rule_search import Sample, best_comparisons, best_stays, find_rule, sample_boards

PRINTED = (0, 3, 5, 7)


def planted(seed, *rules, boards=20_000, elsewhere=0.3):
    """Boards of random numbers where 2 wins half of the games, and where a comparison holds its place three of four."""
    rng = numpy.random.default_rng(seed)
    numbers = rng.choice(PRINTED, (boards, 48))
    odds = numpy.full((boards, 6), elsewhere)
    odds[:, 1] = 0.5
    for place, (at, column), (other, less), by in rules:
        holds = numbers[:, 8 * at - 8 + column] - numbers[:, 8 * other - 8 + less] >= by
        odds[holds, place - 1] = 0.75
    return Sample(numbers, (rng.random((boards, 6)) < odds).astype(float))


ONE = Comparison(5, (2, 3), (1, 2), 5)
TWO = Comparison(4, (6, 0), (3, 7), 4)


def test_planted_comparisons_are_found():
    found = best_comparisons(planted(1, ONE, TWO), planted(2, ONE, TWO), range(8))
    assert found == (2, (TWO, ONE)) or found == (2, (ONE, TWO))


def test_noise_is_left_out():
    assert best_comparisons(planted(3, elsewhere=0.49), planted(4, elsewhere=0.49), range(8)) == (2, ())


def test_a_comparison_that_others_do_not_bear_out_is_left_out():
    assert best_comparisons(planted(5, ONE), planted(6), range(8)) == (2, ())


def test_only_numbers_the_game_uses_are_compared():
    _, rule = best_comparisons(planted(7, ONE, TWO), planted(8, ONE, TWO), (0, 2))
    assert all(column in (0, 2) for each in rule for _, column in (each.more, each.less))


@pytest.mark.parametrize(
    ("game_id", "terminals", "below"),
    [("youscout", 1, (1, 2)), ("youscout", 3, (2,)), ("youscout-simplified", 1, (1, 3))],
)
def test_the_shipped_places_to_stay_on_are_found(game_id, terminals, below):
    plan = sum(1 << place - 1 for place in (1, 2, 3) if place not in below)
    assert best_stays(game_id, terminals, seed=5, boards=25_000) == (plan, 0b111)


def test_boards_have_the_numbers_printed_on_their_cards():
    sample = sample_boards("youscout", 1, (0b100, 0b111), seed=1, boards=50, games=3)
    assert set(sample.numbers.ravel().tolist()) <= set(PRINTED)
    assert set((3 * sample.wins).ravel().round(6).tolist()) <= {0.0, 1.0, 2.0, 3.0}
    again = sample_boards("youscout", 1, (0b100, 0b111), seed=1, boards=50, games=3)
    assert (again.wins == sample.wins).all()


def test_a_search_comes_to_a_rule_of_the_form():
    rule = find_rule("youscout-simplified", 1, seed=2, boards=4_000, games=1)
    assert rule.above == ()
    assert len(rule.comparisons) <= 2
