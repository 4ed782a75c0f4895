"""The knife for generated drawings: tapered strokes and streams, in mm."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from printkit.geometry import Outline, Rect
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Item, Path
from printkit.scene.shapes import rounded_rectangle

__all__ = [
    "RHYTHM",
    "Stream",
    "arc",
    "bar_cuts",
    "bar_items",
    "calm",
    "line_length",
    "parallel",
    "part",
    "parted",
    "smooth",
    "stroke",
    "stroke_rows",
    "through",
]

Point = tuple[float, float]
Line = Sequence[Point]

# Relative lengths of neighbouring cuts: a rhythm instead of chance, neighbours never equal.
RHYTHM = (1.0, 0.55, 0.8, 0.42, 0.9, 0.62, 0.75, 0.48)
GOLDEN = 0.618
# Cuts that are parted: how long one is at most, how thick, what is between two, and between two lines, usually and at
# least; and how much they bend over each thing.
LONGEST, THICK, GAP, LINES, NEAR, BOWED = 24.0, 0.95, 3.0, 2.5, 1.5, 1.5
# What is free of cuts round things; how far beside things lines part, and how often one is looked
# at; what is nearer than that to each other has no line between; the shortest cut.
CLEAR, PARTS, STEP, TOGETHER, SHORTEST = 1.9, 14.0, 2.0, 5.0, 4.0


def smooth(points: Line, *, closed: bool = False) -> Outline:
    """A curve through the points (Catmull-Rom as cubics), open or closed."""
    ends = (points[-1], points[0], points[min(1, len(points) - 1)]) if closed else (points[0], points[-1])
    run = [ends[0], *points, *ends[1:]]
    steps = len(run) - 3
    numbers: list[float] = [*points[0]]
    for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in zip(run, run[1:], run[2:], run[3:], strict=False):
        numbers += [x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2]
    return Outline("M" + "C" * steps + ("Z" if closed else ""), tuple(numbers))


def through(points: Line, step: float = 1.0) -> tuple[Point, ...]:
    """The same curve as a fine run of points, about `step` mm apart."""
    outline = smooth(points)
    numbers = outline.coordinates
    run: list[Point] = [(numbers[0], numbers[1])]
    for index in range(2, len(numbers), 6):
        x0, y0 = run[-1]
        x1, y1, x2, y2, x3, y3 = numbers[index : index + 6]
        count = max(2, math.ceil(math.dist((x0, y0), (x3, y3)) / step))
        for number in range(1, count + 1):
            t = number / count
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            run.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return tuple(run)


def calm(line: Line, reach: float) -> tuple[Point, ...]:
    """The run at even steps of 2 mm, its kinks smoothed over this many mm to either side; its ends stay."""
    even = part(line, 0.0, line_length(line), max(3, int(line_length(line) / 2)))
    wide = max(1, int(reach / 2))
    for _ in range(3):
        smoothed = []
        for index in range(len(even)):
            near = min(wide, index, len(even) - 1 - index)
            window = even[index - near : index + near + 1]
            smoothed.append(
                (math.fsum(x for x, _ in window) / len(window), math.fsum(y for _, y in window) / len(window))
            )
        even = tuple(smoothed)
    return even


def line_length(line: Line) -> float:
    """How long a run of points is."""
    return math.fsum(math.dist(one, other) for one, other in pairwise(line))


def part(line: Line, start: float, end: float, count: int) -> tuple[Point, ...]:
    """`count` points at even steps between two lengths along a run, both ends included."""
    return _part(line, _reached(tuple(line)), (start, end), count)


# One run is cut into many parts.
@lru_cache(maxsize=8)
def _reached(line: tuple[Point, ...]) -> tuple[float, ...]:
    """How far along a run each of its points lies."""
    return tuple(accumulate((math.dist(one, other) for one, other in pairwise(line)), initial=0.0))


def _part(line: Line, reached: Sequence[float], ends: tuple[float, float], count: int) -> tuple[Point, ...]:
    (start, end), last = ends, len(line) - 2
    found: list[Point] = []
    for number in range(count):
        length = start + (end - start) * number / (count - 1)
        index = min(bisect_left(reached, length, 1, last + 1) - 1, last)
        (x0, y0), (x1, y1) = line[index], line[index + 1]
        t = min(max((length - reached[index]) / (math.dist(line[index], line[index + 1]) or 1.0), 0.0), 1.0)
        found.append((x0 + (x1 - x0) * t, y0 + (y1 - y0) * t))
    return tuple(found)


def _directions(line: Line) -> list[Point]:
    ends = [line[0], *line, line[-1]]
    found = []
    for before, after in zip(ends, ends[2:], strict=False):
        dx, dy = after[0] - before[0], after[1] - before[1]
        size = math.hypot(dx, dy) or 1.0
        found.append((dx / size, dy / size))
    return found


def parallel(line: Line, by: float) -> tuple[Point, ...]:
    """The run shifted sideways, `by` mm to the right of its direction."""
    return _parallel(tuple(line), by)


@lru_cache(maxsize=256)
def _parallel(line: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    pairs = zip(line, _directions(line), strict=True)
    return tuple((x - dy * by, y + dx * by) for (x, y), (dx, dy) in pairs)


def stroke(line: Line, width: float, e: float = 0.5) -> Outline:
    """One knife stroke along the points: full width w·sin(π·tᵉ)^0.8, both ends pointed.

    The thickest place lies at 0.5^(1/e) of the length; the first point is the lit end.
    """
    return _stroke(tuple(line), width, e)


# Pictures are drawn again and again until they fit, most of their cuts with the same points.
@lru_cache(maxsize=4096)
def _stroke(line: tuple[Point, ...], width: float, e: float) -> Outline:
    last = len(line) - 1
    left: list[Point] = []
    right: list[Point] = []
    for index, ((x, y), (dx, dy)) in enumerate(zip(line, _directions(line), strict=True)):
        half = width / 2 * max(0.0, math.sin(math.pi * (index / last) ** e)) ** 0.8
        left.append((x + dy * half, y - dx * half))
        right.append((x - dy * half, y + dx * half))
    there, back = smooth(left), smooth(right[::-1])
    coordinates = [round(value, 3) for value in there.coordinates + back.coordinates[2:]]
    return Outline(there.commands + back.commands[1:] + "Z", tuple(coordinates))


def bar_cuts(bar: Rect, count: int = 7) -> Outline:
    """Cuts at the right end of a bar, bent as by wind, each shorter than the one behind it."""
    cuts = Outline("", ())
    for at in range(count):
        high = bar.height * (0.58 - 0.044 * at)
        x, y = bar.right - bar.height * (0.36 + 0.25 * at), bar.center[1]
        bend = [0.42 * high * (1 - (step / 4 - 1) ** 2) for step in range(9)]
        line = [(x - 0.34 * high + bend[step], y + high * (step / 8 - 0.5)) for step in range(9)]
        cuts += stroke(line, bar.height * (0.13 - 0.008 * at), 0.8)
    return cuts


def bar_items(box: Rect, corner: float, count: int = 7, *, low: bool) -> Iterator[Item]:
    """A black bar for a title with so many cuts at its end; with little ink its outline."""
    outline = rounded_rectangle(box.grown(-0.2 if low else 0.0), corner)
    yield Path(outline, stroke=BLACK, width=0.4) if low else Path(outline, BLACK)
    yield Path(bar_cuts(box, count), BLACK if low else PAPER, even_odd=False)


def arc(x: float, y: float, radius: float, start: float, end: float, count: int = 9) -> tuple[Point, ...]:
    """Points on a circle from angle to angle, 0° to the right, clockwise as seen."""
    angles = [math.radians(start + (end - start) * index / (count - 1)) for index in range(count)]
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


class Stream(NamedTuple):
    """Running water: its middle line, its width there, and its cuts' length, thickness and spacing; mm."""

    line: tuple[Point, ...]
    width: float
    long: float
    thick: float
    spacing: float


def stroke_rows(stream: Stream) -> Iterator[Outline]:
    """The cuts of running water: parallel rows in the rhythm, thickest where the current is."""
    rows = max(1, int((stream.width - 2.4) / stream.spacing))
    for row in range(rows):
        by = (row - (rows - 1) / 2) * stream.spacing
        line = parallel(stream.line, by)
        total, reached = line_length(line), _reached(line)
        place = -stream.long * (row * GOLDEN % 1)
        number = row * 3
        calm = 1 - 0.35 * abs(by) / (stream.width / 2)
        while place < total:
            long = stream.long * RHYTHM[number % len(RHYTHM)]
            start, end = max(place, 0.6), min(place + long, total - 0.6)
            if end - start > 4.0:
                points = _part(line, reached, (start, end), max(5, math.ceil((end - start) / 5)))
                yield stroke(points, stream.thick * calm, 0.58)
            place += long * (1.35 + 0.25 * RHYTHM[(number + 3) % len(RHYTHM)])
            number += 1


def parted(room: Rect, clear: Sequence[Rect]) -> Iterator[Outline]:
    """Cuts from side to side, bent round all that lies there as air is round a sign; mm.

    Things beside each other part them together. Where lines come too close some end.
    """
    steps = max(2, round(room.width / STEP))
    xs = [room.x + room.width * at / steps for at in range(steps + 1)]
    edges = [[room.y] * len(xs)]
    for row in _beside(clear):
        middle = (min(each.y for each in row) + max(each.bottom for each in row)) / 2
        edges.append([middle - max(0.0, *(_kept(x, box, middle - box.y) for box in row), 0.0) for x in xs])
        edges.append(
            [middle + max(0.0, *(_kept(x, box, box.bottom - middle) for box in row), 0.0) for x in xs]
        )
    edges.append([room.bottom] * len(xs))
    for number, (upper, lower) in enumerate(zip(edges[::2], edges[1::2], strict=True)):
        yield from _between(xs, upper, lower, number)


def _beside(clear: Sequence[Rect]) -> list[list[Rect]]:
    """What lies beside each other, from the top."""
    rows: list[list[Rect]] = []
    foot = 0.0
    for box in sorted(clear, key=lambda each: (each.y, each.x)):
        if rows and box.y < foot + TOGETHER:
            rows[-1].append(box)
        else:
            rows.append([box])
        foot = max(each.bottom for each in rows[-1])
    return rows


def _kept(x: float, box: Rect, reach: float) -> float:
    """How far from the middle of a row a thing keeps cuts at x, which bend over it."""
    beside = max(box.x - x, x - box.right, 0.0)
    if beside >= PARTS or reach <= 0.0:
        return 0.0
    bow = BOWED * math.cos(math.pi * (x - box.center[0]) / max(box.width, 1.0)) if not beside else 0.0
    return (reach + CLEAR + max(0.0, bow)) * (0.5 + 0.5 * math.cos(math.pi * beside / PARTS))


def _between(
    xs: Sequence[float], upper: Sequence[float], lower: Sequence[float], number: int
) -> Iterator[Outline]:
    """Lines of cuts between two edges, one below the other."""
    count = max(1, round(max(low - up for up, low in zip(upper, lower, strict=True)) / LINES))
    for row in range(count):
        line = [
            (x, up + (low - up) * (row + 0.5) / count) for x, up, low in zip(xs, upper, lower, strict=True)
        ]
        apart = [(low - up) / count for up, low in zip(upper, lower, strict=True)]
        # Every second, third, … line goes on where all of them would be too close.
        free = [
            row % max(1, math.ceil(NEAR / max(each, 0.05))) == 0 and each * count > NEAR for each in apart
        ]
        yield from _cuts(line, free, apart, row + 3 * number)


def _cuts(
    line: Sequence[tuple[float, float]], free: Sequence[bool], apart: Sequence[float], row: int
) -> Iterator[Outline]:
    """The cuts of a line where it is free."""
    for goes, group in groupby(range(len(line)), key=free.__getitem__):
        own = [*group]
        if not goes or len(own) < 3:
            continue
        run = [line[at] for at in own]
        total, at = line_length(run), row
        x = LONGEST / 2 * (row * GOLDEN % 1.0) if total > LONGEST else 0.0
        while (long := min(LONGEST * RHYTHM[at % len(RHYTHM)], total - x)) > SHORTEST:
            points = part(run, x, x + long, max(5, math.ceil(long / 3)))
            yield stroke(points, THICK, 0.58)
            x, at = x + long + GAP, at + 1
