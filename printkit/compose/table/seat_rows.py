"""Draws what a seat has beside a board: its values or its gauges one below the other, and how wide all of it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.compose.table.strip_things import Pen, short_stick
from printkit.compose.table.zone_pen import Band, ZonePen, item_text
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Item

__all__ = ["lying", "needed_width", "rows_band", "stock_band", "throws", "value_row"]

# A table of values: from row to row, the room for the marks of seats, mm; how large these are, and its values.
VALUE_STEP, MARKS, MARK, SMALLER = 5.4, 6.8, 0.58, 0.88
# Larger, each on its own line: the em of a value, how high its stick lies, and the room for that.
LARGE_VALUE, LARGE_STICK, STICKS_WIDE = 5.6, 3.5, 18.9
# Between a value and its name, mm; and how much smaller that may be.
APART, LEAST_NAME = 1.2, 0.8


def stock_band(
    pen: ZonePen,
    owned: Mapping[str, Sequence[Zone]],
    width: float,
    letter: Callable[[str], Iterator[Item]],
) -> Band:
    """A line a seat: its mark, and its single values beside the sticks of the kit that count them, with their names."""
    items: list[Item] = []
    for row, (owner, zones) in enumerate(owned.items()):
        values = [zone for zone in zones if zone.kind == "text"]
        middle = (row + 0.5) * VALUE_STEP
        if not values:
            continue
        mark = Affine.translation(-4.0, -4.1).then(Affine.scaling(MARK))
        items.append(Group(tuple(letter(owner)), mark.then(Affine.translation(2.6, round(middle, 4)))))
        wide = (width - MARKS) / len(values)
        for column, zone in enumerate(values):
            drawn = Group(
                tuple(value_row(pen, zone, wide / SMALLER - APART, close=True)), Affine.scaling(SMALLER)
            )
            place = Affine.translation(round(MARKS + column * wide, 4), round(middle, 4))
            items.append(Group((drawn,), place))
    return Band(width, len(owned) * VALUE_STEP, tuple(items))


def value_row(pen: ZonePen, zone: Zone, width: float, *, close: bool = False) -> Iterator[Item]:
    """A single value about y 0: the stick of the kit that counts it, the value, and its name.

    A value stands `close` to its stick, else where those of all sticks do.
    """
    stick = short_stick(Pen(pen.kit, pen.words.language, pen.choices), zone.name)
    figure, left = TextStyle(pen.display, LARGE_VALUE, tracking=0.0), 0.0
    text = " ".join(item_text(item) for item in zone.items if item)
    if stick is not None:
        scale = LARGE_STICK / stick.height
        yield Group(stick.items, Affine.scaling(scale))
        left = scale * stick.width + APART if close else STICKS_WIDE
    base, right = 0.36 * LARGE_VALUE, left + line_width(text, figure) + APART
    yield set_line(text, figure, left, base)
    name = pen.words.zone(zone.name)
    look = shrunk(name, pen.small, max(width - right, APART))
    # Where its name has no room its stick says what it is.
    if stick is None or look.size >= LEAST_NAME * pen.small.size:
        yield set_line(name, look, right, base)


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

    Gauges may be `mirrored`.
    """
    items: list[Item] = []
    slots: list[Rect] = []
    y = 0.0
    for zone in zones:
        gauge = mirrored and zone.kind == "gauge"
        band = pen.gauge(zone, width, mirrored=True) if gauge else pen.labelled(zone, card, width)
        items.append(Group(band.items, Affine.translation(0.0, round(y, 4))))
        slots.append(Rect(0.0, y, width, band.height))
        y = slots[-1].bottom + gaps[zone.kind != "gauge"]
    return Band(width, y, tuple(items), tuple(slots))


def needed_width(pen: ZonePen, zones: Sequence[Zone], cards: tuple[float, float], between: float) -> float:
    """How wide a seat's things are on one line; `cards` says how large throws are, and other things, mm."""
    bands = [pen.labelled(zone, cards[zone.kind != "cast"], 1e3) for zone in lying(pen, zones)]
    return math.fsum(band.width for band in bands) + between * max(0, len(bands) - 1)
