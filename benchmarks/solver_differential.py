"""Compares the kernel with the readable engine in seeded games under all options."""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

from printkit.games.find import find_module, make_game
from printkit.lab.youscout.clairvoyant import Play, difference, trace_game
from printkit.lab.youscout.simulation import Task, play_games
from printkit.lab.youscout.tables import GAMES

COUNTS = {
    "terminals": ("1", "1", "2", "3"),
    "replacements": ("0", "0", "1", "3", "infinity"),
    "lower-coin-replacements": ("0", "1", "2", "infinity"),
}
CHUNK = 500


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def untraced(task: Task, number: int, play: Play) -> str:
    """Where the same game has another result without a trace, which takes another path through the kernel."""
    answers = sum(not step.action.startswith("draw") for step in play.steps)
    stated = [int(play.won), len(play.steps) - answers, answers]
    seen = play_games(task, number, 1)[0].tolist()
    return "" if seen == stated else f"without a trace {seen}, not {stated}"


def compare(first: int) -> tuple[int, list[str]]:
    """The actions compared in one chunk of games, and what differs."""
    actions, wrong = 0, []
    for number in range(first, first + CHUNK):
        luck = random.Random(f"differential {number}")
        game_id = luck.choice(GAMES)
        options = {
            option.key: luck.choice(COUNTS.get(option.key) or option.allowed.split("|"))
            for option in find_module(game_id).options
        }
        player = luck.choice(["random", "random", "random", "move", "stay", "thumb"])
        start = luck.choice(["random", *"123456"])
        game = make_game(game_id, options)
        task = Task(game, player, start, 20_000)
        play = trace_game(task, number)
        actions += len(play.steps)
        if found := difference(game, play) or untraced(task, number, play):
            wrong.append(f"game {number} {game_id} {options} {player} {start}: {found}")
    return actions, wrong


def main() -> int:
    """Compare and report; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument(
        "--first", type=int, default=0, help="the first game's number: to go on from an earlier run"
    )
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    first, begun, actions, wrong = arguments.first, perf_counter(), 0, []
    with ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn")) as pool:
        for done, (more, found) in enumerate(
            pool.map(compare, range(first, first + arguments.games, CHUNK)), 1
        ):
            actions += more
            wrong += found
            for line in found:
                say(line)
            if done % 20 == 0:
                say(f"{done * CHUNK} games, {actions} actions, {len(wrong)} differ")
    seconds = perf_counter() - begun
    say(f"{arguments.games} games, {actions} actions, {len(wrong)} games differ, {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
