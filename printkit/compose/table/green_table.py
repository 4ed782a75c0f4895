"""Draws tables of hands turn by turn: what lies open large on a green cloth, and below it the seats side by side."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

from printkit.compose.table.arrived import Arrived, arrived, new_in
from printkit.compose.table.green_strip import (
    CORNER,
    EDGE,
    LIFTED,
    OPEN,
    OWN,
    Cloth,
    Label,
    across,
    card_height,
    cards_band,
    laid_out,
    moved,
    scaled,
    side_by_side,
    stacked,
)
from printkit.compose.table.hands import LAID, Hands, counting_sticks, owed
from printkit.compose.table.zone_pen import Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = ["BAR", "BLOCK", "GreenTable", "Shows", "seat_lines"]

BAR = 6.8
"""How high the bar of a seat is, mm."""
# The most seats side by side, and what is between them, and between two lines of them.
SEATS, APART, LINES = 3, 1.6, 2.0
# At the sides inside a cloth; between what is large on it and sums, or what lies before seats; below it; between a bar
# and its hand.
PAD, BESIDE, OVER, UNDER, HAND = 3.0, 4.4, 4.0, 1.6, 0.8
# What is free for cuts over and below what is large on a cloth, and over it where the game turns; a cloth with sums
# alone, and how wide and high sums are beside cards.
AIR, PEAK, SUMS, SUM, TALL = 3.8, 6.6, 25.0, (22.0, 50.0), 44.0
# How high what is large on a cloth may be, and what lies before seats without taking of that.
MOST, BEFORE = 68.0, 24.0
# How much higher a picture may be where a page has room: with a cloth, and with sums alone on it; the part of that for
# rows of hands.
GROWS, TO_HANDS = (44.0, 14.0), 0.2
BLOCK = 17.0
"""How wide a seat's block is before a hand across the page, mm."""
INITIAL = 7.6
# A seat's bar: inside it, the em of the letter, of points, of other values and their names; between these; the radius
# of a token; how much thicker the edge of who acted is.
INSIDE, LETTER, POINTS, FIGURE, NAMED, BETWEEN, MARK, THICKER = 1.4, 5.0, 5.4, 4.0, 2.3, 1.2, 2.45, 2.0
# What a seat took in its hand in this turn, and what left it for good.
DRAWN, LEFT = "drawn", "gone"


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
        """What is more than the least is free round cards: they do not grow."""
        shown = self.shows(table, width)
        return OPEN.card, OPEN.card + GROWS[shown.sums and not shown.cloth]

    def _before_of(self, table: Table) -> Table | None:
        """The picture before this one."""
        at = next((at for at, each in enumerate(self.tables) if each == table), 0)
        return self.tables[at - 1] if at else None

    def shows(self, table: Table, width: float) -> Shows:
        """What of a table is shown: all of it in the first, the last and the largest picture, else what is new.

        Long hands are no longer there where a game ends: who won has the room.
        """
        was = self._before_of(table)
        last = bool(self.tables) and table == self.tables[-1]
        rows = last and self._in_rows(seat_lines([*table.by_owner()], width))
        if was is None or table == self.peak or (last and not rows):
            return Shows(cloth=True, sums=False, hands=True)
        new = {"cloth": False, "sums": False, "hands": False}
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
        return Shows(cloth=new["cloth"] or gone, sums=new["sums"], hands=new["hands"] and not rows)

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """The cloth, and below it the seats; who acted last is blue."""
        shown, more = self.shows(table, width), card - OPEN.card
        lines = seat_lines([*table.by_owner()], width)
        rows = shown.hands and self._in_rows(lines)
        to_hands = TO_HANDS * more if rows else 0.0
        items, high = self._cloth(table, shown, width, more - to_hands, lines, acting[-1:])
        if not high:
            to_hands = more * rows
        seats = (
            self._rows(table, width, acting[-1:], to_hands)
            if rows
            else self._seats(table, lines, acting[-1:], hand=shown.hands)
        )
        y = high + UNDER * bool(high and lines)
        return [*items, moved(seats, 0.0, y)], y + seats.height

    def _in_rows(self, lines: Sequence[Sequence[tuple[Seat, Rect]]]) -> bool:
        """Whether hands are too long for seats side by side, so that each has a row across the page."""
        return bool(lines) and across(self.usual, OWN, lines[0][0][1].width) < self.usual

    def _seats(
        self,
        table: Table,
        lines: Sequence[Sequence[tuple[Seat, Rect]]],
        acting: Sequence[Seat],
        *,
        hand: bool,
    ) -> Band:
        """The seats side by side over their hands."""
        owned = table.by_owner()
        items: list[Item] = []
        y = 0.0
        for line in lines:
            cells = [
                self._seat(table, seat, owned[seat], box.width, hand=hand, acts=seat in acting)
                for seat, box in line
            ]
            items += (moved(cell, box.x, y) for (_, box), cell in zip(line, cells, strict=True))
            y += max(cell.height for cell in cells) + LINES
        return Band(0.0, y - LINES * bool(lines), tuple(items))

    def _rows(self, table: Table, width: float, acting: Sequence[Seat], more: float) -> Band:
        """A row across the page for each seat: its block, and its hand as a fan."""
        items: list[Item] = []
        y, owned = 0.0, table.by_owner()
        gap = LINES + more / max(1, len(owned))
        for seat, zones in owned.items():
            fan = stacked([*self._own(zones, width - BLOCK - BETWEEN)], HAND)
            high = max(card_height(self.zones, OWN.card) + LIFTED, fan.height)
            items.append(
                moved(self._block(table, seat, zones, high - LIFTED, acts=seat in acting), 0.0, y + LIFTED)
            )
            items.append(moved(fan, BLOCK + BETWEEN, y + high - fan.height))
            y += high + gap
        return Band(width, y - gap * bool(owned), tuple(items))

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
        """What is large in the middle of a cloth, sums right of it, and small what lies before each seat."""
        lies = self._open(table, shown, acting)
        if not any(lies):
            return [], 0.0
        dark = table == self.peak
        cloth = Cloth(self.zones, low=self.low, dark=dark)
        before = [*self._before(cloth, lies, lines, width)]
        below = math.fsum(max(band.height for band, _ in row) + OVER for row in before)
        large = self._large(cloth, lies, (width - 2 * PAD, MOST - max(0.0, below - BEFORE)))
        air = AIR + (PEAK - AIR) * dark + more / 2
        items: list[Item] = []
        clear: list[Rect] = []
        x, y = (width - large.width) / 2, air
        items.append(moved(large, x, y))
        clear += (slot.moved(x, y) for slot in large.slots)
        y += large.height + air * bool(large.items)
        for row in before:
            tall = max(band.height for band, _ in row)
            for band, x in row:
                items.append(moved(band, x, y + tall - band.height))
                clear += (slot.moved(x, y + tall - band.height) for slot in band.slots)
            y += tall + OVER
        box = Rect(0.0, 0.0, width, round(y, 4))
        return [*cloth.ground(box, clear), *items], box.height

    def _large(self, cloth: Cloth, lies: _Open, room: tuple[float, float]) -> Band:
        """What lies in the middle, and beside it what everybody has laid into a sum."""
        bands = []
        wide, high = room
        if lies.large:
            least = (SUM[0] + BESIDE) * bool(lies.sums)
            band, scale = laid_out(cloth, lies.large, OPEN, (wide - least, high), self.came)
            bands.append(scaled(band, scale))
            wide = min(SUM[1], wide - bands[0].width - BESIDE)
            high = max(TALL, bands[0].height)
        if lies.sums:
            bands.append(self._sums(cloth, lies.sums, (wide, high if lies.large else SUMS * len(lies.sums))))
        return side_by_side(bands, BESIDE, 0.5)

    def _before(
        self, cloth: Cloth, lies: _Open, lines: Sequence[Sequence[tuple[Seat, Rect]]], width: float
    ) -> Iterator[list[tuple[Band, float]]]:
        """What lies before the seats of a line, each with where it begins; side by side where these have rows."""
        if self._in_rows(lines):
            parts = [
                (label._replace(who=seat), zone) for seat, own in lies.before.items() for label, zone in own
            ]
            if parts:
                band = scaled(*laid_out(cloth, parts, OWN, (width - 2 * PAD, MOST)))
                yield [(band, (width - band.width) / 2)]
            return
        for line in lines:
            found: list[tuple[Band, float]] = []
            for seat, box in line:
                if own := lies.before.get(seat):
                    band = scaled(*laid_out(cloth, own, OWN, (box.width - 2 * PAD, MOST / 2)))
                    found.append((band, box.x + (box.width - band.width) / 2))
            if found:
                yield found

    def _sums(self, cloth: Cloth, sums: Sequence[Zone], room: tuple[float, float]) -> Band:
        """Values of all, in counting sticks if they are numbers of these."""
        high = (room[1] - PAD * (len(sums) - 1)) / len(sums)
        bands = []
        for zone in sums:
            said = item_text(zone.items[0] or Thing("0"))
            label = Label("", self.words.zone(zone.name))
            bands.append(cloth.sum_band(label, said, self.sticks, (room[0], high)))
        return stacked(bands, PAD)

    def _open(self, table: Table, shown: Shows, acting: Sequence[Seat]) -> _Open:
        """What lies large on the cloth, and small what lay before a seat before; and sums."""
        common = [zone for zone in self.common_of(table) if _holds(zone)]
        sums = [zone for zone in common if zone.kind == "text"]
        if not shown.cloth:
            own = [] if shown.sums else [*self._just(table)] or [*self._left(table)]
            labels = [
                (Label(zone.owner, self.words.zone(zone.name), zone.owner in acting), zone) for zone in own
            ]
            return _Open(labels, {}, sums if shown.sums else [])
        laid = [zone for zone in table.zones if zone.owner and zone.name == LAID and zone.items]
        # What beats another lies behind it.
        laid.sort(key=lambda zone: bool(new_in(zone, self.came)))
        large = [zone for zone in common if zone.kind != "text"] + laid
        just = [] if common or laid else [*self._just(table)]
        before: dict[Seat, list[tuple[Label, Zone]]] = {}
        # At the end of a game who won has that room.
        lay = () if self.tables and table == self.tables[-1] else table.zones
        for zone in (zone for zone in lay if _lies_open(zone) and zone not in laid):
            if items := self._lay(zone, just):
                label = Label("", self.words.zone(zone.name))
                before.setdefault(zone.owner, []).append((label, replace(zone, items=items)))
        labels = [
            (Label(zone.owner, self.words.zone(zone.name), zone.owner in acting), zone)
            for zone in large or just
        ]
        return _Open(labels, before, sums)

    def _just(self, table: Table) -> Iterator[Zone]:
        """What each seat drew, and what came to lie open before it; in the first picture all that lies there."""
        zones = [zone for zone in table.zones if zone.owner and zone.items]
        first = bool(self.tables) and table == self.tables[0]
        for zone in sorted(zones, key=lambda zone: zone.kind != "hand"):
            new = range(len(zone.items)) if first and _lies_open(zone) else new_in(zone, self.came)
            if new:
                name = DRAWN if zone.kind == "hand" else zone.name
                yield Zone(name, "row", tuple(zone.items[at] for at in new), zone.owner)

    def _left(self, table: Table) -> Iterator[Zone]:
        """What each seat had in its hand before, and no longer has."""
        was = self._before_of(table)
        for zone in was.zones if was else ():
            if zone.kind == "hand":
                now = Counter(item for own in table.zones if own.place == zone.place for item in own.items)
                if left := tuple((Counter(zone.items) - now).elements()):
                    yield Zone(LEFT, "row", left, zone.owner)

    def _lay(self, zone: Zone, just: Sequence[Zone]) -> tuple[Thing | None, ...]:
        """What lies open before a seat without what has just come there."""
        shown = next((len(each.items) for each in just if each.place == zone.place), 0)
        new = {*new_in(zone, self.came)} if shown < len(zone.items) else {*range(shown)}
        return tuple(item for at, item in enumerate(zone.items) if not shown or at not in new)

    # What is a seat's own

    def _seat(
        self, table: Table, seat: Seat, zones: Sequence[Zone], width: float, *, hand: bool, acts: bool
    ) -> Band:
        """A bar, and below it the hand, and whatever else is no cards."""
        return stacked(
            [
                self._bar(table, seat, zones, width, acts=acts),
                *(self._own(zones, width) if hand else ()),
            ],
            HAND,
        )

    def _own(self, zones: Sequence[Zone], width: float) -> Iterator[Band]:
        """A hand, and whatever else is no cards."""
        for zone in zones:
            if not _holds(zone) or zone.kind == "text" or _lies_open(zone):
                continue
            if zone.kind == "hand":
                band = cards_band(self.zones, zone, OWN, width, self.came)
                # All hands stand on one line, whether a card of theirs is lifted or not.
                low = LIFTED * (not new_in(zone, self.came))
                yield Band(band.width, low + band.height, (moved(band, 0.0, low),))
            else:
                yield self.zones.labelled(zone, OWN.card, width)

    def _plate(self, box: Rect, *, acts: bool) -> tuple[Item, TextStyle]:
        """What the letter and the points of a seat stand on, and how; where ink is saved it is found in grey, too."""
        ink = find_ink("blue") if acts else BLACK
        filled, edge = acts and not self.low, EDGE * (THICKER if acts else 1.0)
        outline = rounded_rectangle(box.grown(0.0 if filled else -edge / 2), CORNER)
        ground = Path(outline, ink) if filled else Path(outline, stroke=ink, width=edge)
        return ground, TextStyle(self.display, LETTER, PAPER if filled else BLACK, tracking=0.0)

    def _bar(self, table: Table, seat: Seat, zones: Sequence[Zone], width: float, *, acts: bool) -> Band:
        """The letter of a seat, behind it the token that lies there and what it says, and at the end its points."""
        ground, style = self._plate(Rect(0.0, 0.0, width, BAR), acts=acts)
        points = self._points_of(table, seat)
        figure = replace(style, size=POINTS)
        wide = line_width(points, figure) if points else 0.0
        left = self._signs(table, seat, zones, style, (width - 2 * INSIDE - wide, BAR / 2))
        end = (set_line(points, figure, width - INSIDE, BAR / 2 + 0.36 * POINTS, "end"),) if points else ()
        return Band(width, BAR, (ground, left, *end))

    def _block(self, table: Table, seat: Seat, zones: Sequence[Zone], high: float, *, acts: bool) -> Band:
        """The same for a hand across the page: signs stand below one another, or over the points."""
        ground, style = self._plate(Rect(0.0, 0.0, BLOCK, high), acts=acts)
        points = self._points_of(table, seat)
        room = BLOCK - 2 * INSIDE, high / (4 if points else 2) + 0.3 * bool(points)
        signs = self._signs(table, seat, zones, replace(style, size=INITIAL), room, below=not points)
        figure = fit_line(points, replace(style, size=POINTS), room[0], 0.4)
        said = (set_line(points, figure, BLOCK / 2, 0.75 * high + 0.33 * POINTS, "middle"),) if points else ()
        return Band(BLOCK, high, (ground, signs, *said))

    def _points_of(self, table: Table, seat: Seat) -> str:
        """What a seat has, once any has anything."""
        return next((signed(round(won)) if won else "0" for who, won in owed(table) if who == seat), "")

    def _signs(
        self,
        table: Table,
        seat: Seat,
        zones: Sequence[Zone],
        style: TextStyle,
        place: tuple[float, float],
        *,
        below: bool = False,
    ) -> Item:
        """The letter of a seat, behind it the token that lies there and what it says, and its other values.

        `place`: how wide they may be, and about which height they stand, side by side or `below` one another.
        """
        room, middle = place
        letter = fit_line(seat[:2], style, 2 * LETTER, 0.6)
        left = INSIDE + line_width(seat[:2], letter) + BETWEEN
        own = set_line(seat[:2], letter, INSIDE, middle + 0.36 * style.size)
        signs = [*self._values(table, seat, zones, style)]
        shown = stacked(signs, BETWEEN / 2) if below else side_by_side(signs, BETWEEN)
        free = room + INSIDE - left
        scale = min(1.0, free / max(shown.width, 1.0), 2 * (middle - EDGE) / max(shown.height, 1.0))
        return Group((own, moved(shown, left, middle - scale * shown.height / 2, scale)))

    def _values(self, table: Table, seat: Seat, zones: Sequence[Zone], style: TextStyle) -> Iterator[Band]:
        """The token that lies before a seat and what it says, and its other values, each as high as a token."""
        high = 2 * MARK

        def said(text: str, em: float) -> Band:
            look = replace(style, size=em)
            return Band(line_width(text, look), high, (set_line(text, look, 0.0, MARK + 0.36 * em),))

        for token, value in self.marks_of(table, seat):
            if token.shape == "round" and value == seat:
                yield Band(high, high, (self.close(token, (MARK, MARK), MARK),))
            elif token.front.motif == "track":
                yield said(token.front.figure[:1] + value, FIGURE)
        for zone in zones:
            if zone.kind == "text" and _holds(zone):
                named = said(self.words.zone(zone.name), NAMED)
                yield side_by_side((named, said(item_text(zone.items[0] or Thing("0")), FIGURE)), BETWEEN)


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
