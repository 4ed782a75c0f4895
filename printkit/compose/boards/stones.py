"""The numbers of a race: each on a stone at the edge of its way, to be read from outside the board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line, line_ink_box
from printkit.geometry import Affine
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, segment

__all__ = ["Point", "Small", "Stone", "facing", "outer_side", "stone_items"]

Point = tuple[float, float]
Small: TypeAlias = Literal["", "picture", "calm"]
"""Whether a board is drawn small in a book, perhaps calm with its own ground."""

# Paper round a stone, its ring with little ink, and what tells a 6 from a 9: mm, and parts of the number's em.
HALO, RING, BAR, BELOW = 0.9, 0.5, 0.07, 0.52
# Two figures are a little smaller; what a number takes of its stone, in radii.
NARROW, ROOM = 0.91, 1.36
TELLS = frozenset("69")


class Stone(NamedTuple):
    """A number on its stone: middle and radius, the em of one figure, mm, and how far it is turned, in degrees."""

    number: int
    middle: Point
    radius: float
    em: float
    turn: float = 0.0


def outer_side(points: Sequence[Point]) -> int:
    """The side of a way that lies outside: 1 its right, -1 its left, 0 where it winds both ways or not at all."""
    turns = set()
    for (x0, y0), (x1, y1), (x2, y2) in zip(points, points[1:], points[2:], strict=False):
        cross = (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)
        turns |= {int(math.copysign(1, cross))} if cross else set()
    return -turns.pop() if len(turns) == 1 else 0


def facing(outwards: Point) -> float:
    """How far a number is turned, in degrees, so that its foot points outwards."""
    return round(math.degrees(math.atan2(-outwards[0], outwards[1])), 6) % 360


def stone_items(kit: Kit, stones: Sequence[Stone], *, low: bool) -> Iterator[Item]:
    """The stones black with light numbers, as rings with little ink; a bar stands below each 6 and 9."""
    ink: Ink = BLACK if low else PAPER
    for stone in stones:
        (x, y), radius = stone.middle, stone.radius
        yield Path(circle(x, y, radius + HALO * radius / 7), PAPER)
        if low:
            yield Path(circle(x, y, radius - RING / 2), stroke=BLACK, width=RING)
        else:
            yield Path(circle(x, y, radius), BLACK)
        text = str(stone.number)
        em = stone.em * (1.0 if len(text) == 1 else NARROW)
        style = fit_line(text, TextStyle(kit.fonts["display"], em, ink, tracking=0.0), ROOM * radius, 0.8)
        line = ink_center_line(text, style, x, y + 0.36 * em)
        items: list[Item] = [line]
        if TELLS & {*text}:
            box = line_ink_box(line)
            foot = y + BELOW * em
            bar = segment(box.x + 0.1 * box.width, foot, box.right - 0.1 * box.width, foot)
            items.append(Path(bar, stroke=ink, width=BAR * em))
        yield (
            Group(tuple(items), Affine.rotation(stone.turn, stone.middle))
            if stone.turn
            else Group(tuple(items))
        )
