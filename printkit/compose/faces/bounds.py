"""Bounding boxes of drawn items."""

from __future__ import annotations

from printkit.fonts import find_font
from printkit.geometry import Rect
from printkit.scene.model import Glyphs, Group, Path, Picture, Placed, Scene, walk

__all__ = ["glyphs_box", "item_box", "part_of_scene"]


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
    font, high, stretch = find_font(item.font), item.size, item.stretch
    lefts, tops, rights, bottoms = [], [], [], []
    for number, _, x, y in item.glyphs:
        left, top, width, height = font.ink_box(number)
        if width and height:
            lefts.append(x + left * high * stretch)
            tops.append(y + top * high)
            rights.append(lefts[-1] + width * high * stretch)
            bottoms.append(tops[-1] + height * high)
    if not lefts:
        first = item.glyphs[0] if item.glyphs else None
        return Rect(first.x, first.y, 0.0, 0.0) if first else Rect(0.0, 0.0, 0.0, 0.0)
    return Rect.from_edges(min(lefts), min(tops), max(rights), max(bottoms))


def part_of_scene(scene: Scene, box: Rect) -> Group:
    """What of a drawing lies in a part of it, cut off at its edges.

    What lies outside is left out: another program may drop letters that nobody sees, or place them elsewhere.
    """
    inside = (
        Group((Group((each.item,), each.transform),), clip=each.clip)
        for each in walk(scene)
        if item_box(each).overlaps(box)
    )
    return Group(tuple(inside), clip=box)
