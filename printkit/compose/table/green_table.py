"""Draws tables of hands turn by turn: what lies open large on a green strip, and beside it a row a seat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, Self

from printkit.compose.table.arrived import Arrived, arrived, new_in
from printkit.compose.table.green_strip import (
    BEFORE,
    MARGINS,
    OPEN,
    OWN,
    SIZES,
    SUM_HIGH,
    Lying,
    Placed,
    cards_band,
    sticks_band,
    strip_items,
)
from printkit.compose.table.hands import LAID, Hands, counting_sticks, owed
from printkit.compose.table.zone_pen import Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = ["SEAT", "SHORT", "GreenTable"]

SEAT = 10.4
"""How wide the tab of a seat is, mm."""
SHORT = 6
"""The longest hand of a game of at most so many cards has its room in each picture of it, so that strips are alike."""
# Between two seats, between the strip and those beside it, and those below it; above a sum below cards; before a hand.
ROWS, BESIDE, UNDER, OVER_SUM, HAND = 0.9, 2.0, 1.6, 0.5, 0.8
# How much higher the strip may be than the seats beside it, how much larger a sum alone on it, and how much higher all
# of it where a page has room, beside the strip and below it.
HIGHER, LARGER, GROWS = 3.0, 1.9, (26.0, 12.0)
# A seat's tab: its corner and edge; the em of the letter and of points, their names, what is free at its ends, the
# radius of a token.
CORNER, EDGE, LETTER, FIGURE, NAMED, INSIDE, MARK = 0.8, 0.5, 4.9, 3.4, 2.1, 1.0, 1.8
# What a seat took in its hand in this turn.
DRAWN = "drawn"
# What cards are allowed more than they need, so that no rounding breaks a row, mm.
SPARE = 0.02
NOTHING = Band(0.0, 0.0, ())


class _Open(NamedTuple):
    """What lies open: large, small before each seat, and sums; of some seats on the line of another one, too."""

    large: Sequence[Zone]
    before: Mapping[Seat, Sequence[Lying]]
    sums: Sequence[Lying]
    over: Mapping[Seat, Seat]

    def before_width(self, *, beside: bool) -> float:
        """How wide what lies before seats is, of each on its line `beside` this or all in a row."""
        rows = [math.fsum(part.width for part in parts) for parts in self.before.values()]
        return max([0.0, *rows]) if beside else math.fsum(rows)


class _Plan(NamedTuple):
    """How wide the strip is, how wide cards on it, and whether the seats stand beside it."""

    width: float
    card: float
    beside: bool


class GreenTable(Hands):
    """The pen of a book, in which cards have two sizes: that of what lies open, and that of a seat's own."""

    first: Table | None = None
    last: Table | None = None
    usual = 0
    came: Arrived = arrived(())

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words, *, low: bool) -> None:
        super().__init__(kit, zones, small, words, low=low)
        self.sticks = counting_sticks(kit)

    def of_game(self, tables: Sequence[Table]) -> Self:
        """The same for pictures of one game, in the first of which all is new; the last one is larger."""
        pen = copy(self)
        pen.first, pen.last = tables[0], tables[-1]
        pen.usual = max([0, *(held for held in map(_longest, tables) if held <= SHORT)])
        return pen

    def marking(self, moves: Sequence[Move]) -> Self:
        """The same, which marks the cards that went so."""
        pen = copy(self)
        pen.came = arrived(moves)
        return pen

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """What is more than the least is free between things, mm: cards do not grow."""
        return OPEN.card, OPEN.card + max(GROWS)

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """The strip, and right of it a row a seat, or below it where hands are long; who acted last is blue."""
        owned = [*table.by_owner().items()]
        lies, plan = self._plan(table, width, [seat for seat, _ in owned])
        left = plan.width + BESIDE if plan.beside else 0.0
        seats = [
            self._seat(table, seat, zones, width - left, acts=seat in acting[-1:]) for seat, zones in owned
        ]
        heights = [height for _, height in seats]
        more = min(card - OPEN.card, GROWS[not plan.beside])
        high = self._strip_height(lies, plan) if plan.width else 0.0
        room = math.fsum(heights) + ROWS * max(0, len(seats) - 1)
        if plan.beside:
            high = room = max(high, room) + more
        else:
            # Half of it is free between the seats, where there are several.
            between = (0.5 if len(seats) > 1 else 0.0) if plan.width else 1.0
            room += between * more
            high += (1 - between) * more
        sizes = SIZES[table != self.last :]
        larger = (plan._replace(card=size) for size in sizes if size >= plan.card)
        plan = next(each for each in larger if self._suits(lies, each, high) or each.card == plan.card)
        apart = (room - math.fsum(heights)) / max(1, len(seats) - 1)
        rows: dict[Seat, Rect] = {}
        y = high + UNDER if plan.width and seats and not plan.beside else 0.0
        items: list[Item] = []
        for (seat, _), (drawn, height) in zip(owned, seats, strict=True):
            items.append(Group(tuple(drawn), Affine.translation(round(left, 4), round(y, 4))))
            rows[seat] = Rect(0.0, y, plan.width, height)
            y += height + apart
        if plan.width:
            items = [*self._strip(lies, plan, rows, high, acting[-1:]), *items]
        return items, high if plan.beside else max(high, y - apart)

    # Where things lie

    def _plan(self, table: Table, width: float, seats: Sequence[Seat]) -> tuple[_Open, _Plan]:
        """The largest cards with which all has room beside the seats, else above them."""
        open_ = self._open(table, seats)
        if not (open_.large or open_.before or open_.sums):
            return open_, _Plan(0.0, OPEN.card, beside=False)
        own, ends = _longest(table), table == self.last
        rows = len(seats) * (OWN.card * self.zones.ratio + OWN.rows + ROWS) - ROWS
        # A table without seats has nothing to stand beside it.
        for lies in (open_, self._open(table, seats, folded=True)):
            for card in () if (lies.before and lies.sums) or not seats else SIZES[0 if ends else 2 :]:
                for held in dict.fromkeys((max(self.usual, own), own)):
                    left = width - SEAT - HAND - held * (OWN.card + OWN.air) - BESIDE
                    plan = _Plan(left, card, beside=True)
                    if self._suits(lies, plan, math.inf if ends else rows + HIGHER):
                        return lies, plan
        below = [_Plan(width, card, beside=False) for card in SIZES[0 if ends else 3 :]]
        if found := next((plan for plan in below if self._fits(open_, plan)), None):
            return open_, found
        # What lies before seats shares what one large card each leaves.
        free = width - math.fsum(_needed(1, OPEN.card) for _ in open_.large)
        return self._open(table, seats, room=free), below[-1]

    def _fits(self, lies: _Open, plan: _Plan) -> bool:
        """Whether all that is large lies in one row, and sums below it."""
        free = plan.width - lies.before_width(beside=plan.beside)
        needed = math.fsum(_needed(len(zone.items), plan.card) for zone in lies.large)
        return needed <= free and math.fsum(part.width for part in lies.sums) <= plan.width

    def _suits(self, lies: _Open, plan: _Plan, high: float) -> bool:
        """Whether all fits a strip so high."""
        return self._fits(lies, plan) and self._strip_height(lies, plan) <= high

    def _strip_height(self, lies: _Open, plan: _Plan) -> float:
        """How high the strip is at least."""
        parts = [part for parts in lies.before.values() for part in parts]
        cards = plan.card * self.zones.ratio + math.fsum(MARGINS) if lies.large else 0.0
        if not plan.beside:
            large = [part.height for part in self._large(lies, plan, ())]
            cards = max([cards, *large, *(part.height for part in parts)])
        if not lies.sums:
            return cards
        return cards + OVER_SUM + SUM_HIGH if cards else LARGER * SUM_HIGH

    def _large(self, lies: _Open, plan: _Plan, acting: Sequence[Seat]) -> list[Lying]:
        """What is large, in one row if there is room, which is shared out between the cards."""
        look = OPEN._replace(card=plan.card)
        free = plan.width - lies.before_width(beside=plan.beside)
        needed = [_needed(len(zone.items), plan.card) for zone in lies.large]
        if math.fsum(_needed(1, plan.card) for _ in needed) > free:
            # All of it is smaller: no row has to break.
            free = math.fsum(needed)
        gaps = max(1, math.fsum(len(zone.items) - 1 for zone in lies.large))
        parts: list[Lying] = []
        for zone, own in zip(lies.large, needed, strict=True):
            part = Lying(zone.owner, self.words.zone(zone.name), NOTHING, look, acts=zone.owner in acting)
            room = own + (free - math.fsum(needed)) * (len(zone.items) - 1) / gaps - part.width
            parts.append(part._replace(band=cards_band(self.zones, zone, look, room, self.came)))
        return parts

    def _strip(
        self, lies: _Open, plan: _Plan, rows: Mapping[Seat, Rect], high: float, acting: Sequence[Seat]
    ) -> Iterator[Item]:
        """What is large at the left, sums below it, and at the right end what lies before each seat, on its line."""
        placed: list[Placed] = []
        waters: list[Rect] = []
        large = self._large(lies, plan, acting)
        total = math.fsum((lies.before_width(beside=plan.beside), *(part.width for part in large)))
        if total > plan.width + 0.1:
            # More seats than have room: all is smaller.
            total += SPARE * len(large)
            scale = plan.width / total
            whole = self._strip(lies, plan._replace(width=total), rows, high / scale, acting)
            yield Group(tuple(whole), Affine.scaling(scale))
            return
        above = bool(large or lies.before)
        upper = high - (OVER_SUM + SUM_HIGH) * bool(above and lies.sums)
        x = 0.0
        for part in large:
            placed.append(Placed(part, Rect(x, 0.0, part.width, upper)))
            x += part.width
        end = plan.width
        if plan.beside:
            gap = (high - math.fsum(row.height for row in rows.values())) / max(1, len(rows) - 1)
            for seat, row in rows.items() if lies.before else ():
                if seat in lies.over.values():
                    continue
                row = row.union(rows[lies.over.get(seat, seat)])
                left = plan.width - math.fsum(part.width for part in lies.before.get(seat, ()))
                waters.append(Rect.from_edges(x, row.y, left, min(row.bottom + gap, upper)))
                for part in lies.before.get(seat, ()):
                    placed.append(Placed(part, Rect(left, row.y, part.width, row.height)))
                    left += part.width
        else:
            end -= lies.before_width(beside=False)
            left = end
            for part in (part for parts in lies.before.values() for part in parts):
                placed.append(Placed(part, Rect(left, 0.0, part.width, upper)))
                left += part.width
        if above and not (plan.beside and lies.before):
            waters.append(Rect.from_edges(x, 0.0, end, upper))
        x = 0.0
        top = upper + OVER_SUM if above else 0.0
        scale = _sums_scale(lies.sums, plan.width, 1.0 if above else LARGER) if lies.sums else 1.0
        for part in lies.sums:
            part = part._replace(scale=scale)
            placed.append(Placed(part, Rect(x, top, part.width, high - top)))
            x += part.width
        if lies.sums:
            waters.append(Rect.from_edges(x, top, plan.width, high))
        yield from strip_items(self.zones, placed, waters, (plan.width, high), low=self.low)

    # What lies open

    def _open(
        self, table: Table, seats: Sequence[Seat], *, folded: bool = False, room: float = math.inf
    ) -> _Open:
        """What lies large on the strip, and small what lay before a seat before; and sums.

        If `folded`, what lies before a seat takes the line of a neighbour, too, before whom nothing lies.
        No row of it is longer than its share of the `room`, mm.
        """
        common = [zone for zone in self.common_of(table) if _holds(zone)]
        laid = [zone for zone in table.zones if zone.owner and zone.name == LAID and zone.items]
        # What beats another lies behind it.
        laid.sort(key=lambda zone: bool(new_in(zone, self.came)))
        large = [zone for zone in common if zone.kind != "text"] + laid
        just = [] if common or laid else [*self._just(table)]
        before: dict[Seat, list[Zone]] = {}
        for zone in (zone for zone in table.zones if _lies_open(zone) and zone not in laid):
            if items := self._before(zone, just):
                before.setdefault(zone.owner, []).append(replace(zone, items=items))
        over: dict[Seat, Seat] = {}
        for seat in sorted(before, key=lambda seat: -_count(before[seat])) if folded else ():
            at = seats.index(seat)
            free = {*seats[max(0, at - 1) : at + 2]} - {*before, *over.values()}
            if _count(before[seat]) > 1 and free:
                over[seat] = max(free)
        share = room / max(1, math.fsum(map(len, before.values()))) - BEFORE.tab - 2 * BEFORE.beside
        lying = {
            seat: [self._lying(zone, 1 + (seat in over), share) for zone in own]
            for seat, own in before.items()
        }
        sums = [self._sum(zone) for zone in common if zone.kind == "text"]
        return _Open(large or just, lying, sums, over)

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

    def _before(self, zone: Zone, just: Sequence[Zone]) -> tuple[Thing | None, ...]:
        """What lies open before a seat without what has just come there."""
        shown = next((len(each.items) for each in just if each.place == zone.place), 0)
        new = {*new_in(zone, self.came)} if shown < len(zone.items) else {*range(shown)}
        return tuple(item for at, item in enumerate(zone.items) if not shown or at not in new)

    def _lying(self, zone: Zone, lines: int, most: float) -> Lying:
        """What lies before a seat, on so many lines as high as those of seats, or more if it is wider than `most`."""
        look = BEFORE._replace(rows=OWN.rows + ROWS)
        room = min(most, -(-len(zone.items) // lines) * (look.card + look.air))
        return Lying("", self.words.zone(zone.name), cards_band(self.zones, zone, look, room, {}), BEFORE)

    def _sum(self, zone: Zone) -> Lying:
        """A value of all, in counting sticks if it is a number of these."""
        said = item_text(zone.items[0] or Thing("0"))
        counted = said.isdigit() and bool(self.sticks)
        band = sticks_band(self.zones, self.sticks, int(said)) if counted else NOTHING
        return Lying("", self.words.zone(zone.name), band, sum=said)

    # What is a seat's own

    def _seat(
        self, table: Table, seat: Seat, zones: Sequence[Zone], width: float, *, acts: bool
    ) -> tuple[list[Item], float]:
        """A tab with the letter, and right of it the hand, and whatever else is no cards."""
        items: list[Item] = []
        y = 0.0
        for zone in (zone for zone in zones if _holds(zone) and zone.kind != "text" and not _lies_open(zone)):
            if zone.kind == "hand":
                band = cards_band(self.zones, zone, OWN, width - SEAT - HAND, self.came)
            else:
                band = self.zones.labelled(zone, OWN.card, width - SEAT - HAND)
            items.append(Group(band.items, Affine.translation(SEAT + HAND, round(y, 4))))
            y += band.height + OWN.rows
        height = max(y, OWN.card * self.zones.ratio + OWN.rows)
        return [*self._tab(table, seat, zones, height, acts=acts), *items], height

    def _tab(
        self, table: Table, seat: Seat, zones: Sequence[Zone], height: float, *, acts: bool
    ) -> Iterator[Item]:
        """The letter of a seat, behind it the token that lies there, and below it what it says, and its points."""
        box = Rect(0.0, 0.0, SEAT, height)
        ink = find_ink("blue") if acts else BLACK
        filled = acts and not self.low
        outline = rounded_rectangle(box.grown(0.0 if filled else -EDGE / 2), CORNER)
        yield Path(outline, ink) if filled else Path(outline, stroke=ink, width=EDGE)
        style = TextStyle(self.display, LETTER, PAPER if filled else BLACK, tracking=0.0)
        letter = fit_line(seat[:2], style, 0.5 * SEAT, 0.6)
        yield set_line(seat[:2], letter, INSIDE, 1.0 + 0.78 * LETTER)
        lines: list[tuple[str, float]] = []
        for token, value in self.marks_of(table, seat):
            if token.shape == "round" and value == seat:
                yield self.close(token, (SEAT - INSIDE - MARK, 0.9 + MARK), MARK)
            elif token.front.motif == "track":
                lines.append((token.front.figure[:1] + value, FIGURE))
        for zone in zones:
            if zone.kind == "text" and _holds(zone):
                value = item_text(zone.items[0] or Thing("0"))
                lines += [(self.words.zone(zone.name), NAMED), (value, FIGURE)]
        lines += [
            (signed(round(points)) if points else "0", FIGURE) for who, points in owed(table) if who == seat
        ]
        base = height - 0.9
        for text, em in reversed(lines):
            figure = fit_line(text, replace(style, size=em), SEAT - 2 * 0.9, 0.4)
            yield set_line(text, figure, SEAT - INSIDE, base, "end")
            base -= em


def _sums_scale(sums: Sequence[Lying], width: float, most: float) -> float:
    """How much larger sums side by side are, or smaller where they have no room."""
    total, free = (
        math.fsum(each) for each in zip(*((s.width, 2 * s.look.beside) for s in sums), strict=True)
    )
    return min(most, width / total, (width - free) / (total - free))


def _count(zones: Sequence[Zone]) -> int:
    """How many things lie there."""
    return len([item for zone in zones for item in zone.items])


def _longest(table: Table) -> int:
    """How many cards the longest hand has."""
    return max([0, *(len(zone.items) for zone in table.zones if zone.kind == "hand")])


def _needed(count: int, card: float) -> float:
    """How wide so many cards are at least in one row with their tab."""
    look = OPEN._replace(card=card)
    return look.tab + 2 * look.beside + card + (count - 1) * (1 - look.over) * card + SPARE


def _holds(zone: Zone) -> bool:
    """Whether anything lies there: a sum of nothing does not."""
    return any(item and item_text(item) not in ("", "0") for item in zone.items)


def _lies_open(zone: Zone) -> bool:
    """Whether it is what has been laid before a seat for all to see."""
    return bool(zone.owner and zone.kind == "row" and zone.items)
