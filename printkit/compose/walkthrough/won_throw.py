"""Draws how a game of thrown sticks ended: who won and the sticks that did it, so large that both run off the panel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.sticks import throw_ground, throw_items
from printkit.compose.table.ending import CORNER, EDGE, Ending, result_words, winner_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line, set_line
from printkit.compose.walkthrough.sent_back import rays
from printkit.games.narration import Frame
from printkit.geometry import Affine, Rect, Size
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import circle, rectangle, rounded_rectangle

__all__ = ["LEAST", "Won", "won_panel", "won_throw"]

LEAST = 46.0
"""How high the panel is at least, mm."""
# The em of the words, what is free round them, and below them and the points, mm; the paper round their slab.
EM, SIDE, FOOT, AROUND = 8.4, 4.0, 4.4, 1.1
# How much higher than the panel the ground of the sticks is on which they would have room; the em of their number, in
# heights.
HIGHER, FIGURE = 1.34, 0.5
# Cuts round the disc: how many, from which radius to which, in heights, and how thick.
CUTS, CLEAR = (64, (0.4, 1.9), 0.02), 1.4


# The last words of what is said where a throw brought a seat the pot, a prize, or what the others lost.
BROUGHT = ("wins", "prize", "lost")


class _Look(NamedTuple):
    """Where things are, in widths and heights: the sticks from left to right, the strip of their number, the disc.

    Then its radius and how far it leans, and where the middle of the words is.
    """

    sticks: tuple[float, float]
    number: tuple[float, float]
    disc: tuple[float, float]
    radius: float
    leans: float
    words: float


# The games of a book by turns.
LOOKS = (
    _Look((0.34, 0.86), (0.86, 1.0), (0.17, 0.46), 0.52, -7.0, 0.62),
    _Look((0.14, 0.66), (0.0, 0.14), (0.83, 0.46), 0.52, 7.0, 0.38),
    _Look((0.0, 0.86), (0.86, 1.0), (0.2, 0.4), 0.45, -4.0, 0.6),
)


class Won(NamedTuple):
    """The throw that won: how many sticks are dark of how many; and the number of its game in the book."""

    dark: int
    sticks: int
    number: int


def won_throw(last: Frame, seats: tuple[str, ...], number: int) -> Won | None:
    """The last throw of the one winner, if the last picture of this game of a book says that it brought something."""
    brought = {said.values.get("seat") for said in last.sentences if said.key.rpartition(".")[2] in BROUGHT}
    zones = last.table.zones if last.table else ()
    casts = [zone for zone in zones if zone.kind == "cast" and zone.owner in seats]
    if not casts or len(seats) != 1 or not brought.issuperset(seats):
        return None
    faces = [item.face for item in casts[-1].items if item]
    return Won(faces.count("1"), len(faces), number)


def won_panel(kit: Kit, ending: Ending, won: Won, box: Rect, *, low: bool) -> tuple[list[Item], list[Glyphs]]:
    """The panel with the winner on black, the sticks on their ground, and their number; and the result in words."""
    look = LOOKS[(won.number - 1) % len(LOOKS)]
    left, right = (box.x + share * box.width for share in look.sticks)
    room = Rect.from_edges(left, box.y, right, box.bottom)
    words = result_words(
        kit, ending, Size(min(room.width, 0.6 * box.width) - 2 * SIDE, 0.6 * box.height), EM, low=low
    )
    middle = box.x + look.words * box.width
    slab = Rect(middle - words.wide / 2, box.bottom - FOOT - words.column.height, words.wide, words.high)
    items: list[Item] = [Path(rounded_rectangle(box, CORNER), PAPER if low else BLACK)]
    items += _sticks(kit, won, room, low=low)
    items += _winner(kit, ending, look, box, room, low=low)
    items += _number(kit, won, look, box, low=low)
    plate = Affine.translation(round(middle - words.plate.width / 2, 4), round(slab.bottom + words.below, 4))
    whole = words.column.moved(middle - words.column.width / 2, slab.y).grown(AROUND)
    items.append(
        Path(rounded_rectangle(whole, CORNER), *((PAPER, BLACK, EDGE) if low else (BLACK, PAPER, AROUND)))
    )
    items.append(Group(words.plate.items, plate))
    if low:
        items.append(Path(rounded_rectangle(box.grown(-EDGE / 2), CORNER), stroke=BLACK, width=EDGE))
    said = [
        set_line(line, words.style, middle, slab.y + down, "middle")
        for line, down in zip(words.lines, words.bases, strict=True)
    ]
    return items, said


def _sticks(kit: Kit, won: Won, room: Rect, *, low: bool) -> Iterator[Item]:
    """The throw as it fell, its ends off the panel."""
    ring = kit.inks[kit.sticks.ink] if kit.sticks else BLACK
    high = HIGHER * room.height
    ground = room._replace(y=room.center[1] - high / 2, height=high)
    drawn = throw_items(kit, ground, (won.dark, won.sticks), low=low, number=won.number)
    yield Group((*throw_ground(room, ring, low=low), *drawn), clip=room)


def _winner(kit: Kit, ending: Ending, look: _Look, box: Rect, sticks: Rect, *, low: bool) -> Iterator[Item]:
    """Who has won, on a disc from which cuts fly over the black beside the sticks."""
    spot = box.x + look.disc[0] * box.width, box.y + look.disc[1] * box.height
    radius = min(look.radius * box.height, 0.24 * box.width)
    beside = [
        Rect.from_edges(left, box.y, right, box.bottom).grown(-CLEAR)
        for left, right in ((box.x, sticks.x), (sticks.right, box.right))
        if right - left > 2 * CLEAR
    ]
    count, reach, thick = CUTS
    begun = max(reach[0], radius / box.height + 0.03)
    for ends, wide in rays(spot, box, (count, (begun, reach[1]), thick)):
        if any(all(part.contains(Rect(*end, 0.0, 0.0)) for end in ends) for part in beside):
            yield Path(stroke(ends, wide, 0.5), BLACK if low else PAPER, even_odd=False)
    (seat,) = ending.seats
    disc = (
        Path(circle(*spot, radius + 2 * EDGE), BLACK),
        Group(tuple(winner_items(kit, seat, spot, radius, low=low)), Affine.rotation(look.leans, spot)),
    )
    yield Group(disc, clip=box)


def _number(kit: Kit, won: Won, look: _Look, box: Rect, *, low: bool) -> Iterator[Item]:
    """How many sticks are dark, on its strip at the edge of the panel."""
    left, right = (box.x + share * box.width for share in look.number)
    strip = Rect.from_edges(left, box.y, right, box.bottom)
    yield Path(rectangle(strip), *((PAPER, BLACK, EDGE) if low else (BLACK,)))
    em = min(FIGURE * box.height, 1.5 * strip.width)
    style = TextStyle(kit.fonts["display"], em, BLACK if low else PAPER, tracking=0.0)
    yield ink_center_line(str(won.dark), style, strip.center[0], strip.center[1] + 0.36 * em)
