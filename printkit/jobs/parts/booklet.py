"""The rule book: a file to read and one to print and fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.compose.books.book import Book, BookLook, Picture, Pictures, compose_book
from printkit.compose.books.notes import game_pages
from printkit.compose.books.opening import find_openings
from printkit.compose.text.languages import foreign_words
from printkit.compose.youscout.rule_book_pictures import BookPen
from printkit.geometry import Size
from printkit.jobs.build.bound_book import BoundBook, book_cover, book_documents, find_papers, first_back
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.reader_page import ReaderPictures, with_facts
from printkit.jobs.play.play_book import PlayedBook, play_book

__all__ = ["bound_book", "documents", "pictures_of"]

# A chapter begins a new page where more than this of the page before is full.
CHAPTER_STARTS = 0.66
PART = "booklet"


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language the book page by page, and two pages a sheet side in the order they are folded."""
    papers = find_papers(job, name)
    for language in job.languages:
        yield from book_documents(job, papers, bound_book(job, language, papers.page))


def bound_book(job: Job, language: str, page: Size) -> BoundBook:
    """The book in one language for pages of that size, its turns played under the options requested."""
    return job.scenes.once((PART, language, page), lambda: _bound_book(job, language, page))


def _bound_book(job: Job, language: str, page: Size) -> BoundBook:
    played = play_book(job.kit, job.request.options)
    return BoundBook(PART, language, _compose(job, played, language, page), played.booklet.caliper)


def pictures_of(job: Job, played: PlayedBook, language: str) -> Pictures:
    """What draws the pictures of the book's text."""
    draw, booklet = _pen(job, language), played.booklet
    reader = ReaderPictures(job, language)

    def pictures(name: str, width: float) -> Sequence[Picture]:
        if name == "numbers":
            return draw.numbers(width)
        if name == "hexagrams":
            return draw.hexagrams(width)
        if name == "first-game":
            return draw.game(played.steps, booklet.shown, width)
        if name in ("table", "ways"):
            placed = next(step for step in played.steps if step.facts["token"])
            return (draw.table if name == "table" else draw.ways)(placed, width)
        if reader.draws(name):
            return reader.picture(name, width)
        return draw.turn(booklet.figure(name), played.turns[name], width)

    return pictures


def _pen(job: Job, language: str) -> BookPen:
    return BookPen(job.kit, language, job.scenes.front, job.choices, first_back(job))


def _compose(job: Job, played: PlayedBook, language: str, page: Size) -> Book:
    kit, booklet = job.kit, played.booklet
    draw, pictures = _pen(job, language), pictures_of(job, played, language)
    languages = (language, *(other for other in kit.languages if other != language))
    title = [kit.text(code, "kit.title") for code in languages]
    cover = book_cover(job, PART, page)
    openings = find_openings(kit, PART, language, job.choices)
    look = BookLook(
        page, language, kit.fonts["display"], starts=CHAPTER_STARTS, openings=openings,
        foreign=foreign_words(kit, language),
    )  # fmt: skip
    blocks = with_facts(kit, language, booklet.texts[language])
    book = compose_book(blocks, look, title, draw.text("contents"), cover, pictures)
    columns = draw.text("games-columns").split("/")
    # Folded sheets have four pages each.
    notes = game_pages(look, len(book.pages), title[0], draw.text("games"), columns)
    return replace(book, pages=(*book.pages, *notes))
