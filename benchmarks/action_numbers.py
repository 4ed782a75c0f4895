"""Whether every action met in random plays has its number, the same in two processes; fails where one has not.

    python benchmarks/action_numbers.py [GAME …] [--plays 1000]

Each game is played under its usual options, to its end or to the limit of its actions. In each state every legal action
is numbered and read back. Both processes hash texts in ways of their own, and sum up what they saw in a digest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from hashlib import blake2b
from random import Random
from time import process_time

from printkit.games.core import CHANCE
from printkit.games.find import find_games, make_game
from printkit.solver.contract import random_play


def digest(game_id: str, plays: int) -> str:
    """The numbers met in so many plays: how many, their share of the processor time, and a digest of all."""
    game = make_game(game_id)
    spaces, seen, met, spent, begun = game.spaces(), blake2b(digest_size=16), 0, 0.0, process_time()
    for seed in range(plays):
        for state, _ in random_play(game, Random(seed), game.module.ply_limit):
            space, legal = spaces.chance if state.to_move() == CHANCE else spaces.seats, state.legal()
            started = process_time()
            numbers = [space.number(action) for action in legal]
            if any(space.action(number) != action for number, action in zip(numbers, legal, strict=True)):
                raise SystemExit(f"{game_id}: a number stands for another action in {state.position()}")
            spent += process_time() - started
            met += len(numbers)
            seen.update(repr(numbers).encode())
    return f"{met} {spent / (process_time() - begun):.2f} {seen.hexdigest()}"


def main() -> int:
    """Number all actions in two processes at once, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="usually all")
    parser.add_argument("--plays", type=int, default=1000, help="of each game")
    parser.add_argument("--digest", action="store_true", help="one process: print what was seen")
    arguments = parser.parse_args()
    wrong = 0
    for game_id in arguments.games or find_games():
        if arguments.digest:
            print(digest(game_id, arguments.plays))
            continue
        words = [sys.executable, __file__, game_id, "--digest", "--plays", str(arguments.plays)]
        both = [
            subprocess.Popen(
                words, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True
            )
            for seed in ("1", "2")
        ]
        answers = [process.communicate()[0].split() for process in both]
        same = all(answers) and answers[0][::2] == answers[1][::2]
        wrong += not same
        met, share, _ = answers[0] or ("0", "0", "")
        print(
            f"{game_id:<20} {int(met):>12,} numbers, {share} of the time  {'same' if same else 'WRONG'}",
            flush=True,
        )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
