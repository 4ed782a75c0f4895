"""Measures how long advice takes on positions of played games, and how often it is certain."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter, thread_time

from printkit.games.find import make_game
from printkit.games.players import Sight
from printkit.games.youscout.puzzles import play_deal
from printkit.games.youscout.seeded_deal import Deal
from printkit.games.youscout.table import MOVE
from printkit.lab.youscout.advisor import Advisor
from printkit.lab.youscout.heuristic import heuristic_player

LIMIT = 0.050
"""Seconds for the advice on one position."""


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def positions(game, count: int) -> list[str]:
    """The first positions of dealt games, played by the rule of thumb, where a sword waits for an answer."""
    thumb, found, number = heuristic_player(game), [], 0
    while len(found) < count:

        def play(sight: Sight) -> str:
            if MOVE in sight.legal:
                found.append(sight.view)
            return thumb(sight)

        play_deal(game, Deal(number * 104_729), play)
        number += 1
    return found[:count]


def main() -> int:
    """Measure and print; 1 if some advice took longer than the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=500, help="for each game and number of terminals")
    count = parser.parse_args().positions
    slowest = 0.0
    for game_id in ("youscout", "youscout-simplified"):
        for terminals in (1, 3):
            game = make_game(game_id, [f"terminals={terminals}"])
            views, advisor = positions(game, count), Advisor(game)
            advisor.advise(views[0])
            spent, clock, certain, exact = [], [], 0, 0
            for view in views:
                begun, at = thread_time(), perf_counter()
                advice = advisor.advise(view)
                spent.append(1000 * (thread_time() - begun))
                clock.append(1000 * (perf_counter() - at))
                certain += advice.certain
                exact += advice.games == 0
            spent.sort()
            clock.sort()
            slowest = max(slowest, spent[-1] / 1000)
            say(
                f"{game_id} terminals={terminals}: {len(views)} positions, processor time median "
                f"{spent[count // 2]:.1f} ms, 99 % {spent[count * 99 // 100]:.1f} ms, most {spent[-1]:.1f} ms "
                f"(by the clock {clock[count * 99 // 100]:.1f} and {clock[-1]:.1f} ms); "
                f"{certain / len(views):.0%} certain, {exact} exact"
            )
    return 1 if slowest > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
