"""Covers of books in the way of the kit's box: sign and streams above the ground, the very pieces on its shore."""

from __future__ import annotations

from printkit.compose.books.book import BookPage
from printkit.compose.books.page_blocks import Part
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.box import BoxNet, compose_box
from printkit.geometry import Rect, Size
from printkit.kit.model import Kit
from printkit.scene.model import Use

__all__ = ["compose_front_cover"]


def compose_front_cover(kit: Kit, part: str, page: Size, choices: Choices) -> BookPage | None:
    """The first page of a book in both languages; None where the kit has no sign on a box or no text `cover.PART`."""
    key, tuck = f"cover.{part}", kit.box
    if tuck is None or not tuck.glyph or not kit.is_written(key):
        return None
    front = BoxNet(*page, 0.0, {"front": Rect(0.0, 0.0, *page)})
    words = " ".join(kit.text(kit.languages[0], each) for each in ("kit.title", key))
    drawn = Use(compose_box(kit, tuck, front, choices, 0, key))
    # A number of its own: those of the pages that follow begin with one.
    return BookPage(
        1, (Part((("Figure", -1),), (drawn,), words, kit.languages[0]),), anchors=(("cover", 0.0),)
    )
