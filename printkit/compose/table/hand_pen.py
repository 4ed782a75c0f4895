"""Draws tables of hands among rules: what each seat holds and has laid, and a panel with what is everybody's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from printkit.compose.table.hand_panel import (
    INSIDE,
    PANEL,
    HandPanel,
    across_of,
    band_of,
    count_of,
    is_sum,
)
from printkit.compose.table.hands import CARDS_AT, Hands, owed
from printkit.compose.table.zone_pen import CLOSE, Band, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone, signed
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rectangle

__all__ = ["HandPen"]

# Cards have one of two widths, from picture to picture, and are never smaller than the least; how far rows move apart
# where a page has room, in widths of a card.
SMALL, LARGE, CARD, CALM = 10.5, 14.6, 7.7, 0.12
# A seat's plate: its width, its least height, its letter's disc beside points and alone, its other figures; what is
# beside it; the bar of who acts; a token before a seat.
PLATE, LEAST, DISC, LONE, FIGURE = 14.6, 7.0, 2.9, 3.6, 3.8
BESIDE, ACTS, MARK = CARDS_AT - PLATE, 1.1, 2.8
# Above cards the line with the name of what is no hand, and where it stands; between groups, and lines.
LABEL, ON, APART, ROWS = 2.9, 2.45, 3.0, 1.6
# Between seats; the line that holds together what a seat has on several lines.
RULES_ROWS, LINKED = 2.2, 0.6
# How far the panel is from the seats, how much of the width it has at most; what is free behind their longest row.
AWAY, WIDEST, CLEAR = 4.0, 0.56, 0.2


class _Group(NamedTuple):
    """Cards of one kind before a seat, how wide they or their name are, and the name above them if they have one."""

    name: str
    band: Band
    width: float


_Line: TypeAlias = Sequence[tuple[float, _Group]]
"""Groups of a seat side by side, and how far right each of them begins."""


class _Fit(NamedTuple):
    """How wide a card before a seat is at least and at most, and whether a panel stands beside the seats."""

    least: float
    card: float
    beside: bool


class HandPen(Hands):
    """Draws tables of hands for one kit; with `low` ink plates and bars are outlines."""

    def __init__(self, kit: Kit, zones: ZonePen, small: TextStyle, words: Words, *, low: bool) -> None:
        super().__init__(kit, zones, small, words, low=low)
        self.panel = HandPanel(kit, zones, words, low=low)
        self.figure = TextStyle(self.display, FIGURE, tracking=0.0)

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """Cards have one of two sizes, and the room between rows grows."""
        fit = self._by_itself(table, width)
        return fit.least, fit.card * (1 + CALM)

    def _by_itself(self, table: Table, width: float) -> _Fit:
        """One picture by itself: large where that leaves a line a seat, and one more."""
        common = self.common_of(table)
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
        fit = self._by_itself(table, width)
        between = RULES_ROWS + min(max(card / fit.card - 1.0, 0.0), CALM) * fit.card
        card = next((size for size in (fit.card, SMALL) if card >= size - 0.01), card)
        common = self.common_of(table)
        if not common or not fit.beside:
            large = self._large(count_of(common), card, width)
            # As wide as what lies in it, over the cards of the seats if that leaves it the room.
            snug = max(PANEL, self.panel.snug(common, large, width))
            x, wide = (CARDS_AT, snug) if snug <= width - CARDS_AT else (0.0, width)
            panel, top = self.panel.draw(common, (large, wide)) if common else ([], -between)
            rows, height = self._seats(table, (card, width, between), acting)
            return _placed((panel, x, 0.0), (rows, 0.0, top + between)), top + between + height + 1.0
        longest = self._wide(table, card)
        rows, height = self._seats(table, (card, longest + CLEAR, between), acting)
        wide = min(width - longest - CLEAR - AWAY, WIDEST * width)
        large = self._large(across_of(common), card, wide)
        panel, deep = self.panel.draw(common, (large, wide), height)
        return _placed((rows, 0.0, 0.0), (panel, width - wide, 0.0)), max(height, deep) + 1.0

    def _large(self, count: int, card: float, width: float) -> float:
        """How wide each of so many cards in a panel among rules is."""
        room = (width - 2 * INSIDE) / count - CLOSE
        return LARGE if room >= LARGE else min(max(CARD, room), card)

    def _wide(self, table: Table, card: float) -> float:
        """How wide the longest row of a seat is on one line."""
        rows = (self._groups(zones, card, 1e3) for zones in table.by_owner().values())
        longest = max((math.fsum(group.width + APART for group in groups) for groups in rows), default=0.0)
        return CARDS_AT + longest - APART

    # What lies before seats

    def _seats(
        self, table: Table, sizes: tuple[float, float, float], acting: Sequence[Seat]
    ) -> tuple[list[Item], float]:
        """The rows of all seats with cards so wide, no wider than that, and so far apart."""
        card, width, between = sizes
        items: list[Item] = []
        y = 0.0
        points = dict(owed(table))
        for seat, zones in table.by_owner().items():
            groups = self._groups(zones, card, width - CARDS_AT)
            lines = [*_lines(groups, width - CARDS_AT)]
            tops, height = self._heights(lines)
            plate = Rect(0.0, y, PLATE, height)
            disc = min(LONE, (card * self.zones.ratio - 2 * MARK) / 2 - 0.4)
            marks = list(self._marks(table, seat, plate, DISC if seat in points else disc))
            room = 0.0 if not marks or plate.height <= LEAST else 2 * MARK + 0.2
            items += self._plate(plate, (seat, points.get(seat)), (disc, room), acts=seat in acting)
            items += marks
            if len(lines) > 1:
                # What is one below the other is one seat's.
                x = CARDS_AT - BESIDE / 2 - LINKED / 2
                link = Rect.from_edges(x, y + tops[0], x + LINKED, y + height)
                items.append(Path(rectangle(link), BLACK))
            for line, top in zip(lines, tops, strict=True):
                items += self._line(line, y + top, acts=seat in acting)
            y += height + between
        return items, y - between

    def _heights(self, lines: Sequence[_Line]) -> tuple[list[float], float]:
        """Where the cards of each line of a seat among rules begin, and how high all of them are."""
        tops: list[float] = []
        y = 0.0
        for line in lines:
            tops.append(y + LABEL * any(group.name for _, group in line))
            y = tops[-1] + max(group.band.height for _, group in line) + ROWS
        return tops, max(LEAST, y - ROWS)

    def _line(self, line: _Line, y: float, *, acts: bool) -> Iterator[Item]:
        """Groups side by side, each below its name."""
        label = replace(self.label, ink=find_ink("blue") if acts else BLACK)
        for at, group in line:
            x = CARDS_AT + at
            yield Group(group.band.items, Affine.translation(round(x, 4), round(y, 4)))
            if group.name:
                yield set_line(group.name, label, x, y - LABEL + ON)

    def _groups(self, zones: Sequence[Zone], card: float, width: float) -> list[_Group]:
        """What a seat has, in groups; nothing of what is empty or zero. A hand needs no name."""
        found = []
        for zone in zones:
            if not zone.items or (zone.kind == "text" and item_text(zone.items[0] or Thing("0")) == "0"):
                continue
            name = "" if zone.kind == "hand" else self.words.zone(zone.name)
            band = band_of(self.zones, zone, (card, width))
            found.append(_Group(name, band, max(band.width, line_width(name, self.label))))
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
        # Beside a plate without cards, which is low.
        low = plate.height <= LEAST
        style = self.figure
        y = plate.y + LEAST / 2 if low else min(plate.center[1] + disc + 0.2, plate.bottom - MARK - 0.2)
        drawn: list[Item] = []
        x = 0.0
        for token, value in self.marks_of(table, seat):
            if token.shape == "round" and value == seat:
                drawn.append(self.close(token, (x + MARK, y), MARK))
                x += 2 * MARK + 0.6
            elif token.front.motif == "track":
                text = token.front.figure[:1] + value
                drawn.append(set_line(text, style, x, y + 0.36 * FIGURE))
                x += line_width(text, style) + 0.6
        if not drawn:
            return
        wide = x - 0.6
        left = plate.right + BESIDE if low else max(plate.x + ACTS + 0.4, plate.center[0] + (ACTS - wide) / 2)
        yield Group(tuple(drawn), Affine.translation(round(left, 4), 0.0))


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
