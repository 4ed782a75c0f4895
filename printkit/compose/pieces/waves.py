"""Cuts the bent water of a picture: rows that sway, part round what lies in them, and end before it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printkit.compose.pieces.carving import GOLDEN, RHYTHM, Point, line_length, part, stroke
from printkit.geometry import Outline, Rect

__all__ = ["wave_cuts"]

# From row to row at first, how much more that is with each, and how thick a cut is, in rows; cuts: the longest and the
# shortest, and what is between two; from point to point of a row; mm. All of it grows with the rows.
ROW, GROWS, THICK, LONG, SHORT, GAP, STEP = 2.3, 1.05, 0.34, 17.0, 3.6, 2.0, 1.5
# How high a row sways, how long one wave is, and how much of that the next row lies beside it; mm.
SWAY, WAVE, ASIDE = 0.8, 46.0, 0.11
# How far before a thing rows begin to part, in its half width; how near another a row comes at least, in rows.
PARTS, NEAREST = 1.35, 0.55


def wave_cuts(
    room: Rect, things: Sequence[Rect] = (), clear: Sequence[Rect] = (), row: float = ROW
) -> Iterator[Outline]:
    """The cuts of all rows, so far apart at first, none cut by an edge of the room; mm.

    They part round things and end before them, and before what is to stay clear.
    """
    scale = row / ROW
    # Rows that part round a thing come from beyond the room, too.
    y, number, pitch = room.y - 2 * SWAY * scale, 0, row
    count = max(3, math.ceil(room.width / STEP / scale)) + 1
    across = [room.x + room.width * at / (count - 1) for at in range(count)]
    last = [-math.inf] * count
    while y < room.bottom + 2 * SWAY * scale:
        sway = (SWAY * scale * math.sin(2 * math.pi * (x / WAVE / scale + number * ASIDE)) for x in across)
        line = [(x, _parted(x, y, things) + up) for x, up in zip(across, sway, strict=True)]
        run: list[Point] = []
        for at, point in enumerate(line):
            free = point[1] - last[at] >= NEAREST * pitch and room.y <= point[1] <= room.bottom
            if free and not any(_holds(box, point) for box in (*things, *clear)):
                run.append(point)
                last[at] = point[1]
                continue
            yield from _cuts(run, number, (THICK * pitch, scale))
            run = []
        yield from _cuts(run, number, (THICK * pitch, scale))
        y, number, pitch = y + pitch, number + 1, pitch * GROWS


def _holds(box: Rect, point: Point) -> bool:
    return box.x < point[0] < box.right and box.y < point[1] < box.bottom


def _parted(x: float, y: float, things: Sequence[Rect]) -> float:
    """Where a row is that is so high far away from all things: it goes over or below them."""
    for box in things:
        (cx, cy), half = box.center, box.width / 2
        bulge = box.height / 2 * math.exp(-(((x - cx) / (PARTS * half)) ** 4))
        off = y - cy
        y = cy + math.copysign(math.hypot(off, bulge), off)
    return y


def _cuts(run: Sequence[Point], number: int, look: tuple[float, float]) -> Iterator[Outline]:
    """Cuts along one run of a row, in the rhythm; `look`: how thick they are, and how much larger than usual."""
    if len(run) < 3:
        return
    thick, scale = look
    long, short, gap = (each * scale for each in (LONG, SHORT, GAP))
    total, at = line_length(run), number
    place = min(long / 2, max(0.0, total - 1.2 * short)) * (number * GOLDEN % 1.0)
    while (own := min(long * RHYTHM[at % len(RHYTHM)], total - place)) > short:
        count = max(5, math.ceil(own / STEP / scale))
        yield stroke(part(run, place, place + own, count), thick * min(1.0, 0.5 + own / long), 0.5)
        place, at = place + own + gap, at + 1
