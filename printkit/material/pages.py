"""The first page of a PDF as a picture: how large it is, and its pixels where its own content cannot be used."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from printkit.errors import InputError
from printkit.geometry import MM_PER_PT, Size

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["is_pdf", "page_image", "page_size"]

# Edges of a page in mm that can be a picture.
_LEAST, _MOST = 1.0, 5000.0


def is_pdf(data: bytes) -> bool:
    """Whether a file is a PDF; programs may write a few bytes before its first words."""
    return b"%PDF-" in data[:1024]


def page_size(data: bytes, file: str) -> Size:
    """The size in mm of the page's bleed box, without one of what viewers show; InputError: no PDF of a usable size."""
    with _page(data, file) as page:
        return _size(page, file)


def page_image(data: bytes, file: str, edge: int) -> Image.Image:
    """That part as pixels, its longer edge so many, on no ground."""
    with _page(data, file) as page:
        size = _size(page, file)
        scale = edge / max(size) * MM_PER_PT
        bitmap = page.render(scale=scale, fill_color=(255, 255, 255, 0), rev_byteorder=True)
        image: Image.Image = bitmap.to_pil().convert("RGBA")
        return image


@contextmanager
def _page(data: bytes, file: str) -> Iterator[Any]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        page = document[0]
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise InputError(
            "is not a readable PDF", file=file, hint="it may be damaged or ask for a password"
        ) from error
    try:
        bleed = page.get_bleedbox(fallback_ok=False)
        if bleed:
            page.set_cropbox(*bleed)
        yield page
    finally:
        document.close()


def _size(page: Any, file: str) -> Size:
    size = Size(*(edge * MM_PER_PT for edge in page.get_size()))
    if not all(math.isfinite(edge) and _LEAST <= edge <= _MOST for edge in size):
        raise InputError(f"its page is {size}", file=file, hint=f"each edge is {_LEAST:g} to {_MOST:g} mm")
    return size
