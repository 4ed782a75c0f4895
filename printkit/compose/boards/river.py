"""Carves the way of a race as a current between two banks, which parts round each place; and the water beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from printkit.compose.boards.stones import Point, Small, Stone, facing, outer_side, stone_items
from printkit.compose.pieces.carving import calm, line_length, part, stroke
from printkit.compose.text.typesetting import TextStyle, fit_line, ink_center_line
from printkit.geometry import Outline
from printkit.kit.board import BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, polyline

__all__ = ["BANKS", "OVERHANG", "joined", "river_items", "river_stones"]

# In parts of a square: from the middle of the current to its banks, on a board and on a small picture, where arrows go
# beside places; the radius of a place and of the still water round it, and how far a bend reaches and how round its
# outer bank is.
BANKS, PLACE, STILL, BEND, ROUND = (0.622, 0.73), 0.42, 0.462, 0.74, 0.5
OUTER, INNER, RING, MARK = 0.058, 0.04, 0.031, 0.054
# Every so many places one has a second ring.
MARKED = 5
# Stones: how far from the bank, their radius, and the em of a number, outside and inside; in parts of a square.
OFF, STONE, EM = (0.075, 0.05), (0.208, 0.192), 0.245
OVERHANG = BANKS[1] + 0.03 - 0.5
"""How far a small picture reaches beyond the squares of the way, in squares."""
# Lines of the current beside a place and between two, where one ends, and its cuts: long, apart, and
# wide on a board and on a small picture, where ships stand out from paler water; in squares.
LINES, FEW, ENDS = (2.0, 6.4), (1.6, 5.2), 0.7
# What stays free of cuts beside the bank and round the still water, in squares, and how far kinks are smoothed, mm.
SHORE, CALM, KINK = 0.04, 0.02, 4.0
LONG, APART, WIDE = 0.5, 0.075, (0.032, 0.044)
# The em of a number in its place on a small picture, in squares: none needs room beside the water.
INSIDE = 0.4
RHYTHM = (1.0, 0.62, 0.85, 0.5, 0.72)
# How round a bow wave is bent, and how far it is moved outwards for it; in squares.
WHEEL, HEEL = 0.4, 0.03
# So many points a square, and how many of them are left out at both ends, on a board and on a small picture.
STEPS, HIDDEN = 24, (10, 13)


class _Bank(NamedTuple):
    """One side of the current, step by step: the edge of the still water, and the bank."""

    still: tuple[Point, ...]
    bank: tuple[Point, ...]


def river_items(
    kit: Kit, board: BoardSpec, least: float, *, language: str, small: Small, low: bool
) -> Iterator[Item]:
    """The current from the first place to the last, with the number of each but these; none is smaller than `least`."""

    side = board.square
    points = tuple(board.cell(*place).center for place in board.way)
    blue = find_ink("blue")
    # It begins below what is drawn over its ends: a harbour, on a small picture a block.
    hidden = HIDDEN[bool(small)]
    far = BANKS[bool(small)]
    banks = [_Bank(still[hidden:-hidden], bank[hidden:-hidden]) for still, bank in _banks(points, side, far)]
    ground = polygon([*banks[0].bank, *reversed(banks[1].bank)])
    quiet = bool(small) and not low
    yield Path(ground, PAPER if low else blue)
    cuts = _cuts(banks, side, far, WIDE[quiet], FEW if quiet else LINES)
    yield Path(joined(cuts), blue if low else PAPER, even_odd=False)
    outside = outer_side(points) or 1
    for at, bank in enumerate(banks):
        wide = OUTER if (at == 0) == (outside < 0) else INNER
        yield Path(polyline(bank.bank), stroke=BLACK, width=wide * side, join="round")
    for number, (x, y) in enumerate(points[1:-1], 1):
        yield Path(circle(x, y, STILL * side), PAPER)
        ring = (MARK if number % MARKED == 0 else RING) * side
        yield Path(circle(x, y, PLACE * side - ring / 2), stroke=BLACK, width=ring)
        if number % MARKED == 0:
            yield Path(circle(x, y, (PLACE - 0.085) * side), stroke=BLACK, width=0.5 * RING * side)
        if small:
            em = max(INSIDE * side, least)
            style = TextStyle(kit.fonts["display"], em, tracking=0.0)
            style = fit_line(str(number), style, PLACE * side * 1.5, 0.8)
            yield ink_center_line(str(number), style, x, y + 0.36 * em)
        else:
            yield Path(joined(_wake(points, number, side)), blue, even_odd=False)
    stones = [] if small else _stones(points, side, outside)
    yield from stone_items(kit, [*stones], low=low)


def river_stones(board: BoardSpec) -> list[Stone]:
    """The numbers beside the current of a printed board."""
    points = [board.cell(*place).center for place in board.way]
    return list(_stones(points, board.square, outer_side(points) or 1))


def joined(outlines: Iterator[Outline]) -> Outline:
    """Several outlines as one."""
    parts = tuple(outlines)
    return Outline("".join(p.commands for p in parts), tuple(v for p in parts for v in p.coordinates))


def _way(one: Point, other: Point) -> Point:
    long = math.dist(one, other)
    return (other[0] - one[0]) / long, (other[1] - one[1]) / long


def _still(away: float) -> float:
    """How far the still water reaches from the middle, so far along from the nearest place; in squares."""
    return STILL * math.pow((1 + math.cos(2 * math.pi * min(away, 0.5))) / 2, 0.62)


@lru_cache(maxsize=8)
def _banks(points: tuple[Point, ...], side: float, far: float) -> tuple[_Bank, _Bank]:
    """The left and the right side, each with as many steps; banks are so `far` from the middle, in squares."""
    last = len(points) - 1
    sides: list[tuple[list[Point], list[Point]]] = [([], []), ([], [])]
    for step in range(last * STEPS + 1):
        along = step / STEPS
        near = min(max(round(along), 0), last)
        bend = _bend(points, along)
        for at, sign in enumerate((-1, 1)):
            still, bank = (
                _bent(points, bend, along, sign, far) if bend else _straight(points, along, near, sign, far)
            )
            x, y = points[near]
            sides[at][0].append((x + still[0] * side, y + still[1] * side))
            sides[at][1].append((x + bank[0] * side, y + bank[1] * side))
    left, right = (_Bank(tuple(still), tuple(bank)) for still, bank in sides)
    return left, right


def _bend(points: Sequence[Point], along: float) -> int:
    """The place where the way turns, if this is near one; else 0."""
    for number in range(1, len(points) - 1):
        if abs(along - number) < BEND and _way(points[number - 1], points[number]) != _way(
            points[number], points[number + 1]
        ):
            return number
    return 0


def _straight(points: Sequence[Point], along: float, near: int, sign: int, far: float) -> tuple[Point, Point]:
    """Still water and bank on a straight, from the nearest place, in squares."""
    before = min(int(along), len(points) - 2)
    dx, dy = _way(points[before], points[before + 1])
    off = along - near
    still = _still(abs(off)) if 0 < near < len(points) - 1 else 0.0
    return (
        (dx * off - sign * dy * still, dy * off + sign * dx * still),
        (dx * off - sign * dy * far, dy * off + sign * dx * far),
    )


def _bent(points: Sequence[Point], bend: int, along: float, sign: int, far: float) -> tuple[Point, Point]:
    """The same where the way turns, from the nearest place: rays swing round from one straight to the other."""
    (ax, ay), (bx, by) = _way(points[bend - 1], points[bend]), _way(points[bend], points[bend + 1])
    off = along - bend
    share = (off / BEND + 1) / 2
    turns = math.copysign(1, ax * by - ay * bx)
    angle = share * math.pi / 2
    ex = -sign * (ay * math.cos(angle) + by * math.sin(angle))
    ey = sign * (ax * math.cos(angle) + bx * math.sin(angle))
    px, py = (ax * off, ay * off) if off < 0 else (bx * off, by * off)
    still = _still(min(abs(off), 1 - abs(off)))
    inner = sign == turns
    # The inner corner lies where both banks meet, the outer one opposite.
    cx, cy = -sign * (ay + by) * far, sign * (ax + bx) * far
    radius = BEND - far if inner else ROUND
    start = (-BEND * ax - sign * ay * far, -BEND * ay + sign * ax * far)
    end = (BEND * bx - sign * by * far, BEND * by + sign * bx * far)
    line = _rounded(start, (cx, cy), end, radius)
    bank = part(line, share * line_length(line) - 1e-9, share * line_length(line), 2)[1]
    near = round(along)
    shift = (0.0, 0.0) if near == bend else ((-ax, -ay) if near < bend else (bx, by))
    sx, sy = px + ex * still - shift[0], py + ey * still - shift[1]
    # A ray that is not upright to the way may end inside the still water.
    away = math.hypot(sx, sy)
    grown = STILL / away if 0.2 < away < STILL else 1.0
    return (sx * grown, sy * grown), (bank[0] - shift[0], bank[1] - shift[1])


def _rounded(start: Point, corner: Point, end: Point, radius: float) -> tuple[Point, ...]:
    """Two straights with a round corner between them."""
    (ax, ay), (bx, by) = _way(start, corner), _way(corner, end)
    x, y = corner[0] + radius * (bx - ax), corner[1] + radius * (by - ay)
    round_part = [
        (
            x - radius * (bx * math.cos(a) - ax * math.sin(a)),
            y - radius * (by * math.cos(a) - ay * math.sin(a)),
        )
        for a in (math.pi / 2 * at / 12 for at in range(13))
    ]
    return (start, *round_part, end)


def _cuts(
    banks: Sequence[_Bank], side: float, far: float, wide: float, lines: tuple[float, float]
) -> Iterator[Outline]:
    """The cuts of the current: lines that run on past each place, and between places as many more as there is room."""
    least, most = (room * side for room in (far - STILL - SHORE - CALM, far - SHORE - CALM))
    for at, (still, bank) in enumerate(banks):
        outer = [_between(b, s, SHORE * side / math.dist(b, s)) for b, s in zip(bank, still, strict=True)]
        inner = [_between(s, b, CALM * side / math.dist(b, s)) for b, s in zip(bank, still, strict=True)]
        rooms = [math.dist(*pair) for pair in zip(inner, outer, strict=True)]
        beside, between = lines
        counts = [beside + (between - beside) * (room - least) / (most - least) for room in rooms]
        for line in range(math.ceil(max(counts))):
            run = [
                (
                    step,
                    _between(outer[step], inner[step], (line + 0.5) / count) if line + ENDS < count else None,
                )
                for step, count in enumerate(counts)
            ]
            for there, group in groupby(run, key=lambda each: each[1] is not None):
                if there:
                    yield from _strokes([point for _, point in group if point], line + 3 * at, side, wide)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _strokes(points: Sequence[Point], number: int, side: float, thick: float) -> Iterator[Outline]:
    """Cuts along a line in the rhythm; neighbours never begin together."""
    if len(points) < 4:
        return
    points = calm(points, KINK)
    total = line_length(points)
    place, at = 0.02 * side, number
    first = LONG * side * RHYTHM[at % len(RHYTHM)] * (0.35 + 0.618 * number % 1)
    while place < total - 0.14 * side:
        long = first if at == number else LONG * side * RHYTHM[at % len(RHYTHM)]
        end = min(place + long, total - 0.02 * side)
        # What would be left over is too short for a cut of its own.
        end = total - 0.02 * side if total - end < 0.2 * side else end
        if end - place > 0.1 * side:
            wide = thick * side * min(1.0, 0.55 + (end - place) / (0.5 * side))
            yield stroke(part(points, place, end, max(5, round((end - place) / side * 24))), wide, 0.6)
        place, at = end + APART * side, at + 1


def _wake(points: Sequence[Point], number: int, side: float) -> Iterator[Outline]:
    """A bow wave inside a place: two cuts run apart from where the way leads to, bent where the way turns."""
    x, y = points[number]
    (ax, ay), (bx, by) = _way(points[number - 1], points[number]), _way(points[number], points[number + 1])
    long = math.hypot(ax + bx, ay + by)
    dx, dy = (ax + bx) / long, (ay + by) / long

    turn = ax * by - ay * bx

    def at(along: float, aside: float) -> Point:
        if turn:
            # Round a middle on the inner side; as far outwards as its ends lie inwards.
            reach = WHEEL - turn * aside
            angle = along / max(reach, 0.8 * WHEEL)
            along, aside = reach * math.sin(angle), turn * (WHEEL - reach * math.cos(angle) - HEEL)
        return x + (dx * along - dy * aside) * side, y + (dy * along + dx * aside) * side

    for sign in (-1, 1):
        line = [
            at(0.27 - 0.47 * t**0.92, sign * (0.05 + 0.17 * t**1.4))
            for t in (step / 10 for step in range(11))
        ]
        yield stroke(line, 0.068 * side, 0.5)
    yield stroke([at(0.11 - 0.36 * t, 0.0) for t in (step / 8 for step in range(9))], 0.058 * side, 0.5)


def _stones(points: Sequence[Point], side: float, outside: int) -> Iterator[Stone]:
    """The number of each place outside, and again inside where there is room."""
    for number in range(1, len(points) - 1):
        (ax, ay), (bx, by) = (
            _way(points[number - 1], points[number]),
            _way(points[number], points[number + 1]),
        )
        turning = (ax, ay) != (bx, by)
        x, y = points[number]
        nx, ny = -outside * (ay + by) / 2, outside * (ax + bx) / 2
        reach = BANKS[0] * math.hypot(nx, ny) * 2 - ROUND * (math.sqrt(2) - 1) if turning else BANKS[0]
        long = math.hypot(nx, ny)
        nx, ny = nx / long, ny / long
        for at, (way, off) in enumerate(((1, reach + OFF[0]), (-1, BANKS[0] + OFF[1]))):
            if at and turning:
                continue
            middle = x + way * nx * off * side, y + way * ny * off * side
            yield Stone(number, middle, STONE[at] * side, EM * side, facing((way * nx, way * ny)))
