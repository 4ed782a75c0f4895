"""`printkit solve`: evaluate each choice of a record."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from printkit.cli.words import GameCards

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
        bool,
        typer.Option(
            "--json", help="Write one JSON object per choice, proof, total and decision, one per line."
        ),
    ] = False,
    lang: Annotated[
        Literal["en", "ja"], typer.Option(help="Language of the sentences about the decisions that mattered.")
    ] = "en",
    kit_dir: GameCards = None,
) -> None:
    """Evaluate each choice of a played game.

    For the start and every later choice: the win probability of each answer, as known to a player who cannot see the
    talon, what the chosen answer lost against the best, and whether the game could still be won with the actual draw
    order. At the end the three decisions that mattered most, in the words of the game's kit.

    Example:
        printkit solve game.txt
    """
    from printkit.jobs.play.solve import solve_lines
    from printkit.web.words import words_of

    notify = _notify if sys.stderr.isatty() else None
    lines = solve_lines(
        files, as_json=json, games=games, notify=notify, kit_dir=kit_dir, language=lang, words=words_of(lang)
    )
    for line in lines:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _notify(text: str) -> None:
    print(f"printkit: {text}", file=sys.stderr)
