"""A game as a row of small decisions, each a number from a fixed space: what all doors for research tools share."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, Self

from printkit.errors import InputError
from printkit.games.core import Seat
from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.games.observation import Taken

__all__ = ["FLAT", "Decisions", "Point", "decisions_of"]

FLAT = 2_000
"""A game with more actions than these is decided step by step."""


class Point(NamedTuple):
    """A moment of a play: the state, the steps of an action that its seat has taken so far, and the actions played."""

    decisions: Decisions
    state: Any
    steps: tuple[str, ...] = ()
    played: int = 0

    def __deepcopy__(self, memo: object) -> Self:
        # Nothing in it ever changes, and copies of states are what tools spend their time on.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # As text, for what a state has come to know of its rules is no part of it.
        game = self.decisions.game
        options = tuple(f"{key}={value}" for key, value in game.options.items())
        return _point_of, (game.id, options, self.decisions.longest, self.state.position(), *self[2:])


class Decisions:
    """The decisions of a game under its options.

    With at most `FLAT` actions a decision is an action, and its number that of `Game.spaces`. With more, an action is
    decided in steps, and a number is a step's place in the vocabulary; what is forced then is not asked. A play of
    `longest` actions, chance among them, is broken off; usually that is the game's limit.
    Raises `InputError` for a game that states no actions, and for a play without any.
    """

    def __init__(self, game: Game[Any], longest: int | None = None) -> None:
        if longest is not None and longest < 1:
            raise InputError(f"a play cannot end after {longest} actions", hint="1 or more")
        self.game = game
        self.longest = longest or game.module.ply_limit
        self.start = Point(self, game.start)
        self._spaces, self._observation = game.spaces(), game.observation()
        self.stepwise = self._spaces.seats.count > FLAT
        words = self._spaces.seats.vocabulary if self.stepwise else ()
        self._numbers = {step: number for number, step in enumerate(words)}
        self._taken = Taken(words)
        self.count = len(words) if self.stepwise else self._spaces.seats.count
        self.chance_count = self._spaces.chance.count
        self.most_steps = self._spaces.seats.longest if self.stepwise else 1
        self.size = self._observation.size + (self._taken.size if self.stepwise else 0)

    def seat(self, point: Point) -> Seat | None:
        """Who decides: a seat, `CHANCE`, or None where the game is over or broken off."""
        return None if self.broken_off(point) else point.state.to_move()

    def broken_off(self, point: Point) -> bool:
        """Whether the play is as long as it may be, and not over."""
        return point.played >= self.longest and point.state.to_move() is not None

    def legal(self, point: Point) -> tuple[int, ...]:
        """The numbers a seat may decide for, ascending."""
        if not self.stepwise:
            return tuple(sorted(map(self._spaces.seats.number, point.state.legal())))
        at = len(point.steps)
        return tuple(sorted({self._numbers[steps[at]] for steps in self._open(point).values()}))

    def after(self, point: Point, number: int) -> Point:
        """What a decision of the seat leads to; raises `IllegalAction` or `ValueError` for one that is not legal."""
        if not self.stepwise:
            return self.played(point, self._spaces.seats.action(number))
        if number not in self.legal(point):
            raise ValueError(f"{self.text(number)!r} is not legal here")
        taken = point._replace(steps=(*point.steps, self.text(number)))
        left = self._open(taken)
        return self.played(point, *left) if len(left) == 1 else taken

    def chances(self, point: Point) -> list[tuple[int, float]]:
        """What chance may bring, by numbers of its own, ascending, with the probabilities."""
        number = self._spaces.chance.number
        return sorted((number(action), float(odds)) for action, odds in point.state.chances())

    def happened(self, point: Point, number: int) -> Point:
        """What chance leads to."""
        return self.played(point, self._spaces.chance.action(number))

    def played(self, point: Point, action: str) -> Point:
        """What a whole action leads to, of a seat or of chance; raises `IllegalAction`."""
        return Point(self, point.state.apply(action), played=point.played + 1)

    def text(self, number: int) -> str:
        """What a number stands for: an action, or a step of one."""
        return self._spaces.seats.vocabulary[number] if self.stepwise else self._spaces.seats.action(number)

    def chance_text(self, number: int) -> str:
        """What a number of chance stands for."""
        return self._spaces.chance.action(number)

    def view(self, point: Point, seat: Seat) -> str:
        """What a seat may know, as text; the steps so far are known to who takes them."""
        steps = "".join(self._steps(point, seat))
        return f"{point.state.view(seat)}{' | ' if steps else ''}{steps}"

    def observation(self, point: Point, seat: Seat) -> list[float]:
        """The same as numbers."""
        seen = self._observation.of(point.state, seat)
        return [*seen, *self._taken.write(self._steps(point, seat))] if self.stepwise else seen

    def _steps(self, point: Point, seat: Seat) -> tuple[str, ...]:
        return point.steps if point.state.to_move() == seat else ()

    def _open(self, point: Point) -> dict[str, tuple[str, ...]]:
        """The legal actions that begin with the steps taken, spelled."""
        spelled = ((action, self._spaces.seats.steps(action)) for action in point.state.legal())
        return {action: steps for action, steps in spelled if steps[: len(point.steps)] == point.steps}


@lru_cache(maxsize=32)
def decisions_of(game_id: str, options: tuple[str, ...] = (), longest: int | None = None) -> Decisions:
    """The decisions of the game with this id under these options (`K=V`); raises `InputError`."""
    return Decisions(make_game(game_id, options), longest)


def _point_of(
    game_id: str, options: tuple[str, ...], longest: int, position: str, steps: tuple[str, ...], played: int
) -> Point:
    decisions = decisions_of(game_id, options, longest)
    return Point(decisions, decisions.game.parse(position), steps, played)
