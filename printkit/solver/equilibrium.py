"""Equilibria of two-player games: the value with proved bounds, and both sides' mixed play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from printkit.errors import InputError
from printkit.games.core import Seat
from printkit.games.game import Game
from printkit.games.state import State
from printkit.solver.laboratory import offered
from printkit.solver.sequence_form import Choice, Equilibrium, SequenceForm, sequence_form, solve

__all__ = ["InformationSet", "Progress", "RoundSolver", "Solved", "by_programme", "find_solver", "solve_game"]

Progress: TypeAlias = Callable[[int, int], None]
"""Hears how many positions are done, and of how many."""

_MOST = 200_000
"""States of a game that is walked through to its ends; more would not fit a linear programme either."""
_NEVER = 1e-9


class InformationSet(NamedTuple):
    """Where a seat decides: what it knows there, in words of the game, and how often it does what.

    What it never does is left out of `shares`.
    """

    seat: str
    knows: Mapping[str, object]
    shares: Mapping[str, float]

    def facts(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        return {"seat": self.seat, **self.knows, "shares": dict(self.shares)}


class Solved(NamedTuple):
    """A game solved: what its first seat gets more than the other, on average.

    The value lies within `bounds`, which the best answers to both plans prove; `gap` is their width.
    """

    method: str
    value: float
    bounds: tuple[float, float]
    gap: float
    information_sets: tuple[InformationSet, ...]


class RoundSolver(Protocol):
    """What a laboratory offers as `equilibrium` if its game has a way of its own to be solved."""

    fixed: Mapping[str, str]
    """The options under which a play is what is solved, say one round; they are not reported."""

    def solve(self, game: Game[Any], gap: float, progress: Progress | None) -> Solved:
        """The game for two, solved to a gap; raises `InputError` where it cannot be."""
        ...


def find_solver(game_id: str) -> RoundSolver | None:
    """The game's own solver; None if it has none."""
    found: RoundSolver | None = offered(game_id, "equilibrium")
    return found


def solve_game(game: Game[Any], gap: float, progress: Progress | None = None) -> Solved:
    """Solve a game of two seats, in its own way or by linear programme over all its rows of actions.

    Raises `InputError` for another number of seats, and for a game too large for that.
    """
    if len(game.seats) != 2:
        raise InputError("an equilibrium is reckoned for two players", hint="--seats 2")
    own = find_solver(game.id)
    return own.solve(game, gap, progress) if own else by_programme(game, _view)


def by_programme(game: Game[Any], knowing: Callable[[Seat, Any], Mapping[str, object]]) -> Solved:
    """Solve exactly by walking the whole game; `knowing` says in words what a seat knows, by the state it sees.

    Paid is the difference of the scores. Raises `InputError` for a game of more than so many states.
    """
    form = sequence_form(game.start, (game.seats[0], game.seats[1]), _payoff, _MOST)
    solved = solve(form)
    high, low = form.best_answer(0, solved.plans[1])[0], -form.best_answer(1, solved.plans[0])[0]
    height, width = form.payoffs.shape
    method = f"linear programme over {height} and {width} rows of actions"
    return Solved(
        method, solved.value, (low, high), solved.gap, tuple(_information_sets(form, solved, knowing))
    )


def _view(seat: Seat, seen: Any) -> dict[str, object]:
    return {"view": seen.view(seat)}


def _payoff(state: State) -> float | None:
    outcome = state.outcome()
    return None if outcome is None else float(outcome.scores[0] - outcome.scores[1])


def _information_sets(
    form: SequenceForm, solved: Equilibrium, knowing: Callable[[Seat, Any], Mapping[str, object]]
) -> Iterator[InformationSet]:
    for side, seat in enumerate(form.seats):
        for choice, odds in form.behaviour(side, solved.plans[side]).items():
            if len(choice.actions) > 1:
                yield InformationSet(seat, knowing(seat, choice.seen), _shares(choice, odds))


def _shares(choice: Choice, odds: tuple[float, ...]) -> dict[str, float]:
    return {action: odd for action, odd in zip(choice.actions, odds, strict=True) if odd > _NEVER}
