"""A player of Tottarot trained by OpenSpiel's Monte Carlo regret minimization, and what it wins against random play.

    python benchmarks/spiel_training.py [--game tottarot] [--option K=V …] [--iterations 5000] [--deals 2000]

The training is OpenSpiel's own (`external_sampling_mccfr`), by the views of the seats, in a game for two. Then the
average policy plays each deal in both seats against uniform play.
"""

from __future__ import annotations

import argparse
import sys
from math import fsum, sqrt
from random import Random
from time import process_time

import numpy
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

from printkit.environments.open_spiel import spiel_game

USUAL = ("players=2", "turns=1", "victories=1")
Z_95 = 1.96


def trained(game, iterations: int, seed: int):
    """The average policy after so many iterations, and how many views it knows."""
    # OpenSpiel draws from numpy's own generator.
    numpy.random.seed(seed)
    solver = ExternalSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    return solver.average_policy(), len(solver._infostates)


def won(game, policy, seat: int, deal: int) -> float:
    """The points of the policy in this seat beyond those of uniform play, in one game."""
    luck, choices = Random(2 * deal), Random(2 * deal + 1)
    state = game.new_initial_state()
    while not state.is_terminal():
        chance = state.is_chance_node()
        if chance:
            odds = dict(state.chance_outcomes())
        elif state.current_player() == seat:
            odds = policy.action_probabilities(state)
        else:
            odds = dict.fromkeys(state.legal_actions(), 1.0)
        state.apply_action((luck if chance else choices).choices([*odds], [*odds.values()])[0])
    points = state.returns()
    return points[seat] - points[1 - seat]


def main() -> int:
    """Train, play, and print the mean with its 95 % interval; 1 where it is not above 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tottarot")
    parser.add_argument("--option", action="append", metavar="K=V", help=f"usually {' '.join(USUAL)}")
    parser.add_argument("--iterations", type=int, default=5_000)
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game, begun = spiel_game(arguments.game, arguments.option or USUAL), process_time()
    policy, views = trained(game, arguments.iterations, arguments.seed)
    print(
        f"{game}: {arguments.iterations} iterations, {views} views, {process_time() - begun:.0f} s",
        flush=True,
    )
    gains = [fsum(won(game, policy, seat, deal) for seat in (0, 1)) / 2 for deal in range(arguments.deals)]
    mean = fsum(gains) / len(gains)
    reach = Z_95 * sqrt(fsum((gain - mean) ** 2 for gain in gains) / len(gains) / len(gains))
    print(f"points beyond random play: {mean:+.3f} a game, 95 %: {mean - reach:+.3f} to {mean + reach:+.3f}")
    print(f"({2 * len(gains)} games, each deal in both seats)")
    return int(mean <= reach)


if __name__ == "__main__":
    sys.exit(main())
