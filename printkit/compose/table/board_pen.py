"""Draws a table that lies on the kit's mat: the board with its piles, the ways of things, and the seats' tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from printkit.compose.books.page_blocks import Picture
from printkit.compose.faces.context import Choices
from printkit.compose.table.small import Faces, Pen, TablePicture, arrow, card_ids, thumbnail
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.compose.youscout.mat_table import Shift, TableLook, draw_table, drawn_together
from printkit.games.narration import Move
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rectangle

__all__ = ["BoardPen", "lies_on_mat"]

# A card's least and greatest width, and a token's radius. It stands on the card's right corner, so far above its edge.
LEAST, MOST, TOKEN, TOKEN_RISE = 8.4, 24.0, 2.7, 1.3
# Between a table and the open cards below it, and between these; the frame of the one that was taken; half the height
# of a row that says where a seat stands.
OPEN_ROOM, OPEN_GAP, TAKEN, PLACE = 6.0, 8.0, 1.1, 3.4
# How far down the card an arrow to the right and one to the left begin, in its heights; how far inside, in its widths.
THERE, BACK, OVER = 0.32, 0.62, 0.2


def lies_on_mat(kit: Kit, table: Table) -> bool:
    """Whether the places of the kit's mat are zones of this table."""
    return kit.mat is not None and {*kit.mat.forward} <= {zone.name for zone in table.zones}


class BoardPen:
    """Draws boards: each token is a disc with its seat's letter, blue is who acts, also on the card that was taken."""

    def __init__(self, kit: Kit, choices: Choices, faces: Faces, *, among_rules: bool = False) -> None:
        self.choices, self.faces, self.among_rules = choices, faces, among_rules
        self.kit = replace(kit, mat=drawn_together(kit.mat)) if kit.mat else kit

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """A card's least and greatest width, with which all stands in `width`."""
        narrow, wide = (self._table(table, card, ((), ())).width for card in (LEAST, MOST))
        share = min(max((width - narrow) / (wide - narrow), 0.0), 1.0)
        return LEAST, LEAST + share * (MOST - LEAST)

    def draw(
        self, table: Table, card: float, width: float, acts: tuple[Sequence[Move], Sequence[str]]
    ) -> Picture:
        """The board in the middle, with the ways things went and who acted.

        Left of it there is room for cards below its own, which seldom needs all of it.
        """
        drawn = self._table(table, card, acts)
        before = min(slot.x for slot in drawn.slots.values())
        place = Affine.translation(round(max(width - drawn.width - before, 0.0) / 2, 4), 0.0)
        return Picture(width, drawn.height, (Group(drawn.items, place),), self._words(table))

    def _table(self, table: Table, card: float, acts: tuple[Sequence[Move], Sequence[str]]) -> TablePicture:
        moves, acting = acts
        zones = {zone.name: zone for zone in table.zones}
        lines = self.kit.mat.forward if self.kit.mat else ()
        hand = [item.face for item in zones["drawn"].items if item] if "drawn" in zones else []
        # Among rules it lies below with the open cards it was chosen from; where it goes words say.
        row = zones["row"] if self.among_rules and hand and "row" in zones else None
        shifts = tuple(
            Shift(*move) for move in moves if move.what != "token" and not (row and move.source == "drawn")
        )
        taken = "" if row else "".join(hand[:1])
        look = TableLook(card, show=lines, drawn=taken, shifts=shifts, close=True)
        drawn = draw_table(self.kit, _facts(zones, lines), self.faces, look, self.choices)
        if row:
            drawn = self._with_open(drawn, hand[0], [item.face for item in row.items if item])
        tokens: list[Item] = []
        for move in moves:
            if move.what == "token" and {move.source, move.target} <= {*drawn.slots}:
                tokens += _way(drawn.slots[move.source], drawn.slots[move.target])
        for item in zones["token"].items if "token" in zones else ():
            if item is not None and item.face in drawn.slots:
                tokens += self._token(item.owner, drawn.slots[item.face], acts=item.owner in acting)
        for seat in acting if "drawn" in drawn.slots else ():
            tokens += self._token(seat, drawn.slots["drawn"], acts=True)
        return replace(drawn, items=(*drawn.items, *tokens))

    def _with_open(self, table: TablePicture, taken: str, left: Sequence[str]) -> TablePicture:
        """The table, and below it the open cards in a row, in blue and in the middle the one that was taken."""
        ids, size = card_ids(self.kit), next(iter(table.slots.values()))
        before = min(slot.x for slot in table.slots.values())
        middle = (before + table.width) / 2
        y = table.height + OPEN_ROOM
        row = [*left[:1], taken, *left[1:]]
        first = middle - ((len(row) - 1) * (size.width + OPEN_GAP) + size.width) / 2
        items: list[Item] = []
        slots = dict(table.slots)
        for at, card in enumerate(row):
            slot = Rect(first + at * (size.width + OPEN_GAP), y, size.width, size.height)
            items += thumbnail(self.faces(ids[card]), slot)
            if card == taken:
                slots["drawn"] = slot
                items.append(Path(rectangle(slot.grown(TAKEN / 2)), stroke=find_ink("blue"), width=TAKEN))
        return replace(table, items=(*table.items, *items), slots=slots, height=y + size.height + TAKEN)

    def standing(self, table: Table, width: float) -> Iterator[tuple[list[Item], float]]:
        """A row a seat: its disc, and the number of the place where it stands; and how high each is."""
        zones = {zone.name: zone for zone in table.zones}
        style = TextStyle(self.kit.fonts["display"], 1.5 * PLACE, PAPER)
        for item in sorted((item for item in zones["token"].items if item), key=lambda item: item.owner):
            disc, box = PLACE, Rect(width - 2 * PLACE, 0.0, 2 * PLACE, 2 * PLACE)
            way = (2 * disc + 2.4, disc), (box.x - 1.6, disc)
            drawn: list[Item] = [
                Path(circle(disc, disc, disc), BLACK),
                ink_center_line(item.owner, style, disc, disc + 0.36 * style.size),
                *arrow(*way, Pen(1.1, BLACK, 0.0, 0.0)),
                Path(rectangle(box), BLACK),
                ink_center_line(item.face, style, box.center[0], disc + 0.36 * style.size),
            ]
            yield drawn, 2 * PLACE

    def _token(self, seat: str, slot: Rect, *, acts: bool) -> list[Item]:
        """A disc on the card's corner, so that picture and numbers stay readable."""
        x, y = _token_spot(slot)
        style = TextStyle(self.kit.fonts["display"], TOKEN * 1.5, PAPER)
        return [
            Path(circle(x, y, TOKEN + 0.35), PAPER),
            Path(circle(x, y, TOKEN), find_ink("blue") if acts else BLACK),
            ink_center_line(seat or "●", style, x, y + TOKEN * 0.52),
        ]

    def _words(self, table: Table) -> str:
        """Board and tokens in words, for those who cannot see them."""
        zones = {zone.name: zone for zone in table.zones}
        lines = self.kit.mat.forward if self.kit.mat else ()
        lying = " ".join(f"{line} {_top(zones[line])}" for line in lines)
        standing = " ".join(f"{item.owner} {item.face}" for item in zones["token"].items if item)
        return f"{lying}; {standing}"


def _token_spot(slot: Rect) -> tuple[float, float]:
    return slot.right - TOKEN + 0.6, slot.y - TOKEN_RISE


def _way(start: Rect, end: Rect) -> list[Item]:
    """An arrow from one card to another beside it, one back below one there; else token to token."""
    blue, over = find_ink("blue"), OVER * start.width
    if start.right < end.x:
        points = (
            (start.right - over, start.y + THERE * start.height),
            (end.x + over, end.y + THERE * end.height),
        )
    elif end.right < start.x:
        points = (
            (start.x + over, start.y + BACK * start.height),
            (end.right - over, end.y + BACK * end.height),
        )
    else:
        return arrow(_token_spot(start), _token_spot(end), Pen(1.5, blue, TOKEN + 0.6, TOKEN + 0.6))
    return arrow(*points, Pen(1.5, blue, 0.9, 0.9))


def _top(zone: Zone) -> str:
    """The code of the card that lies on top of a place."""
    item = zone.items[-1] if zone.items else None
    return f"{item.face}{'r' * item.turned}" if item else ""


def _facts(zones: Mapping[str, Zone], lines: Sequence[str]) -> Mapping[str, object]:
    """Board and piles as `draw_table` takes them."""
    faces = {name: [item.face for item in zone.items if item] for name, zone in zones.items()}
    piles = {name: faces[name][:-1] if name in lines else faces[name] for name in faces}
    return {"board": [_top(zones[line]) for line in lines if zones[line].items], "piles": piles}
