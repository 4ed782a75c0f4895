"""Compares `advised` with the rule of thumb in the same games."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time

from printkit.jobs.play.play_book import kit_game
from printkit.lab.youscout.search_workspace import WON
from printkit.lab.youscout.simulation import STARTS, Task, play_games, warm_up
from printkit.lab.youscout.tables import GAMES
from printkit.solver.statistics import difference, wilson

PLAYERS = ("advised", "thumb")
CHUNK = 200


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def count_chunk(tasks: list[Task], first: int, games: int) -> tuple[int, int, int, int]:
    """Games won by both players, by the first only, by the second only, and games played."""
    one, other = (play_games(task, first, games)[:, 0] == WON for task in tasks)
    return int((one & other).sum()), int((one & ~other).sum()), int((other & ~one).sum()), games


def percent(rate: tuple[float, float]) -> str:
    """An interval in points as its middle and half its width."""
    low, high = rate
    return f"{50 * (low + high):.2f} ±{50 * (high - low):.2f}"


def report(name: str, both: int, only_one: int, only_other: int, games: int) -> None:
    """Rates and difference so far, with 95 % intervals."""
    gain = difference(only_one, only_other, games)
    say(
        f"{name}: {games} games, {PLAYERS[0]} {percent(wilson(both + only_one, games))} %, "
        f"{PLAYERS[1]} {percent(wilson(both + only_other, games))} %, difference {percent(gain)} points, "
        f"{process_time():.0f} s of processor time"
    )


def main() -> None:
    """Play and print, after every twentieth part of the games and at the end; Ctrl-C ends it with what was played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default=GAMES[0], choices=GAMES)
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="as in `printkit simulate`"
    )
    parser.add_argument(
        "--start", default="random", choices=STARTS, help="`best`: where each player thinks best"
    )
    parser.add_argument("--kit-dir", type=Path, help="a kit with numbers and options of its own")
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    game = kit_game(arguments.game, arguments.option, arguments.kit_dir)
    tasks = [Task(game, player, arguments.start, arguments.seed) for player in PLAYERS]
    for task in tasks:
        warm_up(task)
    kit = f" of {arguments.kit_dir.name}" if arguments.kit_dir else ""
    name = " ".join(
        [arguments.game + kit, *arguments.option, "start", arguments.start, "seed", str(arguments.seed)]
    )
    spans = [(first, min(CHUNK, arguments.games - first)) for first in range(0, arguments.games, CHUNK)]
    counts = [0, 0, 0, 0]
    try:
        with ThreadPoolExecutor(arguments.workers) as pool:
            for done, found in enumerate(pool.map(lambda span: count_chunk(tasks, *span), spans), 1):
                counts = [sum(pair) for pair in zip(counts, found, strict=True)]
                if done % max(1, len(spans) // 20) == 0 and done < len(spans):
                    report(name, *counts)
    except KeyboardInterrupt:
        say("interrupted: the first games of the row")
    if counts[-1]:
        report(name, *counts)


if __name__ == "__main__":
    main()
