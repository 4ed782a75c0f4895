"""What a list of games and the table say of a kit, as `shelf.toml` and `guide.toml` state it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, StringConstraints, model_validator

from printkit.errors import InputError
from printkit.kit.model_base import ID_PATTERN, Id, Table, unknown_games

__all__ = [
    "DIFFICULTIES",
    "GUIDE",
    "SHELF",
    "GameFacts",
    "GameGuide",
    "Guide",
    "RulePlace",
    "Shelf",
    "Step",
    "When",
    "Window",
    "line_key",
    "read_guide",
    "read_shelf",
    "step_key",
]


# ── what a list of games shows of a kit, as `shelf.toml` states it ───────────────────────────────────────────────────

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
    _check_games(shelf.games, games, SHELF)
    return shelf


def _check_games(stated: Iterable[str], games: Collection[str], file: str) -> None:
    problems = list(unknown_games(((f"games.{game}", game) for game in stated), games, file))
    if problems:
        raise InputError(problems=problems)


# ── what is said beside a game at the table, as `guide.toml` states it ───────────────────────────────────────────────

GUIDE = "guide.toml"

RulePlace = Annotated[str, StringConstraints(pattern=rf"^({ID_PATTERN}#)?[a-z0-9.-]+$")]
"""An anchor of the game's own rule text, or of another one: `4.3`, `leaflet-standard#6.1`."""


class When(Table):
    """When a step comes: as soon as all that is stated holds, for the `times`th time; nothing stated is the start.

    `own` is the person the guide is for. `moment` and `choice` are of the state: what goes on, and whether the person
    is to act. The others are of the last action: `action` what its text begins with, `by` who did it, `verdict` what
    the rules decided of the card it drew, `zone` with `change` what it did to a zone of the table, which is before
    `owner`; `stage` says that a season or round began, `over` that the game ended.
    """

    moment: tuple[Id, ...] = ()
    choice: bool = False
    action: tuple[str, ...] = ()
    by: Literal["own", "others", "chance"] | None = None
    verdict: tuple[Literal["choice", "holds", "equal", "short", "missing"], ...] = ()
    zone: str = ""
    change: Literal["more", "moved", "same"] = "moved"
    owner: Literal["own", "others"] | None = None
    stage: bool = False
    over: bool = False
    times: Annotated[int, Field(ge=1, le=9)] = 1


class Step(Table):
    """A step of a guided game: its id, by which its texts are found, and when it comes."""

    id: Id
    when: When = Field(default_factory=When)


class GameGuide(Table):
    """Where the rules of a game say what is in force, by its moments, and the first game with its options and steps.

    `advice` is the player that does what the kit's advice to players says, where it prints any.
    """

    rules: dict[Id, RulePlace] = Field(default_factory=dict)
    advice: str = ""
    options: tuple[str, ...] = ()
    steps: Annotated[tuple[Step, ...], Field(max_length=12)] = ()

    @model_validator(mode="after")
    def _ends(self) -> GameGuide:
        if len({step.id for step in self.steps}) < len(self.steps):
            raise ValueError("two steps have the same id")
        if self.steps and not self.steps[-1].when.over:
            raise ValueError("the last step comes when the game is over")
        return self


class Guide(Table):
    """guide.toml: what is said beside the kit's games, by their ids."""

    games: dict[Id, GameGuide]

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it says, as (key, font role): pages have letters of their own."""
        for game, guided in self.games.items():
            yield from (
                (step_key(game, step.id, name), "") for step in guided.steps for name in ("title", "text")
            )


def step_key(game: str, step: str, name: str) -> str:
    """The key of a step's `title` or `text`."""
    return f"guide.{game}.{step}.{name}"


def read_guide(table: Mapping[str, Any], games: Collection[str]) -> Guide:
    """The guide in a file's tables; every problem of the file comes in one InputError."""
    guide = Guide.read(table, GUIDE)
    _check_games(guide.games, games, GUIDE)
    return guide
