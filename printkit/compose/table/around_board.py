"""Draws a kit's own board with what lies round it or in its middle: the seats' things, and words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial

from printkit.compose.books.page_blocks import Told
from printkit.compose.pieces.standees import seat_items
from printkit.compose.table.at_sea import LOADING, loading_items
from printkit.compose.table.beside_throw import board_and_throw
from printkit.compose.table.lagoon import lagoon_items
from printkit.compose.table.seat_rows import needed_width, throws
from printkit.compose.table.setting import (
    BESIDE,
    BETWEEN,
    GAUGES,
    LEAST_IN_ROWS,
    LETTER,
    MOST_IN_ROWS,
    Aside,
    Setting,
    board_item,
    framed,
)
from printkit.compose.table.turns_board import TurnsPen
from printkit.compose.table.zone_pen import Band, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line
from printkit.games.narration import Move
from printkit.games.zones import Item as Thing
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rectangle

__all__ = [
    "BESIDE",
    "BETWEEN",
    "COLUMN",
    "LEAST_IN_ROWS",
    "LETTER",
    "MARK",
    "MOST_IN_ROWS",
    "NAME",
    "AroundBoard",
    "Aside",
    "Setting",
]

# Beside the letter of a seat, and the radius of the counters below it.
NAME, MARK = 11.5, 2.1
# How much of the width a kit's own board takes, at least where values would be in one row, and at most where a page has
# room; the part of it that it shrinks to, so that one more stands on a page; and what it takes however small it is.
BOARD_SHARE, LEAST_SHARE, MOST_SHARE, SHRUNK, SMALLEST_SHARE = 0.56, 0.4, 0.74, 0.92, 0.34
# How much of the width the board of a race takes, with cards of the least and the greatest width: with the things of
# seats beside it, and in the middle it leaves free, where a seat needs so many mm; how much larger they are beside it.
RACE_SHARE, AROUND_SHARE, LEAST_INSIDE, LARGER = (
    (0.46, 0.54),
    ((1.0, 1.0), (0.75, 1.0)),
    22.0,
    (1.2, 1.15, 1.1, 1.05),
)
# How high gauges without a board are in their frame, how far inside this, and its line.
ALONE_HIGH, ALONE_EDGE, FRAME = 36.0, 2.4, 0.7
# What it takes at most beside them. One with a page to itself, or at least so many times as wide as high, stands above
# them; what lies below a flat one is so much smaller, with at least so many mm for a seat.
LARGEST_RACE, ALONE_SHARE, FLAT, FLAT_SHARE, BELOW, SEAT = (
    0.67,
    (0.5, 0.8),
    1.7,
    ((1.0, 1.0), (0.76, 1.0)),
    0.89,
    30.0,
)
# Between a board and what lies below it, and between two seats there; the bar of who
# acts: how far before a seat's things and how thick, and how far where seats are side by side; what is
# between these where each is as wide as it needs.
UNDER, SEATS, BAR, UPRIGHT, ROOMY = 3.0, 3.0, (4.1, 1.1), 2.4, 6.5
# Words beside a board: how high its squares are at least and at most, in a book and among rules, the least width of
# their column, and what is free above and below them.
HIGH, HIGH_AMONG_RULES, COLUMN, AROUND = (56.0, 84.0), (74.0, 84.0), 35.0, 2.6
# The card whose throws stand beside a board, and how much smaller all may be so that it is one line.
BESIDE_BOARD, NARROWED = 4.9, 0.82

_NUMBER = re.compile(r"\d+")


class AroundBoard:
    """Draws boards with one pen, and what lies round them with another; widths and heights in mm."""

    scale: float | None = None

    def __init__(self, zones: ZonePen, printed: ZonePen, *, among_rules: bool = False) -> None:
        self.among_rules = among_rules
        self.zones, self.printed, self.kit, self.display = zones, printed, zones.kit, zones.display
        self._turns = TurnsPen(zones, printed, self._seat)

    def draw(
        self, setting: Setting, asides: Mapping[str, Aside], told: list[Told]
    ) -> tuple[list[Item], float]:
        """All of it and its height; words, if any, stand beside the board, and `told` learns what they are."""
        if aside := asides.get(""):
            return self._board_and_words(setting, aside, told)
        if asides:
            return self._turns.draw(setting, asides, told, among_rules=self.among_rules)
        return (
            board_and_throw((self.zones, self.printed), setting)
            or self._inside_board(setting)
            or self._below_board(setting)
            or self._beside_board(setting)
        )

    def letter(self, owner: str, marks: Sequence[Zone], middle: float) -> Iterator[Item]:
        """The seat's letter; below it the counters of its zones without a name."""
        counters = [item.face for zone in marks for item in zone.items if item]
        y = middle - 2.6 if counters else middle
        signs = seat_items(
            self.kit, owner, (LETTER + 0.4, y), 1.7 * LETTER, low=self.zones.choices.ink == "low"
        )
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

    def _inside_board(self, setting: Setting) -> tuple[list[Item], float] | None:
        """The seats' things side by side in the middle that a board leaves free; None where they have no room there.

        Of two seats the letters stand there too. With more of them the board stands on the right, and what has room
        beside it begins on the left.
        """
        table, grid, card, width, moves, slots = setting
        owned = table.by_owner()
        share = AROUND_SHARE[self.among_rules]
        board = self.printed.band(grid, LEAST_IN_ROWS, _race_width(share, card, width))
        free = self.zones.hollow(grid, board)
        if free is None or not owned:
            return None
        left = (width - board.width) / (2 if len(owned) == 2 else 1)
        free = free.moved(left, 0.0)
        if len(owned) == 2:
            drawn = lagoon_items(self.zones, self._seat, owned, free, moves)
        else:
            drawn = self._several(owned, Rect.from_edges(0.0, free.y, free.right, free.bottom))
        if drawn is None:
            return None
        slots |= {name: slot.moved(left, 0.0) for name, slot in zip(grid.names, board.slots, strict=True)}
        items = [board_item(self.printed, grid, board, left, moves), *drawn]
        return items, board.height

    def _several(self, owned: Mapping[str, Sequence[Zone]], free: Rect) -> list[Item] | None:
        """The things of seats side by side, each with its letter; None where they have no room."""
        wide = (free.width - BESIDE * (len(owned) - 1)) / len(owned)
        for scale in (1.0, BELOW):
            blocks = [self._block(owner, zones, wide, scale) for owner, zones in owned.items()]
            if max(block.height for block in blocks) <= free.height:
                break
        else:
            return None
        if wide < LEAST_INSIDE:
            return None
        return [
            Group(
                block.items,
                Affine.translation(
                    round(free.x + at * (wide + BESIDE), 4), round(free.center[1] - block.height / 2, 4)
                ),
            )
            for at, block in enumerate(blocks)
        ]

    def gauges(
        self, table: Table, card: float, width: float, moves: Sequence[Move]
    ) -> tuple[list[Item], float] | None:
        """The gauges of two seats without a board, and what came to them; and its height, which grows with the card.

        Those of ships as ships at a quay, others side by side in a frame; None where they have no room so.
        """
        grown = (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS)
        box = Rect(0.0, 0.0, width, LOADING[0] + grown * (LOADING[1] - LOADING[0]))
        owned, low = table.by_owner(), self.zones.choices.ink == "low"
        store = next(
            (zone.name for zone in table.zones for item in zone.items if item and not item.owner), ""
        )
        if ships := loading_items(self.kit, owned, moves, self.zones.words.zone(store), box, low=low):
            return ships, box.height
        frame = Rect(0.0, 0.0, width, ALONE_HIGH)
        items = lagoon_items(self.zones, self._seat, owned, frame.grown(-ALONE_EDGE), moves)
        edge = Path(rectangle(frame.grown(-FRAME / 2)), stroke=BLACK, width=FRAME)
        return ([edge, *items], frame.height) if items else None

    def _seat(self, owner: str) -> Iterator[Item]:
        """The mark of a seat alone."""
        return self.letter(owner, (), LETTER)

    def _below_board(self, setting: Setting) -> tuple[list[Item], float] | None:
        """The board of a race, and the seats' things side by side below it: a flat one, or one with a page to itself.

        None if it is neither.
        """
        table, grid, card, width, moves, slots = setting
        alone = card > MOST_IN_ROWS
        # It is as wide as the words: nothing is written beside it.
        bare = framed(self.printed, grid, width)
        share = _race_width(FLAT_SHARE[self.among_rules], min(card, MOST_IN_ROWS), bare)
        board = self.printed.band(grid, LEAST_IN_ROWS, share)
        flat = board.width >= FLAT * board.height
        if not ((self.zones.is_race(grid) and flat) or alone):
            return None
        if not flat:
            # A board leaves no room for names beside it, unless it is one with a way round.
            most = width if self.zones.is_race(grid) else bare
            board = self.printed.band(
                grid, LEAST_IN_ROWS, most / width * _race_width(ALONE_SHARE, card, width)
            )
        left = (width - board.width) / 2
        slots |= {name: slot.moved(left, 0.0) for name, slot in zip(grid.names, board.slots, strict=True)}
        items: list[Item] = [board_item(self.printed, grid, board, left, moves)]
        # Below a flat board sticks would be too small to be counted.
        owned: dict[str, Sequence[Zone]] = {
            seat: [zone for zone in zones if not flat or zone.kind != "cast"]
            for seat, zones in table.by_owner().items()
        }
        rest = self.zones.joined([zone for zone in table.zones if not zone.owner and zone is not grid])
        if rest:
            owned[""] = tuple(rest)
        if not owned:
            return items, board.height
        rows = -(-len(owned) // max(1, int((width + SEATS) // SEAT)))
        across = -(-len(owned) // rows)
        # Single values are large, several in frames have no room for that.
        single = all(len(zones) == 1 for zones in owned.values())
        scale = LARGER[0] if alone or (flat and single) else BELOW
        lefts, blocks = self._side_by_side(owned, width, across, scale)
        y, high = board.height + UNDER, max(block.height for block in blocks.values()) + BETWEEN
        for at, (owner, block) in enumerate(blocks.items()):
            # Their heads are on one line; where a throw stands above what it brought, their feet.
            x, lower = lefts[at % across], high - BETWEEN - block.height if throws(table.zones) else 0.0
            top = y + at // across * high + lower
            items.append(Group(block.items, Affine.translation(round(x, 4), round(top, 4))))
            slots[owner] = Rect(x - UPRIGHT, top, BAR[1], block.height)
        return items, y + rows * high - BETWEEN

    def _side_by_side(
        self, owned: Mapping[str, Sequence[Zone]], width: float, across: int, scale: float
    ) -> tuple[list[float], dict[str, Band]]:
        """Where the columns of seats begin, and their things: as wide as these are, if then each stands on one line."""
        wide = (width - SEATS * (across - 1)) / across
        even = [at * (wide + SEATS) for at in range(across)]
        draw = partial(self._block, first=not any(map(throws, owned.values())))
        one_line = self._in_lines(owned, wide / scale)
        # Values alone stand equally far apart.
        values = all([zone.kind for zone in zones] == ["text"] for zones in owned.values())
        for smaller in () if one_line or len(owned) > across else (scale, *LARGER, 1.0, BELOW, NARROWED):
            needs = [self._needed(zones) * smaller for zones in owned.values()]
            needs = [max(needs)] * len(needs) if values else needs
            spare = width - math.fsum(needs)
            if spare >= ROOMY * (across - 1) and smaller <= scale:
                gap = spare / (across - 1) if across > 1 else 0.0
                lefts = [math.fsum(needs[:at]) + at * gap for at in range(across)]
                return lefts, {
                    owner: draw(owner, zones, need, smaller)
                    for (owner, zones), need in zip(owned.items(), needs, strict=True)
                }
        # Where one seat's name and value have no room on a line, those of all stand over each other.
        under = values and not one_line
        return even, {owner: draw(owner, zones, wide, scale, under=under) for owner, zones in owned.items()}

    def _in_lines(self, owned: Mapping[str, Sequence[Zone]], width: float) -> bool:
        """Whether the things of each seat stand on one line so wide."""
        return all(self._needed(zones) <= width for zones in owned.values())

    def _needed(self, zones: Sequence[Zone]) -> float:
        """How wide a seat's things are on one line beside its letter; mm."""
        return NAME - 0.9 + needed_width(self.zones, zones, (BESIDE_BOARD, LEAST_IN_ROWS), BETWEEN)

    def of_game(self, tables: Sequence[Table], width: float) -> AroundBoard:
        """The same for a game's pictures: what stands beside their boards is equally large in all of them."""
        settings = [
            Setting(table, grid, LEAST_IN_ROWS, width, (), {})
            for table in tables
            for grid in table.zones
            if self.zones.is_race(grid)
        ]
        pen = copy(self)
        pen.scale = min(map(self._fitting, settings), default=None)
        return pen

    def _fitting(self, setting: Setting) -> float:
        """How much larger the seats' things may be beside a board, which is no lower than they are."""
        board, blocks = self._beside(setting)
        room = setting.width - board.width - BESIDE
        return next(
            (each for each in LARGER if _high(self._stacked(blocks, room, each)) <= board.height), 1.0
        )

    def _beside(self, setting: Setting) -> tuple[Band, list[tuple[str, Sequence[Zone]]]]:
        """The board on the left, and whose things stand right of it, from above."""
        table, grid, card, width, *_ = setting
        owned = table.by_owner()
        # As wide as leaves the seats' values in one row each, where it can be.
        room = width - BESIDE - max(map(self._values_width, owned.values()), default=0.0)
        most = width * MOST_SHARE if room < LEAST_SHARE * width else min(width * MOST_SHARE, room)
        usual = self.zones.band(grid, LEAST_IN_ROWS, min(width * BOARD_SHARE, most)).width
        grown = (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS)
        wide = max(
            usual * SHRUNK + grown * max(most - usual * SHRUNK, 0.0), min(SMALLEST_SHARE * width, most)
        )
        if self.zones.is_race(grid):
            wide = min(_race_width(RACE_SHARE, card, width), LARGEST_RACE * width)
        rest = [zone for zone in table.zones if not zone.owner and zone is not grid]
        blocks: list[tuple[str, Sequence[Zone]]] = list(owned.items())
        blocks.insert(len(blocks) // 2, ("", self.zones.joined(rest)))
        return self.printed.band(grid, LEAST_IN_ROWS, wide), blocks

    def _stacked(
        self, blocks: Sequence[tuple[str, Sequence[Zone]]], width: float, scale: float
    ) -> list[Band]:
        return [self._block(owner, zones, width, scale) for owner, zones in blocks]

    def _beside_board(self, setting: Setting) -> tuple[list[Item], float]:
        """The board on the left; right of it the first seat's things above, the last one's below, the rest between."""
        table, grid, _, width, moves, slots = setting
        board, blocks = self._beside(setting)
        slots |= dict(zip(grid.names, board.slots, strict=True))
        items: list[Item] = [board_item(self.printed, grid, board, 0.0, moves)]
        left = board.width + BESIDE
        large = self.zones.is_race(grid) or throws(table.zones)
        drawn = self._stacked(blocks, width - left, (self.scale or self._fitting(setting)) if large else 1.0)
        height = max(board.height, _high(drawn))
        gap = (height - math.fsum(band.height for band in drawn)) / max(1, len(drawn) - 1)
        y = 0.0
        for (owner, _), band in zip(blocks, drawn, strict=True):
            items.append(Group(band.items, Affine.translation(round(left, 4), round(y, 4))))
            slots[owner] = _bar(left, y, band)
            y += band.height + gap
        return items, height

    def takes_turns(self, table: Table, grid: Zone, width: float) -> bool:
        """Whether there is room for words with the seats' things: two of them, beside a board that is not flat."""
        board = self.printed.band(grid, LEAST_IN_ROWS, width)
        flat = board.width >= FLAT * board.height
        return len(table.by_owner()) == 2 and not flat and self.zones.hollow(grid, board) is None

    def _board_and_words(self, setting: Setting, aside: Aside, told: list[Told]) -> tuple[list[Item], float]:
        """The board on the left; right of it the first seat's things, the words, and at the foot the other seat's.

        Among rules the words stand in the middle between both.
        """
        table, grid, card, width, _, slots = setting
        grown = (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS)
        least, most = HIGH_AMONG_RULES if self.among_rules else HIGH
        rows, columns = -(-len(grid.items) // grid.columns), grid.columns + 1
        cell = min((least + grown * (most - least)) / rows, (width - BESIDE - COLUMN) / columns)
        board = self.printed.band(grid, LEAST_IN_ROWS, cell * columns)
        slots |= dict(zip(grid.names, board.slots, strict=True))
        left = board.width + BESIDE
        (first, above), (last, below) = (
            (owner, self._block(owner, zones, width - left)) for owner, zones in table.by_owner().items()
        )
        said, high = aside(width - left)
        top = above.height + AROUND
        height = max(board.height, top + high + AROUND + below.height)
        # The last seat's things end where the squares do.
        foot = max(board.slots[-1].bottom, top + high + AROUND + below.height) - below.height
        if self.among_rules:
            top += (foot - AROUND - top - high) / 2
        told.append(said.moved(Affine.translation(round(left, 4), round(top, 4))))
        items: list[Item] = [Group(board.items)]
        for owner, band, y in ((first, above, 0.0), (last, below, foot)):
            items.append(Group(band.items, Affine.translation(round(left, 4), round(y, 4))))
            slots[owner] = _bar(left, y, band)
        return items, height

    def _values_width(self, zones: Sequence[Zone]) -> float:
        """How wide a seat's single values are in one row beside its letter, each of two digits, or its throw; or 0.

        So boards are equally wide in all pictures of a game.
        """
        casts = [zone for zone in zones if zone.kind == "cast"]
        if sum(zone.kind == "text" for zone in zones) < 2 and not casts:
            return 0.0
        row = zones[-1] if casts else self.zones.joined(zones)[0]
        items = tuple(Thing(_NUMBER.sub("00", item_text(item))) for item in row.items if item is not None)
        values = self.zones.labelled(replace(row, items=items), LEAST_IN_ROWS, 1e3).width
        thrown = math.fsum(self.zones.throw(zone, BESIDE_BOARD, 0).width for zone in casts)
        return NAME - 1.0 + max(thrown, values)

    def _block(
        self,
        owner: str,
        zones: Sequence[Zone],
        width: float,
        scale: float = 1.0,
        *,
        first: bool = False,
        under: bool = False,
    ) -> Band:
        """The zones of a seat one under the other, beside its letter, or `first` this; single values side by side.

        What a throw brought stands beside it, or where it has no room there, below it with the letter; a value `under`
        its name.
        """
        if scale == 1.0 and throws(zones) and width < (needed := self._needed(zones)) <= width / NARROWED:
            # A little smaller it stands on one line.
            scale = 0.999 * width / needed
        if scale != 1.0:
            band = self._block(owner, zones, width / scale, first=first, under=under)
            return Band(width, scale * band.height, (Group(band.items, Affine.scaling(scale)),))
        if sum(zone.kind == "text" for zone in zones) > 1:
            zones = self.zones.joined(zones)
        indent = NAME - 1.0 if owner else 0.0
        items: list[Item] = []
        x = y = row = below = above = 0.0
        for zone in (each for each in zones if each.items):
            thrown = zone.kind == "cast"
            room = width - indent
            if under:
                # As wide as the value alone.
                room = min(room, self.zones.band(zone, LEAST_IN_ROWS, room).width)
            band = self.zones.labelled(zone, BESIDE_BOARD if thrown else LEAST_IN_ROWS, room)
            if not x or x + band.width > width - indent:
                above = y + row + BETWEEN if x else above
                x, y, row = 0.0, y + (row + below if row else 0.0), 0.0
            row = max(row, band.height)
            top = y + (row - band.height) / 2
            items.append(Group(band.items, Affine.translation(round(indent + x, 4), round(top, 4))))
            x = band.width + BETWEEN if thrown else 0.0
            below = GAUGES if zone.kind == "gauge" else BETWEEN
        height = max(y + row, above + (2 * LETTER + 1.0 if owner else 0.0))
        if owner:
            # What is lower than the letter stands in the middle beside it.
            lower = Affine.translation(0.0, round((height - y - row) / 2, 4))
            middle = LETTER + 0.5 if first else (above + height) / 2
            items = [*self.letter(owner, (), middle), Group(tuple(items), lower)]
        return Band(width, height, tuple(items))


def _high(bands: Sequence[Band]) -> float:
    """How high they are one below the other."""
    return math.fsum(band.height for band in bands) + BETWEEN * (len(bands) - 1)


def _bar(left: float, top: float, block: Band) -> Rect:
    """Where the bar of who acts stands before a seat's things."""
    before, wide = BAR
    return Rect(left - before, top, wide, block.height)


def _race_width(shares: tuple[float, float], card: float, width: float) -> float:
    """How wide the board of a race is with such cards: smaller among words, larger at its start."""
    least, most = shares
    return width * min(1.0, least + (most - least) * (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS))
