"""Tottarot's laboratory: players by rules of thumb, and rounds for two, solved."""

from printkit.solver.laboratory import Laboratory

__all__ = ["LABORATORY"]

LABORATORY = Laboratory(
    games=("tottarot",),
    offers={
        "equilibrium": "printkit.lab.tottarot.seats:SOLVER",
        "solved": "printkit.lab.tottarot.seats:kept_shares",
    },
    players={
        "cautious": "printkit.lab.tottarot.heuristics:cautious",
        "equilibrium": "printkit.lab.tottarot.seats:equilibrium",
        "greedy": "printkit.lab.tottarot.heuristics:greedy",
    },
)
