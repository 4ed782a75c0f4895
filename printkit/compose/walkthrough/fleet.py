"""Draws the great moments of a race of ships: cargo that goes over or comes home, and who has won with it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printkit.compose.boards.stones import Point
from printkit.compose.boards.ways import line_arrow
from printkit.compose.pieces.carving import arc
from printkit.compose.pieces.standees import pawn_of
from printkit.compose.table.at_sea import (
    CASKS,
    FRAME,
    SLAB,
    badge_items,
    cask_items,
    hull_of,
    levels_of,
    lowest_row,
    pile_of,
    quay_items,
    rope_items,
    sea_items,
    ship_items,
    waterline,
)
from printkit.compose.table.ending import CORNER, EDGE, Ending
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Item, Path
from printkit.scene.shapes import circle, rectangle, rounded_rectangle

__all__ = ["cargo_items", "home_items"]

# In parts of the panel's height: how far the middles of ships are from its ends; a cask; the arc from ship to ship: its
# radius, how high its middle is, its shaft, and how far below it casks fly; the disc of the number, and its em. The
# quay is so wide, in widths of the panel, and high.
AT, CASK, ARC, MIDDLE, SHAFT, BELOW, DISC, COUNT = 0.3, 0.11, 0.29, 0.39, 0.032, 0.165, 0.085, 0.11
QUAY, QUAY_HIGH = 0.5, 0.08
# A fleet under sail: where the foremost ship and the others are, in widths of the panel, and how large they are; where
# its cargo is, across and down, and where it ends.
FLEET, FREIGHT = ((0.79, 1.0), (0.45, 0.62), (0.16, 0.62)), (0.09, 0.15, 0.6)
# What happened, on a slab in the sea: its em and how far its foot is above that of the panel, in heights of this, how
# wide it is at most, in widths.
EM, FOOT, ROOM = 0.088, 0.045, 0.6
# Ships that came home, by their number: where each is, in widths of the panel, and how large; where the pier begins and
# how high it is; what is free beside a pile, in its widths; how large a cask is at most, and what part of that it is
# where there is less room; the em of who has won on its wall; and how large the badge over a pile is.
CAME = (
    (),
    ((0.22, 1.0),),
    ((0.15, 0.9), (0.37, 0.54)),
    ((0.115, 0.8), (0.28, 0.5), (0.395, 0.4)),
)
PIER, PIER_HIGH, PIER_AIR, LARGEST, SHRINKS, WON, BADGE = 0.47, 0.06, 0.025, 0.085, 0.97, 0.13, 0.16


def cargo_items(
    kit: Kit, ships: Sequence[str], goods: int, words: str, box: Rect, *, low: bool
) -> tuple[list[Item], list[Glyphs]]:
    """Casks that go from the first ship to the second, or lie on the quay one alone has reached; and their number.

    Three are a fleet under sail, the foremost first, with what it has to spare. What happened is said in the sea, or on
    the quay.
    """
    high, water = box.height, waterline(box)
    tokens = {name: token for name in ships if (token := pawn_of(kit, name))}
    ink, cask = kit.inks[tokens[ships[-1]].front.ink], CASK * high
    slab, said = _slab(kit, words, box, low=low)
    if fleet := len(ships) > 2:
        places = [(box.x + at * box.width, size) for at, size in FLEET]
    else:
        # They lie as the slips of their seats do, the first at the left.
        places = [(box.x + AT * high, 1.0), (box.right - AT * high, 1.0)]
    drawn = [*zip(tokens if fleet else sorted(tokens), places, strict=False)]
    hulls = [hull_of(x, size, box) for _, (x, size) in drawn]
    items = [*sea_items(box, hulls, [slab.grown(SLAB / 2)] if len(ships) > 1 else (), low=low)]
    items += rope_items([x for x, _ in places], box) if fleet else ()
    for name, (x, size) in drawn:
        items += ship_items(kit, tokens[name], (x, water), size * high, low=low)
    if fleet:
        spot, cask, flown = _freight(goods, cask, box)
    elif len(ships) > 1:
        middle = box.center[0], box.y + MIDDLE * high
        run = arc(*middle, ARC * high, 223, 317, 33)
        # Side by side on an arc below it.
        half = math.degrees(0.56 * (goods + 1) * CASK / (ARC - BELOW))
        flown = arc(*middle, (ARC - BELOW) * high, 270 - half, 270 + half, goods + 2)[1:-1]
        items += line_arrow(run if ships[0] < ships[1] else run[::-1], high, ink, SHAFT)[1]
        spot = middle[0], middle[1] - ARC * high
    else:
        quay = Rect.from_edges(box.right - QUAY * box.width, water - QUAY_HIGH * high, box.right, box.bottom)
        wall, said = quay_items(kit, words, quay, EM * high, low=low)
        items += wall
        cask = min(cask, (quay.y - box.y - 2.6 * DISC * high) / (CASKS * levels_of(goods)))
        flown = tuple(pile_of(quay.center[0], quay.y, goods, cask))
        spot = quay.center[0], min((y for _, y in flown), default=0.0) - cask / 2 - 1.25 * DISC * high
    for each in flown:
        items += cask_items(each, cask, low=low)
    if len(ships) > 1:
        items.append(Path(rounded_rectangle(slab, CORNER), *((PAPER, BLACK, EDGE) if low else (BLACK,))))
    items.append(Path(rectangle(box.grown(-FRAME / 2)), stroke=BLACK, width=FRAME))
    if goods:
        style = TextStyle(kit.fonts["display"], COUNT * high, ink if low else PAPER, tracking=0.0)
        items.append(Path(circle(*spot, DISC * high), PAPER if low else ink, ink, EDGE))
        said = [*said, ink_center_line(str(goods), style, spot[0], spot[1] + 0.36 * style.size)]
    return items, said


def _freight(goods: int, cask: float, box: Rect) -> tuple[Point, float, tuple[Point, ...]]:
    """Where the number of what a fleet has to spare is; and how large its casks are, and where."""
    spot = box.x + FREIGHT[0] * box.width, box.y + FREIGHT[1] * box.height
    # However many they are, they end before the foremost sail.
    start = spot[0] + 1.25 * cask
    cask = min(cask, (box.x + FREIGHT[2] * box.width - start) / (1.15 * max(goods, 1)))
    return spot, cask, tuple((start + (at + 0.5) * 1.15 * cask, spot[1]) for at in range(goods))


def _slab(kit: Kit, words: str, box: Rect, *, low: bool) -> tuple[Rect, list[Glyphs]]:
    """The slab of what happened in the lower left corner, and its words."""
    style = TextStyle(kit.fonts["display"], EM * box.height, BLACK if low else PAPER, tracking=0.0)
    style = shrunk(words, style, ROOM * box.width)
    high, free = 1.55 * style.size, FOOT * box.height
    slab = Rect(box.x + free, box.bottom - free - high, line_width(words, style) + 2 * SLAB, high)
    return slab, [set_line(words, style, slab.x + SLAB, slab.center[1] + 0.36 * style.size)]


def home_items(
    kit: Kit, ending: Ending, ships: Sequence[str], box: Rect, *, low: bool
) -> tuple[list[Item], list[Glyphs]]:
    """The ships that won at the pier, large, and on it what each seat has brought home; who won stands on its wall."""
    high, places = box.height, CAME[min(len(ships), len(CAME) - 1)]
    pier = Rect.from_edges(box.x + PIER * box.width, waterline(box) - PIER_HIGH * high, box.right, box.bottom)
    at_sea = [(box.x + at * box.width, size) for at, size in places]
    items = [*sea_items(box, [hull_of(x, size, box) for x, size in at_sea], low=low)]
    items += rope_items([x for x, _ in at_sea], box)
    for name, (x, size) in reversed([*zip(ships, at_sea, strict=False)]):
        if token := pawn_of(kit, name):
            items += ship_items(kit, token, (x, waterline(box)), size * high, low=low)
    wall, said = quay_items(kit, ending.words, pier, WON * high, low=low)
    items += wall
    # Badges and the air between them never need more than the pier has.
    badge = min(BADGE * high, 0.9 * pier.width * ((1 - PIER_AIR) / max(1, len(ending.points)) - PIER_AIR))
    for seat, number, x, cask in _heaps(ending.points, pier, box.y, badge):
        flown = [*pile_of(x, pier.y, int(number), cask)]
        for spot in flown:
            items += cask_items(spot, cask, low=low)
        top = min([pier.y, *(y - cask / 2 for _, y in flown)])
        items += badge_items(kit, seat, number, (x, top), badge, low=low)
    return [*items, Path(rectangle(box.grown(-FRAME / 2)), stroke=BLACK, width=FRAME)], said


def _heaps(
    points: Sequence[tuple[Seat, str]], pier: Rect, top: float, badge: float
) -> Iterator[tuple[Seat, str, float, float]]:
    """Each seat with its number, the middle of its pile, and how large all casks are: side by side on the pier."""
    rows = [lowest_row(int(number)) for _, number in points]
    tallest = max((levels_of(int(number)) for _, number in points), default=1)
    air = PIER_AIR * pier.width
    cask, room = LARGEST * (pier.bottom - top), pier.width - air
    while True:
        columns = [max(CASKS * cask * row, badge) + air for row in rows]
        if math.fsum(columns) <= room and CASKS * cask * tallest <= pier.y - top - 1.5 * badge:
            break
        cask *= SHRINKS
    x = pier.x + air + (room - math.fsum(columns)) / 2
    for (seat, number), column in zip(points, columns, strict=True):
        yield seat, number, x + (column - air) / 2, cask
        x += column
