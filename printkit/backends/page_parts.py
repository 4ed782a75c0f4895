"""Writes parts of the pages of a PDF as pages of their own, at their actual size and upright."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf

from printkit.backends.inspect import open_pdf, open_structure, page_place
from printkit.geometry import MM_PER_PT, Affine, Size

__all__ = ["PagePart", "write_parts"]


class PagePart(NamedTuple):
    """A sheet on a page, from 0: the map from the sheet's mm to the page's, both y down, and the sheet's size in mm."""

    page: int
    place: Affine
    size: Size


def write_parts(source: Path, stream: BinaryIO, parts: Sequence[PagePart]) -> None:
    """A PDF with a page for each part, drawn as the page it lies on is; what lies beside it is cut off."""
    with open_pdf(source) as pdf, open_structure(source) as structure, Pdf.new() as made:
        drawn = {
            index: made.copy_foreign(_drawing(structure.pages[index]))
            for index in dict.fromkeys(part.page for part in parts)
        }
        for part in parts:
            width, height = (each / MM_PER_PT for each in part.size)
            to_points = Affine(1 / MM_PER_PT, 0.0, 0.0, -1 / MM_PER_PT, 0.0, height)
            place = page_place(pdf, part.page).then(part.place.inverse()).then(to_points)
            own = Page(Dictionary(Type=Name.Page, MediaBox=Array([0, 0, width, height])))
            own.obj.Resources = Dictionary(XObject=Dictionary(P=drawn[part.page]))
            numbers = " ".join(f"{value:.9f}" for value in place)
            own.obj.Contents = made.make_stream(f"q {numbers} cm /P Do Q".encode())
            made.pages.append(own)
        made.save(stream, deterministic_id=True)


def _drawing(page: Page) -> Object:
    """All that a page draws, in its own points."""
    form = page.as_form_xobject(handle_transformations=False)
    form.BBox = page.mediabox
    return form
