"""Searches for the best rule of thumb, and measures it on games it was not found on."""

from __future__ import annotations

import argparse
import sys

from printkit.games.find import make_game
from printkit.lab.youscout.heuristic import HEURISTICS, heuristic_words
from printkit.lab.youscout.rule_search import find_rule
from printkit.lab.youscout.simulation import Task, simulate
from printkit.lab.youscout.tables import GAMES

_HELD_OUT = 20261124


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Search for each game and number of terminals; 1 if what is found is not what is shipped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--terminals", type=int, choices=(1, 2, 3), nargs="*", default=(1, 2, 3))
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--held-out", type=int, default=4_000_000, help="games the shipped rule is measured on"
    )
    given = parser.parse_args()
    different = False
    for game_id in given.games:
        for terminals in given.terminals:
            rule = find_rule(game_id, terminals, seed=given.seed, boards=given.boards)
            shipped = HEURISTICS[game_id, terminals]
            different |= rule != shipped
            game = make_game(game_id, [f"terminals={terminals}"])
            tally = simulate(Task(game, "thumb", "best", _HELD_OUT), given.held_out)
            low, high = (100 * end for end in tally.interval)
            say(f"{game_id} terminals={terminals}: {heuristic_words(rule, game_id)[0]}")
            say(
                f"    {'as shipped' if rule == shipped else f'shipped: {heuristic_words(shipped, game_id)[0]}'}"
            )
            say(f"    shipped, held out: {100 * tally.rate:.2f} % ({low:.2f} to {high:.2f})")
    sys.exit(different)


if __name__ == "__main__":
    main()
