"""Walkthrough pictures of games around a shared board, one drawing for each moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from printkit.compose.context import Choices
from printkit.compose.slabs import Picture, elastic
from printkit.compose.table import (
    Faces,
    Shift,
    TableLook,
    TablePicture,
    draw_table,
    drawn_together,
    shifts_between,
)
from printkit.compose.tale import TaleTeller
from printkit.compose.typesetting import TextStyle, ink_center_line
from printkit.games.youscout_together.tale import BoardMoment
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import circle

__all__ = ["BoardTeller"]

# A card's least and greatest width, and the radius of a token in widths of a card.
LEAST, MOST, TOKEN = 8.4, 12.4, 0.27
# Above and below the table.
AIR = 1.2


class BoardTeller(TaleTeller):
    """Draws plays whose tokens share one board: each token is a disc with its seat's letter, the acting one blue."""

    def __init__(self, kit: Kit, language: str, faces: Faces, choices: Choices, back: Scene | None) -> None:
        super().__init__(kit, language, faces, choices, back)
        self.faces, self.choices = faces, choices
        self.table_kit = replace(kit, mat=drawn_together(kit.mat)) if kit.mat else kit

    def picture(self, moment: Any, width: float) -> Picture:
        """Heading and what happened; where something moved, the table before it with the ways things went."""
        head, height, words = self.told(moment, width)
        if not isinstance(moment, BoardMoment) or not moment.shown:
            return Picture(width, height + AIR, tuple(head), words)

        def draw(card: float) -> Picture:
            table = self.table(moment, card)
            place = Affine.translation(round((width - table.width) / 2, 4), round(height + AIR, 4))
            items = (*head, Group(table.items, place))
            return Picture(width, height + table.height + 2 * AIR, items, f"{words} {self.places(moment)}")

        narrow, wide = (self.table(moment, card).width for card in (LEAST, MOST))
        share = min(max((width - narrow) / (wide - narrow), 0.0), 1.0)
        return elastic(draw, LEAST, LEAST + share * (MOST - LEAST))

    def table(self, moment: BoardMoment, card: float) -> TablePicture:
        """The board with its piles, the card taken, the arrows, and over them the tokens."""
        mat = self.table_kit.mat
        show = mat.forward if mat else ()
        look = TableLook(card, show=show, drawn=moment.taken, shifts=_shifts(moment))
        table = draw_table(self.table_kit, moment.before, self.faces, look, self.choices)
        moved = {seat for seat, place in moment.reached if (seat, place) not in moment.standing}
        tokens: list[Item] = []
        for seat, place in moment.standing:
            if str(place) in table.slots:
                tokens += self.token(seat, table.slots[str(place)], moved=seat in moved)
        return replace(table, items=(*table.items, *tokens))

    def token(self, seat: str, slot: Rect, *, moved: bool) -> list[Item]:
        """A disc in the upper half of the card, so that its lower numbers stay readable."""
        x, y = slot.center[0], slot.center[1] - slot.height * 0.1
        radius = slot.width * TOKEN
        style = TextStyle(self.kit.fonts["display"], radius * 1.5, PAPER)
        return [
            Path(circle(x, y, radius + 0.35), PAPER),
            Path(circle(x, y, radius), find_ink("blue") if moved else BLACK),
            ink_center_line(seat, style, x, y + radius * 0.52),
        ]

    def places(self, moment: BoardMoment) -> str:
        """Board and tokens in words, for those who cannot see them."""
        board = cast("Sequence[str]", moment.before["board"])
        lying = " ".join(f"{place} {code}" for place, code in enumerate(board, 1))
        return f"{lying}; " + " ".join(f"{seat} {place}" for seat, place in moment.standing)


def _shifts(moment: BoardMoment) -> tuple[Shift, ...]:
    """The ways of tokens and cards between the two positions."""
    reached: Mapping[str, int] = dict(moment.reached)
    tokens = [
        Shift("token", str(place), str(reached[seat]))
        for seat, place in moment.standing
        if reached[seat] != place
    ]
    nobody: dict[str, object] = {"token": None}
    cards = shifts_between({**moment.before, **nobody}, {**moment.after, **nobody}, moment.taken)
    return (*tokens, *cards)
