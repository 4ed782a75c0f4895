"""Draws what lies on a kit's mat for a screen: the lines with their piles, each with its number, and the tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from printkit.compose.screen.things import Block, Thing
from printkit.compose.table.small import empty_place
from printkit.compose.table.table_names import TableNames
from printkit.compose.table.zone_pen import ZonePen
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_ink_box, set_line
from printkit.games.zones import Item, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Path
from printkit.scene.model import Item as Drawn
from printkit.scene.shapes import circle, rectangle

__all__ = ["MatPen"]

# How much of a line's column its card takes; its least width, mm.
CARD, LEAST = 0.72, 12.0
# How much of a card shows above the next one, and all of them together at most, in heights of a card.
STRIP, SPREAD = 0.135, 0.62
# Above a row; the tag of a line; the em in it.
ROW, TAG, TAG_EM = 2.4, 3.6, 2.9
# The radius of a token, in widths of a card.
TOKEN = 0.27
# The white around a token and the red around that, mm: no picture has such a ring, not even the wheel.
RING, RIM = 2.0, 1.3
# What the token of the game is called.
TOKENS = "token"

MakeThing: TypeAlias = Callable[[Zone, int, Rect, Sequence[Drawn]], Thing]


class MatPen:
    """Draws what lies on the mat's lines and piles; the rest of the table lies elsewhere."""

    def __init__(self, kit: Kit, zones: ZonePen, names: TableNames) -> None:
        self.kit, self.zones, self.names = kit, zones, names

    def beside(self, zones: Sequence[Zone]) -> list[Zone]:
        """The zones that do not lie on it."""
        assert self.kit.mat is not None
        return [zone for zone in zones if zone.name not in {*self.kit.mat.forward, TOKENS}]

    def draw(self, zones: Sequence[Zone], width: float, thing: MakeThing) -> Block:
        """The lines, their piles and the tokens, so wide (mm)."""
        mat = self.kit.mat
        assert mat is not None
        by_name = {zone.name: zone for zone in zones}
        lines = [mat.place(name) for name in mat.forward]
        columns = sorted({place.column for place in lines})
        half = len(mat.forward) // 2
        pitch = width / len(columns)
        card = max(pitch * CARD, LEAST)
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
        return Block(pitch * len(columns), y, (), tuple(things))

    def _strip(self, zone: Zone, height: float) -> float:
        """How much of each card shows above the next one."""
        covered = len(zone.items) - 1
        return min(STRIP * height, SPREAD * height / covered) if covered > 0 else 0.0

    def _line(self, zone: Zone, slot: Rect, strip: float, thing: MakeThing) -> list[Thing]:
        """The pile's cards from the back, and the line's own with its tag."""
        if not zone.items:
            tag = Group(tuple(self._tag(zone.name, slot)), Affine.translation(-slot.x, -slot.y))
            ground = Group(tuple(empty_place(slot)), Affine.translation(-slot.x, -slot.y))
            words = f"{self.names.zone(zone.name)}: {self.names.word('empty')}"
            return [Thing(zone.name, words, slot, (ground, tag), (zone.name,))]
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
        """The line's number in white on black, left of its card at the foot: a frame around the card hides none."""
        style = TextStyle(self.kit.fonts["display"], TAG_EM, PAPER)
        ink = line_ink_box(set_line(name, style, 0.0, 0.0))
        wide = max(ink.width + 1.6, TAG)
        box = Rect(slot.x - wide - 0.6, slot.bottom - TAG, wide, TAG)
        base = box.center[1] - ink.center[1]
        return [Path(rectangle(box), BLACK), ink_center_line(name, style, box.center[0], base)]

    def _token(self, item: Item, slots: dict[str, Rect]) -> Thing:
        """A seat's disc, or the kit's round token, on the upper half of a card: the lower numbers stay readable."""
        slot = slots[item.face]
        radius = slot.width * TOKEN - RING
        x, y = slot.center[0], slot.center[1] - slot.height * 0.1
        box = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        # Its shadow, its rim, and white around it: on no card it is a part of the picture.
        items: list[Drawn] = [
            Path(circle(radius + 0.5, radius + 0.9, radius + RING + RIM), BLACK.at(0.45)),
            Path(circle(radius, radius, radius + RING + RIM), find_ink("red")),
            Path(circle(radius, radius, radius + RING), PAPER),
        ]
        token = next((token for token in self.kit.tokens if token.shape == "round"), None)
        if token is not None and not item.owner:
            items += self.zones.counter(token.id, radius, radius, radius)
        else:
            style = TextStyle(self.kit.fonts["display"], radius * 1.5, PAPER)
            items.append(Path(circle(radius, radius, radius), find_ink("blue")))
            items.append(ink_center_line(item.owner or "●", style, radius, radius * 1.52))
        token_word = self.names.zone(TOKENS)
        whose = self.names.of_seat(token_word, item.owner) if item.owner else token_word
        words = f"{whose}: {self.names.zone(item.face)}"
        return Thing(f"{TOKENS}-{item.owner}".rstrip("-"), words, box, tuple(items))
