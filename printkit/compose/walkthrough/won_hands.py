"""Draws how a game of hands was won: on black the cards that did it, large, with rays, and the points of all seats."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from printkit.compose.pieces.carving import RHYTHM, stroke
from printkit.compose.table.ending import CORNER, EDGE, Ending
from printkit.compose.table.green_strip import moved
from printkit.compose.table.green_table import seat_lines
from printkit.compose.table.zone_pen import Band
from printkit.compose.text.titles import fit_title
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.geometry import Outline, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = ["won_items"]

# Inside the panel; what is free round cards; how wide these are at most beside the rays.
INSIDE, AROUND, SIDES = 3.0, 0.7, 9.0
# The words: their em, and from line to line; a plate with points: how high, the em of letter and points, its ends.
EM, LEADING, PLATE, LETTER, POINTS, ENDS = 10.5, 1.2, 10.0, 5.6, 7.4, 2.0
# What is between cards, words and plates; and how much thicker the edge of a winner's plate is where ink is saved.
APART, THICKER = 3.0, 2.4
# Rays: how many, how thick, the shortest, and what is free at both ends.
RAYS, THICK, SHORT, FREE = 52, 1.5, 2.4, 1.5


def won_items(
    kit: Kit, ending: Ending, cards: Callable[[float], Band], box: Rect, *, low: bool
) -> tuple[list[Item], list[Glyphs]]:
    """The panel, and its words; with little ink it is an outline."""
    ink, display = BLACK if low else PAPER, kit.fonts["display"]
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    items: list[Item] = [Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, BLACK)]
    free = box.grown(-INSIDE)
    lines = seat_lines([seat for seat, _ in ending.points], free.width)
    top = free.bottom - (PLATE + APART / 2) * len(lines) + APART / 2 * bool(lines)
    said, style = fit_title(ending.words, TextStyle(display, EM, ink, tracking=0.0), free.width)
    for row, line in enumerate(lines):
        for seat, column in line:
            plate = Rect(free.x + column.x, top + row * (PLATE + APART / 2), column.width, PLATE)
            points = dict(ending.points)[seat]
            items += _plate(display, seat, points, plate, wins=seat in ending.seats, low=low)
    over = top - APART * bool(lines) - (LEADING * (len(said) - 1) + 0.86) * style.size
    upper = Rect.from_edges(free.x, free.y, free.right, over - APART)
    drawn = cards(upper.height - 2 * AROUND)
    scale = min(1.0, (upper.width - 2 * SIDES) / drawn.width)
    shown = Rect(0.0, 0.0, scale * drawn.width, scale * drawn.height)
    shown = shown.moved(upper.center[0] - shown.width / 2, upper.center[1] - shown.height / 2)
    items += (Path(each, ink, even_odd=False) for each in _rays(shown.grown(AROUND), upper))
    items.append(moved(drawn, shown.x, shown.y, scale))
    first = over + 0.8 * style.size
    words = [
        set_line(line, style, box.center[0], first + at * LEADING * style.size, "middle")
        for at, line in enumerate(said)
    ]
    return items, words


def _plate(display: str, seat: str, points: str, plate: Rect, *, wins: bool, low: bool) -> Iterator[Item]:
    """What a seat has at the end, on paper if it won."""
    width = EDGE * (THICKER if wins and low else 1.0)
    edge = rounded_rectangle(plate.grown(-width / 2), CORNER)
    filled = wins and not low
    yield (
        Path(edge, PAPER, PAPER, width) if filled else Path(edge, stroke=BLACK if low else PAPER, width=width)
    )
    ink = BLACK if low or wins else PAPER
    letter, figure = (TextStyle(display, em, ink, tracking=0.0) for em in (LETTER, POINTS))
    letter = fit_line(seat[:2], letter, plate.width / 4, 0.4)
    base = plate.center[1] + 0.36 * POINTS
    yield set_line(seat[:2], letter, plate.x + ENDS, base)
    room = plate.width - 3 * ENDS - line_width(seat[:2], letter)
    yield set_line(points, fit_line(points, figure, room, 0.4), plate.right - ENDS, base, "end")


def _rays(cards: Rect, room: Rect) -> Iterator[Outline]:
    """Strokes from the cards outwards, of many lengths, none past the room."""
    x, y = cards.center
    for at in range(RAYS):
        # None is level: half a step aside.
        angle = (at + 0.5) * math.tau / RAYS
        along = math.cos(angle), math.sin(angle)
        start = _reach(cards, (x, y), along) + FREE
        end = _reach(room, (x, y), along)
        long = (end - start) * (0.55 + 0.45 * RHYTHM[at % len(RHYTHM)])
        if long < SHORT:
            continue
        begin = end - long if at % 2 else start
        points = [
            (x + (begin + long * part / 8) * along[0], y + (begin + long * part / 8) * along[1])
            for part in range(9)
        ]
        yield stroke(points, THICK, 0.7)


def _reach(box: Rect, spot: tuple[float, float], along: tuple[float, float]) -> float:
    """How far the edge of a box is from a spot in it."""
    sides = (box.x, box.right), (box.y, box.bottom)
    far = [
        ((high if step > 0 else low) - at) / step
        for (low, high), at, step in zip(sides, spot, along, strict=True)
        if abs(step) > 1e-9
    ]
    return min(far)
