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
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
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
    "SIZES",
    "SUM_HIGH",
    "Look",
    "Lying",
    "Placed",
    "across",
    "cards_band",
    "sticks_band",
    "strip_items",
]


class Look(NamedTuple):
    """How wide cards are, what is between two and two rows; the tab before them, the ems on it, and what is beside.

    So much of a card may lie below the next one before a row breaks.
    """

    card: float
    air: float
    rows: float
    tab: float
    letter: float
    name: float
    beside: float
    over: float = 0.06


OPEN = Look(12.8, 0.8, 1.6, 5.4, 4.6, 2.7, 1.0)
"""What is everybody's, or was just played, where many of them lie on a strip."""
SIZES = 25.0, 21.0, 18.0, 15.4, OPEN.card
"""How wide cards on a strip may be: the first one at the end of a game alone, the next one where a page has room."""
OWN = Look(7.0, 0.1, 1.3, 4.2, 3.6, WORDS, 0.8, 0.13)
"""Hands."""
BEFORE = OWN._replace(air=0.4)
"""What has lain there before."""

MARGINS = 1.4, 2.1
"""What is free above and below the cards on a strip, mm."""
SUM_HIGH = 11.4
"""How high a sum below cards is, mm."""
# A counting stick: how long it is, how many lie one below the other, from one to the next, and from column to column;
# the paper round it.
LONG, PILE, PITCH, COLUMNS, ROUND = 22.0, 3, 3.5, 1.4, 0.3
# The line beside a tab; one with a sum: its width, and the em of the sum, in heights of a tab at most.
LINE, SUM_TAB, SUM, SUM_SHARE = 0.45, 11.0, 7.6, 0.5
# Water: what is free round it, and how wide its room is at least.
FREE, LEAST = 1.5, 11.0


class Lying(NamedTuple):
    """What lies together on a strip behind a tab: whose it is, its name, its sum, and whether its seat acts.

    A sum may be so much larger.
    """

    who: str
    name: str
    band: Band
    look: Look = OPEN
    sum: str = ""
    acts: bool = False
    scale: float = 1.0

    @property
    def is_large(self) -> bool:
        """Whether it is everybody's, or was just played."""
        return self.look.tab == OPEN.tab

    @property
    def tab(self) -> float:
        """How wide its tab is."""
        return self.scale * SUM_TAB if self.sum else self.look.tab

    @property
    def width(self) -> float:
        """How wide all of it is with its tab and what is free round its things."""
        return self.tab + self.scale * self.band.width + 2 * self.look.beside

    @property
    def height(self) -> float:
        """How high a strip is at least on which it lies."""
        return SUM_HIGH if self.sum else self.band.height + math.fsum(MARGINS)


class Placed(NamedTuple):
    """What lies together, and where on the strip from its upper left corner."""

    part: Lying
    box: Rect


def across(count: int, look: Look, room: float) -> int:
    """How many of so many cards stand in a row no wider than the room, rows being as long as one another."""
    most = max(1, int((room - look.card + 0.01) // ((1 - look.over) * look.card)) + 1)
    return -(-count // -(-count // most)) if count else 0


def cards_band(zones: ZonePen, zone: Zone, look: Look, room: float, came: Arrived) -> Band:
    """Cards in rows no wider than the room, those that came on a bar; they lie closer where one row less needs it.

    What is no card is drawn as anywhere else, on paper.
    """
    if not zones.are_cards(zone):
        band = zones.band(zone, look.card, room)
        papers = (Path(rounded_rectangle(slot, CORNER), PAPER) for slot in band.slots)
        return band._replace(ground=(*papers, *band.ground))
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


def sticks_band(zones: ZonePen, sticks: Sequence[Token], number: int) -> Band:
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
    return Band(right, bottom, tuple(items))


def strip_items(
    zones: ZonePen, placed: Sequence[Placed], waters: Sequence[Rect], size: tuple[float, float], *, low: bool
) -> Iterator[Item]:
    """The ground, water in these rooms, and the parts, each behind its tab."""
    box = Rect(0.0, 0.0, *size)
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    yield Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, ground_of(zones.kit))
    for room in waters:
        if room.width >= LEAST and room.height > 2 * FREE:
            free = Rect.from_edges(room.x + FREE, room.y + FREE, room.right - FREE, room.bottom - FREE / 2)
            for each in water(free, Rect(room.x, room.y, 0.0, 0.0)):
                yield Path(each, BLACK if low else PAPER, even_odd=False)
    for part, where in placed:
        yield from _part(zones, part, where, low=low)


def _part(zones: ZonePen, part: Lying, box: Rect, *, low: bool) -> Iterator[Item]:
    """A tab, and behind it what lies there."""
    yield from _named(zones, part, Rect(box.x, box.y, part.tab, box.height), low=low)
    above, below = MARGINS if part.is_large and not part.sum else (0.0, 0.0)
    free = box.height - above - below - part.scale * part.band.height
    # Small cards stand as high as those of a hand beside them.
    top = box.y + above + (free / 2 if part.is_large else 0.0)
    place = Affine.scaling(part.scale).then(
        Affine.translation(round(box.x + part.tab + part.look.beside, 4), round(top, 4))
    )
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
        figure = TextStyle(zones.display, min(part.scale * SUM, SUM_SHARE * tab.height), ink, tracking=0.0)
        figure = fit_line(part.sum, figure, tab.width - 1.6, 0.4)
        yield ink_center_line(part.sum, figure, middle, tab.center[1] + 0.62 * figure.size)
        style = replace(style, size=style.size * min(1.0, (tab.width - 0.8) / line_width(part.name, style)))
        yield ink_center_line(part.name, style, middle, tab.center[1] - 0.42 * figure.size)
        return
    top = tab.y + 0.8
    if not part.name:
        top = tab.center[1] - 0.5 * part.look.letter
    if part.who:
        letter = TextStyle(zones.display, part.look.letter, ink, tracking=0.0)
        letter = fit_line(part.who[:2], letter, tab.width - 0.8, 0.4)
        yield ink_center_line(part.who[:2], letter, middle, top + 0.8 * part.look.letter)
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
