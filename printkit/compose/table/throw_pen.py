"""Draws throws of sticks, below them how often choices win, and beside them what they are for: no board lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printkit.compose.table.beside_throw import LEAST_TALL, SIGN, owner_items, sign_items
from printkit.compose.table.gauges import share_items
from printkit.compose.table.zone_pen import THROW, Band, Words, ZonePen, item_text
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.model import Group, Item

__all__ = ["ThrowPen"]

# Between rows; between columns.
BETWEEN, BESIDE = 2.4, 4.0
# All throws of a book are one column of its page wide: how many these are at most, and how wide each is at least.
COLUMNS, LEAST_WIDE = 4, 22.0
# How wide a seat's sign with its value is at least and at most, and how high its row is, alone and below others; what
# is between a pot and values below it.
VALUE, ROW, ROWS, APART = (18.0, 32.0), 9.4, 7.6, 3.2
# The card that says how high throws are, by how much room a page has, and how high they are in each of several rows;
# and how tall a throw is at most beside what stands there.
HIGH, IN_ROWS, TALLEST = (10.0, 25.0), 0.62, 2.8
# A bar below a throw: its height, the em of its words, what is free round it and above the first, and what its name
# takes of the throw's width at most.
BAR, BAR_EM, BAR_AIR, OVER_BAR, NAMED = 3.2, 2.5, 0.9, 1.2, 0.36


class _Thrown(NamedTuple):
    """A throw, and how often each choice wins that its seat then has: what it chose comes first."""

    cast: Zone
    odds: Sequence[Zone]


class ThrowPen:
    """Draws tables of throws for one kit."""

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words) -> None:
        self.kit, self.zones, self.small, self.words = kit, zones, small, words
        self.display = kit.fonts["display"]

    def all_of(self, table: Table) -> bool:
        """Whether sticks are all there is to see: no board."""
        kinds = {zone.kind for zone in table.zones}
        return "cast" in kinds and "grid" not in kinds

    def widths(self) -> tuple[float, float]:
        """The least and the greatest card, which say how high throws are."""
        return HIGH

    def draw(self, table: Table, card: float, width: float) -> tuple[list[Item], float]:
        """Throws side by side with the signs of their seats, each over its bars, all as wide as a column of the page.

        The pot and what everybody has stand in the columns that are left, or below where there is none.
        """
        throws = _thrown(table)
        rest = [zone for zone in table.zones if zone.kind not in ("cast", "gauge")]
        columns = max(1, min(COLUMNS, int((width + BESIDE) // (LEAST_WIDE + BESIDE))))
        column = (width + BESIDE) / columns - BESIDE
        # A column is left for the rest if throws need no more rows then.
        right = columns > 1 and -(-len(throws) // (columns - 1)) == -(-len(throws) // columns)
        across = columns - 1 if right else columns
        rows, left = -(-len(throws) // across), columns - min(len(throws), across)
        beside = self._beside(rest, column, left if right else 0, width)
        own = column / max(self.zones.throw(each.cast, 1.0, 0).width for each in throws)
        bars = max(len(each.odds) for each in throws)
        under = (OVER_BAR + bars * (BAR + BAR_AIR)) * bool(bars)
        high = THROW * card * (IN_ROWS if rows > 1 else 1.0)
        if right:
            # What stands there is not higher than they are.
            needed = (beside.height - (rows - 1) * BETWEEN) / rows - under
            high = max(high, min(needed, TALLEST * THROW * own))
        tall = max(LEAST_TALL, high / (THROW * own))
        items, y = self._throws(throws, across, (own, tall, under))
        if not beside.items:
            return items, y
        place = (width - beside.width, 0.0) if right else (0.0, y + 2 * BETWEEN)
        items.append(Group(beside.items, Affine.translation(*place)))
        return items, max(y, beside.height) if right else place[1] + beside.height

    def _throws(
        self, throws: Sequence[_Thrown], across: int, size: tuple[float, float, float]
    ) -> tuple[list[Item], float]:
        """All throws, so many in a row, with cards so wide, so tall, with so much room under each; and their height."""
        card, tall, under = size
        pitch = tall * THROW * card + under + BETWEEN
        items: list[Item] = []
        for number, (cast, odds) in enumerate(throws):
            band = self.zones.throw(cast, card, number, tall)
            own = [*band.items, *owner_items(self.zones, cast.owner, card, band.width)]
            own += self._bars(odds, Rect(0.0, band.height + OVER_BAR, band.width, under))
            x, y = number % across * (band.width + BESIDE), number // across * pitch
            items.append(Group(tuple(own), Affine.translation(round(x, 4), round(y, 4))))
        return items, -(-len(throws) // across) * pitch - BETWEEN

    def _bars(self, odds: Sequence[Zone], room: Rect) -> Iterator[Item]:
        """How often choices win, one below the other; what was chosen is black."""
        style = TextStyle(self.kit.fonts["text"], BAR_EM, tracking=0.0)
        names = [self.words.zone(zone.name) for zone in odds]
        named = [fit_line(name, style, NAMED * room.width, 0.5) for name in names]
        won = [zone.items[0].face if zone.items[0] else "0" for zone in odds]
        percents = [f"{each}%" if self.words.language == "ja" else f"{each} %" for each in won]
        left = max(map(line_width, names, named), default=0.0) + BAR_AIR
        right = max((line_width(each, style) for each in percents), default=0.0) + BAR_AIR
        for at, percent in enumerate(percents):
            bar = Rect(left, room.y + at * (BAR + BAR_AIR), room.width - left - right, BAR)
            base = bar.center[1] + 0.36 * BAR_EM
            yield set_line(names[at], named[at], 0.0, base)
            yield set_line(percent, style, room.width, base, "end")
            yield from share_items(bar, float(won[at]) / 100, full=not at)

    def _beside(self, rest: Sequence[Zone], column: float, left: int, width: float) -> Band:
        """The pot, and what everybody has: in so many columns that are left, else side by side in all of the width."""
        bands = [self._pot(zone, column) for zone in rest if not zone.owner and zone.items]
        if owned := [zone for zone in rest if zone.owner]:
            room = column if left else width - len(bands) * (column + BESIDE)
            bands.append(self._values(owned, room, under=bool(left)))
        if not bands:
            return Band(0.0, 0.0, ())
        items: list[Item] = []
        x = y = high = 0.0
        for at, band in enumerate(bands):
            items.append(Group(band.items, Affine.translation(round(x, 4), round(y, 4))))
            high = max(high, y + band.height)
            if not left or at < left - 1:
                x += column + BESIDE
            else:
                y += band.height + APART
        wide = min(left, len(bands)) * (column + BESIDE) - BESIDE if left else width
        return Band(wide, high, tuple(items))

    def _pot(self, zone: Zone, column: float) -> Band:
        """What lies in the middle, below its name, no wider than a column."""
        band = self.zones.under(self.words.zone(zone.name), self.zones.band(zone, 1.0, column))
        scale = min(1.0, column / band.width)
        return Band(column, scale * band.height, (Group(band.items, Affine.scaling(scale)),))

    def _values(self, zones: Sequence[Zone], width: float, *, under: bool) -> Band:
        """What each seat has, large, behind its sign, side by side behind its name, or all `under` it."""
        name = self.words.zone(zones[0].name)
        left, down = line_width(name, self.small) + 2.4, 0.0
        if under or left > width / 2:
            look = shrunk(name, self.small, width)
            left, down = 0.0, look.size + 0.8
            across, row, base = 1, ROWS, look.size
        else:
            look, base = self.small, ROW / 2 + 0.9
            across, row = max(1, min(len(zones), int((width - left) // VALUE[0]))), ROW
        pitch = min((width - left) / across, VALUE[1])
        items: list[Item] = [set_line(name, look, 0.0, base)]
        style = TextStyle(self.display, 5.4, tracking=0.0)
        for at, zone in enumerate(zones):
            x, middle = left + at % across * pitch, down + (at // across + 0.5) * row
            items += sign_items(self.zones, zone.owner, (x + SIGN / 2, middle), SIGN)
            text = " ".join(item_text(item) for item in zone.items if item)
            fitted = fit_line(text, style, pitch - SIGN - 2.4, 0.6)
            items.append(set_line(text, fitted, x + SIGN + 1.4, middle + 1.95))
        return Band(width, down + -(-len(zones) // across) * row, tuple(items))


def _thrown(table: Table) -> list[_Thrown]:
    """The throws of a table, each with the odds that follow it."""
    throws: list[_Thrown] = []
    for zone in table.zones:
        if zone.kind == "cast":
            throws.append(_Thrown(zone, []))
        elif zone.kind == "gauge" and throws:
            throws[-1] = throws[-1]._replace(odds=[*throws[-1].odds, zone])
    return throws
