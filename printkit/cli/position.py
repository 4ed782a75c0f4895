"""`printkit position`: what lies where in a position, and what is legal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from printkit.cli.words import GameCards, GameOptions, Seats, with_seats, words

__all__ = ["position"]


def position(
    game: Annotated[
        str,
        typer.Argument(
            autocompletion=words("game"), help="The id of the game, such as tottarot.", show_default=False
        ),
    ],
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]…",
            help="Positions, as text or as JSON; .jsonl holds one a line, - is standard input. None: the start.",
            show_default=False,
        ),
    ] = None,
    option: GameOptions = None,
    seats: Seats = 0,
    json: Annotated[
        bool, typer.Option("--json", help="Write one JSON object a line for each position.")
    ] = False,
    kit_dir: GameCards = None,
) -> None:
    """Show positions of a game: the table, who is to act, and the legal actions.

    A position is the one line that records may begin with (`start:`), or the game's exchange form as a JSON object.

    Examples:
        printkit position tottarot
        printkit position youscout table.txt --json
    """
    from printkit.jobs.play.replay import position_lines

    lines = position_lines(
        game, files or (), options=with_seats(game, option, seats), as_json=json, kit_dir=kit_dir
    )
    for line in lines:
        sys.stdout.write(line + "\n")
