"""Marks the cards that a turn brought to where they lie: they stand higher than others, with a blue edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from printkit.compose.table.zone_pen import Band
from printkit.games.narration import Move
from printkit.games.zones import Zone
from printkit.geometry import Affine
from printkit.scene.inks import find_ink
from printkit.scene.model import Group, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = ["RAISED", "Arrived", "arrived", "raised"]

RAISED = 1.0
"""How much higher such a card stands, mm: what tells it in grey."""
# Its edge.
EDGE = 0.6

Arrived = Mapping[str, Counter[str]]
"""The faces of the cards that have just come to a zone, by its place."""


def arrived(moves: Sequence[Move]) -> Arrived:
    """What came where with these moves."""
    places = {move.target for move in moves}
    return {place: Counter(move.what for move in moves if move.target == place) for place in places}


def raised(zone: Zone, band: Band, came: Arrived) -> Band:
    """The cards of a zone, those that came marked: of a face the last ones. Edges lie below all cards."""
    left = Counter(came.get(zone.place, ()))
    ground, parts = [*band.ground], [*band.parts]
    # A value without a place of its own cannot stand higher.
    for at in range(min(len(zone.items), len(band.slots)) - 1, -1, -1):
        item = zone.items[at]
        if item is None or not left[item.face]:
            continue
        left[item.face] -= 1
        edge = rounded_rectangle(band.slots[at].moved(0.0, -RAISED).grown(EDGE), EDGE)
        ground.append(Path(edge, find_ink("blue")))
        parts[at] = (Group(parts[at], Affine.translation(0.0, -RAISED)),)
    return band._replace(ground=tuple(ground), parts=tuple(parts))
