"""Throws of sticks with a dark and a pale side: how many fall dark, and the exact odds of it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random

from printkit.games.core import Action

__all__ = ["at_least", "cast", "casts"]


@lru_cache(maxsize=32)
def casts(sticks: int, verb: str = "cast") -> tuple[tuple[Action, Fraction], ...]:
    """`cast N` for every number of dark sides with its odds, sorted as text for at most nine sticks."""
    return tuple((f"{verb} {dark}", Fraction(comb(sticks, dark), 2**sticks)) for dark in range(sticks + 1))


def cast(sticks: int, rng: Random, verb: str = "cast") -> Action:
    """One throw by chance."""
    return f"{verb} {sum([rng.random() < 0.5 for _ in range(sticks)])}"


def at_least(sticks: int, dark: int) -> Fraction:
    """The odds that so many sides or more fall dark."""
    return Fraction(sum(comb(sticks, each) for each in range(max(0, dark), sticks + 1)), 2**sticks)
