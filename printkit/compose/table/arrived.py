"""Marks the cards that a turn brought to where they lie: they stand on a blue bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from printkit.games.narration import Move
from printkit.games.zones import Zone
from printkit.geometry import Rect
from printkit.scene.inks import PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rectangle

__all__ = ["Arrived", "arrived", "bars", "new_in"]

# The paper between both: a bar that touches a black card is a part of it. And round it, on a ground.
APART, AROUND = 0.35, 0.3

Arrived = Mapping[str, Counter[str]]
"""The faces of the cards that have just come to a zone, by its place."""


def arrived(moves: Sequence[Move]) -> Arrived:
    """What came where with these moves."""
    places = {move.target for move in moves}
    return {place: Counter(move.what for move in moves if move.target == place) for place in places}


def new_in(zone: Zone, came: Arrived) -> list[int]:
    """Which of the things in a zone came: of a face the last ones."""
    left = Counter(came.get(zone.place, ()))
    new: list[int] = []
    for at in range(len(zone.items) - 1, -1, -1):
        item = zone.items[at]
        if item is not None and left[item.face]:
            left[item.face] -= 1
            new.append(at)
    return sorted(new)


def bars(slots: Sequence[Rect], new: Sequence[int], below: float) -> Iterator[Item]:
    """What the new cards stand on so far below them, on paper, mm: one bar for those side by side."""
    for at in new:
        slot = slots[at]
        joined = at + 1 in new and slots[at + 1].y == slot.y
        right = slots[at + 1].x if joined else slot.right
        bar = Rect.from_edges(slot.x, slot.bottom + APART, right, slot.bottom + below)
        paper = Rect.from_edges(bar.x - AROUND, slot.bottom, bar.right + AROUND, bar.bottom + AROUND)
        yield Path(rectangle(paper), PAPER)
        yield Path(rectangle(bar), find_ink("blue"))
