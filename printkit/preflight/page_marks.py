"""The letters of a page of a PDF, and how many of them stand where a drawing has them."""

from __future__ import annotations

from math import hypot

from printkit.backends.inspect import PdfFile, page_chars, page_size
from printkit.geometry import Rect
from printkit.preflight.marks import Letters, Mark, face_marks, is_text
from printkit.scene.model import Scene

__all__ = ["page_marks", "share_in_place"]

# A letter this far (mm) from where it belongs is still there.
IN_PLACE = 0.3


def page_marks(pdf: PdfFile, index: int) -> Letters:
    """The letters of a page that leave ink on it, in the order of the file."""
    kept = pdf.view(index).kept
    # Whoever compares a page asks for them again.
    if "letters" not in kept:
        kept["letters"] = _read(pdf, index)
    letters: Letters = kept["letters"]
    return letters


def _read(pdf: PdfFile, index: int) -> Letters:
    paper = Rect(0.0, 0.0, *page_size(pdf, index))
    return Letters(
        Mark(char.text, char.x, char.y, char.angle, char.size, char.box)
        for char in page_chars(pdf, index, looks=False)
        if is_text(char.text) and paper.overlaps(char.box)
    )


def share_in_place(pdf: PdfFile, index: int, drawing: Scene) -> float | None:
    """The share of a drawing's letters that a page has in their places; None where the drawing has none."""
    places: dict[str, list[tuple[float, float]]] = {}
    for mark in page_marks(pdf, index):
        places.setdefault(mark.text, []).append((mark.x, mark.y))
    in_place = [
        any(hypot(mark.x - x, mark.y - y) <= IN_PLACE for x, y in places.get(mark.text, ()))
        for mark in face_marks(drawing)
    ]
    return sum(in_place) / len(in_place) if in_place else None
