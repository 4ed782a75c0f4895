"""The rule leaflet: pages to read and a sheet to print and fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import chain

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.diagrams import Diagrams
from printkit.compose.books.book import (
    BookLook,
    Draft,
    Picture,
    Pictures,
    chapter_bars,
    draft_book,
    foreign_words,
    set_text,
)
from printkit.compose.books.card_list import CardList, card_list
from printkit.compose.books.notes import LEAF
from printkit.compose.books.opening import find_openings
from printkit.compose.faces.card_order import card_order
from printkit.compose.pieces.fans import chapter_fans
from printkit.compose.pieces.sticks import cast_picture, cups_picture
from printkit.geometry import Size
from printkit.jobs.build.bound_book import BoundBook, book_documents, find_papers, title_emblem
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.reader_page import ReaderPictures, with_facts
from printkit.kit.leaflets import CARD_PICTURES, CAST, CUPS, load_leaflet
from printkit.kit.markdown import Heading

__all__ = ["bound_book", "documents", "pictures_of"]

PART = "leaflet"
# One sheet folded once lies flat: nothing creeps.
CALIPER = 0.0
# Its pages are fuller than a book's, and its list of cards stands on a page of its own.
SIDE, TOP, BOTTOM = 12.0, 18.0, 17.0
# The text is as large as lets each page begin with a chapter, or each chapter fill spreads, where that takes no more
# sheets; else chapters run on and it is as large as the fewest sheets hold, but none of the smallest. Em in mm.
BODIES, SMALLEST = (3.0, 2.9, 2.8, 2.7, 2.6, 2.5, 2.4), 2
# What more may lie between paragraphs and pictures of a page that is not full, mm.
LOOSE = 5.0


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language page by page, and as a sheet to fold."""
    papers = find_papers(job, name)
    for language in job.languages:
        yield from book_documents(job, papers, bound_book(job, language, papers.page))


def pictures_of(job: Job, language: str) -> Pictures:
    """What draws the pictures of the leaflet's text."""
    kit = job.kit
    sheet = CardList(kit, language, job.scenes.front, job.choices)
    reader = ReaderPictures(job, language)

    def pictures(name: str, width: float) -> Sequence[Picture]:
        if name == CAST:
            return (cast_picture(kit, job.choices, width),)
        if name == CUPS:
            counts = (facts_of(board.game, job.choices).counters.get("cup", 0) for board in kit.boards)
            return (cups_picture(job.choices, max(counts, default=0), width),)
        if reader.draws(name):
            return reader.picture(name, width)
        if name not in CARD_PICTURES:
            board = kit.board(name.removeprefix("board-"))
            facts = facts_of(board.game, job.choices)
            return (Diagrams(kit, language, board, facts, job.choices).empty(width),)
        return (card_order if name == "order" else card_list)(sheet, width)

    return pictures


def bound_book(job: Job, language: str, page: Size) -> BoundBook:
    """The leaflet in one language, composed for a page of that size."""
    return job.scenes.once((PART, language, page), lambda: _bound_book(job, language, page))


def _bound_book(job: Job, language: str, page: Size) -> BoundBook:
    kit, pictures = job.kit, pictures_of(job, language)
    languages = (language, *(other for other in kit.languages if other != language))
    title = [kit.text(code, "kit.title") for code in languages]
    display = kit.fonts["display"]
    openings = find_openings(kit, PART, language, job.choices)
    blocks = with_facts(kit, language, load_leaflet(kit)[language])
    chapters = {block.anchor for block in blocks if isinstance(block, Heading) and block.level == 1}
    look = BookLook(
        page, language, display, inner=SIDE, outer=SIDE, top=TOP, bottom=BOTTOM,
        openings=openings, bars={} if openings else chapter_bars(blocks, language), emblem=title_emblem(job),
        fans=chapter_fans(kit, chapters, low=job.choices.ink == "low"),
        low=job.choices.ink == "low", foreign=foreign_words(kit, language), loose=LOOSE,
    )  # fmt: skip
    drawn = cache(pictures)
    texts = (set_text(blocks, replace(look, body=em), drawn) for em in BODIES)
    first = next(texts)
    lone = len(chapters) == 1 or _unbroken(draft_book(first, title), chapters)
    made = [first] if lone else [first, *texts]
    drafts = [draft_book(text, title) for text in made]
    fewest = min(drafts[:-SMALLEST] or drafts, key=_sheets)
    whole = (each for each in drafts if _unbroken(each, chapters) and _sheets(each) <= _sheets(fewest))
    apart = (draft_book(text, title, starts=0.0) for text in made[:-1])
    spreads = (each for each in apart if _on_spreads(each, chapters) and _sheets(each) <= _sheets(fewest))
    chosen = next(chain(whole, spreads), fewest)
    return BoundBook(PART, language, chosen.finished(), CALIPER, pocket=_pocket(job))


def _sheets(draft: Draft) -> int:
    """How many sheets, folded once, it takes."""
    return -(-len(draft.pages) // LEAF)


def _unbroken(draft: Draft, chapters: Set[str]) -> bool:
    """Whether every page begins with a chapter."""
    return all(page[0].anchor in chapters for page in draft.pages)


def _on_spreads(draft: Draft, chapters: Set[str]) -> bool:
    """Whether each chapter but the first begins a page on the left."""
    begun = {page[0].anchor: number for number, page in enumerate(draft.pages, 1)}
    return all(begun.get(each, 1) % 2 == 0 for each in chapters if begun.get(each) != 1)


def _pocket(job: Job) -> Size | None:
    """What the leaflet is folded on to fit into: the inside of the box, or its cards; None without a box."""
    box, size = job.kit.box, job.kit.size(job.choices.size)
    if box is None:
        return None
    return Size(*box.inside[:2]) if box.inside else Size(size.width, size.height)
