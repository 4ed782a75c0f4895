"""Draws a table that lies on the kit's mat: the board with its piles, the ways of things, and the seats' tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from printkit.compose.books.page_blocks import Picture
from printkit.compose.faces.context import Choices
from printkit.compose.table.small import Faces, TablePicture
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.compose.youscout.mat_table import Shift, TableLook, draw_table, drawn_together
from printkit.games.narration import Move
from printkit.games.zones import Table, Zone
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle

__all__ = ["BoardPen", "lies_on_mat"]

# A card's least and greatest width, and the radius of a token in widths of a card.
LEAST, MOST, TOKEN = 8.4, 12.4, 0.27


def lies_on_mat(kit: Kit, table: Table) -> bool:
    """Whether the places of the kit's mat are zones of this table."""
    return kit.mat is not None and {*kit.mat.forward} <= {zone.name for zone in table.zones}


class BoardPen:
    """Draws boards: each token is a disc with its seat's letter, one that moves is blue."""

    def __init__(self, kit: Kit, choices: Choices, faces: Faces) -> None:
        self.choices, self.faces = choices, faces
        self.kit = replace(kit, mat=drawn_together(kit.mat)) if kit.mat else kit

    def widths(self, table: Table, width: float) -> tuple[float, float]:
        """A card's least and greatest width, with which all stands in `width`."""
        narrow, wide = (self._table(table, card, ()).width for card in (LEAST, MOST))
        share = min(max((width - narrow) / (wide - narrow), 0.0), 1.0)
        return LEAST, LEAST + share * (MOST - LEAST)

    def draw(self, table: Table, card: float, width: float, moves: Sequence[Move]) -> Picture:
        """The board in the middle, with the ways things went."""
        drawn = self._table(table, card, moves)
        place = Affine.translation(round((width - drawn.width) / 2, 4), 0.0)
        return Picture(width, drawn.height, (Group(drawn.items, place),), self._words(table))

    def _table(self, table: Table, card: float, moves: Sequence[Move]) -> TablePicture:
        zones = {zone.name: zone for zone in table.zones}
        lines = self.kit.mat.forward if self.kit.mat else ()
        hand = [item.face for item in zones["drawn"].items if item] if "drawn" in zones else []
        look = TableLook(
            card, show=lines, drawn="".join(hand[:1]), shifts=tuple(Shift(*move) for move in moves)
        )
        drawn = draw_table(self.kit, _facts(zones, lines), self.faces, look, self.choices)
        gone = {move.source for move in moves if move.what == "token"}
        tokens: list[Item] = []
        for item in zones["token"].items if "token" in zones else ():
            if item is not None and item.face in drawn.slots:
                tokens += self._token(item.owner, drawn.slots[item.face], moved=item.face in gone)
        return replace(drawn, items=(*drawn.items, *tokens))

    def _token(self, seat: str, slot: Rect, *, moved: bool) -> list[Item]:
        """A disc in the upper half of the card, so that its lower numbers stay readable."""
        x, y = slot.center[0], slot.center[1] - slot.height * 0.1
        radius = slot.width * TOKEN
        style = TextStyle(self.kit.fonts["display"], radius * 1.5, PAPER)
        return [
            Path(circle(x, y, radius + 0.35), PAPER),
            Path(circle(x, y, radius), find_ink("blue") if moved else BLACK),
            ink_center_line(seat or "●", style, x, y + radius * 0.52),
        ]

    def _words(self, table: Table) -> str:
        """Board and tokens in words, for those who cannot see them."""
        zones = {zone.name: zone for zone in table.zones}
        lines = self.kit.mat.forward if self.kit.mat else ()
        lying = " ".join(f"{line} {_top(zones[line])}" for line in lines)
        standing = " ".join(f"{item.owner} {item.face}" for item in zones["token"].items if item)
        return f"{lying}; {standing}"


def _top(zone: Zone) -> str:
    """The code of the card that lies on top of a place."""
    item = zone.items[-1] if zone.items else None
    return f"{item.face}{'r' * item.turned}" if item else ""


def _facts(zones: Mapping[str, Zone], lines: Sequence[str]) -> Mapping[str, object]:
    """Board and piles as `draw_table` takes them."""
    faces = {name: [item.face for item in zone.items if item] for name, zone in zones.items()}
    piles = {name: faces[name][:-1] if name in lines else faces[name] for name in faces}
    return {"board": [_top(zones[line]) for line in lines if zones[line].items], "piles": piles}
