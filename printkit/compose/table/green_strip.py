"""Draws the cloth of a table of hands, the carved ground of the kit: cards and sums that lie open, with labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.carving import parted
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.arrived import Arrived, bars, new_in
from printkit.compose.table.ending import CORNER, EDGE, ground_of
from printkit.compose.table.small import FRAME
from printkit.compose.table.zone_pen import Band, ZonePen
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.zones import Item as Thing
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Use
from printkit.scene.shapes import rounded_rectangle

__all__ = [
    "CORNER",
    "EDGE",
    "LABEL",
    "LIFTED",
    "OPEN",
    "OWN",
    "Cloth",
    "Label",
    "Look",
    "across",
    "card_height",
    "cards_band",
    "cards_row",
    "laid_out",
    "moved",
    "scaled",
    "side_by_side",
    "stacked",
    "sticks_band",
]


class Look(NamedTuple):
    """How wide cards are, what is between two and two rows; how much of one may lie below the next in a row."""

    card: float
    air: float
    rows: float
    over: float = 0.0


OPEN = Look(20.0, 1.8, 2.0)
"""What lies large on a cloth: a book has two sizes of cards."""
OWN = Look(9.0, 0.4, 1.3, 0.4)
"""Hands, and what has lain before a seat before."""
LABEL = 4.9
"""How high a label is, mm."""
# Below a label; its ends, the em of a seat's letter and of a name on it, and what is between both.
UNDER, ENDS, LETTER, NAME, BEHIND = 0.5, 1.2, 4.2, 3.0, 1.0
# Between things side by side on a cloth, and below one another.
APART, BELOW = 3.0, 1.4
# A counting stick: how long it is at most, from one to the next in lengths, what is free behind it; its edge.
LONG, PITCH, COLUMNS, ROUND = 52.0, 0.165, 1.4, 0.3
# The em of a sum at most, and in heights of its room over sticks and beside them.
SUM, SUM_SHARE = 20.0, (0.5, 0.66)
LIFTED = 1.6
"""How much higher a card lies that has just come, mm."""
# The paper round a card's picture, and its corner, in its width.
EDGED, ROUNDED = 0.05, 0.09
# What is free of cuts inside the cloth.
INSIDE = 1.2


NOTHING: Arrived = {}


class Label(NamedTuple):
    """What stands over things that lie together: whose they are, their name, and whether this seat acts."""

    who: Seat
    name: str
    acts: bool = False


class Cloth:
    """Draws on one cloth, black if `dark`; with `low` ink it is an outline."""

    def __init__(self, zones: ZonePen, *, low: bool, dark: bool) -> None:
        self.zones, self.low, self.dark = zones, low, dark and not low
        self.display = zones.display

    def ground(self, box: Rect, clear: Sequence[Rect]) -> Iterator[Item]:
        """The cloth with cuts that run round these parts."""
        outline = rounded_rectangle(box.grown(-EDGE / 2 if self.low else 0.0), CORNER)
        ink = BLACK if self.dark else ground_of(self.zones.kit)
        yield Path(outline, stroke=BLACK, width=EDGE) if self.low else Path(outline, ink)
        for each in parted(box.grown(-INSIDE), clear):
            yield Path(each, BLACK if self.low else PAPER, even_odd=False)

    def label(self, label: Label) -> Band:
        """Whose things are, and what they are called."""
        if not (label.who or label.name):
            return Band(0.0, 0.0, ())
        ink = find_ink("blue") if label.acts else BLACK
        # A black label on a black cloth is paper; blue and green are one in grey, so it has an edge.
        paper = self.low or (self.dark and not label.acts)
        said = ink if paper else PAPER
        letter, name = (TextStyle(self.display, em, said, tracking=0.0) for em in (LETTER, NAME))
        words: list[Item] = []
        x = ENDS
        for text, style in ((label.who[:2], letter), (label.name, name)):
            if text:
                words.append(set_line(text, style, round(x, 4), LABEL / 2 + 0.355 * style.size))
                x += line_width(text, style) + BEHIND
        box = Rect(0.0, 0.0, round(x - BEHIND + ENDS, 4), LABEL)
        inks = (PAPER, ink, EDGE) if paper else (ink, PAPER, EDGE)
        ground = Path(rounded_rectangle(box.grown(-EDGE / 2), CORNER), *inks)
        return Band(box.width, LABEL, (ground, *words), (box,))

    def labelled(self, label: Label, band: Band) -> Band:
        """Things below their label, with where both lie as its slots."""
        head, things = self.label(label), band._replace(slots=(Rect(0.0, 0.0, band.width, band.height),))
        return stacked((head, things), UNDER) if head.items else things

    def sum_band(self, label: Label, said: str, sticks: Sequence[Token], room: tuple[float, float]) -> Band:
        """A sum in a large figure below its label, and what makes it in sticks: beside it, or below in a high room."""
        wide, high = room
        beside = wide > 1.6 * high
        style = TextStyle(
            self.display, min(SUM, SUM_SHARE[beside] * (high - LABEL)), BLACK if self.low else PAPER
        )
        figure = fit_line(said, replace(style, tracking=0.0), wide / 3 if beside else wide, 0.4)
        drawn = Band(
            line_width(said, figure), 0.86 * figure.size, (set_line(said, figure, 0.0, 0.8 * figure.size),)
        )
        head = self.labelled(label, drawn)
        number = int(said) if said.isdigit() and sticks else 0
        free = (wide - head.width - APART, high) if beside else (wide, high - head.height - BELOW)
        laid = sticks_band(self.zones, sticks, number, free)
        laid = laid._replace(slots=(Rect(0.0, 0.0, laid.width, laid.height),))
        if not laid.items:
            return head
        return side_by_side((head, laid), APART, 0.5) if beside else stacked((head, laid), BELOW)


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
    count, high = len(zone.items), card_height(zones, look.card)
    row, new = across(count, look, room), new_in(zone, came)
    pitch = min(look.card + look.air, (room - look.card) / max(1, row - 1))
    lifted = LIFTED * bool(new)
    down = high + lifted + look.rows
    slots = [
        Rect(
            round(at % row * pitch, 4),
            round(at // row * down + lifted * (at not in new), 4),
            look.card,
            high,
        )
        for at in range(count)
    ]
    parts = (tuple(_card(zones, item, slot)) for item, slot in zip(zone.items, slots, strict=True))
    right, bottom = max(slot.right for slot in slots), -(-count // row) * down - look.rows
    return Band(right, bottom, tuple(bars(slots, new, LIFTED)), tuple(slots), tuple(parts))


def cards_row(zones: ZonePen, zone: Zone, high: float) -> Band:
    """Cards so high side by side."""
    card = high / card_height(zones, 1.0)
    return cards_band(zones, zone, Look(card, 0.09 * card, 0.0), 1e4, {})


def card_height(zones: ZonePen, card: float) -> float:
    """How high a card with paper round its picture is that is so wide, mm."""
    return round(card * (zones.ratio * (1 - 2 * EDGED) + 2 * EDGED), 4)


def _card(zones: ZonePen, item: Thing | None, slot: Rect) -> Iterator[Item]:
    """A card with paper round its picture and round corners, so that it is seen on any ground."""
    if item is None or item.face not in zones.cards or item.note or item.seen_by:
        yield from zones.card(item, slot, TextStyle(zones.display, 0.3 * slot.width))
        return
    edge = rounded_rectangle(slot.grown(-FRAME / 2), ROUNDED * slot.width)
    picture = slot.grown(-EDGED * slot.width)
    scene = zones.faces(zones.cards[item.face])
    scale = picture.width / scene.width
    place = Affine.scaling(scale).then(Affine.translation(round(picture.x, 4), round(picture.y, 4)))
    yield Path(edge, PAPER, BLACK, FRAME)
    yield Group((Use(reduced(scene, scale), place),), clip=picture)


def sticks_band(zones: ZonePen, sticks: Sequence[Token], number: int, room: tuple[float, float]) -> Band:
    """A sum in as few counting sticks as make it, the dearest first, as they are cut; as long as the room allows."""
    laid: list[Token] = []
    for token in sticks:
        count, number = divmod(number, int(token.front.figure))
        laid += [token] * count
    if not laid or min(room) <= 0.0:
        return Band(0.0, 0.0, ())
    long, columns = max(
        (
            min(LONG, (room[0] - (count - 1) * COLUMNS) / count, room[1] / (-(-len(laid) // count) * PITCH)),
            -count,
        )
        for count in range(1, len(laid) + 1)
    )
    rows = -(-len(laid) // -columns)
    items: list[Item] = []
    right = bottom = 0.0
    for at, token in enumerate(laid):
        scene = compose_token(zones.kit, token, "front", zones.choices)
        scale = long / scene.width
        slot = Rect(at // rows * (long + COLUMNS), at % rows * PITCH * long, long, scale * scene.height)
        place = Affine.scaling(scale).then(Affine.translation(round(slot.x, 4), round(slot.y, 4)))
        paper = Path(rounded_rectangle(slot.grown(ROUND), 3 * ROUND), PAPER)
        items += [paper, Use(reduced(scene, scale), place)]
        right, bottom = max(right, slot.right), max(bottom, slot.bottom)
    return Band(right, bottom, tuple(items))


def moved(band: Band, x: float, y: float, scale: float = 1.0) -> Group:
    """A band elsewhere, and so much larger."""
    place = Affine.scaling(scale) if scale != 1.0 else Affine.translation(0.0, 0.0)
    return Group(band.items, place.then(Affine.translation(round(x, 4), round(y, 4))))


def scaled(band: Band, scale: float) -> Band:
    """A band so much smaller."""
    if scale == 1.0:
        return band
    slots = (Rect(*(round(scale * each, 4) for each in slot)) for slot in band.slots)
    return Band(scale * band.width, scale * band.height, (moved(band, 0.0, 0.0, scale),), tuple(slots))


def side_by_side(bands: Sequence[Band], apart: float = APART, foot: float = 1.0) -> Band:
    """Bands beside one another, their feet on one line, or so much of what is free below them."""
    high, x = max([0.0, *(band.height for band in bands)]), 0.0
    places: list[tuple[float, float]] = []
    for band in bands:
        places.append((x, foot * (high - band.height)))
        x += band.width + apart
    return _placed(bands, places, (max(0.0, x - apart), high))


def stacked(bands: Sequence[Band], apart: float = BELOW) -> Band:
    """Bands below one another."""
    y = 0.0
    places: list[tuple[float, float]] = []
    for band in bands:
        places.append((0.0, y))
        y += band.height + apart
    return _placed(bands, places, (max([0.0, *(band.width for band in bands)]), max(0.0, y - apart)))


def _placed(bands: Sequence[Band], places: Sequence[tuple[float, float]], size: tuple[float, float]) -> Band:
    """Bands each at its place."""
    items = (moved(band, *place) for band, place in zip(bands, places, strict=True))
    slots = (slot.moved(*place) for band, place in zip(bands, places, strict=True) for slot in band.slots)
    return Band(*size, tuple(items), tuple(slots))


def laid_out(
    cloth: Cloth,
    parts: Sequence[tuple[Label, Zone]],
    look: Look,
    room: tuple[float, float],
    came: Arrived = NOTHING,
) -> tuple[Band, float]:
    """Cards below their labels side by side, in as few lines as that needs, each in the middle.

    And how much smaller it is drawn where it is larger than the room.
    """
    bands = [
        cloth.labelled(label, cards_band(cloth.zones, zone, look, room[0], came)) for label, zone in parts
    ]
    lines = [*_lines(bands, room[0], len(bands))]
    if len(lines) > 1:
        # All lines have as many, if that is no line more.
        even = [*_lines(bands, room[0], -(-len(bands) // len(lines)))]
        lines = even if len(even) == len(lines) else lines
    rows = [side_by_side(line) for line in lines]
    wide = max(row.width for row in rows)
    places, y = [], 0.0
    for row in rows:
        places.append(((wide - row.width) / 2, y))
        y += row.height + BELOW
    band = _placed(rows, places, (wide, y - BELOW))
    return band, min(1.0, room[0] / band.width, room[1] / band.height)


def _lines(bands: Sequence[Band], room: float, most: int) -> Iterator[list[Band]]:
    """The bands in lines no wider than the room, where one alone is not, of no more than so many."""
    line: list[Band] = []
    for band in bands:
        wide = math.fsum(each.width + APART for each in line) + band.width
        if line and (wide > room + 0.01 or len(line) == most):
            yield line
            line = []
        line.append(band)
    yield line
