"""Fits compact SVG path data to fine outlines, and reads it back; 0.01 mm precision."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from printkit.atelier.shape import FLATNESS, Line, Point, Shape, shape
from printkit.scene.svg_path import known_numbers, read_path

TOLERANCE = 0.012
"""How far a fitted curve may leave the outline, mm, before rounding to 0.01."""

_MAX_NUMBERS = 200_000
_WINDOW = 0.05
_CORNER = math.radians(24.0)
_STRAIGHT = 1.0

Array = NDArray[np.float64]
Segment = tuple[Point, ...]
"""One point (a straight line's end) or three (a cubic's controls and end)."""


def parse_shape(data: str, evenodd: bool = False) -> Shape:
    """The area of SVG path data, overlaps counted as ink unless `evenodd`."""
    return shape(*parse_lines(data), evenodd=evenodd)


def parse_lines(data: str) -> tuple[Line, ...]:
    """The subpaths of SVG path data as fine runs of points; PathDataError when it cannot be read."""
    commands, thousandths = read_path(data, known_numbers(), _MAX_NUMBERS)
    values = [value / 1000 for value in thousandths]
    lines: list[Line] = []
    run: list[Point] = []
    at = 0
    for command in commands:
        if command == "M":
            if len(run) > 1:
                lines.append(tuple(run))
            run = [(values[at], values[at + 1])]
            at += 2
        elif command == "L":
            run.append((values[at], values[at + 1]))
            at += 2
        elif command == "C":
            x1, y1, x2, y2, x3, y3 = values[at : at + 6]
            run.extend(flat_cubic((run[-1], (x1, y1), (x2, y2), (x3, y3))))
            at += 6
    if len(run) > 1:
        lines.append(tuple(run))
    return tuple(lines)


def flat_cubic(controls: Sequence[Point], flatness: float = FLATNESS) -> list[Point]:
    """The points of a cubic after its start, close enough to stand for it (turns of at most about 10°)."""
    p = np.asarray(controls, dtype=np.float64)
    bend = float(np.hypot(*(p[:-2] - 2 * p[1:-1] + p[2:]).T).max())
    legs = p[1:] - p[:-1]
    angles = [math.atan2(y, x) for x, y in legs if abs(x) + abs(y) > 1e-9]
    turning = sum(
        abs(math.remainder(after - before, math.tau)) for before, after in itertools.pairwise(angles)
    )
    count = max(1, math.ceil(math.sqrt(0.75 * bend / flatness)), math.ceil(turning / math.radians(9)))
    t = np.linspace(0, 1, count + 1)[1:, None]
    u = 1 - t
    points = u**3 * p[0] + 3 * u * u * t * p[1] + 3 * u * t * t * p[2] + t**3 * p[3]
    return [(float(x), float(y)) for x, y in points]


def path_data(area: Shape, tolerance: float = TOLERANCE) -> str:
    """The area as relative SVG path data at 0.01 mm, outlines sorted by place; fill it with the evenodd rule."""
    pieces = [data for contour in area.contours if (data := _contour_data(contour, tolerance))]
    return "".join(sorted(pieces, key=_first_point))


def _first_point(piece: str) -> tuple[float, float, str]:
    x, y = piece[1 : next(at for at in range(1, len(piece)) if piece[at].isalpha())].split()
    return (float(y), float(x), piece)


def _contour_data(contour: Line, tolerance: float) -> str:
    segments, start = _fitted(contour, tolerance)
    x, y = _grid(start)
    words = [f"M{_number(x)} {_number(y)}"]
    for index, segment in enumerate(segments):
        ends = [_grid(point) for point in segment]
        if len(ends) == 1:
            dx, dy = ends[0][0] - x, ends[0][1] - y
            if (dx or dy) and index < len(segments) - 1:
                words.append(_line_word(dx, dy))
        else:
            flat = [value for px, py in ends for value in (px - x, py - y)]
            if any(flat):
                words.append("c" + _join(flat))
        x, y = ends[-1]
    return "".join(words) + "z" if len(words) > 2 or any(word[0] == "c" for word in words) else ""


def _line_word(dx: int, dy: int) -> str:
    if dy == 0:
        return "h" + _number(dx)
    if dx == 0:
        return "v" + _number(dy)
    return "l" + _join([dx, dy])


def _grid(point: Point) -> tuple[int, int]:
    return round(point[0] * 100), round(point[1] * 100)


def _number(hundredths: int) -> str:
    sign = "-" if hundredths < 0 else ""
    whole, rest = divmod(abs(hundredths), 100)
    fraction = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{sign}{whole or ('' if fraction else '0')}{fraction}"


def _join(values: Sequence[int]) -> str:
    text = ""
    for value in values:
        word = _number(value)
        text += word if not text or word[0] == "-" else " " + word
    return text


def _fitted(contour: Line, tolerance: float) -> tuple[list[Segment], Point]:
    """The outline as lines and cubics, beginning at a corner when it has one."""
    xy = np.asarray(contour, dtype=np.float64)
    knots = _knots(xy)
    corners = [at for at, sharp in knots if sharp]
    if not knots:
        knots = [(int(np.lexsort((xy[:, 0], xy[:, 1]))[0]), False)]
    first = corners[0] if corners else knots[0][0]
    xy = np.roll(xy, -first, axis=0)
    places = sorted(((at - first) % len(xy), sharp) for at, sharp in knots)
    closed = np.vstack([xy, xy[:1]])
    places.append((len(xy), places[0][1]))
    segments: list[Segment] = []
    for (start, start_sharp), (end, end_sharp) in itertools.pairwise(places):
        run = closed[start : end + 1]
        if len(run) == 2:
            segments.append(((float(run[1][0]), float(run[1][1])),))
            continue
        leaving = _end_tangent(run) if start_sharp else _smooth_tangent(xy, start)
        arriving = -_end_tangent(run[::-1]) if end_sharp else _smooth_tangent(xy, end % len(xy))
        segments.extend(_fit(run, leaving, -arriving, tolerance))
    return segments, (float(xy[0][0]), float(xy[0][1]))


def _knots(xy: Array) -> list[tuple[int, bool]]:
    """Where the outline must be cut: corners (True) and the ends of long straight edges (False)."""
    count = len(xy)
    step = np.roll(xy, -1, axis=0) - xy
    lengths = np.hypot(step[:, 0], step[:, 1])
    headings = np.arctan2(step[:, 1], step[:, 0])
    local = np.abs((headings - np.roll(headings, 1) + np.pi) % (2 * np.pi) - np.pi)
    turns = {int(at): _window_turn(xy, lengths, int(at)) for at in np.nonzero(local > math.radians(6))[0]}
    corners: set[int] = set()
    for at in sorted(turns, key=lambda index: (-turns[index], index)):
        if turns[at] < _CORNER or any(_near(lengths, at, other, count) for other in corners):
            continue
        corners.add(at)
    knots = dict.fromkeys(corners, True)
    for at in range(count):
        before, after = lengths[at - 1], lengths[(at + 1) % count]
        following = (at + 1) % count
        alone = (at in corners or lengths[at] > 2.5 * before) and (
            following in corners or lengths[at] > 2.5 * after
        )
        if (lengths[at] > _STRAIGHT and alone) or (at in corners and following in corners):
            knots.setdefault(at, False)
            knots.setdefault(following, False)
    return sorted(knots.items())


def _near(lengths: Array, first: int, second: int, count: int) -> bool:
    """Whether two vertices lie within the corner window along the outline."""
    low, high = sorted((first, second))
    if min(high - low, count - high + low) > 12:
        return False
    forward = float(lengths[low:high].sum())
    backward = float(lengths[high:].sum() + lengths[:low].sum())
    return min(forward, backward) < _WINDOW * 0.8


def _window_turn(xy: Array, lengths: Array, at: int) -> float:
    """The turn at a vertex between the points one window before and after it."""
    ahead = _walk(xy, lengths, at, 1) - xy[at]
    behind = xy[at] - _walk(xy, lengths, at, -1)
    return abs(math.remainder(math.atan2(ahead[1], ahead[0]) - math.atan2(behind[1], behind[0]), math.tau))


def _walk(xy: Array, lengths: Array, at: int, way: int) -> Array:
    left, count = _WINDOW, len(xy)
    for _ in range(count):
        edge = float(lengths[at if way > 0 else at - 1])
        following = (at + way) % count
        if edge >= left:
            return np.asarray(xy[at] + (xy[following] - xy[at]) * (left / edge))
        left -= edge
        at = following
    return np.asarray(xy[at])


def _unit(vector: Array) -> Array:
    length = float(np.hypot(vector[0], vector[1]))
    return vector / length if length else vector


def _end_tangent(run: Array) -> Array:
    """The direction in which a run leaves its first point, by a parabola through its first three points."""
    if len(run) == 2:
        return _unit(run[1] - run[0])
    first, second = run[1] - run[0], run[2] - run[1]
    a, b = float(np.hypot(*first)), float(np.hypot(*second))
    if a < 1e-9 or b < 1e-9 or a < 0.02:
        return _unit(run[min(2, len(run) - 1)] - run[0])
    slope = first / a - (second / b - first / a) * (a / (a + b))
    return _unit(slope)


def _smooth_tangent(xy: Array, at: int) -> Array:
    """The common direction of both sides at a smooth knot; a long straight edge wins."""
    before, after = xy[at] - xy[at - 1], xy[(at + 1) % len(xy)] - xy[at]
    a, b = float(np.hypot(*before)), float(np.hypot(*after))
    if a > 2.5 * b and a > _STRAIGHT:
        return _unit(before)
    if b > 2.5 * a and b > _STRAIGHT:
        return _unit(after)
    return _unit(before / max(a, 1e-9) * b + after / max(b, 1e-9) * a)


def _fit(run: Array, leaving: Array, arriving: Array, tolerance: float) -> list[Segment]:
    """Cubics through a run of points (Schneider's method), split at the worst point until all lie close."""
    if len(run) == 2 or _is_straight(run, tolerance / 3):
        return [((float(run[-1][0]), float(run[-1][1])),)]
    if len(run) < 8:
        run = np.stack([_between(run, at / 3) for at in range(3 * len(run) - 2)])
    lengths = np.hypot(*(run[1:] - run[:-1]).T)
    t = np.concatenate([[0.0], np.cumsum(lengths)])
    t = t / t[-1]
    worst = len(run) // 2
    for _ in range(6):
        controls = _bezier(run, t, leaving, arriving)
        curve = _at(controls, t)
        errors = np.hypot(*(curve - run).T)
        worst = int(errors.argmax())
        if errors[worst] <= tolerance:
            return [tuple((float(x), float(y)) for x, y in controls[1:])]
        if errors[worst] > tolerance * 12:
            break
        t = _reparameterised(controls, run, t)
    worst = min(max(worst, 1), len(run) - 2)
    middle = _unit(run[worst + 1] - run[worst - 1])
    return [
        *_fit(run[: worst + 1], leaving, -middle, tolerance),
        *_fit(run[worst:], middle, arriving, tolerance),
    ]


def _between(run: Array, place: float) -> Array:
    """The point at a fractional index of a run."""
    at = min(int(place), len(run) - 2)
    return np.asarray(run[at] + (run[at + 1] - run[at]) * (place - at))


def _is_straight(run: Array, tolerance: float) -> bool:
    chord = run[-1] - run[0]
    length = float(np.hypot(*chord))
    if length < 1e-9:
        return False
    offset = np.abs((run[:, 0] - run[0, 0]) * chord[1] - (run[:, 1] - run[0, 1]) * chord[0]) / length
    return float(offset.max()) < tolerance


def _at(controls: Array, t: Array) -> Array:
    u = 1 - t
    weights = np.stack([u**3, 3 * u * u * t, 3 * u * t * t, t**3], axis=1)
    return np.asarray(weights @ controls)


def _bezier(run: Array, t: Array, leaving: Array, arriving: Array) -> Array:
    """The cubic with given end directions nearest the points in the sense of least squares."""
    u = 1 - t
    b0, b1, b2, b3 = u**3, 3 * u * u * t, 3 * u * t * t, t**3
    start, end = run[0], run[-1]
    a1, a2 = b1[:, None] * leaving, b2[:, None] * arriving
    rest = run - (b0 + b1)[:, None] * start - (b2 + b3)[:, None] * end
    c00, c01, c11 = float((a1 * a1).sum()), float((a1 * a2).sum()), float((a2 * a2).sum())
    x0, x1 = float((a1 * rest).sum()), float((a2 * rest).sum())
    determinant = c00 * c11 - c01 * c01
    chord = float(np.hypot(*(end - start)))
    longest = float(np.hypot(*(run[1:] - run[:-1]).T).sum())
    if abs(determinant) > 1e-12:
        first = (x0 * c11 - x1 * c01) / determinant
        second = (c00 * x1 - c01 * x0) / determinant
    else:
        first = second = 0.0
    if not (1e-3 * chord < first < 0.8 * longest and 1e-3 * chord < second < 0.8 * longest):
        first = second = chord / 3
    return np.stack([start, start + leaving * first, end + arriving * second, end])


def _reparameterised(controls: Array, run: Array, t: Array) -> Array:
    """One Newton step of every parameter towards the nearest place on the curve."""
    curve = _at(controls, t)
    d1 = 3 * (controls[1:] - controls[:-1])
    d2 = 2 * (d1[1:] - d1[:-1])
    u = 1 - t
    slope = np.stack([u * u, 2 * u * t, t * t], axis=1) @ d1
    bend = np.stack([u, t], axis=1) @ d2
    gap = curve - run
    below = (slope * slope).sum(axis=1) + (gap * bend).sum(axis=1)
    below = np.where(np.abs(below) < 1e-9, 1e-9, below)
    return np.maximum.accumulate(np.clip(t - (gap * slope).sum(axis=1) / below, 0.0, 1.0))
