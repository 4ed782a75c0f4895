"""The cover of a book, as `kit.toml` states it."""

from __future__ import annotations

from typing import Literal

from printkit.kit.table import Box, Id, Table

__all__ = ["Cover"]


class Cover(Table):
    """A card whose picture fills the cover of a part; the text `cover.PART` names the book.

    `view` is the part of the picture shown, in mm of the card (none: all of it). The `ground` around it is dark, for a
    picture cut from a black panel, or light, for one on paper.
    """

    card: Id
    view: Box | None = None
    ground: Literal["dark", "light"] = "dark"
