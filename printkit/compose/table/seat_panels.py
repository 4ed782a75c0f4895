"""Draws what lies before each seat in panels side by side: its one card large, with what it has chosen beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.compose.table.small import empty_place
from printkit.compose.table.zone_pen import PEEP, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone
from printkit.geometry import Outline, Rect
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rounded_rectangle

__all__ = ["SeatPanels"]

# The most panels side by side; between them; a bar, the frame and its corner, and the paper inside.
SEATS, APART, BAR, FRAME, CORNER, INSIDE = 4, 1.8, 6.4, 0.6, 0.8, 1.9
# The least width of a card; right of it the room for what is chosen, the radius of that, and of the ring round it.
LEAST, RIGHT, CHOSEN, RING = 13.0, 12.4, 4.9, 0.75
# The em of a letter and of a sum in a bar; the radius of a token beside the letter, and of one that is still held.
LETTER, MARK, HELD = 4.6, 2.1, 2.7
# The width of cards that count already, and of those of nobody; the room below a name, of points below such a card, and
# of arrows below the cards.
FIXED, GONE, NAMED, POINTS, ARROWS = 9.6, 11.6, 3.6, 4.4, 9.4
# Below a card the row of letters of those who know it: its room, its middle, and from one to the next.
KNOWN, MIDDLE, NEXT = 4.8, 2.4, 3.4
# An arrow's width, and how long its head is.
WIDE, HEAD = 1.5, 3.8


class SeatPanels:
    """Draws tables of seats with one card each; widths and heights in mm; with `low` ink bars are outlines."""

    def __init__(self, zones: ZonePen, small: TextStyle, words: Words, *, low: bool) -> None:
        self.zones, self.small, self.words, self.low = zones, small, words, low
        self.display = zones.display

    def all_of(self, table: Table) -> bool:
        """Whether each of a few seats has one card of its own, and all else has a place in a panel."""
        owned = table.by_owner().values()
        kinds = [[zone.kind for zone in zones] for zones in owned]
        rest = [zone for zone in table.zones if not zone.owner and (zone.items or zone.count)]
        return (
            1 < len(kinds) <= SEATS
            and all(
                own.count("hand") == 1 and {*own} <= {"track", "row", "text", "hand", "tokens"}
                for own in kinds
            )
            and all(zone.kind in ("row", "pile") for zone in rest)
            and all(len(zone.items) == 1 for zones in owned for zone in zones if zone.kind == "hand")
        )

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """A card's least and greatest width."""
        panel, _ = self._panel_widths(table, width)
        return LEAST, max(LEAST, panel - RIGHT - 2 * INSIDE - PEEP)

    def draw(
        self, table: Table, card: float, width: float, acts: tuple[Sequence[Move], Sequence[Seat]]
    ) -> tuple[list[Item], float]:
        """A panel a seat, and one for what is nobody's; `acts` as in the pictures of any table."""
        moves, acting = acts
        panel, last = self._panel_widths(table, width)
        owned = table.by_owner()
        high = card * self.zones.ratio
        known = any(item and item.seen_by for zones in owned.values() for item in _card_of(zones).items)
        between = ARROWS if moves else KNOWN * known
        below = between + max(self._below(zones) for zones in owned.values())
        height = BAR + 2 * INSIDE + PEEP + high + below
        items: list[Item] = []
        slots: dict[str, Rect] = {}
        for at, (seat, zones) in enumerate(owned.items()):
            box = Rect(at * (panel + APART), 0.0, panel, height)
            items += self._head(box, seat, zones, acts=seat in acting)
            slot = Rect(box.x + INSIDE + PEEP, BAR + INSIDE + PEEP, card, high)
            items += self._card(zones, slot, box.right - INSIDE)
            items += self._foot(
                zones, Rect.from_edges(slot.x - PEEP, height - below - INSIDE, box.right - INSIDE, height)
            )
            slots |= {zone.place: slot for zone in zones if zone.kind == "hand"}
        for zone in self._common(table):
            items += self._pile(zone, Rect(width - last, 0.0, last, height))
        for move in moves:
            if move.source in slots and move.target in slots:
                items += _below_cards(slots[move.source], slots[move.target], move.what == "look")
        return items, height + 1.0

    def _common(self, table: Table) -> list[Zone]:
        return [zone for zone in table.zones if not zone.owner and zone.items]

    def _panel_widths(self, table: Table, width: float) -> tuple[float, float]:
        """How wide the panel of a seat is, and that of what is nobody's."""
        common = self._common(table)
        last = max((max(GONE + 2 * INSIDE, self._named(zone) + 2 * INSIDE) for zone in common), default=0.0)
        count = len(table.by_owner())
        return (width - last - APART * (count - 1 + bool(last))) / count, last

    def _named(self, zone: Zone) -> float:
        return line_width(self.words.zone(zone.name), self._title())

    def _title(self) -> TextStyle:
        return TextStyle(self.display, 2.7, BLACK if self.low else PAPER, tracking=0.0)

    def _below(self, zones: Sequence[Zone]) -> float:
        """How high what lies below a card is: tokens still held, and cards that count."""
        held = any(zone.kind == "tokens" and zone.columns for zone in zones)
        return (2 * HELD + 1.6) * held + self._rows(zones)

    def _rows(self, zones: Sequence[Zone]) -> float:
        fixed = any(item for zone in zones if zone.kind == "row" for item in zone.items)
        return (NAMED + FIXED * self.zones.ratio + POINTS + 0.6) * fixed

    def _head(self, box: Rect, seat: Seat, zones: Sequence[Zone], *, acts: bool) -> Iterator[Item]:
        """The frame, and in the bar the letter, the tokens without a name, and the sum of what counts."""
        bar = Rect(box.x, box.y, box.width, BAR)
        yield from self._frame(box, find_ink("blue") if acts else BLACK)
        style = TextStyle(self.display, LETTER, BLACK if self.low else PAPER, tracking=0.0)
        middle = bar.center[1]
        yield set_line(seat, style, box.x + INSIDE, middle + 0.35 * LETTER)
        x = box.x + INSIDE + line_width(seat, style) + 1.6 + MARK
        for item in (item for zone in zones if not zone.name for item in zone.items if item):
            yield from self.zones.counter(item.face, x, middle, MARK, outlined=True)
            x += 2 * MARK + 0.8
        for zone in zones if self._rows(zones) else ():
            if zone.kind == "text" and zone.items:
                text = item_text(zone.items[0] or Thing("0"))
                yield set_line(text, style, box.right - INSIDE, middle + 0.35 * LETTER, "end")

    def _frame(self, box: Rect, ink: Ink) -> Iterator[Item]:
        """A frame with a bar at its head; with little ink the bar is an outline too."""
        bar = Rect(box.x, box.y, box.width, BAR)
        edge = rounded_rectangle(bar.grown(-FRAME / 2), CORNER)
        yield Path(rounded_rectangle(box.grown(-FRAME / 2), CORNER), stroke=ink, width=FRAME)
        yield Path(edge, stroke=ink, width=FRAME) if self.low else Path(rounded_rectangle(bar, CORNER), ink)

    def _card(self, zones: Sequence[Zone], slot: Rect, right: float) -> Iterator[Item]:
        """The card as its seat sees it, who knows it, and the token that was chosen."""
        item = _card_of(zones).items[0]
        if item is None or not item.face:
            yield from empty_place(slot)
        else:
            yield from self.zones.card(item, slot, self.small)
            for at, seat in enumerate(sorted(item.seen_by)):
                place = Rect(slot.x - 1.4 + NEXT * at, slot.bottom + MIDDLE, 0.0, 0.0)
                yield from self.zones.knowers(seat, place)
        x, y = (slot.right + right) / 2 + 0.4, slot.bottom - CHOSEN - RING
        for laid in (each for each in zones if each.kind == "tokens" and not each.columns):
            yield set_line(self.words.zone(laid.name), self.small, x, y - CHOSEN - RING - 1.2, "middle")
            token = laid.items[0] if laid.items else None
            if token is None:
                yield Path(circle(x, y, CHOSEN), stroke=BLACK.at(0.5), width=0.2, dash=(1.2, 0.9))
                continue
            if token.seen_by:
                # What was just chosen lies face down; its seat sees its face.
                yield Path(circle(x, y, CHOSEN + RING), find_ink("blue"))
            yield from self.zones.counter(token.face, x, y, CHOSEN)

    def _foot(self, zones: Sequence[Zone], box: Rect) -> Iterator[Item]:
        """Below the card in a row the tokens still held, and the cards that count with what they do."""
        y = box.bottom - INSIDE - self._rows(zones)
        for zone in (each for each in zones if each.kind == "tokens" and each.columns):
            name = self.words.zone(zone.name)
            pitch = min(
                2 * HELD + 0.8, (box.width - line_width(name, self.small) - 1.6) / max(1, len(zone.items))
            )
            yield set_line(name, self.small, box.x, y - HELD + 0.36 * self.small.size)
            right = box.right - HELD - (len(zone.items) - 1) * pitch
            for at, item in enumerate(zone.items):
                if item:
                    yield from self.zones.counter(item.face, right + at * pitch, y - HELD, HELD)
        for zone in (each for each in zones if each.kind == "row" and self._rows(zones)):
            yield set_line(self.words.zone(zone.name), self.small, box.x, y + NAMED - 0.6)
            shown = [item for item in zone.items if item]
            style = TextStyle(self.display, 3.4, tracking=0.0)
            for at, item in enumerate(shown):
                slot = Rect(
                    box.x + at * box.width / len(shown), y + NAMED + 0.6, FIXED, FIXED * self.zones.ratio
                )
                yield from self.zones.card(item._replace(note=""), slot, style)
                yield ink_center_line(item.note, style, slot.center[0], slot.bottom + POINTS - 0.6)

    def _pile(self, zone: Zone, box: Rect) -> Iterator[Item]:
        """Cards of nobody below their name, one over the other where they need more room."""
        bar = Rect(box.x, box.y, box.width, BAR)
        yield from self._frame(box, BLACK)
        name = self.words.zone(zone.name)
        style = fit_line(name, self._title(), box.width - 2.0, 0.6)
        yield ink_center_line(name, style, bar.center[0], bar.center[1] + 0.34 * style.size)
        high, cards = GONE * self.zones.ratio, [item for item in zone.items if item]
        free = box.height - BAR - 2 * INSIDE - high
        step = min(high + 1.6, free / max(1, len(cards) - 1))
        for at, item in enumerate(cards):
            slot = Rect(box.center[0] - GONE / 2, BAR + INSIDE + at * step, GONE, high)
            yield from self.zones.card(item, slot, self.small)


def _card_of(zones: Sequence[Zone]) -> Zone:
    """The one card a seat has."""
    return next(each for each in zones if each.kind == "hand")


def _below_cards(source: Rect, target: Rect, looks: bool) -> Iterator[Item]:
    """An arrow from the foot of a card under those between to the foot of another: a look blue, a card red."""
    ink = find_ink("blue" if looks else "red")
    # Right of the letters below the cards.
    start, tip = ((card.right - 2.6, card.bottom + 1.1) for card in (source, target))
    deep = target.bottom + ARROWS * 1.15
    line = Outline("MC", (*start, start[0], deep, tip[0], deep, tip[0], tip[1] + 0.8 * HEAD))
    point = polygon((tip, (tip[0] - 0.6 * HEAD, tip[1] + HEAD), (tip[0] + 0.6 * HEAD, tip[1] + HEAD)))
    yield Path(line, stroke=PAPER, width=WIDE + 1.0)
    yield Path(point, PAPER, PAPER, 1.0)
    yield Path(line, stroke=ink, width=WIDE)
    yield Path(point, ink)
