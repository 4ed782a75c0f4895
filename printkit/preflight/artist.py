"""The polygons of characters, suits and drawn shapes to look for on a page, cached."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from printkit.fonts import find_font
from printkit.geometry import Affine, Outline, Rect
from printkit.preflight.marks import Mark
from printkit.scene.inks import Ink
from printkit.scene.model import Path
from printkit.scene.raster import segments
from printkit.scene.walk import Placed

__all__ = ["EMBLEM_PIECES", "Artist", "moved", "polygons_of"]

# An emblem has few and long curves.
EMBLEM_PIECES = 14
# So many letters are kept; a book has about a thousand.
LETTERS = 4096


@dataclass(slots=True)
class Artist:
    """The outlines of letters and emblems as polygons, each made once; `suits` gives each suit's ink."""

    emblems: Mapping[str, Outline]
    suits: Mapping[str, Ink]
    _emblems: dict[str, Any] = field(default_factory=dict)

    def letter(self, font: str, glyph: int) -> Any:
        """A glyph's polygons in em."""
        return _letter(font, glyph)

    def neighbours(self, mark: Mark, marks: Iterable[Mark], place: Affine, around: float) -> Any:
        """The other letters within `around` mm of this one, as polygons in the page's mm; None where there are none."""
        import numpy

        def room(letter: Mark) -> Rect:
            return letter.place.then(place).rect(find_font(letter.font).ink_box(letter.glyph))

        box = room(mark).grown(around)
        rows = [
            moved(self.letter(other.font, other.glyph), other.place.then(place))
            for other in marks
            if other is not mark and other.text.strip() and room(other).overlaps(box)
        ]
        return numpy.concatenate(rows) if rows else None

    def emblem(self, suit: str) -> Any:
        """An emblem's polygons, 10 units high, its middle at the origin."""
        found = self._emblems.get(suit)
        if found is None:
            found = self._emblems[suit] = segments(self.emblems[suit], EMBLEM_PIECES)
        return found


@lru_cache(maxsize=LETTERS)
def _letter(font: str, glyph: int) -> Any:
    """A glyph's polygons, the same object for all files: what is known of its shape is known for all."""
    return segments(find_font(font).outline(glyph))


def moved(rows: Any, place: Affine) -> Any:
    """The polygons after a map of the plane."""
    a, b, c, d, e, f = place
    moved = rows.copy()
    moved[:, 0::2] = a * rows[:, 0::2] + c * rows[:, 1::2] + e
    moved[:, 1::2] = b * rows[:, 0::2] + d * rows[:, 1::2] + f
    return moved


def polygons_of(shapes: Iterable[Placed], place: Affine) -> Any:
    """All fills of these shapes as polygons, mapped once more by `place`."""
    import numpy

    rows = [
        moved(segments(item.outline, EMBLEM_PIECES), transform.then(place))
        for item, transform, _, _ in shapes
        if isinstance(item, Path) and item.fill is not None
    ]
    return numpy.concatenate(rows) if rows else numpy.empty((0, 4))
