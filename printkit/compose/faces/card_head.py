"""Cards of written signs in small: only the seal and a large number, legible where a whole card is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.written import mark_item
from printkit.compose.pieces.glyphs import seal_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.geometry import Rect
from printkit.kit.blocks import SignIndexBlock
from printkit.kit.model import Kit
from printkit.scene.model import Item, Scene

__all__ = ["card_heads"]

# Of a card 24 wide: its height, the paper round the seal, and the number's em and baseline.
WIDTH, HEIGHT, AIR, NUMBER_EM, BASELINE = 24.0, 35.0, 1.2, 12.5, 33.2


def card_heads(kit: Kit, choices: Choices) -> Callable[[str], Scene] | None:
    """The heads of a kit's cards by their ids; None for a kit whose cards are no written signs."""
    index = next(
        (
            block
            for (_, size), blocks in kit.faces.items()
            for block in blocks
            if size == choices.size and isinstance(block, SignIndexBlock)
        ),
        None,
    )
    return cache(lambda card_id: _head(kit, choices, index, card_id)) if index else None


def _head(kit: Kit, choices: Choices, index: SignIndexBlock, card_id: str) -> Scene:
    card = kit.card(card_id)
    context = FaceContext(kit, kit.size(choices.size), card, choices)
    fields, ink = card.fields, context.chosen_ink(index.ink)
    piece = str(fields[index.piece])
    side = WIDTH - 2 * AIR
    seal = Rect(AIR, AIR, side, side)
    items: list[Item] = [*seal_items(kit, piece, seal, ink, low=choices.ink == "low")]
    number = fields.get(index.field)
    if number is not None:
        style = TextStyle(kit.fonts["display"], NUMBER_EM, ink)
        items.append(ink_center_line(str(number), style, WIDTH / 2, BASELINE))
    elif piece in index.marks:
        items.append(mark_item(index.marks[piece], WIDTH / 2, BASELINE, NUMBER_EM, ink))
    return Scene(f"head-{card_id}", WIDTH, HEIGHT, 0.0, tuple(items))
