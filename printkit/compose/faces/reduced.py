"""Faces drawn small: their text is outlines where it would be too small to read, so that no page has text of 1 pt."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import replace

from printkit.fonts import find_font
from printkit.geometry import MM_PER_PT, Affine, Outline
from printkit.scene.model import Glyphs, Group, Item, Path, Scene, Use, walk

__all__ = ["LEAST_TEXT", "reduced", "without_small_text"]

LEAST_TEXT = 5 * MM_PER_PT
"""Smaller live text (its em in mm) is refused by print shops, and read aloud as noise."""

# Decimals of the face's mm; on paper they are a fraction of it.
_DIGITS = 2
# So many faces are kept, each with its least em and, once it was wanted, with its text as outlines.
_KEPT = 256
_made: OrderedDict[int, tuple[Scene, float, Scene | None]] = OrderedDict()


def reduced(scene: Scene, scale: float) -> Scene:
    """The scene as it is drawn at that scale: with outlines instead of text if any of it would be below LEAST_TEXT.

    At all such scales it is one value, so that PDF stores it once.
    """
    # The scene is kept with its number: an object that is gone could give its number to another.
    _, least, outlined = _made.get(id(scene)) or (scene, _least_em(scene), None)
    small = least * scale < LEAST_TEXT - 1e-6
    if small and outlined is None:
        outlined = replace(scene, items=_items(scene.items))
    _made[id(scene)] = scene, least, outlined
    _made.move_to_end(id(scene))
    if len(_made) > _KEPT:
        _made.popitem(last=False)
    return outlined if small and outlined is not None else scene


def without_small_text(items: tuple[Item, ...], scale: float) -> tuple[Item, ...]:
    """Items as they are drawn at that scale: text that would be below LEAST_TEXT is outlines."""
    return tuple(
        _outlined(item) if isinstance(item, Glyphs) and item.size * scale < LEAST_TEXT - 1e-6
        else item._replace(items=without_small_text(item.items, scale * _scale(item.transform)))
        if isinstance(item, Group)
        else item
        for item in items
    )  # fmt: skip


def _scale(transform: Affine) -> float:
    return math.sqrt(abs(transform.a * transform.d - transform.b * transform.c))


def _least_em(scene: Scene) -> float:
    return min(
        (
            placed.item.size * _scale(placed.transform)
            for placed in walk(scene)
            if isinstance(placed.item, Glyphs)
        ),
        default=math.inf,
    )


def _items(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(_item(item) for item in items)


def _item(item: Item) -> Item:
    if isinstance(item, Glyphs):
        return _outlined(item)
    if isinstance(item, Group):
        return item._replace(items=_items(item.items))
    if isinstance(item, Use):
        return Use(replace(item.scene, items=_items(item.scene.items)), item.transform)
    return item


def _outlined(glyphs: Glyphs) -> Path:
    """The same letters as one filled path."""
    font, size = find_font(glyphs.font), glyphs.size
    commands: list[str] = []
    coordinates: list[float] = []
    for glyph in glyphs.glyphs:
        place = Affine(size * glyphs.stretch, 0.0, 0.0, size, glyph.x, glyph.y)
        letter = font.outline(glyph.glyph).moved_by(place)
        commands.append(letter.commands)
        coordinates += [round(value, _DIGITS) for value in letter.coordinates]
    return Path(Outline("".join(commands), tuple(coordinates)), glyphs.ink, even_odd=False)
