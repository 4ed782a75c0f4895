"""The leaflets of board games: pages to read and sheets to fold, with pictures the rules draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printkit.compose.book import Book, BookLook, Picture, compose_book
from printkit.compose.diagrams import Diagrams, squares_of, standing_in
from printkit.compose.facts import facts_of
from printkit.errors import InputError, WrongError
from printkit.games.find import make_game, share_options
from printkit.games.game import Game
from printkit.games.state import State
from printkit.games.table import Table
from printkit.geometry import Size
from printkit.jobs.bound_book import BoundBook, book_documents, find_papers
from printkit.jobs.part import Document, Job
from printkit.kit.leaflets import LEAFLETS, Example, Leaflet, leaflet_texts, load_leaflets
from printkit.kit.model import Kit

__all__ = ["bound_book", "documents", "prove_examples"]

CALIPER = 0.1
SIDE, TOP, BOTTOM = 10.0, 16.5, 15.5
# Boards are drawn as large as the number of pages allows.
SCALES = (1.3, 1.2, 1.1, 1.0, 0.9, 0.82, 0.75, 0.68)


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language page by page, and as sheets to fold."""
    papers = find_papers(job, name)
    for language in job.languages:
        yield from book_documents(job, papers, _bound(job, name, language, papers.page))


def bound_book(job: Job, language: str, page: Size) -> BoundBook:
    """The leaflet that was asked for, in one language, composed for a page of that size."""
    return _bound(job, job.request.only[0], language, page)


def _bound(job: Job, name: str, language: str, page: Size) -> BoundBook:
    leaflet = next(each for each in load_leaflets(job.kit) if each.stem == name)
    books = (_book(job, leaflet, language, page, scale) for scale in SCALES)
    book = next((each for each in books if len(each.pages) <= leaflet.pages), None)
    if book is None:
        raise InputError(
            f"does not fit on {leaflet.pages} pages", file=f"{name}.{language}.md", hint="shorten it"
        )
    return BoundBook(name, language, book, CALIPER)


def _book(job: Job, leaflet: Leaflet, language: str, page: Size, scale: float) -> Book:
    """The leaflet with boards of this size."""
    kit = job.kit
    drawing = replace(_drawing(job, leaflet, language), scale=scale)
    game = _game(job, leaflet.game)

    def pictures(figure: str, width: float) -> Sequence[Picture]:
        if figure == "setup":
            return (drawing.setup(width, game.seats[0]),)
        if figure == "moves":
            return drawing.moves(width)
        if figure == "hands":
            return (drawing.hands(width),)
        return (_turn(drawing, game, leaflet.example(figure), width),)

    title = [kit.text(code, f"board.{leaflet.id}") for code in (language, *kit.languages)]
    look = BookLook(
        page, language, kit.fonts["display"], inner=SIDE, outer=SIDE, top=TOP, bottom=BOTTOM, starts=0.0
    )
    return compose_book(leaflet_texts(kit, leaflet)[language], look, title, "", None, pictures)


def _drawing(job: Job, leaflet: Leaflet, language: str) -> Diagrams:
    board = next((each for each in job.kit.boards if each.game == leaflet.game), None)
    if board is None:
        raise InputError(f"no board is for {leaflet.game}", file=LEAFLETS, key=f"leaflet {leaflet.id}.game")
    return Diagrams(job.kit, language, board, facts_of(leaflet.game, job.choices), job.choices)


def _game(job: Job, game_id: str) -> Game[State]:
    return make_game(game_id, share_options(job.kit.games, job.request.options)[game_id])


def _turn(drawing: Diagrams, game: Game[State], example: Example, width: float) -> Picture:
    """An example turn, played by the rules."""
    state = _played(game, game.start, example.before, example)
    before = state.table("")
    grid = next(zone for zone in before.zones if zone.kind == "grid")
    lines: dict[str, None] = {}
    words = drawing.kit.texts[drawing.language]
    for action in example.shown:
        seat = state.to_move()
        lines[f"{seat}: {action}" if seat in game.seats else action] = None
        state = _played(game, state, (action,), example)
        held = _after(state.table(""), before.to_move)
        lines |= {f"{words[f'leaflet.{key}']}: {told}": None for key, told in held}
    return drawing.turn(width, standing_in(grid), squares_of(example.shown[0], grid.names), tuple(lines))


def _after(table: Table, seat: str | None) -> Iterator[tuple[str, str]]:
    """What he who moved holds afterwards, and what a declaration would bring him."""
    for zone in table.zones:
        told = " ".join(f"{item.face} {item.note}".strip() for item in zone.items if item is not None)
        if told and zone.name in ("captured", "hands") and zone.owner == seat:
            yield zone.name, told
        if told and zone.name == "due":
            yield zone.name, told


def _played(game: Game[State], state: State, actions: Sequence[str], example: Example) -> State:
    for action in actions:
        if action not in state.legal():
            near = ", ".join(state.legal()[:6])
            raise WrongError(
                f"{action!r} is not legal there", file=LEAFLETS, key=f"example {example.id}", hint=near
            )
        state = state.apply(action)
    return state


def prove_examples(kit: Kit, job: Job) -> None:
    """Plays every example turn and reads every text; what is wrong is raised."""
    for leaflet in load_leaflets(kit):
        leaflet_texts(kit, leaflet)
        game = _game(job, leaflet.game)
        for example in leaflet.examples:
            _played(game, game.start, (*example.before, *example.shown), example)
