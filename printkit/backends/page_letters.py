"""The letters of a PDF's pages, as pdfium reads them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2

from printkit.errors import InputError

__all__ = ["page_letters"]


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
