"""Option values as several commands share them: their types, their words, and what a shell completes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from printkit.errors import InputError
from printkit.geometry import parse_length

__all__ = [
    "Game",
    "GameCards",
    "GameOptions",
    "Seats",
    "margin_length",
    "split_words",
    "stack_length",
    "with_seats",
    "words",
]


# ── parsing of option values: lists and lengths ──────────────────────────────────────────────────────────────────────


def split_words(text: str) -> tuple[str, ...]:
    """The items of a comma-separated list, stripped, without empty ones."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def margin_length(text: str, key: str = "--margin") -> float:
    """The margin in mm, or another length along an edge."""
    return parse_length(text, key=key)


def stack_length(text: str) -> float:
    """The thickness in mm, 0 where none is given."""
    if not text:
        return 0.0
    length = parse_length(text, key="--stack")
    if length <= 0:
        raise InputError(f"a stack of {text}", key="--stack", hint="measure the cards, like 27mm")
    return length


# ── shell completion of kits, games and the values of options ────────────────────────────────────────────────────────


def words(kind: str) -> Callable[[str], list[str]]:
    """What may follow the beginning that was typed; of comma-separated words the last one is completed."""

    def complete(incomplete: str) -> list[str]:
        from printkit.errors import InputError
        from printkit.jobs.completion import WORDS

        before, comma, last = incomplete.rpartition(",")
        try:
            known = WORDS[kind]()
        except InputError:
            # A kit that cannot be read has no words to offer.
            return []
        return [f"{before}{comma}{word}" for word in known if word.startswith(last)]

    return complete


Game = Annotated[
    str,
    typer.Argument(
        autocompletion=words("game"), help="The id of the game, such as youscout.", show_default=False
    ),
]


# ── options that several commands share: their types and help texts ──────────────────────────────────────────────────

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
