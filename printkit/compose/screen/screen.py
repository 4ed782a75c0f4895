"""Draws a table for a screen: every thing a drawing of its own, with its place, what it is in words and its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum
from typing import NamedTuple, TypeAlias

from printkit.compose.faces.context import Choices
from printkit.compose.screen.action_labels import ActionLabels
from printkit.compose.screen.arrangements import Arrangement, Room, arrangements, fits, in_room, size_in
from printkit.compose.screen.mat_pen import MatPen
from printkit.compose.screen.things import Block, Thing, broken, centred, in_rows, snug, spread
from printkit.compose.table.board_pen import lies_on_mat
from printkit.compose.table.small import empty_place
from printkit.compose.table.table_names import TableNames
from printkit.compose.table.zone_pen import PEEP, Band, Cards, Words, ZonePen, item_text
from printkit.compose.text.paragraphs import break_lines, phrases
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_width, set_line
from printkit.games.core import PLAYER
from printkit.games.zones import FACE_DOWN, Item, Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, ON_CLOTH, ON_CLOTH_SOFT, PAPER, find_ink
from printkit.scene.model import Group, Path
from printkit.scene.model import Item as Drawn
from printkit.scene.shapes import circle, rectangle

__all__ = ["Room", "ScreenPen"]

# From so many characters on a value is written small; what is written of an action in a record.
LONG, ACTION = 12, re.compile(r"[>*^@]")
# Widths of cards: what lies open, many of them, and backs; mm.
OPEN, MANY, BACKS = 10.0, 7.4, 5.8
# So many lie open at their full width.
FEW = 8
# A zone's name above it; between zones side by side and one under the other; between blocks.
HEAD, ACROSS, DOWN, APART = 3.8, 3.0, 2.2, 4.0
# A seat's letter: its radius, its room, and the em of the points beside it.
LETTER, SEAT, POINTS = 3.3, 9.0, 4.4
# The least of a room's height that a board gets.
LEAST_BOARD = 0.4
# What a larger own hand weighs against the size of all the rest, as an exponent.
OWN_SHARE = 0.3
# A square is as large as its room.
LARGEST_SQUARE = 60.0
# A neat stack looks as high as so many cards, each so far from the next.
STACK, STEP = 3, 0.55


DrawBoard: TypeAlias = Callable[[float], Block]
"""Draws a board so wide (mm)."""


class Sight(NamedTuple):
    """A table, the seats that act, and how wide the cards in the looking seat's hand are, mm."""

    table: Table
    acting: Sequence[str]
    own: float


class ScreenPen:
    """Draws tables with a kit's cards, tokens, pieces and boards, as large as a screen has room."""

    def __init__(self, kit: Kit, choices: Choices, cards: Cards, names: TableNames) -> None:
        self.kit, self.names, self.back, self.language = kit, names, cards.back, names.language
        self.small = TextStyle(kit.fonts["text"], 2.5, ON_CLOTH, tracking=0.0)
        self.points = TextStyle(kit.fonts["display"], POINTS, ON_CLOTH)
        words = Words(names.language, names.zone, self._chip)
        self.zones = ZonePen(kit, choices, cards, self.small, words, LARGEST_SQUARE)
        self.mat = MatPen(kit, self.zones, names)

    def draw(self, table: Table, room: Room, acting: Sequence[str] = ()) -> tuple[Block, int]:
        """The table in the arrangement in which most is seen, in mm, and that arrangement's number.

        The one that is seen already stays as long as the table fits it. The seat that looks is nearest, boards face it,
        and the seats that act are marked.
        """
        board, rest = self._board(table)

        def draw(arrangement: Arrangement) -> tuple[Block, float]:
            sight = Sight(table, acting, arrangement.own)
            if board:
                return self._around(sight, rest, board, arrangement)
            return self._rows(sight, rest, arrangement)

        known = arrangements(room, with_board=board is not None)
        if room.kept in known:
            kept, _ = draw(known[room.kept])
            if fits(kept, known[room.kept]):
                return in_room(kept, room), room.kept
        tried = {number: draw(each) for number, each in known.items()}
        best = max(tried, key=lambda number: size_in(room, *tried[number]))
        return in_room(tried[best][0], room), best

    def _board(self, table: Table) -> tuple[DrawBoard | None, list[Zone]]:
        """What draws the kit's mat or the first board, if there is one, and the zones that lie elsewhere."""
        zones = [zone for zone in table.zones if zone.name or zone.items]
        if lies_on_mat(self.kit, table):
            return lambda width: self.mat.draw(zones, width, self._thing), self.mat.beside(zones)
        grid = next((zone for zone in zones if zone.kind == "grid"), None)
        if grid is None:
            return None, zones
        turned = _turned(grid, table.seat)
        return (
            lambda width: self._placed(grid, self.zones.band(grid, OPEN, width, turned=turned)),
            [zone for zone in zones if zone is not grid],
        )

    def _around(
        self, sight: Sight, rest: list[Zone], board: DrawBoard, room: Arrangement
    ) -> tuple[Block, float]:
        """The board or mat with the rest beside it, or above and below; and how large the board is, mm."""
        across = room.beside or room.width
        before, common, own = self._blocks(sight, rest, across)
        blocks = [*before, *common, *own]
        if room.beside:
            wide = max((block.width for block in blocks), default=0.0)
            main = _within(board, room.width - wide - 2 * APART, room.height)
            column = spread(blocks, max(wide, 1.0), main.height, APART)
            height = max(main.height, column.height)
            parts = [
                main.moved(0.0, (height - main.height) / 2),
                column.moved(main.width + 2 * APART, (height - column.height) / 2),
            ]
            whole = Block(main.width + 2 * APART + wide, height).holding(parts)
        else:
            used = fsum(block.height + APART for block in blocks)
            main = _within(board, room.width, max(room.height - used, LEAST_BOARD * room.height))
            whole = spread([*before, main, *common, *own], room.width, room.height, APART)
        return whole, (main.width * main.height) ** 0.5

    def _rows(self, sight: Sight, zones: list[Zone], room: Arrangement) -> tuple[Block, float]:
        """A table of cards: the other seats above, side by side where there is room, what is common in the middle, the
        looking seat's own below; and what its cards' width (mm) weighs."""
        before, common, own = (
            [snug(block) for block in part] for part in self._blocks(sight, zones, room.width)
        )
        if len([*broken(before, room.width, APART)]) == len(before):
            # One under the other the seats begin on one line.
            wide = max((block.width for block in (*before, *own)), default=0.0)
            before, own = ([block._replace(width=wide) for block in part] for part in (before, own))
        rows = [
            centred(row, room.width, APART)
            for part in (before, common, own)
            for row in broken(part, room.width, APART)
        ]
        return spread(rows, room.width, room.height, APART), sight.own**OWN_SHARE

    # Blocks of a seat, or of nobody

    def _blocks(
        self, sight: Sight, zones: Sequence[Zone], width: float
    ) -> tuple[list[Block], list[Block], list[Block]]:
        """The other seats in the order of play from the looking one on, what is common, and the looking seat; each
        `width` wide, mm."""
        table = sight.table
        seats = [seat for seat, _ in table.points] if table.points else []
        owners = list(dict.fromkeys([*seats, *(zone.owner for zone in zones if zone.owner)]))
        owners = [owner for owner in owners if owner != PLAYER]
        if table.seat in owners:
            at = owners.index(table.seat)
            owners = [*owners[at + 1 :], *owners[:at], table.seat]
        drawn = {
            owner: self._block(sight, owner, [zone for zone in zones if zone.owner == owner], width)
            for owner in owners
        }
        common = self._zones([zone for zone in zones if not zone.owner], sight, width)
        others = [drawn[owner] for owner in owners if owner != table.seat]
        return others, [common] * bool(common.things), [drawn[table.seat]] if table.seat in drawn else []

    def _block(self, sight: Sight, owner: str, zones: Sequence[Zone], width: float) -> Block:
        """A seat's letter and points, and beside them what is before it."""
        marks = [item.face for zone in zones if not zone.name for item in zone.items if item]
        named = self._zones([zone for zone in zones if zone.name], sight, width - SEAT)
        head = self._seat(sight, owner, marks, alone=not named.things)
        height = max(head.height, named.height)
        body = named.moved(SEAT, (height - named.height) / 2)
        # A name is never broken: one that is longer than the column takes from the board.
        wide = max(width, SEAT + named.width)
        return Block(wide, height, (*head.ground, *body.ground), (*head.things, *body.things))

    def _seat(self, sight: Sight, owner: str, marks: Sequence[str], *, alone: bool) -> Block:
        """The seat's letter in a disc, its points below (beside it, where nothing else is), and unnamed counters."""
        items: list[Drawn] = []
        x, y = LETTER + 0.4, LETTER + 0.4
        marked = owner in sight.acting
        # On dark cloth a black disc has an edge that is seen.
        items.append(Path(circle(x, y, LETTER + 0.4), find_ink("blue") if marked else ON_CLOTH))
        items.append(Path(circle(x, y, LETTER), find_ink("blue") if marked else BLACK))
        style = fit_line(owner, replace(self.points, ink=PAPER), 1.6 * LETTER, 0.4)
        items.append(ink_center_line(owner, style, x, y + style.size * 0.36))
        points = dict(sight.table.points).get(owner)
        wide, bottom = 2 * LETTER + 0.8, 2 * LETTER + 1.0
        said = f"{self.names.word('seat')} {owner}"
        if points is not None:
            text = f"{points:g}".replace("-", "−")
            if alone:
                items.append(set_line(text, self.points, SEAT, y + POINTS * 0.36))
                wide = SEAT + line_width(text, self.points)
            else:
                fitted = fit_line(text, self.points, SEAT - 1.6, 0.3)
                items.append(ink_center_line(text, fitted, x, bottom + fitted.size * 0.8))
                bottom += POINTS + 0.6
            said += f", {self.names.word('points')} {text}"
        for at, name in enumerate(marks):
            items += self.zones.counter(name, 2.2 + at % 2 * 4.2, bottom + 2.2 + at // 2 * 4.2, 2.0)
            said += f", {self.names.named(name) or name}"
        bottom += -(-len(marks) // 2) * 4.2
        box = Rect(0.0, 0.0, wide, bottom)
        return Block(
            SEAT, bottom, (), (Thing(f"seat-{owner}", said, box, tuple(items), (owner,), owner=owner),)
        )

    def _zones(self, zones: Sequence[Zone], sight: Sight, width: float) -> Block:
        """Zones side by side, in as many rows as they need; what is empty is left out, single values come last."""
        single = [zone for zone in zones if zone.kind == "text" and zone.items]
        rest = [
            zone
            for zone in zones
            if zone.kind != "text" and (zone.items or zone.count or zone.kind == "pile")
        ]
        blocks = [self._zone(zone, sight, width) for zone in rest]
        blocks += [self._single(zone, sight.table, width) for zone in single]
        return in_rows(blocks, width, ACROSS, DOWN)

    # One zone

    def _zone(self, zone: Zone, sight: Sight, width: float) -> Block:
        """A zone below its name."""
        if zone.kind == "pile":
            drawn = self._pile(zone)
        else:
            card = self._card_width(zone, sight)
            drawn = self._placed(zone, self.zones.band(zone, card, width))
        return self._named(zone, drawn)

    def _named(self, zone: Zone, drawn: Block, title: str = "") -> Block:
        """A block with the zone's name, or another title, above it."""
        name = title or (self.names.zone(zone.name) if zone.name else "")
        if not name:
            return drawn
        style = replace(self.small, ink=ON_CLOTH_SOFT)
        line = set_line(name, style, 0.0, 2.6)
        head = HEAD + 0.6 * PEEP * any(item and item.seen_by for item in zone.items)
        below = drawn.moved(0.0, head)
        width = max(drawn.width, line_width(name, style))
        return Block(width, drawn.height + head, (line, *below.ground), below.things)

    def _single(self, zone: Zone, table: Table, width: float) -> Block:
        """Values below their name: cards that were played as cards, an action as its label, anything else large."""
        text = self.names.listed(self._value(zone, item, table) for item in zone.items if item) or "–"
        words = f"{self.names.zone(zone.name)}: {text}"
        played = [word for item in zone.items if item for word in item.face.split()]
        cards = tuple(Item(word) for word in played if word in self.zones.cards)
        if cards:
            band = self.zones.band(Zone(zone.name, "row", cards), MANY, width)
            size, items = (band.width, band.height), band.items
        else:
            style = self.points if len(text) <= LONG else self.small
            widest = max(line_width(each.strip(), style) for each in phrases(text, self.language))
            lines = break_lines(text, style, max(width, widest), self.language)
            size = max(line_width(line, style) for line in lines), POINTS * len(lines)
            items = tuple(
                ink_center_line(line, style, size[0] / 2, POINTS * (at + 0.86))
                for at, line in enumerate(lines)
            )
        thing = Thing(_id(zone), words, Rect(0.0, 0.0, *size), items)
        # A card that stands for another looks like itself: the words say for which.
        title = words if len(cards) == 1 and len(played) > 1 else ""
        return self._named(zone, Block(*size, (), (thing,)), title)

    def _value(self, zone: Zone, item: Item, table: Table) -> str:
        if ACTION.search(item.face):
            return ActionLabels(self.names, table).chosen(item.face)
        return self.names.thing(zone, item) if item.face else item.note

    def _card_width(self, zone: Zone, sight: Sight) -> float:
        if zone.items and all(item is not None and item.face == FACE_DOWN for item in zone.items):
            return BACKS
        if zone.kind == "hand" and zone.owner == sight.table.seat:
            return sight.own
        return OPEN if len(zone.items) <= FEW else MANY

    def _pile(self, zone: Zone) -> Block:
        """A neat stack with its top card, or its back where no faces are known, and how many there are."""
        count = zone.count if zone.count is not None else len(zone.items)
        top = zone.items[-1] if zone.items else None
        height = OPEN * self.zones.ratio
        if top is None and (not count or self.back is None):
            slot = Rect(0.0, 0.0, OPEN, height)
            ground: tuple[Drawn, ...] = tuple(empty_place(slot))
        else:
            shown = min(STACK, count) - 1
            slot = Rect(0.0, 0.0, OPEN, height).moved(shown * STEP, 0.0)
            one = Zone(zone.name, "row", (top or Item(FACE_DOWN),))
            card = self.zones.band(one, OPEN, OPEN).items
            edges = [
                Path(rectangle(Rect(at * STEP, (shown - at) * STEP, OPEN, height)), PAPER, BLACK, 0.15)
                for at in range(shown)
            ]
            ground = (*edges, Group(card, Affine.translation(slot.x, 0.0)))
        box = Rect(0.0, 0.0, slot.right, height + min(STACK, max(count, 1)) * STEP - STEP)
        label = self._count(count, slot) if count > 1 else ()
        face = self.names.thing(zone, top) if top else ""
        words = ", ".join(filter(None, (f"{self.names.zone(zone.name)}: {count}", face)))
        names = (zone.name, *((top.face,) if top else ()))
        thing = Thing(_id(zone), words, box, (*ground, *label), names, self._card_of(top))
        return Block(box.width, box.height, (), (thing,))

    def _count(self, count: int, slot: Rect) -> tuple[Drawn, ...]:
        """How many cards a stack has, in white on black in its middle."""
        text = str(count)
        style = replace(self.points, size=3.4, ink=PAPER)
        x, y = slot.center
        radius = max(2.9, line_width(text, style) / 2 + 0.9)
        return (Path(circle(x, y, radius), BLACK), ink_center_line(text, style, x, y + style.size * 0.36))

    def _placed(self, zone: Zone, band: Band) -> Block:
        """The things of a band, each with its words."""
        if zone.items and len(band.parts) == len(zone.items):
            things = tuple(
                self._thing(zone, at, slot, part)
                for at, (slot, part) in enumerate(zip(band.slots, band.parts, strict=True))
            )
        else:
            words = f"{self.names.zone(zone.name)} {zone.count or '–'}"
            box = Rect(0.0, 0.0, band.width, band.height)
            things = (Thing(_id(zone), words, box, band.items, (zone.name,)),)
            return Block(band.width, band.height, (), things)
        return Block(band.width, band.height, band.ground, things)

    def _thing(self, zone: Zone, at: int, slot: Rect, part: Sequence[Drawn]) -> Thing:
        """A thing by the place it lies on; one that an action may call by its name has that too."""
        item = zone.items[at]
        place = zone.names[at] if zone.names else ""
        names = [place] if place else []
        if item is not None and item.face and item.face != FACE_DOWN and self._picked(zone):
            names += [item.face, f"{item.face}r"] if item.turned else [item.face]
        box_id = f"{_id(zone)}-{place or at + 1}"
        words = f"{self.names.place(place or zone.name)}: {self.names.thing(zone, item)}"
        items = (
            (Group(tuple(part), Affine.translation(round(-slot.x, 3), round(-slot.y, 3))),) if part else ()
        )
        held = zone.kind in ("hand", "tokens")
        what = f"{item.face} {item.owner}" if item and item.face and item.face != FACE_DOWN else ""
        return Thing(box_id, words, slot, items, tuple(names), self._card_of(item), what, zone.owner, held)

    def _picked(self, zone: Zone) -> bool:
        """Whether what lies there is picked up by its name: cards and tokens, but no counters or numbers."""
        if zone.kind in ("hand", "tokens"):
            return True
        return zone.kind in ("pile", "row") and any(
            item and item.face in self.zones.cards for item in zone.items
        )

    def _chip(self, zone: Zone, item: Item) -> str:
        """What is written where nothing is drawn: in words where there are any."""
        return item_text(item) if item.face in ("", FACE_DOWN) else self.names.thing(zone, item)

    def _card_of(self, item: Item | None) -> str:
        return self.zones.cards.get(item.face, "") if item is not None else ""


def _within(board: DrawBoard, width: float, height: float) -> Block:
    """The board as large as it can be in so much room (mm)."""
    drawn = board(max(width, 1.0))
    return board(width * height / drawn.height) if drawn.height > height else drawn


def _turned(grid: Zone, seat: str) -> bool:
    """Whether the seat that looks sits above the board as it is printed: its pieces face down."""
    return any(item.turned and item.owner == seat for item in grid.items if item and item.owner)


def _id(zone: Zone) -> str:
    """What a place is called in a page: no blanks."""
    return "-".join(filter(None, (zone.name.replace(" ", "-"), zone.owner)))
