"""Carves the way of a race into a hill as a stair: steps over land, planks over water, walls between its windings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from printkit.compose.boards.river import joined
from printkit.compose.boards.squares import INSET
from printkit.compose.boards.stones import Point, Small, Stone, facing, outer_side, stone_items
from printkit.compose.pieces.carving import line_length, parallel, part, stroke, through
from printkit.compose.text.typesetting import TextStyle, fit_line, set_line
from printkit.geometry import Outline, Rect
from printkit.kit.board import KINDS, BoardSpec
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, polygon, polyline, rectangle

__all__ = [
    "BEND",
    "begin_items",
    "goal_name_items",
    "road_items",
    "road_line",
    "road_room",
    "rounded",
]

# In parts of a square: half the road and how round it bends, its banks, and what paper is round it.
HALF, BEND, EDGE, MARGIN = 0.098, 0.25, 0.026, 0.02
# Steps over land and planks over water: how wide, and from one to the next; and how far a step bulges forward.
PITCHES, BULGE = ((0.036, 0.098), (0.034, 0.075)), 0.035
# A wall: how far into the square below it, and above it; paper round it, and its stones from one to the next.
BELOW, ABOVE, PAPER_ROUND, STONES = 0.106, 0.025, 0.018, 0.074
# How high its stones are by turns, and how far it reaches over a line where it meets no other.
TALL, LOOSE = (0.066, 0.05, 0.06, 0.044), 0.012
# The stone of a number: how far from both edges of its square, its radius, the em of a figure.
CORNER, STONE, EM = 0.195, 0.178, 0.245
# Where the way begins: the disc, the ring in it, and its rays.
BEGIN, RAYS, RAY = 0.31, 20, (0.94, 0.89, 0.84, 0.79, 0.73)
# How much of a square one pawn or two take in a picture, and more of them; how far it lies off its middle, away from
# its stone; and at an end, where they are low on a hill, whose peaks are seen above them.
ROOM, CROWD, OFF, AT_END, LOW = 0.8, 0.66, 0.17, 0.68, 0.16
# The em and the baseline of a goal's name.
GOAL_EM, GOAL_Y = 0.22, 0.26
# The em and the baseline of its names, by how many there are.
NAMES = ((), ((0.2, 0.072),), ((0.2, 0.035), (0.085, 0.125)))
# The way up the last square, where the road has come in: across and down in parts of the square, up to the top.
CLIMB = (
    (0.47, 0.83), (0.39, 0.74), (0.41, 0.66), (0.52, 0.585), (0.555, 0.51), (0.5, 0.44), (0.465, 0.37), (0.49, 0.29),
    (0.5, 0.17),
)  # fmt: skip
ASIDE = ((0.2, 0.52), (0.3, 0.585), (0.41, 0.63), (0.51, 0.59))


def road_items(
    kit: Kit, board: BoardSpec, least: float, *, language: str, small: Small, low: bool
) -> Iterator[Item]:
    """The road with the number of each square but the first and the last; none is smaller than `least`."""
    side = board.square
    cells = [board.cell(*place) for place in board.way]
    points = [cell.center for cell in cells]
    # Whatever its ends are called: what is carved is the same.
    nameless = board.model_copy(update={"ends": ()})
    yield from _wall_items(nameless, low=low)
    line = road_line(points, side)
    yield Path(polyline(line), stroke=PAPER, width=2 * (HALF + EDGE + MARGIN) * side, join="round")
    if _at_goal(board):
        yield from goal_name_items(kit, cells[-1], board.ends[1:], language, low=low)
    else:
        yield from _climb(cells[-1], points[-2], low=low)
    yield Path(_stair(nameless, line), BLACK, even_odd=False)
    yield from begin_items(kit, points[0], side, () if small else board.ends, low=low)
    stones = list(_stones(cells, side, least, upright=bool(small)))
    yield from stone_items(kit, stones, low=low)


def road_line(points: Sequence[Point], side: float) -> tuple[Point, ...]:
    """The middle of the road, round at its bends, from the disc to the last square's edge."""
    first, last = (
        _towards(points[0], points[1], (BEGIN - 0.02) * side),
        _towards(points[-1], points[-2], 0.5 * side),
    )
    line = [first, *rounded(points, BEND * side)[1:-1], last]
    return part(line, 0.0, line_length(line), round(line_length(line) / side * 24))


def rounded(points: Sequence[Point], by: float) -> list[Point]:
    """The run with round bends, which begin so far from its corners."""
    line = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        into, out = _towards(here, before, by), _towards(here, after, by)
        if math.isclose(into[0] + out[0], 2 * here[0]) and math.isclose(into[1] + out[1], 2 * here[1]):
            line.append(here)
            continue
        x, y = into[0] + out[0] - here[0], into[1] + out[1] - here[1]
        for at in range(13):
            angle = math.pi / 2 * at / 12
            cos, sin = math.cos(angle), math.sin(angle)
            line.append((
                x + (into[0] - x) * cos + (out[0] - x) * sin,
                y + (into[1] - y) * cos + (out[1] - y) * sin,
            ))  # fmt: skip
    return [*line, points[-1]]


def _way(one: Point, other: Point) -> Point:
    long = math.dist(one, other)
    return (other[0] - one[0]) / long, (other[1] - one[1]) / long


def _towards(one: Point, other: Point, by: float) -> Point:
    share = by / math.dist(one, other)
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


@lru_cache(maxsize=8)
def _stair(board: BoardSpec, line: tuple[Point, ...]) -> Outline:
    """Steps, planks and the banks beside them: once for boards of all sizes on a screen."""
    return joined(_stair_parts(board, line))


def _stair_parts(board: BoardSpec, line: Sequence[Point]) -> Iterator[Outline]:
    side, total = board.square, line_length(line)
    place = 0.05 * side
    banks: list[tuple[bool, float, float]] = []
    while place < total - 0.02 * side:
        (x, y), (fx, fy) = part(line, place - 1e-6, min(place + 0.01 * side, total), 2)
        long = math.hypot(fx - x, fy - y)
        dx, dy = (fx - x) / long, (fy - y) / long
        wet = _wet(board, (x, y))
        wide, pitch = PITCHES[wet]
        yield _plank(x, y, dx, dy, side, wide) if wet else _step(x, y, dx, dy, side, wide)
        if banks and banks[-1][0] == wet:
            banks[-1] = (wet, banks[-1][1], place + pitch * side)
        else:
            banks.append((wet, place, place + pitch * side))
        place += pitch * side
    for wet, start, end in banks:
        yield from _bank(line, start - 0.04 * side, min(end - 0.02 * side, total), side, wet=wet)


def _at_goal(board: BoardSpec) -> bool:
    """Whether the last square is drawn as a goal, into which the road leads: no hill."""
    column, row = board.way[-1]
    return "goal" in KINDS[board.rows[row][column]]


def _wet(board: BoardSpec, point: Point) -> bool:
    column, row = int((point[0] - board.left) / board.square), int((point[1] - board.top) / board.square)
    return "water" in KINDS[board.rows[row][column]]


def _plank(x: float, y: float, dx: float, dy: float, side: float, wide: float) -> Outline:
    """A plank across the road."""
    half, thick = 0.92 * HALF * side, wide * side / 2
    return polygon([
        (x + dx * a * thick - dy * b * half, y + dy * a * thick + dx * b * half)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ])  # fmt: skip


def _step(x: float, y: float, dx: float, dy: float, side: float, wide: float) -> Outline:
    """A step that bulges to where the road leads."""
    line = []
    for at in range(-4, 5):
        aside, forward = at / 4 * 0.98 * HALF * side, BULGE * side * (1 - (at / 4) ** 2)
        line.append((x + dx * forward - dy * aside, y + dy * forward + dx * aside))
    return stroke(line, 1.25 * wide * side, 0.5)


def _bank(line: Sequence[Point], start: float, end: float, side: float, *, wet: bool) -> Iterator[Outline]:
    """What goes along the road on both sides: rails over water, over land broken strokes."""
    count = 1 if wet else max(1, round((end - start) / (0.5 * side)))
    for sign in (-1, 1):
        for at in range(count):
            # Strokes of the two sides begin at different places.
            shift = 0.0 if wet or count == 1 else 0.12 * side * (sign > 0)
            first = max(0.0, start + (end - start) * at / count + shift * (at > 0))
            last = start + (end - start) * (at + 1) / count + shift * (at < count - 1)
            run = parallel(
                part(line, first, last, max(7, round((last - first) / side * 20))),
                sign * (HALF + EDGE / 2) * side,
            )
            if wet:
                other = parallel(run, EDGE * side)
                yield polygon([*run, *reversed(other)])
            else:
                yield stroke(run, 1.3 * EDGE * side, 0.6)


def _climb(cell: Rect, before: Point, *, low: bool) -> Iterator[Item]:
    """The way over the last square to its top, ever narrower; it comes in from any side."""
    side, (x, y) = cell.width, cell.center
    dx, dy = (before[0] - x) / side, (before[1] - y) / side
    into = [(x + dx * share * side, y + dy * share * side) for share in (0.5, 0.42)]
    # Who comes from below winds over the foot of the hill, who comes from a side goes round it first.
    foot = (
        CLIMB if dy > 0.5 else (*((0.5 + (u - 0.5) * (-1 if dx > 0 else 1), v) for u, v in ASIDE), *CLIMB[4:])
    )
    climb = [(cell.x + u * side, cell.y + v * side) for u, v in foot]
    line = through([*into, *climb], 0.5)
    last = len(line) - 1
    halves = [HALF * side * (1 - at / last) ** 1.25 for at in range(last + 1)]
    left, right = ([parallel(line, sign * half)[at] for at, half in enumerate(halves)] for sign in (-1, 1))
    outline = polygon([*left, *reversed(right)])
    around = PAPER if low else find_ink("green")
    ground = Path(outline, around, around, 0.05 * side, join="round")
    yield Group((ground,), clip=cell.grown(-INSET * side))
    yield Path(outline, PAPER, BLACK if low else None, 0.012 * side if low else 0.0)


def begin_items(kit: Kit, middle: Point, side: float, ends: Sequence[str], *, low: bool) -> Iterator[Item]:
    """The disc where all pieces begin: black, with a rim of rays, and its name where it has one."""
    (x, y), radius = middle, BEGIN * side
    yield Path(circle(x, y, radius + 0.025 * side), PAPER)
    rays = []
    for at in range(RAYS):
        angle = 2 * math.pi * at / RAYS
        rays.append(stroke(
            [(x + r * radius * math.cos(angle), y + r * radius * math.sin(angle)) for r in RAY],
            0.17 * radius, 0.5,
        ))  # fmt: skip
    yield Path(circle(x, y, radius), PAPER if low else BLACK)
    if low:
        yield Path(circle(x, y, radius - 0.012 * side), stroke=BLACK, width=0.024 * side)
    yield Path(joined(iter(rays)), BLACK if low else PAPER, even_odd=False)
    names = [name for name in kit.in_two(ends[0]) if name] if ends else []
    for name, (em, down) in zip(names, NAMES[len(names)], strict=True):
        style = TextStyle(kit.fonts["display"], em * side, BLACK if low else PAPER, tracking=0.0)
        yield set_line(name, fit_line(name, style, 1.1 * radius, 0.5), x, y + down * side, "middle")


def road_room(board: BoardSpec, way: Sequence[str], square: str, cell: Rect, count: int = 1) -> Rect:
    """What of a square so many pawns stand on in a picture, so that its number is seen: the corner away from its stone.

    The middle of the first, the foot of the last one; all of a square where the board has no road.
    """
    if square not in way or not board.steps or board.ground != "rock":
        return cell
    if square not in way[1:-1]:
        return cell.grown((AT_END - 1) / 2 * cell.width).moved(0.0, LOW * cell.width * (square == way[-1]))
    step = way.index(square)
    cells = [board.cell(*place) for place in board.way]
    stone = next(each for each in _stones(cells, board.square, 0.0, upright=True) if each.number == step)
    side, off = (ROOM if count < 3 else CROWD) * cell.width, OFF * cell.width
    x, y = (
        middle - math.copysign(off, at - board_middle)
        for middle, at, board_middle in zip(cell.center, stone.middle, cells[step].center, strict=True)
    )
    return Rect(x - side / 2, y - side / 2, side, side)


def goal_name_items(kit: Kit, cell: Rect, ends: Sequence[str], language: str, *, low: bool) -> Iterator[Item]:
    """What the last square is called, at its head; in that language, else in the kit's first."""
    for key in filter(None, ends):
        name = kit.text(language or kit.languages[0], key)
        ink = BLACK if low else PAPER
        style = TextStyle(kit.fonts["display"], GOAL_EM * cell.width, ink, tracking=0.0)
        style = fit_line(name, style, 0.84 * cell.width, 0.5)
        yield set_line(name, style, cell.center[0], cell.y + GOAL_Y * cell.width, "middle")


def _stones(cells: Sequence[Rect], side: float, least: float, *, upright: bool) -> Iterator[Stone]:
    """Each number in a corner of its square, on the side away from the hill's top."""
    points = [cell.center for cell in cells]
    outside = outer_side(points)
    em = max(EM * side, least)
    radius = max(STONE * side, 0.74 * em)
    for number in range(1, len(cells) - 1):
        (px, py), (x, y), (qx, qy) = points[number - 1 : number + 2]
        before, after = ((x - px) / side, (y - py) / side), ((qx - x) / side, (qy - y) / side)
        if outside:
            # On the outer side; behind, or where the road turns, in the corner it goes round.
            (nx, ny), back = (-outside * before[1], outside * before[0]), 1.0 if before != after else -1.0
            mx, my = back * before[0], back * before[1]
        else:
            # Below the road, and beside it where it goes down.
            down = (0.0, 1.0) in ((-before[0], -before[1]), after)
            right = down and -1.0 in (-before[0], after[0])
            nx, ny, mx, my = 0.0, 1.0, 1.0 if right else -1.0, 0.0
        reach = 0.5 * side - max(CORNER * side, radius + 0.02 * side)
        middle = x + (nx + mx) * reach, y + (ny + my) * reach
        yield Stone(number, middle, radius, em, facing((nx, ny)) if outside and not upright else 0.0)


class _Wall(NamedTuple):
    """A wall from end to end between squares, and the way to the lower of them, where its foot is."""

    start: Point
    end: Point
    lower: Point

    def box(self, side: float, walls: Sequence[_Wall]) -> Rect:
        """What it covers; at a corner it reaches as far as the wall it meets."""
        dx, dy = _way(self.start, self.end)
        reach = []
        for point, ahead in ((self.start, -1), (self.end, 1)):
            met = [
                other for other in walls if other.lower[0] * dx + other.lower[1] * dy and other.touches(point)
            ]
            foot = met[0].lower[0] * dx * ahead + met[0].lower[1] * dy * ahead > 0 if met else False
            reach.append((BELOW if foot else ABOVE) * side if met else LOOSE * side)
        (lx, ly), low, high = self.lower, BELOW * side, ABOVE * side
        return Rect.from_edges(
            self.start[0] - dx * reach[0] + lx * low,
            self.start[1] - dy * reach[0] + ly * low,
            self.end[0] + dx * reach[1] - lx * high,
            self.end[1] + dy * reach[1] - ly * high,
        )

    def touches(self, point: Point) -> bool:
        """Whether it begins or ends there."""
        return min(math.dist(point, self.start), math.dist(point, self.end)) < 0.01

    def stones(self, side: float) -> Iterator[Outline]:
        """Upright cuts from its foot, long and short by turns."""
        dx, dy = _way(self.start, self.end)
        long = math.dist(self.start, self.end)
        count = round(long / (STONES * side))
        for at in range(count):
            along = (at + 0.5) / count * long
            x, y = self.start[0] + dx * along, self.start[1] + dy * along
            foot, head = (BELOW - 0.02) * side, (BELOW - 0.02 - TALL[at % len(TALL)]) * side
            reach = [foot + (head - foot) * step / 6 for step in range(7)]
            yield stroke(
                [(x + self.lower[0] * at, y + self.lower[1] * at) for at in reach], 0.03 * side, 0.55
            )


def _walls(board: BoardSpec) -> list[_Wall]:
    """A wall wherever two squares touch that are not one after the other on the way; those in one line are one."""
    steps = {place: number for number, place in enumerate(board.way)}
    side = board.square
    walls: list[_Wall] = []
    for dx, dy in ((1, 0), (0, 1)):
        # Along rows of edges, so that each follows the one it goes on from.
        for (column, row), number in sorted(steps.items(), key=lambda step: step[0] if dx else step[0][::-1]):
            other = steps.get((column + dx, row + dy))
            if other is None or abs(other - number) == 1:
                continue
            lower = (float(dx), float(dy)) if other < number else (float(-dx), float(-dy))
            x, y = board.left + (column + dx) * side, board.top + (row + dy) * side
            wall = _Wall((x, y), (x + dy * side, y + dx * side), lower)
            if walls and walls[-1].lower == lower and math.dist(walls[-1].end, wall.start) < 0.01:
                wall = wall._replace(start=walls.pop().start)
            walls.append(wall)
    return walls


@lru_cache(maxsize=8)
def _wall_items(board: BoardSpec, *, low: bool) -> tuple[Item, ...]:
    """The walls with paper round them; with little ink their edges and their stones."""
    return tuple(_wall_parts(board, low=low))


def _wall_parts(board: BoardSpec, *, low: bool) -> Iterator[Item]:
    side, walls = board.square, _walls(board)
    boxes = [wall.box(side, walls) for wall in walls]
    yield Path(joined(rectangle(box.grown(PAPER_ROUND * side)) for box in boxes), PAPER, even_odd=False)
    yield Path(joined(rectangle(box) for box in boxes), BLACK, even_odd=False)
    if low:
        yield Path(joined(rectangle(box.grown(-0.012 * side)) for box in boxes), PAPER, even_odd=False)
    stones = joined(stone for wall in walls for stone in wall.stones(side))
    yield Path(stones, BLACK if low else PAPER, even_odd=False)
