"""The leaflets of board games: pages to read and sheets to fold, with pictures the rules draw."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Any

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.board_turns import before_and_after
from printkit.compose.boards.diagrams import Diagrams
from printkit.compose.books.book import (
    BODY,
    BookLook,
    Draft,
    Picture,
    Pictures,
    chapter_bars,
    draft_book,
    foreign_words,
    set_text,
)
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.errors import InputError, WrongError
from printkit.games.find import find_narration, make_game, share_options
from printkit.games.game import Game
from printkit.games.record import record_of, replay
from printkit.geometry import Size
from printkit.jobs.build.bound_book import BoundBook, book_documents, find_papers, table_bar, title_emblem
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.reader_page import ReaderPictures, with_facts
from printkit.kit.leaflets import LEAFLETS, Example, Leaflet, leaflet_texts, load_leaflets, rule_leaflets
from printkit.kit.markdown import Block, Heading, plain_text
from printkit.kit.model import Kit

__all__ = ["bound_book", "documents", "pictures_of", "prove_examples"]

CALIPER = 0.1
SIDE, TOP, BOTTOM = 10.0, 16.5, 15.5
# The text is as large as the number of pages allows with the smallest diagrams of moves (em in mm), then these are as
# large as there is room, the largest with larger boards of turns. Boards grow to fill the pages.
SCALES = (2.0, 1.8, 1.6, 1.4, 1.3, 1.2, 1.1, 1.0, 0.9, 0.8)
# What more may lie between paragraphs and pictures of a page that is not full, mm.
LOOSE = 5.0
BODIES, MUCH = (BODY, 2.9, 2.8, 2.7, 2.6, 2.5), 1.4


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language page by page, and as sheets to fold."""
    papers = find_papers(job, name)
    # As `print_use` calls what is no rules.
    kind = {} if name in rule_leaflets(job.kit).values() else {"kind": "advice"}
    for language in job.languages:
        for document in book_documents(job, papers, _bound(job, name, language, papers.page)):
            yield replace(document, facts={**document.facts, **kind})


def bound_book(job: Job, language: str, page: Size) -> BoundBook:
    """The leaflet that was asked for, in one language, composed for a page of that size."""
    return _bound(job, job.request.only[0], language, page)


def _bound(job: Job, name: str, language: str, page: Size) -> BoundBook:
    return job.scenes.once((name, language, page), lambda: _composed(job, name, language, page))


def _composed(job: Job, name: str, language: str, page: Size) -> BoundBook:
    leaflet = next(each for each in load_leaflets(job.kit) if each.stem == name)

    @cache
    def fits(size: tuple[float, float]) -> Draft | None:
        draft = _draft(job, leaflet, language, page, *size)
        return draft if len(draft.pages) <= leaflet.pages else None

    def largest(body: float) -> tuple[float, Draft]:
        made = ((scale, fits((scale, body))) for scale in SCALES)
        return next((scale, draft) for scale, draft in made if draft)

    at = next((at for at, body in enumerate(BODIES) if fits((SCALES[-1], body))), None)
    if at is None:
        raise InputError(
            f"does not fit on {leaflet.pages} pages", file=f"{name}.{language}.md", hint="shorten it"
        )
    scale, draft = largest(BODIES[at])
    if scale * MUCH <= SCALES[0] and at + 1 < len(BODIES):
        # A tenth of a mm of text for diagrams that are much larger.
        larger, other = largest(BODIES[at + 1])
        draft = other if larger >= scale * MUCH else draft
    return BoundBook(name, language, draft.finished(), CALIPER)


def pictures_of(job: Job, leaflet: Leaflet, language: str, scale: float = 1.0) -> Pictures:
    """What draws the pictures of a leaflet's text, with diagrams of moves of this size."""
    game = _game(job, leaflet.game)
    reader = ReaderPictures(job, language)

    def pictures(figure: str, width: float) -> Sequence[Picture]:
        if reader.draws(figure):
            return reader.picture(figure, width)
        drawing = replace(_drawing(job, leaflet, language), scale=scale)
        if figure == "setup":
            return (drawing.setup(width, game.seats[0]),)
        if figure == "sides":
            return (drawing.sides(width),)
        if figure == "moves":
            return (drawing.moves(width),)
        if figure == "hands":
            return (drawing.hands(width),)
        return (_turn(drawing, game, leaflet.example(figure), width),)

    return pictures


def _draft(job: Job, leaflet: Leaflet, language: str, page: Size, scale: float, body: float) -> Draft:
    """The leaflet with diagrams of moves and text of this size."""
    kit, pictures = job.kit, pictures_of(job, leaflet, language, scale)
    texts = leaflet_texts(kit, leaflet)
    other = next((code for code in kit.languages if code != language), language)
    foreign = foreign_words(kit, language)
    foreign = foreign._replace(phrases=(*foreign.phrases, (_title(texts[other]), other)))
    look = BookLook(
        page, language, kit.fonts["display"], inner=SIDE, outer=SIDE, top=TOP, bottom=BOTTOM, starts=0.0,
        whole=leaflet.pages, bars=chapter_bars(texts[language], language, _title(texts[other])), body=body,
        low=job.choices.ink == "low", foreign=foreign, emblem=title_emblem(job), sections=leaflet.bars,
        loose=LOOSE, slim=_slim(kit, texts[language]),
        bar=table_bar(job),
    )  # fmt: skip
    blocks = with_facts(kit, language, texts[language])
    return draft_book(set_text(blocks, look, pictures), [_title(texts[language])])


def _slim(kit: Kit, blocks: Sequence[Block]) -> Collection[str]:
    """The games that are chapters where another one is a section: all have heads of one weight."""
    games = [each for each in blocks if isinstance(each, Heading) and each.anchor in kit.games]
    levels = {each.level for each in games}
    return {each.anchor for each in games if each.level == 1} if len(levels) > 1 else ()


def _title(blocks: Sequence[Block]) -> str:
    """The first heading of a text."""
    return next((plain_text(block.runs) for block in blocks if isinstance(block, Heading)), "")


def _drawing(job: Job, leaflet: Leaflet, language: str) -> Diagrams:
    wanted = [each for each in job.kit.boards if leaflet.board in (None, each.id)]
    board = next((each for each in wanted if leaflet.board or each.game == leaflet.game), None)
    if board is None:
        raise InputError(
            f"no board is for {leaflet.game}",
            file=job.kit.folder / LEAFLETS,
            key=f"leaflet {leaflet.id}.game",
        )
    facts = facts_of(leaflet.game, job.choices)
    if leaflet.kinds:
        facts = replace(facts, moves=tuple(each for each in facts.moves if each.piece in leaflet.kinds))
    return Diagrams(job.kit, language, board, facts, job.choices)


def _game(job: Job, game_id: str) -> Game[Any]:
    return make_game(game_id, share_options(job.kit.games, job.request.options)[game_id])


def _turn(drawing: Diagrams, game: Game[Any], example: Example, width: float) -> Picture:
    """An example turn, played by the rules."""
    before = _played(drawing.kit, game, example.before, example)
    states = list(accumulate(example.shown, lambda state, action: state.apply(action), initial=before))
    words = NarrationWords(drawing.kit, drawing.language, drawing.choices)
    sentences = _sentences(words, game, example)
    tables = [state.table("") for state in states]
    return before_and_after(drawing, width, tables, example.shown[0], sentences)


def _sentences(words: NarrationWords, game: Game[Any], example: Example) -> Sequence[str]:
    """What happens in an example turn; it has to be one turn, from its first action to its last."""
    actions = (*example.before, *example.shown)
    _played(words.kit, game, actions, example)
    frame = find_narration(game.id)(game, tuple(replay(record_of(game, actions), game)))[-1]
    if frame.lines[0] != len(example.before) + 1:
        raise InputError(
            "this is not one turn", file=words.kit.folder / LEAFLETS, key=f"example {example.id}.shown"
        )
    return [*map(words.plain, frame.sentences)] or [words.said(frame)]


def _played(kit: Kit, game: Game[Any], actions: Sequence[str], example: Example) -> Any:
    state = game.start
    for action in actions:
        if action not in state.legal():
            near = ", ".join(state.legal()[:6])
            raise WrongError(
                f"{action!r} is not legal there",
                file=kit.folder / LEAFLETS,
                key=f"example {example.id}",
                hint=near,
            )
        state = state.apply(action)
    return state


def prove_examples(kit: Kit, job: Job) -> None:
    """Plays every example turn and reads every text; what is wrong is raised."""
    for leaflet in load_leaflets(kit):
        leaflet_texts(kit, leaflet)
        game = _game(job, leaflet.game)
        for example in leaflet.examples:
            for language in job.languages:
                _sentences(NarrationWords(kit, language, job.choices), game, example)
