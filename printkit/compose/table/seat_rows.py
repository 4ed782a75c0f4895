"""Draws what a seat has beside a board: its values or its gauges one below the other, and how wide all of it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.compose.faces.signs import Sign
from printkit.compose.table.strip_things import Pen, short_stick
from printkit.compose.table.zone_pen import Band, ZonePen, item_text
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Item

__all__ = ["lying", "needed_width", "rows_band", "stock_band", "throws", "value_row", "value_width"]

# A table of values: from row to row, the room for the marks of seats, mm; how large these are, and its values.
VALUE_STEP, MARKS, MARK, SMALLER = 5.4, 6.8, 0.58, 0.88
# The em of a value, and how high its stick lies.
LARGE_VALUE, LARGE_STICK = 5.6, 3.5
# Between a value and its name, and behind this at least, mm; and how much smaller that may be.
APART, CLOSE, LEAST_NAME = 1.2, 0.6, 0.8


def stock_band(
    pen: ZonePen,
    owned: Mapping[str, Sequence[Zone]],
    width: float,
    letter: Callable[[str], Iterator[Item]],
) -> Band:
    """A line a seat: its mark, and its single values beside the sticks of the kit that count them, with their names.

    Those of one name stand below each other, and have it for all seats or for none.
    """
    all_of = ((owner, [zone for zone in zones if zone.kind == "text"]) for owner, zones in owned.items())
    own = {owner: zones for owner, zones in all_of if zones}
    values = [zone for zones in own.values() for zone in zones]
    columns = [*dict.fromkeys(zone.name for zone in values)]
    if not columns:
        return Band(0.0, 0.0, ())
    room = width - MARKS
    # Where names have no room on one line, sticks say what all values are, or seats have more lines.
    named = [(each, True) for each in _splits(pen, values, columns)]
    bare = [(next(_splits(pen, values, columns, named=False)), False)]
    choices = named[:1] + (bare if all(_stick(pen, zone) for zone in values) else []) + named[1:]
    fitting = (each for each in choices if math.fsum(each[0]) + CLOSE * len(each[0]) <= room)
    wide, with_names = next(fitting, choices[-1])
    across, spare = len(wide), (room - math.fsum(wide)) / len(wide)
    lines = -(-len(columns) // across)
    items: list[Item] = []
    for row, (owner, zones) in enumerate(own.items()):
        middle = (row * lines + 0.5) * VALUE_STEP
        mark = Affine.translation(-4.0, -4.1).then(Affine.scaling(MARK))
        items.append(Group(tuple(letter(owner)), mark.then(Affine.translation(2.6, round(middle, 4)))))
        for zone in zones:
            line, column = divmod(columns.index(zone.name), across)
            own_room = (wide[column] + spare - CLOSE) / SMALLER
            drawn = Group(tuple(value_row(pen, zone, own_room, named=with_names)), Affine.scaling(SMALLER))
            left, down = MARKS + math.fsum(wide[:column]) + column * spare, middle + line * VALUE_STEP
            items.append(Group((drawn,), Affine.translation(round(left, 4), round(down, 4))))
    return Band(width, len(own) * lines * VALUE_STEP, tuple(items))


def _splits(
    pen: ZonePen, values: Sequence[Zone], columns: Sequence[str], *, named: bool = True
) -> Iterator[list[float]]:
    """How wide columns are at least if all names stand in one line, in two and so on."""
    width = value_width if named else _before_name
    needs = {name: max(width(pen, zone) for zone in values if zone.name == name) for name in columns}
    for across in range(len(columns), 0, -1):
        yield [SMALLER * max(needs[name] for name in columns[at::across]) for at in range(across)]


def value_width(pen: ZonePen, zone: Zone) -> float:
    """How wide such a value is at least, with its name as small as it may be; mm."""
    return _before_name(pen, zone) + LEAST_NAME * line_width(pen.words.zone(zone.name), pen.small)


def value_row(pen: ZonePen, zone: Zone, width: float, *, named: bool = True) -> Iterator[Item]:
    """A single value about y 0: the stick of the kit that counts it, the value, and if it is `named` its name."""
    stick, figure, left = _stick(pen, zone), _figure(pen), 0.0
    if stick is not None:
        yield Group(stick.items, Affine.scaling(LARGE_STICK / stick.height))
        left = LARGE_STICK / stick.height * stick.width + APART
    base, right = 0.36 * LARGE_VALUE, _before_name(pen, zone)
    yield set_line(_value(zone), figure, left, base)
    # Its stick says what it is.
    if named or stick is None:
        name = pen.words.zone(zone.name)
        yield set_line(name, shrunk(name, pen.small, max(width - right, APART)), right, base)


def _before_name(pen: ZonePen, zone: Zone) -> float:
    """How wide a stick and its value are, with what is free before the name."""
    stick = _stick(pen, zone)
    before = LARGE_STICK / stick.height * stick.width + APART if stick else 0.0
    return before + line_width(_value(zone), _figure(pen)) + APART


def _stick(pen: ZonePen, zone: Zone) -> Sign | None:
    return short_stick(Pen(pen.kit, pen.words.language, pen.choices), zone.name)


def _figure(pen: ZonePen) -> TextStyle:
    return TextStyle(pen.display, LARGE_VALUE, tracking=0.0)


def _value(zone: Zone) -> str:
    return " ".join(item_text(item) for item in zone.items if item)


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
