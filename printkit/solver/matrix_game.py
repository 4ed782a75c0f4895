"""Zero-sum games as one matrix, solved by linear programming."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy

from printkit.errors import WrongError

__all__ = ["MatrixGame", "Mixtures", "Numbers", "simplex", "solve_matrix_game"]

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
