"""A book on paper: a file to read and one to print, fold and staple."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, pairwise
from typing import Literal, NamedTuple

from printkit.compose.books.book import Book, BookPage, Picture
from printkit.compose.books.cover import BLEED, compose_cover, cover_picture
from printkit.compose.books.furniture import print_check, print_check_places
from printkit.compose.books.page_blocks import Node
from printkit.compose.pieces.front_cover import compose_front_cover
from printkit.compose.pieces.sign_window import sign_band
from printkit.compose.pieces.sticks import lying_items
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.jobs.build.part import (
    USUAL_PAPER,
    Document,
    Job,
    check_words,
    chosen_pages,
    document_info,
    file_name,
    labelled_with,
    on_paper,
    print_hints,
    reprint,
    sheet_words,
    stated_options,
)
from printkit.kit.model import Kit
from printkit.scene.model import Item, Scene
from printkit.sheets.booklet import BookletSpec, saddle_stitch
from printkit.sheets.marks import ruler
from printkit.sheets.model import Anchor, FaceKey, Sheet, SheetLink, Tag, find_paper

__all__ = [
    "A5",
    "BoundBook",
    "Papers",
    "book_cover",
    "book_documents",
    "check_scene",
    "find_papers",
    "first_back",
    "is_accessible",
    "page_on",
    "reading_sheets",
    "table_bar",
    "title_emblem",
]

A5 = Size(148.0, 210.0)
LEAST = Size(130.0, 190.0)
# What a page has that is no part of the book, beside the elements of its parts, which count from 1.
APART = ("Sect", 0)
HEADINGS = ("H1", "H2", "H3")
# How wide a back stands on a cover.
COVER = 78.0


class Papers(NamedTuple):
    """The paper's name, its size lying, and a page: A5 where it fits twice, else half the paper."""

    name: str
    paper: Size
    page: Size


@dataclass(frozen=True, slots=True)
class BoundBook:
    """A book in one language: the part it is, its pages, and how thick a sheet of its paper is in mm.

    `files` lie inside the PDFs and beside them: names and contents.
    """

    part: str
    language: str
    book: Book
    caliper: float
    files: tuple[tuple[str, bytes], ...] = ()
    pocket: Size | None = None


def find_papers(job: Job, name: str) -> Papers:
    """What the book is printed on; a paper too small for two pages is refused where this part was requested."""
    wanted, paper = on_paper(job, name, find_paper)
    if wanted == "a5":
        wanted, paper = USUAL_PAPER, find_paper(USUAL_PAPER)
    lying = Size(max(paper), min(paper))
    page = page_on(lying)
    if page.width < LEAST.width or page.height < LEAST.height:
        if name in job.request.only:
            raise InputError(
                f"{wanted} ({paper}) is too small for two pages", key="--paper", hint="choose a4 or letter"
            )
        wanted, lying, page = USUAL_PAPER, Size(297.0, 210.0), A5
    return Papers(wanted, lying, page)


def page_on(paper: Size) -> Size:
    """A page of the book printed on paper of that size: the paper itself standing, else A5 or half of it; mm."""
    paper = Size(round(paper.width, 1), round(paper.height, 1))
    if paper.width < paper.height:
        return paper
    fits = paper.width >= 2 * A5.width and paper.height >= A5.height
    return A5 if fits else Size(paper.width / 2, paper.height)


def is_accessible(book: Book) -> bool:
    """Whether the texts leave nothing to wish for PDF/UA-1: no level of headings is skipped, all pictures have words.

    Everything else that the standard asks of a structure is always there.
    """
    stated: dict[Node, str] = {}
    for part in (part for page in book.pages for part in page.parts if part.path):
        stated[part.path] = stated.get(part.path, "") + part.words
    levels = [0, *(int(path[-1][0][1:]) for path in stated if path[-1][0] in HEADINGS)]
    pictured = all(words for path, words in stated.items() if path[-1][0] == "Figure")
    return pictured and all(level <= before + 1 for before, level in pairwise(levels))


def _title(job: Job, bound: BoundBook) -> str:
    """What its sheets are called: with the language, and the options of the game it was made for."""
    options = stated_options(job)
    if job.choices.size != job.kit.default_size:
        options.append(f"card={job.choices.size}")
    made_for = f" · {', '.join(options)}" if options else ""
    return f"{job.kit.id} {bound.part} {job.kit.version} {bound.language}{made_for}{reprint(job)}"


def book_documents(job: Job, papers: Papers, bound: BoundBook) -> Iterator[Document]:
    """The book page by page, and two pages a sheet side in the order they are folded.

    Pages that are read have no ruler and no label: where sheets have nothing that is cut off, a last one has both.
    """
    part, language, book = bound.part, bound.language, bound.book
    info = replace(document_info(job, part, language=language), files=bound.files)
    outline = tuple((mark.level, mark.words, mark.anchor) for mark in book.bookmarks)
    facts = {"paper": papers.name, "press": "home", "ink": job.choices.ink, "language": language}
    yield Document(
        name=file_name(job, part, language=language, card=False, paper=papers.name),
        sheets=_checked(
            job,
            bound,
            _linked(chosen_pages(reading_sheets(bound, papers.page), job.request.pages)),
            papers.page,
        ),
        faces=job.scenes,
        info=replace(
            info,
            duplex=None,
            outline=() if job.request.pages else outline,
            accessible=not job.request.pages and is_accessible(book),
        ),
        facts={"use": "screen", **facts},
    )
    yield Document(
        name=file_name(job, f"{part}-{language}-print", card=False, paper=papers.name),
        sheets=_checked(
            job, bound, chosen_pages(_imposed(job, bound, papers), job.request.pages), papers.paper
        ),
        faces=lambda key: _face(book, key, papers.page),
        info=replace(info, duplex=_duplex(job)),
        facts={"use": "bound", **facts},
    )


def first_back(job: Job) -> Scene | None:
    """The back of the first cards that have one."""
    first = next((card for card in job.kit.cards if card.back), None)
    return job.scenes(FaceKey(first.id, "back")) if first else None


def book_cover(job: Job, part: str, page: Size) -> BookPage | Picture | None:
    """The cover the kit states for a book; without one that of its box, or the deck's back in a frame."""
    if part in job.kit.covers:
        return compose_cover(job.kit, part, page, job.choices)
    front = compose_front_cover(job.kit, part, page, job.choices)
    if front is not None:
        return front
    back = first_back(job)
    return cover_picture(back, COVER) if back is not None else None


def table_bar(job: Job) -> Callable[[Rect], Iterator[Item]] | None:
    """What draws the bars of tables: sticks, where the kit has them."""
    return partial(lying_items, job.kit, low=job.choices.ink == "low") if job.kit.sticks else None


def title_emblem(job: Job) -> partial[Iterator[Item]] | None:
    """What draws the end of a title's band: the sign of the kit's box, or some of its cards, in a current of air.

    None for a kit without either.
    """
    if not job.kit.cards and not (job.kit.box and job.kit.box.glyph):
        return None
    return partial(sign_band, job.kit, job.scenes.front, low=job.choices.ink == "low")


def _duplex(job: Job) -> Literal["short", "long"]:
    return "long" if job.request.duplex == "long" else "short"


def reading_sheets(bound: BoundBook, size: Size) -> Iterator[Sheet]:
    """One page a sheet, tagged."""
    for page in bound.book.pages:
        yield Sheet(
            page.number,
            "front",
            size,
            marks=(*(item for part in page.parts for item in part.items), *page.furniture),
            tags=tuple(Tag(part.path, len(part.items), part.words, part.language) for part in page.parts),
            links=tuple(SheetLink(link.box, link.link, link.path, link.words) for link in page.links),
            anchors=tuple(Anchor(*anchor) for anchor in page.anchors),
        )


def check_scene(kit: Kit, size: Size) -> Scene:
    """What the print-check page says, without its ruler and label; mm."""
    heading, *sentences = (tuple(words.values()) for words in check_words(kit.languages))
    items = print_check(size, heading, [line for lines in sentences for line in lines])
    return Scene("print-check", size.width, size.height, 0.0, items)


def _check_tags(kit: Kit) -> Iterator[Tag]:
    """What the items of that page are to a reader: a heading in several languages, and a paragraph a sentence."""
    heading, *sentences = check_words(kit.languages)
    number = count(1)
    top = next(number)
    for language in heading:
        yield Tag((APART, ("P", top), ("Span", next(number))), 1, language=language)
    for language in (each for words in sentences for each in words):
        yield Tag((APART, ("P", next(number))), 1, language=language)


def _checked(job: Job, bound: BoundBook, sheets: Iterable[Sheet], size: Size) -> list[Sheet]:
    """The sheets, with a page to check how the file is printed where none of them has a ruler."""
    made = list(sheets)
    if any(sheet.ruler for sheet in made):
        return made
    line, words = print_check_places(size)
    marks = (*check_scene(job.kit, size).items, ruler(line))
    tags = tuple(_check_tags(job.kit)) if any(sheet.tags for sheet in made) else ()
    sheet = Sheet(len(made) + 1, "front", size, marks=marks, ruler=line, furniture=words, tags=tags)
    label = f"{_title(job, bound)} · {len(made) + 1}/{len(made) + 1}"
    return [*made, labelled_with(sheet, (label,))]


def _linked(sheets: Iterable[Sheet]) -> list[Sheet]:
    """The sheets without links to places that are on none of them."""
    kept = list(sheets)
    there = {f"#{anchor.name}" for sheet in kept for anchor in sheet.anchors}

    def leads(link: SheetLink) -> bool:
        return not link.target.startswith("#") or link.target in there

    return [replace(sheet, links=tuple(filter(leads, sheet.links))) for sheet in kept]


def _imposed(job: Job, bound: BoundBook, papers: Papers) -> Iterator[Sheet]:
    spec = BookletSpec(papers.paper, papers.page, bound.caliper, _duplex(job), bound.pocket)
    keys = [FaceKey(f"page-{one.number}", "front") for one in bound.book.pages]
    sheets = saddle_stitch(keys, spec)
    title = _title(job, bound)
    edge = sheet_words(spec.duplex, job.kit.languages)
    ordered = sheets
    if job.request.duplex == "fronts-then-backs":
        ordered = tuple(s for s in sheets if s.side == "front") + tuple(s for s in sheets if s.side == "back")
    for sheet in ordered:
        words = f"{title} · {sheet.number}/{len(sheets) // 2} {sheet.side}"
        yield labelled_with(sheet, (words, edge, *print_hints(job.kit.languages)))


def _face(book: Book, key: FaceKey, size: Size) -> Scene:
    """One page as a drawing, to be laid beside another."""
    page: BookPage = book.pages[int(key.card.removeprefix("page-")) - 1]
    items = (*(item for part in page.parts for item in part.items), *page.furniture)
    return Scene(key.card, size.width, size.height, BLEED, items)
