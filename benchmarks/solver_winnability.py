"""Counts the deals that can be won with a known talon, from each start and from the best."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, process_time

import numpy

from printkit.games.find import make_game
from printkit.games.game import Game
from printkit.lab.youscout.open_deck_search import solve_deals
from printkit.lab.youscout.search_workspace import OPEN_FROM, RESULT_FIELDS, WON_FROM, make_search_workspace
from printkit.lab.youscout.simulation import SEARCH_BUDGET
from printkit.lab.youscout.tables import ALL_MINORS, ANY_PLACE, GAMES, kernel_rules, rules_of
from printkit.solver.statistics import wilson

CHUNK, BATCH = 20_000, 200_000
STARTS = (*range(1, 7), 0)
"""The places, and 0 for whichever of them wins."""


def say(line: str) -> None:
    """Print one line and flush it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def count_chunk(game: Game, seed: int, first: int, deals: int, budget: int) -> numpy.ndarray:
    """For each of `STARTS` how many deals are won, and how many are unresolved; all starts on the same deals."""
    spec = numpy.array([ANY_PLACE, 0, ALL_MINORS, 2, budget, 1], numpy.int64)
    rows = numpy.zeros((deals, RESULT_FIELDS), numpy.int64)
    no_deals, stop = numpy.zeros(0, numpy.int64), numpy.zeros(1, numpy.int64)
    rules = kernel_rules(rules_of(game))
    solve_deals(rules, make_search_workspace(), no_deals, spec, numpy.uint64(seed), first, stop, rows)
    won, left = rows[:, WON_FROM], rows[:, OPEN_FROM]
    counts = []
    for start in STARTS:
        bits = 1 << start if start else ANY_PLACE
        lost = (won & bits) == 0
        counts.append([int((~lost).sum()), int((lost & (left & bits != 0)).sum())])
    return numpy.array(counts)


def margin(won: int, left: int, deals: int) -> float:
    """Half of the 95 % confidence interval, in points."""
    low, high = wilson(won, deals, left)
    return 50 * (high - low)


def solve_until(game: Game, arguments: argparse.Namespace) -> tuple[int, numpy.ndarray]:
    """How many deals were solved until all intervals are narrow enough, and the counts, for any number of workers."""
    deals, counts = 0, numpy.zeros((len(STARTS), 2), numpy.int64)
    with ThreadPoolExecutor(arguments.workers) as pool:
        while deals < arguments.deals:
            spans = range(deals, min(deals + BATCH, arguments.deals), CHUNK)
            sizes = [min(CHUNK, arguments.deals - first) for first in spans]
            parts = pool.map(
                lambda first, size: count_chunk(game, arguments.seed, first, size, arguments.budget),
                spans,
                sizes,
            )
            counts, deals = counts + sum(parts), deals + sum(sizes)
            if max(margin(*each, deals) for each in counts.tolist()) <= arguments.points:
                break
    return deals, counts


def main() -> None:
    """Solve and print one row of a table for each game and number of terminals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=float, default=0.05, help="half of the widest interval asked for")
    parser.add_argument("--deals", type=int, default=10_000_000, help="at most")
    parser.add_argument("--terminals", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--budget", type=int, default=SEARCH_BUDGET, help="answers tried for each start")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    say("| game, terminals | " + " | ".join(str(start or "best") for start in STARTS) + " | unresolved |")
    say("|---" * (len(STARTS) + 2) + "|")
    for game_id in arguments.games:
        for terminals in arguments.terminals:
            game = make_game(game_id, [f"terminals={terminals}"])
            count_chunk(game, 0, 0, 1, 1)
            clock, processor = perf_counter(), process_time()
            deals, counts = solve_until(game, arguments)
            clock, processor = perf_counter() - clock, process_time() - processor
            cells = []
            for won, left in counts.tolist():
                low, high = wilson(won, deals, left)
                cells.append(f"{50 * (low + high):.2f} ±{margin(won, left, deals):.2f}")
            say(f"| {game_id}, {terminals} | {' | '.join(cells)} | {counts[:-1, 1].sum()} |")
            sys.stderr.write(f"{deals} deals, {clock:.0f} s, {processor:.0f} s of processor time\n")


if __name__ == "__main__":
    main()
