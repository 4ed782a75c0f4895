"""Draws tables of written cards: what each seat holds and has laid, and a panel with what is everybody's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from printkit.compose.pieces.carving import bar_items
from printkit.compose.table.zone_pen import CLOSE, Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rectangle, rounded_rectangle, segment

__all__ = ["LAID", "HandPen"]

# The least width of a card before a seat, the greatest in the pictures of a game where hands take two lines, where they
# take one, and in a picture by itself; from one to the next. How much larger they get where a page has room.
CARD, MOST, LINED, ALONE, FINER = 7.7, 9.6, 11.2, 13.6, 0.3
GROWS = 1.25
# So many cards of a seat stay on one line where a picture shows what a turn changed, and so many below a panel.
ON_ONE, BELOW_PANEL = 8, 12
# How much larger one in the panel beside the seats is, in one over them, and how many lie side by side in the first.
# How far rows move apart, in widths of a card.
LARGER, OVER, ABREAST = 1.4, 1.25, 5
LOOSE = 0.42
# Among rules cards have one of two widths, from picture to picture; rows move apart less; and what is shown large is
# what has just been laid.
SMALL, LARGE, CALM, LAID = 10.5, 14.6, 0.12, "laid"
# A seat's plate: its width with points and without, its least height, its letter's disc beside points and alone, its
# other figures; what is beside it; the bar of who acts, and a token before a seat. The corner of a panel.
PLATE, SLIM, LEAST, DISC, LONE, FIGURE, BESIDE = 14.6, 11.8, 7.0, 2.9, 3.6, 3.8, 1.6
ACTS, MARK, CORNER = 1.1, 2.1, 0.8
# The room of a name over its cards, and its line; between two groups of cards, and between rows.
NAMED, LINE, APART, ROWS = 3.5, 0.25, 3.4, 2.2
# The panel: its least width beside the seats and its distance, the bar of a name, its frame, and the paper inside; from
# which part of their height on it is as high as the seats; how much of the width it has at most.
PANEL, AWAY, BAR, FRAME, INSIDE, NEARLY, WIDEST = 40.0, 4.0, 5.2, 0.6, 2.0, 0.75, 0.56
# The em of a name in a bar and of a sum, and how much larger its sticks are than in a pile.
NAME, SUM, STICKS = 2.9, 7.4, 1.04


class _Group(NamedTuple):
    """Cards of one kind before a seat: their name, what is drawn below it, and how wide both are."""

    name: str
    band: Band
    width: float

    @property
    def height(self) -> float:
        """With its name."""
        return self.band.height + (NAMED if self.name else 0.0)

    @property
    def rows(self) -> int:
        """How many rows of cards it has."""
        return len({slot.y for slot in self.band.slots})


class _Fit(NamedTuple):
    """How wide a card before a seat is at least and at most, and whether a panel stands beside the seats."""

    least: float
    card: float
    beside: bool


class HandPen:
    """Draws tables of hands for one kit; with `low` ink plates and bars are outlines."""

    fit: _Fit | None = None

    def __init__(
        self,
        kit: Kit,
        zones: ZonePen,
        small: TextStyle,
        words: Words,
        *,
        low: bool,
        among_rules: bool = False,
    ) -> None:
        self.zones, self.small, self.words, self.low = zones, small, words, low
        self.among_rules = among_rules
        self.display = kit.fonts["display"]
        self.figure = TextStyle(self.display, FIGURE, tracking=0.0)
        self.tokens = {token.id: token for token in kit.tokens}
        sticks = (token for token in kit.tokens if token.front.motif == "tally" and token.front.figure)
        self.sticks = sorted(sticks, key=lambda token: -int(token.front.figure))

    def all_of(self, table: Table) -> bool:
        """Whether written cards are all there is to see: neither board nor throw."""
        return self.zones.written and all(zone.kind not in ("grid", "cast", "gauge") for zone in table.zones)

    def of_game(self, tables: Sequence[Table], width: float, *, whole: bool) -> HandPen:
        """The same for pictures of one game, which have cards of one size and panels in one place.

        Each hand of a `whole` table is on one line if it can be, of what a turn changed one that is not long.
        """
        pen = copy(self)
        panel = any(self._common_of(table) for table in tables)
        pen.fit = self._fit(tables, width, LINED, math.inf if whole else BELOW_PANEL if panel else ON_ONE)
        return pen

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """Cards grow up to their size, which those of a game have from the first; then the room between rows does."""
        fit = self.fit or self._by_itself(table, width)
        if self.among_rules:
            return fit.least, fit.card * (1 + CALM)
        return fit.card if self.fit else fit.least, fit.card * (1 + LOOSE)

    def opened(self, table: Table, acting: Sequence[Seat]) -> Table:
        """The same with what those who act have laid for all to see: one turn among rules shows it large."""
        zones = (
            replace(zone, owner="") if zone.name == LAID and zone.owner in acting and zone.items else zone
            for zone in table.zones
        )
        return replace(table, zones=tuple(zones))

    def _by_itself(self, table: Table, width: float) -> _Fit:
        """One picture by itself; among rules large where that leaves a line a seat, and one more."""
        if not self.among_rules:
            return self._fit((table,), width, ALONE)
        common = self._common_of(table)
        panel = max(_across(common) * (LARGE + CLOSE) + 2 * INSIDE, PANEL * any(map(_is_sum, common)))
        if common and width - self._wide(table, SMALL) - AWAY >= panel:
            return _Fit(SMALL, SMALL, beside=True)
        return _Fit(SMALL, LARGE if self._is_short(table, LARGE, width) else SMALL, beside=False)

    def _is_short(self, table: Table, card: float, width: float) -> bool:
        """Whether hands with cards so wide break between groups at most, and one of them alone does."""
        free = width - _plate_width(table) - BESIDE
        rows = [self._groups(zones, card, 1e3) for zones in table.by_owner().values()]
        broken = math.fsum(len(list(_lines(groups, free))) - 1 for groups in rows if groups)
        return broken <= 1 and all(group.width <= free for groups in rows for group in groups)

    def _fit(self, tables: Sequence[Table], width: float, most: float, on_one: float = math.inf) -> _Fit:
        """Cards as large as rows on one line allow, those of no more cards than that; beside a panel if they can."""
        cards = _cards(most)
        wide = {card: max((self._wide(table, card) for table in tables), default=0.0) for card in cards}
        common = [zone for table in tables for zone in self._common_of(table)]
        for card in cards if common else ():
            least = _across(common) * (card + CLOSE) + 2 * INSIDE
            if width - wide[card] - AWAY >= max(least, PANEL if any(map(_is_sum, common)) else 0.0):
                return _Fit(CARD, card, beside=True)
        lined = (card for card in cards if all(self._wide(table, card, on_one) <= width for table in tables))
        return _Fit(CARD, next(lined, MOST), beside=False)

    def _drawn(self, table: Table, fit: _Fit, card: float, width: float) -> float:
        """How wide cards are drawn where they may be so wide."""
        if self.among_rules:
            return next((size for size in (fit.card, SMALL) if card >= size - 0.01), card)
        return min(max(card, fit.least), self._grown(table, fit, width) if self.fit else fit.card)

    def _grown(self, table: Table, fit: _Fit, width: float) -> float:
        """How wide its cards can be with all on as many lines, beside the panel if there is one."""

        def lines(card: float) -> float:
            free = width - _plate_width(table) - BESIDE
            rows = (_lines(self._groups(zones, card, free), free) for zones in table.by_owner().values())
            return math.fsum(max(group.rows for _, group in line) for row in rows for line in row)

        def suits(card: float) -> bool:
            if not fit.beside:
                return lines(card) == lines(fit.card)
            common = self._common_of(table)
            panel = max(_across(common) * (card + CLOSE) + 2 * INSIDE, PANEL) if common else 0.0
            return width - self._wide(table, card) - AWAY >= panel

        steps = range(round(fit.card * (GROWS - 1.0) / FINER), 0, -1)
        return next((card for at in steps if suits(card := fit.card + FINER * at)), fit.card)

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """A row a seat; what lies before all of them in a panel at the right, or above where hands need the width."""
        fit = self.fit or self._by_itself(table, width)
        loose = min(max(card / fit.card - 1.0, 0.0), LOOSE)
        between = ROWS + loose * fit.card
        card = self._drawn(table, fit, card, width)
        common = self._common_of(table)
        if not common or not fit.beside:
            large = self._large(_count(common), card, width, OVER)
            panel, top = self._panel(common, width, large, 0.0) if common else ([], -between)
            rows, height = self._seats(table, (card, width, between), acting)
            place = Affine.translation(0.0, round(top + between, 4))
            return [*panel, Group(tuple(rows), place)], top + between + height + 1.0
        free = self._wide(table, card) + LINE
        rows, height = self._seats(table, (card, free, between), acting)
        wide = min(width - free - AWAY, WIDEST * width)
        panel, deep = self._panel(common, wide, self._large(_across(common), card, wide, LARGER), height)
        items: list[Item] = [
            Group(tuple(each), Affine.translation(round(x, 4), 0.0))
            for each, x in ((rows, 0.0), (panel, width - wide))
        ]
        return items, max(height, deep) + 1.0

    def _large(self, count: int, card: float, width: float, larger: float) -> float:
        """How wide each of so many cards in a panel is: so much larger than others if it has the room."""
        room = (width - 2 * INSIDE) / count - CLOSE
        if self.among_rules:
            return LARGE if room >= LARGE else min(max(CARD, room), card)
        return max(CARD, min(larger * card, room))

    def _wide(self, table: Table, card: float, on_one: float = math.inf) -> float:
        """How wide the longest row of a seat is on one line, of those with no more cards than that."""
        rows = (
            self._groups(zones, card, 1e3)
            for zones in table.by_owner().values()
            if sum(len(zone.items) for zone in zones) <= on_one
        )
        longest = max((math.fsum(group.width + APART for group in groups) for groups in rows), default=0.0)
        return _plate_width(table) + BESIDE + longest - APART

    def _common_of(self, table: Table) -> list[Zone]:
        """What lies before all of them."""
        return [zone for zone in table.zones if not zone.owner and not self.is_mark(zone)]

    def is_mark(self, zone: Zone) -> bool:
        """Whether a value lies on the table as a token: as the dealer's disc before a seat."""
        return zone.kind == "text" and zone.name in self.tokens

    # What lies before seats

    def _seats(
        self, table: Table, sizes: tuple[float, float, float], acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """The rows of all seats with cards so wide, no wider than that, and so far apart."""
        card, width, between = sizes
        items: list[Item] = []
        named: set[str] = set()
        y = 0.0
        owed = dict(_owed(table))
        left = _plate_width(table) + BESIDE
        for seat, zones in table.by_owner().items():
            groups = self._groups(zones, card, width - left)
            # Hands need their name once.
            groups = [each._replace(name="") if each.name in named else each for each in groups]
            named |= {self.words.zone(zone.name) for zone in zones if zone.kind == "hand" and zone.items}
            lines = list(_lines(groups, width - left))
            heights = [max(group.height for _, group in line) for line in lines]
            height = max(LEAST, math.fsum(heights) + ROWS * max(0, len(lines) - 1))
            # Beside the cards, not the name above them.
            bare = max((g.band.height for _, g in lines[0]), default=height) if lines else height
            head = heights[0] - bare if lines else 0.0
            plate = Rect(0.0, y + head, left - BESIDE, height - head)
            marks = list(self._marks(table, seat, plate))
            room = 0.0 if not marks or plate.height <= LEAST else 2 * MARK + 0.4
            disc = min(LONE, (card * self.zones.ratio - 2 * MARK) / 2 - 0.6)
            items += self._plate(plate, (seat, owed.get(seat)), (disc, room), acts=seat in acting)
            items += marks
            starts = accumulate((high + ROWS for high in heights), initial=y)
            for line, top, high in zip(lines, starts, heights, strict=False):
                for x, group in line:
                    items += self._named(group, left + x, top + high - group.height)
            y += height + between
        return items, y - between

    def _groups(self, zones: Sequence[Zone], card: float, width: float) -> list[_Group]:
        """What a seat has, in groups; nothing of what is empty or zero."""
        found = []
        for zone in zones:
            if not zone.items or (zone.kind == "text" and item_text(zone.items[0] or Thing("0")) == "0"):
                continue
            name, band = self.words.zone(zone.name), self.zones.band(zone, card, _even(zone, card, width))
            found.append(_Group(name, band, max(band.width, line_width(name, self.small))))
        return found

    def _named(self, group: _Group, x: float, y: float) -> Iterator[Item]:
        """Cards, and above them their name with a line as long as they are."""
        place = Affine.translation(round(x, 4), round(y + group.height - group.band.height, 4))
        yield Group(group.band.items, place)
        if not group.name:
            return
        wide = line_width(group.name, self.small) + 1.0
        yield set_line(group.name, self.small, round(x, 4), round(y + 2.4, 4))
        if wide + CARD / 2 < group.width:
            yield Path(segment(x + wide, y + 1.6, x + group.width, y + 1.6), stroke=BLACK, width=LINE)

    def _plate(
        self, box: Rect, who: tuple[Seat, float | None], sizes: tuple[float, float], *, acts: bool
    ) -> Iterator[Item]:
        """A seat's letter and its points; who acts has a bar. `sizes`: the letter's disc, and the room below."""
        (seat, points), (disc, below) = who, sizes
        if acts:
            yield Path(rectangle(Rect(box.x, box.y, ACTS, box.height)), find_ink("blue"))
        disc = min(disc, box.height / 2 - 0.6, disc if points is None else DISC)
        left = box.x + ACTS + 0.7
        x = (left + box.right) / 2 if points is None else left + disc
        y = box.y + (box.height - below) / 2
        yield Path(circle(x, y, disc), BLACK)
        letter = TextStyle(self.display, 1.55 * disc, PAPER)
        yield ink_center_line(
            seat[:2], fit_line(seat[:2], letter, 1.6 * disc, 0.6), x, y + 0.36 * letter.size
        )
        if points is not None:
            free = box.right - x - disc - 1.0
            text = signed(round(points)) if points else "0"
            style = fit_line(text, self.figure, free, 0.6)
            yield ink_center_line(text, style, x + disc + 0.7 + free / 2, y + 0.36 * style.size)

    def _marks(self, table: Table, seat: Seat, plate: Rect) -> Iterator[Item]:
        """The tokens that lie before a seat, and behind these the numbers their tracks stand at."""
        marks = [zone for zone in table.zones if not zone.owner and self.is_mark(zone) and zone.items]
        if not any(zone.items[0] and zone.items[0].face == seat for zone in marks):
            return
        # Beside a plate without cards, which is low.
        low = plate.height <= LEAST
        style = self.figure
        y = plate.y + LEAST / 2 if low else plate.bottom - MARK - 0.5
        drawn: list[tuple[float, Item]] = []
        x = 0.0
        for zone in marks:
            token, value = self.tokens[zone.name], item_text(zone.items[0] or Thing(""))
            if token.shape == "round" and value == seat:
                shown = tuple(self.zones.counter(token.id, x + MARK, y, MARK, outlined=True))
                drawn.append((x + 2 * MARK, Group(shown)))
            elif token.front.motif == "track":
                text = token.front.figure[:1] + value
                drawn.append((x + line_width(text, style), set_line(text, style, x, y + 0.36 * FIGURE)))
            x = drawn[-1][0] + 0.6 if drawn else 0.0
        wide = x - 0.6
        left = plate.right + BESIDE if low else max(plate.x + ACTS + 0.4, plate.center[0] + (ACTS - wide) / 2)
        yield Group(tuple(item for _, item in drawn), Affine.translation(round(left, 4), 0.0))

    # What is everybody's

    def _panel(
        self, zones: Sequence[Zone], width: float, card: float, height: float
    ) -> tuple[list[Item], float]:
        """A framed panel with a bar for each zone: cards, then sums; as high as the seats where it nearly is."""
        bands = [self._common(zone, width - 2 * INSIDE, card) for zone in zones]
        order = sorted(range(len(zones)), key=lambda at: zones[at].kind == "text")
        deep = math.fsum(BAR + band.height + 2 * INSIDE for band in bands)
        spare = max(0.0, height - deep) / len(zones) if deep >= NEARLY * height else 0.0
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
        yield from bar_items(box, CORNER, low=self.low)
        style = TextStyle(self.display, NAME, BLACK if self.low else PAPER, tracking=0.0)
        yield set_line(words, style, box.x + 2.2, box.center[1] + 0.34 * NAME)

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
        lying = Zone(zone.name, "row", items)
        return self.zones.band(lying, card, _even(lying, card, width))

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


def _cards(most: float) -> list[float]:
    """How wide cards may be, the widest first."""
    return [most - FINER * at for at in range(int((most - CARD) / FINER) + 1)]


def _lines(groups: Sequence[_Group], width: float) -> Iterator[list[tuple[float, _Group]]]:
    """The groups on lines, each beside the one before."""
    line: list[tuple[float, _Group]] = []
    used = 0.0
    for group in groups:
        if line and used + group.width > width + 0.01:
            yield line
            line, used = [], 0.0
        line.append((used, group))
        used += group.width + APART
    if line:
        yield line


def _owed(table: Table) -> Sequence[tuple[Seat, float]]:
    """The points of the seats, once there are any."""
    return table.points if any(won for _, won in table.points) else ()


def _plate_width(table: Table) -> float:
    """How wide the plates of its seats are."""
    return PLATE if _owed(table) else SLIM


def _is_sum(zone: Zone) -> bool:
    return zone.kind == "text"


def _even(zone: Zone, card: float, width: float) -> float:
    """How wide rows are that have as many cards as one another, no wider than that."""
    fitting = max(1, int((width + CLOSE + LINE) // (card + CLOSE)))
    return -(-len(zone.items) // -(-len(zone.items) // fitting)) * (card + CLOSE) if zone.items else width


def _count(common: Sequence[Zone]) -> int:
    """How many cards the fullest part of a panel has."""
    return max([1, *(len(zone.items) for zone in common if not _is_sum(zone))])


def _across(common: Sequence[Zone]) -> int:
    """How many cards lie side by side in a panel beside the seats; many lie in two rows."""
    count = _count(common)
    return count if count <= ABREAST else -(-count // 2)
