"""Draws the great take of a race with cups: a pawn leans over them, large, and drinks what its square has."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printkit.compose.boards.squares import cup_items
from printkit.compose.boards.stones import Point, Stone, stone_items
from printkit.compose.books.page_blocks import Picture
from printkit.compose.pieces.carving import stroke
from printkit.compose.pieces.standees import pawn_of
from printkit.compose.table.ending import CORNER, EDGE, winner_items
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.compose.walkthrough.sent_back import fall_picture, great_moment, rays
from printkit.games.narration import Sentence
from printkit.geometry import Affine, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = ["moment_pictures", "take_picture"]

# The disc of who drinks runs off the left edge: its middle in widths and heights, its radius in heights, its turn in
# degrees.
DRINKS, DISC, LEANS = (0.13, 0.52), 0.44, 9.0
# Where cups stand: from there to the right edge in widths, their foot in heights, how wide one is at most in heights,
# and how much lower and higher they stand by turns.
FROM, FOOT, WIDE, SWAY, AIR = 0.465, 0.76, 0.44, 0.07, 0.06
# The stone with the square's number, in heights; the words: em and baseline in heights, their room in widths, and slab.
NUMBER, NUMBER_AT, EM, WORDS, ROOM, SLAB = 0.085, (0.5, 0.16), 0.095, 0.9, 0.56, 2.4
# Cuts fly from behind the cups: where their middle is, in widths and heights; how many, from which radius to which and
# how thick, in heights; what is free of them, mm.
MIDDLE, CUTS, CLEAR = (0.7, 0.5), (64, (0.1, 1.5), 0.02), 1.6


def moment_pictures(kit: Kit, turned: Sentence, words: str, width: float, *, low: bool) -> Iterator[Picture]:
    """Who fell back or took cups, if the sentence tells that."""
    for draw in (fall_picture, take_picture):
        if shown := draw(kit, turned, words, width, low=low):
            yield shown


def take_picture(kit: Kit, turned: Sentence, words: str, width: float, *, low: bool) -> Picture | None:
    """Who has taken cups, and these, large, as wide as the page; None where the sentence tells no such thing."""
    seat, cups, step = (str(turned.values.get(key, "")) for key in ("seat", "cups", "step"))
    if not (seat and cups and step and pawn_of(kit, seat)):
        return None

    return great_moment(
        lambda box: _take(kit, (seat, int(cups), int(step)), words, box, low=low), words, width
    )


def _take(kit: Kit, who: tuple[str, int, int], words: str, box: Rect, *, low: bool) -> Iterator[Item]:
    """The pawn, its cups and the number of their square on black; the words are the last of it."""
    (seat, cups, step), high = who, box.height
    ink, ground = (BLACK, PAPER) if low else (PAPER, BLACK)
    edge = (PAPER, BLACK, EDGE) if low else (BLACK,)
    yield Path(rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER), *edge)
    style = TextStyle(kit.fonts["display"], EM * high, ink, tracking=0.0)
    style = shrunk(words, style, ROOM * box.width)
    long, base = line_width(words, style), box.y + WORDS * high + 0.18 * style.size
    slab = Rect(box.right - 2 * SLAB - long, base - style.size, long, 1.3 * style.size)
    stand, wide = _stand(cups, box)
    spot, number, middle = (
        (box.x + across * box.width, box.y + down * high) for across, down in (DRINKS, NUMBER_AT, MIDDLE)
    )
    near = [(spot, DISC * high), (number, 1.3 * NUMBER * high), *((each, 0.62 * wide) for each in stand)]
    for ends, thick in rays(middle, box, CUTS):
        off = all(math.dist(each, at) > radius + CLEAR for each in ends for at, radius in near)
        if off and not any(slab.grown(CLEAR).contains(Rect(*each, 0.0, 0.0)) for each in ends):
            yield Path(stroke(ends, thick, 0.5), ink, even_odd=False)
    for x, y in stand:
        yield from cup_items(Rect(x - wide / 2, y - wide / 2, wide, wide), ink, ground)
    drinks = tuple(winner_items(kit, seat, spot, DISC * high, low=low))
    yield Group((Group(drinks, Affine.rotation(LEANS, spot)),), clip=box)
    yield from stone_items(kit, [Stone(step, number, NUMBER * high, 1.26 * NUMBER * high)], low=True)
    yield set_line(words, style, slab.x, base)


def _stand(cups: int, box: Rect) -> tuple[list[Point], float]:
    """The middles of so many cups side by side, and how wide one is."""
    left = box.x + FROM * box.width
    pitch = (box.right - SLAB - left) / cups
    wide = min(WIDE * box.height, pitch * (1 - AIR))
    foot = [box.y + (FOOT + SWAY * (at % 2 - 0.5)) * box.height for at in range(cups)]
    return [(left + (at + 0.5) * pitch, y - wide / 2) for at, y in enumerate(foot)], wide
