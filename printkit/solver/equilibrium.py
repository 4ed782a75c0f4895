"""Equilibria of two-player games: the value with proved bounds, and both sides' mixed play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy

from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.state import State
from printkit.solver.laboratory import offered

__all__ = [
    "InformationSet",
    "Progress",
    "RoundSolver",
    "Solved",
    "by_programme",
    "find_solver",
    "sequence_form",
    "simplex",
    "solve",
    "solve_game",
    "solve_matrix_game",
]

Numbers: TypeAlias = Any
"""An array of floats, or a sparse matrix of them."""

_TOLERANCE = 1e-10


@dataclass(frozen=True, slots=True)
class Mixtures:
    """All that one side may mix: the vectors x >= 0 with `left` @ x = `right`."""

    left: Numbers
    right: Numbers


@dataclass(frozen=True, slots=True)
class MatrixGame:
    """An equilibrium: what the row side can make sure of on average, and how each side mixes to do so."""

    value: float
    rows: Numbers
    columns: Numbers


def simplex(size: int) -> Mixtures:
    """The usual mixtures: probabilities of so many choices."""
    return Mixtures(numpy.ones((1, size)), numpy.ones(1))


def solve_matrix_game(
    payoffs: Numbers, rows: Mixtures | None = None, columns: Mixtures | None = None
) -> MatrixGame:
    """The equilibrium of the game in which rows x and columns y bring the row side x @ `payoffs` @ y.

    Without `rows` or `columns` these are probabilities (von Neumann 1928); in sequence form they are plans, and
    the programme is no larger than the game's tree (Koller, Megiddo and von Stengel 1996).
    Raises `WrongError` if there is no equilibrium, which needs mixtures without a bound or none at all.
    """
    height, width = payoffs.shape
    rows, columns = rows or simplex(height), columns or simplex(width)
    value, mixed = _best_mixture(payoffs, rows, columns)
    _, answered = _best_mixture(-payoffs.T, columns, rows)
    return MatrixGame(value, mixed, answered)


def _best_mixture(payoffs: Numbers, own: Mixtures, other: Mixtures) -> tuple[float, Numbers]:
    """Maximize `other.right` @ q over mixtures x and free q with `other.left`.T @ q <= `payoffs`.T @ x."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, hstack

    size, free = payoffs.shape[0], other.left.shape[0]
    result = linprog(
        numpy.concatenate([numpy.zeros(size), -other.right]),
        A_ub=hstack([csr_array(-payoffs.T), csr_array(other.left.T)]),
        b_ub=numpy.zeros(payoffs.shape[1]),
        A_eq=hstack([csr_array(own.left), csr_array((own.left.shape[0], free))]),
        b_eq=own.right,
        bounds=[(0, None)] * size + [(None, None)] * free,
        method="highs-ds",
        options={
            "primal_feasibility_tolerance": _TOLERANCE,
            "dual_feasibility_tolerance": _TOLERANCE,
        },
    )
    if result.x is None:
        raise WrongError(f"this game has no equilibrium: {result.message}")
    return -float(result.fun), numpy.maximum(result.x[:size], 0.0)


Payoff: TypeAlias = Callable[[State], float | None]
"""What the first of two seats gets at an end of the game, None where it goes on; the other gets as much less."""

Plan: TypeAlias = Numbers
"""How probable a seat makes each row of its own actions; the empty row comes first, with 1."""


class Choice(NamedTuple):
    """One set of moments a seat cannot distinguish: what it sees, its row of actions before, those it has now."""

    view: str
    before: int
    actions: tuple[Action, ...]
    first: int
    seen: State

    @property
    def sequences(self) -> range:
        """The numbers of the rows of actions that end with each of `actions`."""
        return range(self.first, self.first + len(self.actions))


@dataclass(slots=True)
class _Side:
    """A seat's choices while the tree is walked, by what it did and what it sees."""

    found: dict[tuple[int, str], Choice] = field(default_factory=dict)
    size: int = 1

    def choice(self, before: int, state: State, seat: Seat) -> Choice:
        view, actions = state.view(seat), state.legal()
        known = self.found.get((before, view))
        if known is None:
            known = self.found[before, view] = Choice(view, before, actions, self.size, state.seen(seat))
            self.size += len(actions)
        return known


@dataclass(frozen=True, slots=True)
class SequenceForm:
    """A game of two as a matrix over their rows of actions; a choice comes after all that lead to it."""

    seats: tuple[Seat, Seat]
    choices: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    payoffs: Numbers

    def best_answer(self, side: int, other: Plan) -> tuple[float, Plan]:
        """What side 0 or 1 can get against the other's plan at most, and a plan that gets it."""
        gains = self.payoffs @ other if side == 0 else -(self.payoffs.T @ other)
        taken: list[int] = []
        for choice in reversed(self.choices[side]):
            best = max(choice.sequences, key=gains.__getitem__)
            gains[choice.before] += gains[best]
            taken.append(best)
        plan = numpy.zeros(len(gains))
        plan[0] = 1.0
        for choice, best in zip(self.choices[side], reversed(taken), strict=True):
            plan[best] = plan[choice.before]
        return float(gains[0]), plan

    def behaviour(self, side: int, plan: Plan) -> dict[Choice, tuple[float, ...]]:
        """How probable each action is at each choice the plan can come to."""
        return {
            choice: tuple(float(plan[at] / plan[choice.before]) for at in choice.sequences)
            for choice in self.choices[side]
            if plan[choice.before] > 0
        }


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """A game solved: its value for the first seat, both plans, and what both best answers together would gain."""

    value: float
    plans: tuple[Plan, Plan]
    gap: float


def sequence_form(start: State, seats: tuple[Seat, Seat], payoff: Payoff, most: float = inf) -> SequenceForm:
    """Walk the whole tree from `start`: fit for some ten thousand ends.

    A seat remembers what it did, and sees what its view shows; moments with both equal are one choice.
    Raises `InputError` for a tree of more than `most` states.
    """
    from scipy.sparse import coo_array

    sides = {seat: _Side() for seat in seats}
    ends: dict[tuple[int, int], float] = {}

    met = count(1)

    def walk(state: State, chance: float, reached: Mapping[Seat, int]) -> None:
        if next(met) > most:
            raise InputError(f"a game of more than {most:,} states is too large to be solved whole")
        paid = payoff(state)
        mover = state.to_move()
        if paid is not None:
            at = (reached[seats[0]], reached[seats[1]])
            ends[at] = ends.get(at, 0.0) + chance * paid
        elif mover == CHANCE:
            for action, odds in state.chances():
                walk(state.apply(action), chance * float(odds), reached)
        elif mover is not None:
            choice = sides[mover].choice(reached[mover], state, mover)
            for action, sequence in zip(choice.actions, choice.sequences, strict=True):
                walk(state.apply(action), chance, {**reached, mover: sequence})

    walk(start, 1.0, dict.fromkeys(seats, 0))
    first, second = (sides[seat] for seat in seats)
    rows, columns = zip(*ends, strict=True)
    matrix = coo_array((list(ends.values()), (rows, columns)), shape=(first.size, second.size)).tocsr()
    return SequenceForm(seats, (tuple(first.found.values()), tuple(second.found.values())), matrix)


def solve(form: SequenceForm) -> Equilibrium:
    """The equilibrium by linear programme, and its gap by best answers, which know nothing of the programme."""
    spaces = [_plans(form, side) for side in (0, 1)]
    solved: MatrixGame = solve_matrix_game(form.payoffs, *spaces)
    plans = (_tidy(form, 0, solved.rows), _tidy(form, 1, solved.columns))
    value = float(plans[0] @ (form.payoffs @ plans[1]))
    gap = form.best_answer(0, plans[1])[0] + form.best_answer(1, plans[0])[0]
    return Equilibrium(value, plans, gap)


def _plans(form: SequenceForm, side: int) -> Mixtures:
    """The empty row has 1; the rows that go on from a choice share what the row before it has."""
    from scipy.sparse import coo_array

    entries = [(0, 0, 1.0)]
    for number, choice in enumerate(form.choices[side], 1):
        entries.append((number, choice.before, -1.0))
        entries += [(number, sequence, 1.0) for sequence in choice.sequences]
    rows, columns, numbers = zip(*entries, strict=True)
    height = len(form.choices[side]) + 1
    right = numpy.zeros(height)
    right[0] = 1.0
    return Mixtures(coo_array((numbers, (rows, columns)), shape=(height, form.payoffs.shape[side])), right)


def _tidy(form: SequenceForm, side: int, mixed: Plan) -> Plan:
    """The plan with its roundings mended, so that it is one exactly as far as floats can be."""
    plan = numpy.zeros(len(mixed))
    plan[0] = 1.0
    for choice in form.choices[side]:
        shares = mixed[choice.first : choice.first + len(choice.actions)]
        total = shares.sum()
        shares = shares / total if total > 0 else numpy.full(len(shares), 1 / len(shares))
        plan[choice.first : choice.first + len(shares)] = plan[choice.before] * shares
    return plan


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
