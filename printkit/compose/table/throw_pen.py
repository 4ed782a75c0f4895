"""Draws throws of sticks with what they brought: a table where nothing else lies."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import copy

from printkit.compose.pieces.standees import pawn_items
from printkit.compose.table.zone_pen import Band, Words, ZonePen, item_text
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.model import Group, Item

__all__ = ["ThrowPen"]

# Between rows; between throws side by side.
BETWEEN, BESIDE = 1.6, 4.0
# How wide a seat's sign with its value is at least and at most.
VALUE = (18.0, 32.0)
# Of throws: the sign of a seat, the row below them, the smallest card, and the greatest in several rows and in one.
SIGN, ROW, SMALL_THROW, MOST_THROW, LARGE_THROW = 6.4, 9.4, 5.6, 8.6, 11.5
# How wide what stands right of throws in two rows is at least.
COLUMN = 34.0
# So many throws of one seat may stand in two rows.
SQUARE = 4
# How much larger what lies below throws is drawn, with cards so many times as wide as this.
LARGER, USUAL = (1.4, 1.3, 1.2, 1.1), 10.0
# How much longer sticks are at most where a page has room.
TALL = 1.75
# And at most beside what everybody has.
TALLEST = 2.6


class ThrowPen:
    """Draws tables of throws for one kit."""

    most: float | None = None

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words) -> None:
        self.kit, self.zones, self.small, self.words = kit, zones, small, words
        self.display = kit.fonts["display"]

    def of_game(self, tables: Sequence[Table], width: float) -> ThrowPen:
        """The same for a game's pictures: sticks have one size in all of them."""
        pen = copy(self)
        pen.most = min((self.widths(table, width)[1] for table in tables), default=None)
        return pen

    def all_of(self, table: Table) -> bool:
        """Whether sticks are all there is to see: no board."""
        kinds = {zone.kind for zone in table.zones}
        return "cast" in kinds and "grid" not in kinds

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """With the greatest card the throws fill a row, if one holds them, or two of them."""
        if self.most is not None:
            # What grows is how long sticks are, and what lies below them.
            return self.most, TALL * self.most
        casts = [zone for zone in table.zones if zone.kind == "cast"]
        signs = len({zone.owner for zone in casts}) * (SIGN + 1.6)
        one = math.fsum(self.zones.throw(zone, 10.0, 0).width / 10 for zone in casts)
        most = (width - signs - (len(casts) - 1) * BESIDE) / one
        if len(casts) == SQUARE and len({zone.owner for zone in casts}) == 1:
            most = (width - signs - BESIDE) / (one / 2)
        most = min(most, LARGE_THROW) if most > SMALL_THROW else MOST_THROW
        return min(SMALL_THROW, most), most

    def draw(self, table: Table, card: float, width: float) -> tuple[list[Item], float]:
        """Throws side by side behind the sign of their seat; below them the pot, and what everybody has.

        These stand right of them in the column that no throw takes.
        """
        grown = card
        card = min(card, self.most or card)
        tall = grown / card
        items: list[Item] = []
        x = y = height = right = 0.0
        owner = ""
        casts = [zone for zone in table.zones if zone.kind == "cast"]
        across = self._across(casts, card, width)
        beside: Band | None = None
        if casts and width - (left := self._long(casts[:across], card)) - BESIDE >= COLUMN:
            # It is not higher than they are.
            beside = self._beside(table, card, width - left - BESIDE)
        if beside is not None:
            rows = -(-len(casts) // across)
            one = (beside.height - (rows - 1) * BETWEEN) / rows
            tall = max(tall, min(TALLEST, one / self.zones.throw(casts[0], card, 0).height))
        for number, zone in enumerate(casts):
            band = self.zones.throw(zone, card, number, tall)
            height = band.height
            sign = SIGN + 1.6 if zone.owner != owner else 0.0
            if x and (x + sign + band.width > width + 0.01 or number == across):
                x, y = (0.0 if sign else SIGN + 1.6), y + height + BETWEEN
            if sign:
                items += self._sign(zone.owner, x, y + height / 2)
            x, owner = x + sign, zone.owner
            items.append(Group(band.items, Affine.translation(round(x, 4), round(y, 4))))
            x += band.width + BESIDE
            right = max(right, x)
        if beside is not None:
            top = max(0.0, (y + height - beside.height) / 2)
            items.append(Group(beside.items, Affine.translation(round(right, 4), round(top, 4))))
            return items, max(y + height, beside.height)
        y += height + 2 * BETWEEN
        fitting = (
            each for each in LARGER if each * USUAL <= grown and self._in_a_row(table, card, width / each)
        )
        scale = next(fitting, 1.0)
        below, high = self._below(table, card, width / scale)
        items.append(Group(tuple(below), Affine(scale, 0.0, 0.0, scale, 0.0, round(y, 4))))
        return items, y + scale * high

    def _beside(self, table: Table, card: float, width: float) -> Band | None:
        """The pot, and what everybody has, one below the other right of throws; None where there is neither."""
        rest = [zone for zone in table.zones if zone.kind != "cast"]
        bands = [self.zones.labelled(zone, card, width) for zone in rest if not zone.owner and zone.items]
        if owned := [zone for zone in rest if zone.owner]:
            bands.append(self._values(owned, min(width, COLUMN)))
        if not bands:
            return None
        items: list[Item] = []
        y = 0.0
        for band in bands:
            # A long name makes a pot wider than that.
            scale = min(1.0, width / band.width)
            items.append(Group(band.items, Affine(scale, 0.0, 0.0, scale, 0.0, round(y, 4))))
            y += scale * band.height + 2 * BETWEEN
        return Band(width, y - 2 * BETWEEN, tuple(items))

    def _in_a_row(self, table: Table, card: float, width: float) -> bool:
        """Whether the pot, and what everybody has, stand in one row."""
        owned = [zone for zone in table.zones if zone.owner and zone.kind != "cast"]
        common = [zone for zone in table.zones if not zone.owner and zone.items]
        used = math.fsum(self.zones.labelled(zone, card, width).width + 2 * BESIDE for zone in common)
        name = line_width(self.words.zone(owned[0].name), self.small) + 2.4 if owned else 0.0
        return used + name + len(owned) * VALUE[0] <= width

    def _below(self, table: Table, card: float, width: float) -> tuple[list[Item], float]:
        """The pot, and what everybody has, in a row, and its height."""
        rest = [zone for zone in table.zones if zone.kind != "cast"]
        common = [
            (zone, self.zones.labelled(zone, card, width)) for zone in rest if not zone.owner and zone.items
        ]
        row = max(ROW, *(band.height for _, band in common)) if common else ROW
        items: list[Item] = []
        x = 0.0
        for _, band in common:
            items.append(Group(band.items, Affine.translation(x, round((row - band.height) / 2, 4))))
            x += band.width + 2 * BESIDE
        values = self._values([zone for zone in rest if zone.owner], width - x)
        top = max(0.0, (row - values.height) / 2)
        items.append(Group(values.items, Affine.translation(x, round(top, 4))))
        return items, max(row, top + values.height)

    def _across(self, casts: Sequence[Zone], card: float, width: float) -> int:
        """How many stand in the first row where four of a seat have no room in one: two."""
        wide = math.fsum(self.zones.throw(zone, card, 0).width + BESIDE for zone in casts)
        return 2 if len(casts) == SQUARE and SIGN + 1.6 + wide - BESIDE > width + 0.01 else len(casts)

    def _long(self, casts: Sequence[Zone], card: float) -> float:
        """How long throws are in a row, each seat's behind its sign."""
        signs = len({zone.owner for zone in casts}) * (SIGN + 1.6)
        wide = math.fsum(self.zones.throw(zone, card, 0).width for zone in casts)
        return signs + wide + BESIDE * (len(casts) - 1)

    def _values(self, zones: Sequence[Zone], width: float) -> Band:
        """What each seat has, large, behind its sign, in as many rows as they need; its name before the first.

        One that would take more than half of the width stands over them.
        """
        if not zones:
            return Band(0.0, 0.0, ())
        name = self.words.zone(zones[0].name)
        left = line_width(name, self.small) + 2.4
        over = left > width / 2
        look = shrunk(name, self.small, width) if over else self.small
        left, down = (0.0, look.size + 0.8) if over else (left, 0.0)
        across = max(1, min(len(zones), int((width - left) // VALUE[0])))
        pitch = min((width - left) / across, VALUE[1])
        items: list[Item] = [set_line(name, look, 0.0, look.size if over else ROW / 2 + 0.9)]
        style = TextStyle(self.display, 5.4, tracking=0.0)
        for at, zone in enumerate(zones):
            x, middle = left + at % across * pitch, down + (at // across + 0.5) * ROW
            items += self._sign(zone.owner, x, middle)
            text = " ".join(item_text(item) for item in zone.items if item)
            fitted = fit_line(text, style, pitch - SIGN - 2.4, 0.6)
            items.append(set_line(text, fitted, x + SIGN + 1.4, middle + 1.95))
        return Band(width, down - (-len(zones) // across) * ROW, tuple(items))

    def _sign(self, owner: str, x: float, middle: float) -> Iterator[Item]:
        """The sign of a seat's pawn with its letter."""
        cell = Rect(x - 0.25 * SIGN, middle - 0.75 * SIGN, 1.5 * SIGN, 1.5 * SIGN)
        yield from pawn_items(self.kit, owner, cell, low=self.zones.choices.ink == "low")
