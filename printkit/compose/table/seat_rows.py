"""Draws what a seat has beside a board: its values or its gauges one below the other, and how wide all of it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printkit.compose.table.gauges import BEFORE
from printkit.compose.table.strip_things import Pen, short_stick
from printkit.compose.table.zone_pen import Band, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Item

__all__ = [
    "Value",
    "lying",
    "needed_width",
    "rows_band",
    "throws",
    "value_of",
    "value_row",
]

# The em of a value, and how high its stick lies.
LARGE_VALUE, LARGE_STICK = 5.6, 3.5
# Between a stick and its value, and a value and its name; mm.
APART = 1.2


class Value(NamedTuple):
    """A single value of a seat: its zone's name, and the stick of the kit that counts it, LARGE_STICK high.

    And its text, where that begins behind the stick, where a name begins, and where all of it ends; mm.
    """

    zone: str
    stick: Group | None
    text: str
    left: float
    name: float
    right: float


def value_of(pen: ZonePen, zone: Zone) -> Value:
    """The single value in a zone."""
    stick = short_stick(Pen(pen.kit, pen.words.language, pen.choices), zone.name)
    large = LARGE_STICK / stick.height if stick else 0.0
    left = large * stick.width + APART if stick else 0.0
    text = " ".join(item_text(item) for item in zone.items if item)
    drawn = Group(stick.items, Affine.scaling(large)) if stick else None
    end = left + line_width(text, _figure(pen))
    named = 0.0 if stick else APART + line_width(pen.words.zone(zone.name), pen.small)
    return Value(zone.name, drawn, text, left, end + APART, end + named)


def value_row(pen: ZonePen, value: Value) -> Iterator[Item]:
    """A single value about y 0 behind the stick of the kit that counts it; with its name where there is none."""
    base = 0.36 * LARGE_VALUE
    if value.stick is not None:
        yield value.stick
    yield set_line(value.text, _figure(pen), value.left, base)
    if value.stick is None:
        yield set_line(pen.words.zone(value.zone), pen.small, value.name, base)


def _figure(pen: ZonePen) -> TextStyle:
    return TextStyle(pen.display, LARGE_VALUE, tracking=0.0)


def throws(zones: Sequence[Zone]) -> bool:
    """Whether a throw of sticks is among them."""
    return any(zone.kind == "cast" for zone in zones)


def lying(pen: ZonePen, zones: Sequence[Zone]) -> list[Zone]:
    """The zones that hold anything, several single values as one."""
    several = sum(zone.kind == "text" for zone in zones) > 1
    return [zone for zone in (pen.joined(zones) if several else zones) if zone.items]


def rows_band(
    pen: ZonePen,
    zones: Sequence[Zone],
    card: float,
    width: float,
    gaps: tuple[float, float],
    *,
    mirrored: bool = False,
) -> Band:
    """Zones one below the other, each with its slot; `gaps` lie below gauges and below others, mm.

    Gauges may be `mirrored`; they have one scale, and their slots end where their bars do.
    """
    longest = max((zone.columns for zone in zones if zone.kind == "gauge"), default=0)
    items: list[Item] = []
    slots: list[Rect] = []
    y = 0.0
    for zone in zones:
        if zone.kind == "gauge":
            own = BEFORE + (width - BEFORE) * zone.columns / longest
            band, left = pen.gauge(zone, own, mirrored=mirrored), (width - own) * mirrored
        else:
            band, left = pen.labelled(zone, card, width), 0.0
        items.append(Group(band.items, Affine.translation(round(left, 4), round(y, 4))))
        slots.append(Rect(left, y, band.width, band.height))
        y = slots[-1].bottom + gaps[zone.kind != "gauge"]
    return Band(width, y, tuple(items), tuple(slots))


def needed_width(pen: ZonePen, zones: Sequence[Zone], cards: tuple[float, float], between: float) -> float:
    """How wide a seat's things are on one line; `cards` says how large throws are, and other things, mm."""
    bands = [pen.labelled(zone, cards[zone.kind != "cast"], 1e3) for zone in lying(pen, zones)]
    return math.fsum(band.width for band in bands) + between * max(0, len(bands) - 1)
