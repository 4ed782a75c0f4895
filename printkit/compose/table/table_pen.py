"""Draws the table of any game: what lies before each seat in columns, other zones in rows, boards by the kit's mat."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from printkit.compose.boards.arrows import path_items
from printkit.compose.boards.diagrams import standing_in
from printkit.compose.books.page_blocks import Picture, Told
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.standees import seat_items
from printkit.compose.table.board_pen import BoardPen, lies_on_mat
from printkit.compose.table.hand_pen import HandPen
from printkit.compose.table.small import Faces, card_arrow
from printkit.compose.table.throw_pen import ThrowPen
from printkit.compose.table.zone_pen import Band, Cards, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.narration import PIECE, Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import circle, rectangle, segment

__all__ = ["TablePen"]

# A card's least and greatest width: side by side before each seat, and where zones stand in rows.
LEAST, MOST, LEAST_IN_ROWS, MOST_IN_ROWS = 8.4, 22.0, 6.6, 11.0
# Beside the letter of a seat, its radius, and that of the counters below it.
NAME, LETTER, MARK = 11.5, 3.6, 2.1
# How much of the width a kit's own board takes, at least where values would be in one row, and at most where a page has
# room; the part of it that it shrinks to, so that one more stands on a page; and what it takes however small it is.
BOARD_SHARE, LEAST_SHARE, MOST_SHARE, SHRUNK, SMALLEST_SHARE = 0.56, 0.4, 0.74, 0.92, 0.34
# How much of the width the board of a race takes, with cards of the least and the greatest width: with the things of
# seats beside it, and in the middle it leaves free, where a seat needs so many mm; how much larger they are beside it.
RACE_SHARE, AROUND_SHARE, LEAST_INSIDE, LARGER = (0.44, 0.6), (0.75, 0.97), 27.0, 1.2
# What the board of a race takes at most beside them.
LARGEST_RACE = 0.67
# Between the gauges of a seat.
GAUGES = 0.5
# Above the columns for their names; between these; between rows; between zones side by side.
HEAD, HEADS_APART, BETWEEN, BESIDE = 5.8, 1.8, 1.6, 4.0
# Words beside a board: how high its squares are at least and at most, the least width of their column, and what is free
# above and below them.
HIGH, COLUMN, AROUND = (56.0, 84.0), 35.0, 2.6
# The card whose throws stand beside a board.
BESIDE_BOARD = 4.9
# How much more lies between the rows of columns for each mm that their cards are wider than the least.
AIR = 0.62

Aside = Callable[[float], tuple[Told, float]]
"""Draws words in a column of a width; how they are read, and their height."""

_NUMBER = re.compile(r"\d+")


class TablePen:
    """Draws tables with the kit's own cards and tokens; widths and heights in mm."""

    def __init__(
        self,
        kit: Kit,
        choices: Choices,
        faces: Faces,
        back: Scene | None,
        small: TextStyle,
        words: Words,
    ) -> None:
        self.kit, self.small, self.words = kit, small, words
        self.low = choices.ink == "low"
        self.display = kit.fonts["display"]
        cards = Cards(kit, choices, faces, back)
        self.zones = ZonePen(kit, choices, cards, small, words)
        self.boards = BoardPen(kit, choices, faces)
        # Its boards are as wide as they may be, with squares of any size.
        self.printed = ZonePen(kit, choices, cards, small, words, math.inf)
        self.throws = ThrowPen(kit, self.zones, small, words)
        self.hands = HandPen(kit, self.zones, small, words, low=self.low)

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """A card's least and greatest width, with which all stands in `width`."""
        if lies_on_mat(self.kit, table):
            return self.boards.widths(table, width)
        if self.hands.all_of(table):
            return self.hands.widths()
        table = table.shortened()
        if self.throws.all_of(table):
            return self.throws.widths(table, width)
        if any(map(self.zones.has_board, table.zones)):
            return LEAST_IN_ROWS, MOST_IN_ROWS
        if not self._in_columns(table, width):
            return LEAST_IN_ROWS, self._unbroken(table, width)
        narrow, wide = (self._columns_width(table, card) for card in (LEAST, MOST))
        share = min(max((width - narrow) / (wide - narrow), 0.0), 1.0) if wide > narrow else 1.0
        return LEAST, LEAST + share * (MOST - LEAST)

    def _unbroken(self, table: Table, width: float) -> float:
        """The widest cards with which no zone of a seat takes more lines than with the least."""

        def lines(card: float) -> list[int]:
            owned = (zone for zone in table.zones if zone.owner)
            bands = (self.zones.labelled(zone, card, width - NAME + 3.0) for zone in owned)
            return [len({slot.y for slot in band.slots}) for band in bands]

        widths = (MOST_IN_ROWS - 0.4 * at for at in range(round((MOST_IN_ROWS - LEAST_IN_ROWS) / 0.4)))
        least = lines(LEAST_IN_ROWS)
        return next((card for card in widths if lines(card) == least), LEAST_IN_ROWS)

    def takes_words(self, table: Table) -> bool:
        """Whether there is room beside the board for what happened: two seats play on it, and it is no race."""
        owned = table.by_owner()
        rest = (zone for zone in table.zones if not zone.owner and zone.kind != "grid")
        return (
            len(owned) == 2
            and any(map(self.zones.has_open_board, table.zones))
            and all(zone.kind == "text" for zone in rest)
        )

    def status(self, table: Table) -> str:
        """How things stand for everybody, in a line."""
        joined = self.zones.joined([zone for zone in table.zones if not zone.owner and zone.kind == "text"])
        return " · ".join(item.face for zone in joined for item in zone.items if item)

    def is_race(self, table: Table) -> bool:
        """Whether it is a race on the kit's own board."""
        return any(map(self.zones.is_race, table.zones))

    def draw(
        self,
        table: Table,
        card: float,
        width: float,
        acts: tuple[Sequence[Move], Sequence[str]] = ((), ()),
        aside: Aside | None = None,
    ) -> Picture:
        """The table with cards so wide; `acts`: what went from zone to zone, as arrows, and who has acted, with a bar.

        Words `aside` stand beside its board, instead of what belongs to nobody; they are told before it.
        """
        moves, acting = acts
        if lies_on_mat(self.kit, table):
            return self.boards.draw(table, card, width, acts)
        table = table.shortened()
        slots: dict[str, Rect] = {}
        told: list[Told] = []
        grid = next((zone for zone in table.zones if self.zones.has_board(zone)), None)
        if grid is not None and aside:
            items, height = self._board_and_words(table, grid, (card, width), slots, (aside, told))
        elif grid is not None:
            sizes = card, width
            items, height = self._inside_board(table, grid, sizes, moves, slots) or self._beside_board(
                table, grid, sizes, moves, slots
            )
        elif self.throws.all_of(table):
            items, height = self.throws.draw(table, card, width)
        elif self.hands.all_of(table):
            items, height = self.hands.draw(table, card, width, acting)
        elif self._in_columns(table, width):
            items, height = self._columns(table, card, width, slots)
        else:
            items, height = self._rows(table.zones, card, width, slots)
        for seat in acting:
            if seat in slots:
                items.append(Path(rectangle(slots[seat]), find_ink("blue")))
        taken = {slots[name] for name in standing_in(grid) if name in slots} if grid else frozenset()
        # In a race its ways lie below the pieces already.
        for move in () if grid is not None and self.zones.is_race(grid) else moves:
            if move.source not in slots or move.target not in slots:
                continue
            if move.what == PIECE:
                items += path_items((slots[move.source], slots[move.target]), taken)
            else:
                items += card_arrow(move.what == "look", slots[move.source], slots[move.target])
        said = self._words(table)
        figure = Told("Figure", tuple(items), said)
        every = (*(item for each in told for item in each.items), *items)
        return Picture(width, height, every, said, told=(*told, figure) if told else ())

    def _words(self, table: Table) -> str:
        """What lies there in words, for those who cannot see it."""
        said = []
        for zone in table.zones:
            lying = " ".join(
                self.words.thing(zone, item) if item and item.face else "–" for item in zone.items
            )
            place = f"{self.words.zone(zone.name)} {zone.owner}".strip() if zone.name else zone.owner
            said.append(f"{place}: {lying or zone.count or '–'}" if zone.name else f"{place} {lying}")
        return "; ".join(each.strip() for each in said)

    # What lies before the seats, in columns

    def _in_columns(self, table: Table, width: float) -> bool:
        """Whether every seat has the same zones, and all of them stand side by side."""
        owned = table.by_owner()
        names = {tuple(zone.name for zone in zones) for zones in owned.values()}
        return len(owned) > 1 and len(names) == 1 and self._columns_width(table, LEAST) <= width

    def _columns_width(self, table: Table, card: float) -> float:
        return NAME + math.fsum(wide for wide, _ in self._measured(table, card).values())

    def _measured(self, table: Table, card: float) -> Mapping[str, tuple[float, float]]:
        """The width of each column and that of its bands alone, by the name of its zones."""
        columns: dict[str, tuple[float, float]] = {}
        for zones in table.by_owner().values():
            for zone in zones:
                band = self.zones.band(zone, card, 1e3).width
                head = line_width(self.words.zone(zone.name), self.small) * 0.7 + HEADS_APART
                wide, alone = columns.get(zone.name, (0.0, 0.0))
                columns[zone.name] = max(wide, band + 2.4, head), max(alone, band)
        return {name: size for name, size in columns.items() if name}

    def _columns(
        self, table: Table, card: float, width: float, slots: dict[str, Rect]
    ) -> tuple[list[Item], float]:
        measured = self._measured(table, card)
        gap = max(0.0, width - self._columns_width(table, card)) / max(1, len(measured))
        items: list[Item] = []
        lefts: dict[str, float] = {}
        x = NAME
        for name, (wide, _) in measured.items():
            lefts[name] = x
            words = self.words.zone(name)
            style = fit_line(words, self.small, wide + gap - HEADS_APART, 0.6)
            items.append(set_line(words, style, x + wide / 2, HEAD - 2.9, "middle"))
            x += wide + gap
        between = BETWEEN + AIR * (card - LEAST)
        y = HEAD
        for owner, zones in table.by_owner().items():
            bands = {zone.name: self.zones.band(zone, card, 1e3) for zone in zones if zone.name}
            height = max(*(band.height for band in bands.values()), 2 * LETTER + 2 * MARK)
            items += self._letter(owner, [zone for zone in zones if not zone.name], y + height / 2)
            slots[owner] = Rect(-1.6, y, 1.1, height)
            for zone in zones:
                if not zone.name:
                    continue
                wide, alone = measured[zone.name]
                band = bands[zone.name]
                left = lefts[zone.name] + (wide - (band.width if zone.kind == "text" else alone)) / 2
                top = y + (height - band.height) / 2
                place = Affine.translation(round(left, 4), round(top, 4))
                items.append(Group(band.items, place))
                if band.slots:
                    slots[zone.place] = band.slots[0].moved(left, top)
            foot = y + height + between / 2
            items.append(Path(segment(0.0, foot, width, foot), stroke=BLACK.at(0.35), width=0.15))
            y += height + between
        below, more = self._common(table, card, width, slots)
        items.append(Group(tuple(below), Affine.translation(0.0, round(y, 4))))
        return items, y + more

    def _letter(self, owner: str, marks: Sequence[Zone], middle: float) -> Iterator[Item]:
        """The seat's letter; below it the counters of its zones without a name."""
        counters = [item.face for zone in marks for item in zone.items if item]
        y = middle - 2.6 if counters else middle
        signs = seat_items(self.kit, owner, (LETTER + 0.4, y), 1.7 * LETTER, low=self.low)
        if signs:
            yield from signs
            return
        yield Path(circle(LETTER + 0.4, y, LETTER), BLACK)
        name = owner[:2]
        style = fit_line(
            name, TextStyle(self.display, 5.0 if len(name) == 1 else 4.2, PAPER), 1.6 * LETTER, 0.6
        )
        yield ink_center_line(name, style, LETTER + 0.4, y + style.size * 0.36)
        for at, name in enumerate(counters):
            yield from self.zones.counter(name, 2.2 + at * 4.4, middle + 3.6, MARK)

    def _common(
        self, table: Table, card: float, width: float, slots: dict[str, Rect]
    ) -> tuple[list[Item], float]:
        """What belongs to nobody, small, below the seats; nothing of an empty pile."""
        zones = [zone for zone in table.zones if not zone.owner and (zone.items or zone.count)]
        return self._rows(zones, max(card / 2, LEAST_IN_ROWS), width, slots) if zones else ([], 0.0)

    # The kit's own board

    def _inside_board(
        self,
        table: Table,
        grid: Zone,
        sizes: tuple[float, float],
        moves: Sequence[Move],
        slots: dict[str, Rect],
    ) -> tuple[list[Item], float] | None:
        """The seats' things side by side in the middle that a board leaves free; None where they have no room there."""
        owned = table.by_owner()
        width = sizes[1]
        board = self.printed.band(grid, LEAST_IN_ROWS, _race_width(AROUND_SHARE, *sizes))
        left = (width - board.width) / 2
        free = self.zones.hollow(grid, board)
        if free is None or not owned:
            return None
        wide = (free.width - BESIDE * (len(owned) - 1)) / len(owned)
        blocks = {owner: self._block(owner, zones, wide) for owner, zones in owned.items()}
        if wide < LEAST_INSIDE or max(block.height for block in blocks.values()) > free.height:
            return None
        slots |= {name: slot.moved(left, 0.0) for name, slot in zip(grid.names, board.slots, strict=True)}
        items: list[Item] = [self._board(grid, board, left, moves)]
        x = free.x + left
        for block in blocks.values():
            y = free.center[1] - block.height / 2
            items.append(Group(block.items, Affine.translation(round(x, 4), round(y, 4))))
            x += wide + BESIDE
        return items, board.height

    def _board(self, grid: Zone, board: Band, left: float, moves: Sequence[Move]) -> Item:
        """The board, and below its pieces the ways they have gone."""
        ways = self.zones.walked(grid, dict(zip(grid.names, board.slots, strict=True)), moves)
        pieces = (item for part in board.parts for item in part)
        return Group((*board.ground, *ways, *pieces), Affine.translation(round(left, 4), 0.0))

    def _beside_board(
        self,
        table: Table,
        grid: Zone,
        sizes: tuple[float, float],
        moves: Sequence[Move],
        slots: dict[str, Rect],
    ) -> tuple[list[Item], float]:
        """The board on the left; right of it the first seat's things above, the last one's below, the rest between.

        `sizes` are a card's width, which says how far the board has grown, and that of all.
        """
        card, width = sizes
        owned = table.by_owner()
        # As wide as leaves the seats' values in one row each, where it can be.
        room = width - BESIDE - max(map(self._values_width, owned.values()), default=0.0)
        most = width * MOST_SHARE if room < LEAST_SHARE * width else min(width * MOST_SHARE, room)
        usual = self.zones.band(grid, LEAST_IN_ROWS, min(width * BOARD_SHARE, most)).width
        grown = (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS)
        wide = max(
            usual * SHRUNK + grown * max(most - usual * SHRUNK, 0.0), min(SMALLEST_SHARE * width, most)
        )
        if self.zones.is_race(grid) and all(zone.kind != "cast" for zone in table.zones):
            wide = min(_race_width(RACE_SHARE, card, width), LARGEST_RACE * width)
        board = self.printed.band(grid, LEAST_IN_ROWS, wide)
        slots |= dict(zip(grid.names, board.slots, strict=True))
        items: list[Item] = [self._board(grid, board, 0.0, moves)]
        left = board.width + BESIDE
        rest = [zone for zone in table.zones if not zone.owner and zone is not grid]
        blocks = [(owner, tuple(owned[owner])) for owner in owned]
        blocks.insert(len(blocks) // 2, ("", tuple(self.zones.joined(rest))))

        def stacked(scale: float) -> tuple[list[Band], float]:
            bands = [self._block(owner, zones, width - left, scale) for owner, zones in blocks]
            return bands, math.fsum(band.height for band in bands) + BETWEEN * (len(bands) - 1)

        drawn, high = stacked(LARGER if self.zones.is_race(grid) else 1.0)
        if high > board.height:
            drawn, high = stacked(1.0)
        height = max(board.height, high)
        gap = (height - math.fsum(band.height for band in drawn)) / max(1, len(drawn) - 1)
        y = 0.0
        for (owner, _), band in zip(blocks, drawn, strict=True):
            items.append(Group(band.items, Affine.translation(round(left, 4), round(y, 4))))
            slots[owner] = Rect(left - 1.8, y, 1.1, band.height)
            y += band.height + gap
        return items, height

    def _board_and_words(
        self,
        table: Table,
        grid: Zone,
        sizes: tuple[float, float],
        slots: dict[str, Rect],
        words: tuple[Aside, list[Told]],
    ) -> tuple[list[Item], float]:
        """The board on the left; right of it the first seat's things, the words, and at the foot the other seat's."""
        card, width = sizes
        grown = (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS)
        least, most = HIGH
        rows, columns = -(-len(grid.items) // grid.columns), grid.columns + 1
        cell = min((least + grown * (most - least)) / rows, (width - BESIDE - COLUMN) / columns)
        board = self.printed.band(grid, LEAST_IN_ROWS, cell * columns)
        slots |= dict(zip(grid.names, board.slots, strict=True))
        left = board.width + BESIDE
        (first, above), (last, below) = (
            (owner, self._block(owner, zones, width - left)) for owner, zones in table.by_owner().items()
        )
        aside, told = words
        said, high = aside(width - left)
        top = above.height + AROUND
        told.append(said.moved(Affine.translation(round(left, 4), round(top, 4))))
        height = max(board.height, top + high + AROUND + below.height)
        # The last seat's things end where the squares do.
        foot = max(board.slots[-1].bottom, top + high + AROUND + below.height) - below.height
        items: list[Item] = [Group(board.items)]
        for owner, band, y in ((first, above, 0.0), (last, below, foot)):
            items.append(Group(band.items, Affine.translation(round(left, 4), round(y, 4))))
            slots[owner] = Rect(left - 1.8, y, 1.1, band.height)
        return items, height

    def _values_width(self, zones: Sequence[Zone]) -> float:
        """How wide a seat's single values are in one row beside its letter and throw, each of two digits; or 0.

        So boards are equally wide in all pictures of a game.
        """
        casts = [zone for zone in zones if zone.kind == "cast"]
        if sum(zone.kind == "text" for zone in zones) < 2 and not casts:
            return 0.0
        row = zones[-1] if casts else self.zones.joined(zones)[0]
        items = tuple(Thing(_NUMBER.sub("00", item_text(item))) for item in row.items if item is not None)
        values = self.zones.labelled(replace(row, items=items), LEAST_IN_ROWS, 1e3).width
        beside = math.fsum(self.zones.throw(zone, BESIDE_BOARD, 0).width + BETWEEN for zone in casts)
        return NAME - 1.0 + beside + values

    def _block(self, owner: str, zones: Sequence[Zone], width: float, scale: float = 1.0) -> Band:
        """The zones of a seat one under the other, beside its letter; several single values side by side."""
        if scale != 1.0:
            band = self._block(owner, zones, width / scale)
            return Band(width, scale * band.height, (Group(band.items, Affine.scaling(scale)),))
        if sum(zone.kind == "text" for zone in zones) > 1:
            zones = self.zones.joined(zones)
        indent = NAME - 1.0 if owner else 0.0
        items: list[Item] = []
        x = y = row = below = 0.0
        for zone in (each for each in zones if each.items):
            thrown = zone.kind == "cast"
            band = self.zones.labelled(zone, BESIDE_BOARD if thrown else LEAST_IN_ROWS, width - indent)
            # What a throw brought stands beside it.
            if not x or x + band.width > width - indent:
                x, y, row = 0.0, y + (row + below if row else 0.0), 0.0
            row = max(row, band.height)
            top = y + (row - band.height) / 2
            items.append(Group(band.items, Affine.translation(round(indent + x, 4), round(top, 4))))
            x = band.width + BETWEEN if thrown else 0.0
            below = GAUGES if zone.kind == "gauge" else BETWEEN
        height = max(y + row, 2 * LETTER + 1.0 if owner else 0.0)
        if owner:
            items += self._letter(owner, (), height / 2)
        return Band(width, height, tuple(items))

    # Zones in rows

    def _rows(
        self, zones: Sequence[Zone], card: float, width: float, slots: dict[str, Rect]
    ) -> tuple[list[Item], float]:
        """The zones of each owner side by side, in as many rows as they need, beside its letter."""
        items: list[Item] = []
        y = 0.0
        owners = sorted({zone.owner for zone in zones})
        left = NAME - 3.0 if any(owners) else 0.0
        # Names of the same width let cards stand below each other.
        named = [
            self.words.zone(zone.name) for zone in zones if zone.owner and zone.name and zone.kind != "text"
        ]
        room = max((line_width(name, self.small) for name in named), default=0.0)
        for owner in owners:
            if owner and items:
                items.append(Path(segment(0.0, y, width, y), stroke=BLACK.at(0.35), width=0.15))
                y += BETWEEN
            own = self.zones.joined([zone for zone in zones if zone.owner == owner])
            bands = [(zone, self.zones.labelled(zone, card, width - left, room)) for zone in own]
            rows = list(_broken(bands, width - left))
            start = y
            if owner and rows:
                items += self._letter(owner, (), y + max(LETTER, max(b.height for _, b in rows[0]) / 2))
            for row in rows:
                height, x = max(band.height for _, band in row), left
                for zone, band in row:
                    top = y + (height - band.height) / 2
                    items.append(Group(band.items, Affine.translation(round(x, 4), round(top, 4))))
                    if band.slots:
                        slots[zone.place] = band.slots[0].moved(x, top)
                        slots |= {
                            name: slot.moved(x, top)
                            for name, slot in zip(zone.names, band.slots, strict=False)
                        }
                    x += band.width + BESIDE
                y += height + BETWEEN
            if owner:
                slots[owner] = Rect(-1.6, start, 1.1, y - start - BETWEEN)
        return items, y


def _race_width(shares: tuple[float, float], card: float, width: float) -> float:
    """How wide the board of a race is with such cards: smaller among words, larger at its start."""
    least, most = shares
    return width * min(1.0, least + (most - least) * (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS))


def _broken(bands: Sequence[tuple[Zone, Band]], width: float) -> Iterator[list[tuple[Zone, Band]]]:
    """The bands in rows that are no wider than this, where one alone is not."""
    row: list[tuple[Zone, Band]] = []
    for each in bands:
        used = math.fsum(band.width + BESIDE for _, band in row)
        if row and used + each[1].width > width:
            yield row
            row = []
        row.append(each)
    if row:
        yield row
