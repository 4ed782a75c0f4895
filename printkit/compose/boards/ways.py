"""Draws the way of a race over a board: a white band or arrows, the number of each step, and its two ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, set_line
from printkit.geometry import Outline, Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rectangle

__all__ = ["NUMBER", "way_items"]

# In parts of a square's side: the band and its edge, the discs of its ends, and the em of a number.
BAND, BAND_EDGE, END, NUMBER = 0.24, 0.022, 0.27, 0.17
# A square that ends the way without a band: how far its block lies inside, the em of its name, and of the other name.
INSET, NAME, SECOND = 0.09, 0.4, 0.1
# The wedge from square to square: how long and wide.
ARROW, WIDE = 0.17, 0.11

Point = tuple[float, float]


def way_items(kit: Kit, board: BoardSpec, least: float = 0.0) -> Iterator[Item]:
    """The way of the board; nothing where it has none. No number is smaller than `least`, in mm of the board."""
    cells = [board.cell(*place) for place in board.way]
    if not cells:
        return
    if board.band:
        yield from _band([cell.center for cell in cells], board.square)
    else:
        for one, other in pairwise(cells):
            yield Path(_wedge(one.center, other.center, board.square), BLACK)
    yield from _numbers(kit, cells, max(NUMBER * board.square, least))
    for cell, key, dark in zip((cells[0], cells[-1]), board.ends, (False, True), strict=False):
        yield from _named_end(kit, cell, key, least, dark=dark)


def _band(points: list[Point], side: float) -> Iterator[Item]:
    """A white way with a thin edge from the first square to the edge of the last, where it ends in a point."""
    (x0, y0), (x1, y1) = points[-2:]
    dx, dy = (x1 - x0) / side, (y1 - y0) / side
    neck = x0 + 0.5 * (x1 - x0), y0 + 0.5 * (y1 - y0)
    half, edge = BAND * side / 2, BAND_EDGE * side
    outer, inner = (_joined(_pieces([*points[:-1], neck], half + more)) for more in (edge, 0.0))
    head = [
        polygon(
            tuple(
                (neck[0] + dx * along - dy * aside, neck[1] + dy * along + dx * aside)
                for along, aside in ((-1.5 * edge, -wide), (long, 0.0), (-1.5 * edge, wide))
            )
        )
        for wide, long in ((1.95 * half + 2.2 * edge, 2.1 * half + 2.4 * edge), (1.95 * half, 2.1 * half))
    ]
    disc = END * side
    yield Path(outer, BLACK, even_odd=False)
    yield Path(circle(*points[0], disc), BLACK)
    yield Path(head[0], BLACK)
    yield Path(inner, PAPER, even_odd=False)
    yield Path(head[1], PAPER)
    yield Path(circle(*points[0], disc - edge), PAPER)
    yield Path(circle(*points[0], disc - 2.5 * edge), BLACK)


def _pieces(points: list[Point], half: float) -> Iterator[Outline]:
    """A rectangle from corner to corner; they overlap where the way turns."""
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right, top, bottom = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        across, down = (half, half) if (x0, y0) != points[-2] else ((0.0, half) if y0 == y1 else (half, 0.0))
        yield rectangle(Rect.from_edges(left - across, top - down, right + across, bottom + down))


def _joined(outlines: Iterator[Outline]) -> Outline:
    parts = tuple(outlines)
    return Outline("".join(p.commands for p in parts), tuple(v for p in parts for v in p.coordinates))


def _wedge(one: Point, other: Point, side: float) -> Outline:
    """A cut across the line between two squares, from its thin end to its thick one."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    dx, dy = (other[0] - one[0]) / side, (other[1] - one[1]) / side
    long, wide = ARROW * side, WIDE * side

    def at(along: float, aside: float) -> Point:
        return x + dx * along - dy * aside, y + dy * along + dx * aside

    return polygon((at(-long, -0.2 * wide), at(0.1 * long, -0.42 * wide), at(0, -wide), at(long, 0.0),
                    at(0, wide), at(0.1 * long, 0.42 * wide), at(-long, 0.2 * wide)))  # fmt: skip


def _numbers(kit: Kit, cells: list[Rect], em: float) -> Iterator[Item]:
    """The number of each step but the first and the last, in the middle of its square."""
    style = TextStyle(kit.fonts["display"], em, tracking=0.0)
    for number, cell in enumerate(cells[1:-1], 1):
        x, y = cell.center
        yield ink_center_line(str(number), style, x, y + 0.36 * em)


def _named_end(kit: Kit, cell: Rect, key: str, least: float, *, dark: bool) -> Iterator[Item]:
    """The name of the first or last square in a black block or a frame, in each language that is large enough."""
    side = cell.width
    block = cell.grown(-INSET * side)
    ink = PAPER if dark else BLACK
    if dark:
        yield Path(rectangle(block), BLACK)
    else:
        yield Path(rectangle(block) + rectangle(block.grown(-0.028 * side)), BLACK)
    names = list(filter(None, kit.in_two(key)))
    for name, em, down in zip(names, (NAME, SECOND), (0.12, 0.32), strict=False):
        if em * side < least:
            continue
        style = fit_line(
            name, TextStyle(kit.fonts["display"], em * side, ink, tracking=0.0), block.width * 0.84, 0.6
        )
        yield set_line(name, style, cell.center[0], cell.center[1] + down * side, "middle")
