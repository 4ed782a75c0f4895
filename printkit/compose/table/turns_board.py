"""Draws the board of a race, below it what seats have, and beside it what each did on its turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from printkit.compose.boards.squares import MOUNTAIN, square_items
from printkit.compose.boards.stones import Stone, stone_items
from printkit.compose.books.page_blocks import Told
from printkit.compose.table.seat_rows import (
    Value,
    stock_band,
    value_columns,
    value_of,
    value_rooms,
    value_row,
)
from printkit.compose.table.setting import (
    BESIDE,
    LEAST_IN_ROWS,
    MOST_IN_ROWS,
    Aside,
    Setting,
    board_item,
)
from printkit.compose.table.zone_pen import Band, ZonePen
from printkit.compose.text.typesetting import line_width
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon, segment

__all__ = ["TurnsPen"]

# How much of the width the board takes, what is free beside it, and how high all is at least: two stand on a page.
SHARE, ASIDE, HIGH = 0.63, 3.6, 77.9
# Below the board. Between two seats; below the head of one; how large what it has laid is, below rows.
UNDER_BOARD, APART, AIR, THINGS, ROWS = 2.4, 2.4, 0.8, 0.86, 1.4
# Below what a seat has laid; less where the words of all seats have no room for that.
LAID = (2.2, 1.45, 0.7)
# The head: how large the mark of a seat is, in letters, its room; a square's radius and em, the arrow between two.
MARK, HEAD, LEFT, STONE, EM, ARROW = 0.98, 7.4, 9.4, 2.8, 4.0, 5.0
# One picture on a page, among rules: how much of the width its board takes; what is free above it, below it and between
# the blocks of seats; how much larger heads and what is laid are; and what more may be free.
LARGE, OVER, UNDER, LARGER, FREE = (0.6, 0.77), 1.6, 4.0, 1.1, 36.0
# How wide what seats have is at least; from line to line of a seat's values in a block.
STOCK, LINE = 47.0, 6.2
# How much smaller words are where a page has no room for that, and how much of the width the board takes.
SMALL, LEAST_SHARE = 0.78, 0.46
# What a seat holds, which stands in its head.
HAND = "hands"


class TurnsPen(NamedTuple):
    """Draws with a pen for things, one for boards, and what draws the mark of a seat; widths and heights in mm."""

    zones: ZonePen
    printed: ZonePen
    letter: Callable[[str], Iterator[Item]]

    def draw(
        self,
        setting: Setting,
        asides: Mapping[str, Aside],
        told: list[Told],
        size: tuple[float, float] = (SHARE, HIGH),
    ) -> tuple[list[Item], float]:
        """All of it and its height, which is one for all pictures unless words need more; `told` learns these.

        `size`: how much of the width its board takes, and how high it is at least.
        """
        table, grid, _, width, moves, slots = setting
        owned = table.by_owner()
        share, least = size
        board = self.printed.band(grid, LEAST_IN_ROWS, share * width)
        slots |= dict(zip(grid.names, board.slots, strict=True))
        left = board.width + ASIDE
        stock = stock_band(self.zones, owned, max(board.width, STOCK), self.letter)
        smaller = min(1.0, board.width / STOCK)
        below = board.height + UNDER_BOARD
        height = max(least, below + smaller * stock.height)
        airy = [
            [self._turn(setting, owner, width - left, asides.get(owner), air) for owner in owned]
            for air in LAID
        ]
        turns = next((each for each in airy if _reach(each, height) <= height), airy[-1])
        tops = list(_tops([turn.height for turn in turns], height))
        height = max(height, tops[-1] + turns[-1].height)
        place = Affine.scaling(smaller).then(Affine.translation(0.0, round(below, 4)))
        items: list[Item] = [board_item(self.printed, grid, board, 0.0, moves), Group(stock.items, place)]
        for turn, y in zip(turns, tops, strict=True):
            place = Affine.translation(round(left, 4), round(y, 4))
            if turn.said is not None:
                told.append(turn.said.moved(place))
            items.append(Group(turn.items, place))
            if y:
                line = segment(left, y - APART / 2, width, y - APART / 2)
                items.append(Path(line, stroke=BLACK.at(0.35), width=0.25))
        return items, height

    def large(
        self, setting: Setting, asides: Mapping[str, Aside], told: list[Told]
    ) -> tuple[list[Item], float]:
        """The board in the middle, and below it a block a seat: what it has, did and laid.

        Where a page has little room, as in a book.
        """
        table, grid, card, width, moves, slots = setting
        owned = table.by_owner()
        grown = (card - LEAST_IN_ROWS) / (MOST_IN_ROWS - LEAST_IN_ROWS)
        if grown <= 0.0:
            small = {seat: partial(_small, aside) for seat, aside in asides.items()}
            return self.draw(setting, small, told, (LEAST_SHARE, 0.0))
        # Where the board is as large as it may be more is free between the blocks.
        grown, free = min(grown, 1.0), FREE * max(0.0, grown - 1.0)
        board = self.printed.band(grid, LEAST_IN_ROWS, (LARGE[0] + grown * (LARGE[1] - LARGE[0])) * width)
        left, apart = (width - board.width) / 2, UNDER + free / 3
        slots |= {name: slot.moved(left, OVER) for name, slot in zip(grid.names, board.slots, strict=True)}
        below = Affine.translation(0.0, OVER)
        items: list[Item] = [Group((board_item(self.printed, grid, board, left, moves),), below)]
        y = OVER + board.height + apart / 2
        for at, owner in enumerate(owned):
            y += apart / 2
            if at:
                items.append(Path(segment(0.0, y, width, y), stroke=BLACK.at(0.35), width=0.25))
                y += apart / 2
            block = self._block(setting, owner, width, asides.get(owner))
            place = Affine.translation(0.0, round(y, 4))
            items.append(Group(block.items, place))
            if block.said is not None:
                told.append(block.said.moved(place))
            y += block.height
        return items, y

    def _block(self, setting: Setting, owner: str, width: float, aside: Aside | None) -> _Turn:
        """On a line the mark of a seat, its squares, values and hand; below it its words, and what it has laid."""
        zones = [zone for zone in setting.table.by_owner()[owner] if zone.items]
        head = (Group(tuple(self.letter(owner)), self._mark), *self._squares(setting, owner))
        items: list[Item] = [Group(head, Affine.scaling(LARGER))]
        high, x = LARGER * HEAD, LARGER * (LEFT + 4 * STONE + ARROW) + BESIDE
        values = self._values(setting.table, owner, (x, high / 2), width - x)
        items += values.items
        beside = [zone for zone in zones if zone.name == HAND and values.width < width - x]
        for hand in (self.zones.labelled(zone, LEAST_IN_ROWS, width) for zone in beside):
            place = Affine.translation(round(width - hand.width, 4), round((high - hand.height) / 2, 4))
            items.append(Group(hand.items, place))
        high += values.height
        y, said = high + AIR, None
        if aside is not None:
            words, long = aside(width)
            said, y = words.moved(Affine.translation(0.0, y)), y + long
        laid = [zone for zone in zones if zone.kind != "text" and zone not in beside]
        laid.sort(key=lambda zone: zone.name == HAND)
        rows = self._rows(laid, width / LARGER)
        place = Affine.scaling(LARGER).then(Affine.translation(0.0, round(y, 4)))
        return _Turn((*items, Group(rows.items, place)), y + LARGER * rows.height, said)

    def _values(self, table: Table, owner: str, at: tuple[float, float], width: float) -> Band:
        """The values of a seat from a point on, and how much higher they are than one line.

        All seats' stand alike: on one line beside the widest hand; or as wide as all of it, where that has no room.
        """
        own: dict[str, list[Value]] = {}
        hands = [0.0]
        for zone in (zone for zone in table.zones if zone.owner and zone.items):
            if zone.kind == "text":
                own.setdefault(zone.owner, []).append(value_of(self.zones, zone))
            elif zone.name == HAND:
                hands.append(self.zones.labelled(zone, LEAST_IN_ROWS, 1e3).width + BESIDE)
        every = [value for values in own.values() for value in values]
        columns, room = value_columns(every), width - max(hands)
        rooms = value_rooms(self.zones, every, room, AIR)
        if len(hands) > 1 and not (rooms.fit and len(rooms.wide) == len(columns)):
            room, rooms = width, value_rooms(self.zones, every, width, AIR)
        items: list[Item] = []
        for value in own.get(owner, ()):
            line, column = divmod(columns.index(value.zone), len(rooms.wide))
            row = value_row(self.zones, value, rooms.wide[column] - AIR, named=rooms.named)
            x, y = at[0] + math.fsum(rooms.wide[:column]), at[1] + line * LINE
            items.append(Group((Group(tuple(row)),), Affine.translation(round(x, 4), round(y, 4))))
        lines = -(-len(columns) // max(1, len(rooms.wide)))
        return Band(room, LINE * max(0, lines - 1), tuple(items))

    @property
    def _mark(self) -> Affine:
        """Where the mark of a seat stands in its head."""
        return Affine.scaling(MARK).then(Affine.translation(-0.5, round((HEAD - MARK * 8.2) / 2, 4)))

    def _turn(self, setting: Setting, owner: str, width: float, aside: Aside | None, air: float) -> _Turn:
        """The head of a seat with its hand at the right, what it has laid, and so far below these its turn in words."""
        items: list[Item] = [Group(tuple(self.letter(owner)), self._mark), *self._squares(setting, owner)]
        zones = [zone for zone in setting.table.by_owner()[owner] if zone.kind != "text" and zone.items]
        free = width - LEFT - 4 * STONE - ARROW - AIR
        for hand in (self.zones.labelled(zone, LEAST_IN_ROWS, 1e3) for zone in zones if zone.name == HAND):
            # However many cards it has, it has its place.
            scale = min(THINGS, free / hand.width)
            x, y = width - scale * hand.width, (HEAD - scale * hand.height) / 2
            place = Affine.scaling(scale).then(Affine.translation(round(x, 4), round(y, 4)))
            items.append(Group(hand.items, place))
        rows = self._rows([zone for zone in zones if zone.name != HAND], width / THINGS)
        y = HEAD + AIR
        place = Affine.scaling(THINGS).then(Affine.translation(0.0, round(y, 4)))
        items.append(Group(rows.items, place))
        y += THINGS * rows.height + (air if rows.height else 0.0)
        if aside is None:
            return _Turn(tuple(items), y, None)
        words, high = aside(width)
        return _Turn(tuple(items), y + high - 1.0, words.moved(Affine.translation(0.0, round(y, 4))))

    def _rows(self, zones: Sequence[Zone], width: float) -> Band:
        """Zones one below the other, all beginning behind the longest of their names."""
        named = max(
            (line_width(self.zones.words.zone(zone.name), self.zones.small) for zone in zones), default=0.0
        )
        items: list[Item] = []
        y = 0.0
        for zone in zones:
            band = self.zones.labelled(zone, LEAST_IN_ROWS, width, named)
            items.append(Group(band.items, Affine.translation(0.0, round(y, 4))))
            y += band.height + ROWS
        return Band(width, max(y - ROWS, 0.0), tuple(items))

    def _squares(self, setting: Setting, owner: str) -> Iterator[Item]:
        """Which square its piece has left, and on which it stands, as they are numbered on the board."""
        grid = setting.grid
        printed = self.printed.printed_of(grid)
        way = printed.facts.way if printed else ()
        here = next(
            (
                name
                for name, item in zip(grid.names, grid.items, strict=True)
                if item and owner in item.face.split()
            ),
            "",
        )
        gone = [move for move in setting.moves if move.what == owner and move.source in way]
        x, y = LEFT + STONE, HEAD / 2
        for square in dict.fromkeys((*(move.source for move in gone[:1]), here)):
            if square not in way[1:]:
                continue
            if x > LEFT + STONE:
                tip = x - STONE - 1.2
                head = polygon(((tip, y), (tip - 2.6, y - 1.6), (tip - 2.6, y + 1.6)))
                yield Path(segment(tip - ARROW + 2.2, y, tip - 2.4, y), stroke=BLACK, width=0.8)
                yield Path(head, BLACK)
            yield from self._square(way, square, (x, y))
            x += 2 * STONE + ARROW

    def _square(self, way: Sequence[str], square: str, middle: tuple[float, float]) -> list[Item]:
        low = self.zones.choices.ink == "low"
        if square != way[-1]:
            stone = Stone(way.index(square), middle, STONE, EM)
            return [*stone_items(self.zones.kit, [stone], low=low, ring=0.3)]
        box = Rect(middle[0] - STONE, middle[1] - STONE, 2 * STONE, 2 * STONE)
        return square_items(MOUNTAIN, box.grown(0.4), (0, 0), low=low)


class _Turn(NamedTuple):
    """A seat's turn from its head down, its height, and its words."""

    items: tuple[Item, ...]
    height: float
    said: Told | None


def _tops(heights: Sequence[float], room: float) -> Iterator[float]:
    """Where seats begin one below the other: each has its share of the room, unless one above it needs more."""
    y, share = 0.0, (room + APART) / len(heights)
    for at, high in enumerate(heights):
        y = max(y, at * share)
        yield y
        y += high + APART


def _reach(turns: Sequence[_Turn], room: float) -> float:
    """How far down the last of them reaches."""
    *_, last = _tops([turn.height for turn in turns], room)
    return last + turns[-1].height


def _small(aside: Aside, width: float) -> tuple[Told, float]:
    """Words that are large among rules as small as in a book."""
    said, high = aside(width / SMALL)
    return said.moved(Affine.scaling(SMALL)), SMALL * high
