"""What a list of games shows of a kit, as `shelf.toml` states it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, model_validator

from printkit.errors import InputError
from printkit.kit.model_base import Id, Table, unknown_games

__all__ = ["DIFFICULTIES", "SHELF", "GameFacts", "Shelf", "Window", "line_key", "read_shelf"]

SHELF = "shelf.toml"

Difficulty = Literal["light", "medium", "deep"]
DIFFICULTIES: tuple[str, ...] = get_args(Difficulty)
Minutes = Annotated[int, Field(ge=1, le=1000)]


class Window(Table):
    """What stands in a window: up to six parts of the kit, and the keys of two texts, its kind and its line."""

    show: Annotated[tuple[Id, ...], Field(min_length=1, max_length=6)]
    sort: str = ""
    line: str = ""


class GameFacts(Table):
    """Minutes from and to, how difficult the game is, and up to five parts of the kit that stand for it."""

    minutes: tuple[Minutes, Minutes] | None = None
    difficulty: Difficulty | None = None
    show: Annotated[tuple[Id, ...], Field(max_length=5)] = ()

    @model_validator(mode="after")
    def _in_order(self) -> GameFacts:
        if self.minutes and self.minutes[0] > self.minutes[1]:
            raise ValueError("minutes are [from, to]")
        return self


class Shelf(Table):
    """The kit's window, the key of a text on whose it is and its terms, and the facts of its games by their ids."""

    terms: str = ""
    window: Window | None = None
    games: dict[Id, GameFacts] = Field(default_factory=dict)

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it says, as (key, font role): pages have letters of their own."""
        named = (self.terms, *((self.window.sort, self.window.line) if self.window else ()))
        yield from ((key, "") for key in (*named, *map(line_key, self.games)) if key)

    def parts(self) -> Iterator[tuple[str, str]]:
        """Every part it shows, with its key in the file."""
        shown = {"window.show": self.window.show} if self.window else {}
        shown |= {f"games.{game}.show": facts.show for game, facts in self.games.items()}
        yield from ((part, f"{key}[{at}]") for key, parts in shown.items() for at, part in enumerate(parts))


def line_key(game: str) -> str:
    """The key of the text that says in one line what a game is."""
    return f"game.{game}.line"


def read_shelf(table: Mapping[str, Any], games: Collection[str]) -> Shelf:
    """The shelf in a file's tables; every problem of the file comes in one InputError."""
    shelf = Shelf.read(table, SHELF)
    problems = list(unknown_games(((f"games.{game}", game) for game in shelf.games), games, SHELF))
    if problems:
        raise InputError(problems=problems)
    return shelf
