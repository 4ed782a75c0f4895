"""Draws tables of hands turn by turn: what lies open large on a green strip, and below it the seats side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import Self

from printkit.compose.table.arrived import new_in
from printkit.compose.table.green_strip import (
    BEFORE,
    MARGINS,
    OPEN,
    OWN,
    Lying,
    across,
    cards_band,
    row_width,
    sticks_band,
    strip_items,
)
from printkit.compose.table.hands import LAID, Hands, counting_sticks, owed
from printkit.compose.table.zone_pen import Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rounded_rectangle, segment

__all__ = ["ABREAST", "BAR", "GreenTable"]

ABREAST = 3
"""So many seats stand side by side."""
BAR = 4.3
"""How high the bar of a seat is, mm."""
# Between two seats, and below a row of them; below the strip, and a bar; how narrow a seat's column may be.
APART, ROWS, UNDER, HEAD, NARROW = 2.6, 1.6, 1.1, 0.8, 20.0
# The corner of a bar and its edge; the em of a letter and of points, what is free at its ends, the radius of a token.
CORNER, EDGE, LETTER, FIGURE, INSIDE, MARK = 0.8, 0.5, 4.2, 3.3, 1.5, 1.85
# What a seat took in its hand in this turn.
DRAWN = "drawn"
NOTHING = Band(0.0, 0.0, ())


class GreenTable(Hands):
    """The pen of a book, in which cards have two sizes: that of what lies open, and that of a seat's own."""

    first: Table | None = None

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words, *, low: bool) -> None:
        super().__init__(kit, zones, small, words, low=low)
        self.sticks = counting_sticks(kit)

    def of_game(self, tables: Sequence[Table]) -> Self:
        """The same for pictures of one game, in the first of which all is new."""
        pen = copy(self)
        pen.first = tables[0]
        return pen

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """Cards have one width in the whole book."""
        return OPEN.card, OPEN.card

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """The strip, and below it a column a seat; who acted last is blue."""
        items: list[Item] = []
        y = 0.0
        parts = self._open(table, width, acting[-1:])
        if any(parts):
            y = max([OPEN.card * self.zones.ratio, *(part.band.height for part in (*parts[0], *parts[1]))])
            y += math.fsum(MARGINS)
            items += strip_items(self.zones, parts, (width, y), low=self.low)
            y += UNDER
        seats = [*table.by_owner().items()]
        abreast = -(-len(seats) // -(-len(seats) // ABREAST)) if seats else 1
        for at in range(0, len(seats), abreast):
            x = deepest = 0.0
            row = seats[at : at + abreast]
            for (seat, zones), column in zip(row, _columns([own for _, own in row], width), strict=True):
                drawn, height = self._seat(table, seat, zones, column, acts=seat in acting[-1:])
                items.append(Group(tuple(drawn), Affine.translation(round(x, 4), round(y, 4))))
                x, deepest = x + column + APART, max(deepest, height)
            y += deepest + ROWS
        return items, y - ROWS

    # What lies open

    def _open(
        self, table: Table, width: float, acting: Sequence[Seat]
    ) -> tuple[Sequence[Lying], Sequence[Lying]]:
        """What lies large on the strip, and at its right end, small, what lay before a seat before; sums last."""
        common = [zone for zone in self.common_of(table) if _holds(zone)]
        laid = [zone for zone in table.zones if zone.owner and zone.name == LAID and zone.items]
        # What beats another lies behind it.
        laid.sort(key=lambda zone: bool(new_in(zone, self.came)))
        large = [zone for zone in common if zone.kind != "text"] + laid
        just = [] if common or laid else [*self._just(table)]
        last = [self._before(zone, just) for zone in table.zones if _lies_open(zone) and zone not in laid]
        last = [part for part in last if part.band.slots]
        # Of several piles of one kind the first one is named.
        last = [
            part._replace(name="" if at and last[at - 1].name == part.name else part.name)
            for at, part in enumerate(last)
        ]
        last += [self._sum(zone, width) for zone in common if zone.kind == "text"]
        free = width - math.fsum(part.width for part in last)
        first: list[Lying] = []
        for zone in large or just:
            part = Lying(zone.owner, self.words.zone(zone.name), NOTHING, acts=zone.owner in acting)
            band = cards_band(self.zones, zone, OPEN, free - part.width, self.came)
            first.append(part._replace(band=band))
            free -= first[-1].width
        return first, last

    def _just(self, table: Table) -> Iterator[Zone]:
        """What each seat drew, and what came to lie open before it; in the first picture all that lies there."""
        zones = [zone for zone in table.zones if zone.owner and zone.items]
        for zone in sorted(zones, key=lambda zone: zone.kind != "hand"):
            new = self._new(zone, first=table == self.first)
            if new:
                name = DRAWN if zone.kind == "hand" else zone.name
                yield Zone(name, "row", tuple(zone.items[at] for at in new), zone.owner)

    def _new(self, zone: Zone, *, first: bool) -> Sequence[int]:
        return range(len(zone.items)) if first and _lies_open(zone) else new_in(zone, self.came)

    def _before(self, zone: Zone, just: Sequence[Zone]) -> Lying:
        """What lies open before a seat without what has just come there, in two rows."""
        shown = next((len(each.items) for each in just if each.place == zone.place), 0)
        new = {*new_in(zone, self.came)} if shown < len(zone.items) else {*range(shown)}
        items = tuple(item for at, item in enumerate(zone.items) if not shown or at not in new)
        part = Lying(zone.owner, self.words.zone(zone.name), NOTHING, BEFORE)
        if not items:
            return part
        room = -(-len(items) // 2) * (BEFORE.card + BEFORE.air) - BEFORE.air
        return part._replace(band=cards_band(self.zones, replace(zone, items=items), BEFORE, room, {}))

    def _sum(self, zone: Zone, width: float) -> Lying:
        """A value of all, in counting sticks if it is a number of these."""
        said = item_text(zone.items[0] or Thing("0"))
        counted = said.isdigit() and bool(self.sticks)
        band = sticks_band(self.zones, self.sticks, int(said), width / 2) if counted else NOTHING
        return Lying("", self.words.zone(zone.name), band, sum=said)

    # What is a seat's own

    def _seat(
        self, table: Table, seat: Seat, zones: Sequence[Zone], width: float, *, acts: bool
    ) -> tuple[list[Item], float]:
        """A bar with the letter, and below it the hand, and whatever else is no cards."""
        items = [*self._bar(table, seat, zones, width, acts=acts)]
        y = BAR + HEAD
        for zone in (zone for zone in zones if _holds(zone) and zone.kind != "text" and not _lies_open(zone)):
            if zone.kind == "hand":
                band = cards_band(self.zones, zone, OWN, width, self.came)
            else:
                band = self.zones.labelled(zone, OWN.card, width)
            items.append(Group(band.items, Affine.translation(0.0, round(y, 4))))
            y += band.height + OWN.rows
        return items, y

    def _bar(
        self, table: Table, seat: Seat, zones: Sequence[Zone], width: float, *, acts: bool
    ) -> Iterator[Item]:
        """The letter of a seat, behind it the tokens that lie there, and at the right end its points."""
        box = Rect(0.0, 0.0, width, BAR)
        if acts:
            blue = find_ink("blue")
            edge = rounded_rectangle(box.grown(-EDGE / 2), CORNER)
            yield (
                Path(edge, stroke=blue, width=EDGE)
                if self.low
                else Path(rounded_rectangle(box, CORNER), blue)
            )
        else:
            yield Path(segment(0.0, BAR - EDGE / 2, width, BAR - EDGE / 2), stroke=BLACK, width=EDGE)
        style = TextStyle(self.display, LETTER, PAPER if acts and not self.low else BLACK, tracking=0.0)
        middle = box.center[1] - 0.2
        letter = fit_line(seat[:2], style, 0.2 * width, 0.6)
        left = INSIDE * acts
        yield set_line(seat[:2], letter, left, middle + 0.35 * LETTER)
        x = left + line_width(seat[:2], letter) + 1.6
        figure = replace(style, size=FIGURE)
        for token, value in self.marks_of(table, seat):
            if token.shape == "round" and value == seat:
                yield self.close(token, (x + MARK, middle), MARK)
                x += 2 * MARK + 1.0
            elif token.front.motif == "track":
                text = token.front.figure[:1] + value
                yield set_line(text, figure, x, middle + 0.36 * FIGURE)
                x += line_width(text, figure) + 1.0
        values = [zone for zone in zones if zone.kind == "text" and _holds(zone)]
        said = [f"{self.words.zone(zone.name)} {item_text(zone.items[0] or Thing('0'))}" for zone in values]
        said += [signed(round(points)) if points else "0" for who, points in owed(table) if who == seat]
        text = " · ".join(said)
        fitted = fit_line(text, figure, width - x - left, 0.4)
        yield set_line(text, fitted, width - left, middle + 0.36 * FIGURE, "end")


def _columns(seats: Sequence[Sequence[Zone]], width: float) -> Sequence[float]:
    """How wide the column of each seat is: all the same, unless others leave long hands fewer rows."""
    free = width - (len(seats) - 1) * APART
    same = free / len(seats)
    held = [max([0, *(len(zone.items) for zone in zones if zone.kind == "hand")]) for zones in seats]
    most = max(-(-count // across(count, OWN, same)) for count in (*held, 1) if count)
    for rows in range(1, most):
        needed = [max(NARROW, row_width(-(-count // rows), OWN)) for count in held]
        if (spare := free - math.fsum(needed)) >= 0.0:
            return [each + spare / len(seats) for each in needed]
    return [same] * len(seats)


def _holds(zone: Zone) -> bool:
    """Whether anything lies there: a sum of nothing does not."""
    return any(item and item_text(item) not in ("", "0") for item in zone.items)


def _lies_open(zone: Zone) -> bool:
    """Whether it is what has been laid before a seat for all to see."""
    return bool(zone.owner and zone.kind == "row" and zone.items)
