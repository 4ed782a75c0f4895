"""Takes the sheets of a kit off the pages somebody laid them on, so that they can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from printkit.backends.pdf_copies import PagePart, write_parts
from printkit.inspect.pages import PdfFile, open_pdf
from printkit.jobs.check.expected import DUPLEX, Search
from printkit.jobs.check.in_memory import drawn_pages
from printkit.preflight.book import Book
from printkit.preflight.pasted import Pasted, pasted_sheets, share_on_page
from printkit.preflight.proof_pdf import PdfReport
from printkit.scene.model import Scene
from printkit.sheets.model import PAPERS

__all__ = ["TakenOff", "taken_off"]

# Sheets laid out like this show this share of their letters in place.
SURE = 0.9


class TakenOff(NamedTuple):
    """A file whose pages are sheets at their actual size, and where each lies in the file they were taken from."""

    pdf: PdfFile
    sheets: tuple[Pasted, ...]


@contextmanager
def taken_off(pdf: PdfFile, report: PdfReport, book: Book) -> Iterator[TakenOff | None]:
    """The sheets of a labelled file that lie on other pages than their own; None where they do not."""
    sheets = pasted_sheets(pdf, _laid_out(pdf, Search(pdf, report, book)))
    if not sheets:
        yield None
        return
    with TemporaryDirectory(prefix="printkit-sheets-") as folder:
        made = Path(folder) / "sheets.pdf"
        with made.open("wb") as stream:
            write_parts(
                Path(pdf.file), stream, [PagePart(each.page, each.place, each.size) for each in sheets]
            )
        with open_pdf(made) as own:
            yield TakenOff(own, sheets)


def _laid_out(pdf: PdfFile, search: Search) -> list[Scene]:
    """The sheets as they lie on the paper, and turned the way, the first pages show most letters of."""
    sheets, paper = _likeliest(
        pdf, 0, search, ((paper, "long") for paper in dict.fromkeys((*search.papers, *PAPERS)))
    )
    if len(pdf) > 1:
        return _likeliest(pdf, 1, search, ((paper[0], duplex) for duplex in DUPLEX))[0]
    return sheets


def _likeliest(
    pdf: PdfFile, page: int, search: Search, ways: Iterable[tuple[str, str]]
) -> tuple[list[Scene], tuple[str, str]]:
    best: tuple[float, list[Scene], tuple[str, str]] = (-1.0, [], ("", ""))
    for way in ways:
        for document in search.documents(*way):
            sheets = drawn_pages(document)
            share = share_on_page(pdf, page, sheets)
            if share > best[0]:
                best = share, sheets, way
        if best[0] >= SURE:
            break
    return best[1:]
