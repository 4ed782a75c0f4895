"""The letters of a page of a PDF."""

from __future__ import annotations

from printkit.backends.inspect import PdfFile, page_chars, page_size
from printkit.geometry import Rect
from printkit.preflight.marks import Letters, Mark, is_text

__all__ = ["page_marks"]


def page_marks(pdf: PdfFile, index: int) -> Letters:
    """The letters of a page that leave ink on it, in the order of the file."""
    paper = Rect(0.0, 0.0, *page_size(pdf, index))
    return Letters(
        Mark(char.text, char.x, char.y, char.angle, char.size, char.box)
        for char in page_chars(pdf, index, looks=False)
        if is_text(char.text) and paper.overlaps(char.box)
    )
