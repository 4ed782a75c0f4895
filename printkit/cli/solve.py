"""`printkit solve`: record files in, what each choice was worth on standard output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from printkit.cli._table_options import GameCards

__all__ = ["solve"]


def solve(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Records to judge; - is standard input.", show_default=False),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            min=64,
            max=10**7,
            help="How many games to imagine for each answer.",
            show_default="16384 for Youscout, 200 elsewhere",
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object a line for each choice, proof and total.")
    ] = False,
    kit_dir: GameCards = None,
) -> None:
    """Say what each choice of a played game was worth, and what is proved of it.

    For the start and each choice: the odds of winning after every answer to someone who cannot see the talon,
    what the chosen one gave away, and whether the game could still be won with the talon as it came.

    Example:
        printkit solve game.txt
    """
    from printkit.jobs.solve import solve_lines

    tell = _tell if sys.stderr.isatty() else None
    for line in solve_lines(files, as_json=json, games=games, tell=tell, kit_dir=kit_dir):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _tell(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)
