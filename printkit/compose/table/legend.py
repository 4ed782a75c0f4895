"""Says below pieces on their sheet what to do with them, in strips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from printkit.compose.books.page_blocks import Picture
from printkit.compose.faces.context import Choices
from printkit.compose.table.strip import strip_picture
from printkit.geometry import Affine, Rect
from printkit.kit.leaflets import load_strips
from printkit.kit.model import Kit
from printkit.scene.model import Group, Item

__all__ = ["Legend", "find_legend"]

# How much larger it is than in a book, in one language or two; what is free before it there, so that it is no piece,
# and below each panel, mm.
LEGEND, IN_TWO, BEFORE, BELOW = 1.5, 0.96, (5.0, 3.6), 3.4


class Legend(NamedTuple):
    """What to do with pieces, once a language below them on their sheet, so many times as large as in a book."""

    pictures: Sequence[Picture]
    large: float = LEGEND

    @property
    def height(self) -> float:
        """How much room it needs at least, mm."""
        return (
            fsum(self.large * each.height + BELOW for each in self.pictures) + self.before
            if self.pictures
            else 0.0
        )

    @property
    def before(self) -> float:
        """What is free before it, mm."""
        return BEFORE[self.large < LEGEND]

    def and_then(self, other: Legend) -> Legend:
        """Both, one below the other."""
        return other._replace(pictures=[*self.pictures, *other.pictures])

    def items(self, room: Rect) -> Iterator[Item]:
        """The legend from the top of its room, as large as fits; of what has no room nothing."""
        y = room.y + self.before
        for left, drawn in zip(range(len(self.pictures), 0, -1), self.pictures, strict=True):
            high = ((room.bottom - y) / left - BELOW) / self.large
            if drawn.height > high:
                return
            shown = drawn.grow.draw(min(high, drawn.grow.most)) if drawn.grow else drawn
            yield Group(shown.items, Affine(self.large, 0.0, 0.0, self.large, room.x, round(y, 4)))
            y += self.large * shown.height + BELOW


def find_legend(kit: Kit, languages: Sequence[str], choices: Choices, name: str, width: float) -> Legend:
    """The legend that a kit's strip of that name makes, so wide; an empty one where the kit has none."""
    strip = load_strips(kit).get(name)
    shown = languages if strip else ()
    large = LEGEND if len(languages) < 2 else IN_TWO
    drawn = [strip_picture(kit, each, choices, strip, width / large, sheet=True) for each in shown if strip]
    return Legend(drawn, large)
