"""Draws small written cards: the sign of a piece in its colour, and its number or what stands for it."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.compose.faces.written import mark_item
from printkit.compose.pieces.glyphs import seal_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = ["CARD", "MARKS", "small_card"]

CARD = 0.64
"""A card's width, in heights."""
MARKS: Mapping[str, str] = {"船": "wild", "王": "top", "皇": "top"}
"""What the cards of paper cetkaik print instead of a number, whichever kit shows them."""

# Its seal in its width; in its height, the em of the number, how far this stands above its foot, its corner, its line.
SEAL, COST, FOOT, CORNER, LINE = 0.9, 0.383, 0.071, 0.042, 0.02


def small_card(kit: Kit, value: str, high: float, *, low: bool) -> list[Item]:
    """A card so high from (0, 0), mm; `b兵1` is the black pawn with a 1 below, `r王` the red king with its mark.

    A number that none of the kit's own cards with that sign has is an InputError.
    """
    _refuse_unknown(kit, value)
    ink = BLACK if value[:1] == "b" else find_ink("red")
    wide = CARD * high
    side = SEAL * wide
    box = Rect(0.0, 0.0, wide, high)
    below = bool(value[2:]) or value[1] in MARKS
    seal = Rect((wide - side) / 2, ((wide if below else high) - side) / 2, side, side)
    style = TextStyle(kit.fonts["display"], COST * high, ink, tracking=0.0)
    edge = rounded_rectangle(box.grown(-LINE * high / 2), CORNER * high)
    items: list[Item] = [
        Path(rounded_rectangle(box, CORNER * high), PAPER),
        Path(edge, stroke=BLACK, width=LINE * high),
        *seal_items(kit, value[1], seal, ink, low=low),
    ]
    foot = high - FOOT * high
    if value[2:]:
        items.append(ink_center_line(value[2:], style, wide / 2, foot))
    elif value[1] in MARKS:
        items.append(mark_item(MARKS[value[1]], wide / 2, foot, COST * high, ink))
    return items


def _refuse_unknown(kit: Kit, value: str) -> None:
    own = [tuple(card.fields.values()) for card in kit.cards if value[1] in card.fields.values()]
    known = [str(each) for fields in own for each in fields if isinstance(each, int)]
    if own and value[2:] and value[2:] not in known:
        hint = f"{value[1]} has {' or '.join(dict.fromkeys(known)) or 'no number'}"
        raise InputError(f"the kit has no card {value!r}", file=kit.folder, hint=hint)
