"""Finds ink on a card that its face does not explain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.geometry import Affine, Rect
from printkit.preflight.artist import EMBLEM_PIECES, Artist, moved
from printkit.preflight.book import Face
from printkit.preflight.pixels import PageImage, stray
from printkit.scene.model import Path
from printkit.scene.raster import segments

__all__ = ["unexplained"]

# How much ink is too much, in mm².
STRAY_AREA = 0.15


def unexplained(
    image: PageImage, artist: Artist, face: Face, place: Affine, box: Rect
) -> tuple[float, Rect] | None:
    """The ink in `box` (the page's mm) that no letter and no shape of the face explains, its mm² and where; or None.

    `place` maps the face's mm to the page's.
    """
    import numpy

    rows = list(_rows_in(artist, face, place, box))
    found = stray(image, numpy.concatenate(rows) if rows else numpy.zeros((0, 4)), box)
    return found if found is not None and found[0] > STRAY_AREA else None


def _rows_in(artist: Artist, face: Face, place: Affine, box: Rect) -> Iterator[Any]:
    """The polygons of everything the face has there, in the page's mm."""
    for mark in face.marks:
        if place.rect(mark.box).overlaps(box):
            yield moved(artist.letter(mark.font, mark.glyph), mark.place.then(place))
    for item, transform, _, _ in face.shapes:
        assert isinstance(item, Path)
        own = transform.then(place)
        if item.fill is not None and own.rect(item.outline.box()).overlaps(box):
            yield moved(segments(item.outline, EMBLEM_PIECES), own)
