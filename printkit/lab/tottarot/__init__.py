"""Tottarot's laboratory: rounds for two, solved."""

from printkit.solver.laboratory import Laboratory

__all__ = ["LABORATORY"]

LABORATORY = Laboratory(
    games=("tottarot",),
    offers={"equilibrium": "printkit.lab.tottarot.seats:SOLVER"},
    players={"equilibrium": "printkit.lab.tottarot.seats:equilibrium"},
)
