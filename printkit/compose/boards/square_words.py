"""Draws what the rules write on the squares of a board: the steps of a race and its way, and squares to stake on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from printkit.compose.boards.river import joined
from printkit.compose.boards.squares import SOLID
from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.glyphs import sign_items
from printkit.compose.pieces.standees import pawn_items
from printkit.compose.pieces.sticks import ground_cuts, throw_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.games.board_facts import BoardFacts, StakeFact
from printkit.geometry import Outline, Rect
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon, rectangle, rounded_rectangle

__all__ = ["square_words", "stake_items"]

# A step's number: its em in parts of the square and at least, mm; where it stands; the head that leads to the next.
STEP_EM, LEAST_EM, STEP_X, STEP_Y, HEAD = 0.17, 1.9, 0.09, 0.24, 0.085
# Kinds whose cuts run where the number stands: it gets a tab of paper, so far from the edges, in parts of the square.
CUT, TAB = frozenset("~/\\S"), 0.03
# A square to stake on, in parts of it: the ground's edge; sticks, the plate of its number, and the place for stakes,
# which is higher on a small one;
# ems and baselines of the figure, the sign and what it pays; the row of cuts, one a throw, and the words before it.
EDGE = 0.022
STICKS, PLATE, STAKES = (0.07, 0.065, 0.55, 0.45), (0.64, 0.085, 0.295, 0.41), (0.065, 0.555, 0.87, 0.28)
MORE_STAKES = 0.385
# On a small one no throw is shown: how much larger its plate is, which begins where the throw would, and its figures.
WIDE_PLATE, LARGER = (0.065, 0.085, 0.87, 0.41), 1.6
FIGURE_EM, FIGURE_Y, SIGN_EM, PAYS_EM, PAYS_Y = 0.19, 0.255, 0.13, 0.145, 0.435
CUTS, ODDS_EM, LEAST_ODDS = (0.295, 0.935, 0.87, 0.955), 0.068, 2.0
# A place that comes less often than this is paper with cuts in green, the others are green; the cuts of one that comes
# as often as this are fine, and it is the darkest.
SELDOM, OFTEN, DEEP = Fraction(1, 10), Fraction(1, 4), (0.46, 0.22)


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
        yield from _stake(kit, stake, facts.sticks, squares[name], low=low)


def _head(one: Rect, other: Rect) -> Path:
    """A triangle on the edge of two squares that points from one to the other."""
    (x0, y0), (x1, y1) = one.center, other.center
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    x, y, reach = (x0 + x1) / 2, (y0 + y1) / 2, HEAD * one.width

    def at(along: float, aside: float) -> tuple[float, float]:
        return x + reach * (ux * along - uy * aside), y + reach * (uy * along + ux * aside)

    return Path(polygon((at(-0.9, -1.0), at(1.1, 0.0), at(-0.9, 1.0))), BLACK, PAPER, 0.3 * reach)


def stake_items(kit: Kit, stakes: str, cell: Rect, *, low: bool) -> Iterator[Item]:
    """What seats have staked on a square (`A5 C1`): each sign, and as many counting sticks."""
    box = _stakes_box(cell).grown(-0.02 * cell.width)
    words = stakes.split()
    pitch = box.width / max(1.4, len(words))
    sign = min(0.8 * box.height, 0.42 * pitch)
    for at, word in enumerate(words):
        x = box.x + at * pitch
        place = Rect(x, box.center[1] - 0.75 * sign, 1.5 * sign, 1.5 * sign)
        yield from pawn_items(kit, word[:1], place.moved(-0.2 * sign, 0.0), low=low)
        count = int(word[1:])
        thick = min(0.62 * box.height / count, 0.2 * box.height)
        step = min(box.height / count, 1.45 * thick)
        for number in range(count):
            y = box.center[1] + (number - (count - 1) / 2) * step - thick / 2
            stick = Rect(x + 1.22 * sign, y, pitch - 1.4 * sign, thick)
            yield Path(rounded_rectangle(stick, 0.3 * thick), PAPER, BLACK, 0.2)


def _stakes_box(cell: Rect) -> Rect:
    """Where stakes are laid on a square: on a small one also where there is no room for how often it comes."""
    left, top, wide, high = STAKES
    return _part(cell, (left, top, wide, high if _says_odds(cell) else MORE_STAKES))


def _says_odds(cell: Rect) -> bool:
    return ODDS_EM * cell.width >= LEAST_ODDS


def _part(cell: Rect, part: tuple[float, float, float, float]) -> Rect:
    side = cell.width
    return Rect(cell.x + part[0] * side, cell.y + part[1] * side, part[2] * side, part[3] * side)


def _stake(kit: Kit, stake: StakeFact, sticks: int, box: Rect, *, low: bool) -> Iterator[Item]:
    """The throw on its ground, its number with what it pays, a place for stakes, and how often it comes."""
    side = box.width
    odds = Fraction(stake.odds)
    green, place = find_ink("green"), _stakes_box(box)
    light = low or odds < SELDOM
    ground = box.grown(-EDGE * side)
    yield Path(rounded_rectangle(ground, 0.01 * side), PAPER if light else green)
    carved = ground._replace(height=place.y - 0.012 * side - ground.y)
    yield ground_cuts(carved, green if light else PAPER, DEEP[odds >= OFTEN])
    if light:
        yield Path(
            rounded_rectangle(ground.grown(-0.004 * side), 0.01 * side), stroke=green, width=0.008 * side
        )
    around = PAPER if light else green
    fallen = int(stake.number), sticks
    if _says_odds(box):
        yield from throw_items(kit, _part(box, STICKS), fallen, low=low, number=fallen[0], ground=around)
    # Together: figures on a ground of their own are not written as the words beside a board are.
    yield Group(tuple(_plate(kit, stake, box, around, low=low)))
    yield Path(rounded_rectangle(place.grown(0.012 * side), 0.02 * side), around)
    yield Path(rounded_rectangle(place, 0.014 * side), PAPER, BLACK, 0.009 * side)
    if not _says_odds(box):
        return
    ink = BLACK if light else PAPER
    words = TextStyle(kit.fonts["display"], ODDS_EM * side, ink, tracking=0.0)
    said = set_line(stake.odds, words, place.x + 0.005 * side, box.y + (CUTS[3] - 0.012) * side)
    yield Group((said, Path(joined(_throws(stake.odds, box)), ink, even_odd=False)))


def _plate(kit: Kit, stake: StakeFact, box: Rect, around: Ink, *, low: bool) -> Iterator[Item]:
    """The number as a figure and as the Republic writes it, and how many times its stake it pays."""
    side, small = box.width, not _says_odds(box)
    plate = _part(box, WIDE_PLATE if small else PLATE)
    yield Path(rounded_rectangle(plate.grown(0.012 * side), 0.02 * side), around)
    yield Path(rounded_rectangle(plate, 0.014 * side), *((PAPER, BLACK, 0.009 * side) if low else (BLACK,)))
    ink, (x, _) = BLACK if low else PAPER, plate.center
    figure, pays = (
        TextStyle(kit.fonts["display"], em * side, ink, tracking=0.0) for em in (FIGURE_EM, PAYS_EM)
    )
    if small:
        figure, pays = (replace(each, size=LARGER * each.size) for each in (figure, pays))
        yield ink_center_line(stake.number, figure, x - 0.2 * side, plate.center[1] + 0.36 * figure.size)
        yield ink_center_line(stake.pays, pays, x + 0.17 * side, plate.center[1] + 0.36 * pays.size)
        return
    yield ink_center_line(stake.number, figure, x - 0.065 * side, box.y + FIGURE_Y * side)
    middle = x + 0.075 * side, box.y + (FIGURE_Y - 0.36 * FIGURE_EM) * side
    yield from sign_items(kit, kit.numbers[stake.number], middle, SIGN_EM * side, ink)
    line = Rect(
        plate.x + 0.03 * side, box.y + (FIGURE_Y + 0.035) * side, plate.width - 0.06 * side, 0.005 * side
    )
    yield Path(rectangle(line), ink)
    yield ink_center_line(stake.pays, pays, x, box.y + PAYS_Y * side)


def _throws(odds: str, box: Rect) -> Iterator[Outline]:
    """A cut for each of so many throws, long for those in which the number comes."""
    hits, all_throws = map(int, odds.split("/"))
    side, (left, right, top, foot) = box.width, CUTS
    for at in range(all_throws):
        x = box.x + (left + (right - left) * (at + 0.5) / all_throws) * side
        high = (foot - top if at < hits else 0.3 * (foot - top)) * side
        y, wide = box.y + foot * side - high, (0.0145 if at < hits else 0.011) * side
        yield stroke([(x, y + high * step / 8) for step in range(9)], wide, 0.5)
