"""Simulates solo games as machine code, and evaluates a played one."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from printkit.games.game import Game
from printkit.games.record import Record
from printkit.jobs.play.simulate import Report
from printkit.lab.machine_code import is_ready
from printkit.lab.youscout.judge import judge_record
from printkit.lab.youscout.simulation import Task, warm_up
from printkit.lab.youscout.simulation import simulate as play_all
from printkit.solver.evaluation import Judgement

__all__ = ["judge_played", "simulate_alone"]


# ── simulates solo games as machine code ─────────────────────────────────────────────────────────────────────────────


def simulate_alone(
    game: Game[Any],
    *,
    games: int,
    player: str,
    start: str,
    seed: int,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
    notify: Callable[[str], None] | None = None,
) -> Report:
    """Play `games` games and sum them up; raises as `jobs.simulate` does."""
    task = Task(game, player, start, seed)
    if notify and not is_ready():
        notify("compiling the solver for this machine, once: this takes a minute at most")
    warm_up(task)
    begun = perf_counter()
    tally = play_all(task, games, workers=workers, progress=progress)
    seconds = perf_counter() - begun
    if not tally.games:
        raise KeyboardInterrupt
    return Report(
        game=task.game.id,
        options=task.game.options,
        player=player,
        start=start,
        games=tally.games,
        wins=tally.wins,
        rate=tally.rate,
        ci95=tally.interval,
        draws_mean=tally.draws / tally.games,
        choices_mean=tally.choices / tally.games,
        seconds=round(seconds, 3),
        games_per_second=round(tally.games / seconds, 1),
        asked=games,
        unresolved=tally.unresolved,
    )


# ── evaluates a played game with machine code ────────────────────────────────────────────────────────────────────────


def judge_played(
    game: Game[Any], record: Record, *, file: str, games: int, notify: Callable[[str], None] | None = None
) -> Judgement:
    """As `judge_record` does; `notify` says why the first one takes a while."""
    if notify and not is_ready():
        notify("compiling the solver for this machine, once: this takes a minute or two")
    return judge_record(game, record, file=file, games=games)
