"""How fast every game is played: random plays and `ismcts` decisions a second, and its lines of rules.

    python benchmarks/game_speed.py [GAME …]

Processor time of one process; as a ratio to the first game's random plays it may be compared between machines.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import process_time

from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.games.players import sight_of
from printkit.solver.players import at_random
from printkit.solver.seats import seated

SEARCH = "ismcts:100"
GAMES = Path(__file__).resolve().parent.parent / "printkit" / "games"


def random_plays(game, seconds: float) -> float:
    """Plays a second, every seat at random."""
    rng, plays, begun = Random(1), 0, process_time()
    while (spent := process_time() - begun) < seconds:
        state = game.start
        for _ in range(game.module.ply_limit):
            seat = state.to_move()
            if seat is None:
                break
            state = state.after(state.sample(rng) if seat == CHANCE else at_random(game, state, rng))
        plays += 1
    return plays / spent


def decisions(game, seconds: float) -> float:
    """Decisions of the search a second, along its own plays."""
    rng, player, made, spent = Random(1), seated(game, SEARCH, Random(2)), 0, 0.0
    while spent < seconds:
        state = game.start
        while (seat := state.to_move()) is not None and spent < seconds:
            if seat == CHANCE:
                state = state.after(state.sample(rng))
                continue
            begun, several = process_time(), len(state.legal()) > 1
            state = state.after(player(sight_of(game, state, seat)))
            made, spent = made + several, spent + several * (process_time() - begun)
    return made / spent


def lines_of(game_id: str) -> int:
    """The lines of the game's module or folder; 0 for one from elsewhere."""
    name = game_id.replace("-", "_")
    files = [GAMES / f"{name}.py", *(GAMES / name).rglob("*.py")]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files if file.is_file())


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="usually all")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    arguments = parser.parse_args()
    sys.stdout.write(f"{'game':<20} {'plays/s':>9} {'ratio':>7} {SEARCH + ' decisions/s':>23} {'lines':>6}\n")
    first = 0.0
    for game_id in arguments.games or find_games():
        game = make_game(game_id)
        plays = random_plays(game, arguments.seconds)
        first = first or plays
        row = f"{game_id:<20} {plays:>9.0f} {plays / first:>7.2f} {decisions(game, arguments.seconds):>23.1f}"
        sys.stdout.write(f"{row} {lines_of(game_id) or '':>6}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
