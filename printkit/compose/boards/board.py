"""Draws a board: its squares, the names at its edges and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printkit.compose.boards.board_panels import panel_items
from printkit.compose.boards.grid import FRAME, LINE, OFF, grid_items
from printkit.compose.boards.square_words import square_words
from printkit.compose.boards.ways import way_items
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.carving import RHYTHM, stroke
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.games.board_facts import BoardFacts
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.board import KINDS, BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene, walk
from printkit.scene.shapes import polygon, rectangle

__all__ = [
    "board_items",
    "compose_board",
    "compose_leaf",
    "kinds_of",
    "places_of",
]

NAME_EM, NAME_OFF = 3.2, 5.2
# How far cuts of a border stay from the middle of a name.
NAME_CLEAR = 4.0


def compose_board(kit: Kit, board: BoardSpec, facts: BoardFacts, choices: Choices) -> Scene:
    """The whole board; the trim is all that is printed of it."""
    return Scene(
        f"board-{board.id}", board.width, board.height, 0.0, tuple(board_items(kit, board, facts, choices))
    )


def compose_leaf(whole: Scene, leaf: Rect, number: int, bleed: float) -> Scene:
    """One of the parts of a hinged board; `bleed` mm of what lies beyond it, for who cuts beside the line."""
    shown = leaf.grown(bleed)
    kept = tuple(item for item in whole.items if _reaches(item, shown))
    part = Group(kept, Affine.translation(-leaf.x, -leaf.y))
    clipped = Group((part,), clip=Rect(-bleed, -bleed, shown.width, shown.height))
    return Scene(f"{whole.id}-{number}", leaf.width, leaf.height, bleed, (clipped,))


def _reaches(item: Item, leaf: Rect) -> bool:
    placed = walk(Scene("", 0.0, 0.0, 0.0, (item,)))
    return any(item_box(each).overlaps(leaf) for each in placed)


def board_items(kit: Kit, board: BoardSpec, facts: BoardFacts, choices: Choices) -> Iterator[Item]:
    """Everything in painting order."""
    low = choices.ink == "low"
    yield from grid_items(board, low=low)
    if board.steps:
        yield from way_items(kit, board, low=low)
    else:
        yield from square_words(kit, board, facts, cells_of(board, facts), low=low)
    if board.border:
        yield from _border(board, low=low)
    if board.named:
        yield from _names(kit, board, facts, BLACK if low or not board.border else PAPER)
    for panel in board.panels:
        items = panel_items(kit, board, panel, facts, choices)
        turn = Affine.rotation(180, panel.box.center)
        yield Group(tuple(items), turn) if panel.turned else Group(tuple(items))


def places_of(board: BoardSpec, facts: BoardFacts) -> Mapping[str, tuple[int, int]]:
    """Column and row of each square by the game's name for it; of an unrolled board by the way."""
    if board.unrolled:
        return dict(zip(facts.way, board.way, strict=False))
    return {
        f"{column}{row}": (x, y)
        for y, row in enumerate(facts.rows)
        for x, column in enumerate(facts.columns)
        if y < len(board.rows) and x < len(board.rows[y])
    }


def _border(board: BoardSpec, *, low: bool) -> Iterator[Item]:
    """A band round the frame with two rows of cuts along each side, which leave room for the names of the squares."""
    inner = board.grid.grown(OFF + FRAME + OFF)
    outer = inner.grown(board.border)
    if low:
        for box in (inner, outer):
            yield Path(rectangle(box.grown(-LINE / 2)), stroke=BLACK, width=LINE)
    else:
        yield Path(rectangle(outer) + rectangle(inner), BLACK)
    ink = BLACK if low else PAPER
    side, half = board.square, board.border / 2
    cuts = Outline("", ())
    for count, (x, y), (dx, dy) in (
        (len(board.rows[0]), (board.grid.x, inner.y - half), (1, 0)),
        (len(board.rows), (inner.right + half, board.grid.y), (0, 1)),
        (len(board.rows[0]), (board.grid.right, inner.bottom + half), (-1, 0)),
        (len(board.rows), (inner.x - half, board.grid.bottom), (0, -1)),
    ):
        # Between the names of two squares; the first and the last piece end at the corners.
        for at in range(count + 1):
            start, end = (at - 0.5) * side + NAME_CLEAR, (at + 0.5) * side - NAME_CLEAR
            start, end = max(start, -half), min(end, count * side + half)
            for row, shift in enumerate((-0.2, 0.2)):
                share = RHYTHM[(2 * at + 3 * row) % len(RHYTHM)]
                first = start + (end - start) * (1 - share) * (row or 0.3)
                points = [
                    (x + dx * along - dy * off, y + dy * along + dx * off)
                    for off in (shift * board.border,)
                    for along in (first + (end - start) * share * step / 8 for step in range(9))
                ]
                cuts += stroke(points, 0.2 * board.border, 0.55)
    yield Path(cuts, ink, even_odd=False)
    for corner_x in (inner.x - half, inner.right + half):
        for corner_y in (inner.y - half, inner.bottom + half):
            yield Path(_rhomb(corner_x, corner_y, 0.28 * board.border), ink)


def _rhomb(x: float, y: float, half: float) -> Outline:
    return polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)))


def _names(kit: Kit, board: BoardSpec, facts: BoardFacts, ink: Ink) -> Iterator[Item]:
    """The names of columns and rows, outside or in the border; each side reads from its player."""
    style = TextStyle(kit.fonts["text"], NAME_EM, ink, tracking=0.0)
    away = OFF + FRAME + OFF + board.border / 2 if board.border else NAME_OFF
    grid = board.grid
    down = NAME_EM * 0.36
    for at, name in enumerate(facts.columns):
        x = grid.x + (at + 0.5) * board.square
        for y, turned in ((grid.y - away, True), (grid.bottom + away, False)):
            yield _turned(ink_center_line(name, style, x, y + down), (x, y), turned)
    for at, name in enumerate(facts.rows):
        y = grid.y + (at + 0.5) * board.square
        for x, turned in ((grid.x - away, False), (grid.right + away, True)):
            yield _turned(ink_center_line(name, style, x, y + down), (x, y), turned)


def _turned(item: Item, middle: tuple[float, float], turned: bool) -> Item:
    return Group((item,), Affine.rotation(180, middle)) if turned else item


def cells_of(board: BoardSpec, facts: BoardFacts) -> Mapping[str, Rect]:
    """The squares by the game's names."""
    return {name: board.cell(*place) for name, place in places_of(board, facts).items()}


def kinds_of(board: BoardSpec, facts: BoardFacts) -> Mapping[str, frozenset[str]]:
    """What the board's file says each square is, by the game's names."""
    return {name: KINDS[board.rows[y][x]] for name, (x, y) in places_of(board, facts).items()}
