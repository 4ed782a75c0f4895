"""Simulates many plays of a game: rates with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from printkit.games.game import Game
from printkit.installed import install_hint
from printkit.jobs.play.kit_game import kit_game
from printkit.jobs.play.simulate_table import simulate_table, table_lines
from printkit.jobs.play.simulation_report import Report, TableReport
from printkit.solver.laboratory import find_laboratory, offered, usable
from printkit.solver.seats import known_players

__all__ = ["report_lines", "simulate"]


def simulate(
    game_id: str,
    *,
    games: int,
    player: str = "random",
    start: str = "random",
    seed: int = 0,
    options: Mapping[str, str] | Sequence[str] = (),
    workers: int = 1,
    rotate: bool = True,
    progress: Callable[[int, int], None] | None = None,
    notify: Callable[[str], None] | None = None,
    kit_dir: Path | None = None,
) -> Report:
    """Play `games` games and sum them up; an interrupt ends it early, with what was played.

    Where the game's laboratory has a faster version that knows the player, that plays; else the rules themselves do,
    and the report is by seat (`TableReport`), each deal in every rotation of different players unless `rotate` is
    false. `kit_dir` is the kit whose cards are played with (None: see `kit_game`).

    Raises `InputError` for an unknown game, option, player or start, and `KeyboardInterrupt` where not a
    single game was played. `notify` says why the first one takes a while.
    """
    make = partial(kit_game, game_id, options, kit_dir)
    game = make()
    faster = _faster(game, player)
    if faster is None:
        if notify and _has_faster(game, player):
            notify(f"without the extra 'lab' the rules themselves play, far slower ({install_hint('lab')})")
        return simulate_table(
            make,
            games=games,
            player=player,
            start=start,
            seed=seed,
            workers=workers,
            rotate=rotate,
            progress=progress,
        )
    return faster(
        game,
        games=games,
        player=player,
        start=start,
        seed=seed,
        workers=workers,
        progress=progress,
        notify=notify,
    )


def _has_faster(game: Game[Any], player: str) -> bool:
    laboratory = find_laboratory(game.id)
    return laboratory is not None and player in laboratory.simulated


def _faster(game: Game[Any], player: str) -> Callable[..., Report] | None:
    """The laboratory's own simulation if it knows the player; None too where what it needs is not installed."""
    if not _has_faster(game, player):
        return None
    find = usable if player in known_players(game.id) else offered
    return cast(Callable[..., Report] | None, find(game.id, "simulate"))


def report_lines(report: Report) -> tuple[str, ...]:
    """The report for reading."""
    if isinstance(report, TableReport):
        return tuple(table_lines(report))
    options = " ".join(f"{key}={value}" for key, value in report.options.items())
    low, high = report.ci95
    lines = [
        f"{report.game}: {options}",
        f"player {report.player}, start {report.start}",
        f"won     {report.rate:9.3%}   95 %: {low:.3%} to {high:.3%}   ({report.wins:,} of {report.games:,})",
        f"draws   {report.draws_mean:9.3f}   a game",
        f"choices {report.choices_mean:9.3f}   a game",
        f"time    {report.seconds:9.3f} s {report.games_per_second:,.0f} games a second",
    ]
    return tuple(lines)
