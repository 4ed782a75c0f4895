"""Measures the exploitability of the player `equilibrium` in two-player rounds of Tottarot.

`python benchmarks/tottarot_equilibrium.py [--games N]` evaluates the first turn, stored on disk, together with the
turns that are solved when they come, on all positions that can follow: some two minutes of processor time. Then it
plays N games of one round against each of the other players, in turn from both seats.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial

from printkit.games.find import make_game
from printkit.lab.tottarot.round_equilibrium import FirstTurn, solve_round
from printkit.lab.tottarot.seats import GAP, kept_turn
from printkit.solver.table_play import Sample, TableTask, play_table

ROUND = ("players=2", "victories=1")
RIVALS = ("strong", "greedy", "cautious", "random")


def judge() -> float:
    """The gap of the player's whole play, in victory tokens a round."""
    rules = make_game("tottarot", ROUND).start.rules
    kept = kept_turn(rules)
    if kept is None:
        raise SystemExit("the first turn on disk is not that of these rules")
    found = solve_round(rules, GAP, first=FirstTurn(kept.tokens[None], kept.ways[None]))
    sys.stdout.write(
        f"value {found.value:+.6f}; best answers get {found.best_first:+.6f} and {found.best_second:+.6f}, "
        f"gap {found.gap:.6f} over {' + '.join(map(str, found.positions))} positions\n"
    )
    return found.gap


def fare(rival: str, games: int) -> Sample:
    """The player's share of the wins against another one, in each seat half of the time."""
    both = Sample()
    for seat, names in (("A", ("equilibrium", rival)), ("B", (rival, "equilibrium"))):
        task = TableTask(partial(make_game, "tottarot", ROUND), names)
        both.join(play_table(task, games // 2).shares[seat])
    return both


def main() -> int:
    """Evaluate, then play; 1 where best responses gain more than `GAP`."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=0, help="rounds against each of the other players")
    chosen = parser.parse_args()
    gap = judge()
    for rival in RIVALS if chosen.games else ():
        sample = fare(rival, chosen.games)
        low, high = sample.interval
        sys.stdout.write(f"against {rival}: {sample.mean:.3f} of the wins, 95 %: {low:.3f} to {high:.3f}\n")
        sys.stdout.flush()
    return int(gap > GAP)


if __name__ == "__main__":
    raise SystemExit(main())
