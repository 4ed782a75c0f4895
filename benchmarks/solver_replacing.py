"""Measures the gain of searching war replacement a few cards deep."""

from __future__ import annotations

import argparse
import sys
from statistics import fmean, stdev
from time import thread_time

from printkit.games.find import make_game
from printkit.games.players import Sight
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.seeded_deal import Deal, card_index
from printkit.games.youscout.table import MOVE, Table
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.heuristic import heuristic_player
from printkit.lab.youscout.replacing import Trial, best_row

JUDGING = 1 << 20, 8_192
WAYS = {"done at once": 0, "one card": 1, "a row of cards": 4}


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def positions(game, count: int) -> list[Table]:
    """The tables of dealt games, played by the rule of thumb, on which a sword waits for an answer."""
    thumb, found, number = heuristic_player(game), [], 0
    while len(found) < count:

        def play(sight: Sight) -> str:
            if MOVE in sight.legal:
                found.append(game.parse(sight.view))
            return thumb(sight)

        play_deal(game, Deal(number * 104_729), play)
        number += 1
    return found[:count]


def trial_at(advisor: Advisor, table: Table) -> Trial:
    """Rollouts with the same random numbers for all that is compared at a table."""
    luck = sum(1 << card_index(card) for card in table.talon), table.token
    return lambda each, first, games: int(advisor.outcomes(each, luck, first, games).sum())


def measure(terminals: int, count: int) -> None:
    """The win probability after each way to replace, on the same tables."""
    game = make_game("youscout", [f"terminals={terminals}", "replacements=3"])
    advisor = Advisor(game)
    odds: dict[str, list[float]] = {name: [] for name in WAYS}
    slowest = 0.0
    for table in positions(game, count):
        trial = trial_at(advisor, table)
        for name, depth in WAYS.items():
            begun = thread_time()
            row = best_row(table.apply(MOVE), trial, depth)
            slowest = max(slowest, thread_time() - begun)
            odds[name].append(trial(row.table, *JUDGING) / JUDGING[1])
    for name, each in odds.items():
        gains = [one - other for one, other in zip(each, odds["done at once"], strict=True)]
        margin = 1.96 * stdev(gains) / count**0.5
        say(
            f"terminals={terminals} {name}: {fmean(each):.1%} after a move, "
            f"{100 * fmean(gains):+.1f} ±{100 * margin:.1f} points over {count} positions"
        )
    say(f"terminals={terminals}: a search took {1000 * slowest:.0f} ms of processor time at most")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100, help="for each number of terminals")
    count = parser.parse_args().positions
    for terminals in (1, 3):
        measure(terminals, count)


if __name__ == "__main__":
    main()
