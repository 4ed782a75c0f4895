"""Whether every action met in random plays has its number, the same in two processes; fails where one has not.

    python benchmarks/action_numbers.py [GAME …] [--plays 1000]

Each game is played under its usual options, to its end or to the limit of its actions. In each state every legal
action has its number, which is read back. Both processes hash texts in ways of their own; digests sum up what they saw.
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
    """What was met in so many plays: legal actions, different ones, the numbers' share of the time, a digest."""
    game = make_game(game_id)
    spaces, known, met, spent, begun = game.spaces(), ({}, {}), 0, 0.0, process_time()
    for seed in range(plays):
        for state, _ in random_play(game, Random(seed), game.module.ply_limit):
            chance, legal = state.to_move() == CHANCE, state.legal()
            space, numbers = spaces[chance], known[chance]
            started = process_time()
            for action in legal:
                if action not in numbers:
                    numbers[action] = number = space.number(action)
                    if not 0 <= number < space.count or space.action(number) != action:
                        raise SystemExit(f"{game_id}: {number} is not the number of {action!r}")
            spent += process_time() - started
            met += len(legal)
    seen = blake2b(repr([sorted(numbers.items()) for numbers in known]).encode(), digest_size=16).hexdigest()
    return f"{met} {sum(map(len, known))} {seen} {spent / (process_time() - begun):.2f}"


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
        same = all(answers) and answers[0][:3] == answers[1][:3]
        wrong += not same
        met, different, _, share = answers[0] or ("0", "0", "", "0")
        said = f"{int(met):>12,} legal actions {int(different):>10,} different, {share} of the time"
        print(f"{game_id:<20} {said}  {'same' if same else 'WRONG'}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
