"""Writes a document into memory, with what lies on its pages."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

from printkit.backends.pdf import write_pdf
from printkit.backends.press import Colours, find_press
from printkit.jobs.part import Document
from printkit.preflight.comparison import ExpectedFile, ExpectedPage, Placed
from printkit.sheets.model import Sheet

__all__ = ["written"]


def written(document: Document, colours: Colours, ink_limit: float) -> ExpectedFile:
    """The document's bytes in these colours, and what lies on each page."""
    press = find_press("x1a-2003", ink_limit=ink_limit) if colours == "cmyk" else None
    stream = io.BytesIO()
    pages: list[ExpectedPage] = []

    def watched() -> Iterator[Sheet]:
        for sheet in document.sheets:
            pages.append(_page(sheet))
            # Links and attached files are not seen on paper, and lead to pages a trial does not have.
            yield replace(sheet, links=(), anchors=())

    info = replace(document.info, outline=(), files=())
    write_pdf(stream, watched(), document.faces, info, colours, press)
    return ExpectedFile(document.name, stream.getvalue(), tuple(pages))


def _page(sheet: Sheet) -> ExpectedPage:
    placed = tuple(
        Placed(each.face.card, each.face.side, each.trim, each.window) for each in sheet.placements
    )
    return ExpectedPage(sheet.side, placed, sheet.ruler, sheet.furniture)
