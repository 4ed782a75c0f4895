"""Draws what a seat has beside a board: its values or its gauges one below the other, and how wide all of it is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.compose.table.zone_pen import Band, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Item

__all__ = ["lying", "needed_width", "rows_band", "throws", "values_band"]

# The em of a value, and from one to the next below it; mm.
VALUE, VALUE_STEP = 3.4, 3.9


def values_band(pen: ZonePen, zones: Sequence[Zone]) -> Band:
    """Single values one below the other, their figures below each other too: a hand has room beside them."""
    names = [pen.words.zone(zone.name) for zone in zones]
    figure = TextStyle(pen.display, VALUE, tracking=0.0)
    left = max((line_width(name, pen.small) for name in names), default=0.0) + 1.4
    items: list[Item] = []
    wide = left
    for at, (zone, name) in enumerate(zip(zones, names, strict=True)):
        y = at * VALUE_STEP + 0.76 * VALUE
        text = " ".join(item_text(item) for item in zone.items if item is not None)
        items += [set_line(name, pen.small, 0.0, y), set_line(text, figure, left, y)]
        wide = max(wide, left + line_width(text, figure))
    return Band(wide, max(0, len(zones) - 1) * VALUE_STEP + 0.8 * VALUE, tuple(items))


def throws(zones: Sequence[Zone]) -> bool:
    """Whether a throw of sticks is among them."""
    return any(zone.kind == "cast" for zone in zones)


def lying(pen: ZonePen, zones: Sequence[Zone]) -> list[Zone]:
    """The zones that hold anything, several single values as one."""
    several = sum(zone.kind == "text" for zone in zones) > 1
    return [zone for zone in (pen.joined(zones) if several else zones) if zone.items]


def rows_band(
    pen: ZonePen, zones: Sequence[Zone], card: float, width: float, gaps: tuple[float, float]
) -> Band:
    """Zones one below the other, each with its slot; `gaps` lie below gauges and below others, mm."""
    items: list[Item] = []
    slots: list[Rect] = []
    y = 0.0
    for zone in zones:
        band = pen.labelled(zone, card, width)
        items.append(Group(band.items, Affine.translation(0.0, round(y, 4))))
        slots.append(Rect(0.0, y, width, band.height))
        y = slots[-1].bottom + gaps[zone.kind != "gauge"]
    return Band(width, y, tuple(items), tuple(slots))


def needed_width(pen: ZonePen, zones: Sequence[Zone], cards: tuple[float, float], between: float) -> float:
    """How wide a seat's things are on one line; `cards` says how large throws are, and other things, mm."""
    bands = [pen.labelled(zone, cards[zone.kind != "cast"], 1e3) for zone in lying(pen, zones)]
    return math.fsum(band.width for band in bands) + between * max(0, len(bands) - 1)
