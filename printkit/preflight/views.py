"""Pictures of a page for people: as it should be, as it is, and where both differ."""

from __future__ import annotations

from typing import Any, NamedTuple

from printkit.backends.inspect import PdfFile, page_size, render_page
from printkit.geometry import Size

__all__ = ["PageView", "view_of"]

DPI = 110.0
# Of what is the same so much of its darkness is left, so that the difference stands out.
FADED = 0.25
# From this difference on, of 255, a pixel is marked.
CLEAR = 24
MARKED = (215, 0, 60)


class PageView(NamedTuple):
    """A page from 1, its size in mm, and its pixels: as it is, as it should be and the difference (None: unknown)."""

    page: int
    size: Size
    seen: Any
    wanted: Any = None
    difference: Any = None


def view_of(pdf: PdfFile, page: int, wanted: PdfFile | None) -> PageView:
    """A page of a file beside the same of the file as it should be; None of the latter where it has no such page."""
    size = page_size(pdf, page - 1)
    seen = render_page(pdf, page - 1, DPI, gray=False)
    if wanted is None or page > len(wanted):
        return PageView(page, size, seen)
    other = render_page(wanted, page - 1, DPI, gray=False)
    return PageView(page, size, seen, other, _difference(other, seen))


def _difference(wanted: Any, seen: Any) -> Any:
    """What should be there, faded, and marked where the other is not the same; white paper beyond one of both."""
    import numpy

    shape = tuple(max(edges) for edges in zip(wanted.shape[:2], seen.shape[:2], strict=True))
    one, other = (numpy.full((*shape, 3), 255, numpy.int16) for _ in range(2))
    one[: wanted.shape[0], : wanted.shape[1]] = wanted
    other[: seen.shape[0], : seen.shape[1]] = seen
    faded = 255 - (255 - one.mean(axis=2, keepdims=True)) * FADED
    apart = numpy.abs(one - other).max(axis=2) > CLEAR
    shown = numpy.repeat(faded, 3, axis=2)
    shown[apart] = MARKED
    return shown.astype(numpy.uint8)
