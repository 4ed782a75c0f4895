"""What is said beside a game at the table, as `guide.toml` states it: the rule in force at each moment."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.model_base import ID_PATTERN, Id, Table

__all__ = ["GUIDE", "GameGuide", "Guide", "RulePlace", "read_guide"]

GUIDE = "guide.toml"

RulePlace = Annotated[str, StringConstraints(pattern=rf"^({ID_PATTERN}#)?[a-z0-9.-]+$")]
"""An anchor of the game's own rule text, or of another one: `4.3`, `leaflet-standard#6.1`."""


class GameGuide(Table):
    """Where the rules of a game say what is in force, by its moments."""

    rules: dict[Id, RulePlace] = Field(default_factory=dict)


class Guide(Table):
    """guide.toml: what is said beside the kit's games, by their ids."""

    games: dict[Id, GameGuide]

    def text_keys(self) -> Iterator[tuple[str, str]]:
        """Every text it says, as (key, font role)."""
        yield from ()


def read_guide(table: Mapping[str, Any], games: Collection[str]) -> Guide:
    """The guide in a file's tables; every problem of the file comes in one InputError."""
    guide = Guide.read(table, GUIDE)
    problems = [
        Problem(f"unknown game {game!r}", GUIDE, f"games.{game}", nearest_hint(game, games))
        for game in guide.games
        if game not in games
    ]
    if problems:
        raise InputError(problems=problems)
    return guide
