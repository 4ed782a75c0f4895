"""The puzzle book, with every puzzle proved: a file to read and one to print and fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.compose.books.book import Book, BookLook, BookPage, compose_book
from printkit.compose.books.page_blocks import Bookmark, Picture
from printkit.compose.text.languages import foreign_words
from printkit.compose.youscout.puzzle_pages import OpenGame, PuzzlePages
from printkit.geometry import Size
from printkit.jobs.build.bound_book import BoundBook, book_cover, book_documents, find_papers
from printkit.jobs.build.part import Document, Job
from printkit.jobs.check.prove_problems import prove_puzzles
from printkit.kit.booklet import PuzzleBook

__all__ = ["bound_book", "documents"]

PART = "puzzles"


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language the book page by page, and two pages a sheet side in the order they are folded."""
    papers = find_papers(job, name)
    proved = prove_puzzles(job.kit)
    for language in job.languages:
        yield from book_documents(job, papers, _bound_book(job, *proved, language, papers.page))


def bound_book(job: Job, language: str, page: Size) -> BoundBook:
    """The book in one language for pages of that size, its puzzles proved."""
    return _bound_book(job, *prove_puzzles(job.kit), language, page)


def _bound_book(
    job: Job, book: PuzzleBook, games: Sequence[OpenGame], language: str, page: Size
) -> BoundBook:
    composed = job.scenes.once((PART, language, page), lambda: _compose(job, book, games, language, page))
    return BoundBook(PART, language, composed, book.caliper)


def _compose(job: Job, puzzles: PuzzleBook, games: Sequence[OpenGame], language: str, page: Size) -> Book:
    """Cover, how to solve them, a puzzle a page, hints, room for notes, and the solutions upside down at the back."""
    kit = job.kit
    look = BookLook(page, language, kit.fonts["display"], foreign=foreign_words(kit, language))
    setter = PuzzlePages(kit, look, job.scenes.front, job.choices)
    title = setter.text("title")
    cover = book_cover(job, PART, page)
    others = [kit.text(code, "puzzles.title") for code in kit.languages if code != language]

    def pictures(name: str, width: float) -> Sequence[Picture]:
        # The first puzzle whose game uses all the numbers of a card shows the most.
        most = max(games, key=lambda game: (sum(map(len, game.numbers)), -game.number))
        return (setter.sample(most, width),)

    front = compose_book(puzzles.texts[language], look, [title, *others], "", cover, pictures)
    pages, marks = [*front.pages], [*front.bookmarks]
    for game in games:
        drawn, mark = setter.page(len(pages) + 1, game, title)
        pages.append(drawn)
        marks.append(mark)
    pages.append(setter.hints(len(pages) + 1, games, title))
    marks.append(Bookmark(1, setter.text("hints"), "hints"))
    pages += _back_matter(setter, len(pages), games, title)
    _, mark = setter.solutions(1, games, title)
    return Book(tuple(pages), (*marks, mark))


def _back_matter(
    setter: PuzzlePages, before: int, games: Sequence[OpenGame], title: str
) -> Iterator[BookPage]:
    """Pages for notes, so that the solutions fill the last leaves of a book folded from whole sheets."""
    count = len(setter.solutions(1, games, title)[0])
    number = before + 1
    while (number - 1 + count) % 4:
        yield setter.notes(number, title)
        number += 1
    yield from setter.solutions(number, games, title)[0]
