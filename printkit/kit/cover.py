"""The cover of a book, as `kit.toml` states it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printkit.kit.model_base import Box, Id, Length, Table

__all__ = ["Cover", "Opening"]


class Cover(Table):
    """A card whose picture fills the cover of a part; the text `cover.PART` names the book.

    `view` is the part of the picture shown, in mm of the card (none: all of it). The `ground` around it is dark, for a
    picture cut from a black panel, or light, for one on paper.
    """

    card: Id
    view: Box | None = None
    ground: Literal["dark", "light"] = "dark"


class Opening(Cover):
    """A card whose picture opens a chapter, beside its title, or above it in a high band.

    `height` is how far it reaches below the head of the text, in mm; `label` the text in the place of the chapter's
    number, by its key.
    """

    label: str = ""
    height: Annotated[Length, Field(ge=24, le=150)] = 28.0
