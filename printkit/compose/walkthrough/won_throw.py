"""Draws how a game of thrown sticks ended: who won and the whole throw that did it, on black, the words below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.compose.pieces.sticks import throw_items
from printkit.compose.table.ending import CORNER, EDGE, SLAB, Ending, result_words, winner_items
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.games.narration import Frame
from printkit.geometry import Affine, Rect, Size
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import rounded_rectangle, segment

__all__ = ["LEAST", "Won", "won_panel", "won_throw"]

LEAST = 46.0
"""How high the panel is at least, mm."""
# The em of the words, what is free at their sides and above and below them, mm; the line over them.
EM, SIDE, AIR, LINE = 8.4, 4.4, 2.4, 0.9
# What is free above and below who won and the throw, and least between these and at the edges, mm.
ABOVE, APART = 4.6, 4.0
# The radius of who won and the em of the number, in heights of their room, and at most in widths of the panel.
DISC, FIGURE = (0.5, 0.205), (0.72, 0.23)
# How high the room of the sticks is at most in that of one of them, so that none is thinner than it is; and how wide at
# most, in its height.
SLIM, BROAD = 7.2, 0.26


# The last words of what is said where a throw brought a seat the pot, a prize, or what the others lost.
BROUGHT = ("wins", "prize", "lost")


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
    """The panel with the winner, the whole throw and its number side by side on black, below them the result in words.

    In every other game of a book the winner stands at the right.
    """
    ink = BLACK if low else PAPER
    words = result_words(kit, ending, Size(box.width - 2 * SIDE, 0.4 * box.height), EM, low=low)
    wide = max(line_width(line, words.style) for line in words.lines)
    # The points stand behind the words where there is room.
    beside = wide + words.plate.width + 3 * SIDE <= box.width
    tall = words.high - 2 * SLAB
    high = max(tall, words.plate.height) if beside else tall + words.below + words.plate.height
    foot = Rect(box.x, box.bottom - high - 2 * AIR, box.width, high + 2 * AIR)
    edge = rounded_rectangle(box.grown(-EDGE / 2), CORNER)
    items: list[Item] = [
        Path(edge, PAPER, BLACK, EDGE) if low else Path(rounded_rectangle(box, CORNER), BLACK)
    ]
    items += _scene(kit, ending, won, Rect.from_edges(box.x, box.y, box.right, foot.y), low=low)
    items.append(Path(segment(box.x + SIDE, foot.y, box.right - SIDE, foot.y), stroke=ink, width=LINE))
    x, top = (box.x + SIDE, foot.center[1] - tall / 2) if beside else (box.center[0], foot.y + AIR)
    said = [
        set_line(line, words.style, x, top + base - SLAB, "start" if beside else "middle")
        for line, base in zip(words.lines, words.bases, strict=True)
    ]
    plate = (
        (box.right - SIDE - words.plate.width, foot.center[1] - words.plate.height / 2)
        if beside
        else (box.center[0] - words.plate.width / 2, top + tall + words.below)
    )
    items.append(Group(words.plate.items, Affine.translation(*(round(each, 4) for each in plate))))
    return items, said


def _scene(kit: Kit, ending: Ending, won: Won, box: Rect, *, low: bool) -> Iterator[Item]:
    """Who has won, the sticks as they fell, and how many are dark: none covers another, all are equally far apart."""
    room = box.grown(-ABOVE)
    radius = min(DISC[0] * room.height, DISC[1] * box.width)
    em = min(FIGURE[0] * room.height, FIGURE[1] * box.width)
    style = TextStyle(kit.fonts["display"], em, BLACK if low else PAPER, tracking=0.0)
    figure = line_width(str(won.dark), style)
    left = box.width - 2 * radius - figure - 4 * APART
    wide = min(left, BROAD * won.sticks * room.height)
    high = min(room.height, SLIM * wide / won.sticks)
    gap = APART + (left - wide) / 4
    # From the left, or in every other game from the right.
    mirrored = won.number % 2 == 0
    places, x = [], box.x + gap
    for own in (figure, wide, 2 * radius) if mirrored else (2 * radius, wide, figure):
        places.append(x + own / 2)
        x += own + gap
    number, sticks, disc = places if mirrored else places[::-1]
    y = box.center[1]
    (seat,) = ending.seats
    yield from winner_items(kit, seat, (disc, y), radius, low=low)
    thrown = Rect(sticks - wide / 2, y - high / 2, wide, high)
    yield from throw_items(kit, thrown, (won.dark, won.sticks), low=low, number=won.number, ground=PAPER)
    yield ink_center_line(str(won.dark), style, number, y + 0.36 * em)
