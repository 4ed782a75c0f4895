"""What the signs of a game mean: its suits, pieces and cards, drawn with the kit's parts and named in its words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.diagrams import Diagrams
from printkit.compose.faces.context import emblem_item
from printkit.compose.pieces.parts import CARD
from printkit.compose.table.table_names import TableNames
from printkit.compose.table.zone_pen import named_cards
from printkit.games.core import CHANCE
from printkit.games.find import find_module
from printkit.games.zones import Item, Table, Zone
from printkit.jobs.screen.screen import Room, ScreenKit

__all__ = ["Movement", "Sign", "legend", "movements"]

# The side of an emblem's box and its height in it, mm; the room pieces are drawn for, pixels.
SIDE, HEIGHT = 10.0, 8.5
ROOM = Room(700, 700)
# A board is looked at after so many actions at most; a longer row of cards names them on their faces.
MOST_ACTIONS, MOST_CARDS = 60, 48
# As wide as a diagram of moves is drawn, mm.
WIDE = 58.0


class Sign(NamedTuple):
    """A sign: what it is called, what is said of it, its box in mm and its elements, or where its card is drawn."""

    kind: str
    name: str
    words: str = ""
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    svg: str = ""
    card: str = ""


class Movement(NamedTuple):
    """How a kind of piece moves, as its game's rule card draws it: its name, its size in mm and its elements."""

    piece: str
    name: str
    width: float
    height: float
    svg: str


@lru_cache(maxsize=64)
def movements(screen: ScreenKit, names: TableNames) -> tuple[Movement, ...]:
    """The kinds of the game these names are for; none where the kit prints no board with their moves."""
    board = next((board for board in screen.kit.boards if board.game == names.game), None)
    facts = facts_of(names.game, screen.choices) if board else None
    if board is None or facts is None:
        return ()
    pen = Diagrams(screen.kit, names.language, board, facts, screen.choices)
    return tuple(_movement(screen, pen, at, names.language) for at in range(len(facts.moves)))


def _movement(screen: ScreenKit, pen: Diagrams, at: int, language: str) -> Movement:
    move = pen.facts.moves[at]
    drawn = pen.move(move, WIDE)
    name = screen.text(language, f"piece.{move.piece}") or move.piece
    svg = screen.elements(drawn.items, f"move-{at}-")
    return Movement(move.piece, name, drawn.width, round(drawn.height, 2), svg)


@lru_cache(maxsize=64)
def legend(screen: ScreenKit, names: TableNames) -> tuple[Sign, ...]:
    """The signs of the game these names are for: suits first, then pieces, then cards of few kinds."""
    return (*_suits(screen, names), *_pieces(screen, names), *_cards(screen, names))


def _suits(screen: ScreenKit, names: TableNames) -> Iterator[Sign]:
    for suit in screen.kit.suits:
        name, words = (screen.text(names.language, f"suit.{suit}.{key}") for key in ("name", "text"))
        drawing = (emblem_item(screen.kit, suit, (SIDE / 2, SIDE / 2, HEIGHT)),)
        svg = screen.elements(drawing, f"legend-{suit}-")
        yield Sign("suits", name, words, (0.0, 0.0, SIDE, SIDE), svg)


def _pieces(screen: ScreenKit, names: TableNames) -> Iterator[Sign]:
    """Each kind of piece that a board begins with, alone on a square."""
    table = _begun(names.game)
    for grid in (zone for zone in table.zones if zone.kind == "grid"):
        words = dict.fromkeys((word, item.owner) for item in grid.items if item for word in item.face.split())
        kinds = {names.piece(word): (word, owner) for word, owner in words}
        cells = [Item(*kind) for kind in kinds.values()][: len(grid.items)]
        alone = replace(grid, items=(*cells, *(None,) * (len(grid.items) - len(cells))))
        drawn = screen.draw(replace(table, zones=(alone,)), names, ROOM)
        boxes = {each.names[0]: each for each in drawn.things if each.names}
        for name, square in zip(kinds, grid.names, strict=False):
            thing = boxes[square]
            yield Sign("pieces", name, "", thing.box, thing.svg.replace("board-", f"legend-{square}-"))


def _begun(game_id: str) -> Table:
    """The table once something stands on its boards."""
    game, rng = find_module(game_id).game(), Random(0)
    state: Any = game.start
    table: Table = state.table(game.seats[0])
    for _ in range(MOST_ACTIONS):
        if state.to_move() is None or any(_stands(zone) for zone in table.zones):
            break
        state = state.after(state.sample(rng) if state.to_move() == CHANCE else state.legal()[0])
        table = state.table(game.seats[0])
    return table


def _stands(zone: Zone) -> bool:
    return zone.kind == "grid" and any(item and item.face for item in zone.items)


def _cards(screen: ScreenKit, names: TableNames) -> Iterator[Sign]:
    """Cards of few kinds that the game's deck holds, or that are drawn at its start."""
    owner = screen.deck or screen
    start = find_module(names.game).game().start
    played = {*start.all_cards(), *(word for action in start.legal() for word in action.split())}
    used = {code: card for code, card in named_cards(owner.kit).items() if code in played}
    if len(used) <= MOST_CARDS:
        for card in dict.fromkeys(used.values()):
            yield Sign("cards", names.title(card), card=owner.part_address(CARD + card))
