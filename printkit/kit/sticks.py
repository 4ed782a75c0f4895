"""The throwing sticks of a kit, as `sticks.toml` states them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from printkit.kit.model_base import Length, Table

__all__ = ["STICKS", "Sticks"]

STICKS = "sticks.toml"


class Sticks(Table):
    """Sticks with a dark and a pale side, each rolled from a strip of four: how many, how long and how wide; mm."""

    copies: Annotated[int, Field(ge=1, le=24)]
    length: Annotated[Length, Field(ge=60, le=200)] = 120.0
    width: Annotated[Length, Field(ge=8, le=25)] = 13.0
    ink: str = "green"
