"""Options that games of several seats share among commands: their types and helps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["GameCards", "GameOptions", "Seats", "with_seats"]

GameOptions = Annotated[
    list[str] | None,
    typer.Option(help="One of the game's options as K=V; may be repeated.", metavar="K=V"),
]
Seats = Annotated[
    int, typer.Option(min=0, max=99, help="How many play, where the game is for several.", show_default=False)
]
GameCards = Annotated[
    Path | None,
    typer.Option(help="The kit whose cards are played with.", show_default="the one printkit ships"),
]


def with_seats(game: str, options: list[str] | None, seats: int) -> list[str]:
    """The options, and the one that seats so many; InputError for a game for one."""
    from printkit.games.find import seats_option

    return [*(options or ()), *([seats_option(game, seats)] if seats else [])]
