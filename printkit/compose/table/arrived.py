"""Marks the cards that a turn brought to where they lie: they stand on a blue bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from printkit.compose.table.zone_pen import Band
from printkit.games.narration import Move
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.inks import find_ink
from printkit.scene.model import Group, Path
from printkit.scene.shapes import rectangle

__all__ = ["BELOW", "Arrived", "arrived", "marked"]

BELOW = 1.4
"""How far the bar goes below a card, mm."""
# The paper between both: a bar that touches a black card is a part of it.
APART = 0.35

Arrived = Mapping[str, Counter[str]]
"""The faces of the cards that have just come to a zone, by its place."""


def arrived(moves: Sequence[Move]) -> Arrived:
    """What came where with these moves."""
    places = {move.target for move in moves}
    return {place: Counter(move.what for move in moves if move.target == place) for place in places}


def marked(zone: Zone, band: Band, came: Arrived) -> Band:
    """The cards of a zone, those that came marked: of a face the last ones. Rows make room for the bars."""
    left = Counter(came.get(zone.place, ()))
    new: list[int] = []
    # A value without a place of its own stands on nothing.
    for at in range(min(len(zone.items), len(band.slots)) - 1, -1, -1):
        item = zone.items[at]
        if item is not None and left[item.face]:
            left[item.face] -= 1
            new.append(at)
    if not new:
        return band
    rows = sorted({slot.y for slot in band.slots})
    downs = [rows.index(slot.y) * BELOW for slot in band.slots]
    slots = tuple(slot.moved(0.0, down) for slot, down in zip(band.slots, downs, strict=True))
    parts = [
        (Group(part, Affine.translation(0.0, round(down, 4))),) if down else part
        for part, down in zip(band.parts, downs, strict=True)
    ]
    bars = tuple(Path(rectangle(_bar(slots, at, at + 1 in new)), find_ink("blue")) for at in sorted(new))
    return band._replace(
        height=band.height + max(downs), ground=(*band.ground, *bars), slots=slots, parts=tuple(parts)
    )


def _bar(slots: Sequence[Rect], at: int, joined: bool) -> Rect:
    """What a card stands on; one bar with that of the next card, if that came too."""
    slot = slots[at]
    follows = joined and slots[at + 1].y == slot.y
    right = slots[at + 1].x if follows else slot.right
    return Rect.from_edges(slot.x, slot.bottom + APART, right, slot.bottom + BELOW)
