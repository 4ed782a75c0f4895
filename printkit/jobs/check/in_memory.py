"""Writes a document into memory, with what lies on its pages; finds the records attached to one."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from printkit.backends.pdf import write_pdf
from printkit.backends.press import Colours, find_press
from printkit.games.record import MAGIC
from printkit.jobs.build.part import Document
from printkit.preflight.expected import ExpectedFile, ExpectedPage, Placed
from printkit.scene.model import Group, Scene, Use
from printkit.sheets.model import FaceKey, Sheet

__all__ = ["attached_records", "drawn_pages", "written"]


def written(document: Document, colours: Colours, ink_limit: float) -> ExpectedFile:
    """The document's bytes in these colours, and what lies on each page."""
    press = find_press("x1a-2003", ink_limit=ink_limit) if colours == "cmyk" else None
    stream = io.BytesIO()
    # Links and attached files are not seen on paper, and lead to pages a trial does not have.
    sheets = [replace(sheet, links=(), anchors=()) for sheet in document.sheets]
    info = replace(document.info, outline=(), files=())
    write_pdf(stream, sheets, document.faces, info, colours, press)

    def scene(index: int) -> Scene:
        return _scene(sheets[index], document.faces)

    return ExpectedFile(document.name, stream.getvalue(), tuple(map(_page, sheets)), scene, colours)


def drawn_pages(document: Document) -> list[Scene]:
    """Every page of a document as one drawing."""
    return [_scene(sheet, document.faces) for sheet in document.sheets]


def _page(sheet: Sheet) -> ExpectedPage:
    placed = tuple(
        Placed(each.face.card, each.face.side, each.trim, each.window) for each in sheet.placements
    )
    return ExpectedPage(sheet.side, placed, sheet.ruler, sheet.furniture)


def _scene(sheet: Sheet, faces: Callable[[FaceKey], Scene]) -> Scene:
    """A page as one drawing, its faces among its marks."""
    placed = (
        Group((Use(faces(each.face), each.transform),), clip=each.window, within=each.shape)
        for each in sheet.placements
    )
    page = Group((*placed, *sheet.marks), sheet.correction)
    return Scene(f"page {sheet.number} {sheet.side}", *sheet.paper, 0.0, (page,))


def attached_records(files: Sequence[tuple[str, bytes]]) -> tuple[tuple[str, str], ...]:
    """The records among attached files, by name and text, in the order of the numbers in their names."""
    texts = ((name, data.decode("utf-8", "replace")) for name, data in files)
    records = [(name, text) for name, text in texts if text.startswith(MAGIC)]
    return tuple(
        sorted(records, key=lambda each: [int(number) for number in re.findall(r"\d+", each[0])[:1]])
    )
