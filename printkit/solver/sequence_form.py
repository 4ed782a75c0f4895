"""Two-player games in sequence form: equilibria and best responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import NamedTuple, TypeAlias

import numpy

from printkit.errors import InputError
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.state import State
from printkit.solver.matrix_game import MatrixGame, Mixtures, Numbers, solve_matrix_game

__all__ = ["Choice", "Equilibrium", "Payoff", "Plan", "SequenceForm", "sequence_form", "solve"]

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
