"""Draws how a game ended: a panel with running water, in it the winners' signs and the result."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from printkit.compose.books.page_blocks import Grow, Picture, Told
from printkit.compose.pieces.carving import GOLDEN, RHYTHM, stroke
from printkit.compose.pieces.figures import FIGURES, figure_items
from printkit.compose.pieces.standees import seat_items, seat_pawn
from printkit.compose.text.titles import fit_title
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.games.core import Seat
from printkit.geometry import Outline, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Glyphs, Item, Path
from printkit.scene.shapes import circle, rounded_rectangle

__all__ = [
    "CORNER",
    "EDGE",
    "LEAST",
    "PanelDraw",
    "ended",
    "ending_items",
    "ground_of",
    "water",
    "winner_items",
]

LEAST = 12.0
"""How high the panel is at least, mm."""
UNDER = 2.4
"""What is free below it, mm."""
PanelDraw: TypeAlias = Callable[[Rect], tuple[list[Item], list[Glyphs]]]
"""Draws a panel in a box: all but its words, and these."""
# How high it is at most with a ground, and black; and in heights of what is above it.
MOST, OF_PLAY = (88.0, 72.0), (1.2, 0.65)
# Its corner and edge line; the paper inside; the em of the words, and the room at their sides; from line to line.
CORNER, EDGE, INSIDE, EM, SIDES, LEADING = 0.8, 0.5, 2.6, (5.6, 8.4), 9.0, 1.35
# From which height on the words stand below the discs, on a slab, and so much is free round them.
HIGH, SLAB = 30.0, 2.6
# A winner's disc: its radius in heights of the panel, over and before the words, and at most; from one to the next, and
# to the words; its sign, up to which radius that stands there, and how high who won is in a larger one.
DISC, LARGEST, APART, BELOW, SIGN, SIGNED, FIGURE = (0.24, 0.34), (16.0, 8.0), 3.0, 2.6, 1.25, 6.0, 1.62
# Water: how long a stroke is at most, what is between two; from row to row, which grows towards the viewer; how thick
# one is, in rows; what is free round the words.
LONG, GAP, ROW, GROWS, THICK, CLEAR = 19.0, 2.6, 2.1, 1.065, 0.3, 3.4


def ended(
    kit: Kit,
    last: Picture,
    result: tuple[str, Sequence[Seat]],
    heights: tuple[float, float, float],
    *,
    low: bool,
    panel: PanelDraw | None = None,
) -> Picture:
    """The last picture of a game, and below it the result in words and its seats, in a panel that takes what is left.

    Another `panel` than the usual one may be drawn.

    `heights`: of the panel at least, at most whatever is above it (what suits that if it has no end), and at most
    where the page has more room.
    """
    (words, seats), (least, highest, limit) = result, heights

    def drawn(table: Picture, high: float) -> Picture:
        box = Rect(0.0, table.height, table.width, high)
        items, said = panel(box) if panel else ending_items(kit, words, seats, box, low=low)
        told = (*table.pieces, Told("", tuple(items)), Told("P", tuple(said), words))
        every = tuple(item for each in told for item in each.items)
        return Picture(table.width, table.height + high + UNDER, every, f"{table.words} {words}", told=told)

    def most(table: float) -> float:
        return highest if math.isfinite(highest) else _most_of(kit, table)

    tallest = last.grow.most if last.grow else last.height

    def grown(height: float) -> Picture:
        room = height - UNDER
        table = last.grow.draw(min(room - least, tallest)) if last.grow else last
        return drawn(table, max(least, min(most(table.height), limit, room - table.height)))

    return drawn(last, least)._replace(grow=Grow(tallest + most(tallest) + UNDER, grown), closes=True)


def _most_of(kit: Kit, play: float) -> float:
    """How high the panel is at most below play so high, mm: one with a ground higher than a black one."""
    black = ground_of(kit) == BLACK
    return min(MOST[black], OF_PLAY[black] * play)


def ground_of(kit: Kit) -> Ink:
    """The ink of the ground that runs round the kit's box, or black."""
    return kit.inks[kit.box.ground] if kit.box is not None and kit.box.dress == "river" else BLACK


def ending_items(
    kit: Kit, words: str, seats: Sequence[Seat], box: Rect, *, low: bool
) -> tuple[list[Item], list[Glyphs]]:
    """The panel with its water and the discs, and the words in it; with little ink its outline.

    A low one is black, with the discs before its words; a high one has the ground of the kit's box, and below the discs
    its words on a black slab.
    """
    beside = bool(seats) and box.height < HIGH
    ground = BLACK if box.height < HIGH else ground_of(kit)
    light = BLACK if low else PAPER
    em = min(EM[1], max(EM[0], 0.2 * box.height))
    style = TextStyle(kit.fonts["display"], em, light, tracking=0.0)
    radius = min(LARGEST[ground == BLACK], DISC[beside] * box.height) if seats else 0.0
    discs = len(seats) * 2 * radius + max(0, len(seats) - 1) * APART
    lines, style = fit_title(words, style, box.width - 2 * SIDES - (discs + BELOW if beside else 0.0))
    wide = max(line_width(line, style) for line in lines)
    high = style.size * (LEADING * (len(lines) - 1) + 0.8)
    x, y = box.center
    if beside:
        left = x - (discs + BELOW + wide) / 2
        middle, at = (left + discs / 2, y), (left + discs + BELOW + wide / 2, y)
        half = max(radius, high / 2)
        clear = Rect.from_edges(left, y - half, left + discs + BELOW + wide, y + half)
    else:
        over = 2 * radius + BELOW + SLAB if seats else 0.0
        top = y - (high + over) / 2
        middle, at = (x, top + radius), (x, top + over + high / 2)
        half = max(wide + 2 * SLAB, discs) / 2
        clear = Rect.from_edges(x - half, top, x + half, at[1] + high / 2 + SLAB)
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    items: list[Item] = [Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, ground)]
    items += [Path(each, light, even_odd=False) for each in water(box.grown(-INSIDE), clear.grown(CLEAR))]
    if ground != BLACK:
        slab = Rect(at[0] - wide / 2, at[1] - high / 2, wide, high).grown(SLAB)
        items.append(Path(rounded_rectangle(slab, CORNER), *((PAPER, BLACK, EDGE) if low else (BLACK,))))
    for number, seat in enumerate(seats):
        spot = middle[0] - discs / 2 + radius + number * (2 * radius + APART), middle[1]
        items += winner_items(kit, seat, spot, radius, low=low)
    first = at[1] - high / 2 + 0.76 * style.size
    said = [
        set_line(line, replace(style, ink=light), at[0], first + number * LEADING * style.size, "middle")
        for number, line in enumerate(lines)
    ]
    return items, said


def winner_items(
    kit: Kit, seat: Seat, spot: tuple[float, float], radius: float, *, low: bool
) -> Iterator[Item]:
    """A seat's sign, or its letter, on a disc of paper; who stands for it where there is room."""
    yield Path(circle(*spot, radius), PAPER, *((BLACK, EDGE) if low else ()))
    pawn = seat_pawn(kit, seat)
    if pawn is not None and pawn.foot is not None and pawn.front.motif in FIGURES and radius > SIGNED:
        high = FIGURE * radius
        box = Rect(spot[0] - high / 3, spot[1] - high / 2, high / 1.5, high)
        style, who = (
            TextStyle(kit.fonts["display"], 1.0, tracking=0.0),
            (pawn.front.motif, pawn.foot, pawn.front.figure),
        )
        yield from figure_items(who, box, kit.inks[pawn.front.ink], style, low=low)
        return
    signs = seat_items(kit, seat, spot, SIGN * radius, low=low)
    if not signs:
        style = TextStyle(kit.fonts["display"], 1.3 * radius, BLACK, tracking=0.0)
        yield ink_center_line(seat[:2], style, spot[0], spot[1] + 0.36 * style.size)
    yield from signs


def water(room: Rect, clear: Rect) -> Iterator[Outline]:
    """Rows of strokes of four lengths, none cut by an edge and none in the clear part, farther apart below."""
    y, row = room.y + 0.4, 0
    while y < room.bottom - 0.3:
        step = ROW * GROWS**row
        x, at = room.x - LONG * (row * GOLDEN % 1.0), row
        while x < room.right:
            long = LONG * RHYTHM[at % len(RHYTHM)]
            over = clear.y < y < clear.bottom and x < clear.right and x + long > clear.x
            if x >= room.x and x + long <= room.right and not over:
                yield stroke([(x + long * part / 8, y) for part in range(9)], THICK * step, 0.5)
            x, at = x + long + GAP, at + 1
        y, row = y + step, row + 1
