"""Options that several commands share: their types and help texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli._complete import words

__all__ = ["GameCards", "GameOptions", "Seats", "with_seats"]

GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        autocompletion=words("option"), help="An option of the game as K=V; may be repeated.", metavar="K=V"
    ),
]
Seats = Annotated[
    int, typer.Option(min=0, max=99, help="Number of players, in games for several.", show_default=False)
]
GameCards = Annotated[
    Path | None,
    typer.Option(help="Folder of the kit whose cards are used.", show_default="the shipped kit"),
]


def with_seats(game: str, options: list[str] | None, seats: int) -> list[str]:
    """The options, with the one that sets the number of seats; InputError for a solo game."""
    from printkit.games.find import seats_option

    return [*(options or ()), *([seats_option(game, seats)] if seats else [])]
