"""Draws tables of written cards: what each seat holds and has laid, and a panel with what is everybody's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from printkit.compose.table.arrived import BELOW, Arrived, arrived
from printkit.compose.table.hand_panel import (
    FRAME,
    INSIDE,
    PANEL,
    HandPanel,
    across_of,
    band_of,
    count_of,
    is_sum,
)
from printkit.compose.table.zone_pen import CLOSE, Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.narration import Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Affine, Rect
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rectangle, segment

__all__ = ["CARDS_AT", "LAID", "HandPen"]

# In a book cards before seats have one width in a game, at most and at least, with which hands stand on one line if
# they can; those of everybody another one at most, in a panel over the seats and beside them.
HELD, TIGHT, OPEN = 9.2, 7.0, (11.2, 18.0)
# There what has just been laid is so much larger; how high a row with names is, or beside a panel, else its cards and
# this; what names need; how much larger a first picture may be.
LARGER, ROW, AROUND, NAMED, FIRST = 1.3, (20.6, 18.8), 2.4, 5.6, 1.8
# A seat's block, the em of its letter, and what is free above and below it.
BLOCK, LETTER, INDENT = 8.4, 8.2, 0.9
# Among rules cards have one of two widths, from picture to picture, and are never smaller than the least; how far rows
# move apart where a page has room, in widths of a card; and what is shown large is what has just been laid.
SMALL, LARGE, CARD, CALM, LAID = 10.5, 14.6, 7.7, 0.12, "laid"
# A seat's plate: its width, its least height, its letter's disc beside points and alone, its other figures; what is
# beside it; the bar of who acts; a token before a seat, how much larger it is than that shows, and its edge.
PLATE, LEAST, DISC, LONE, FIGURE, BESIDE = 14.6, 7.0, 2.9, 3.6, 3.8, 1.2
ACTS, MARK, CLOSER, RING = 1.1, 2.8, 1.45, 0.4
CARDS_AT = PLATE + BESIDE
"""Where the cards of a seat begin, mm."""
# Above cards the line with the name of what is no hand, its em and where it stands; between groups, and lines; what is
# free below a row of a book.
LABEL, WORDS, ON, APART, ROWS = 2.9, 2.3, 2.45, 3.0, 1.6
# Between seats among rules; the line that holds together what a seat has on several lines.
RULES_ROWS, LINKED = 2.2, 0.6
# How far the panel is from the seats, how much of the width it has at most; what is free behind their longest row.
AWAY, WIDEST, CLEAR = 4.0, 0.56, 0.2


class _Group(NamedTuple):
    """Cards of one kind before a seat, how wide they or their name are, and the name above them if they have one.

    And whether any has just come there.
    """

    name: str
    band: Band
    width: float
    new: bool = False


_Line: TypeAlias = Sequence[tuple[float, _Group]]
"""Groups of a seat side by side, and how far right each of them begins."""


class _Fit(NamedTuple):
    """How wide a card before a seat is at least and at most, whether a panel stands beside the seats, and its cards.

    `wide` is the longest row of a seat in a game, beside which panels have one place and one room; `row` is how high a
    row of one line is.
    """

    least: float
    card: float
    beside: bool
    open: float = OPEN[0]
    wide: float = 0.0
    row: float = 0.0
    first: Table | None = None

    def scaled(self, scale: float) -> _Fit:
        """The same with everything before the seats so much larger."""
        card, wide, row = scale * self.card, scale * (self.wide - CARDS_AT) + CARDS_AT, scale * self.row
        return self._replace(card=card, open=scale * self.open, wide=wide, row=row)


class HandPen:
    """Draws tables of hands for one kit; with `low` ink plates and bars are outlines."""

    fit: _Fit | None = None
    came: Arrived = arrived(())

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
        self.panel = HandPanel(kit, zones, words, low=low, among_rules=among_rules)
        self.among_rules = among_rules
        self.display = kit.fonts["display"]
        self.figure = TextStyle(self.display, FIGURE, tracking=0.0)
        self.label = replace(small, font=BOOK_FONTS[1], size=WORDS)
        self.inks = kit.inks
        self.tokens = {token.id: token for token in kit.tokens}

    def all_of(self, table: Table) -> bool:
        """Whether written cards are all there is to see: neither board nor throw."""
        return self.zones.written and all(zone.kind not in ("grid", "cast", "gauge") for zone in table.zones)

    def of_game(self, tables: Sequence[Table], width: float) -> HandPen:
        """The same for pictures of one game, which have panels in one place, and rows and cards of one size."""
        pen = copy(self)
        common = [self.panel.shown(self._common_of(table)) for table in tables]
        beside = any(common) and width - max(self._wide(table, HELD) for table in tables) - AWAY >= PANEL
        named = any(zone.owner and zone.kind == "row" for table in tables for zone in table.zones)
        largest = min(HELD, (ROW[0] - NAMED) / (LARGER * self.zones.ratio)) if named else HELD
        sizes = (largest - step / 10 for step in range(int(10 * (largest - TIGHT)) + 1))
        card = next((size for size in sizes if self._are_of_one_line(tables, width, size)), TIGHT)
        longest = max(self._wide(table, card) for table in tables) + BESIDE + CLEAR
        row = ROW[not named] if named or beside else card * self.zones.ratio + AROUND
        # All cards over the seats stand in one row; beside them all of them are no higher than the seats.
        large = min([OPEN[0], *(self._over(own, width) for own in common)])
        if beside:
            room, high = width - longest - AWAY, max(len(table.by_owner()) for table in tables) * row
            large = next(
                (
                    size
                    for size in (OPEN[1] - step / 2 for step in range(20))
                    if all(
                        across_of(own) * (size + CLOSE) <= room - 2 * INSIDE
                        and self.panel.in_book(own, (size, room), {}, 0.0)[1] <= high
                        for own in common
                    )
                ),
                TIGHT,
            )
        pen.fit = _Fit(card, card, beside, large, longest, row, tables[0])
        return pen

    def marking(self, moves: Sequence[Move]) -> HandPen:
        """The same, which raises the cards that went so."""
        pen = copy(self)
        pen.came = arrived(moves)
        return pen

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """Among rules cards have one of two sizes, and the room between rows grows; in a book all is as it is."""
        if not self.among_rules:
            fit = self._fit(table, width)
            if table == fit.first:
                # Below the title of its game it may stand alone.
                scales = (FIRST - step / 20 for step in range(round((FIRST - 1) * 20)))
                return fit.open, fit.open * next(
                    (each for each in scales if self._has_room(table, each, width)), 1.0
                )
            common = self.panel.shown(self._common_of(table))
            if fit.beside or not common:
                return fit.open, fit.open
            return fit.open, min(OPEN[1], self._over(common, width))
        fit = self._by_itself(table, width)
        return fit.least, fit.card * (1 + CALM)

    def opened(self, table: Table, acting: Sequence[Seat]) -> Table:
        """The same with what those who act have laid for all to see: one turn among rules shows it large."""
        zones = (
            replace(zone, owner="") if zone.name == LAID and zone.owner in acting and zone.items else zone
            for zone in table.zones
        )
        return replace(table, zones=tuple(zones))

    def _by_itself(self, table: Table, width: float) -> _Fit:
        """One picture by itself: large where that leaves a line a seat, and one more."""
        common = self._common_of(table)
        panel = max(across_of(common) * (LARGE + CLOSE) + 2 * INSIDE, PANEL * any(map(is_sum, common)))
        for card in (LARGE, SMALL) if common else ():
            if width - self._wide(table, card) - AWAY >= panel:
                return _Fit(SMALL, card, beside=True)
        return _Fit(SMALL, LARGE if self._is_short(table, LARGE, width) else SMALL, beside=False)

    def _is_short(self, table: Table, card: float, width: float) -> bool:
        """Whether hands with cards so wide break between groups at most, and one of them alone does."""
        free = width - PLATE - BESIDE
        rows = [self._groups(zones, card, 1e3) for zones in table.by_owner().values()]
        broken = math.fsum(len(list(_lines(groups, free))) - 1 for groups in rows if groups)
        return broken <= 1 and all(group.width <= free for groups in rows for group in groups)

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """A row a seat; what lies before all of them in a panel at the right, or above where hands need the width."""
        if not self.among_rules:
            return self._in_book(table, card, width, acting)
        fit = self._by_itself(table, width)
        between = RULES_ROWS + min(max(card / fit.card - 1.0, 0.0), CALM) * fit.card
        card = next((size for size in (fit.card, SMALL) if card >= size - 0.01), card)
        common = self._common_of(table)
        if not common or not fit.beside:
            large = self._large(count_of(common), card, width)
            # As wide as what lies in it, over the cards of the seats if that leaves it the room.
            snug = max(PANEL, self.panel.snug(common, large, width))
            x, wide = (CARDS_AT, snug) if snug <= width - CARDS_AT else (0.0, width)
            panel, top = self.panel.draw(common, (large, wide), self.came) if common else ([], -between)
            rows, height = self._seats(table, (card, width, between), acting)
            return _placed((panel, x, 0.0), (rows, 0.0, top + between)), top + between + height + 1.0
        longest = self._wide(table, card)
        rows, height = self._seats(table, (card, longest + CLEAR, between), acting)
        wide = min(width - longest - CLEAR - AWAY, WIDEST * width)
        large = self._large(across_of(common), card, wide)
        panel, deep = self.panel.draw(common, (large, wide), self.came, height)
        return _placed((rows, 0.0, 0.0), (panel, width - wide, 0.0)), max(height, deep) + 1.0

    def _fit(self, table: Table, width: float) -> _Fit:
        fit = self.fit or self.of_game((table,), width).fit
        assert fit is not None
        return fit

    def _in_book(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """Rows one step apart in a game, and boxes in one place for what is everybody's.

        `card`: how wide cards over the seats are, or beside them those of a first picture; mm.
        """
        fit = self._fit(table, width)
        if table == fit.first:
            fit = fit.scaled(card / fit.open)
        common = self.panel.shown(self._common_of(table))
        wide = fit.wide if fit.beside else width
        rows, height = self._seats(table, (fit.card, wide - BESIDE, fit.row), acting[-1:])
        if fit.beside:
            x = wide + AWAY
            panel, deep = self.panel.in_book(common, (fit.open, width - x), self.came, 0.0, height)
            return _placed((rows, 0.0, 0.0), (panel, x, 0.0)), max(height, deep)
        card = min(card, self._over(common, width))
        panel, deep = self.panel.in_book(common, (card, width), self.came, CARDS_AT)
        top = deep + ROWS * bool(common)
        return _placed((panel, 0.0, 0.0), (rows, 0.0, top)), top + height

    def _over(self, common: Sequence[Zone], width: float) -> float:
        """How wide cards over the seats may be that stand in one row."""
        return (width - CARDS_AT - INSIDE) / count_of(common) - CLEAR

    def _has_room(self, table: Table, scale: float, width: float) -> bool:
        """Whether all seats have as many lines with everything so much larger, and a panel beside has its width."""
        fit = self._fit(table, width)
        large = fit.scaled(scale)
        if fit.beside and width - large.wide - AWAY < max(
            PANEL, large.open * across_of(self._common_of(table))
        ):
            return False
        (_, low), (_, high) = (
            self._seats(table, (each.card, (each.wide if fit.beside else width) - BESIDE, each.row), ())
            for each in (fit, large)
        )
        return high <= scale * low + 0.01

    def _are_of_one_line(self, tables: Sequence[Table], width: float, card: float) -> bool:
        """Whether what each seat has stands side by side with cards so wide, what was laid larger."""
        free = width - CARDS_AT - BESIDE
        rows = (self._groups(zones, card, 1e3) for table in tables for zones in table.by_owner().values())
        return all(
            math.fsum(group.width + APART for group in own)
            - APART
            + (LARGER - 1) * max((group.width for group in own if group.name), default=0.0)
            <= free
            for own in rows
        )

    def _large(self, count: int, card: float, width: float) -> float:
        """How wide each of so many cards in a panel among rules is."""
        room = (width - 2 * INSIDE) / count - CLOSE
        return LARGE if room >= LARGE else min(max(CARD, room), card)

    def _wide(self, table: Table, card: float) -> float:
        """How wide the longest row of a seat is on one line."""
        rows = (self._groups(zones, card, 1e3) for zones in table.by_owner().values())
        longest = max((math.fsum(group.width + APART for group in groups) for groups in rows), default=0.0)
        return CARDS_AT + longest - APART

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
        """The rows of all seats with cards so wide, no wider than that, and so far apart, or from their frame."""
        card, width, between = sizes
        items: list[Item] = []
        y = 0.0
        owed = dict(_owed(table))
        for seat, zones in table.by_owner().items():
            groups = self._groups(zones, card, width - CARDS_AT)
            if not self.among_rules:
                lines = [*_lines([*self._laid(groups, width - CARDS_AT)], width - CARDS_AT)]
                highs = [
                    max(g.band.height + LABEL * bool(g.name) for _, g in line) + AROUND for line in lines
                ]
                block = Rect(0.0, y, BLOCK, max(between, math.fsum(highs)))
                items += self._block(block, (seat, owed.get(seat)), acts=seat in acting)
                items += self._marks(table, seat, block, 0.0)
                for line, high in zip(lines, highs if len(lines) > 1 else (block.height,), strict=False):
                    items += self._line(line, Rect(0.0, y, width, high), width, acts=seat in acting)
                    y += high
                y = block.bottom
                items.append(Path(segment(0.0, y, width + BESIDE, y), stroke=BLACK, width=FRAME / 3))
                continue
            lines = [*_lines(groups, width - CARDS_AT)]
            tops, height = self._heights(lines)
            plate = Rect(0.0, y, PLATE, height)
            disc = min(LONE, (card * self.zones.ratio - 2 * MARK) / 2 - 0.4)
            marks = list(self._marks(table, seat, plate, DISC if seat in owed else disc))
            room = 0.0 if not marks or plate.height <= LEAST else 2 * MARK + 0.2
            items += self._plate(plate, (seat, owed.get(seat)), (disc, room), acts=seat in acting)
            items += marks
            if len(lines) > 1:
                # What is one below the other is one seat's.
                x = CARDS_AT - BESIDE / 2 - LINKED / 2
                link = Rect.from_edges(x, y + tops[0], x + LINKED, y + height)
                items.append(Path(rectangle(link), BLACK))
            for line, top in zip(lines, tops, strict=True):
                items += self._line(line, Rect(0.0, y + top, width, 0.0), width, acts=seat in acting)
            y += height + between
        return items, y - between * self.among_rules

    def _laid(self, groups: Sequence[_Group], width: float) -> Iterator[_Group]:
        """What has just come to where it lies, but to a hand, is larger, as far as a row so wide has room."""
        new = math.fsum(group.width for group in groups if group.new)
        free = width - math.fsum(group.width + APART for group in groups) + APART
        for group in groups:
            if group.new:
                scale, band = max(1.0, min(LARGER, 1 + free / new)), group.band
                drawn = (Group(band.items, Affine.scaling(scale)),)
                large = Band(scale * band.width, scale * band.height, drawn)
                group = group._replace(band=large, width=max(large.width, group.width))
            yield group

    def _heights(self, lines: Sequence[_Line]) -> tuple[list[float], float]:
        """Where the cards of each line of a seat among rules begin, and how high all of them are."""
        tops: list[float] = []
        y = 0.0
        for line in lines:
            tops.append(y + LABEL * any(group.name for _, group in line))
            y = tops[-1] + max(group.band.height for _, group in line) + ROWS
        return tops, max(LEAST, y - ROWS)

    def _line(self, line: _Line, row: Rect, width: float, *, acts: bool) -> Iterator[Item]:
        """Groups side by side, each below its name; in a book what is no hand ends where the row does."""
        last, group = line[-1]
        spare = 0.0 if self.among_rules else width - CARDS_AT - last - group.width - CLEAR
        label = replace(self.label, ink=find_ink("blue") if acts else BLACK)
        for at, group in line:
            x, y = CARDS_AT + at + spare * bool(group.name), row.y
            if not self.among_rules:
                # Names stand on one line of their own, and cards under them at the foot of the row.
                free = row.height - group.band.height
                y += free - BELOW - 0.4 if group.name else free / 2
            yield Group(group.band.items, Affine.translation(round(x, 4), round(y, 4)))
            if group.name:
                yield set_line(group.name, label, x, y - LABEL + ON if self.among_rules else y - 0.9)

    def _block(self, box: Rect, who: tuple[Seat, float | None], *, acts: bool) -> Iterator[Item]:
        """A seat's letter and points in a block as high as its row, blue for who acted last."""
        seat, points = who
        ground = rectangle(Rect(box.x, box.y + INDENT, box.width, box.height - 2 * INDENT))
        ink = find_ink("blue") if acts else BLACK
        yield Path(ground, stroke=ink, width=FRAME) if self.low else Path(ground, ink)
        ink = ink if self.low else PAPER
        texts = [(seat[:2], LETTER)]
        if points is not None:
            texts.append((signed(round(points)) if points else "0", FIGURE))
        y = box.center[1] - math.fsum(0.72 * em for _, em in texts) / 2 - 0.8 * (len(texts) - 1)
        for text, em in texts:
            style = fit_line(text, TextStyle(self.display, em, ink, tracking=0.0), box.width - 1.2, 0.6)
            y += 0.72 * em
            yield ink_center_line(text, style, box.center[0], y)
            y += 1.6

    def _groups(self, zones: Sequence[Zone], card: float, width: float) -> list[_Group]:
        """What a seat has, in groups; nothing of what is empty or zero. A hand needs no name."""
        found = []
        for zone in zones:
            if not zone.items or (zone.kind == "text" and item_text(zone.items[0] or Thing("0")) == "0"):
                continue
            name = "" if zone.kind == "hand" else self.words.zone(zone.name)
            band = band_of(self.zones, zone, (card, width), self.came)
            new = bool(name and self.came.get(zone.place))
            found.append(_Group(name, band, max(band.width, line_width(name, self.label)), new))
        return found

    def _plate(
        self, box: Rect, who: tuple[Seat, float | None], sizes: tuple[float, float], *, acts: bool
    ) -> Iterator[Item]:
        """A seat's letter and points; who acts has a bar and is blue. `sizes`: its disc, and the room below."""
        (seat, points), (disc, below) = who, sizes
        if acts:
            yield Path(rectangle(Rect(box.x, box.y, ACTS, box.height)), find_ink("blue"))
        disc = min(disc, box.height / 2 - 0.6, disc if points is None else DISC)
        left = box.x + ACTS + 0.7
        x = (left + box.right) / 2 if points is None else left + disc
        y = box.y + (box.height - below) / 2
        yield Path(circle(x, y, disc), find_ink("blue") if acts else BLACK)
        letter = TextStyle(self.display, 1.55 * disc, PAPER)
        yield ink_center_line(
            seat[:2], fit_line(seat[:2], letter, 1.6 * disc, 0.6), x, y + 0.36 * letter.size
        )
        if points is not None:
            free = box.right - x - disc - 1.0
            text = signed(round(points)) if points else "0"
            style = fit_line(text, self.figure, free, 0.6)
            yield ink_center_line(text, style, x + disc + 0.7 + free / 2, y + 0.36 * style.size)

    def _marks(self, table: Table, seat: Seat, plate: Rect, disc: float) -> Iterator[Item]:
        """Below the disc the tokens that lie before a seat, and behind these the numbers their tracks stand at."""
        marks = [zone for zone in table.zones if not zone.owner and self.is_mark(zone) and zone.items]
        if not any(zone.items[0] and zone.items[0].face == seat for zone in marks):
            return
        # In a book beside the block, the number below; else beside a plate without cards, which is low.
        low = plate.height <= LEAST
        style = self.figure
        y = plate.y + LEAST / 2 if low else min(plate.center[1] + disc + 0.2, plate.bottom - MARK - 0.2)
        drawn: list[tuple[float, Item]] = []
        x = 0.0
        for zone in marks:
            token, value = self.tokens[zone.name], item_text(zone.items[0] or Thing(""))
            if token.shape == "round" and value == seat:
                drawn.append((x + 2 * MARK, self._close(token, x + MARK, y)))
            elif token.front.motif == "track":
                text = token.front.figure[:1] + value
                wide = line_width(text, style)
                left = x if self.among_rules else MARK - wide / 2
                drawn.append((x + wide, set_line(text, style, left, y + 0.36 * FIGURE)))
            x = drawn[-1][0] + 0.6 if drawn else 0.0
            if not self.among_rules:
                x, y = 0.0, y + 2 * MARK
        if not self.among_rules:
            up = 0.2 + 0.75 * MARK * (len(drawn) > 1)
            yield Group(tuple(item for _, item in drawn), Affine.translation(BLOCK + 0.5, -up))
            return
        wide = x - 0.6
        left = plate.right + BESIDE if low else max(plate.x + ACTS + 0.4, plate.center[0] + (ACTS - wide) / 2)
        yield Group(tuple(item for _, item in drawn), Affine.translation(round(left, 4), 0.0))

    def _close(self, token: Token, x: float, y: float) -> Item:
        """The middle of a round token, where its sign is, so that this can be read; round it its ink."""
        shown = tuple(self.zones.counter(token.id, x, y, CLOSER * MARK, outlined=True))
        ring = Path(circle(x, y, MARK - RING / 2), stroke=self.inks[token.front.ink], width=RING)
        return Group((Group(shown, within=circle(x, y, MARK)), ring))


def _lines(groups: Sequence[_Group], width: float) -> Iterator[_Line]:
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


def _placed(*parts: tuple[list[Item], float, float]) -> list[Item]:
    """Each part where it stands."""
    return [
        Group(tuple(items), Affine.translation(round(x, 4), round(y, 4))) for items, x, y in parts if items
    ]


def _owed(table: Table) -> Sequence[tuple[Seat, float]]:
    """The points of the seats, once there are any."""
    return table.points if any(won for _, won in table.points) else ()
