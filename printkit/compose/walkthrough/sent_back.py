"""Draws the great moment of a race with sticks: one pawn lands on another, which flies back to the start."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from printkit.compose.boards.road import begin_items
from printkit.compose.boards.stones import Point, Stone, stone_items
from printkit.compose.boards.ways import line_arrow
from printkit.compose.books.page_blocks import Picture, Told, elastic
from printkit.compose.pieces.carving import GOLDEN, RHYTHM, stroke, through
from printkit.compose.pieces.standees import pawn_of
from printkit.compose.table.ending import CORNER, EDGE, ground_of, winner_items
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.narration import Sentence
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, rounded_rectangle

__all__ = ["fall_picture", "great_moment", "rays"]

# How high the picture is at least and at most, mm, and at most in parts of its width; what is free below it, mm.
HIGH, WIDEST, UNDER = (60.0, 88.0), 0.746, 2.4
# In parts of its width and height: the middle of the start, of who flies there and of who has landed; their radii, in
# heights; how far the one that flies is turned, degrees.
START, FLIES, LANDS = (0.215, 0.655), (0.425, 0.25), (0.77, 0.4)
DISCS, TURN = (0.25, 0.19, 0.28), -32.0
# The way of the one that flies, and its shaft, in heights.
WAY, SHAFT = ((0.74, 0.36), (0.62, 0.2), (0.44, 0.14), (0.29, 0.19), (0.225, 0.43)), 0.06
# The number of the square, in heights, left below who has landed; the words: their em, middle, widest, and slab.
NUMBER, NUMBER_AT, EM, WORDS, WIDE, SLAB = 0.06, (-0.24, 0.24), 0.085, (0.66, 0.87), 0.56, 2.4
# Cuts fly round the start: how many, from which radius to which, in heights, how thick, and what is free of them, mm.
CUTS, CLEAR = (56, (0.28, 1.7), 0.017), 1.4


def fall_picture(kit: Kit, turned: Sentence, words: str, width: float, *, low: bool) -> Picture | None:
    """Whom a pawn has sent back, large, as wide as the page; None where the sentence tells no such thing."""
    by, step, seats = (turned.values.get(key, "") for key in ("by", "step", "seats"))
    if not (by and seats and pawn_of(kit, str(by))):
        return None

    return great_moment(
        lambda box: _fall(kit, (str(seats[0]), str(by), int(str(step))), words, box, low=low), words, width
    )


def great_moment(draw: Callable[[Rect], Iterator[Item]], words: str, width: float) -> Picture:
    """What a box holds, as wide as the page and as high as it has room; the words are the last of its items."""

    def drawn(high: float) -> Picture:
        *items, said = draw(Rect(0.0, 0.0, width, high))
        told = Told("", tuple(items)), Told("P", (said,), words)
        return Picture(width, high + UNDER, (*items, said), words, told=told)

    # Discs as high as that would touch on a narrower page.
    return elastic(drawn, *(min(high, WIDEST * width) for high in HIGH))


def _fall(kit: Kit, who: tuple[str, str, int], words: str, box: Rect, *, low: bool) -> Iterator[Item]:
    """The ground, the start in its rays, who flies there, who has landed on which square, and the words on a slab."""
    (seat, by, step), high = who, box.height
    start, flies, lands = (
        (box.x + across * box.width, box.y + down * high) for across, down in (START, FLIES, LANDS)
    )
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    yield Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, ground_of(kit))
    style = TextStyle(kit.fonts["display"], EM * high, BLACK if low else PAPER, tracking=0.0)
    style = shrunk(words, style, WIDE * box.width)
    wide = line_width(words, style)
    middle = min(box.x + WORDS[0] * box.width, box.right - SLAB * 2 - wide / 2)
    base = box.y + WORDS[1] * high
    slab = Rect(middle - wide / 2, base - 0.8 * style.size, wide, style.size).grown(SLAB)
    near = [(flies, DISCS[1] * high + CLEAR), (lands, DISCS[2] * high + CLEAR)]
    for ends, thick in rays(start, box, CUTS):
        off = all(math.dist(each, middle) > radius for each in ends for middle, radius in near)
        if off and not any(slab.grown(CLEAR).contains(Rect(*each, 0.0, 0.0)) for each in ends):
            yield Path(stroke(ends, thick, 0.5), BLACK if low else PAPER, even_odd=False)
    pawn = pawn_of(kit, seat)
    ink = kit.inks[pawn.front.ink] if pawn else BLACK
    way = through([(box.x + across * box.width, box.y + down * high) for across, down in WAY], 0.5)
    below, arrow = line_arrow(way, high, ink, SHAFT, 0.012)
    # The disc is carved as on the board.
    yield from begin_items(kit, start, DISCS[0] * high / 0.31, (), low=low)
    yield from (*below, *arrow)
    for name, spot, radius, turn in ((seat, flies, DISCS[1], TURN), (by, lands, DISCS[2], 0.0)):
        disc = (
            Path(circle(*spot, radius * high + EDGE), BLACK),
            *winner_items(kit, name, spot, radius * high, low=low),
        )
        yield Group(disc, Affine.rotation(turn, spot))
    at = lands[0] + NUMBER_AT[0] * high, lands[1] + NUMBER_AT[1] * high
    yield from stone_items(kit, [Stone(step, at, 1.35 * NUMBER * high, 1.7 * NUMBER * high)], low=low)
    yield Path(rounded_rectangle(slab, CORNER), *((PAPER, BLACK, EDGE) if low else (BLACK,)))
    yield set_line(words, style, middle, base, "middle")


def rays(
    middle: Point, box: Rect, cuts: tuple[int, tuple[float, float], float]
) -> Iterator[tuple[list[Point], float]]:
    """Where cuts lie all round a point and how thick they are, in a rhythm, none over the edge of the box.

    `cuts`: how many fly which way, from which radius to which, and how thick they are, in heights of the box.
    """
    (x, y), high, inside, (count, reach, thick) = middle, box.height, box.grown(-CLEAR), cuts
    for at in range(count):
        angle, begin = 2 * math.pi * at / count, reach[0] + 0.1 * (at * GOLDEN % 1.0)
        cos, sin, number = math.cos(angle), math.sin(angle), at
        while begin < reach[1]:
            long = 0.15 * RHYTHM[number % len(RHYTHM)] * (0.5 + begin)
            away = [(begin + long * part / 8) * high for part in range(9)]
            ends = [(x + each * cos, y + each * sin) for each in away]
            if all(inside.contains(Rect(*each, 0.0, 0.0)) for each in ends):
                yield ends, thick * high * (0.6 + begin)
            begin, number = begin + long + 0.035, number + 3
