"""Throws of sticks: all that can fall, with exact odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from printkit.games.toolkit.turns import at_least, cast, casts


@pytest.mark.parametrize("sticks", [1, 3, 5])
def test_the_odds_are_those_of_every_way_the_sticks_can_fall(sticks):
    ways = Counter(sum(sides) for sides in product((0, 1), repeat=sticks))
    assert casts(sticks) == tuple(
        (f"cast {dark}", Fraction(number, 2**sticks)) for dark, number in sorted(ways.items())
    )
    for dark in range(-1, sticks + 2):
        more = sum(number for found, number in ways.items() if found >= dark)
        assert at_least(sticks, dark) == Fraction(more, 2**sticks)


def test_a_throw_by_chance_is_one_of_them_about_as_often_as_its_odds_say():
    rng = Random(4)
    thrown = Counter(cast(5, rng) for _ in range(3200))
    assert thrown.keys() == {action for action, _ in casts(5)}
    assert all(abs(thrown[action] - 3200 * odds) < 120 for action, odds in casts(5))
    assert cast(2, rng, "throw").startswith("throw ")
