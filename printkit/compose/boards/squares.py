"""Draws the kinds of squares of a board: water, ways and mountain, cut with the knife."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from printkit.compose.pieces.carving import stroke, through
from printkit.geometry import Outline, Rect
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import polygon, polyline, rectangle, segment

__all__ = [
    "MOUNTAIN",
    "SOLID",
    "brackets",
    "cup_items",
    "peak_items",
    "quiet_item",
    "square_items",
    "waves",
]


INSET = 0.022
MOUNTAIN = "^"
"""The square where a way up ends."""
RHYTHM = (1.0, 0.62, 0.85, 0.5)
# Where the rows of its cuts are in water.
WATER_ROWS = tuple(0.11 + 0.13 * at for at in range(7))
# How much ink water has on small pictures.
PALE = 0.5
# Rows of cuts on land, the longest of them, and how far a row is shifted; in parts of the square.
LAND_ROWS, LAND_LONG, LAND_SHIFT = (0.13, 0.31, 0.49, 0.67, 0.85), 0.2, (0.0, 0.1, 0.04)


def square_items(kind: str, box: Rect, place: tuple[int, int], *, low: bool) -> list[Item]:
    """A square of this kind of `kit.board.KINDS`, in its column and row; plain ones stay bare."""
    draw = _DRAW.get(kind)
    return [] if draw is None else draw(box, place, low)


def quiet_item(item: Item) -> Item:
    """Water on a small picture, paler, so that black pieces stand out of it; anything else as it is."""
    blue = find_ink("blue")
    return item._replace(fill=blue.at(PALE)) if isinstance(item, Path) and item.fill == blue else item


def _ground(box: Rect, ink: Ink, low: bool) -> list[Item]:
    """The solid square with paper around it, so that plates may shift."""
    return [] if low else [Path(rectangle(box.grown(-INSET * box.width)), ink)]


def _level(x: float, y: float, to: float, width: float) -> Outline:
    """A level cut, thickest in its first third."""
    return stroke([(x + (to - x) * step / 8, y) for step in range(9)], width, 0.55)


def _joined(outlines: Iterator[Outline]) -> Outline:
    rows = tuple(outlines)
    return Outline("".join(r.commands for r in rows), tuple(v for r in rows for v in r.coordinates))


def waves(box: Rect, rows: tuple[float, ...], number: int) -> Iterator[Outline]:
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
    cuts = _joined(waves(box, WATER_ROWS, place[0] * 3 + place[1] * 2))
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


def _way(down: bool, count: int = 4) -> Callable[[Rect, tuple[int, int], bool], list[Item]]:
    """A way from corner to corner, to the lower right if it goes `down`, and so many cuts on each side of it."""

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
                for number in range(count):
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
        if count:
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
    green, cuts = find_ink("green"), _joined(waves(box, (0.785, 0.86, 0.935), 2))
    return [
        *_ground(box, green, low), *peak_items(box, low=low),
        Path(cuts, green if low else PAPER, even_odd=False),
    ]  # fmt: skip


def peak_items(box: Rect, *, low: bool) -> Iterator[Item]:
    """Three peaks with cuts on their lit sides; their feet lie at 0.72 of the box, the highest top at 0.105."""
    green = find_ink("green")
    side, light = min(box.width, box.height), green if low else PAPER
    ground = PAPER if low else green

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return box.x + point[0] * box.width, box.y + point[1] * box.height

    for peak in PEAKS:
        yield Path(polygon([at(point) for point in peak]), ground, light, 0.026 * side)

    def facets() -> Iterator[Outline]:
        for start, end in FACETS:
            (x0, y0), (x1, y1) = at(start), at(end)
            line = [(x0 + (x1 - x0) * step / 8, y0 + (y1 - y0) * step / 8) for step in range(9)]
            yield stroke(line, 0.034 * side, 0.62)

    yield Path(_joined(facets()), light, even_odd=False)


# Lined squares: top and foot of their lines, how thick they are, where they begin and from one to the next; their cups:
# how wide by how many there are, where the first begins and the last ends, and their feet; in parts of the square.
LINE_TOP, LINE_FOOT, LINE_WIDTH, LINE_LEFT, LINE_PITCH = 0.12, 0.345, 0.062, 0.11, 0.085
CUPS: Mapping[int, float] = {2: 0.25, 3: 0.195}
CUP_LEFT, CUP_RIGHT, CUP_FOOT = 0.4, 0.965, 0.945
# The hatching of a square to start on: from line to line, and how thick.
HATCH, HATCH_WIDTH = 0.16, 0.035
# The left side of a bowl on its foot, from its mouth, in parts of its width, and the cuts on its lit side.
BOWL = ((0.0, 0.0), (0.06, 0.3), (0.2, 0.52), (0.38, 0.64), (0.34, 0.84))
BOWL_LIGHT = (((0.17, 0.2), (0.22, 0.34), (0.34, 0.48)), ((0.33, 0.22), (0.37, 0.33), (0.46, 0.45)))


def cup_items(
    box: Rect, ink: Ink, ground: Ink, *, wine: Ink | None = None, bare: bool = False
) -> Iterator[Item]:
    """A full cup as wide as the box, its mouth at the top, in this ink on that ground.

    What is in it is green, on paper bare, if no other ink is given. A `bare` bowl has no cuts: something stands on it.
    """
    side = box.width

    def at(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(box.x + u * side, box.y + (0.12 + v) * side) for u, v in points]

    mouth = at([(0.5 + 0.5 * math.cos(a), 0.13 * math.sin(a)) for a in (math.pi * n / 12 for n in range(24))])
    level = at(
        [(0.5 + 0.4 * math.cos(a), 0.075 * math.sin(a)) for a in (math.pi * n / 12 for n in range(24))]
    )
    yield Path(polygon(at([*BOWL, *((1.0 - u, v) for u, v in reversed(BOWL))])), ink)
    yield Path(polygon(mouth), ink)
    yield Path(polygon(level), wine or (find_ink("green") if ground.name != PAPER.name else PAPER))
    if bare:
        return
    cuts = _joined(stroke(through(at(line), 0.02 * side), 0.075 * side, 0.55) for line in BOWL_LIGHT)
    yield Path(cuts, ground, even_odd=False)


def _lined(count: int) -> Callable[[Rect, tuple[int, int], bool], list[Item]]:
    """So many upright cuts in a green square, and a cup for each; with little ink these alone."""

    def draw(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
        green, side = find_ink("green"), box.width
        ink, ground = (green, PAPER) if low else (PAPER, green)

        def cuts() -> Iterator[Outline]:
            for at in range(count):
                x = box.x + (LINE_LEFT + at * LINE_PITCH) * side
                top, foot = box.y + LINE_TOP * side, box.y + LINE_FOOT * side
                yield stroke(
                    [(x, top + (foot - top) * step / 8) for step in range(9)], LINE_WIDTH * side, 0.4
                )

        items = [*_ground(box, green, low), Path(_joined(cuts()), ink, even_odd=False)]
        wide = CUPS[count] * side
        pitch = ((CUP_RIGHT - CUP_LEFT) * side - wide) / (count - 1)
        for at in range(count):
            cup = Rect(
                box.x + CUP_LEFT * side + at * pitch, box.y + CUP_FOOT * side - 0.96 * wide, wide, wide
            )
            items += cup_items(cup, ink, ground)
        return items

    return draw


def _goal(box: Rect, place: tuple[int, int], low: bool) -> list[Item]:
    """Three cups and their lines on black, below the name."""
    side, ink, ground = box.width, *((BLACK, PAPER) if low else (PAPER, BLACK))
    items: list[Item] = _ground(box, BLACK, low)
    for at in range(3):
        wide = 0.27 * side
        cup = Rect(box.center[0] + (at - 1) * 0.3 * side - wide / 2, box.y + 0.36 * side, wide, wide)
        items += cup_items(cup, ink, ground)
    cuts = _joined(
        stroke(
            [(box.center[0] + (at - 1) * 0.3 * side, box.y + (0.69 + 0.025 * t) * side) for t in range(9)],
            LINE_WIDTH * side,
            0.4,
        )
        for at in range(3)
    )
    return [*items, Path(cuts, ink, even_odd=False)]


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
    MOUNTAIN: _mountain,
    "2": _lined(2),
    "3": _lined(3),
    "G": _goal,
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
