"""Draws the blocks of cards with written signs: seal, index, number sign and motto."""

from __future__ import annotations

from printkit.compose.faces.context import FaceContext
from printkit.compose.pieces.glyphs import glyph_items, seal_items, sign_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.errors import InputError
from printkit.kit.blocks import NumberSignBlock, SealBlock, SignIndexBlock
from printkit.kit.glyphs import GLYPHS
from printkit.scene.inks import Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rectangle

__all__ = ["mark_item", "number_sign", "seal", "sign_index"]


def seal(context: FaceContext, block: SealBlock, turned: bool) -> tuple[Item, ...]:
    """The piece's sign as a seal."""
    piece, ink = str(context.card.fields[block.piece]), context.chosen_ink(block.ink)
    return tuple(seal_items(context.kit, piece, block.box, ink, low=context.choices.ink == "low"))


def sign_index(context: FaceContext, block: SignIndexBlock, turned: bool) -> tuple[Item, ...]:
    """The small sign over its number, or over the mark of a card without one."""
    piece, ink = str(context.card.fields[block.piece]), context.chosen_ink(block.ink)
    items = [
        *glyph_items(context.kit, piece, (block.x, block.sign_y), block.sign_em, ink),
        Path(rectangle(block.rule), ink),
    ]
    number = context.card.fields.get(block.field)
    if number is not None:
        style = TextStyle(context.font("display"), block.em, ink)
        items.append(ink_center_line(str(number), style, block.x, block.baseline))
    elif piece in block.marks:
        items.append(mark_item(block.marks[piece], block.x, block.baseline, block.em, ink))
    return tuple(items)


def mark_item(mark: str, x: float, baseline: float, em: float, ink: Ink) -> Path:
    """What stands for a number, as high as one: `wild` a ring with a dot, `top` a triangle."""
    half = 0.37 * em
    y = baseline - half
    if mark == "wild":
        return Path(circle(x, y, half) + circle(x, y, half - 0.09 * em) + circle(x, y, 0.13 * em), ink)
    wide = 0.43 * em
    return Path(polygon(((x, y - half), (x + wide, y + half), (x - wide, y + half))), ink)


def number_sign(context: FaceContext, block: NumberSignBlock, turned: bool) -> tuple[Item, ...]:
    """The sign of the card's number, or the motto of its piece."""
    fields, ink, kit = context.card.fields, context.chosen_ink(block.ink), context.kit
    number = fields.get(block.field)
    if number is not None:
        art = kit.numbers.get(str(number))
        if art is None:
            raise InputError(f"there is no sign for the number {number}", file=GLYPHS, key="numbers")
        return tuple(sign_items(kit, art, (block.x, block.y), block.em, ink))
    glyph = kit.glyphs.get(str(fields[block.piece]))
    motto = glyph.motto if glyph else ()
    top = block.y - block.pitch * (len(motto) - 1) / 2
    return tuple(
        item
        for at, art in enumerate(motto)
        for item in sign_items(kit, art, (block.x, top + block.pitch * at), block.motto_em, ink)
    )
