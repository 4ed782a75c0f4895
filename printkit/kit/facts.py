"""For whom a kit's games are, as `kit.toml` states it."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from printkit.kit.model_base import Table

__all__ = ["Facts"]

Players = Annotated[int, Field(ge=1, le=100)]
Minutes = Annotated[int, Field(ge=1, le=1000)]


class Facts(Table):
    """How many may play and how many minutes it takes, each from and to, and from what age in years."""

    players: tuple[Players, Players]
    minutes: tuple[Minutes, Minutes]
    age: Annotated[int, Field(ge=1, le=99)]

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        for name, (least, most) in (("players", self.players), ("minutes", self.minutes)):
            if least > most:
                raise ValueError(f"{name} are [from, to], as [{most}, {least}]")
        return self
