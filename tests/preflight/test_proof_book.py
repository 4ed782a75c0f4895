"""A rule book is proof-read letter by letter against the book composed again: a changed digit anywhere is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.context import Choices
from printkit.fonts import find_font
from printkit.geometry import Affine, Size
from printkit.jobs.bound_book import Papers, book_documents
from printkit.jobs.part import Job, Scenes
from printkit.jobs.parts.booklet import bound_book
from printkit.jobs.printed import PageMaker
from printkit.jobs.request import BuildRequest
from printkit.jobs.variables import print_variables
from printkit.kit.load import load_kit
from printkit.kit.model import Kit
from printkit.preflight.book import Book, make_books
from printkit.preflight.proof_pdf import PdfReport, proof_pdf
from printkit.scene.inks import PAPER
from printkit.scene.model import Glyphs, Group, Item, Use
from printkit.scene.model import Path as Drawn
from printkit.scene.shapes import rectangle
from printkit.sheets.model import Sheet

A5 = Size(148.0, 210.0)
PAPERS = Papers("a4", Size(297.0, 210.0), A5)


@cache
def kit() -> Kit:
    return load_kit(Path(__file__).resolve().parents[2] / "templates/youscout", ())


@cache
def books() -> tuple[Book, ...]:
    return make_books([kit()])


@cache
def maker() -> PageMaker:
    return PageMaker(books())


def job(*options: str) -> Job:
    plain = maker().kit(kit().id)
    choices = Choices("tarot", "full", print_variables(plain, options))
    return Job(plain, BuildRequest(lang="en", options=options), choices, Scenes(plain, choices))


@cache
def sheets(*options: str) -> tuple[Sheet, ...]:
    """The English book page by page."""
    made = job(*options)
    reading, _ = book_documents(made, PAPERS, bound_book(made, "en", A5))
    return tuple(reading.sheets)


def report_of(tmp_path: Path, pages: Sequence[Sheet]) -> PdfReport:
    file = tmp_path / "book.pdf"
    with file.open("wb") as stream:
        own = [replace(page, tags=(), links=(), anchors=()) for page in pages]
        write_pdf(stream, own, lambda key: pytest.fail(str(key)), DocumentInfo("book"))
    return proof_pdf(file, books(), printed=maker())


def changed(page: Sheet, old: str, new: str) -> Sheet:
    """The page with the first text that holds `old` showing `new` there, as many letters."""
    done: list[str] = []

    def each(item: Item) -> Item:
        if isinstance(item, Glyphs) and not done and old in item.text:
            done.append(old)
            at = item.text.index(old)
            shaped = find_font(item.font).shape(new)
            glyphs = list(item.glyphs)
            for number, glyph in enumerate(shaped):
                glyphs[at + number] = glyphs[at + number]._replace(glyph=glyph.glyph, text=glyph.text)
            return item._replace(glyphs=tuple(glyphs))
        if isinstance(item, Group):
            return item._replace(items=tuple(map(each, item.items)))
        if isinstance(item, Use):
            return item._replace(scene=replace(item.scene, items=tuple(map(each, item.scene.items))))
        return item

    marks = tuple(map(each, page.marks))
    assert done, f"{old!r} is not on the page"
    return replace(page, marks=marks)


def page_with(pages: Sequence[Sheet], text: str) -> int:
    def said(item: Item) -> str:
        if isinstance(item, Glyphs):
            return item.text + "\n"
        return "".join(map(said, item.items)) if isinstance(item, Group) else ""

    return next(number for number, page in enumerate(pages) if text in "".join(map(said, page.marks)))


def found(report: PdfReport) -> list[tuple[str, int]]:
    return [(finding.code, finding.page) for finding in report.findings]


@pytest.mark.parametrize("options", [(), ("influence=1.5",), ("court=K10", "influence=3")])
def test_every_digit_of_a_sound_book_is_proved(tmp_path: Path, options: tuple[str, ...]) -> None:
    report = report_of(tmp_path, sheets(*options))
    assert report.findings == ()
    assert (report.kit, report.size, report.faces) == ("youscout", "booklet", len(sheets(*options)))
    assert report.figures > 1000


@pytest.mark.parametrize(
    ("where", "old", "new"),
    [
        ("High Priestess\n", "7/3", "7/5"),
        ("Creative Heaven", "64", "46"),
        ("First game", " = 18 > ", " = 81 > "),
        ("Turn", "14 = 24", "14 = 42"),
        (
            "The eight numbers",
            "0\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}3",
            "0\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}5",
        ),
    ],
)
def test_a_changed_digit_is_found(tmp_path: Path, where: str, old: str, new: str) -> None:
    pages = list(sheets())
    at = page_with(pages, old if where in ("First game", "Turn") else where)
    pages[at] = changed(pages[at], old, new)
    report = report_of(tmp_path, pages)
    assert found(report) == [("figure", at + 1)]
    assert "".join(new.split()) in report.findings[0].found


def test_a_digit_covered_up_is_found(tmp_path: Path) -> None:
    pages = list(sheets())
    at = page_with(pages, "High Priestess")
    finding = report_of(tmp_path, [*pages[:at], changed(pages[at], "7/3", "7/5"), *pages[at + 1 :]]).findings[
        0
    ]
    assert finding.rect is not None
    patch = Drawn(rectangle(finding.rect.grown(0.1)), PAPER)
    pages[at] = replace(pages[at], marks=(*pages[at].marks, patch))
    assert found(report_of(tmp_path, pages)) == [("hidden", at + 1)]


def test_a_page_left_out_put_in_twice_or_written_on_is_found(tmp_path: Path) -> None:
    pages = sheets()
    assert found(report_of(tmp_path, [*pages[:-3], pages[-1]])) == [("page-missing", 0)] * 2
    assert found(report_of(tmp_path, [*pages, pages[4]])) == [("page-doubled", 0)]
    at = page_with(pages, "High Priestess")
    more = Group((pages[at].marks[0],), Affine.translation(3.0, -16.0))
    written = replace(pages[at], marks=(*pages[at].marks, more))
    report = report_of(tmp_path, [*pages[:at], written, *pages[at + 1 :]])
    assert {code for code, _ in found(report)} == {"extra"}


def test_a_book_that_says_other_options_than_it_was_made_for_is_reported(tmp_path: Path) -> None:
    usual, other = sheets(), sheets("influence=3")
    at = page_with(usual, "8 + Cups")
    mixed = replace(usual[at], marks=other[at].marks)
    report = report_of(tmp_path, [*usual[:at], mixed, *usual[at + 1 :]])
    assert {code for code, _ in found(report)} <= {"figure", "text", "hidden", "extra"}
    assert report.findings


def test_a_label_nobody_can_make_is_one_finding(tmp_path: Path) -> None:
    pages = [changed(sheets()[-1], "1.0 en", "1.0 fr")]
    assert found(report_of(tmp_path, pages)) == [("book-unknown", 0)]
