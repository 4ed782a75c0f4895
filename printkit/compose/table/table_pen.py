"""Draws the table of any game: what lies before each seat in columns, other zones in rows, boards by the kit's mat."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace

from printkit.compose.boards.arrows import path_items
from printkit.compose.boards.diagrams import standing_in
from printkit.compose.books.page_blocks import Picture, Told
from printkit.compose.faces.context import Choices
from printkit.compose.table.around_board import (
    BESIDE,
    BETWEEN,
    COLUMN,
    LEAST_IN_ROWS,
    LETTER,
    MARK,
    MOST_IN_ROWS,
    NAME,
    AroundBoard,
    Aside,
    Setting,
)
from printkit.compose.table.board_pen import BoardPen, lies_on_mat
from printkit.compose.table.green_table import GreenTable
from printkit.compose.table.hand_pen import HandPen
from printkit.compose.table.pawn_ways import climbed
from printkit.compose.table.seat_panels import SeatPanels
from printkit.compose.table.small import Faces, card_arrow, empty_place
from printkit.compose.table.throw_pen import ThrowPen
from printkit.compose.table.zone_pen import Band, Cards, Words, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.core import Seat
from printkit.games.narration import PIECE, Move
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, find_ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import rectangle, segment

__all__ = ["TablePen"]

# A card's least and greatest width side by side before each seat.
LEAST, MOST = 8.4, 22.0
# Zones in which cards lie.
CARDS, PILES = ("row", "hand"), ("row", "pile")
# How wide a row is that says where a seat stands, below words.
STANDING = 24.0
# Above the columns for their names; between these.
HEAD, HEADS_APART = 5.8, 1.8
# How much more lies between the rows of columns for each mm that their cards are wider than the least.
AIR = 0.62
NOTHING: Mapping[str, Aside] = {}


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
        *,
        among_rules: bool = False,
    ) -> None:
        self.kit, self.small, self.words = kit, small, words
        self.low = choices.ink == "low"
        self.display = kit.fonts["display"]
        cards = Cards(kit, choices, faces, back)
        self.zones = ZonePen(kit, choices, cards, small, words)
        self.boards = BoardPen(kit, choices, faces, among_rules=among_rules)
        # Its boards are as wide as they may be, with squares of any size.
        self.printed = ZonePen(kit, choices, cards, small, words, math.inf)
        self.printed.plain = True
        self.around = AroundBoard(self.zones, self.printed, among_rules=among_rules)
        self.throws = ThrowPen(kit, self.zones, small, words)
        # A book shows its game turn by turn with all in one place; rules show one turn, large.
        hands = HandPen if among_rules else GreenTable
        self.hands: HandPen | GreenTable = hands(kit, self.zones, small, words, low=self.low)
        self.panels = SeatPanels(self.zones, small, words, low=self.low) if among_rules else None

    def of_game(self, tables: Sequence[Table], width: float, peak: Table | None = None) -> TablePen:
        """The same for a game's pictures: what is before seats has one size in all of them.

        Beside the board of a race the first and the last one have their own; that of hands at the `peak` is larger.
        """
        pen = copy(self)
        pen.around = self.around.of_game(tables[1:-1], width)
        if shown := [table for table in tables if self.hands.all_of(table)]:
            pen.hands = self.hands.of_game(shown, peak)
        return pen

    def widths(self, table: Table, width: float, *, beside: bool = False) -> tuple[float, float]:
        """A card's least and greatest width, with which all stands in `width`, and maybe words beside it."""
        if self.on_mat(table):
            return self.boards.widths(table, width - beside * (COLUMN + BESIDE))
        if self.hands.all_of(table):
            return self.hands.widths(table, width)
        table = table.shortened()
        if self.throws.all_of(table):
            return self.throws.widths()
        if any(map(self.zones.has_board, table.zones)) or self._of_gauges(table):
            return LEAST_IN_ROWS, MOST_IN_ROWS
        if self.panels and self.panels.all_of(table):
            return self.panels.widths(table, width)
        columns = self._of_columns(table, width)
        if columns is None:
            return LEAST_IN_ROWS, self._unbroken(table, width)
        narrow, wide = (self._columns_width(columns, card) for card in (LEAST, MOST))
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

    def takes_turns(self, table: Table, width: float) -> bool:
        """Whether what seats did on their turns stands with their things, beside the board of a race."""
        grid = next(filter(self.zones.is_race, table.zones), None)
        return grid is not None and self.around.takes_turns(table, grid, width)

    def values(self, table: Table | None) -> Mapping[Seat, tuple[str, str]]:
        """The one value of each seat, by its name, where seats have nothing else beside a board but their throws."""
        if table is None:
            return {}
        owned = table.by_owner()
        texts = {seat: [zone for zone in zones if zone.kind != "cast"] for seat, zones in owned.items()}
        if not any(map(self.zones.has_board, table.zones)):
            return {}
        if any([zone.kind for zone in zones] != ["text"] for zones in texts.values()):
            return {}
        return {
            seat: (self.words.zone(zone.name), " ".join(item_text(item) for item in zone.items if item))
            for seat, (zone,) in texts.items()
        }

    def without_values(self, table: Table) -> Table:
        """The same without what each seat has; nor are throws there where a race takes all of the width."""
        race = self.is_race(table)
        kept = (zone for zone in table.zones if not zone.owner or (zone.kind == "cast" and not race))
        return replace(table, zones=tuple(kept))

    def status(self, table: Table) -> str:
        """How things stand for everybody, in a line."""
        joined = self.zones.joined([zone for zone in table.zones if not zone.owner and zone.kind == "text"])
        return " · ".join(item.face for zone in joined for item in zone.items if item)

    def stands_alone(self, table: Table) -> bool:
        """Whether a turn needs no number where one is shown: of a race, or with written cards."""
        return self.is_race(table) or self.hands.all_of(table)

    def is_race(self, table: Table) -> bool:
        """Whether it is a race on the kit's own board."""
        return any(map(self.zones.is_race, table.zones))

    def climbed(self, table: Table | None) -> Mapping[Seat, tuple[int, float]]:
        """The square on which each seat is, and how much of the way that is, in a race up a mountain; else nothing."""
        grid = next(filter(self.zones.is_race, table.zones), None) if table else None
        printed = self.zones.printed_of(grid) if grid else None
        return climbed(printed, grid) if printed and grid else {}

    def come_home(self, table: Table | None, seats: Sequence[Seat]) -> Sequence[str]:
        """The ships of these seats that have come to the end of their way over water."""
        grid = next(filter(self.zones.is_race, table.zones), None) if table else None
        printed = self.zones.printed_of(grid) if grid else None
        if not (printed and grid and printed.board.ground == "water"):
            return ()
        standing = standing_in(grid).get(printed.facts.way[-1])
        return [pawn for pawn in (standing.piece.split() if standing else ()) if pawn[:1] in seats]

    def grows_alone(self, table: Table) -> bool:
        """Whether a board with a page to itself is larger: that of a race."""
        return self.is_race(table)

    def draw(
        self,
        table: Table,
        card: float,
        width: float,
        acts: tuple[Sequence[Move], Sequence[str]] = ((), ()),
        asides: Mapping[str, Aside] = NOTHING,
    ) -> Picture:
        """The table with cards so wide; `acts`: what went from zone to zone, as arrows, and who acted, with bars.

        Words `asides` stand beside its board, those of a seat with its things, those of none instead of what belongs
        to nobody; a reader of the page hears them before it.
        """
        moves, acting = acts
        if self.on_mat(table):
            return self._on_mat(table, card, width, acts, asides.get(""))
        table = table.shortened()
        slots: dict[str, Rect] = {}
        told: list[Told] = []
        grid = next((zone for zone in table.zones if self.zones.has_board(zone)), None)
        if grid is not None:
            setting = Setting(table, grid, card, width, moves, slots)
            items, height = self.around.draw(setting, asides, told)
        elif self._of_gauges(table) and (gauges := self.around.gauges(table, card, width, moves)):
            items, height = gauges
        elif self.throws.all_of(table):
            items, height = self.throws.draw(table, card, width)
        elif self.hands.all_of(table):
            items, height = self.hands.marking(moves).draw(table, card, width, acting)
        elif self.panels and self.panels.all_of(table):
            items, height = self.panels.draw(table, card, width, acts)
        elif columns := self._of_columns(table, width):
            items, height = self._columns(columns, card, width, slots)
        else:
            items, height = self._rows(table.zones, card, width, slots)
        # Words beside a board, over a race or with a seat's things say who acted; where all have, a bar marks nobody.
        among = self.panels is not None and ("" in asides or self.is_race(table))
        told_so = among or ("" not in asides and bool(asides))
        for seat in () if told_so or {*acting} == {*table.by_owner()} else acting:
            if seat in slots:
                items.append(Path(rectangle(slots[seat]), find_ink("blue")))
        taken = {slots[name] for name in standing_in(grid) if name in slots} if grid else frozenset()
        lying = {zone.place: zone for zone in table.zones}
        # In a race its ways lie below the pieces already.
        for move in () if grid is not None and self.zones.is_race(grid) else moves:
            if move.source not in slots or move.target not in slots:
                continue
            if move.what == PIECE:
                items += path_items((slots[move.source], slots[move.target]), taken, apart=True)
            else:
                if not any(item and item.face for item in lying[move.source].items):
                    items += empty_place(slots[move.source])
                items += card_arrow(move.what == "look", slots[move.source], slots[move.target])
        said = self._words(table)
        figure = Told("Figure", tuple(items), said)
        every = (*(item for each in told for item in each.items), *items)
        return Picture(width, height, every, said, told=(*told, figure) if told else ())

    def takes_words_on_mat(self, table: Table) -> bool:
        """Whether it lies on the kit's mat, and no card that was taken needs the room beside it."""
        return self.on_mat(table) and not any(zone.name == "drawn" and zone.items for zone in table.zones)

    def on_mat(self, table: Table) -> bool:
        """Whether it lies on the kit's mat."""
        return lies_on_mat(self.kit, table)

    def _on_mat(
        self,
        table: Table,
        card: float,
        width: float,
        acts: tuple[Sequence[Move], Sequence[str]],
        aside: Aside | None,
    ) -> Picture:
        """What lies on the mat, and left of it the words, if there are any."""
        if aside is None:
            return self.boards.draw(table, card, width, acts)
        drawn = self.boards.draw(table, card, width - COLUMN - BESIDE, acts)
        said, high = aside(COLUMN)
        standing: list[Item] = []
        for row, tall in self.boards.standing(table, STANDING):
            standing.append(Group(tuple(row), Affine.translation(0.0, round(high + 2 * BETWEEN, 4))))
            high += tall + 2 * BETWEEN
        items = (*standing, Group(drawn.items, Affine.translation(COLUMN + BESIDE, 0.0)))
        told = (said, Told("Figure", items, drawn.words))
        return Picture(width, max(drawn.height, high), (*said.items, *items), drawn.words, told=told)

    def _of_gauges(self, table: Table) -> bool:
        """Whether two seats have gauges, and nothing else lies there."""
        return len(table.by_owner()) == 2 and all(zone.owner and zone.kind == "gauge" for zone in table.zones)

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

    def _of_columns(self, table: Table, width: float) -> Table | None:
        """The table, if every seat has the same zones and all of them have room side by side.

        If they have room only without the zones that hold nothing before any seat, then without these.
        """
        owned = table.by_owner()
        names = {tuple(zone.name for zone in zones) for zones in owned.values()}
        if len(owned) < 2 or len(names) > 1:
            return None
        used = {
            zone.name for zone in table.zones if any(item and item.face for item in zone.items) or zone.count
        }
        kept = (zone for zone in table.zones if not zone.owner or not zone.name or zone.name in used)
        tables = [table]
        if used & {zone.name for zone in table.zones if zone.owner and zone.name}:
            tables.append(replace(table, zones=tuple(kept)))
        return next((each for each in tables if self._columns_width(each, LEAST) <= width), None)

    def _columns_width(self, table: Table, card: float) -> float:
        own = NAME + math.fsum(wide for wide, _ in self._measured(table, card).values())
        return own + (self._aside_width(table, card) if self._piles(table) else 0.0)

    def _measured(self, table: Table, card: float) -> Mapping[str, tuple[float, float]]:
        """The width of each column and that of its bands alone, by the name of its zones."""
        columns: dict[str, tuple[float, float]] = {}
        for zones in table.by_owner().values():
            for zone in zones:
                band = self.zones.band(_lying(zone), card, 1e3).width
                head = line_width(self.words.zone(zone.name), self.small) * 0.7 + HEADS_APART
                wide, alone = columns.get(zone.name, (0.0, 0.0))
                columns[zone.name] = max(wide, band + 2.4, head), max(alone, band)
        return {name: size for name, size in columns.items() if name}

    def _piles(self, table: Table) -> Zone | None:
        """The cards that belong to nobody, if these are all that does and there are not many: a column of their own."""
        common = [zone for zone in table.zones if not zone.owner and (zone.items or zone.count)]
        few = (
            len(common) == 1
            and bool(common[0].items)
            and common[0].kind in PILES
            and len(common[0].items) <= len(table.by_owner())
        )
        return common[0] if few else None

    def _aside_width(self, table: Table, card: float) -> float:
        piles = self._piles(table)
        return max(card, line_width(self.words.zone(piles.name), self.small)) + BESIDE if piles else 0.0

    def _columns(
        self, table: Table, card: float, width: float, slots: dict[str, Rect]
    ) -> tuple[list[Item], float]:
        measured = self._measured(table, card)
        gap = max(0.0, width - self._columns_width(table, card)) / max(1, len(measured))
        aside = self._aside_width(table, card)
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
            bands = {zone.name: self.zones.band(_lying(zone), card, 1e3) for zone in zones if zone.name}
            height = max(*(band.height for band in bands.values()), 2 * LETTER + 2 * MARK)
            items += self.around.letter(owner, [zone for zone in zones if not zone.name], y + height / 2)
            # Between its letter and its things.
            slots[owner] = Rect(2 * LETTER + 1.2, y, 1.1, height)
            for zone in (each for each in zones if each.name):
                wide, alone = measured[zone.name]
                band = bands[zone.name]
                left = lefts[zone.name] + (wide - (band.width if zone.kind == "text" else alone)) / 2
                top = y + (height - band.height) / 2
                # Where nothing lies only a card that comes or goes shows its place.
                if zone.kind not in CARDS or any(item and item.face for item in zone.items):
                    items.append(Group(band.items, Affine.translation(round(left, 4), round(top, 4))))
                if band.slots:
                    slots[zone.place] = band.slots[0].moved(left, top)
            foot = y + height + between / 2
            items.append(Path(segment(0.0, foot, width - aside, foot), stroke=BLACK.at(0.35), width=0.15))
            y += height + between
        piles = self._piles(table)
        if piles:
            items += self._beside_columns(piles, card, width - aside + BESIDE, slots)
            return items, y
        below, more = self._common(table, card, width, slots)
        items.append(Group(tuple(below), Affine.translation(0.0, round(y, 4))))
        return items, y + more

    def _beside_columns(
        self, piles: Zone, card: float, left: float, slots: dict[str, Rect]
    ) -> Iterator[Item]:
        """Cards of nobody below their name, one under the other, right of what lies before the seats."""
        yield set_line(self.words.zone(piles.name), self.small, left, HEAD - 2.9)
        band = self.zones.band(piles, card, card)
        high = band.slots[0].height
        for at, part in enumerate(band.parts):
            y = HEAD + at * (high + BETWEEN)
            yield Group(part, Affine.translation(round(left, 4), round(y - band.slots[at].y, 4)))
        slots[piles.place] = band.slots[0].moved(left, HEAD)

    def _common(
        self, table: Table, card: float, width: float, slots: dict[str, Rect]
    ) -> tuple[list[Item], float]:
        """What belongs to nobody, small, below the seats; nothing of an empty pile."""
        zones = [zone for zone in table.zones if not zone.owner and (zone.items or zone.count)]
        return self._rows(zones, max(card / 2, LEAST_IN_ROWS), width, slots) if zones else ([], 0.0)

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
            belonging = [zone for zone in zones if zone.owner == owner]
            marks = [zone for zone in belonging if owner and not zone.name and zone.kind == "track"]
            own = self.zones.joined([zone for zone in belonging if zone not in marks])
            bands = [(zone, self.zones.labelled(zone, card, width - left, room)) for zone in own]
            rows = list(_broken(bands, width - left))
            start = y
            if owner and (rows or any(mark.items for mark in marks)):
                high = max(band.height for _, band in rows[0]) if rows else 2 * (LETTER + MARK)
                items += self.around.letter(owner, marks, y + max(LETTER, high / 2))
                if not rows:
                    y += high + BETWEEN
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


def _lying(zone: Zone) -> Zone:
    """The zone without places that are empty behind its last card, but for the first of all."""
    if zone.kind != "row":
        return zone
    last = max((at for at, item in enumerate(zone.items, 1) if item and item.face), default=1)
    return replace(zone, items=zone.items[:last])


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
