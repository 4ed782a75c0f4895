"""Draws a position of a game with the kit's own card faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from printkit.compose.faces.context import Choices
from printkit.compose.faces.reduced import reduced
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.small import (
    FRAME,
    Faces,
    Pen,
    TablePicture,
    arrow,
    card_ids,
    empty_place,
    thumbnail,
)
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_ink_box, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Affine, Rect
from printkit.kit.board import Mat, MatPlace
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path, Scene, Use
from printkit.scene.shapes import circle, rectangle

__all__ = [
    "Shift",
    "TableLook",
    "draw_table",
    "drawn_together",
    "shifts_between",
]

# Room for the place's tag above a card, and the tag itself; mm.
TAG_ROOM, TAG = 3.9, 3.2
TAG_EM = 2.6
# In widths of a card: how much of a spread card shows at most, the room a spread pile has, and the token.
STRIP, SPREAD, TOKEN = 0.3, 1.05, 0.62
# What lies between columns that stand close, in widths of a card.
CLOSE = 0.36
DRAWN_ROOM = 1.55
# Of places drawn together, in rows: the middle ones stand nearer to each other, the lower ones so far down.
STAGGER, LOWER_ROW = 0.14, 1.28


class Shift(NamedTuple):
    """Something that goes from one place to another: the token, or a card by its code (`drawn` from the hand)."""

    what: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class TableLook:
    """How a position is drawn: the width of a card in mm and which places are shown (none named: all).

    `drawn` is the card in the hand, laid at the right; `purpose` the card at X; `talon` how many cards T holds. Columns
    stand `close` where each takes only the room that its piles need.
    """

    card: float
    show: tuple[str, ...] = ()
    drawn: str = ""
    purpose: str = ""
    talon: int = 0
    shifts: tuple[Shift, ...] = ()
    close: bool = False


def shifts_between(
    before: Mapping[str, object], after: Mapping[str, object], drawn: str
) -> tuple[Shift, ...]:
    """What went where between two positions: the token first, then each card that lies in another pile."""
    shifts = []
    if before["token"] != after["token"]:
        shifts.append(Shift("token", str(before["token"]), str(after["token"])))
    piles = [cast("Mapping[str, Sequence[str]]", facts["piles"]) for facts in (before, after)]
    lay = {card: name for name, pile in piles[0].items() for card in pile}
    for name, pile in piles[1].items():
        for card in pile:
            if card == drawn and card not in lay:
                shifts.append(Shift(card, "drawn", name))
            elif lay.get(card, name) != name:
                shifts.append(Shift(card, lay[card], name))
    return tuple(shifts)


def draw_table(
    kit: Kit,
    facts: Mapping[str, object],
    faces: Faces,
    look: TableLook,
    choices: Choices,
    back: Scene | None = None,
) -> TablePicture:
    """The position in `facts` (as `Game.facts` gives it) laid out like the kit's mat, small but every card itself.

    Cards of a pile are spread to the left under the line's card, each showing its index. InputError for a kit
    that has no mat, and for a card it has not.
    """
    if kit.mat is None:
        raise InputError("a kit without mat.toml has no table to draw", file="mat.toml")
    return _Table(kit, kit.mat, facts, faces, look, choices, back).picture()


def drawn_together(mat: Mat, *, piles: bool = False) -> Mat:
    """The six lines as near to each other as cards allow, and with `piles` Sw and Co in a column beside them."""
    columns = {place.id: place.column for place in mat.places}
    outer = {min(columns[line] for line in mat.forward), max(columns[line] for line in mat.forward)}
    half = len(mat.forward) // 2
    places = []
    for at, line in enumerate(mat.forward):
        middle = columns[line] not in outer
        lower = LOWER_ROW - (STAGGER if middle else 0.0)
        upper = STAGGER if middle else 0.0
        places.append(mat.place(line).model_copy(update={"row": upper if at >= half else lower}))
    known = {place.id for place in mat.places}
    for name, row in (("Sw", 0.0), ("Co", LOWER_ROW)):
        if piles and name in known:
            places.append(mat.place(name).model_copy(update={"column": max(outer) + 1, "row": row}))
    return replace(mat, places=tuple(places))


class _Table:
    """One drawing in the making: where each slot and each card of the position lies."""

    def __init__(
        self,
        kit: Kit,
        mat: Mat,
        facts: Mapping[str, object],
        faces: Faces,
        look: TableLook,
        choices: Choices,
        back: Scene | None,
    ) -> None:
        self.kit, self.facts, self.faces, self.look, self.choices, self.back = (
            kit, facts, faces, look, choices, back,
        )  # fmt: skip
        self.codes = card_ids(kit)
        size = kit.size(choices.size)
        self.size = size
        self.width, self.height = look.card, look.card * size.height / size.width
        self.places = [place for place in mat.places if not look.show or place.id in look.show]
        if not self.places:
            raise InputError("the picture shows no place", hint="name places of mat.toml")
        self.column = self.width * (1 + SPREAD) + 1.4
        self.row = self.height + TAG_ROOM
        self.board = dict(zip(mat.forward, cast("Sequence[str]", facts.get("board", ())), strict=False))
        self.piles = cast("Mapping[str, Sequence[str]]", facts.get("piles", {}))
        self.spots: dict[str, tuple[float, float]] = {}
        top = min(place.row for place in self.places)
        lefts = self.lefts()
        self.slots = {
            place.id: Rect(
                lefts[place.column],
                (place.row - top) * self.row + TAG_ROOM,
                self.width,
                self.height,
            )
            for place in self.places
        }

    def lefts(self) -> Mapping[float, float]:
        """Where the slots of each column begin."""
        columns = sorted({place.column for place in self.places})
        if not self.look.close:
            return {at: (at - columns[0]) * self.column + self.width * SPREAD for at in columns}
        lefts: dict[float, float] = {}
        x = 0.0
        for column in columns:
            covered = max(
                len(self.piles.get(place.id, ())) - (place.kind == "pile")
                for place in self.places
                if place.column == column
            )
            lefts[column] = x + min(STRIP * max(covered, 0), SPREAD) * self.width
            x = lefts[column] + (1 + CLOSE) * self.width
        return lefts

    def picture(self) -> TablePicture:
        """All of it: places from the back, token and arrows, and over them counts and what the places are called."""
        right = max(slot.right for slot in self.slots.values())
        bottom = max(slot.bottom for slot in self.slots.values())
        items: list[Item] = []
        for place in self.places:
            items += self.place(place)
        if self.look.drawn:
            slot = Rect(
                right + self.width * (DRAWN_ROOM - 1), (bottom - self.height) / 2, self.width, self.height
            )
            self.slots["drawn"] = slot
            items += self.card(self.look.drawn, slot)
            items.append(Path(rectangle(slot.grown(0.55)), stroke=find_ink("blue"), width=0.7))
            right = slot.right + 0.9
        items += self.token()
        for shift in self.look.shifts:
            items += self.arrow(shift)
        for place in self.places:
            if place.kind == "slot":
                items += self.count(self.stacked(place.id), self.slots[place.id])
            items += self.tag(place.id, self.slots[place.id])
        return TablePicture(right + FRAME, bottom + FRAME, tuple(items), self.slots)

    def place(self, place: MatPlace) -> list[Item]:
        """A slot with its pile and its card."""
        slot = self.slots[place.id]
        pile = tuple(self.piles.get(place.id, ()))
        items: list[Item] = []
        if place.kind == "line":
            items += self.spread(pile, slot, len(pile))
            items += self.card(self.board[place.id], slot) if place.id in self.board else empty_place(slot)
        elif place.kind == "pile":
            items += self.spread(pile[:-1], slot, len(pile) - 1)
            items += self.card(pile[-1], slot) if pile else empty_place(slot)
        else:
            items += self.stack(place.id, pile, slot)
        return items

    def spread(self, pile: Sequence[str], slot: Rect, count: int) -> list[Item]:
        """Cards under the slot's own, the first laid outermost."""
        if count < 1:
            return []
        strip = min(STRIP * self.width, SPREAD * self.width / count)
        items: list[Item] = []
        for index, code in enumerate(pile):
            spot = slot.moved(-strip * (count - index), 0.0)
            items += self.card(code, spot)
            self.spots[code] = spot.x + strip / 2, spot.y + self.height * 0.3
        return items

    def stack(self, place: str, pile: Sequence[str], slot: Rect) -> list[Item]:
        """A neat stack: the talon's back, the other terminal, or the last discard."""
        items: list[Item] = []
        if place == "T" and self.look.talon and self.back is not None:
            items += thumbnail(self.back, slot, turned=False)
        elif place == "X" and self.look.purpose:
            items += self.card(self.look.purpose, slot)
        elif pile:
            items += self.card(pile[-1], slot)
        else:
            items += empty_place(slot)
        return items

    def stacked(self, place: str) -> int:
        """How many cards a stack has."""
        return self.look.talon if place == "T" else len(self.piles.get(place, ()))

    def count(self, count: int, slot: Rect) -> list[Item]:
        """How many cards a stack of several has, on a white label in its middle."""
        if count < 2:
            return []
        style = TextStyle(self.kit.fonts["display"], TAG_EM)
        text = f"× {count}"
        x, y = slot.center
        label = Rect(x, y, 0.0, 0.0)._replace(width=line_width(text, style) + 1.6, height=TAG)
        label = label.moved(-label.width / 2, -label.height / 2)
        line = set_line(text, style, x, label.bottom - 0.75, "middle")
        return [Path(rectangle(label), PAPER), Path(rectangle(label), stroke=BLACK, width=FRAME), line]

    def card(self, code: str, slot: Rect) -> list[Item]:
        """The card of that code, turned where it lies reversed."""
        card_id = self.codes.get(code.removesuffix("r"))
        if card_id is None:
            raise InputError(f"kit {self.kit.id} has no card {code!r}")
        self.spots[code] = slot.center
        return thumbnail(self.faces(card_id), slot, turned=code.endswith("r"))

    def tag(self, place: str, slot: Rect) -> list[Item]:
        """The place's id in white on black, standing on the slot."""
        style = TextStyle(self.kit.fonts["display"], TAG_EM, PAPER)
        ink = line_ink_box(set_line(place, style, 0.0, 0.0))
        box = Rect(slot.x, slot.y - TAG, max(ink.width + 1.5, TAG), TAG)
        middle = box.center[1] - _figure_middle(style)
        return [Path(rectangle(box), BLACK), ink_center_line(place, style, box.center[0], middle)]

    def token(self) -> list[Item]:
        """The first round token of the kit on its place, or a plain counter."""
        place = str(self.facts.get("token") or "")
        if place not in self.slots:
            return []
        slot = self.slots[place]
        radius = TOKEN * self.width / 2
        x, y = self.token_spot(slot)
        items: list[Item] = [Path(circle(x, y, radius + 0.35), PAPER)]
        token = next((token for token in self.kit.tokens if token.shape == "round"), None)
        if token is None:
            return [*items, Path(circle(x, y, radius), BLACK), Path(circle(x, y, radius * 0.4), PAPER)]
        scene = compose_token(self.kit, token, "front", self.choices)
        scale = 2 * radius / scene.width
        place_at = Affine.scaling(scale).then(Affine.translation(round(x - radius, 4), round(y - radius, 4)))
        return [*items, Use(reduced(scene, scale), place_at)]

    def token_spot(self, slot: Rect) -> tuple[float, float]:
        """The middle of a token on a card: in its upper half, so that the lower numbers stay readable."""
        return slot.center[0], slot.center[1] - self.height * 0.1

    def arrow(self, shift: Shift) -> list[Item]:
        """From where it was to where it went; nothing where either is not shown."""
        if shift.source not in self.slots or shift.target not in self.slots:
            return []
        target = self.slots[shift.target]
        if shift.what == "token":
            start, end = self.token_spot(self.slots[shift.source]), self.token_spot(target)
            return arrow(start, end, Pen(1.5, find_ink("blue"), TOKEN * self.width / 2 + 0.6, 0.4))
        start = self.spots.get(shift.what, self.slots[shift.source].center)
        piled = target.x - self.width * 0.14, target.center[1] + self.height * 0.24
        laid = shift.what in self.board.values()
        end = piled if shift.target in self.board and not laid else target.center
        return arrow(start, end, Pen(0.9, find_ink("red"), self.width * 0.2, 0.4))


def _figure_middle(style: TextStyle) -> float:
    """How far the middle of a figure stands above (negative) its baseline."""
    return line_ink_box(set_line("0", style, 0.0, 0.0)).center[1]
