"""Draws the board of a race, below it what seats have laid, and beside it what each has and did on its turn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from printkit.compose.boards.squares import MOUNTAIN, square_items
from printkit.compose.boards.stones import Stone, stone_items
from printkit.compose.books.page_blocks import Told
from printkit.compose.table.seat_rows import value_of, value_row
from printkit.compose.table.setting import (
    LEAST_IN_ROWS,
    MOST_IN_ROWS,
    Aside,
    Setting,
    board_item,
    framed,
)
from printkit.compose.table.zone_pen import Band, ZonePen
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon, segment

__all__ = ["TurnsPen"]

# How much of the width a small board takes, what is free beside it, and how high all is at least: two stand on a page.
SHARE, ASIDE, HIGH = 0.5, 3.8, 78.0
# Below the board. Between two seats, and the line there; below the head of one; between rows of what it has laid, and
# how large that is.
UNDER_BOARD, APART, PARTED, AIR, ROWS, THINGS = 2.4, 3.4, 0.35, 0.8, 1.4, 0.96
# The head: how large the mark of a seat is, in letters, its room; a square's radius and em, the arrow between two.
MARK, HEAD, LEFT, STONE, EM, ARROW = 0.98, 8.2, 9.4, 2.8, 4.0, 5.0
# What a seat has, in its head: between two values, how much larger they are at most, and the mark before what it has
# laid, its room and its size.
VALUES, LARGEST, LAID, LAID_MARK = 2.4, 1.24, 6.6, 0.58
# A large board: how much of the width it takes in a book and among rules; what is free above and below it, and between
# its seats; and where a page has more room, how much larger these may be, and how much more is free above and in them.
LARGE, OVER, UNDER, COLUMNS, MORE, LOOSE = (0.81, 0.78), 1.6, 3.0, 6.0, 0.3, 10.0
# How much smaller words are where a page has no room for that, and how much of the width the board takes.
SMALL, LEAST_SHARE = 0.74, 0.39
# Without a board: what is between the mark of a seat and its line.
BEHIND = 2.0
# What a seat holds, which is not shown; nor is a value of nothing.
HAND, NOTHING = "hands", "0"


class TurnsPen(NamedTuple):
    """Draws with a pen for things, one for boards, and what draws the mark of a seat; widths and heights in mm."""

    zones: ZonePen
    printed: ZonePen
    letter: Callable[[str], Iterator[Item]]

    def draw(
        self, setting: Setting, asides: Mapping[str, Aside], told: list[Told], *, among_rules: bool
    ) -> tuple[list[Item], float]:
        """All of it and its height: the board with the seats beside it or below it, or with no card a line of each.

        In a book it has one of two sizes: it is large where the card is as wide as it may be.
        """
        if not setting.card:
            return self._in_lines(setting, asides, told)
        if among_rules or setting.card >= MOST_IN_ROWS:
            return self._large(setting, asides, told, among_rules=among_rules)
        return self._small(setting, asides, told, (SHARE, HIGH))

    def _in_lines(
        self, setting: Setting, asides: Mapping[str, Aside], told: list[Told]
    ) -> tuple[list[Item], float]:
        """What each seat did on a line behind its mark: side by side, or below each other if that is as low."""
        owned, half = setting.table.by_owner(), (setting.width - COLUMNS) / 2
        lefts = {seat: self._head(setting, seat)[1] + BEHIND for seat in owned}
        below = {seat: aside(setting.width - lefts[seat]) for seat, aside in asides.items()}
        beside = {seat: aside(half - lefts[seat]) for seat, aside in asides.items()}
        across = (
            max(high for _, high in beside.values()) < math.fsum(high for _, high in below.values()) - 0.1
        )
        items: list[Item] = []
        y = high = 0.0
        for at, seat in enumerate(owned):
            x = at * (half + COLUMNS) * across
            items.append(
                Group(tuple(self._head(setting, seat)[0]), Affine.translation(round(x, 4), round(y, 4)))
            )
            own = HEAD
            if seat in asides:
                words, own = (beside if across else below)[seat]
                told.append(words.moved(Affine.translation(round(x + lefts[seat], 4), round(y, 4))))
            high = max(high, y + own)
            y = 0.0 if across else high
        return items, high

    def _head(self, setting: Setting, owner: str) -> tuple[list[Item], float]:
        """The mark of a seat, and which square it has left and reached if it has gone; and where both end."""
        gone = [move for move in setting.moves if move.what == owner]
        squares = [*self._squares(setting, owner)] if gone else []
        end = LEFT + 4 * STONE + ARROW if gone else LEFT - 1.0
        return [Group(tuple(self.letter(owner)), self._mark), *squares], end

    def _small(
        self,
        setting: Setting,
        asides: Mapping[str, Aside],
        told: list[Told],
        size: tuple[float, float],
    ) -> tuple[list[Item], float]:
        """The board and the turns beside it; their height is one for all pictures unless words need more.

        `size`: how much of the width its board takes, and how high it is at least.
        """
        table, grid, _, width, moves, slots = setting
        owned = table.by_owner()
        share, least = size
        board = self.printed.band(grid, LEAST_IN_ROWS, share * framed(self.printed, grid, width))
        slots |= dict(zip(grid.names, board.slots, strict=True))
        left = board.width + ASIDE
        items: list[Item] = [board_item(self.printed, grid, board, 0.0, moves)]
        below = board.height + UNDER_BOARD
        for owner, zones in owned.items():
            laid = self._laid(owner, zones, board.width)
            items.append(Group(laid.items, Affine.translation(0.0, round(below, 4))))
            below += laid.height
        turns = [self._turn(setting, owner, width - left, asides.get(owner)) for owner in owned]
        height = max(least, below, _high(turns))
        for turn, y in zip(turns, _tops(turns, height), strict=True):
            place = Affine.translation(round(left, 4), round(y, 4))
            if turn.said is not None:
                told.append(turn.said.moved(place))
            items.append(Group(turn.items, place))
            if y and least:
                over = round(y - APART / 2, 4)
                items.append(Path(segment(left, over, width, over), stroke=BLACK, width=PARTED))
        return items, height

    def _large(
        self, setting: Setting, asides: Mapping[str, Aside], told: list[Told], *, among_rules: bool
    ) -> tuple[list[Item], float]:
        """The board in the middle, and below it the seats side by side: what each has, did and laid.

        Where a page has little room seats stand beside the board.
        """
        _, grid, card, width, moves, slots = setting
        if card < MOST_IN_ROWS:
            small = {seat: partial(_scaled, aside, SMALL) for seat, aside in asides.items()}
            return self._small(setting, small, told, (LEAST_SHARE, 0.0))
        share = LARGE[among_rules]
        more = min(1.0, card / MOST_IN_ROWS - 1.0)
        larger = {seat: partial(_scaled, aside, 1.0 + MORE * more) for seat, aside in asides.items()}
        board = self.printed.band(grid, LEAST_IN_ROWS, share * framed(self.printed, grid, width))
        left = (width - board.width) / 2
        slots |= {name: slot.moved(left, OVER) for name, slot in zip(grid.names, board.slots, strict=True)}
        below = Affine.translation(0.0, OVER)
        items: list[Item] = [Group((board_item(self.printed, grid, board, left, moves),), below)]
        top = OVER + board.height + UNDER + LOOSE * more
        seats, height = self._side_by_side(setting, larger, told, top, LOOSE * more)
        return [*items, *seats], height

    def _side_by_side(
        self, setting: Setting, asides: Mapping[str, Aside], told: list[Told], top: float, apart: float
    ) -> tuple[list[Item], float]:
        """From `top` down what each seat has and did, and so far `apart` what it laid; and where all of it ends."""
        owned, wide = setting.table.by_owner(), (setting.width - COLUMNS) / 2
        turns = [self._turn(setting, owner, wide, asides.get(owner)) for owner in owned]
        foot = top + max(turn.height for turn in turns) + ROWS + apart
        items: list[Item] = []
        height = foot
        for at, (turn, (owner, zones)) in enumerate(zip(turns, owned.items(), strict=True)):
            place = Affine.translation(round(at * (wide + COLUMNS), 4), round(top, 4))
            if turn.said is not None:
                told.append(turn.said.moved(place))
            laid = self._laid(owner, zones, wide)
            lower = Affine.translation(0.0, round(foot - top, 4))
            items.append(Group((*turn.items, Group(laid.items, lower)), place))
            height = max(height, foot + laid.height)
        return items, height

    @property
    def _mark(self) -> Affine:
        """Where the mark of a seat stands in its head."""
        return Affine.scaling(MARK).then(Affine.translation(-0.5, round((HEAD - MARK * 8.2) / 2, 4)))

    def _turn(self, setting: Setting, owner: str, width: float, aside: Aside | None) -> _Turn:
        """The head of a seat with what it has at the right, and below it its turn."""
        zones = setting.table.by_owner()[owner]
        left = LEFT + 4 * STONE + ARROW + AIR
        values = self._values(zones, width - left)
        head = Affine.translation(round(width - values.width, 4), HEAD / 2)
        items: list[Item] = [
            Group(tuple(self.letter(owner)), self._mark),
            *self._squares(setting, owner),
            Group(values.items, head),
        ]
        if aside is None:
            return _Turn(tuple(items), HEAD, None)
        words, high = aside(width)
        y = HEAD + AIR
        return _Turn(tuple(items), y + high, words.moved(Affine.translation(0.0, y)))

    def _values(self, zones: Sequence[Zone], width: float) -> Band:
        """What a seat has about y 0, no wider than that: only what there is any of, but always something."""
        every = [value_of(self.zones, zone) for zone in zones if zone.kind == "text" and zone.items]
        values = [value for value in every if value.text != NOTHING] or every[:1]
        wide = math.fsum(value.right for value in values) + VALUES * max(0, len(values) - 1)
        scale = min(LARGEST, width / wide) if wide else 1.0
        items: list[Item] = []
        x = 0.0
        for value in values:
            place = Affine.translation(round(x, 4), 0.0).then(Affine.scaling(scale))
            items.append(Group(tuple(value_row(self.zones, value)), place))
            x += value.right + VALUES
        return Band(scale * wide, HEAD, tuple(items))

    def _laid(self, owner: str, zones: Sequence[Zone], width: float) -> Band:
        """What a seat has laid, behind its mark; nothing is as high as one row of that."""
        items: list[Item] = []
        y = 0.0
        for zone in (zone for zone in zones if zone.kind != "text" and zone.name != HAND and zone.items):
            band = self.zones.labelled(zone, LEAST_IN_ROWS, 1e3)
            scale = min(THINGS, (width - LAID) / band.width)
            middle = y + THINGS * band.height / 2
            place = Affine.translation(LAID, round(middle - scale * band.height / 2, 4))
            items.append(Group(band.items, Affine.scaling(scale).then(place)))
            mark = Affine.translation(-4.0, -4.1).then(Affine.scaling(LAID_MARK))
            mark = mark.then(Affine.translation(2.6, round(middle, 4)))
            items += [Group(tuple(self.letter(owner)), mark)] if not y else []
            y += THINGS * band.height
        return Band(width, y, tuple(items))

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
            return [*stone_items(self.zones.kit, [stone], low=low)]
        box = Rect(middle[0] - STONE, middle[1] - STONE, 2 * STONE, 2 * STONE)
        return square_items(MOUNTAIN, box.grown(0.4), (0, 0), low=low)


class _Turn(NamedTuple):
    """A seat's turn from its head down, its height, and its words."""

    items: tuple[Item, ...]
    height: float
    said: Told | None


def _tops(turns: Sequence[_Turn], room: float) -> Iterator[float]:
    """Where seats begin one below the other: each has its share of the room, unless another needs more."""
    y, share = 0.0, (room + APART) / len(turns)
    for at, turn in enumerate(turns):
        y = max(y, min(at * share, room - _high(turns[at:])))
        yield y
        y += turn.height + APART


def _high(turns: Sequence[_Turn]) -> float:
    """How high they are at least one below the other."""
    return math.fsum(turn.height + APART for turn in turns) - APART


def _scaled(aside: Aside, scale: float, width: float) -> tuple[Told, float]:
    """Words so much larger than elsewhere."""
    said, high = aside(width / scale)
    return said.moved(Affine.scaling(scale)), scale * high
