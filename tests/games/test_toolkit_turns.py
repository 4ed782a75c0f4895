"""Turns with throws between them: who is to act, and what chance brings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from printkit.games.core import CHANCE
from printkit.games.toolkit.turns import CAST, FIRST, OVER, Thrown, casts


@dataclass(frozen=True, kw_only=True)
class Plain(Thrown):
    """Three seats and nothing to do."""

    def legal(self):
        return ()

    def after(self, action):
        return self

    def outcome(self):
        return None

    def returns(self):
        return (0.0, 0.0, 0.0)


def test_the_phase_says_who_is_to_act():
    phases = {FIRST: CHANCE, CAST: CHANCE, OVER: None, "act": "B"}
    assert {phase: Plain(phase=phase, turn=1).to_move() for phase in phases} == phases


def test_chance_says_who_begins_and_what_falls():
    assert Plain().chances() == tuple((f"first {seat}", Fraction(1, 3)) for seat in "ABC")
    assert Plain(phase=CAST).chances() == casts(5)
    assert Plain(phase="act").chances() == ()


def test_samples_are_as_likely_as_the_odds_say():
    rng = Random(3)
    for phase in (FIRST, CAST):
        state = Plain(phase=phase)
        drawn = Counter(state.sample(rng) for _ in range(3000))
        assert all(abs(drawn[action] - 3000 * odds) < 120 for action, odds in state.chances())
        assert drawn.total() == 3000


def test_the_order_of_play_goes_round():
    assert Plain().order(2) == (2, 0, 1)
    assert Plain().behind(2) == 0
    assert Plain().behind(1, 4) == 2
