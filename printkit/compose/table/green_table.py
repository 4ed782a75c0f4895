"""Draws tables of hands turn by turn: what lies open large on a green cloth, and below it the seats side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

from printkit.compose.table.arrived import Arrived, arrived, new_in
from printkit.compose.table.green_strip import (
    CORNER,
    EDGE,
    OPEN,
    OWN,
    SIZES,
    Cloth,
    Label,
    Look,
    cards_band,
    fitted,
    moved,
    stacked,
)
from printkit.compose.table.hands import LAID, Hands, counting_sticks, owed
from printkit.compose.table.zone_pen import Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = ["BAR", "GreenTable", "Shows", "seat_lines"]

BAR = 6.8
"""How high the bar of a seat is, mm."""
# The most seats side by side, and what is between them, and between two lines of them.
SEATS, APART, LINES = 3, 1.6, 2.0
# Inside a cloth; between what is large on it and what lies before seats; below it; between a bar and its hand.
PAD, OVER, UNDER, HAND = 2.2, 1.6, 1.6, 1.1
# How high what is large on a cloth is, alone, over what lies before seats, and where it is larger than others; and a
# cloth with sums alone.
LARGE, LOWER, PEAK, SUMS = 29.0, 25.0, 40.0, 24.0
# How much higher all of it may be where a page has room: with a cloth, with sums alone on it, and with neither; from
# which room on that remains for the cloth the cards of hands are as large as they may be, on more rows.
GROWS, ROOMY = (72.0, 18.0, 0.0), 10.0
# How wide the cards of hands may be: as many stand side by side as the longest hand of the game has,
# or so many in large ones.
WIDEST, LARGER = 11.0, 4
# A seat's bar: inside it, the em of the letter, of points, of other values and their names; between these; the radius
# of a token; how much thicker the edge of who acted is.
INSIDE, LETTER, POINTS, FIGURE, NAMED, BETWEEN, MARK, THICKER = 1.4, 5.0, 5.4, 4.0, 2.3, 1.2, 2.45, 2.0
# What a seat took in its hand in this turn.
DRAWN = "drawn"


class Shows(NamedTuple):
    """What a picture shows beside the bars of seats: the cloth, or sums alone on it, and hands."""

    cloth: bool
    sums: bool
    hands: bool


class _Open(NamedTuple):
    """What lies open: large, small before each seat, and sums."""

    large: Sequence[tuple[Label, Zone]]
    before: dict[Seat, list[tuple[Label, Zone]]]
    sums: Sequence[Zone]


class GreenTable(Hands):
    """The pen of a book, in which cards have two sizes: that of what lies open, and that of a seat's own."""

    tables: Sequence[Table] = ()
    peak: Table | None = None
    usual = 0
    came: Arrived = arrived(())

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words, *, low: bool) -> None:
        super().__init__(kit, zones, small, words, low=low)
        self.sticks = counting_sticks(kit)

    def of_game(self, tables: Sequence[Table], peak: Table | None = None) -> Self:
        """The same for pictures of one game, in the first of which all is new; the one at its `peak` is larger."""
        pen = copy(self)
        pen.tables, pen.peak = tables, peak
        pen.usual = max([0, *map(_longest, tables)])
        return pen

    def marking(self, moves: Sequence[Move]) -> Self:
        """The same, which marks the cards that went so."""
        pen = copy(self)
        pen.came = arrived(moves)
        return pen

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """What is more than the least is free on the cloth, mm: hands do not grow."""
        shown = self.shows(table)
        return OPEN.card, OPEN.card + GROWS[0 if shown.cloth else 1 if shown.sums else 2]

    def shows(self, table: Table) -> Shows:
        """What of a table is shown: all of it in the first, the last and the largest picture, else what is new."""
        at = next((at for at, each in enumerate(self.tables) if each == table), 0)
        if at in (0, len(self.tables) - 1) or table == self.peak:
            return Shows(cloth=True, sums=False, hands=True)
        was, new = self.tables[at - 1], {"cloth": False, "sums": False, "hands": False}
        lay = {zone.place: zone.items for zone in was.zones}
        for zone in (zone for zone in table.zones if not self.is_mark(zone)):
            if lay.get(zone.place, ()) == zone.items:
                continue
            if zone.kind == "text":
                new["sums"] |= not zone.owner
            else:
                new["hands" if zone.owner and not _lies_open(zone) else "cloth"] = True
        gone = any(zone.items and _is_open(zone) for zone in was.zones) and not any(
            map(_is_open, table.zones)
        )
        return Shows(cloth=new["cloth"] or gone, sums=new["sums"], hands=new["hands"])

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """The cloth, and below it the seats; who acted last is blue."""
        owned, shown, more = table.by_owner(), self.shows(table), card - OPEN.card
        lines = seat_lines([*owned], width)
        seats = self._seats(table, lines, acting[-1:], hand=shown.hands)
        if shown.cloth and more > ROOMY:
            large = self._seats(table, lines, acting[-1:], hand=shown.hands, large=True)
            if large.height - seats.height <= more - ROOMY:
                more, seats = more - large.height + seats.height, large
        items, high = self._cloth(table, shown, width, more, lines, acting[-1:])
        y = high + UNDER * bool(high and lines)
        return [*items, moved(seats, 0.0, y)], y + seats.height

    def _seats(
        self,
        table: Table,
        lines: Sequence[Sequence[tuple[Seat, Rect]]],
        acting: Sequence[Seat],
        *,
        hand: bool,
        large: bool = False,
    ) -> Band:
        """The seats side by side, their hands maybe as `large` as they may be."""
        owned = table.by_owner()
        count = LARGER if large else max(self.usual, _longest(table), 1)
        items: list[Item] = []
        y = 0.0
        for line in lines:
            wide = line[0][1].width
            own = OWN._replace(card=round(min(WIDEST, max(OWN.card, wide / count - OWN.air)), 4))
            cells = [
                self._seat(table, seat, owned[seat], own, wide, hand=hand, acts=seat in acting)
                for seat, _ in line
            ]
            items += (moved(cell, box.x, y) for (_, box), cell in zip(line, cells, strict=True))
            y += max(cell.height for cell in cells) + LINES
        return Band(0.0, y - LINES * bool(lines), tuple(items))

    # What lies open

    def _cloth(
        self,
        table: Table,
        shown: Shows,
        width: float,
        more: float,
        lines: Sequence[Sequence[tuple[Seat, Rect]]],
        acting: Sequence[Seat],
    ) -> tuple[list[Item], float]:
        """What is large in the middle of a cloth, sums in its right third, and small what lies before each seat."""
        lies = self._open(table, acting)
        if not (lies.sums if shown.sums and not shown.cloth else shown.cloth and any(lies)):
            return [], 0.0
        dark = table == self.peak
        cloth = Cloth(self.zones, low=self.low, dark=dark)
        if not shown.cloth:
            lies = _Open((), {}, lies.sums)
        before = [self._before(cloth, lies, line) for line in lines]
        below = math.fsum(max(band.height for band, _ in row) + OVER for row in before if row)
        high = 0.0
        if lies.large:
            high = PEAK if dark else LOWER if below else LARGE
        elif lies.sums:
            high = SUMS
        high += more
        items: list[Item] = []
        clear: list[Rect] = []
        wide = width - 2 * PAD
        if lies.sums:
            part = (width - 2 * APART) / 3 if lies.large else width
            band = self._sums(cloth, lies.sums, (part - 2 * PAD, high))
            x = width - part + PAD if lies.large else (width - band.width) / 2
            y = PAD + (high - band.height) / 2
            items.append(moved(band, x, y))
            clear += (slot.moved(x, y) for slot in band.slots)
            wide -= part * bool(lies.large)
        if lies.large:
            band, scale = fitted(cloth, lies.large, (wide, high), self.came, OPEN, SIZES)
            x, y = PAD + (wide - scale * band.width) / 2, PAD + (high - scale * band.height) / 2
            items.append(moved(band, x, y, scale))
            clear += (
                Rect(x + scale * slot.x, y + scale * slot.y, scale * slot.width, scale * slot.height)
                for slot in band.slots
            )
        y = PAD + high
        for row in before:
            tall = max([0.0, *(band.height for band, _ in row)])
            for band, x in row:
                items.append(moved(band, x, y + OVER * bool(high) + tall - band.height))
                clear.append(Rect(x, y + OVER * bool(high) + tall - band.height, band.width, band.height))
            y += (tall + OVER) * bool(row)
        box = Rect(0.0, 0.0, width, round(y + PAD, 4))
        return [*cloth.ground(box, clear), *items], box.height

    def _before(
        self, cloth: Cloth, lies: _Open, line: Sequence[tuple[Seat, Rect]]
    ) -> list[tuple[Band, float]]:
        """What lies before the seats of a line, each with where it begins."""
        found: list[tuple[Band, float]] = []
        for seat, box in line:
            if parts := lies.before.get(seat):
                band, scale = fitted(cloth, parts, (box.width - 2 * PAD, math.inf), {}, OWN, (OWN.card,))
                band = Band(scale * band.width, scale * band.height, (moved(band, 0.0, 0.0, scale),))
                found.append((band, box.x + PAD))
        return found

    def _sums(self, cloth: Cloth, sums: Sequence[Zone], room: tuple[float, float]) -> Band:
        """Values of all, in counting sticks if they are numbers of these."""
        high = (room[1] - PAD * (len(sums) - 1)) / len(sums)
        bands = []
        for zone in sums:
            said = item_text(zone.items[0] or Thing("0"))
            label = Label("", self.words.zone(zone.name))
            bands.append(cloth.sum_band(label, said, self.sticks, (room[0], high)))
        return stacked(bands, PAD)

    def _open(self, table: Table, acting: Sequence[Seat]) -> _Open:
        """What lies large on the cloth, and small what lay before a seat before; and sums."""
        common = [zone for zone in self.common_of(table) if _holds(zone)]
        laid = [zone for zone in table.zones if zone.owner and zone.name == LAID and zone.items]
        # What beats another lies behind it.
        laid.sort(key=lambda zone: bool(new_in(zone, self.came)))
        large = [zone for zone in common if zone.kind != "text"] + laid
        just = [] if common or laid else [*self._just(table)]
        before: dict[Seat, list[tuple[Label, Zone]]] = {}
        for zone in (zone for zone in table.zones if _lies_open(zone) and zone not in laid):
            if items := self._lay(zone, just):
                label = Label("", self.words.zone(zone.name))
                before.setdefault(zone.owner, []).append((label, replace(zone, items=items)))
        shown = [
            (Label(zone.owner, self.words.zone(zone.name), zone.owner in acting), zone)
            for zone in large or just
        ]
        return _Open(shown, before, [zone for zone in common if zone.kind == "text"])

    def _just(self, table: Table) -> Iterator[Zone]:
        """What each seat drew, and what came to lie open before it; in the first picture all that lies there."""
        zones = [zone for zone in table.zones if zone.owner and zone.items]
        first = bool(self.tables) and table == self.tables[0]
        for zone in sorted(zones, key=lambda zone: zone.kind != "hand"):
            new = range(len(zone.items)) if first and _lies_open(zone) else new_in(zone, self.came)
            if new:
                name = DRAWN if zone.kind == "hand" else zone.name
                yield Zone(name, "row", tuple(zone.items[at] for at in new), zone.owner)

    def _lay(self, zone: Zone, just: Sequence[Zone]) -> tuple[Thing | None, ...]:
        """What lies open before a seat without what has just come there."""
        shown = next((len(each.items) for each in just if each.place == zone.place), 0)
        new = {*new_in(zone, self.came)} if shown < len(zone.items) else {*range(shown)}
        return tuple(item for at, item in enumerate(zone.items) if not shown or at not in new)

    # What is a seat's own

    def _seat(
        self,
        table: Table,
        seat: Seat,
        zones: Sequence[Zone],
        own: Look,
        width: float,
        *,
        hand: bool,
        acts: bool,
    ) -> Band:
        """A bar, and below it the hand, and whatever else is no cards."""
        bands = [self._bar(table, seat, zones, width, acts=acts)]
        for zone in zones if hand else ():
            if not _holds(zone) or zone.kind == "text" or _lies_open(zone):
                continue
            if zone.kind == "hand":
                bands.append(cards_band(self.zones, zone, own, width, self.came))
            else:
                bands.append(self.zones.labelled(zone, own.card, width))
        band = stacked(bands, HAND)
        return band._replace(height=band.height + own.rows * (len(bands) > 1))

    def _bar(self, table: Table, seat: Seat, zones: Sequence[Zone], width: float, *, acts: bool) -> Band:
        """The letter of a seat, behind it the token that lies there and what it says, and at the end its points."""
        box, ink = Rect(0.0, 0.0, width, BAR), find_ink("blue") if acts else BLACK
        # Where ink is saved, who acted is found in grey, too.
        filled, edge = acts and not self.low, EDGE * (THICKER if acts else 1.0)
        outline = rounded_rectangle(box.grown(0.0 if filled else -edge / 2), CORNER)
        ground = Path(outline, ink) if filled else Path(outline, stroke=ink, width=edge)
        style = TextStyle(self.display, LETTER, PAPER if filled else BLACK, tracking=0.0)
        items: list[Item] = []
        x = 0.0

        def say(text: str, em: float) -> None:
            nonlocal x
            look = replace(style, size=em)
            items.append(set_line(text, look, round(x, 4), BAR / 2 + 0.36 * LETTER))
            x += line_width(text, look) + BETWEEN

        letter = fit_line(seat[:2], style, 2 * LETTER, 0.6)
        say(seat[:2], letter.size)
        for token, value in self.marks_of(table, seat):
            if token.shape == "round" and value == seat:
                items.append(self.close(token, (x + MARK, BAR / 2), MARK))
                x += 2 * MARK + BETWEEN
            elif token.front.motif == "track":
                say(token.front.figure[:1] + value, FIGURE)
        for zone in zones:
            if zone.kind == "text" and _holds(zone):
                say(self.words.zone(zone.name), NAMED)
                say(item_text(zone.items[0] or Thing("0")), FIGURE)
        points = next((signed(round(won)) if won else "0" for who, won in owed(table) if who == seat), "")
        room = width - 2 * INSIDE
        figure = replace(style, size=POINTS)
        wide = line_width(points, figure) if points else 0.0
        scale = min(1.0, (room - wide) / x)
        left = Group(
            tuple(items), Affine.scaling(scale).then(Affine.translation(INSIDE, BAR / 2 * (1 - scale)))
        )
        end = (set_line(points, figure, width - INSIDE, BAR / 2 + 0.36 * POINTS, "end"),) if points else ()
        return Band(width, BAR, (ground, left, *end))


def _longest(table: Table) -> int:
    """How many cards the longest hand has."""
    return max([0, *(len(zone.items) for zone in table.zones if zone.kind == "hand")])


def seat_lines(seats: Sequence[Seat], width: float) -> list[list[tuple[Seat, Rect]]]:
    """The seats in as few lines as they need, each with the column in which it stands: all lines have as many."""
    if not seats:
        return []
    most = -(-len(seats) // -(-len(seats) // SEATS))
    wide = (width - APART * (most - 1)) / most
    boxes = [Rect(round(at * (wide + APART), 4), 0.0, round(wide, 4), 0.0) for at in range(most)]
    return [[*zip(seats[at : at + most], boxes, strict=False)] for at in range(0, len(seats), most)]


def _holds(zone: Zone) -> bool:
    """Whether anything lies there: a sum of nothing does not."""
    return any(item and item_text(item) not in ("", "0") for item in zone.items)


def _lies_open(zone: Zone) -> bool:
    """Whether it is what has been laid before a seat for all to see."""
    return bool(zone.owner and zone.kind == "row" and zone.items)


def _is_open(zone: Zone) -> bool:
    """Whether cards lie there for all to see."""
    return bool(zone.items) and zone.kind != "text" and (not zone.owner or zone.kind == "row")
