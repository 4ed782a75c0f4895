"""Draws what the rules write on the squares of a board: the steps of a race and its way, and squares to stake on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from printkit.compose.boards.squares import SOLID
from printkit.compose.pieces.glyphs import sign_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.games.board_facts import BoardFacts, StakeFact
from printkit.geometry import Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import polygon, rectangle

__all__ = ["square_words"]

# A step's number: its em in parts of the square and at least, mm; where it stands; the head that leads to the next.
STEP_EM, LEAST_EM, STEP_X, STEP_Y, HEAD = 0.17, 1.9, 0.09, 0.24, 0.085
# Kinds whose cuts run where the number stands: it gets a tab of paper, so far from the edges, in parts of the square.
CUT, TAB = frozenset("~/\\S"), 0.03
# A square to stake on: the sign's em and middle, the figures' em and the baselines, in parts of the square.
SIGN_EM, SIGN_Y, FIGURE_EM, PAYS_EM, FIGURE_Y, ODDS_EM, ODDS_Y = 0.36, 0.3, 0.19, 0.19, 0.76, 0.075, 0.93


def square_words(
    kit: Kit, board: BoardSpec, facts: BoardFacts, squares: Mapping[str, Rect], *, low: bool
) -> Iterator[Item]:
    """What stands on these squares, by their names, of the board's kinds."""
    kinds = {
        f"{column}{row}": board.rows[y][x]
        for y, row in enumerate(facts.rows)
        for x, column in enumerate(facts.columns)
    }
    for step, name in enumerate(facts.way):
        box = squares[name]
        style = TextStyle(kit.fonts["display"], max(STEP_EM * box.width, LEAST_EM), tracking=0.0)
        x, y = box.x + STEP_X * box.width, box.y + STEP_Y * box.width
        cut = kinds[name] in CUT
        if cut:
            left, top = box.x + TAB * box.width, box.y + TAB * box.width
            wide = 2 * (x - left) + line_width(str(step), style)
            yield Path(rectangle(Rect(left, top, wide, 0.27 * box.width)), PAPER)
        ink = PAPER if kinds[name] in SOLID and not cut and not low else BLACK
        yield set_line(str(step), TextStyle(style.font, style.size, ink, tracking=0.0), x, y)
    for one, other in pairwise(facts.way):
        yield _head(squares[one], squares[other])
    for name, stake in facts.stakes.items():
        yield from _stake(kit, stake, squares[name])


def _head(one: Rect, other: Rect) -> Path:
    """A triangle on the edge of two squares that points from one to the other."""
    (x0, y0), (x1, y1) = one.center, other.center
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    x, y, reach = (x0 + x1) / 2, (y0 + y1) / 2, HEAD * one.width

    def at(along: float, aside: float) -> tuple[float, float]:
        return x + reach * (ux * along - uy * aside), y + reach * (uy * along + ux * aside)

    return Path(polygon((at(-0.9, -1.0), at(1.1, 0.0), at(-0.9, 1.0))), BLACK, PAPER, 0.3 * reach)


def _stake(kit: Kit, stake: StakeFact, box: Rect) -> Iterator[Item]:
    """The number as the Republic writes it and as a figure, what it pays, and how often it comes up."""
    side, x = box.width, box.center[0]
    display, text = kit.fonts["display"], kit.fonts["text"]
    green = find_ink("green")
    middle = (x, box.y + SIGN_Y * side)
    yield from sign_items(kit, kit.numbers[stake.number], middle, SIGN_EM * side, BLACK)
    y = box.y + FIGURE_Y * side
    yield ink_center_line(
        stake.number, TextStyle(display, FIGURE_EM * side, tracking=0.0), x - 0.22 * side, y
    )
    yield ink_center_line(
        stake.pays, TextStyle(display, PAYS_EM * side, green, tracking=0.0), x + 0.2 * side, y
    )
    yield Path(rectangle(Rect(box.x + 0.1 * side, box.y + 0.83 * side, 0.8 * side, 0.3)), BLACK)
    odds = TextStyle(text, ODDS_EM * side, tracking=0.0)
    yield ink_center_line(stake.odds, odds, x, box.y + ODDS_Y * side)
