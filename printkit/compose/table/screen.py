"""Draws a table for a screen: every thing a drawing of its own, with its place, what it is in words and its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from printkit.compose.faces.context import Choices
from printkit.compose.table.board_pen import TOKEN, lies_on_mat
from printkit.compose.table.small import Faces, empty_place
from printkit.compose.table.things import Block, Thing, beside, in_rows, stacked
from printkit.compose.table.zone_pen import Band, ZonePen
from printkit.compose.text.typesetting import (
    TextStyle,
    fit_line,
    ink_center_line,
    line_ink_box,
    line_width,
    set_line,
)
from printkit.games.core import PLAYER
from printkit.games.zones import FACE_DOWN, Item, Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Path, Scene
from printkit.scene.model import Item as Drawn
from printkit.scene.shapes import circle, rectangle

__all__ = ["ScreenPen", "Words"]

# How much of a line's column its card takes, and the least and greatest width of a card; mm.
CARD, LEAST, MOST = 0.72, 12.0, 26.0
# How much of a card shows above the next one, and all of them together at most, in heights of a card.
STRIP, SPREAD = 0.135, 0.62
# Above a row; the tag of a line; the em in it.
ROW, TAG, TAG_EM = 2.4, 3.6, 2.9
# What the token of the game is called.
TOKENS, DRAWN = "token", "drawn"

MakeThing: TypeAlias = Callable[[Zone, int, Rect, Sequence[Drawn]], Thing]


class MatPen:
    """Draws what lies on the mat's lines and piles; the rest of the table lies elsewhere."""

    def __init__(self, kit: Kit, zones: ZonePen) -> None:
        self.kit, self.zones = kit, zones

    def draw(self, zones: Sequence[Zone], width: float, thing: MakeThing) -> tuple[Block, list[Zone]]:
        """The mat so wide (mm), and the zones that do not lie on it."""
        mat = self.kit.mat
        assert mat is not None
        by_name = {zone.name: zone for zone in zones}
        lines = [mat.place(name) for name in mat.forward]
        columns = sorted({place.column for place in lines})
        half = len(mat.forward) // 2
        pitch = width / len(columns)
        card = min(max(pitch * CARD, LEAST), MOST)
        pitch = min(pitch, card / CARD)
        height = card * self.zones.ratio
        things: list[Thing] = []
        slots: dict[str, Rect] = {}
        y = 0.0
        for names in (mat.forward[half:], mat.forward[:half]):
            fans = {name: self._strip(by_name[name], height) for name in names}
            y += ROW + max(fan * max(0, len(by_name[name].items) - 1) for name, fan in fans.items())
            for name in names:
                x = columns.index(mat.place(name).column) * pitch + (pitch - card) / 2
                slots[name] = Rect(x, y, card, height)
                things += self._line(by_name[name], slots[name], fans[name], thing)
            y += height
        token = by_name.get(TOKENS)
        things += (
            [self._token(item, slots) for item in token.items if item and item.face in slots] if token else []
        )
        rest = [zone for zone in zones if zone.name not in slots and zone.name != TOKENS]
        return Block(pitch * len(columns), y, (), tuple(things)), rest

    def _strip(self, zone: Zone, height: float) -> float:
        """How much of each card shows above the next one."""
        covered = len(zone.items) - 1
        return min(STRIP * height, SPREAD * height / covered) if covered > 0 else 0.0

    def _line(self, zone: Zone, slot: Rect, strip: float, thing: MakeThing) -> list[Thing]:
        """The pile's cards from the back, and the line's own with its tag."""
        if not zone.items:
            tag = Group(tuple(self._tag(zone.name, slot)), Affine.translation(-slot.x, -slot.y))
            ground = Group(tuple(empty_place(slot)), Affine.translation(-slot.x, -slot.y))
            return [Thing(zone.name, zone.name, slot, (ground, tag), (zone.name,))]
        made = []
        for at in range(len(zone.items)):
            box = slot.moved(0.0, -strip * (len(zone.items) - 1 - at))
            one = Zone(zone.name, "row", (zone.items[at],))
            (part,) = self.zones.band(one, slot.width, slot.width).parts
            moved = Group(part, Affine.translation(round(box.x, 3), round(box.y, 3)))
            made.append(thing(zone, at, box, (moved,)))
        top = made.pop()
        tag = Group(
            tuple(self._tag(zone.name, slot)), Affine.translation(round(-slot.x, 3), round(-slot.y, 3))
        )
        named = top._replace(id=zone.name, items=(*top.items, tag), names=(zone.name, *top.names))
        return [*made, named]

    def _tag(self, name: str, slot: Rect) -> list[Drawn]:
        """The line's number in white on black at the foot of its card, left."""
        style = TextStyle(self.kit.fonts["display"], TAG_EM, PAPER)
        ink = line_ink_box(set_line(name, style, 0.0, 0.0))
        box = Rect(slot.x - 1.2, slot.bottom - TAG, max(ink.width + 1.6, TAG), TAG)
        base = box.center[1] - ink.center[1]
        return [Path(rectangle(box), BLACK), ink_center_line(name, style, box.center[0], base)]

    def _token(self, item: Item, slots: dict[str, Rect]) -> Thing:
        """A seat's disc, or the kit's round token, on the upper half of a card: the lower numbers stay readable."""
        slot = slots[item.face]
        radius = slot.width * TOKEN
        x, y = slot.center[0], slot.center[1] - slot.height * 0.1
        box = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        items: list[Drawn] = [Path(circle(radius, radius, radius + 0.7), PAPER)]
        token = next((token for token in self.kit.tokens if token.shape == "round"), None)
        if token is not None and not item.owner:
            items += self.zones.counter(token.id, radius, radius, radius)
        else:
            style = TextStyle(self.kit.fonts["display"], radius * 1.5, PAPER)
            items.append(Path(circle(radius, radius, radius), find_ink("blue")))
            items.append(ink_center_line(item.owner or "●", style, radius, radius * 1.52))
        return Thing(
            f"{TOKENS}-{item.owner}".rstrip("-"), f"{TOKENS} {item.owner} {item.face}", box, tuple(items)
        )


# Widths of cards: the looking seat's own, what lies open, many of them, and backs; mm.
OWN, OPEN, MANY, BACKS = 13.0, 10.0, 7.4, 5.8
# So many lie open at their full width.
FEW = 8
# A zone's name above it; between zones side by side and one under the other; between blocks.
HEAD, ACROSS, DOWN, APART = 3.8, 3.0, 2.2, 4.0
# A seat's letter: its radius, its room, and the em of the points beside it.
LETTER, SEAT, POINTS = 3.3, 9.0, 4.4
LARGEST_SQUARE = 11.0
# From this width on a board takes a share of it, and seats stand side by side.
WIDE, BOARD_SHARE, LARGEST = 120.0, 0.58, 104.0
# A neat stack looks as high as so many cards, each so far from the next.
STACK, STEP = 3, 0.55


class Words(NamedTuple):
    """What a screen says: the name of a zone, that of a card by its id, and a word by its key."""

    zone: Callable[[str], str]
    card: Callable[[str], str]
    word: Callable[[str], str]


class ScreenPen:
    """Draws tables with a kit's cards, tokens, pieces and boards; a phone's screen is some 70 mm wide."""

    def __init__(self, kit: Kit, choices: Choices, faces: Faces, back: Scene | None, words: Words) -> None:
        self.kit, self.words, self.back = kit, words, back
        self.small = TextStyle(kit.fonts["text"], 2.5, tracking=0.0)
        self.points = TextStyle(kit.fonts["display"], POINTS)
        self.zones = ZonePen(kit, choices, faces, back, self.small, words.zone, LARGEST_SQUARE)
        self.mat = MatPen(kit, self.zones)

    def draw(self, table: Table, width: float, acting: Sequence[str] = ()) -> Block:
        """The table `width` mm wide: boards first, the seat that looks nearest, and the seats that act marked."""
        zones = [zone for zone in table.zones if zone.name or zone.items]
        wide = width >= WIDE
        main, zones = self._main(table, zones, min(width * BOARD_SHARE, LARGEST) if wide else width)
        room = width - main.width - 2 * APART if wide and main else width
        across = (room - APART) / 2 if room >= WIDE else room
        blocks = self._blocks(table, zones, across, acting)
        if main is None:
            return in_rows(blocks, width, APART, APART)._replace(width=width)
        if wide:
            rest = stacked(blocks, room, APART)
            height = max(main.height, rest.height)
            both = [main._replace(height=height), rest._replace(height=height)]
            return beside(both, 2 * APART)._replace(width=width)
        middle = main.moved((width - main.width) / 2, 0.0)
        ahead = blocks[: len({zone.owner for zone in zones if zone.owner}) // 2]
        return stacked([*ahead, middle, *blocks[len(ahead) :]], width, APART)

    def _main(self, table: Table, zones: list[Zone], width: float) -> tuple[Block | None, list[Zone]]:
        """The kit's mat or the first board, and the zones that lie elsewhere."""
        if lies_on_mat(self.kit, table):
            things, rest = self.mat.draw(zones, width, self._thing)
            return things, rest
        grid = next((zone for zone in zones if zone.kind == "grid"), None)
        if grid is None:
            return None, zones
        band = self.zones.band(grid, OPEN, width)
        return self._placed(grid, band), [zone for zone in zones if zone is not grid]

    # Blocks of a seat, or of nobody

    def _blocks(
        self, table: Table, zones: Sequence[Zone], width: float, acting: Sequence[str]
    ) -> list[Block]:
        """The other seats in the order of play from the looking one on, what is common, and the looking seat."""
        seats = [seat for seat, _ in table.points] if table.points else []
        owners = list(dict.fromkeys([*seats, *(zone.owner for zone in zones if zone.owner)]))
        owners = [owner for owner in owners if owner != PLAYER]
        if table.seat in owners:
            at = owners.index(table.seat)
            owners = [*owners[at + 1 :], *owners[:at], table.seat]
        drawn = {
            owner: self._block(table, owner, [zone for zone in zones if zone.owner == owner], width, acting)
            for owner in owners
        }
        common = self._zones([zone for zone in zones if not zone.owner], table.seat, width)
        blocks = [drawn[owner] for owner in owners if owner != table.seat]
        blocks += [common] if common.things else []
        return [*blocks, drawn[table.seat]] if table.seat in drawn else blocks

    def _block(
        self, table: Table, owner: str, zones: Sequence[Zone], width: float, acting: Sequence[str]
    ) -> Block:
        """A seat's letter and points, and beside them what is before it."""
        marks = [item.face for zone in zones if not zone.name for item in zone.items if item]
        named = self._zones([zone for zone in zones if zone.name], table.seat, width - SEAT)
        head = self._seat(table, owner, marks, marked=owner in acting, alone=not named.things)
        height = max(head.height, named.height)
        body = named.moved(SEAT, (height - named.height) / 2)
        return Block(width, height, (*head.ground, *body.ground), (*head.things, *body.things))

    def _seat(self, table: Table, owner: str, marks: Sequence[str], *, marked: bool, alone: bool) -> Block:
        """The seat's letter in a disc, its points below (beside it, where nothing else is), and unnamed counters."""
        items: list[Drawn] = []
        x, y = LETTER + 0.4, LETTER + 0.4
        if marked:
            items.append(Path(circle(x, y, LETTER + 0.4), find_ink("blue")))
        items.append(Path(circle(x, y, LETTER), find_ink("blue") if marked else BLACK))
        style = fit_line(owner, replace(self.points, ink=PAPER), 1.6 * LETTER, 0.4)
        items.append(ink_center_line(owner, style, x, y + style.size * 0.36))
        points = dict(table.points).get(owner)
        bottom = 2 * LETTER + 1.0
        said = f"{self.words.word('seat')} {owner}"
        if points is not None:
            text = f"{points:g}".replace("-", "−")
            if alone:
                items.append(set_line(text, self.points, SEAT, y + POINTS * 0.36))
            else:
                fitted = fit_line(text, self.points, SEAT - 1.6, 0.3)
                items.append(ink_center_line(text, fitted, x, bottom + fitted.size * 0.8))
                bottom += POINTS + 0.6
            said += f", {self.words.word('points')} {text}"
        for at, name in enumerate(marks):
            items += self.zones.counter(name, 2.2 + at % 2 * 4.2, bottom + 2.2 + at // 2 * 4.2, 2.0)
            said += f", {name}"
        bottom += -(-len(marks) // 2) * 4.2
        box = Rect(0.0, 0.0, 2 * LETTER + 0.8, bottom)
        return Block(
            SEAT, bottom, (), (Thing(f"seat-{owner}", said, box, tuple(items), (owner,), owner=owner),)
        )

    def _zones(self, zones: Sequence[Zone], looking: str, width: float) -> Block:
        """Zones side by side, in as many rows as they need; what is empty is left out, single values come last."""
        single = [zone for zone in zones if zone.kind == "text" and zone.items]
        rest = [
            zone
            for zone in zones
            if zone.kind != "text" and (zone.items or zone.count or zone.kind == "pile")
        ]
        blocks = [self._zone(zone, looking, width) for zone in rest]
        blocks += [self._single(zone) for zone in single]
        return in_rows(blocks, width, ACROSS, DOWN)

    # One zone

    def _zone(self, zone: Zone, looking: str, width: float) -> Block:
        """A zone below its name."""
        if zone.kind == "pile":
            drawn = self._pile(zone)
        else:
            card = self._card_width(zone, looking)
            drawn = self._placed(zone, self.zones.band(zone, card, width))
        return self._named(zone, drawn)

    def _named(self, zone: Zone, drawn: Block) -> Block:
        """A block with the zone's name above it."""
        name = self.words.zone(zone.name) if zone.name else ""
        if not name:
            return drawn
        style = replace(self.small, ink=BLACK.at(0.72))
        line = set_line(name, style, 0.0, 2.6)
        below = drawn.moved(0.0, HEAD)
        width = max(drawn.width, line_width(name, style))
        return Block(width, drawn.height + HEAD, (line, *below.ground), below.things)

    def _single(self, zone: Zone) -> Block:
        """Values, large, below their name."""
        text = " ".join(f"{each.face} {each.note}".strip() for each in zone.items if each) or "–"
        wide = line_width(text, self.points)
        line = ink_center_line(text, self.points, wide / 2, POINTS * 0.86)
        words = f"{self.words.zone(zone.name)} {text}"
        box = Rect(0.0, 0.0, wide, POINTS)
        return self._named(zone, Block(wide, POINTS, (), (Thing(_id(zone), words, box, (line,)),)))

    def _card_width(self, zone: Zone, looking: str) -> float:
        if zone.items and all(item is not None and item.face == FACE_DOWN for item in zone.items):
            return BACKS
        if zone.kind == "hand" and zone.owner == looking:
            return OWN
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
        face = self.words.card(self.zones.cards.get(top.face, top.face)) if top else ""
        words = ", ".join(filter(None, (f"{self.words.zone(zone.name)}: {count}", face)))
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
            words = f"{self.words.zone(zone.name)} {zone.count or '–'}"
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
        words = f"{place or self.words.zone(zone.name)}: {self._said(item)}"
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

    def _said(self, item: Item | None) -> str:
        if item is None or not item.face:
            return self.words.word("empty") + (f" {item.note}" if item and item.note else "")
        if item.face == FACE_DOWN:
            return self.words.word("face-down")
        name = self.words.card(self.zones.cards[item.face]) if item.face in self.zones.cards else item.face
        turned = self.words.word("turned") if item.turned and item.face in self.zones.cards else ""
        return " ".join(filter(None, (name, turned, item.note, item.owner)))

    def _card_of(self, item: Item | None) -> str:
        return self.zones.cards.get(item.face, "") if item is not None else ""


def _id(zone: Zone) -> str:
    """What a place is called in a page: no blanks."""
    return "-".join(filter(None, (zone.name.replace(" ", "-"), zone.owner)))
