"""Evaluates a played game with machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from printkit.games.game import Game
from printkit.games.record import Record
from printkit.lab.machine_code import is_ready
from printkit.lab.youscout.judge import judge_record
from printkit.solver.judgement import Judgement

__all__ = ["judge_played"]


def judge_played(
    game: Game[Any], record: Record, *, file: str, games: int, notify: Callable[[str], None] | None = None
) -> Judgement:
    """As `judge_record` does; `notify` says why the first one takes a while."""
    if notify and not is_ready():
        notify("compiling the solver for this machine, once: this takes a minute or two")
    return judge_record(game, record, file=file, games=games)
