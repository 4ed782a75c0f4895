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

# Between rows; between throws side by side.
BETWEEN, BESIDE = 2.4, 4.0
# How wide a seat's sign with its value is at least and at most, and how high its row is.
VALUE, ROW = (18.0, 32.0), 9.4
# The card with which a throw is drawn: the smallest of one that shares a row, the largest in one row and in several;
# and how high throws are in such cards, by how much room a page has, and in each of several rows.
SMALL, LARGE, HIGH, IN_ROWS = 7.0, (13.0, 11.5), (10.0, 25.0), 0.62
# How tall a throw is at most beside what stands there.
TALLEST = 2.6
# How wide what stands right of throws is, and what throws need at least beside it.
COLUMN, ROOM = 34.0, 34.0
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
        """Throws side by side with the signs of their seats, each over its bars, as wide as there is room.

        Right of them, always in the same place, the pot and what everybody has; below them where there is no room.
        """
        throws = _thrown(table)
        rest = [zone for zone in table.zones if zone.kind not in ("cast", "gauge")]
        beside = self._beside(rest, card, COLUMN)
        right = beside is not None and width - COLUMN - BESIDE >= ROOM
        room = width - COLUMN - BESIDE if right else width
        rows, own = self._rows(throws, room)
        bars = max(len(each.odds) for each in throws)
        under = (OVER_BAR + bars * (BAR + BAR_AIR)) * bool(bars)
        high = THROW * card * (IN_ROWS if rows > 1 else 1.0)
        if beside is not None and right:
            # What stands there is not higher than they are.
            needed = (beside.height - (rows - 1) * BETWEEN) / rows - under
            high = max(high, min(needed, TALLEST * THROW * own))
        tall = max(LEAST_TALL, high / (THROW * own))
        items, y = self._throws(throws, (rows, own, tall, under))
        if beside is None:
            return items, y
        place = Affine.translation(width - COLUMN, 0.0) if right else Affine.translation(0.0, y + 2 * BETWEEN)
        items.append(Group(beside.items, place))
        return items, max(y, beside.height) if right else y + 2 * BETWEEN + beside.height

    def _rows(self, throws: Sequence[_Thrown], width: float) -> tuple[int, float]:
        """In how many rows they stand, and with what cards: as few as leave throws large enough."""
        wide = max(self.zones.throw(each.cast, 10.0, 0).width / 10 for each in throws)
        cards = (
            (rows, (width - (across - 1) * BESIDE) / (across * wide))
            for rows in range(1, len(throws) + 1)
            for across in (-(-len(throws) // rows),)
        )
        rows, card = next(each for each in cards if each[1] >= SMALL or each[0] == len(throws))
        return rows, min(card, LARGE[rows > 1])

    def _throws(
        self, throws: Sequence[_Thrown], size: tuple[int, float, float, float]
    ) -> tuple[list[Item], float]:
        """All throws in so many rows, with cards so wide, so tall, with so much room under each; and their height."""
        rows, card, tall, under = size
        across = -(-len(throws) // rows)
        items: list[Item] = []
        x = y = 0.0
        for number, (cast, odds) in enumerate(throws):
            if number and number % across == 0:
                x, y = 0.0, y + tall * THROW * card + under + BETWEEN
            band = self.zones.throw(cast, card, number, tall)
            own = [*band.items, *owner_items(self.zones, cast.owner, card, band.width)]
            own += self._bars(odds, Rect(0.0, band.height + OVER_BAR, band.width, under))
            items.append(Group(tuple(own), Affine.translation(round(x, 4), round(y, 4))))
            x += band.width + BESIDE
        return items, y + tall * THROW * card + under

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

    def _beside(self, rest: Sequence[Zone], card: float, width: float) -> Band | None:
        """The pot, and what everybody has, one below the other; None where there is neither."""
        bands = [self.zones.labelled(zone, card, width) for zone in rest if not zone.owner and zone.items]
        if owned := [zone for zone in rest if zone.owner]:
            bands.append(self._values(owned, width))
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

    def _values(self, zones: Sequence[Zone], width: float) -> Band:
        """What each seat has, large, behind its sign, in as many rows as they need; its name before the first.

        One that would take more than half of the width stands over them.
        """
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
            items += sign_items(self.zones, zone.owner, (x + SIGN / 2, middle), SIGN)
            text = " ".join(item_text(item) for item in zone.items if item)
            fitted = fit_line(text, style, pitch - SIGN - 2.4, 0.6)
            items.append(set_line(text, fitted, x + SIGN + 1.4, middle + 1.95))
        return Band(width, down - (-len(zones) // across) * ROW, tuple(items))


def _thrown(table: Table) -> list[_Thrown]:
    """The throws of a table, each with the odds that follow it."""
    throws: list[_Thrown] = []
    for zone in table.zones:
        if zone.kind == "cast":
            throws.append(_Thrown(zone, []))
        elif zone.kind == "gauge" and throws:
            throws[-1] = throws[-1]._replace(odds=[*throws[-1].odds, zone])
    return throws
