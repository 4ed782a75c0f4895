"""Draws the way of a race over a board, carved into its ground, and the names of its two ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.compose.boards.river import OVERHANG, river_items
from printkit.compose.boards.road import road_items
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.geometry import Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["overhang", "way_items"]

# A square that ends the way: how far its block lies outside, its frame, the em of its name, and of the other name.
OUTSET, FRAME, NAME, SECOND = 0.06, 0.035, 0.44, 0.12

_GROUNDS: Mapping[str, Callable[..., Iterator[Item]]] = {"water": river_items, "rock": road_items}


def overhang(board: BoardSpec) -> float:
    """How far the way is drawn beyond the board's squares; mm."""
    return OVERHANG * board.square if board.steps and board.ground == "water" else 0.0


def way_items(
    kit: Kit,
    board: BoardSpec,
    least: float = 0.0,
    *,
    language: str = "",
    small: bool = False,
    low: bool = False,
) -> Iterator[Item]:
    """The way of the board; nothing where it has none. No number is smaller than `least`, in mm of the board.

    On a `small` picture numbers are upright and stand once; on a board with harbours these draw the ends of the way.
    Their names are in that language, else in the kit's first two.
    """
    if not board.way:
        return
    yield from _GROUNDS[board.ground](kit, board, least, language=language, small=small, low=low)
    if board.ground == "rock" or (board.harboured and not small):
        return
    cells = [board.cell(*board.way[at]) for at in (0, -1)]
    for cell, key, dark in zip(cells, board.ends, (False, not low), strict=False):
        names = (kit.text(language, key),) if language else tuple(filter(None, kit.in_two(key)))
        yield from _named_end(kit, cell, names, least, dark=dark)


def _named_end(kit: Kit, cell: Rect, names: Sequence[str], least: float, *, dark: bool) -> Iterator[Item]:
    """The first or last square in a black block or a frame, with each of its names that is large enough."""
    side = cell.width
    block = cell.grown(OUTSET * side)
    ink = PAPER if dark else BLACK
    if dark:
        yield Path(rectangle(block), BLACK)
    else:
        yield Path(rectangle(block), PAPER)
        yield Path(rectangle(block) + rectangle(block.grown(-FRAME * side)), BLACK)
    for name, em, down in zip(names, (NAME, SECOND), (0.13, 0.34), strict=False):
        if em * side < least:
            continue
        style = fit_line(
            name, TextStyle(kit.fonts["display"], em * side, ink, tracking=0.0), block.width * 0.84, 0.6
        )
        yield set_line(name, style, cell.center[0], cell.center[1] + down * side, "middle")
