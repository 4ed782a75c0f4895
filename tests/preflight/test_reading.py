"""Lines that a card should show are paired with those it shows so that most agrees."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from printkit.games.proof import Figure, Line
from printkit.geometry import Rect
from printkit.preflight.marks import Mark
from printkit.preflight.reading import compare_lines

DIGITS = frozenset("0123456789")


def line_of(text):
    return Line((Figure(text, "strength"),)) if text else Line(())


def marks_of(texts):
    """One line below the other."""
    return [
        Mark(char, 2.0 * at, 10.0 * row, 0.0, 3.0, Rect(2.0 * at, 10.0 * row - 2.0, 1.5, 2.0))
        for row, text in enumerate(texts)
        for at, char in enumerate(text)
    ]


def agreeing(wanted, seen):
    """How many lines agree under the best of all pairings."""
    padded = [*seen, *([None] * len(wanted))]
    ways = permutations(padded, len(wanted))
    return max(sum(line == run for line, run in zip(wanted, way, strict=True)) for way in ways)


@pytest.mark.parametrize("seed", range(40))
def test_as_many_lines_agree_as_under_any_pairing(seed):
    random = Random(seed)
    wanted = [random.choice(("1", "2", "12", "21", "3")) for _ in range(random.randint(1, 4))]
    seen = [random.choice(("1", "2", "12", "21", "3")) for _ in range(random.randint(0, 5))]
    read, differences = compare_lines([*map(line_of, wanted)], marks_of(seen), 0.0, DIGITS)
    found = ["".join(mark.text for mark in each.marks) for each in read]
    assert sum(one == other for one, other in zip(wanted, found, strict=True)) == agreeing(wanted, seen)
    assert (not differences) == (sorted(wanted) == sorted(seen))


def test_of_equal_pairings_the_first_is_taken():
    read, differences = compare_lines([line_of("2"), line_of("2")], marks_of(("2", "2")), 0.0, DIGITS)
    assert [each.marks[0].y for each in read] == [0.0, 10.0]
    assert differences == ()
