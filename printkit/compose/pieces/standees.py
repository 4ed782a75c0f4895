"""Draws the feet of standees: flaps of several shapes, and the sign both make together on the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from printkit.compose.pieces.carving import RHYTHM, stroke
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.geometry import Outline, Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Foot, Token
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rectangle, rounded_rectangle

__all__ = [
    "feet_items",
    "foot_corners",
    "foot_depth",
    "foot_marks",
    "footprint_items",
    "glue_items",
    "mark_items",
    "pawn_items",
    "pawn_of",
    "print_of",
    "seat_items",
    "seat_pawn",
    "standee_folds",
    "standee_outline",
]

# How deep a plain flap is, mm, and one of a shape, in widths.
PLAIN, SHAPED = 12.0, 0.62
# Paper between the cut of a shaped flap and its colour, and its edge line with little ink; mm.
RIM, LINE = 0.9, 0.4
# The em of a sign's figure, the height of a mark, the line of an outlined sign, a seat's letter, and that of a
# pawn in a picture, in widths.
FIGURE, MARK, OUTLINE, SEAT, LETTER = 0.46, 0.4, 0.06, 0.6, 0.54
# The paper round a pawn in a picture, half of it outside.
HALO = 0.26

# Where the glue of a standee comes: what is free round it, from cut to cut, how they lean and how thick they are; mm.
GLUE_FREE, GLUE, GLUE_LEAN, GLUE_THICK = 1.8, 1.8, 0.16, 0.85

Point = tuple[float, float]

# The lower edge of a flap from left to right: across and down, in parts of its width and depth.
_FEET: dict[Foot, tuple[Point, ...]] = {
    "square": ((0.0, 1.0), (1.0, 1.0)),
    "round": tuple(
        (0.5 - 0.5 * math.cos(math.pi * at / 16), math.sin(math.pi * at / 16)) for at in range(1, 16)
    ),
    "point": ((0.5, 1.0),),
    "notch": ((0.0, 1.0), (0.5, 0.42), (1.0, 1.0)),
    "cross": ((0.0, 0.5), (0.27, 0.5), (0.27, 1.0), (0.73, 1.0), (0.73, 0.5), (1.0, 0.5)),
    "slant": ((0.0, 1.0), (0.3, 1.0), (1.0, 0.4)),
}

# The marks on a flap: across and down, in parts of its width and depth, and how high, in widths.
_FOOT_MARKS: Mapping[Foot, tuple[tuple[float, float, float], ...]] = {
    "square": ((0.5, 0.5, 0.34),),
    "round": ((0.5, 0.42, 0.31),),
    "point": ((0.5, 0.34, 0.24),),
    "notch": ((0.2, 0.44, 0.17), (0.8, 0.44, 0.17)),
    "cross": ((0.5, 0.46, 0.28),),
    "slant": ((0.38, 0.44, 0.3),),
}


def foot_depth(token: Token) -> float:
    """How far a flap of the standee reaches; mm."""
    return PLAIN if token.foot is None else round(SHAPED * token.size, 2)


def foot_corners(token: Token) -> list[Point]:
    """The corners of one flap, its fold from (0, 0) to the right; mm."""
    box = Rect(0.0, 0.0, token.size, foot_depth(token))
    return _flap(token.foot or "square", box)


def standee_folds(token: Token) -> tuple[float, ...]:
    """Where a standee's strip is folded, from its top: foot, head, foot."""
    foot = foot_depth(token)
    return foot, foot + token.height, foot + 2 * token.height


def standee_outline(token: Token, place: Rect) -> Outline:
    """What is cut out of the strip of a standee that lies there: its sides, and a flap of its shape at each end."""
    if token.foot is None:
        return rectangle(place)
    depth = foot_depth(token)
    flap = Rect(place.x, place.bottom - depth, place.width, depth)
    return polygon(_both(_flap(token.foot, flap), place.center))


def glue_items(token: Token, place: Rect, ink: Ink) -> Iterator[Item]:
    """Where the two sides of a standee are glued to one another, on the back of its strip: a frame full of cuts."""
    ink = BLACK if ink.name == PAPER.name else ink
    side = Rect(place.x, place.y + foot_depth(token), place.width, token.height)
    if min(side.width, side.height - GLUE_LEAN * side.width) < 4 * GLUE_FREE:
        # What is so small has no room for a frame.
        return
    for half in (side, side.moved(0.0, token.height)):
        yield Path(rounded_rectangle(half.grown(-GLUE_FREE), 0.6), stroke=ink, width=0.45)
        room = half.grown(-GLUE_FREE - 1.1)
        high = room.height - GLUE_LEAN * room.width
        rows = max(1, round(high / GLUE))
        for row in range(rows + 1):
            share = 0.5 * RHYTHM[row % len(RHYTHM)] + 0.22
            for start, end in ((0.0, share - 0.03), (share + 0.03, 1.0)):
                points = [
                    (room.x + at * room.width, room.bottom - high * row / rows - GLUE_LEAN * at * room.width)
                    for at in (start + (end - start) * step / 8 for step in range(9))
                ]
                yield Path(stroke(points, GLUE_THICK, 0.6), ink, even_odd=False)


def print_of(foot: Foot, middle: Point, width: float) -> Outline:
    """The shape both flaps make on the table, so wide about its middle; mm."""
    x, y = middle
    half = Rect(x - width / 2, y, width, SHAPED * width)
    return polygon(_both(_flap(foot, half, y), middle))


def footprint_items(
    foot: Foot, figure: str, middle: Point, width: float, ink: Ink, style: TextStyle, *, low: bool
) -> list[Item]:
    """The shape both flaps make, so wide, in its ink with a figure in it; its outline in paper or with little ink."""
    outlined = low or ink.name == PAPER.name
    edge = BLACK if ink.name == PAPER.name else ink
    line = OUTLINE * width
    if outlined:
        x, y = middle
        half = Rect(x - width / 2, y, width, SHAPED * width).grown(-line / 2)
        shape = polygon(_both(_flap(foot, half, y), middle))
        body = Path(shape, PAPER, edge, line)
    else:
        body = Path(print_of(foot, middle, width), ink)
    if not figure:
        return [body]
    return [body, *mark_items(figure, middle, MARK * width, edge if outlined else PAPER, style)]


def mark_items(figure: str, middle: Point, height: float, ink: Ink, style: TextStyle) -> list[Item]:
    """The mark of a piece, so high about its middle: ● ▲ ■ as shapes of one weight, anything else as letters."""
    x, y = middle
    shape = _MARKS.get(figure)
    if shape is None:
        text = replace(style, size=FIGURE / MARK * height, ink=ink)
        return [ink_center_line(figure, text, x, y + 0.36 * text.size)]
    return [Path(shape(x, y, height), ink)]


def _triangle(x: float, y: float, height: float) -> Outline:
    # Its weight lies below the middle of its height.
    top, half = y - 0.58 * height, 0.62 * height
    return polygon(((x, top), (x + half, top + 1.04 * height), (x - half, top + 1.04 * height)))


_MARKS: Mapping[str, Callable[[float, float, float], Outline]] = {
    "●": lambda x, y, height: circle(x, y, 0.52 * height),
    "▲": _triangle,
    "■": lambda x, y, height: rectangle(
        Rect(x - 0.46 * height, y - 0.46 * height, 0.92 * height, 0.92 * height)
    ),
}


def pawn_items(kit: Kit, standing: str, cell: Rect, *, low: bool) -> Iterator[Item]:
    """The signs of pawns on one square, as large as there is room in halos of paper, named as in the rules (`A C`)."""
    names = standing.split()

    def pitch_of(across: int) -> float:
        return 0.92 * min(cell.width / across, cell.height / (1.2 * -(-len(names) // across)))

    across = max(range(1, len(names) + 1), key=pitch_of)
    down, pitch = -(-len(names) // across), pitch_of(across)
    # One alone keeps clear of its square's edge.
    width = (0.82 if len(names) == 1 else 0.88) * pitch
    style = TextStyle(kit.fonts["display"], 1.0, tracking=0.0)
    for at, name in enumerate(names):
        # A last row of fewer stands in the middle.
        own = min(across, len(names) - at // across * across)
        x = cell.center[0] + (at % across - (own - 1) / 2) * pitch
        y = cell.center[1] + (at // across - (down - 1) / 2) * 1.2 * pitch
        token = pawn_of(kit, name)
        foot, ink = (token.foot or "round", kit.inks[token.front.ink]) if token else ("round", BLACK)
        figure = token.front.figure if token else name
        yield Path(print_of(foot, (x, y), width), PAPER, PAPER, HALO * width)
        yield from footprint_items(foot, "", (x, y), width, ink, style, low=low)
        outlined = low or ink.name == PAPER.name
        light = (BLACK if ink.name == PAPER.name else ink) if outlined else PAPER
        high = (MARK if figure in _MARKS else LETTER) * width
        yield from mark_items(figure, (x, y), high, light, style)


def pawn_of(kit: Kit, name: str) -> Token | None:
    """The standee that the rules call so, if the kit has one."""
    return next((each for each in _footed(kit) if (each.piece or each.front.figure) == name), None)


def seat_items(kit: Kit, seat: str, middle: Point, width: float, *, low: bool) -> list[Item]:
    """A seat's letter in the shape and ink of its pawns, so wide; nothing where it has none."""
    token = seat_pawn(kit, seat)
    if token is None or token.foot is None:
        return []
    style = TextStyle(kit.fonts["display"], 1.0, tracking=0.0)
    ink = kit.inks[token.front.ink]
    letter = mark_items(seat, middle, SEAT * width, ink if low else PAPER, style)
    return [*footprint_items(token.foot, "", middle, width, ink, style, low=low), *letter]


def seat_pawn(kit: Kit, seat: str) -> Token | None:
    """The first standee of a seat, if the kit has one."""
    return next((each for each in _footed(kit) if (each.piece or each.front.figure)[:1] == seat), None)


def _footed(kit: Kit) -> Iterator[Token]:
    return (token for token in kit.tokens if token.foot is not None)


def feet_items(token: Token, side: Rect, ink: Ink, *, low: bool) -> Iterator[Item]:
    """The flap below one side of a standee in its ink, so that its shape is seen from above."""
    assert token.foot is not None
    outlined = low or ink.name == PAPER.name
    edge = BLACK if ink.name == PAPER.name else ink
    flap = _flap(token.foot, Rect(side.x, side.bottom, side.width, foot_depth(token)))
    shape = polygon(_inside(flap, RIM + (LINE / 2 if outlined else 0.0)))
    yield Path(shape, stroke=edge, width=LINE) if outlined else Path(shape, ink)


def foot_marks(
    token: Token, figure: str, side: Rect, ink: Ink, style: TextStyle, *, low: bool
) -> Iterator[Item]:
    """The mark again on the flap below that side, upright as on the side itself, so that it is seen from above."""
    assert token.foot is not None
    outlined = low or ink.name == PAPER.name
    edge = BLACK if ink.name == PAPER.name else ink
    for across, down, high in _FOOT_MARKS[token.foot]:
        middle = side.x + across * side.width, side.bottom + down * foot_depth(token)
        yield from mark_items(figure, middle, high * side.width, edge if outlined else PAPER, style)


def _flap(foot: Foot, box: Rect, top: float | None = None) -> list[Point]:
    """The corners of a flap that hangs down from the top of a box, or from another height."""
    fold = box.y if top is None else top
    lower = [(box.x + u * box.width, box.y + v * box.height) for u, v in _FEET[foot]]
    return [(box.x, fold), *lower, (box.right, fold)]


def _inside(points: Sequence[Point], by: float) -> list[Point]:
    """The corners of a shape whose edges lie so far inside those of another, whose corners run anticlockwise."""
    moved = []
    for before, at, after in zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True):
        (ax, ay), (bx, by_) = _towards(before, at), _towards(at, after)
        # Both edges move by their normals; the corner goes where they meet.
        share = by / (1 + ax * bx + ay * by_)
        moved.append((at[0] + share * (ay + by_), at[1] - share * (ax + bx)))
    return moved


def _towards(start: Point, end: Point) -> Point:
    """The direction from one point to another, of length 1."""
    long = math.dist(start, end)
    return (end[0] - start[0]) / long, (end[1] - start[1]) / long


def _both(flap: Sequence[Point], middle: Point) -> list[Point]:
    """The flap, and the flap rotated by 180° about the middle."""
    x, y = middle
    return [*flap, *((2 * x - px, 2 * y - py) for px, py in flap)]
