"""How much room a drawn item takes: a placed item comes in, the box of its ink goes out."""

from __future__ import annotations

from printkit.fonts import find_font
from printkit.geometry import Rect
from printkit.scene.model import Glyphs, Path, Picture
from printkit.scene.walk import Placed

__all__ = ["glyphs_box", "item_box"]


def item_box(placed: Placed) -> Rect:
    """The box around a placed item in the scene's mm; for text the box of its ink."""
    item, transform = placed.item, placed.transform
    if isinstance(item, Path):
        return transform.rect(item.outline.box().grown(item.width / 2 if item.stroke else 0.0))
    if isinstance(item, Picture):
        return transform.rect(item.box)
    return transform.rect(glyphs_box(item))


def glyphs_box(item: Glyphs) -> Rect:
    """The box around the ink of a text, in the text's own mm; blanks have none."""
    font = find_font(item.font)
    boxes = []
    for glyph in item.glyphs:
        ink = font.ink_box(glyph.glyph)
        if ink.width and ink.height:
            boxes.append(
                Rect(
                    glyph.x + ink.x * item.size * item.stretch,
                    glyph.y + ink.y * item.size,
                    ink.width * item.size * item.stretch,
                    ink.height * item.size,
                )
            )
    if not boxes:
        first = item.glyphs[0] if item.glyphs else None
        return Rect(first.x, first.y, 0.0, 0.0) if first else Rect(0.0, 0.0, 0.0, 0.0)
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box
