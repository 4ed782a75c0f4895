"""The rule book on paper: a kit's texts and games come in, a book to read and one to print and fold go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from printkit.errors import InputError
from printkit.geometry import Size
from printkit.jobs.part import (
    PRINT_HINTS,
    USUAL_PAPER,
    Document,
    Job,
    chosen_pages,
    document_info,
    file_name,
    labelled_with,
)
from printkit.kit.model import Kit
from printkit.scene.model import Scene
from printkit.sheets.model import Anchor, FaceKey, Sheet, SheetLink, Tag
from printkit.sheets.papers import find_paper

if TYPE_CHECKING:
    from printkit.compose.book import Book, BookPage, Picture
    from printkit.jobs.booklet import PlayedBook

__all__ = ["ORDER", "documents", "has_booklet", "names"]

ORDER = 70
PART = "booklet"
# Looked for here, so that nobody pays for reading a book he does not build.
BOOKLET_FILE = "booklet.toml"
A5 = Size(148.0, 210.0)
COVER = 78.0


def names(kit: Kit) -> tuple[str, ...]:
    """A kit with a booklet.toml has a rule book."""
    return (PART,) if has_booklet(kit) else ()


def has_booklet(kit: Kit) -> bool:
    """Whether the kit has a rule book; nothing of it is read."""
    return (kit.folder / BOOKLET_FILE).is_file()


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language the book page by page, and two pages a sheet side in the order they are folded."""
    from printkit.jobs.booklet import play_book

    paper_name, paper, page = _papers(job, name)
    played = play_book(job.kit)
    for language in job.languages:
        book = _compose(job, played, language, page)
        info = document_info(job, PART, language=language)
        outline = tuple((mark.level, mark.words, mark.anchor) for mark in book.bookmarks)
        facts = {"paper": paper_name, "press": "home", "ink": job.choices.ink, "language": language}
        yield Document(
            name=file_name(job, PART, language=language, card=False, paper=paper_name),
            sheets=chosen_pages(_reading(job, book, page), job.request.pages),
            faces=job.scenes,
            info=replace(info, duplex=None, outline=() if job.request.pages else outline),
            facts=facts,
        )
        yield Document(
            name=file_name(job, f"{PART}-{language}-print", card=False, paper=paper_name),
            sheets=chosen_pages(_imposed(job, book, paper, page, played.booklet.caliper), job.request.pages),
            faces=lambda key, book=book: _face(book, key, page),  # type: ignore[misc]
            info=replace(info, duplex=_duplex(job)),
            facts=facts,
        )


def _papers(job: Job, name: str) -> tuple[str, Size, Size]:
    """The paper's name and size, lying, and a page: A5 where it fits twice, else half the paper."""
    wanted = job.request.paper.lower() or USUAL_PAPER
    try:
        paper = find_paper(wanted)
    except InputError:
        if name in job.request.only:
            raise
        wanted = USUAL_PAPER
        paper = find_paper(wanted)
    if wanted == "a5":
        wanted, paper = USUAL_PAPER, find_paper(USUAL_PAPER)
    lying = Size(max(paper), min(paper))
    page = (
        A5
        if lying.width >= 2 * A5.width and lying.height >= A5.height
        else Size(lying.width / 2, lying.height)
    )
    if page.width < 130 or page.height < 190:
        if name in job.request.only:
            raise InputError(
                f"{wanted} ({paper}) is too small for two pages", key="--paper", hint="choose a4 or letter"
            )
        wanted, lying, page = USUAL_PAPER, Size(297.0, 210.0), A5
    return wanted, lying, page


def _duplex(job: Job) -> Literal["short", "long"]:
    return "long" if job.request.duplex == "long" else "short"


def _compose(job: Job, played: PlayedBook, language: str, page: Size) -> Book:
    from printkit.compose.book import BookLook, compose_book
    from printkit.compose.booklet import Booklike, cover_picture

    kit = job.kit
    back = _back(job)
    draw = Booklike(kit, language, job.scenes.front, job.choices, back)
    booklet = played.booklet

    def pictures(name: str, width: float) -> Sequence[Picture]:
        if name == "numbers":
            return draw.numbers(width)
        if name == "hexagrams":
            return draw.hexagrams(width)
        if name == "first-game":
            return draw.game(played.steps, booklet.shown, width)
        if name == "table":
            placed = next(step for step in played.steps if step.facts["token"])
            return draw.table(placed, width)
        return draw.turn(booklet.figure(name), played.turns[name], width)

    languages = (language, *(other for other in kit.languages if other != language))
    title = [kit.text(code, "kit.title") for code in languages]
    cover = cover_picture(back, COVER) if back is not None else None
    look = BookLook(page, language, kit.fonts["display"])
    return compose_book(booklet.texts[language], look, title, draw.text("contents"), cover, pictures)


def _back(job: Job) -> Scene | None:
    """The back of the first cards that have one."""
    for component in job.kit.components:
        if component.back:
            return job.scenes(FaceKey(job.kit.cards_of(component.id)[0].id, "back"))
    return None


def _reading(job: Job, book: Book, size: Size) -> Iterator[Sheet]:
    """One page a sheet, tagged, with the ruler at its foot."""
    from printkit.sheets.booklet import page_ruler, page_words
    from printkit.sheets.marks import ruler

    title = f"{job.kit.id} {PART} {job.kit.version}"

    for page in book.pages:
        tags = tuple(Tag(part.path, len(part.items), part.words) for part in page.parts)
        marks = tuple(item for part in page.parts for item in part.items)
        line = page_ruler(size)
        sheet = Sheet(
            page.number,
            "front",
            size,
            marks=(*marks, *page.furniture, ruler(line)),
            ruler=line,
            furniture=page_words(size),
            tags=tags,
            links=tuple(SheetLink(link.box, link.link) for link in page.links),
            anchors=tuple(Anchor(*anchor) for anchor in page.anchors),
        )
        yield labelled_with(sheet, (f"{title} · {page.number}/{len(book.pages)}", *PRINT_HINTS))


def _imposed(job: Job, book: Book, paper: Size, page: Size, caliper: float) -> Iterator[Sheet]:
    from printkit.sheets.booklet import BookletSpec, saddle_stitch

    spec = BookletSpec(paper, page, caliper, _duplex(job))
    keys = [FaceKey(f"page-{one.number}", "front") for one in book.pages]
    sheets = saddle_stitch(keys, spec)
    title = f"{job.kit.id} {PART} {job.kit.version}"
    edge = {"long": "両面 長辺 flip on long edge", "short": "両面 短辺 flip on short edge"}[spec.duplex]
    ordered = sheets
    if job.request.duplex == "fronts-then-backs":
        ordered = tuple(s for s in sheets if s.side == "front") + tuple(s for s in sheets if s.side == "back")
    for sheet in ordered:
        words = f"{title} · {sheet.number}/{len(sheets) // 2} {sheet.side}"
        yield labelled_with(sheet, (words, edge, *PRINT_HINTS))


def _face(book: Book, key: FaceKey, size: Size) -> Scene:
    """One page as a drawing, to be laid beside another."""
    page: BookPage = book.pages[int(key.card.removeprefix("page-")) - 1]
    items = (*(item for part in page.parts for item in part.items), *page.furniture)
    return Scene(key.card, size.width, size.height, 0.0, items)
