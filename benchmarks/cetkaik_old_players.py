"""How strong the player `alphabeta` of 古机戦 is, and what moving first is worth: games with intervals of 95 %.

    python benchmarks/cetkaik_old_players.py [--only NAME] [--games N] [--seed N]

It fails (exit 1) where `alphabeta` wins fewer games than it is held to; a drawn game counts half.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from time import process_time
from typing import NamedTuple

from printkit.games.find import make_game
from printkit.solver.table_play import TableTask, play_table

GAME, PLAYER = "cetkaik-old", "alphabeta"
FIRST = "share of the side that moves first"


class Match(NamedTuple):
    """The two players, how many games they play, how many the first has to win, and the options."""

    players: tuple[str, str]
    games: int
    needed: float = 0.0
    options: tuple[str, ...] = ()


MATCHES = {
    "random": Match((PLAYER, "random"), 20, 19),
    "greedy": Match((PLAYER, "greedy"), 20, 17),
    "minimax": Match((PLAYER, "minimax:2"), 10, 6),
    "ismcts": Match((PLAYER, "ismcts:100:cut"), 6, 5),
    "itself": Match((PLAYER, PLAYER), 12),
    "greedy-itself": Match(("greedy", "greedy"), 400),
    "random-itself": Match(("random", "random"), 600),
    "cart": Match(("random", "random"), 600, 0.0, ("slides=cart",)),
    "none": Match(("random", "random"), 600, 0.0, ("slides=none",)),
    "many": Match(("random", "random"), 600, 0.0, ("slides=none", "jumps=many")),
    "exchanged": Match(("random", "random"), 600, 0.0, ("setup=exchanged",)),
    "sacrifice": Match(("random", "random"), 600, 0.0, ("sacrifice=yes",)),
}


def played(match: Match, seed: int) -> tuple[float, str]:
    """The games the first player won, a drawn one as half, and all figures as text."""
    begun = process_time()
    one, other = match.players
    make = partial(make_game, GAME, match.options)
    tally = play_table(TableTask(make, match.players, rotate=one != other, seed=seed), match.games)
    first, turns = tally.counted["first", FIRST], tally.counted["seasons", "turns"]
    share = tally.by_player[one] if one != other else first
    low, high = share.interval
    seconds = process_time() - begun
    who = f"{one} against {other}: it wins" if one != other else f"{one} against itself: the first side wins"
    options = " ".join(match.options) or "usual rules"
    ends = ", ".join(
        f"{row} {sample.mean:.0%}"
        for (table, row), sample in tally.counted.items()
        if table == "endings" and sample.total
    )
    least, most = turns.interval
    return share.mean * match.games, (
        f"{options}: {who} {share.mean:.1%} of {match.games} ({low:.1%} to {high:.1%}); "
        f"{turns.mean:.0f} turns ({least:.0f} to {most:.0f}); {ends}; {seconds / match.games:.1f} s a game"
    )


def main() -> int:
    """Play the matches and print their figures."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--only", choices=MATCHES, action="append", help="play only this match")
    words.add_argument("--games", type=int, help="so many games in place of those listed")
    words.add_argument("--seed", type=int, default=1)
    chosen = words.parse_args()
    weak = 0
    for name in chosen.only or MATCHES:
        match = MATCHES[name]
        games = chosen.games or match.games
        won, text = played(match._replace(games=games), chosen.seed)
        weak += won < match.needed * games / match.games
        sys.stdout.write(f"{name}: {text}\n")
        sys.stdout.flush()
    return int(weak > 0)


if __name__ == "__main__":
    sys.exit(main())
