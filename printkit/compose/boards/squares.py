"""Draws the kinds of squares of a board: water, ways and mountain, cut with the knife."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from printkit.compose.pieces.carving import stroke
from printkit.geometry import Outline, Rect
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon, polyline, rectangle, segment

__all__ = ["SOLID", "brackets", "square_items"]

INSET = 0.022
RHYTHM = (1.0, 0.62, 0.85, 0.5)
WATER_ROWS = 7
# Rows of cuts on land, the longest of them, and how far a row is shifted; in parts of the square.
LAND_ROWS, LAND_LONG, LAND_SHIFT = (0.13, 0.31, 0.49, 0.67, 0.85), 0.2, (0.0, 0.1, 0.04)


def square_items(kind: str, box: Rect, place: tuple[int, int], *, low: bool) -> list[Item]:
    """A square of this kind of `kit.board.KINDS`, in its column and row; plain ones stay bare."""
    draw = _DRAW.get(kind)
    return [] if draw is None else draw(box, place, low)


def _ground(box: Rect, ink: Ink, low: bool) -> list[Item]:
    """The solid square with paper around it, so that plates may shift."""
    return [] if low else [Path(rectangle(box.grown(-INSET * box.width)), ink)]


def _level(x: float, y: float, to: float, width: float) -> Outline:
    """A level cut, thickest in its first third."""
    return stroke([(x + (to - x) * step / 8, y) for step in range(9)], width, 0.55)


def _joined(outlines: Iterator[Outline]) -> Outline:
    rows = tuple(outlines)
    return Outline("".join(r.commands for r in rows), tuple(v for r in rows for v in r.coordinates))


def _waves(box: Rect, rows: tuple[float, ...], number: int) -> Iterator[Outline]:
    """Rows of cuts, long and short by turns; `number` shifts the rhythm from square to square."""
    side = box.width
    left, right = box.x + 0.07 * side, box.right - 0.07 * side
    for at, share in enumerate(rows):
        y = box.y + share * side
        x = left + 0.05 * side * ((at * 3 + number) % 4)
        step = at + number
        while x < right - 0.1 * side:
            long = 0.42 * side * RHYTHM[step % 4] + 0.02 * side
            end = min(x + long, right)
            if end - x >= 0.10 * side:
                yield _level(x, y, end, 0.042 * side)
            x = end + 0.075 * side
            step += 1


def _water(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
    blue = find_ink("blue")
    rows = tuple(0.11 + 0.13 * at for at in range(WATER_ROWS))
    cuts = _joined(_waves(box, rows, place[0] * 3 + place[1] * 2))
    return [*_ground(box, blue, low), Path(cuts, blue if low else PAPER, even_odd=False)]


def _land(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
    """Short cuts on bare paper that climb a little, which the long level ones of water are unlike."""
    side, number = box.width, place[0] * 5 + place[1] * 3

    def cuts() -> Iterator[Outline]:
        for at, share in enumerate(LAND_ROWS):
            for step in range(3):
                long = LAND_LONG * side * RHYTHM[(at + step + number) % 4]
                x = box.x + side * (0.09 + 0.3 * step + LAND_SHIFT[(at * 2 + number) % 3])
                y = box.y + side * (share + 0.02 * ((step + number) % 3))
                points = [(x + long * part / 8, y - 0.18 * long * part / 8) for part in range(9)]
                yield stroke(points, 0.03 * side, 0.6)

    return [Path(_joined(cuts()), find_ink("gold"), even_odd=False)]


def _way(down: bool) -> Callable[[Rect, tuple[int, int], bool], list[Item]]:
    """A way from corner to corner, to the lower right if it goes `down`, and four cuts on each side of it."""

    def draw(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
        gold = find_ink("gold")
        side = box.width
        inner = box.grown(-INSET * side)

        def point(along: float, aside: float) -> tuple[float, float]:
            # Along the way from its left end, and aside from it to the lower left; parts of the side.
            x, y = (along - aside) * side, (along + aside) * side
            return (box.x + x, box.y + y if down else box.bottom - y)

        def band(half: float) -> Outline:
            corners = ((-0.1, -half), (1.1, -half), (1.1, half), (-0.1, half))
            return polygon([point(*corner) for corner in corners])

        def cuts() -> Iterator[Outline]:
            for aside in (-1, 1):
                for number in range(4):
                    off = 0.088 + 0.072 * number
                    reach = (0.5 - off) * 0.80
                    ends = (0.5 - reach, 0.5 + reach)
                    yield stroke(
                        [point(ends[0] + (ends[1] - ends[0]) * step / 8, aside * off) for step in range(9)],
                        0.042 * side,
                        0.55,
                    )

        items = _ground(box, gold, low)
        ways: list[Item] = [] if low else [Path(band(0.046), PAPER)]
        ways.append(Path(band(0.016), gold))
        items.append(Group(tuple(ways), clip=inner))
        items.append(Path(_joined(cuts()), gold if low else PAPER, even_odd=False))
        return items

    return draw


# The peaks as foot, top, foot, and the cuts on their lit sides; in parts of the square.
PEAKS = (
    ((0.045, 0.72), (0.255, 0.37), (0.40, 0.72)),
    ((0.56, 0.72), (0.76, 0.40), (0.955, 0.72)),
    ((0.235, 0.72), (0.50, 0.105), (0.765, 0.72)),
)
FACETS = (
    ((0.475, 0.24), (0.365, 0.68)),
    ((0.515, 0.27), (0.455, 0.67)),
    ((0.555, 0.36), (0.545, 0.62)),
    ((0.215, 0.49), (0.14, 0.685)),
    ((0.265, 0.50), (0.225, 0.67)),
    ((0.775, 0.50), (0.765, 0.68)),
    ((0.82, 0.56), (0.845, 0.68)),
)


def _mountain(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
    green = find_ink("green")
    side, light = box.width, green if low else PAPER
    ground = PAPER if low else green

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return box.x + point[0] * side, box.y + point[1] * side

    items = _ground(box, green, low)
    for peak in PEAKS:
        items.append(Path(polygon([at(point) for point in peak]), ground, light, 0.026 * side))

    def facets() -> Iterator[Outline]:
        for start, end in FACETS:
            (x0, y0), (x1, y1) = at(start), at(end)
            line = [(x0 + (x1 - x0) * step / 8, y0 + (y1 - y0) * step / 8) for step in range(9)]
            yield stroke(line, 0.034 * side, 0.62)

    cuts = _joined(facets()) + _joined(_waves(box, (0.785, 0.86, 0.935), 2))
    items.append(Path(cuts, light, even_odd=False))
    return items


# Lined squares: where their lines begin and end, how thick they are, and from one to the next; in parts of the square.
LINE_TOP, LINE_FOOT, LINE_WIDTH, LINE_PITCH = 0.30, 0.88, 0.135, 0.23
# The hatching of a square to start on: from line to line, and how thick.
HATCH, HATCH_WIDTH = 0.16, 0.035


def _lined(count: int, ground: str) -> Callable[[Rect, tuple[int, int], bool], list[Item]]:
    """So many upright cuts in a square of this ink; with little ink the cuts alone."""

    def draw(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
        ink, side = find_ink(ground), box.width

        def cuts() -> Iterator[Outline]:
            for at in range(count):
                x = box.center[0] + (at - (count - 1) / 2) * LINE_PITCH * side
                top, foot = box.y + LINE_TOP * side, box.y + LINE_FOOT * side
                line = [(x, top + (foot - top) * step / 8) for step in range(9)]
                yield stroke(line, LINE_WIDTH * side, 0.4)

        return [*_ground(box, ink, low), Path(_joined(cuts()), ink if low else PAPER, even_odd=False)]

    return draw


def _hatched(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
    """Slanting lines from edge to edge."""
    inner, step = box.grown(-0.06 * box.width), HATCH * box.width
    lines = Outline("", ())
    # One that only touches the far corner has no length: some programs draw it, others do not.
    for at in range(1, math.ceil(2 * inner.width / step - 0.01)):
        down = at * step
        lines += segment(
            max(inner.x, inner.x + down - inner.height),
            min(inner.y + down, inner.bottom),
            min(inner.x + down, inner.right),
            max(inner.y, inner.y + down - inner.width),
        )
    return [Path(lines, stroke=BLACK, width=HATCH_WIDTH * box.width)]


_DRAW: Mapping[str, Callable[[Rect, tuple[int, int], bool], list[Item]]] = {
    "~": _water,
    ",": _land,
    "\\": _way(True),
    "/": _way(False),
    "^": _mountain,
    "2": _lined(2, "green"),
    "3": _lined(3, "green"),
    "G": _lined(3, "black"),
    "S": _hatched,
}
SOLID = frozenset("~/\\^23G")
"""The kinds whose ground is solid, so that what is written on it is paper, unless ink is saved."""


def brackets(box: Rect, towards: tuple[int, int], *, low: bool) -> list[Item]:
    """Brackets in the two corners of a square that face this way: here the water ends."""
    arm, thick, inset = 0.17 * box.width, 0.85, 0.075 * box.width
    inner = box.grown(-inset)
    across, down = towards
    corners = [(across, -1), (across, 1)] if across else [(-1, down), (1, down)]
    items: list[Item] = []
    for side_x, side_y in corners:
        x = inner.x if side_x < 0 else inner.right
        y = inner.y if side_y < 0 else inner.bottom
        line = polyline(((x - side_x * arm, y), (x, y), (x, y - side_y * arm)))
        if not low:
            items.append(Path(line, stroke=PAPER, width=thick + 1.0))
        items.append(Path(line, stroke=BLACK, width=thick))
    return items
