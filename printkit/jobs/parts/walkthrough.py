"""The walkthrough of replayed games: a file to read and one to print and fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from printkit.compose.board_tale import BoardTeller
from printkit.compose.book import Book, BookLook, Picture, compose_book
from printkit.compose.booklet import cover_picture
from printkit.compose.plain_tale import PlainTeller
from printkit.compose.tale import TaleTeller, ToldPlay
from printkit.compose.walkthrough import SampleGame, Walker
from printkit.geometry import Size
from printkit.jobs.part import Document, Job
from printkit.jobs.volume import Volume, find_papers, first_back, volume_documents
from printkit.jobs.walkthrough import Told, told_of
from printkit.kit.gamebook import SAMPLE, WalkthroughBook, load_walkthrough_book
from printkit.kit.markdown import Block, Figure, Heading, Paragraph, Run
from printkit.scene.model import Scene

__all__ = ["documents", "volume"]

PART = "walkthrough"
# Looked for here, so that a book that is not built is not read.
COVER = 78.0

TELLERS: tuple[tuple[Callable[[ToldPlay], bool], type[TaleTeller]], ...] = (
    (lambda sample: sample.is_plain, PlainTeller),
    (lambda sample: sample.shares_board, BoardTeller),
    (lambda sample: True, TaleTeller),
)
"""What draws plays of which kind; the first that fits."""


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language the book page by page, and two pages a sheet side in the order they are folded."""
    papers = find_papers(job, name)
    told = told_of(job.kit, job.request)
    for language in job.languages:
        yield from volume_documents(job, papers, _volume(job, told, language, papers.page))


def volume(job: Job, language: str, page: Size) -> Volume:
    """The book in one language for pages of that size, its records replayed."""
    return _volume(job, told_of(job.kit, job.request), language, page)


def _volume(job: Job, told: Sequence[Told], language: str, page: Size) -> Volume:
    book = load_walkthrough_book(job.kit)
    files = tuple((each.file, each.text.encode()) for each in told)
    return Volume(PART, language, _compose(job, book, told, language, page), book.caliper, files)


def _compose(job: Job, walkthrough: WalkthroughBook, told: Sequence[Told], language: str, page: Size) -> Book:
    """Cover, contents, how to read it, and a chapter a game."""
    kit = job.kit
    back = first_back(job)
    tellers = {each.sample.game: _teller(job, each.sample, language, back) for each in told}
    samples = {f"game-{each.sample.number}": each.sample for each in told}
    alone = [each for each in samples.values() if isinstance(each, SampleGame)]

    def pictures(name: str, width: float) -> Sequence[Picture]:
        if name == SAMPLE:
            return (tellers[alone[0].game].sample(alone, width),)
        sample = samples[name]
        drawn: Sequence[Picture] = tellers[sample.game].pictures(sample, width)
        return drawn

    blocks = [
        each
        for each in walkthrough.texts[language]
        if not (isinstance(each, Figure) and each.name == SAMPLE and not any(game.choices for game in alone))
    ]
    for name, sample in samples.items():
        blocks += _chapter(tellers[sample.game], name, sample)
    title = [
        kit.text(code, "walkthrough.title")
        for code in (language, *(c for c in kit.languages if c != language))
    ]
    contents = kit.texts[language].get("booklet.contents", "")
    cover = cover_picture(back, COVER) if back is not None else None
    look = BookLook(page, language, kit.fonts["display"], starts=0.0)
    return compose_book(blocks, look, title, contents, cover, pictures)


def _teller(job: Job, sample: SampleGame | ToldPlay, language: str, back: Scene | None) -> Any:
    """What draws such a game; it takes the sample and gives pictures."""
    teller: type[TaleTeller | Walker] = Walker
    if isinstance(sample, ToldPlay):
        teller = next(made for fits, made in TELLERS if fits(sample))
    return teller(job.kit, language, job.scenes.front, job.choices, back)


def _chapter(teller: Any, name: str, sample: SampleGame | ToldPlay) -> tuple[Block, ...]:
    """A heading, what was agreed, and the game's pictures."""
    words = teller.heading(sample)
    facts = [f"{teller.word('deal')} {sample.code}"] if sample.code else []
    facts += map(teller.agreed, sample.options)
    heading = Heading(1, (Run(words),), name, 0)
    agreed = [Paragraph("", (Run(" · ".join(facts)),), 0)] if facts else []
    return heading, *agreed, Figure(name, (), 0)
