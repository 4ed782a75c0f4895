"""How strong the player `expectimax` of 机戦 is: seasons it wins, each deal of who begins played from both sides.

    python benchmarks/cetkaik_players.py [--only NAME]

It fails (exit 1) where `expectimax` wins fewer seasons than it is held to.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from time import process_time
from typing import NamedTuple

from printkit.games.find import make_game
from printkit.solver.table_play import TableTask, play_table

PLAYER = "expectimax"


class Match(NamedTuple):
    """A game, the other player, how many seasons they play, and how many have to be won."""

    game: str
    other: str
    seasons: int
    needed: float


MATCHES = {
    "school-random": Match("cetkaik-school", "random", 100, 99),
    "school-greedy": Match("cetkaik-school", "greedy", 100, 70),
    "standard-random": Match("cetkaik", "random", 40, 39),
    "standard-greedy": Match("cetkaik", "greedy", 40, 28),
    "hard-tam-random": Match("cetkaik-hard-tam", "random", 20, 19),
    "hard-tam-greedy": Match("cetkaik-hard-tam", "greedy", 20, 14),
}


def played(match: Match) -> tuple[float, str]:
    """The seasons won, a shared one as half, and all figures as text."""
    begun = process_time()
    make = partial(make_game, match.game, ["seasons=1"])
    tally = play_table(TableTask(make, (PLAYER, match.other), rotate=True), match.seasons)
    share, points = tally.by_player[PLAYER], tally.points_by_player[PLAYER]
    won, (low, high) = share.mean * match.seasons, share.interval
    purse = sum(tally.points[seat].mean for seat in make().seats) / 2
    seconds = process_time() - begun
    return won, (
        f"{match.game}: {PLAYER} wins {won:g} of {match.seasons} seasons against {match.other} "
        f"({low:.1%} to {high:.1%}), {points.mean - purse:+.1f} points a season; "
        f"{tally.unfinished} broken off; {seconds:.0f} s, {seconds / match.seasons:.2f} s a season"
    )


def main() -> int:
    """Play the matches and print their figures."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--only", choices=MATCHES, action="append", help="play only this match")
    weak = 0
    for name in words.parse_args().only or MATCHES:
        won, text = played(MATCHES[name])
        weak += won < MATCHES[name].needed
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    return int(weak > 0)


if __name__ == "__main__":
    sys.exit(main())
