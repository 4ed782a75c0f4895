"""Draws what lies open on a table of hands: cards and counting sticks on a strip of the carved ground of the kit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.arrived import Arrived, bars, new_in
from printkit.compose.table.ending import CORNER, EDGE, ground_of, water
from printkit.compose.table.hands import WORDS
from printkit.compose.table.zone_pen import Band, ZonePen
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.compose.text.vertical import column_height, is_vertical, set_column
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Use
from printkit.scene.shapes import rounded_rectangle

__all__ = [
    "BEFORE",
    "MARGINS",
    "OPEN",
    "OWN",
    "Look",
    "Lying",
    "across",
    "cards_band",
    "row_width",
    "sticks_band",
    "strip_items",
]


class Look(NamedTuple):
    """How wide cards are, what is between two and two rows; the tab before them, the ems on it, and what is beside."""

    card: float
    air: float
    rows: float
    tab: float
    letter: float
    name: float
    beside: float


OPEN = Look(11.4, 0.8, 1.6, 5.4, 4.6, 2.7, 1.8)
"""What is everybody's, or was just played, as it is in the whole book."""
OWN = Look(5.85, 0.5, 1.3, 4.2, 3.6, WORDS, 0.8)
"""Hands."""
BEFORE = OWN._replace(rows=0.5)
"""What has lain there before, in two rows."""

MARGINS = 1.4, 2.1
"""What is free above and below the cards on a strip, mm."""
# How much of a card may lie below the next one before a row breaks.
OVER = 0.06
# A counting stick: how long it is, how many lie one below the other, from one to the next, and from column to column;
# the paper round it.
LONG, PILE, PITCH, COLUMNS, ROUND = 22.0, 5, 3.6, 1.4, 0.3
# The line beside a tab; one with a sum: its width, and the em of the sum.
LINE, SUM_TAB, SUM = 0.45, 11.0, 7.6
# Water: what is free round it, and how wide its room is at least.
FREE, LEAST = 1.5, 7.0


class Lying(NamedTuple):
    """What lies together on a strip behind a tab: whose it is, its name, its sum, and whether its seat acts."""

    who: str
    name: str
    band: Band
    look: Look = OPEN
    sum: str = ""
    acts: bool = False

    @property
    def tab(self) -> float:
        """How wide its tab is."""
        return SUM_TAB if self.sum else self.look.tab

    @property
    def width(self) -> float:
        """How wide all of it is with its tab and what is free round its things."""
        return self.tab + self.band.width + 2 * self.look.beside


def across(count: int, look: Look, room: float) -> int:
    """How many of so many cards stand in a row no wider than the room, rows being as long as one another."""
    most = max(1, int((room - look.card + 0.01) // ((1 - OVER) * look.card)) + 1)
    return -(-count // -(-count // most)) if count else 0


def row_width(count: int, look: Look) -> float:
    """How wide a row of so many cards is at least."""
    return look.card + (count - 1) * (1 - OVER) * look.card + 0.01


def cards_band(zones: ZonePen, zone: Zone, look: Look, room: float, came: Arrived) -> Band:
    """Cards in rows no wider than the room, those that came on a bar; they lie closer where one row less needs it."""
    count, high = len(zone.items), look.card * zones.ratio
    row = across(count, look, room)
    pitch = min(look.card + look.air, (room - look.card) / max(1, row - 1))
    slots = [
        Rect(round(at % row * pitch, 4), round(at // row * (high + look.rows), 4), look.card, high)
        for at in range(count)
    ]
    noted = TextStyle(zones.display, 0.3 * look.card)
    parts = (tuple(zones.card(item, slot, noted)) for item, slot in zip(zone.items, slots, strict=True))
    ground = tuple(bars(slots, new_in(zone, came), look.rows - 0.2))
    right = max(slot.right for slot in slots)
    return Band(right, slots[-1].bottom, ground, tuple(slots), tuple(parts))


def sticks_band(zones: ZonePen, sticks: Sequence[Token], number: int, room: float) -> Band:
    """A sum in as few counting sticks as make it, the dearest first, as they are cut."""
    laid: list[Token] = []
    for token in sticks:
        count, number = divmod(number, int(token.front.figure))
        laid += [token] * count
    items: list[Item] = []
    right = bottom = 0.0
    for at, token in enumerate(laid):
        scene = compose_token(zones.kit, token, "front", zones.choices)
        scale = LONG / scene.width
        slot = Rect(at // PILE * (LONG + COLUMNS), at % PILE * PITCH, LONG, scale * scene.height)
        place = Affine.scaling(scale).then(Affine.translation(round(slot.x, 4), round(slot.y, 4)))
        paper = Path(rounded_rectangle(slot.grown(ROUND), 3 * ROUND), PAPER)
        items += [paper, Use(reduced(scene, scale), place)]
        right, bottom = max(right, slot.right), max(bottom, slot.bottom)
    scale = min(1.0, room / max(right, 1.0))
    return Band(scale * right, scale * bottom, (Group(tuple(items), Affine.scaling(scale)),))


def strip_items(
    zones: ZonePen,
    parts: tuple[Sequence[Lying], Sequence[Lying]],
    size: tuple[float, float],
    *,
    low: bool,
) -> Iterator[Item]:
    """The ground, on it the parts from the left and those at the right end, each behind its tab; water between both."""
    (width, high), (first, last) = size, parts
    box = Rect(0.0, 0.0, width, high)
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    yield Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, ground_of(zones.kit))
    x, end = 0.0, width - math.fsum(part.width for part in last)
    for part in first:
        yield from _part(zones, part, x, high, low=low)
        x += part.width
    if end - x >= LEAST:
        room = Rect(x, 0.0, end - x, high).grown(-FREE)
        for each in water(room, Rect(x, 0.0, 0.0, 0.0)):
            yield Path(each, BLACK if low else PAPER, even_odd=False)
    for part in last:
        yield from _part(zones, part, end, high, low=low)
        end += part.width


def _part(zones: ZonePen, part: Lying, x: float, high: float, *, low: bool) -> Iterator[Item]:
    """A tab, and behind it what lies there."""
    yield from _named(zones, part, Rect(x, 0.0, part.tab, high), low=low)
    above, below = MARGINS if part.look is OPEN and not part.sum else (1.0, 1.0)
    top = above + (high - above - below - part.band.height) / 2
    place = Affine.translation(round(x + part.tab + part.look.beside, 4), round(top, 4))
    yield Group(part.band.items, place)


def _named(zones: ZonePen, part: Lying, tab: Rect, *, low: bool) -> Iterator[Item]:
    """A tab, and on it the letter of a seat and the name upright; a sum with its name above it."""
    ink = find_ink("blue") if part.acts else BLACK
    if not low:
        # In grey blue and green are one.
        edge = Rect.from_edges(max(tab.x - LINE, 0.0), tab.y, tab.right + LINE, tab.bottom)
        yield Path(rounded_rectangle(edge, CORNER), PAPER)
    outline = rounded_rectangle(tab.grown(-EDGE / 2 if low else 0.0), CORNER)
    yield Path(outline, PAPER, ink, EDGE) if low else Path(outline, ink)
    ink = ink if low else PAPER
    middle = tab.center[0]
    style = TextStyle(zones.display, part.look.name, ink, tracking=0.0)
    if part.sum:
        figure = TextStyle(zones.display, SUM, ink, tracking=0.0)
        yield ink_center_line(part.sum, figure, middle, tab.center[1] + 0.5 * SUM)
        yield ink_center_line(part.name, style, middle, tab.center[1] - 0.5 * SUM)
        return
    top = tab.y + 0.8
    if not part.name:
        top = tab.center[1] - 0.5 * part.look.letter
    if part.who:
        letter = TextStyle(zones.display, part.look.letter, ink, tracking=0.0)
        yield ink_center_line(part.who, letter, middle, top + 0.8 * part.look.letter)
        top += part.look.letter
    if not part.name:
        return
    room, column = Rect.from_edges(tab.x, top, tab.right, tab.bottom - 0.8), is_vertical(part.name)
    long = column_height(part.name, style) if column else line_width(part.name, style)
    style = replace(style, size=style.size * min(1.0, room.height / long))
    if column:
        yield set_column(part.name, style, middle, room.center[1] - column_height(part.name, style) / 2)
        return
    up = Affine.rotation(-90.0).then(
        Affine.translation(round(middle + 0.34 * style.size, 4), round(room.center[1], 4))
    )
    yield Group((set_line(part.name, style, 0.0, 0.0, "middle"),), up)
