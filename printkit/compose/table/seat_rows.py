"""Draws what a seat has beside a board: its values or its gauges one below the other, and how wide all of it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from printkit.compose.table.strip_things import Pen, short_stick
from printkit.compose.table.zone_pen import Band, ZonePen, item_text
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.zones import Zone
from printkit.geometry import Affine, Rect
from printkit.scene.model import Group, Item

__all__ = [
    "Value",
    "lying",
    "needed_width",
    "rows_band",
    "stock_band",
    "throws",
    "value_columns",
    "value_of",
    "value_rooms",
    "value_row",
]

# A table of values: from row to row, the room for the marks of seats, mm; how large these are, and its values.
VALUE_STEP, MARKS, MARK, SMALLER = 5.4, 6.8, 0.58, 0.88
# The em of a value, and how high its stick lies.
LARGE_VALUE, LARGE_STICK = 5.6, 3.5
# Between a value and its name, and behind this at least, mm; and how much smaller that may be.
APART, CLOSE, LEAST_NAME = 1.2, 0.6, 0.8


class Value(NamedTuple):
    """A single value of a seat: its zone's name, and the stick of the kit that counts it, LARGE_STICK high.

    And its text, where that begins behind the stick, and where its name begins; mm.
    """

    zone: str
    stick: Group | None
    text: str
    left: float
    right: float


class Rooms(NamedTuple):
    """How wide each column of values is, mm; whether values are named there; and whether all of them fit."""

    wide: list[float]
    named: bool
    fit: bool


def stock_band(
    pen: ZonePen,
    owned: Mapping[str, Sequence[Zone]],
    width: float,
    letter: Callable[[str], Iterator[Item]],
) -> Band:
    """A line a seat: its mark, and its single values beside the sticks of the kit that count them, with their names.

    Those of one name stand below each other, and have it for all seats or for none.
    """
    all_of = {
        owner: [value_of(pen, zone) for zone in zones if zone.kind == "text"]
        for owner, zones in owned.items()
    }
    own = {owner: values for owner, values in all_of.items() if values}
    every = [value for values in own.values() for value in values]
    columns = value_columns(every)
    if not columns:
        return Band(0.0, 0.0, ())
    wide, named, _ = value_rooms(pen, every, (width - MARKS) / SMALLER, CLOSE / SMALLER)
    lines = -(-len(columns) // len(wide))
    items: list[Item] = []
    for row, (owner, values) in enumerate(own.items()):
        middle = (row * lines + 0.5) * VALUE_STEP
        mark = Affine.translation(-4.0, -4.1).then(Affine.scaling(MARK))
        items.append(Group(tuple(letter(owner)), mark.then(Affine.translation(2.6, round(middle, 4)))))
        for value in values:
            line, column = divmod(columns.index(value.zone), len(wide))
            own_room = wide[column] - CLOSE / SMALLER
            drawn = Group(tuple(value_row(pen, value, own_room, named=named)), Affine.scaling(SMALLER))
            left, down = MARKS + SMALLER * math.fsum(wide[:column]), middle + line * VALUE_STEP
            items.append(Group((drawn,), Affine.translation(round(left, 4), round(down, 4))))
    return Band(width, len(own) * lines * VALUE_STEP, tuple(items))


def value_columns(values: Sequence[Value]) -> list[str]:
    """The names of values, each once."""
    return [*dict.fromkeys(value.zone for value in values)]


def value_rooms(pen: ZonePen, values: Sequence[Value], width: float, air: float) -> Rooms:
    """The columns of all seats' values that take so much together, `air` behind each.

    Where names have no room on one line, sticks say what all values are, or a seat has more lines: then there are fewer
    columns than names.
    """
    if not values:
        return Rooms([], named=True, fit=width >= 0.0)
    choices = [(each, True) for each in _splits(pen, values, named=True)]
    if all(value.stick for value in values):
        choices.insert(1, (next(_splits(pen, values, named=False)), False))
    fitting = [each for each in choices if math.fsum(each[0]) + air * len(each[0]) <= width]
    wide, named = (fitting or choices[-1:])[0]
    spare = (width - math.fsum(wide)) / len(wide)
    return Rooms([each + spare for each in wide], named=named, fit=bool(fitting))


def _splits(pen: ZonePen, values: Sequence[Value], *, named: bool) -> Iterator[list[float]]:
    """How wide columns are at least if all values stand on one line, on two and so on; names as small as may be."""
    needs: dict[str, float] = {}
    for value in values:
        name = LEAST_NAME * line_width(pen.words.zone(value.zone), pen.small) if named else 0.0
        needs[value.zone] = max(needs.get(value.zone, 0.0), value.right + name)
    wide = [*needs.values()]
    for across in range(len(wide), 0, -1):
        yield [max(wide[at::across]) for at in range(across)]


def value_of(pen: ZonePen, zone: Zone) -> Value:
    """The single value in a zone."""
    stick = short_stick(Pen(pen.kit, pen.words.language, pen.choices), zone.name)
    large = LARGE_STICK / stick.height if stick else 0.0
    left = large * stick.width + APART if stick else 0.0
    text = " ".join(item_text(item) for item in zone.items if item)
    drawn = Group(stick.items, Affine.scaling(large)) if stick else None
    return Value(zone.name, drawn, text, left, left + line_width(text, _figure(pen)) + APART)


def value_row(pen: ZonePen, value: Value, width: float, *, named: bool = True) -> Iterator[Item]:
    """A single value about y 0: the stick of the kit that counts it, the value, and if it is `named` its name."""
    base = 0.36 * LARGE_VALUE
    if value.stick is not None:
        yield value.stick
    yield set_line(value.text, _figure(pen), value.left, base)
    if named:
        name = pen.words.zone(value.zone)
        yield set_line(name, shrunk(name, pen.small, max(width - value.right, APART)), value.right, base)


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
