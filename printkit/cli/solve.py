"""`printkit solve`: evaluate each choice of a record."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from printkit.cli._table_options import GameCards

__all__ = ["solve"]


def solve(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Records to evaluate; - is standard input.", show_default=False),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            min=64,
            max=10**7,
            help="Rollouts per answer.",
            show_default="16384 for Youscout, none for cetkaik, 200 elsewhere",
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object per choice, proof and total, one per line.")
    ] = False,
    kit_dir: GameCards = None,
) -> None:
    """Evaluate each choice of a played game.

    For the start and every later choice: the win probability of each answer, as known to a player who cannot see the
    talon, what the chosen answer lost against the best, and whether the game could still be won with the actual draw
    order.

    Example:
        printkit solve game.txt
    """
    from printkit.jobs.play.solve import solve_lines

    notify = _notify if sys.stderr.isatty() else None
    for line in solve_lines(files, as_json=json, games=games, notify=notify, kit_dir=kit_dir):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _notify(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)
