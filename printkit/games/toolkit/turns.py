"""Games in which seats take turns and sticks are thrown between them: who is to act, throws and their odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import ClassVar

from printkit.games.actions import Either, Pattern, Row, Words, numbers
from printkit.games.core import CHANCE, SEATS, Action, Seat, even_chances
from printkit.games.state import State, aside

__all__ = ["CAST", "FIRST", "OVER", "Thrown", "at_least", "cast", "casts"]


# ── throws of sticks with a dark and a pale side ─────────────────────────────────────────────────────────────────────


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


# ── games in which seats take turns and sticks are thrown between them ───────────────────────────────────────────────

FIRST, CAST, OVER = "first", "cast", "over"
"""Who begins; a throw; the end of the game."""


@dataclass(frozen=True, kw_only=True)
class Thrown(State):
    """A state with a `turn` (an index of a seat) and a `phase`, in which sticks are thrown in the phase `CAST`.

    Games with other chances override `chances` and `sample`.
    """

    sticks: ClassVar[int] = 5

    phase: str = aside(FIRST)
    turn: int = aside(0)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.returns())

    def behind(self, at: int, steps: int = 1) -> int:
        """The seat so many places behind another one, in the order of play."""
        return (at + steps) % self.players

    def order(self, first: int) -> tuple[int, ...]:
        """All seats, from this one on."""
        players = self.players
        return (*range(first, players), *range(first))

    def to_move(self) -> Seat | None:
        if self.phase == OVER:
            return None
        return CHANCE if self.phase in (FIRST, CAST) else SEATS[self.turn]

    def chances(self) -> tuple[tuple[Action, Fraction], ...]:
        if self.phase == FIRST:
            return even_chances(tuple(f"first {seat}" for seat in SEATS[: self.players]))
        return casts(self.sticks) if self.phase == CAST else ()

    def luck(self) -> Pattern:
        """All that chance may ever do here, as a game states it."""
        return Either(Row("first ", Words(SEATS[: self.players])), Row("cast ", numbers(0, self.sticks)))

    def sample(self, rng: Random) -> Action:
        if self.phase == FIRST:
            return f"first {SEATS[int(rng.random() * self.players)]}"
        return cast(self.sticks, rng)
