"""Two-player Tottarot for the solver: the value of a round and both strategies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from printkit.games.core import SEATS, Action, Seat
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.tottarot.rules import FORGO
from printkit.games.tottarot.table import Table
from printkit.lab.tottarot.round_equilibrium import Solution, solve_round
from printkit.lab.tottarot.round_play import check_solvable, mixture
from printkit.solver.equilibrium import InformationSet, Progress, Solved, by_programme

__all__ = ["SOLVER", "equilibrium"]


class _Rounds:
    """Solves one round: of one turn by linear programme, of more by counterfactual regrets (tottarot §2.2)."""

    fixed: Mapping[str, str] = {"victories": "1"}

    def solve(self, game: Game[Any], gap: float, progress: Progress | None) -> Solved:
        """A round for two, for the difference of victory tokens."""
        if game.options["turns"] == "1":
            return by_programme(game, _knowing)
        solution = solve_round(game.start.rules, gap, progress)
        method = (
            f"CFR+ over {' + '.join(f'{count:,}' for count in solution.positions)} positions between turns"
        )
        bounds = (-solution.best_second, solution.best_first)
        return Solved(method, solution.value, bounds, solution.gap, tuple(_information_sets(game, solution)))


SOLVER = _Rounds()
"""How Tottarot is solved."""


def equilibrium(game: Game[Any], rng: Random) -> Player:
    """Plays every round for two as an equilibrium has it; InputError for more players or turns than are solved.

    With the usual cards the first turn is known; with others it is solved at its first decision, which takes minutes.
    """
    rules = game.start.rules
    check_solvable(rules)

    def play(sight: Sight) -> Action:
        point = rng.random()
        for action, share in mixture(sight.seat, sight.seen, sight.legal).items():
            point -= share
            if point < 0:
                return action
        return sight.legal[-1]

    return play


def _knowing(name: Seat, table: Table) -> dict[str, object]:
    """The seat's card, and once they lie the tokens, its own first."""
    seat = table.index(name)
    fate = table.fates[seat]
    tokens = [] if table.phase == "declare" else [table.declared[seat] or 0, table.declared[1 - seat] or 0]
    return {"card": fate.kind if fate else "", "tokens": tokens}


def _information_sets(game: Game[Any], solution: Solution) -> Iterator[InformationSet]:
    """The plays of the first turn, in which nobody has been shown a card yet."""
    rules = game.start.rules
    for side, seat in enumerate(SEATS[:2]):
        for card, (kind, _) in enumerate(rules.fates):
            odds = solution.tokens[side, card, 0]
            shares = {f"declare {token}": float(odd) for token, odd in enumerate(odds)}
            yield InformationSet(seat, {"card": kind, "tokens": []}, shares)
            for own in rules.tokens:
                for other in rules.tokens[: own + (side == 0)]:
                    forgo, seize = map(float, solution.ways[side, card, 0, own, other])
                    shares = {FORGO: forgo, f"seize {SEATS[1 - side]}": seize}
                    yield InformationSet(seat, {"card": kind, "tokens": [own, other]}, shares)
