"""The walkthrough of replayed games: a file to read and one to print and fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from printkit.compose.books.book import Book, BookLook, Picture, SetText, draft_book, set_text
from printkit.compose.books.page_blocks import smaller
from printkit.compose.pieces.fans import chapter_fans
from printkit.compose.pieces.thrown_sticks import thrown_picture
from printkit.compose.text.languages import foreign_words
from printkit.compose.walkthrough.narration import NarratedGame, NarrationPen
from printkit.compose.youscout.sample_games import SampleGame, SamplePen
from printkit.errors import InputError
from printkit.geometry import Size
from printkit.jobs.build.bound_book import BoundBook, book_cover, book_documents, find_papers, first_back
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.walkthrough_games import Chapter, chapters_of
from printkit.kit.booklet import DECK, SAMPLE, THROWN, WalkthroughBook, load_walkthrough_book
from printkit.kit.markdown import Block, Figure, Heading, Paragraph, Run
from printkit.scene.model import Scene

__all__ = ["bound_book", "documents"]

PART = "walkthrough"
# How full a page may be on which a game begins; what more may lie between pictures, of hands and of others, mm; the
# foot of a page, whose pictures need the height.
STARTS, LOOSE, FOOT = 0.02, (14.0, 9.0), (10.0, 12.0)


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language the book page by page, and two pages a sheet side in the order they are folded."""
    papers = find_papers(job, name)
    chapters = chapters_of(job.kit, job.request)
    for language in job.languages:
        yield from book_documents(job, papers, _bound_book(job, chapters, language, papers.page))


def bound_book(job: Job, language: str, page: Size) -> BoundBook:
    """The book in one language for pages of that size, its records replayed."""
    return _bound_book(job, chapters_of(job.kit, job.request), language, page)


def _bound_book(job: Job, chapters: Sequence[Chapter], language: str, page: Size) -> BoundBook:
    book = load_walkthrough_book(job.kit)
    files = tuple((each.file, each.text.encode()) for each in chapters)
    composed = job.scenes.once(
        (PART, language, page, files), lambda: _compose(job, book, chapters, language, page)
    )
    return BoundBook(PART, language, composed, book.caliper, files)


def _compose(
    job: Job, walkthrough: WalkthroughBook, chapters: Sequence[Chapter], language: str, page: Size
) -> Book:
    """Cover, contents, how to read it, and a chapter a game."""
    kit, back = job.kit, first_back(job)
    pens = {each.sample.game: _pen(job, each.sample, language, back) for each in chapters}
    samples = {f"game-{each.sample.number}": each.sample for each in chapters}
    alone = [each for each in samples.values() if isinstance(each, SampleGame)]

    def pictures(name: str, width: float) -> Sequence[Picture]:
        if name == SAMPLE:
            return (pens[alone[0].game].sample(alone, width),)
        if name == DECK:
            written = (pen for pen in pens.values() if isinstance(pen, NarrationPen))
            pen = next((pen for pen in written if pen.tables.zones.written), None)
            if pen is None:
                hint = "only where cards are written on a table"
                raise InputError(f"there is no picture {DECK!r}", file=f"{PART}.{language}.md", hint=hint)
            return (pen.deck(width),)
        if name == THROWN:
            if kit.sticks is None:
                hint = "only where a kit has sticks"
                raise InputError(f"there is no picture {THROWN!r}", file=f"{PART}.{language}.md", hint=hint)
            return (thrown_picture(kit, kit.sticks, job.choices, width),)
        sample = samples[name]
        drawn: Sequence[Picture] = pens[sample.game].pictures(sample, width)
        return drawn

    blocks = [
        each
        for each in walkthrough.texts[language]
        if not (isinstance(each, Figure) and each.name == SAMPLE and not any(game.choices for game in alone))
    ]
    for name, sample in samples.items():
        blocks += _chapter(pens[sample.game], name, sample)
    title = [
        kit.text(code, "walkthrough.title")
        for code in (language, *(c for c in kit.languages if c != language))
    ]
    texts = kit.texts[language]
    contents = texts.get("walkthrough.contents", texts.get("booklet.contents", ""))
    cover = book_cover(job, PART, page)
    look = BookLook(page, language, kit.fonts["display"], foreign=foreign_words(kit, language))
    narrated = {
        name: (pens[game.game], game) for name, game in samples.items() if isinstance(game, NarratedGame)
    }
    of_hands = any(pen.is_of_hands(game) for pen, game in narrated.values())
    races = any(pen.of_races for pen, _ in narrated.values())
    low = job.choices.ink == "low"
    bars = {name: (pen.heading(game), pen.other_name(game)) for name, (pen, game) in narrated.items()}
    if of_hands or (races and len(narrated) > 1):
        shown = chapter_fans(kit, kit.games, low=low)
        fans = {name: shown[game.game] for name, (_, game) in narrated.items() if game.game in shown}
        look = replace(look, starts=STARTS, bars=bars, fans=fans, low=low)
    elif races and all(game.alone for _, game in narrated.values()):
        look = replace(look, bars=bars, low=low)
    if races or of_hands:
        look = replace(look, bottom=FOOT[not of_hands], even=not of_hands, loose=LOOSE[not of_hands])
    text = _fitting(set_text(blocks, look, pictures), look)
    return draft_book(text, title, contents, cover).finished()


def _fitting(text: SetText, look: BookLook) -> SetText:
    """The text with what is higher than a page drawn smaller: games of many players have large tables."""
    box = look.text_box(1)
    return text._replace(page_blocks=smaller(text.page_blocks, box.height, box.width))


def _pen(job: Job, sample: SampleGame | NarratedGame, language: str, back: Scene | None) -> Any:
    """What draws such a game; it takes the sample and gives pictures."""
    pen = NarrationPen if isinstance(sample, NarratedGame) else SamplePen
    return pen(job.kit, language, job.scenes.front, job.choices, back)


def _chapter(pen: Any, name: str, sample: SampleGame | NarratedGame) -> tuple[Block, ...]:
    """A heading, what was agreed unless the first picture says it, and the game's pictures."""
    words = pen.heading(sample)
    facts = [f"{pen.word('deal')} {sample.code}"] if sample.code else []
    if not (isinstance(sample, NarratedGame) and pen.note(sample)):
        facts += map(pen.agreed, sample.options)
    heading = Heading(1, (Run(words),), name, 0)
    agreed = [Paragraph("", (Run(" · ".join(facts)),), 0)] if facts else []
    return heading, *agreed, Figure(name, (), 0)
