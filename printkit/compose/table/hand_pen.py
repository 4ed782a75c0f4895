"""Draws tables of written cards: what each seat holds and has laid, and a panel with what is everybody's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from printkit.compose.table.arrived import Arrived, arrived
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
from printkit.compose.text.titles import even_lines
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.compose.text.vertical import column_height, is_vertical, set_column
from printkit.errors import InputError
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
from printkit.scene.shapes import circle, rectangle, rounded_rectangle

__all__ = ["CARDS_AT", "LAID", "HandPen"]

# In a book cards before seats have one width and those of everybody another, on every page; how far rows move apart
# where a page has room, in widths of a card.
HELD, OPEN, LOOSE = 8.4, 11.2, 0.5
LARGEST, FEW, FEW_OPEN, SHORT = 14.2, 11.3, 18.0, 9.2
"""How wide cards are in games of which all hands are so small that even then a panel with larger ones, or any panel,
stands beside them; and there at most; and where no hand needs more lines then; mm."""
# Among rules cards have one of two widths, from picture to picture, and are never smaller than the least; rows move
# apart less; and what is shown large is what has just been laid.
SMALL, LARGE, CARD, CALM, LAID = 10.5, 14.6, 7.7, 0.12, "laid"
# A seat's plate: its width, its least height, its letter's disc beside points and alone, its other figures; what is
# beside it; the bar of who acts; a token before a seat, how much larger it is than that shows, and its edge; the line
# of a disc whose seat did nothing.
PLATE, LEAST, DISC, LONE, FIGURE, BESIDE = 14.6, 7.0, 2.9, 3.6, 3.8, 1.2
ACTS, MARK, CLOSER, RING, THIN = 1.1, 2.8, 1.45, 0.4, 0.35
CARDS_AT = PLATE + BESIDE
"""Where the cards of a seat begin, mm."""
# The tab with the name of what is no hand, what is between it and its cards, its words; between groups, and rows.
TAB, TABBED, WORDS, APART, ROWS = 4.0, 0.5, 2.8, 1.8, 2.4
# Between seats among rules; the line that holds together what a seat has on several lines.
RULES_ROWS, LINKED = 2.2, 0.6
# How far the panel is from the seats, how much of the width it has at most; what is free behind their longest row; how
# much larger than before seats its cards are at least.
AWAY, WIDEST, CLEAR, LARGER = 4.0, 0.56, 0.2, 1.05


class _Group(NamedTuple):
    """Cards of one kind before a seat: the name on their tab, if they have one, and what is drawn behind it."""

    name: str
    band: Band

    @property
    def left(self) -> float:
        """The room of the tab."""
        return TAB + TABBED if self.name else 0.0

    @property
    def width(self) -> float:
        """With its tab."""
        return self.left + self.band.width

    @property
    def height(self) -> float:
        return max(self.band.height, LEAST)


class _Fit(NamedTuple):
    """How wide a card before a seat is at least and at most, whether a panel stands beside the seats, and its cards.

    `wide` is the longest row of a seat in a game, beside which panels have one place and one room.
    """

    least: float
    card: float
    beside: bool
    open: float = OPEN
    wide: float = 0.0


class HandPen:
    """Draws tables of hands for one kit; with `low` ink plates and bars are outlines."""

    fit: _Fit | None = None
    came: Arrived = arrived(())
    fades = False
    """Whether cards that nobody touched are pale."""

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
        self.pale = zones.faded()
        self.panel = HandPanel(kit, zones, words, low=low, among_rules=among_rules)
        self.among_rules = among_rules
        self.display = kit.fonts["display"]
        self.figure = TextStyle(self.display, FIGURE, tracking=0.0)
        self.inks = kit.inks
        self.tokens = {token.id: token for token in kit.tokens}

    def all_of(self, table: Table) -> bool:
        """Whether written cards are all there is to see: neither board nor throw."""
        return self.zones.written and all(zone.kind not in ("grid", "cast", "gauge") for zone in table.zones)

    def of_game(self, tables: Sequence[Table], width: float) -> HandPen:
        """The same for pictures of one game, which have panels in one place."""
        pen = copy(self)
        shown = [table for table in tables if self._common_of(table)]
        across = max((across_of(self._common_of(table)) for table in shown), default=1)
        rooms = ((card, width - self._longest(shown, card) - AWAY) for card in (LARGEST, FEW, HELD))
        fits = (
            card
            for card, room in rooms
            if room >= PANEL and (card < LARGEST or _abreast(across, room - CLEAR) > card)
        )
        card = next(fits, 0.0) if shown else 0.0
        rows = ([self._rows(table, each, width) for table in tables] for each in (SHORT, HELD))
        held = card or (SHORT if next(rows) == next(rows) else HELD)
        longest, large = self._longest(shown, held), OPEN
        if card > HELD:
            # All panels have the same room, beside the longest row of the game.
            large = min(max(OPEN, _abreast(across, _beside(longest, width))), FEW_OPEN)
        elif card:
            # Smaller ones if they then stand in one row in all pictures, each beside its own hands.
            row = min(
                _abreast(across_of(self._common_of(table)), _beside(self._wide(table, held), width))
                for table in shown
            )
            large = row if LARGER * held <= row < OPEN else OPEN
        pen.fit = _Fit(held, held, beside=card > 0, open=large, wide=longest)
        return pen

    def _rows(self, table: Table, card: float, width: float) -> list[tuple[int, int]]:
        """On how many lines the cards of each seat stand, and in how many rows those of its groups."""
        free = width - CARDS_AT
        found = (self._groups(zones, card, free) for zones in table.by_owner().values())
        return [
            (len(list(_lines(own, free))), sum(len({slot.y for slot in each.band.slots}) for each in own))
            for own in found
        ]

    def marking(self, moves: Sequence[Move]) -> HandPen:
        """The same, which raises the cards that went so."""
        pen = copy(self)
        pen.came = arrived(moves)
        return pen

    def fading(self) -> HandPen:
        """The same, with pale cards where nobody touched them: what a turn moved is seen first."""
        pen = copy(self)
        pen.fades = True
        return pen

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """Among rules cards have one of two sizes, in a book one; then the room between rows grows."""
        fit = self.fit or self._by_itself(table, width)
        return fit.least, fit.card * (1 + (CALM if self.among_rules else LOOSE))

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
            return self.of_game((table,), width).fit or _Fit(HELD, HELD, beside=False)
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

    def _drawn(self, fit: _Fit, card: float) -> float:
        """How wide cards are drawn where they may be so wide."""
        return (
            next((size for size in (fit.card, SMALL) if card >= size - 0.01), card)
            if self.among_rules
            else fit.card
        )

    def draw(
        self, table: Table, card: float, width: float, acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """A row a seat; what lies before all of them in a panel at the right, or above where hands need the width."""
        fit = self.fit or self._by_itself(table, width)
        loose = min(max(card / fit.card - 1.0, 0.0), LOOSE)
        between = (RULES_ROWS if self.among_rules else ROWS) + loose * fit.card
        card = self._drawn(fit, card)
        common = self.panel.shown(self._common_of(table))
        items: list[Item]
        if not common or not fit.beside:
            large = self._large(count_of(common), fit, card, width)
            # As wide as what lies in it, over the cards of the seats if that leaves it the room.
            snug = max(PANEL * self.among_rules, self.panel.snug(common, large, width))
            x, wide = (CARDS_AT, snug) if snug <= width - CARDS_AT else (0.0, width)
            panel, top = self.panel.draw(common, (large, wide), self.came) if common else ([], -between)
            rows, height = self._seats(table, (card, width, between), acting)
            items = [
                Group(tuple(panel), Affine.translation(x, 0.0)),
                Group(tuple(rows), Affine.translation(0.0, round(top + between, 4))),
            ]
            return items, top + between + height + 1.0
        own = self._wide(table, card)
        longest = max(own, fit.wide)
        rows, height = self._seats(table, (card, longest + CLEAR, between), acting)
        wide, even = _beside(longest, width), self.among_rules
        large = self._large(across_of(common), fit, card, wide)
        left = width - wide
        if not self.among_rules:
            wide = self.panel.snug(common, large, _beside(own, width), even=even)
            left = min(longest + CLEAR + AWAY, width - wide)
        panel, deep = self.panel.draw(common, (large, wide), self.came, height, even=even)
        items = [
            Group(tuple(each), Affine.translation(round(x, 4), 0.0))
            for each, x in ((rows, 0.0), (panel, left))
        ]
        return items, max(height, deep) + 1.0

    def _large(self, count: int, fit: _Fit, card: float, width: float) -> float:
        """How wide each of so many cards in a panel is."""
        room = _abreast(count, width)
        if self.among_rules:
            return LARGE if room >= LARGE else min(max(CARD, room), card)
        return fit.open

    def _longest(self, tables: Sequence[Table], card: float) -> float:
        """How wide the longest row of all these tables is."""
        return max((self._wide(table, card) for table in tables), default=0.0)

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
        """The rows of all seats with cards so wide, no wider than that, and so far apart."""
        card, width, between = sizes
        items: list[Item] = []
        y = 0.0
        owed = dict(_owed(table))
        left = CARDS_AT
        for seat, zones in table.by_owner().items():
            groups = self._groups(zones, card, width - left, acting)
            lines = list(_lines(groups, width - left))
            heights = [max(group.height for _, group in line) for line in lines]
            height = max(LEAST, math.fsum(heights) + ROWS * max(0, len(lines) - 1))
            plate = Rect(0.0, y, PLATE, height)
            disc = min(LONE, (card * self.zones.ratio - 2 * MARK) / 2 - 0.4)
            marks = list(self._marks(table, seat, plate, DISC if seat in owed else disc))
            room = 0.0 if not marks or plate.height <= LEAST else 2 * MARK + 0.2
            items += self._plate(plate, (seat, owed.get(seat)), (disc, room), acts=seat in acting)
            items += marks
            starts = accumulate((high + ROWS for high in heights), initial=y)
            if len(lines) > 1:
                # What is one below the other is one seat's.
                x = left - BESIDE / 2 - LINKED / 2
                items.append(Path(rectangle(Rect(x, y, LINKED, height)), BLACK))
            for line, top in zip(lines, starts, strict=False):
                for x, group in line:
                    items += self._named(group, left + x, top, acts=seat in acting)
            y += height + between
        return items, y - between

    def _groups(
        self, zones: Sequence[Zone], card: float, width: float, acting: Sequence[Seat] = ()
    ) -> list[_Group]:
        """What a seat has, in groups; nothing of what is empty or zero. A hand needs no name."""
        found = []
        for zone in zones:
            if not zone.items or (zone.kind == "text" and item_text(zone.items[0] or Thing("0")) == "0"):
                continue
            name = "" if zone.kind == "hand" else self.words.zone(zone.name)
            free = width - (TAB + TABBED if name else 0.0)
            pen = self.pale if self.fades and not self._is_touched(zone, acting) else self.zones
            found.append(_Group(name, band_of(pen, zone, (card, free), self.came)))
        return found

    def _is_touched(self, zone: Zone, acting: Sequence[Seat]) -> bool:
        """Whether a turn has to do with it: the hand of who acts, what came there, or what lies there to be beaten."""
        return (zone.kind == "hand" and zone.owner in acting) or zone.name == LAID or zone.place in self.came

    def _named(self, group: _Group, x: float, y: float, *, acts: bool) -> Iterator[Item]:
        """Cards, and before them their name on a tab as high as they are, blue where their seat acts."""
        yield Group(group.band.items, Affine.translation(round(x + group.left, 4), round(y, 4)))
        if not group.name:
            return
        box = Rect(x, y, TAB, group.height)
        ink = find_ink("blue") if acts else BLACK
        edge = rounded_rectangle(box.grown(-FRAME / 2 if self.low else 0.0), 0.5)
        yield Path(edge, stroke=ink, width=FRAME) if self.low else Path(edge, ink)
        style = replace(self.small, font=BOOK_FONTS[1], size=WORDS, ink=BLACK if self.low else PAPER)
        if is_vertical(group.name):
            style = replace(
                style, size=min(WORDS, WORDS * (box.height - 1.0) / column_height(group.name, style))
            )
            yield set_column(
                group.name, style, box.center[0], box.center[1] - column_height(group.name, style) / 2
            )
            return
        words = tuple(self._on_tab(group.name, style, box.height - 1.0))
        yield Group(words, Affine.rotation(-90).then(Affine.translation(*box.center)))

    def _on_tab(self, name: str, style: TextStyle, free: float) -> Iterator[Item]:
        """A name about the origin; one that is too long for a line on two small ones, and a long word smaller."""
        if 0.6 * line_width(name, style) <= free:
            yield ink_center_line(name, fit_line(name, style, free, 0.6), 0.0, 0.36 * WORDS)
            return
        lines: Sequence[str] = (name,)
        with suppress(InputError):
            lines = even_lines(
                name, style, max(free / 0.6, 0.5 * line_width(name, style)), self.words.language
            )
        longest = max(line_width(line, style) for line in lines)
        style = replace(style, size=WORDS * min(1.0, free / longest, 1.3 / len(lines)))
        first = (1 - len(lines)) / 2 + 0.36
        for at, line in enumerate(lines):
            yield ink_center_line(line, style, 0.0, (first + at) * style.size)

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
        pale = self.fades and not acts
        if pale:
            yield Path(circle(x, y, disc - THIN / 2), PAPER, BLACK, THIN)
        else:
            yield Path(circle(x, y, disc), find_ink("blue") if acts else BLACK)
        letter = TextStyle(self.display, 1.55 * disc, BLACK if pale else PAPER)
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
        # Beside a plate without cards, which is low.
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
                drawn.append((x + line_width(text, style), set_line(text, style, x, y + 0.36 * FIGURE)))
            x = drawn[-1][0] + 0.6 if drawn else 0.0
        wide = x - 0.6
        left = plate.right + BESIDE if low else max(plate.x + ACTS + 0.4, plate.center[0] + (ACTS - wide) / 2)
        yield Group(tuple(item for _, item in drawn), Affine.translation(round(left, 4), 0.0))

    def _close(self, token: Token, x: float, y: float) -> Item:
        """The middle of a round token, where its sign is, so that this can be read; round it its ink."""
        shown = tuple(self.zones.counter(token.id, x, y, CLOSER * MARK, outlined=True))
        ring = Path(circle(x, y, MARK - RING / 2), stroke=self.inks[token.front.ink], width=RING)
        return Group((Group(shown, within=circle(x, y, MARK)), ring))


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


def _beside(longest: float, width: float) -> float:
    """The room of a panel beside rows of which the longest is so wide."""
    return min(width - longest - CLEAR - AWAY, WIDEST * width)


def _abreast(count: int, width: float) -> float:
    """How wide so many cards side by side in a panel are."""
    return (width - 2 * INSIDE) / count - CLOSE


def _owed(table: Table) -> Sequence[tuple[Seat, float]]:
    """The points of the seats, once there are any."""
    return table.points if any(won for _, won in table.points) else ()
