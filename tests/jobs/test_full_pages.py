"""How full the pages of every book, leaflet and walkthrough are, measured on their PDFs: all kits, all languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.backends.inspect import open_pdf, page_count, page_size, render_page
from printkit.backends.pdf import write_pdf
from printkit.compose.faces.context import Choices
from printkit.jobs.build.build import BuildRequest
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.order import home_colours
from printkit.jobs.build.part import Document, Job, Scenes
from printkit.jobs.build.part_table import parts_of
from printkit.kit.find import find_kit, kit_ids

BOOKS = [
    (kit_id, name)
    for kit_id in kit_ids()
    for name, part in parts_of(find_kit(kit_id, ())).items()
    if part.bound_book
]
LEAST = 0.6
DPI = 40
# Where the text stands if the part's module does not say it: above and below it, in mm.
TOP, BOTTOM = 20.0, 16.0


def reading_files(kit_id: str, name: str) -> list[Document]:
    """What of a book is read page by page, in every language."""
    kit = find_kit(kit_id, ())
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    request = BuildRequest(kits=(kit_id,), only=(name,))
    documents = parts_of(kit)[name].documents(Job(kit, request, choices, Scenes(kit, choices)), name)
    return [document for document in documents if document.facts["use"] == "screen"]


def shares(file: Path, top: float, bottom: float) -> list[float]:
    """How far down each page has ink, from the head of the text to its foot; the page of a ruler left out."""
    with open_pdf(file) as pdf:
        foot = page_size(pdf, 0).height - bottom
        pages = [render_page(pdf, page, DPI) for page in range(page_count(pdf) - 1)]
    inked = [(page < 200).any(axis=1).nonzero()[0] * 25.4 / DPI for page in pages]
    return [(max([top, *rows[rows <= foot]]) - top) / (foot - top) for rows in inked]


@pytest.mark.parametrize(("kit_id", "name"), BOOKS)
def test_no_page_is_less_than_three_fifths_full_but_the_last(kit_id: str, name: str, tmp_path: Path) -> None:
    module = parts_of(find_kit(kit_id, ()))[name].load()
    top, bottom = getattr(module, "TOP", TOP), getattr(module, "BOTTOM", BOTTOM)
    for document in reading_files(kit_id, name):
        file = tmp_path / document.name
        with file.open("wb") as stream:
            write_pdf(stream, document.sheets, document.faces, document.info, home_colours(BuildRequest()))
        full = {number: round(share, 2) for number, share in enumerate(shares(file, top, bottom), 1)}
        last = full.popitem()[0]
        assert (file.name, {page: share for page, share in full.items() if share < LEAST}) == (file.name, {})
        # Nobody binds blank pages: where a book fills its sheets, pages to write on stand at its end.
        if name == "booklet":
            assert last == 32


def test_a_page_with_ink_half_down_is_half_full(tmp_path: Path) -> None:
    """Measured on a PDF whose last but one line of text is known."""
    (document, *_) = reading_files("tottarot", "leaflet")
    file = tmp_path / document.name
    with file.open("wb") as stream:
        write_pdf(stream, document.sheets, document.faces, document.info, home_colours(BuildRequest()))
    (first, *_) = shares(file, 18.0, 17.0)
    (less, *_) = shares(file, 18.0, 17.0 + 0.5 * (210.0 - 35.0))
    assert less > 0.97 > 0.9 * first > LEAST / 2
