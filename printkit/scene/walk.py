"""Walks the items of a scene with their transform and layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.geometry import IDENTITY, Affine, Rect
from printkit.scene.model import Glyphs, Group, Item, Layer, Path, Picture, Scene, Use

__all__ = ["Placed", "walk"]


class Placed(NamedTuple):
    """One drawn item: what it is, the map from its own mm to the scene's, its layer, and what clips it."""

    item: Path | Glyphs | Picture
    transform: Affine
    layer: Layer
    clip: Rect | None


def walk(scene: Scene, transform: Affine = IDENTITY) -> Iterator[Placed]:
    """All paths, glyphs and pictures in painting order; groups and uses are resolved."""
    yield from _walk(scene.items, transform, "art", None)


def _walk(items: tuple[Item, ...], transform: Affine, layer: Layer, clip: Rect | None) -> Iterator[Placed]:
    for item in items:
        if isinstance(item, Group):
            inner = item.transform.then(transform)
            box = clip if item.clip is None else inner.rect(item.clip)
            yield from _walk(item.items, inner, item.layer or layer, box)
        elif isinstance(item, Use):
            yield from _walk(item.scene.items, item.transform.then(transform), layer, clip)
        else:
            yield Placed(item, transform, layer, clip)
