"""The kernels' random numbers are those of the plain functions, and evenly spread."""

from __future__ import annotations

import itertools

import numpy
from hypothesis import given
from hypothesis import strategies as st

from printkit.games.find import make_game
from printkit.games.youscout.seeded_deal import philox
from printkit.lab.youscout import clairvoyant
from printkit.lab.youscout.simulation import Task


def test_small_numbers_are_drawn_evenly():
    task = Task(make_game("youscout"), "random", seed=5)
    counts = numpy.zeros(40)
    for game in range(4000):
        counts[clairvoyant._below(clairvoyant._halves(task, game), 40)] += 1
    assert ((counts - 100) ** 2 / 100).sum() < 73


def test_values_that_would_favour_some_numbers_are_drawn_again():
    # 2^32 % 3 is 1: of all products of a word by 3, the one with lower half 0 is refused.
    assert clairvoyant._below(iter([0, 1 << 31]), 3) == 1
    assert clairvoyant._below(iter([1]), 3) == 0


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_streams_of_games_do_not_meet(seed, game):
    blocks = [
        philox((block, game + more, purpose, 0), (seed, key))
        for block, more, purpose, key in itertools.product((0, 1), (0, 1), (0, 1), (1, 2, 3))
    ]
    assert len(set(blocks)) == len(blocks)
