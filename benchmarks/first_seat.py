"""What beginning is worth in a race of the Air Republic: wins by the place behind the seat that began, equal players.

python benchmarks/first_seat.py mountain-road --games 300 --seats 3 --player greedy
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import sqrt
from random import Random
from statistics import mean, stdev

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.game import PLACES
from printkit.games.players import sight_of
from printkit.solver.seats import seated


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--player", default="greedy")
    chosen = parser.parse_args()
    game = make_game(chosen.game, [f"players={chosen.seats}"])
    counted: dict[tuple[str, str], list[float]] = defaultdict(list)
    for number in range(chosen.games):
        rng, states, actions = Random(number), [game.start], []
        players = {seat: seated(game, chosen.player, rng) for seat in game.seats}
        while (seat := states[-1].to_move()) is not None:
            state = states[-1]
            action = state.sample(rng) if seat == CHANCE else players[seat](sight_of(game, state, seat))
            actions.append(action)
            states.append(state.after(action))
        for table, row, gained in PLACES.entries(states, actions):
            counted[table, row].append(gained)
    for (table, row), values in sorted(counted.items()):
        reach = 1.96 * stdev(values) / sqrt(len(values))
        print(f"{table:<8} {row:<20} {mean(values):8.3f} ± {reach:.3f}")


if __name__ == "__main__":
    main()
