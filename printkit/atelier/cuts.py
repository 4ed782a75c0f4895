"""The knife: tapered strokes, rows, rings, rays and plain figures as areas, and the paths it takes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

from printkit.atelier.fit import flat_cubic, parse_lines, parse_shape
from printkit.atelier.shape import FLATNESS, Line, Point, Shape, band, shape, turn_point, union

# ── paths for the knife: circles, arcs, curves and waves as fine runs of points ──────────────────────────────────────


def segment(start: Point, end: Point) -> Line:
    """A straight run."""
    return (start, end)


def curve(data: str) -> Line:
    """The first subpath of SVG path data, e.g. `curve("M10 20C12 30 20 40 35 40")`."""
    return parse_lines(data)[0]


def arc(centre: Point, radius: float, start: float, end: float, radius_y: float | None = None) -> Line:
    """Part of a circle or upright ellipse from angle to angle: 0° is right, 90° is down."""
    other = radius if radius_y is None else radius_y
    largest = max(abs(radius), abs(other), 0.01)
    step = min(math.radians(9), 2 * math.acos(max(0.0, 1 - FLATNESS / largest)))
    count = max(2, math.ceil(math.radians(abs(end - start)) / step))
    angles = [math.radians(start + (end - start) * at / count) for at in range(count + 1)]
    return tuple((centre[0] + radius * math.cos(a), centre[1] + other * math.sin(a)) for a in angles)


def spline(points: Sequence[Point], closed: bool = False) -> Line:
    """A smooth curve through points (centripetal Catmull-Rom)."""
    run = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    result: list[Point] = [run[1]]
    for before, start, end, after in zip(run, run[1:], run[2:], run[3:], strict=False):
        result.extend(flat_cubic((start, *_handles(before, start, end, after), end)))
    return tuple(result[:-1]) if closed else tuple(result)


def _handles(before: Point, start: Point, end: Point, after: Point) -> tuple[Point, Point]:
    a, b, c = (math.sqrt(math.dist(p, q)) for p, q in ((before, start), (start, end), (end, after)))

    def handle(p0: Point, p1: Point, p2: Point, d1: float, d2: float) -> Point:
        if d1 < 1e-9:
            return (p1[0] + (p2[0] - p1[0]) / 3, p1[1] + (p2[1] - p1[1]) / 3)
        below = 3 * d1 * (d1 + d2)
        keep = 2 * d1 * d1 + 3 * d1 * d2 + d2 * d2
        x = (d1 * d1 * p2[0] - d2 * d2 * p0[0] + keep * p1[0]) / below
        y = (d1 * d1 * p2[1] - d2 * d2 * p0[1] + keep * p1[1]) / below
        return (x, y)

    return handle(before, start, end, a, b), handle(after, end, start, c, b)


def formula(place: Callable[[float], Point], start: float, end: float, count: int = 120) -> Line:
    """A run of points computed from a parameter."""
    return tuple(place(start + (end - start) * at / count) for at in range(count + 1))


def spiral(centre: Point, radius: float, pitch: float, start: float, end: float) -> Line:
    """An Archimedean spiral: radius + pitch for every 360° turned from `start` to `end` degrees."""
    count = max(2, math.ceil(abs(end - start) / 3))

    def place(angle: float) -> Point:
        r = radius + pitch * (angle - start) / 360
        return (centre[0] + r * math.cos(math.radians(angle)), centre[1] + r * math.sin(math.radians(angle)))

    return formula(place, start, end, count)


def reverse(line: Line) -> Line:
    """The same path walked the other way."""
    return line[::-1]


def moved(line: Line, dx: float, dy: float = 0.0) -> Line:
    """The path shifted by mm."""
    return tuple((x + dx, y + dy) for x, y in line)


def turned(line: Line, degrees: float, about: Point = (0.0, 0.0)) -> Line:
    """The path rotated clockwise as seen."""
    return tuple(turn_point(point, degrees, about) for point in line)


def parallel(line: Line, by: float) -> Line:
    """The path shifted sideways, `by` mm to the right of its direction (left when negative)."""
    places = resample(line, max(0.05, min(0.4, length(line) / 60)))
    return tuple(
        (x - dy * by, y + dx * by) for (x, y), (dx, dy) in zip(places, directions(places), strict=True)
    )


def length(line: Sequence[Point]) -> float:
    """The length of a path in mm."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def resample(line: Sequence[Point], step: float) -> Line:
    """Points at even distances along a path, both ends included."""
    count = max(2, math.ceil(length(line) / step))
    return at_fractions(line, [at / count for at in range(count + 1)])


def at_fractions(line: Sequence[Point], fractions: Sequence[float]) -> Line:
    """The points at rising fractions (0–1) of a path's length."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(line)]
    total = sum(lengths)
    found: list[Point] = []
    at, done = 0, 0.0
    for fraction in fractions:
        goal = fraction * total
        while at < len(lengths) - 1 and done + lengths[at] < goal:
            done += lengths[at]
            at += 1
        share = 0.0 if lengths[at] == 0 else min(1.0, max(0.0, (goal - done) / lengths[at]))
        (x0, y0), (x1, y1) = line[at], line[at + 1]
        found.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return tuple(found)


def part(line: Line, start: float, end: float) -> Line:
    """The piece of a path between two fractions of its length."""
    count = max(2, math.ceil(length(line) * abs(end - start) / 0.2))
    return at_fractions(line, [start + (end - start) * at / count for at in range(count + 1)])


def directions(points: Sequence[Point]) -> list[Point]:
    """The unit direction of travel at every point."""
    result = []
    last = len(points) - 1
    for at in range(len(points)):
        (x0, y0), (x1, y1) = points[max(0, at - 1)], points[min(last, at + 1)]
        size = math.hypot(x1 - x0, y1 - y0) or 1.0
        result.append(((x1 - x0) / size, (y1 - y0) / size))
    return result


# ── the knife: tapered strokes, rows, rings, rays and plain figures as areas ─────────────────────────────────────────

RHYTHM = (1.0, 0.55, 0.8, 0.42, 0.9, 0.62, 0.75, 0.48)
"""Relative lengths of neighbouring cuts."""
WATER_RHYTHM = (1.0, 0.62, 0.85, 0.5)
"""Relative lengths of neighbouring water strokes."""
GOLDEN = 0.618
GOLDEN_ANGLE = 137.5


def rhythm(index: int) -> float:
    """The relative length of the cut with this number."""
    return RHYTHM[index % len(RHYTHM)]


def taper(line: Sequence[Point], width: float, e: float = 0.5) -> Shape:
    """One knife stroke: full width w·sin(π·tᵉ)^0.8, both ends pointed.

    The thickest place lies at 0.5^(1/e) of the length: e 0.43 puts it at 20 %, 0.5 at 25 %, 0.58 at 30 %, 1 in
    the middle; a path drawn from the lit side to the dark side swells where the light comes from.
    """
    return profiled(line, lambda t: width * max(0.0, math.sin(math.pi * t**e)) ** 0.8)


def wedge(line: Sequence[Point], start: float, end: float = 0.0) -> Shape:
    """A stroke whose width runs evenly from `start` to `end`."""
    return profiled(line, lambda t: start + (end - start) * t)


def profiled(line: Sequence[Point], width: Callable[[float], float]) -> Shape:
    """A stroke whose full width at fraction t of its length is `width(t)`."""
    count = max(16, min(90, math.ceil(length(line) / 0.25)))
    fractions = [(1 - math.cos(math.pi * at / count)) / 2 for at in range(count + 1)]
    places = at_fractions(line, fractions)
    left: list[Point] = []
    right: list[Point] = []
    for t, (x, y), (dx, dy) in zip(fractions, places, directions(places), strict=True):
        half = width(t) / 2
        left.append((x + dy * half, y - dx * half))
        right.append((x - dy * half, y + dx * half))
    return shape([*left, *reversed(right)])


def circle(x: float, y: float, radius: float) -> Shape:
    """A disc."""
    return shape(arc((x, y), radius, 0, 360)[:-1])


def ellipse(x: float, y: float, rx: float, ry: float, degrees: float = 0.0) -> Shape:
    """A filled ellipse, turned clockwise."""
    return shape(arc((x, y), rx, 0, 360, ry)[:-1]).turned(degrees, (x, y))


def ring(x: float, y: float, radius: float, width: float) -> Shape:
    """A ring: the middle of its band lies on the radius."""
    return circle(x, y, radius + width / 2) - circle(x, y, radius - width / 2)


def rect(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Shape:
    """An upright rectangle from its top left corner, corners rounded."""
    return polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), radius)


def polygon(points: Sequence[Point], radius: float | Sequence[float] = 0.0) -> Shape:
    """A closed figure through points, corners rounded by one radius or by one for each corner."""
    radii = [radius] * len(points) if isinstance(radius, (int, float)) else list(radius)
    run: list[Point] = []
    for at, corner in enumerate(points):
        run.extend(_rounded(points[at - 1], corner, points[(at + 1) % len(points)], radii[at]))
    return shape(run)


def _rounded(before: Point, corner: Point, after: Point, radius: float) -> list[Point]:
    """The corner replaced by an arc that touches both edges (smaller where the edges are short)."""
    a, b = math.dist(before, corner), math.dist(corner, after)
    if radius <= 0 or a == 0 or b == 0:
        return [corner]
    ux, uy = (before[0] - corner[0]) / a, (before[1] - corner[1]) / a
    vx, vy = (after[0] - corner[0]) / b, (after[1] - corner[1]) / b
    half = math.acos(max(-1.0, min(1.0, ux * vx + uy * vy))) / 2
    if half < 1e-3 or half > math.pi / 2 - 1e-3:
        return [corner]
    back = min(radius / math.tan(half), a * 0.5, b * 0.5)
    r = back * math.tan(half)
    bx, by = ux + vx, uy + vy
    far = r / math.sin(half) / math.hypot(bx, by)
    centre = (corner[0] + bx * far, corner[1] + by * far)
    start = math.degrees(math.atan2(corner[1] + uy * back - centre[1], corner[0] + ux * back - centre[0]))
    end = math.degrees(math.atan2(corner[1] + vy * back - centre[1], corner[0] + vx * back - centre[0]))
    sweep = math.remainder(end - start, 360)
    return list(arc(centre, r, start, start + sweep))


def drawn(data: str) -> Shape:
    """The filled area of SVG path data, e.g. `drawn("M0 0C…Z")`; overlaps count as ink."""
    return parse_shape(data)


def lens(
    x: float, y: float, long: float, thick: float, e: float = 0.8, degrees: float = 0.0, sag: float = 0.0
) -> Shape:
    """A level water stroke centred on (x, y), pointed at both ends, its middle `sag` mm lower."""
    line = curve(f"M{x - long / 2} {y}Q{x} {y + 2 * sag} {x + long / 2} {y}")
    return taper(line, thick, e).turned(degrees, (x, y))


def water_rows(
    box: tuple[float, float, float, float],
    longest: float,
    thick: tuple[float, float] = (0.55, 0.9),
    spacing: tuple[float, float] = (1.5, 3.3),
    gap: float = 0.45,
) -> list[Shape]:
    """Rows of water strokes inside left, top, right, bottom; rows, strokes and thickness grow downwards.

    `gap` is the paper between neighbours as a part of their length; strokes that would leave the box are left out.
    """
    left, top, right, bottom = box
    strokes: list[Shape] = []
    y, row = top, 0
    while y <= bottom:
        depth = (y - top) / max(bottom - top, 1e-9)
        size = longest * (0.6 + 0.4 * depth)
        x = left - size + (row * GOLDEN % 1) * size * 1.6
        for at in range(row * 3, row * 3 + 60):
            long = size * WATER_RHYTHM[at % 4]
            if x >= left and x + long <= right:
                strokes.append(lens(x + long / 2, y, long, thick[0] + (thick[1] - thick[0]) * depth))
            x += long * (1 + gap)
            if x > right:
                break
        y += spacing[0] + (spacing[1] - spacing[0]) * depth
        row += 1
    return strokes


def water_ring(x: float, y: float, rx: float, width: float = 0.6, open_at_back: float = 70.0) -> Shape:
    """The ring round a thing standing in water: ellipse 1 : 0.22, open at the back by this many degrees."""
    start = -90 + open_at_back / 2
    return taper(arc((x, y), rx, start, start + 360 - open_at_back, rx * 0.22), width, 1.0)


def rings(
    centre: Point, radii: Sequence[float], width: float, pieces: int = 2, gap: float = 10.0, e: float = 0.5
) -> list[Shape]:
    """Concentric circles broken into tapered pieces in rhythm; every ring starts 137.5° after the one inside."""
    strokes: list[Shape] = []
    for at, radius in enumerate(radii):
        shares = [rhythm(at * 3 + piece) for piece in range(pieces)]
        free = 360 - gap * pieces
        angle = at * GOLDEN_ANGLE
        for share in shares:
            sweep = free * share / sum(shares)
            strokes.append(taper(arc(centre, radius, angle, angle + sweep), width, e))
            angle += sweep + gap
    return strokes


def rays(
    centre: Point,
    inner: float,
    long: float,
    count: int,
    width: float,
    start: float = 0.0,
    end: float = 360.0,
    e: float = 0.5,
) -> list[Shape]:
    """Radial strokes in rhythm from `inner` outwards; a full circle does not repeat its first ray."""
    steps = count if abs(end - start) >= 360 else max(1, count - 1)
    strokes = []
    for at in range(count):
        angle = math.radians(start + (end - start) * at / steps)
        c, s = math.cos(angle), math.sin(angle)
        outer = inner + long * rhythm(at)
        line = (
            (centre[0] + inner * c, centre[1] + inner * s),
            (centre[0] + outer * c, centre[1] + outer * s),
        )
        strokes.append(taper(line, width, e))
    return strokes


def hatch(
    first: Line, second: Line, count: int, width: float, e: float = 0.5, reach: float = 1.0
) -> list[Shape]:
    """Strokes from one path towards another at even steps, their lengths in rhythm, at most `reach` of the way."""
    starts = at_fractions(first, [(at + 0.5) / count for at in range(count)])
    ends = at_fractions(second, [(at + 0.5) / count for at in range(count)])
    strokes = []
    for at, ((x0, y0), (x1, y1)) in enumerate(zip(starts, ends, strict=True)):
        k = reach * rhythm(at)
        strokes.append(taper(((x0, y0), (x0 + (x1 - x0) * k, y0 + (y1 - y0) * k)), width, e))
    return strokes


def kept_inside(strokes: Sequence[Shape], area: Shape, share: float = 0.98) -> list[Shape]:
    """Only the strokes that lie in the area with at least this share: a cut is never chopped by a margin."""
    return [stroke for stroke in strokes if (stroke & area).area >= share * stroke.area]


def scales(
    box: tuple[float, float, float, float],
    radius: float,
    arcs: int = 3,
    width: float = 0.7,
    thin: float = 0.0,
) -> list[Shape]:
    """Seigaiha: rows of overlapping wave scales as white arcs, each row drawn in front of the row above.

    `thin` is how much of the width is lost towards the foot of the box (0–1). Cut the result with the vessel.
    """
    left, top, right, bottom = box
    pitch = radius * 0.5
    rows = max(1, math.ceil((bottom - top) / pitch))
    strokes: list[Shape] = []
    for row in range(rows):
        y = top + pitch * (row + 1)
        thick = width * (1 - thin * row / rows)
        for x in _scale_centres(left, right, radius, row):
            front = [circle(c, y + pitch, radius) for c in (x - radius, x + radius)]
            front.append(circle(x, y + 2 * pitch, radius))
            cover = union(front)
            for at in range(arcs):
                r = radius * (1 - at / arcs) - thick / 2
                strokes.append(band(arc((x, y), r, 180, 360), thick) - cover)
    return strokes


def _scale_centres(left: float, right: float, radius: float, row: int) -> Iterator[float]:
    middle = (left + right) / 2 + (radius if row % 2 else 0.0)
    count = math.ceil((right - left) / radius / 4) + 1
    for at in range(-count, count + 1):
        yield middle + at * 2 * radius
