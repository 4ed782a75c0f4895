"""Draws what lies before all seats among rules: a framed panel with a bar for each part of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import groupby

from printkit.compose.books.page_blocks import Picture
from printkit.compose.pieces.carving import bar_items
from printkit.compose.table.hands import counting_sticks
from printkit.compose.table.zone_pen import CLOSE, Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.zones import Item as Thing
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.kit.text import Names
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = [
    "INSIDE",
    "PANEL",
    "HandPanel",
    "across_of",
    "band_of",
    "count_of",
    "deck_picture",
    "is_sum",
]

# The panel: its least width beside seats among rules, the bar of a name, its frame, and the paper inside; the corner;
# from which part of their height on it is as high as the seats there.
PANEL, BAR, FRAME, INSIDE, CORNER, NEARLY = 40.0, 5.0, 0.6, 1.7, 0.8, 0.66
# The em of a name in a bar, and of a sum; how much larger its sticks are than in a pile.
NAME, SUM, STICKS = 2.9, 7.4, 1.04
# Between a sum and its sticks; how near cards come that would else need a second line.
APART, TOUCH = 2.4, 0.05
# How wide cards of a deck are in their places.
DECK = 0.82
# In a panel beside the seats so many cards lie side by side.
ABREAST = 5


class HandPanel:
    """Draws panels for one kit; with `low` ink bars are outlines. An empty one says where things come to lie."""

    def __init__(self, kit: Kit, zones: ZonePen, words: Words, *, low: bool) -> None:
        self.zones, self.words, self.low = zones, words, low
        self.title = TextStyle(kit.fonts["display"], NAME, tracking=0.0)
        self.sum = replace(self.title, size=SUM)
        self.sticks = counting_sticks(kit)

    def snug(self, common: Sequence[Zone], card: float, width: float) -> float:
        """How wide it is among rules with what lies in it, cards so wide in rows no wider than `width`; mm."""
        named = (_in_bar(line_width(self.words.zone(zone.name), self.title)) for zone in common)
        # A sum is as wide as there is room.
        bands = (self._common(zone, (card, width - 2 * INSIDE)) for zone in common if not is_sum(zone))
        return min(width, max([0.0, *named, *(band.width + 2 * INSIDE for band in bands)]))

    def draw(
        self, zones: Sequence[Zone], size: tuple[float, float], beside: float = 0.0
    ) -> tuple[list[Item], float]:
        """Cards, then sums, as high as what is `beside` them where they nearly are.

        `size`: how wide a card and the panel are, mm.
        """
        card, width = size
        bands = [self._common(zone, (card, width - 2 * INSIDE)) for zone in zones]
        order = sorted(range(len(zones)), key=lambda at: zones[at].kind == "text")
        deep = math.fsum(BAR + band.height + 2 * INSIDE for band in bands)
        spare = max(0.0, beside - deep) / len(zones) if deep >= NEARLY * beside else 0.0
        items: list[Item] = []
        y = 0.0
        for at in order:
            items += self._bar(Rect(0.0, y, width, BAR), self.words.zone(zones[at].name))
            left, top = (width - bands[at].width) / 2, y + BAR + INSIDE + spare / 2
            items.append(Group(bands[at].items, Affine.translation(round(left, 4), round(top, 4))))
            y += BAR + bands[at].height + 2 * INSIDE + spare
        frame = rounded_rectangle(Rect(0.0, 0.0, width, y).grown(-FRAME / 2), CORNER)
        return [*items, Path(frame, stroke=BLACK, width=FRAME)], y

    def _bar(self, box: Rect, words: str) -> Iterator[Item]:
        """A black bar with words."""
        style = replace(self.title, ink=BLACK if self.low else PAPER)
        yield from bar_items(box, CORNER, low=self.low)
        # Narrower than it can be read at arm's length is better than beyond the edge.
        narrow = min(1.0, box.width / _in_bar(line_width(words, style)))
        yield set_line(
            words, replace(style, size=narrow * NAME), box.x + 2.2 * narrow, box.center[1] + 0.34 * NAME
        )

    def _is_counted(self, zone: Zone) -> bool:
        """Whether it is a sum that counting sticks make."""
        said = item_text(zone.items[0] or Thing("")) if zone.items else ""
        return is_sum(zone) and bool(self.sticks) and said.isdigit()

    def _common(self, zone: Zone, size: tuple[float, float]) -> Band:
        """Cards, or the place for them; a sum in counting sticks; anything else as it is."""
        if self._is_counted(zone):
            return self._sum(zone, size[1])
        items = zone.items or (None,)
        return band_of(self.zones, Zone(zone.name, "row", items), size)

    def _counted(self, zone: Zone) -> tuple[Band, str]:
        """A sum in as few sticks as make it, the dearest first, and its number."""
        laid: list[Token] = []
        number = item_text(zone.items[0] or Thing("0"))
        rest = int(number)
        for token in self.sticks:
            count, rest = divmod(rest, int(token.front.figure))
            laid += [token] * count
        sticks = self.zones.strips(laid) if laid else Band(0.0, 0.0, ())
        drawn = (Group(sticks.items, Affine.scaling(STICKS)),)
        return Band(STICKS * sticks.width, STICKS * sticks.height, drawn), number

    def _sum(self, zone: Zone, width: float) -> Band:
        """Sticks, and their number at the right end of the panel."""
        sticks, number = self._counted(zone)
        style = self.sum
        digits = line_width(number, style)
        scale = min(1.0, (width - max(digits, line_width("00", style)) - APART) / max(sticks.width, 1.0))
        height = max(scale * sticks.height, style.size)
        said = set_line(number, style, width - 0.6, height / 2 + 0.36 * style.size, "end")
        top = round((height - scale * sticks.height) / 2, 4)
        return Band(width, height, (Group(sticks.items, Affine(scale, 0.0, 0.0, scale, 0.0, top)), said))


def band_of(zones: ZonePen, zone: Zone, size: tuple[float, float]) -> Band:
    """Cards in rows of equal length, or closer together where they then fit in one row.

    `size`: how wide a card and a row are, mm.
    """
    card, width = size
    gap = (width - len(zone.items) * card) / max(1, len(zone.items) - 1)
    if not TOUCH <= gap < CLOSE:
        return zones.band(zone, card, _even(zone, card, width))
    near = copy(zones)
    near.air = gap
    return near.band(zone, card, width + 0.01)


def deck_picture(zones: ZonePen, names: Names, style: TextStyle, width: float) -> Picture:
    """Written cards, each colour in a row, and what they are called below all of them."""
    rows = [[*own] for _, own in groupby(zones.kit.cards, lambda card: card.id[0])]
    pitch = width / max(map(len, rows))
    items: list[Item] = []
    y = 0.0
    for own in rows:
        for at, card in enumerate(own):
            band = zones.band(Zone("", "row", (Thing(card.id),)), DECK * pitch, width)
            x = (at + (1 - DECK) / 2) * pitch
            items.append(Group(band.items, Affine.translation(round(x, 4), round(y, 4))))
        y += DECK * pitch * zones.ratio + CLOSE
    for at, card in enumerate(rows[0]):
        name = names.plain(str(next(iter(card.fields.values()))))
        fitted = fit_line(name, style, 0.94 * pitch, 0.6)
        items.append(set_line(name, fitted, (at + 0.5) * pitch, y + style.size, "middle"))
    return Picture(width, y + 2 * style.size, tuple(items))


def _even(zone: Zone, card: float, width: float) -> float:
    """How wide rows are that have as many cards as one another, no wider than that."""
    fitting = max(1, int((width + CLOSE + 0.01) // (card + CLOSE)))
    return -(-len(zone.items) // -(-len(zone.items) // fitting)) * (card + CLOSE) if zone.items else width


def is_sum(zone: Zone) -> bool:
    """Whether it is a value and no card."""
    return zone.kind == "text"


def count_of(common: Sequence[Zone]) -> int:
    """How many cards the fullest part of a panel has."""
    return max([1, *(len(zone.items) for zone in common if not is_sum(zone))])


def across_of(common: Sequence[Zone]) -> int:
    """How many cards lie side by side in a panel beside the seats; many lie in two rows."""
    count = count_of(common)
    return count if count <= ABREAST else -(-count // 2)


def _in_bar(words: float) -> float:
    """How wide a bar is whose words are so wide: before them paper, behind them cuts; mm."""
    return 2.2 + words + 2.6 * BAR
