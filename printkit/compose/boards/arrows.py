"""Arrows over boards: the signs of a piece's moves, and the way that one has gone."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from printkit.compose.boards.road import rounded
from printkit.compose.boards.ways import line_arrow
from printkit.games.board_facts import Arrow
from printkit.geometry import Rect
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rectangle, rounded_rectangle, segment

__all__ = ["REACH", "arrow_items", "passed", "path_items"]

REACH = 1.9
"""How far from its middle a diagram shows a slide, in squares."""
# How far from the middle of a square the sign of a piece reaches, which no arrow covers; in squares.
CLEAR = 0.36
# A way is to the next square where that is more than this part of it.
NEXT = 0.3
# The same of the piece itself with the paper round an arrow; how far one of a step begins or ends beyond the
# middle of an empty square, in these; and where one begins at the corner of a piece.
EDGE, BEYOND, CORNER = 0.45, 0.35, 0.39
# Between two pieces one before the other: the way round their sides, ahead and aside; shaft and paper; in squares.
AROUND, THIN = ((0.0, 0.43), (0.14, 0.51), (0.62, 0.53), (0.95, 0.44)), (0.11, 0.03)


def arrow_items(
    arrow: Arrow, middle: tuple[float, float], cell: float, *, reach: float = REACH
) -> Iterator[Item]:
    """The sign of a move: ● step, ●–● two, ◇ leap, an arrow for a slide, on it a ring for what may be passed, and a
    square for what is captured by jumping over it."""
    x, y = middle
    across, down = arrow.way

    def at(squares: float) -> tuple[float, float]:
        return x + across * squares * cell, y + down * squares * cell

    if arrow.kind == "step":
        yield Path(circle(*at(1), 0.2 * cell), BLACK)
    elif arrow.kind == "double":
        yield Path(segment(*at(1), *at(2)), stroke=BLACK, width=0.12 * cell)
        yield Path(circle(*at(1), 0.2 * cell), BLACK)
        yield Path(circle(*at(2), 0.2 * cell), BLACK)
    elif arrow.kind == "leap":
        cx, cy = at(2)
        size = 0.3 * cell
        diamond = polygon(((cx, cy - size), (cx + size, cy), (cx, cy + size), (cx - size, cy)))
        yield Path(diamond, PAPER, BLACK, 0.11 * cell)
    elif arrow.kind == "hop":
        yield Path(circle(*at(1), 0.2 * cell), BLACK)
        yield _tapered(at(1.2), at(2.3), 0.8 * cell)
    else:
        # A slide begins beside the glyph, one that leaves out the first square behind it.
        start = 1.28 if arrow.kind == "vault" else 0.62
        end = reach + (0.35 if across and down else 0.45) if reach == REACH else reach
        yield _tapered(at(start), at(end), cell)
        if arrow.kind == "jump":
            yield _prey(at(1), cell)
        elif arrow.kind != "slide":
            yield Path(circle(*at(1), 0.17 * cell), PAPER, BLACK, 0.1 * cell)


def _prey(middle: tuple[float, float], cell: float) -> Path:
    x, y = middle
    half = 0.19 * cell
    return Path(rectangle(Rect(x - half, y - half, 2 * half, 2 * half)), PAPER, BLACK, 0.11 * cell)


def _tapered(start: tuple[float, float], end: tuple[float, float], cell: float) -> Path:
    """An arrow whose shaft swells to its head; a very short one is a head alone."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = math.hypot(dx, dy)
    ux, uy = dx / long, dy / long
    head = min(0.52 * cell, max(0.6 * long, min(long, 0.36 * cell)))
    half = 0.18 * cell + 0.16 * head

    def at(along: float, aside: float) -> tuple[float, float]:
        return start[0] + ux * along - uy * aside, start[1] + uy * along + ux * aside

    neck = long - head
    points = [at(neck, -half), at(long, 0), at(neck, half)]
    if neck > 0.1 * cell:
        foot = neck + 0.08 * cell
        points = [
            at(0, -0.035 * cell), at(foot, -0.085 * cell), *points, at(foot, 0.085 * cell), at(0, 0.035 * cell)
        ]  # fmt: skip
    return Path(polygon(points), BLACK)


def path_items(boxes: Sequence[Rect], taken: Collection[Rect], *, apart: bool = False) -> Iterator[Item]:
    """The way of a piece over the board: green, from square to square, with paper round it.

    No arrow covers the sign of a piece on a square that is `taken`, and where pieces stand `apart` none covers a piece:
    it goes from edge to edge, or round the side of two that stand one before the other. A square that a piece came to
    from nowhere, or did not leave, has a frame.
    """
    clear, beyond = (EDGE, BEYOND) if apart else (CLEAR, 0.0)
    for one, other in pairwise(boxes) if len(boxes) > 1 else zip(boxes, boxes, strict=True):
        cell = one.width
        if one == other:
            frame = rounded_rectangle(one.grown(-0.03 * cell), 0.12 * cell)
            yield Path(frame, stroke=find_ink("green"), width=0.12 * cell)
            continue
        (x, y), (to_x, to_y) = one.center, other.center
        # How much of the way a piece takes: the square round it ends there.
        share = clear * cell / max(abs(to_x - x), abs(to_y - y))
        if apart and share > NEXT and one in taken and other in taken:
            if min(abs(to_x - x), abs(to_y - y)) < 0.01 * cell:
                yield from _beside(one, other)
                continue
            share = CORNER
        free = -beyond * share if share > NEXT else 0.0
        begin, end = (share if each in taken else free for each in (one, other))
        start = x + begin * (to_x - x), y + begin * (to_y - y)
        tip = to_x - end * (to_x - x), to_y - end * (to_y - y)
        arrow = _tapered(start, tip, 1.05 * cell)._replace(fill=find_ink("green"))
        yield arrow._replace(stroke=PAPER, width=0.14 * cell)
        yield arrow


def _beside(one: Rect, other: Rect) -> Iterator[Item]:
    """An arrow from the side of a piece to that of the next one, in the gap between their column and another."""
    cell = one.width
    (x, y), (to_x, to_y) = one.center, other.center
    ux, uy = (to_x - x) / cell, (to_y - y) / cell
    line = [(x + (far * ux - out * uy) * cell, y + (far * uy + out * ux) * cell) for far, out in AROUND]
    ground, arrow = line_arrow(rounded(line, 0.3 * cell), cell, find_ink("green"), *THIN)
    yield from (*ground, *arrow)


def passed(boxes: Iterable[Rect], way: Sequence[Rect]) -> frozenset[Rect]:
    """The squares that a way goes over without a stop: what stands there is drawn above its arrows."""
    return frozenset(
        box
        for box in boxes
        for one, other in pairwise(way)
        if box not in (one, other) and _off(box.center, one.center, other.center) < box.width / 2
    )


def _off(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a point lies from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy or 1.0)
    share = min(max(share, 0.0), 1.0)
    return math.hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)
