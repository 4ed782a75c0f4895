"""What is said beside a game at the table, as `guide.toml` states it: the rules in force, a first game in steps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from printkit.errors import InputError
from printkit.kit.model_base import ID_PATTERN, Id, Table, unknown_games

__all__ = ["GUIDE", "GameGuide", "Guide", "RulePlace", "Step", "When", "read_guide", "step_key"]

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
    problems = list(unknown_games(((f"games.{game}", game) for game in guide.games), games, GUIDE))
    if problems:
        raise InputError(problems=problems)
    return guide
