"""Measures the speed of the solver on one core, also relative to the readable engine."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from time import perf_counter, process_time, thread_time

from printkit.games.core import CHANCE
from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.lab.youscout.simulation import Task, play_games, simulate, warm_up

PURE_GAMES = 60
ROUNDS = 8
SHORT_ROUNDS = 40
"""On a shared machine the best of many rounds of some milliseconds is what the core can do."""


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def rate(play: Callable[[int], object], games: int, rounds: int = ROUNDS) -> float:
    """Games a second of processor time: the best of this many rounds."""
    best = 0.0
    for _ in range(rounds):
        begun = thread_time()
        play(games)
        best = max(best, games / (thread_time() - begun))
    return best


def play_pure(game: Game, games: int) -> None:
    """Random play on the readable engine."""
    luck = random.Random(1)
    for _ in range(games):
        state = game.start
        while (legal := state.legal()) and state.to_move() is not None:
            if state.to_move() == CHANCE:
                state = state.apply(legal[luck.randrange(len(legal))])
            else:
                state = state.apply(luck.choice(legal))


def one_core(game_id: str, terminals: int, scale: float) -> None:
    """Every player of one game."""
    game = make_game(game_id, [f"terminals={terminals}"])
    pure = rate(lambda games: play_pure(game, games), PURE_GAMES)
    say(f"{game_id} terminals={terminals}: readable engine {pure:,.0f} games/s")
    for player, start, games, rounds in (
        ("random", "random", 8_000, SHORT_ROUNDS),
        ("stay", "random", 8_000, SHORT_ROUNDS),
        ("thumb", "best", 8_000, SHORT_ROUNDS),
        ("random", "best", 300, ROUNDS),
        ("advised", "random", 200, ROUNDS),
        ("advised", "best", 80, ROUNDS),
        ("clairvoyant", "random", 4_000, SHORT_ROUNDS),
        ("clairvoyant", "best", 4_000, SHORT_ROUNDS),
    ):
        task = Task(game, player, start, 1)
        warm_up(task)
        fast = rate(lambda games, task=task: play_games(task, 0, games), max(1, int(games * scale)), rounds)
        say(f"  {player:12} start {start:7} {fast:12,.0f}/s a core   {fast / pure:9,.1f} times")


def two_workers(scale: float) -> None:
    """One worker and two: games a second of wall time, and their processor time."""
    task = Task(make_game("youscout"), "random", "random", 1)
    warm_up(task)
    games = int(3_000_000 * scale)
    speeds = []
    for workers in (1, 2):
        clock, processor = perf_counter(), process_time()
        simulate(task, games, workers=workers)
        clock, processor = perf_counter() - clock, process_time() - processor
        speeds.append(games / clock)
        say(
            f"{workers} workers: {games / clock:,.0f} games/s by the clock, {processor / clock:.2f} cores in use"
        )
    say(f"two workers are {speeds[1] / speeds[0]:.2f} times one")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="more games, steadier figures")
    scale = parser.parse_args().scale
    for game_id in ("youscout", "youscout-simplified"):
        for terminals in (1, 3):
            one_core(game_id, terminals, scale)
    two_workers(scale)


if __name__ == "__main__":
    main()
