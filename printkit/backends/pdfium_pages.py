"""What pdfium shows of a PDF: its first page as a small picture for pages of HTML, and the letters of every page."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pypdfium2

from printkit.errors import InputError

__all__ = ["PagePicture", "page_letters", "page_picture"]


class PagePicture(NamedTuple):
    """A WebP and its size in pixels."""

    data: bytes
    width: int
    height: int


def page_picture(file: Path, edge: int) -> PagePicture | None:
    """The first page as it prints, its longer edge so many pixels long; None where pdfium cannot draw it."""
    stream = io.BytesIO()
    try:
        document = pypdfium2.PdfDocument(file)
        try:
            page = document[0]
            image = page.render(scale=edge / max(page.get_size()), rev_byteorder=True).to_pil()
        finally:
            document.close()
    except (pypdfium2.PdfiumError, OSError, ValueError):
        return None
    # Else Pillow loads all its forty formats to find this one.
    import_module("PIL.WebPImagePlugin")
    image.save(stream, "WEBP", quality=80, method=4)
    return PagePicture(stream.getvalue(), image.width, image.height)


def page_letters(file: Path) -> Iterator[str]:
    """The text of each page in the file's order; InputError for a file that pdfium cannot read."""
    try:
        document = pypdfium2.PdfDocument(file)
        try:
            for page in document:
                yield page.get_textpage().get_text_range()
        finally:
            document.close()
    except pypdfium2.PdfiumError as error:
        raise InputError(f"cannot be read: {error}", file=file) from error
