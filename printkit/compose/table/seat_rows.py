"""Draws what a seat has beside a board: its values or its gauges one below the other, and how wide all of it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.compose.table.strip_things import Pen, short_stick
from printkit.compose.table.zone_pen import Band, ZonePen, item_text
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.inks import BLACK
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import segment

__all__ = ["lying", "needed_width", "rows_band", "stock_band", "throws", "value_row"]

# A table of values: the em of one, from row to row, the room for its heads and for the marks of seats, and how high a
# stick lies there; mm.
VALUE, VALUE_STEP, NAMED, MARKS, STICK = 4.4, 6.4, 3.4, 8.0, 3.2
# Larger, each on its own line: the em of a value, how high its stick lies, and the room for that.
LARGE_VALUE, LARGE_STICK, STICKS_WIDE = 5.6, 3.5, 18.9


def stock_band(
    pen: ZonePen,
    owned: Mapping[str, Sequence[Zone]],
    width: float,
    letter: Callable[[str], Iterator[Item]],
) -> Band:
    """Single values of all seats as a table, each kind below its name, beside the stick of the kit that counts it."""
    names = dict.fromkeys(zone.name for zones in owned.values() for zone in zones if zone.kind == "text")
    if not names:
        return Band(width, 0.0, ())
    figure, wide = TextStyle(pen.display, VALUE, tracking=0.0), (width - MARKS) / len(names)
    sticks = Pen(pen.kit, pen.words.language, pen.choices)
    items: list[Item] = []
    for column, name in enumerate(names):
        x = MARKS + column * wide
        items.append(set_line(pen.words.zone(name), pen.small, x, 0.8 * pen.small.size))
        stick = short_stick(sticks, name)
        for row, zones in enumerate(owned.values()):
            middle = NAMED + (row + 0.5) * VALUE_STEP
            values = [item_text(item) for zone in zones if zone.name == name for item in zone.items if item]
            left = x
            if stick is not None:
                scale = STICK / stick.height
                place = Affine.scaling(scale).then(Affine.translation(round(x, 4), round(middle, 4)))
                items.append(Group(stick.items, place))
                left += scale * stick.width + 1.4
            items.append(set_line(" ".join(values), figure, left, middle + 0.36 * VALUE))
    for row, owner in enumerate(owned):
        y = NAMED + row * VALUE_STEP
        line = segment(0.0, y, width, y)
        items.append(Path(line, stroke=BLACK.at(1.0 if not row else 0.35), width=0.25))
        mark = Affine.translation(-4.0, -4.1).then(Affine.scaling(0.64))
        place = Affine.translation(3.2, round(y + VALUE_STEP / 2, 4))
        items.append(Group(tuple(letter(owner)), mark.then(place)))
    return Band(width, NAMED + len(owned) * VALUE_STEP, tuple(items))


def value_row(pen: ZonePen, zone: Zone, width: float) -> Iterator[Item]:
    """A single value about y 0: the stick of the kit that counts it, the value, and its name."""
    stick = short_stick(Pen(pen.kit, pen.words.language, pen.choices), zone.name)
    figure = TextStyle(pen.display, LARGE_VALUE, tracking=0.0)
    if stick is not None:
        scale = LARGE_STICK / stick.height
        yield Group(stick.items, Affine.scaling(scale))
    text = " ".join(item_text(item) for item in zone.items if item)
    base, right = 0.36 * LARGE_VALUE, STICKS_WIDE + line_width(text, figure)
    yield set_line(text, figure, STICKS_WIDE, base)
    name = pen.words.zone(zone.name)
    yield set_line(name, fit_line(name, pen.small, width - right - 1.2, 0.6), right + 1.2, base)


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
