"""Marks the cards that a turn brought to where they lie: they stand higher than others, on a blue bar."""

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

__all__ = ["BELOW", "RAISED", "Arrived", "arrived", "raised"]

RAISED = 1.5
"""How much higher such a card stands, mm: what tells it in grey."""
BELOW = 0.8
"""How far its bar goes below the cards beside it, mm."""
# The paper between both: a bar that touches a black card is a part of it.
APART = 0.4

Arrived = Mapping[str, Counter[str]]
"""The faces of the cards that have just come to a zone, by its place."""


def arrived(moves: Sequence[Move]) -> Arrived:
    """What came where with these moves."""
    places = {move.target for move in moves}
    return {place: Counter(move.what for move in moves if move.target == place) for place in places}


def raised(zone: Zone, band: Band, came: Arrived) -> Band:
    """The cards of a zone, those that came marked: of a face the last ones. Rows make room for the bars."""
    left = Counter(came.get(zone.place, ()))
    marked: list[int] = []
    # A value without a place of its own cannot stand higher.
    for at in range(min(len(zone.items), len(band.slots)) - 1, -1, -1):
        item = zone.items[at]
        if item is not None and left[item.face]:
            left[item.face] -= 1
            marked.append(at)
    if not marked:
        return band
    rows = sorted({slot.y for slot in band.slots})
    downs = [rows.index(slot.y) * (RAISED + BELOW) for slot in band.slots]
    slots = tuple(slot.moved(0.0, down) for slot, down in zip(band.slots, downs, strict=True))
    parts = [
        (Group(part, Affine.translation(0.0, round(down - RAISED * (at in marked), 4))),)
        if down or at in marked
        else part
        for at, (part, down) in enumerate(zip(band.parts, downs, strict=True))
    ]
    bars = tuple(
        Path(rectangle(_bar(slots, at, at + 1 in marked)), find_ink("blue")) for at in sorted(marked)
    )
    return band._replace(
        height=band.height + max(downs), ground=(*band.ground, *bars), slots=slots, parts=tuple(parts)
    )


def _bar(slots: Sequence[Rect], at: int, joined: bool) -> Rect:
    """What a card stands on; one bar with that of the next card, if that came too."""
    slot = slots[at]
    follows = joined and slots[at + 1].y == slot.y
    right = slots[at + 1].x if follows else slot.right
    return Rect.from_edges(slot.x, slot.bottom - RAISED + APART, right, slot.bottom + BELOW)
