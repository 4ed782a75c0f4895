"""Draws tables of written cards: what each seat holds and has laid, and a panel with what is everybody's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from printkit.compose.pieces.carving import bar_cuts
from printkit.compose.table.zone_pen import Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rounded_rectangle, segment

__all__ = ["HandPen"]

# A card before a seat, in the panel beside all seats, and there where nothing else is, the same in all pictures of a
# game; how much the rows move apart.
CARD, LARGE, ALONE, LOOSE = 7.7, 10.0, 13.6, 14.0
# A seat's plate: its width, its least height, its corner, its letter's disc, its other figures; what is beside it; the
# edge of one in low ink; a token before a seat.
PLATE, LEAST, CORNER, DISC, FIGURE, BESIDE = 14.6, 7.0, 0.8, 2.9, 3.8, 1.6
EDGE, MARK = 0.5, 2.1
# The room of a name over its cards, and its line; between two groups of cards, and between rows.
NAMED, LINE, APART, ROWS = 3.5, 0.25, 3.4, 2.2
# The panel: its width beside the seats and its distance, the bar of a name, its frame, and the paper inside.
PANEL, AWAY, BAR, FRAME, INSIDE = 46.6, 4.0, 5.2, 0.6, 2.0
# The em of a name in a bar and of a sum, and how much larger its sticks are than in a pile.
NAME, SUM, STICKS = 2.9, 7.4, 1.04


class _Group(NamedTuple):
    """Cards of one kind before a seat: their name, what is drawn below it, how wide both are, and if they lie apart."""

    name: str
    band: Band
    width: float
    apart: bool

    @property
    def height(self) -> float:
        """With its name."""
        return self.band.height + (NAMED if self.name else 0.0)


class HandPen:
    """Draws tables of hands for one kit; with `low` ink plates and bars are outlines."""

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words, *, low: bool) -> None:
        self.zones, self.small, self.words, self.low = zones, small, words, low
        self.display, self.tokens = kit.fonts["display"], {token.id: token for token in kit.tokens}
        sticks = (token for token in kit.tokens if token.front.motif == "tally")
        self.sticks = sorted(sticks, key=lambda token: -int(token.front.figure))

    def all_of(self, table: Table) -> bool:
        """Whether written cards are all there is to see: neither board nor throw."""
        return self.zones.written and all(zone.kind not in ("grid", "cast", "gauge") for zone in table.zones)

    def widths(self) -> tuple[float, float]:
        """Cards have one size: what grows is the room between the rows."""
        return CARD, CARD + LOOSE

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """A row a seat; what lies before all of them in a panel at the right, or above where hands need the width."""
        loose = min(max(card - CARD, 0.0), LOOSE)
        common = [zone for zone in table.zones if not zone.owner and not self._is_mark(zone)]
        narrow = width - PANEL - AWAY
        beside = bool(common) and all(self._wide(z) <= narrow for z in table.by_owner().values())
        room = narrow if beside else width
        top = 0.0
        items: list[Item] = []
        if common and not beside:
            panel, top = self._panel(common, width, CARD, 0.0)
            items += panel
            top += ROWS + loose / 2
        rows, height = self._seats(table, room, ROWS + loose, acting)
        items.append(Group(tuple(rows), Affine.translation(0.0, round(top, 4))))
        if beside:
            panel, deep = self._panel(common, PANEL, LARGE if common[1:] else ALONE, height)
            items.append(Group(tuple(panel), Affine.translation(round(width - PANEL, 4), 0.0)))
            height = max(height, deep)
        return items, top + height + 1.0

    def _wide(self, zones: Sequence[Zone]) -> float:
        """How wide the row of a seat is on one line."""
        groups = self._groups(zones, 1e3)
        return PLATE + BESIDE + math.fsum(group.width + APART for group in groups) - APART

    def _is_mark(self, zone: Zone) -> bool:
        """Whether a value lies on the table as a token: as the dealer's disc before a seat."""
        return zone.kind == "text" and zone.name in self.tokens

    # What lies before seats

    def _seats(
        self, table: Table, width: float, between: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        items: list[Item] = []
        named: set[str] = set()
        y = 0.0
        owed = dict(table.points) if any(won for _, won in table.points) else {}
        for seat, zones in table.by_owner().items():
            groups = self._groups(zones, width - PLATE - BESIDE)
            # Hands need their name once.
            groups = [each._replace(name="") if each.name in named else each for each in groups]
            named |= {self.words.zone(zone.name) for zone in zones if zone.kind == "hand" and zone.items}
            lines = list(self._lines(groups, width - PLATE - BESIDE))
            heights = [max(group.height for _, group in line) for line in lines]
            height = max(LEAST, math.fsum(heights) + ROWS * max(0, len(lines) - 1))
            plate = Rect(0.0, y, PLATE, height)
            items += self._plate(plate, seat, owed.get(seat), acts=seat in acting)
            items += self._marks(table, seat, plate, acts=seat in acting)
            starts = accumulate((high + ROWS for high in heights), initial=y)
            for line, top, high in zip(lines, starts, heights, strict=False):
                for x, group in line:
                    items += self._named(group, PLATE + BESIDE + x, top + high - group.height)
            y += height + between
        return items, y - between

    def _groups(self, zones: Sequence[Zone], width: float) -> list[_Group]:
        """What a seat has, in groups; nothing of what is empty or zero."""
        found = []
        for zone in zones:
            if not zone.items or (zone.kind == "text" and item_text(zone.items[0] or Thing("0")) == "0"):
                continue
            name, band = self.words.zone(zone.name), self.zones.band(zone, CARD, width)
            found.append(_Group(name, band, max(band.width, line_width(name, self.small)), zone is zones[-1]))
        return found

    def _lines(self, groups: Sequence[_Group], width: float) -> Iterator[list[tuple[float, _Group]]]:
        """The groups on lines: the hand begins one at the left, what a seat has won ends it at the right."""
        line: list[_Group] = []
        used = 0.0
        for group in [*groups, None]:
            wide = group.width if group else math.inf
            if line and used + wide > width:
                xs = list(accumulate((each.width + APART for each in line), initial=0.0))
                if line[-1].apart and len(line) > 1:
                    xs[len(line) - 1] = width - line[-1].width
                yield list(zip(xs, line, strict=False))
                line, used = [], 0.0
            if group:
                line.append(group)
                used += wide + APART

    def _named(self, group: _Group, x: float, y: float) -> Iterator[Item]:
        """Cards, and above them their name with a line as long as they are."""
        place = Affine.translation(round(x, 4), round(y + group.height - group.band.height, 4))
        yield Group(group.band.items, place)
        if not group.name:
            return
        wide = line_width(group.name, self.small) + 1.0
        yield set_line(group.name, self.small, round(x, 4), round(y + 2.4, 4))
        if wide + CARD < group.width:
            yield Path(segment(x + wide, y + 1.6, x + group.width, y + 1.6), stroke=BLACK, width=LINE)

    def _plate(self, box: Rect, seat: Seat, points: float | None, *, acts: bool) -> Iterator[Item]:
        """A seat's letter and its points; who acts has it in blue."""
        blue = find_ink("blue")
        solid = acts and not self.low
        if solid:
            yield Path(rounded_rectangle(box, CORNER), blue)
        elif acts:
            yield Path(rounded_rectangle(box.grown(-EDGE / 2), CORNER), stroke=blue, width=EDGE)
        x, y = box.x + 1.2 + DISC, box.y + LEAST / 2
        yield Path(circle(x, y, DISC), PAPER if solid else BLACK)
        letter = TextStyle(self.display, 4.5, BLACK if solid else PAPER)
        yield ink_center_line(seat[:2], fit_line(seat[:2], letter, 1.6 * DISC, 0.6), x, y + 0.36 * 4.5)
        if points is not None:
            free = box.right - x - DISC - 1.6
            text = signed(round(points)) if points else "0"
            style = fit_line(text, self._figure(solid=solid), free, 0.6)
            yield ink_center_line(text, style, x + DISC + 0.7 + free / 2, y + 0.36 * style.size)

    def _figure(self, *, solid: bool) -> TextStyle:
        return TextStyle(self.display, FIGURE, PAPER if solid else BLACK, tracking=0.0)

    def _marks(self, table: Table, seat: Seat, plate: Rect, *, acts: bool) -> Iterator[Item]:
        """The tokens that lie before a seat, and behind these the numbers their tracks stand at."""
        marks = [zone for zone in table.zones if not zone.owner and self._is_mark(zone) and zone.items]
        if not any(zone.items[0] and zone.items[0].face == seat for zone in marks):
            return
        # Beside a plate without cards, which is low.
        low = plate.height <= LEAST
        y = plate.y + LEAST / 2 if low else plate.bottom - MARK - 0.3
        x = plate.right + BESIDE + DISC if low else plate.x + 1.2 + DISC
        style = self._figure(solid=acts and not self.low and not low)
        for zone in marks:
            token, value = self.tokens[zone.name], item_text(zone.items[0] or Thing(""))
            if token.shape == "round" and value == seat:
                yield from self.zones.counter(token.id, x, y, MARK, outlined=True)
                x += DISC + 0.9
            elif token.front.motif == "track":
                yield set_line(token.front.figure[:1] + value, style, x, y + 0.36 * FIGURE)

    # What is everybody's

    def _panel(
        self, zones: Sequence[Zone], width: float, card: float, height: float
    ) -> tuple[list[Item], float]:
        """A framed panel, at least so high, with a bar for each zone; cards first, sums of sticks at its foot."""
        bands = [self._common(zone, width - 2 * INSIDE, card) for zone in zones]
        order = sorted(range(len(zones)), key=lambda at: zones[at].kind == "text")
        deep = math.fsum(BAR + band.height + 2 * INSIDE for band in bands)
        high = max(deep, height)
        spare = (high - deep) / len(zones)
        items: list[Item] = []
        y = 0.0
        for at in order:
            items += self._bar(Rect(0.0, y, width, BAR), self.words.zone(zones[at].name))
            top = y + BAR + INSIDE + spare / 2
            items.append(Group(bands[at].items, Affine.translation(INSIDE, round(top, 4))))
            y += BAR + bands[at].height + 2 * INSIDE + spare
        frame = rounded_rectangle(Rect(0.0, 0.0, width, y).grown(-FRAME / 2), CORNER)
        return [*items, Path(frame, stroke=BLACK, width=FRAME)], y

    def _bar(self, box: Rect, words: str) -> Iterator[Item]:
        outline = rounded_rectangle(box.grown(-0.2 if self.low else 0.0), CORNER)
        yield Path(outline, stroke=BLACK, width=0.4) if self.low else Path(outline, BLACK)
        light = BLACK if self.low else PAPER
        style = TextStyle(self.display, NAME, light, tracking=0.0)
        yield set_line(words, style, box.x + 2.2, box.center[1] + 0.34 * NAME)
        yield Path(bar_cuts(box), light, even_odd=False)

    def _common(self, zone: Zone, width: float, card: float) -> Band:
        """Cards, or the place for them; a sum in counting sticks; anything else as it is."""
        if (
            zone.kind == "text"
            and self.sticks
            and zone.items
            and item_text(zone.items[0] or Thing("")).isdigit()
        ):
            return self._sum(int(item_text(zone.items[0] or Thing("0"))), width)
        items = zone.items or (None,)
        return self.zones.band(Zone(zone.name, "row", items), card, width)

    def _sum(self, total: int, width: float) -> Band:
        """A sum with as few sticks as make it, the dearest first."""
        laid: list[Token] = []
        rest = total
        for token in self.sticks:
            count, rest = divmod(rest, int(token.front.figure))
            laid += [token] * count
        style = TextStyle(self.display, SUM, tracking=0.0)
        sticks = self.zones.strips(laid) if laid else Band(0.0, 0.0, ())
        room = width - line_width("00", style) - APART
        scale = min(STICKS, room / max(sticks.width, 1.0))
        height = max(scale * sticks.height, SUM)
        number = set_line(str(total), style, width - 0.6, height / 2 + 0.36 * SUM, "end")
        top = (height - scale * sticks.height) / 2
        shown = Group(sticks.items, Affine(scale, 0.0, 0.0, scale, 0.0, round(top, 4)))
        return Band(width, height, (shown, number))
