"""Draws who stands on a standee: a ship under sail or a climber, each in the shape of its seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from printkit.compose.pieces.carving import arc, smooth, stroke
from printkit.compose.pieces.standees import mark_items
from printkit.compose.text.typesetting import TextStyle
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.tokens import Foot
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, polygon, rectangle

__all__ = ["FIGURES", "MARK_HIGH", "figure_items", "paper_ship"]

Point = tuple[float, float]
Line = Sequence[Point]

WIDE, HIGH = 16.0, 24.0
"""The side of a standee that the figures are drawn for, mm; its foot is at the lower edge."""
MARK_HIGH = 5.5
"""How high a mark is drawn, mm; what is seen of ● ▲ ■ is at least 5 mm."""
# The edge of a form with little ink; how far a climber leans, per mm of height, from its feet up.
EDGE, LEAN, FEET = 0.5, 0.045, 20.0


class _Form(NamedTuple):
    """Bodies in ink, what is too thin to be an outline, and light cut out of the bodies."""

    bodies: tuple[Outline, ...]
    thin: tuple[Outline, ...]
    light: tuple[Outline, ...]


def figure_items(
    who: tuple[str, Foot, str], box: Rect, ink: Ink, style: TextStyle, *, low: bool
) -> list[Item]:
    """A motif of `FIGURES` in the shape of a foot, a mark or letter cut out of it; with little ink its outlines."""
    motif, foot, figure = who
    scale = min(box.width / WIDE, box.height / HIGH)
    place = Affine(scale, 0.0, 0.0, scale, box.center[0] - WIDE / 2 * scale, box.bottom - HIGH * scale)
    edge = BLACK if ink.name == PAPER.name else ink
    outlined = low or ink.name == PAPER.name
    form, mark = FIGURES[motif](foot)
    items: list[Item] = []
    for body in form.bodies:
        items.append(Path(body, PAPER, edge, EDGE, join="round") if outlined else Path(body, ink))
    items += [Path(thin, edge, even_odd=False) for thin in form.thin]
    items += [Path(light, edge if outlined else PAPER, even_odd=False) for light in form.light]
    items += mark_items(figure, mark, MARK_HIGH, edge if outlined else PAPER, style)
    return [Group(tuple(items), place)]


def paper_ship(who: tuple[Foot, str], box: Rect, ink: Ink, style: TextStyle, *, low: bool) -> list[Item]:
    """A ship under sail without the water below it, of paper with cuts in black and its mark in an ink."""
    scale, (foot, figure) = box.width / WIDE, who
    form, mark = _ship(foot)
    edge = EDGE if low else 0.0
    items: list[Item] = [
        Path(body, PAPER, BLACK if low else None, edge, join="round") for body in form.bodies
    ]
    items += [Path(light, BLACK, even_odd=False) for light in form.light]
    items += mark_items(figure, mark, MARK_HIGH, ink, style)
    return [Group(tuple(items), Affine(scale, 0.0, 0.0, scale, box.x, box.bottom - 21.0 * scale))]


# ── ships ────────────────────────────────────────────────────────────────────────────────────────────────────────────

# The corners of sails from the upper left, and of hulls from the stern round, mm.
_SAILS: Mapping[Foot, Line] = {
    "square": ((2.1, 2.9), (13.9, 2.9), (13.4, 8.0), (14.1, 13.7), (1.9, 13.7), (2.6, 8.0)),
    "point": ((8.0, 0.9), (14.9, 7.9), (8.0, 14.4), (1.1, 7.9)),
    "notch": ((1.9, 1.0), (8.0, 3.3), (14.1, 1.0), (12.9, 7.4), (14.1, 13.8), (8.0, 11.6), (1.9, 13.8), (3.1, 7.4)),
    "cross": ((4.6, 1.0), (11.4, 1.0), (11.4, 3.9), (14.2, 3.9), (14.2, 10.9), (11.4, 10.9), (11.4, 13.8), (4.6, 13.8),
              (4.6, 10.9), (1.8, 10.9), (1.8, 3.9), (4.6, 3.9)),
    "slant": ((4.2, 1.2), (14.6, 2.6), (11.8, 13.6), (1.4, 13.0)),
}  # fmt: skip
_HULLS: Mapping[Foot, Line] = {
    "square": ((1.1, 14.9), (3.0, 14.9), (3.0, 15.7), (14.9, 15.7), (13.2, 20.5), (2.5, 20.5)),
    "point": ((0.9, 14.9), (8.0, 16.5), (15.1, 14.9), (12.0, 18.6), (8.0, 20.9), (4.0, 18.6)),
    "notch": ((1.0, 14.9), (15.0, 14.9), (12.9, 17.6), (15.0, 20.7), (8.0, 19.1), (1.0, 20.7), (3.1, 17.6)),
    "cross": ((1.2, 15.2), (14.8, 15.2), (14.8, 17.6), (12.4, 17.6), (12.4, 20.5), (3.6, 20.5), (3.6, 17.6),
              (1.2, 17.6)),
    "slant": ((1.0, 15.4), (15.0, 15.4), (11.4, 20.5), (3.2, 20.5)),
}  # fmt: skip
_BOWL = (
    (1.2, 15.3),
    (4.4, 16.4),
    (8.0, 16.7),
    (11.6, 16.4),
    (14.8, 15.3),
    (12.6, 19.3),
    (8.0, 20.8),
    (3.4, 19.3),
)
# Where light falls on a sail and along a hull: from, to, how wide.
_SHEETS: Mapping[Foot, tuple[tuple[Point, Point, float], ...]] = {
    "square": (((3.5, 4.0), (3.4, 12.8), 0.75), ((12.7, 5.4), (12.8, 12.2), 0.5)),
    "round": (),
    "point": (((2.3, 7.9), (4.5, 5.7), 0.7), ((6.2, 3.9), (8.1, 2.0), 0.6), ((13.5, 8.2), (12.0, 9.7), 0.5)),
    "notch": (
        ((3.6, 3.0), (4.6, 6.9), 0.7),
        ((4.6, 8.1), (3.9, 11.8), 0.6),
        ((11.7, 8.8), (12.3, 11.6), 0.5),
    ),
    "cross": (((5.7, 2.2), (5.7, 4.6), 0.6), ((2.9, 5.2), (2.9, 9.8), 0.7)),
    "slant": (((5.0, 2.9), (3.0, 11.6), 0.75),),
}
_PLANKS: Mapping[Foot, tuple[tuple[Point, Point, float], ...]] = {
    "square": (((3.0, 17.2), (11.4, 17.2), 0.75), ((5.0, 19.0), (12.2, 19.0), 0.6)),
    "round": (((3.4, 17.7), (8.4, 18.9), 0.75), ((9.4, 19.0), (12.4, 17.9), 0.55)),
    "point": (((3.3, 16.7), (7.6, 18.0), 0.75), ((12.7, 16.7), (8.9, 17.8), 0.6)),
    "notch": (((3.2, 16.2), (11.0, 16.2), 0.7), ((4.4, 18.2), (10.6, 18.0), 0.6)),
    "cross": (((2.6, 16.4), (11.0, 16.4), 0.7), ((4.8, 19.0), (10.2, 19.0), 0.6)),
    "slant": (((3.2, 16.9), (11.4, 16.9), 0.75), ((5.0, 18.8), (10.4, 18.8), 0.6)),
}


@cache
def _ship(foot: Foot) -> tuple[_Form, Point]:
    """Sail, mast, hull, and two rows of water; the mark is cut out of the sail."""
    sail = circle(8.0, 7.5, 6.4) if foot == "round" else polygon(_SAILS[foot])
    hull = smooth(_BOWL, closed=True) if foot == "round" else polygon(_HULLS[foot])
    bodies = [sail, hull, rectangle(Rect(7.4, 14.1 if foot != "point" else 14.7, 1.2, 1.9))]
    if foot == "square":
        bodies.append(polygon(((1.0, 1.0), (15.0, 1.0), (14.7, 2.2), (1.3, 2.2))))
    water = [_cut(*each) for each in (
        ((0.9, 22.0), (6.6, 22.0), 0.75), ((7.6, 22.0), (11.2, 22.0), 0.6), ((12.0, 22.0), (15.1, 22.0), 0.7),
        ((2.2, 23.2), (5.0, 23.2), 0.55), ((6.2, 23.2), (12.4, 23.2), 0.7), ((13.2, 23.2), (15.1, 23.2), 0.5),
    )]  # fmt: skip
    light = [_cut(*each) for each in (*_SHEETS[foot], *_PLANKS[foot])]
    if foot == "round":
        light += [
            stroke(arc(8.0, 7.5, 5.2, 140, 232), 0.75, 0.55),
            stroke(arc(8.0, 7.5, 5.2, -38, 32), 0.5, 0.55),
        ]
    middle = {"point": 7.7, "notch": 7.4}.get(foot, 7.9)
    return _Form(tuple(bodies), tuple(water), tuple(light)), (8.0, middle)


def _cut(start: Point, end: Point, width: float) -> Outline:
    """A knife cut from its lit end."""
    (x0, y0), (x1, y1) = start, end
    return stroke([(x0 + (x1 - x0) * t / 8, y0 + (y1 - y0) * t / 8) for t in range(9)], width, 0.6)


# ── climbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_HATS: Mapping[Foot, Line] = {
    "square": ((4.2, 1.1), (10.2, 1.1), (10.6, 5.0), (13.0, 5.0), (13.0, 7.6), (1.6, 7.6), (1.6, 5.0), (3.8, 5.0)),
    "point": ((6.9, 0.7), (9.2, 4.4), (12.9, 7.7), (6.9, 7.0), (1.0, 7.7), (4.7, 4.4)),
    "notch": ((2.9, 0.9), (7.3, 4.0), (11.7, 0.9), (12.8, 7.7), (7.3, 6.8), (1.8, 7.7)),
    "cross": ((5.4, 0.9), (9.2, 0.9), (9.2, 3.4), (12.9, 3.4), (12.9, 7.6), (1.7, 7.6), (1.7, 3.4), (5.4, 3.4)),
    "slant": ((4.6, 1.2), (10.4, 3.0), (13.2, 7.6), (1.4, 7.6)),
}  # fmt: skip
_CLOAKS: Mapping[Foot, Line] = {
    "square": ((3.5, 8.6), (11.1, 8.6), (12.0, 19.4), (2.6, 19.4)),
    "point": ((5.2, 8.4), (9.4, 8.4), (12.4, 16.8), (7.3, 20.3), (2.2, 16.8)),
    "notch": ((3.6, 8.6), (11.0, 8.6), (12.7, 20.2), (7.3, 17.2), (1.9, 20.2)),
    "cross": ((4.2, 8.6), (10.4, 8.6), (10.4, 11.0), (12.4, 11.0), (12.4, 16.6), (10.4, 16.6), (10.4, 19.6),
              (4.2, 19.6), (4.2, 16.6), (2.2, 16.6), (2.2, 11.0), (4.2, 11.0)),
    "slant": ((4.4, 8.6), (10.2, 8.6), (12.6, 17.6), (2.4, 20.0)),
}  # fmt: skip
_BARREL = (
    (4.0, 8.8),
    (7.3, 8.3),
    (10.6, 8.8),
    (12.3, 13.8),
    (11.4, 18.6),
    (7.3, 20.4),
    (3.2, 18.6),
    (2.3, 13.8),
)
# Light on a hat, and straw at the hem of a cloak.
_BRIMS: Mapping[Foot, tuple[tuple[Point, Point, float], ...]] = {
    "square": (((5.2, 2.2), (5.0, 4.8), 0.7), ((2.8, 6.3), (9.6, 6.3), 0.75)),
    "round": (),
    "point": (((6.3, 3.2), (3.9, 6.3), 0.7), ((7.2, 3.0), (7.1, 6.2), 0.6), ((8.5, 4.7), (10.3, 6.6), 0.5)),
    "notch": (((3.8, 2.8), (3.2, 6.4), 0.7), ((5.4, 3.9), (5.4, 6.2), 0.6), ((10.9, 3.0), (11.2, 6.4), 0.5)),
    "cross": (((6.4, 1.8), (6.4, 4.2), 0.6), ((2.9, 5.6), (9.6, 5.6), 0.75)),
    "slant": (((5.4, 2.9), (3.4, 6.2), 0.7),),
}
_HEMS: Mapping[Foot, Line] = {
    "square": ((3.6, 19.6), (5.2, 19.6), (6.8, 19.6), (8.4, 19.6), (10.0, 19.6), (11.3, 19.6)),
    "round": ((4.0, 18.9), (5.5, 19.7), (7.1, 20.1), (8.7, 19.9), (10.2, 19.2)),
    "point": ((3.4, 17.8), (4.9, 18.8), (6.4, 19.8), (8.2, 19.8), (9.7, 18.8), (11.2, 17.8)),
    "notch": ((2.9, 19.8), (4.2, 19.1), (5.6, 18.4), (9.0, 18.4), (10.4, 19.1), (11.7, 19.8)),
    "cross": ((5.4, 19.8), (7.3, 19.8), (9.2, 19.8)),
    "slant": ((4.2, 19.8), (6.2, 19.4), (8.4, 18.8), (10.6, 18.2)),
}
STRAW = (2.4, 1.7, 2.1)


@cache
def _climber(foot: Foot) -> tuple[_Form, Point]:
    """Hat, straw cloak and staff, a foot on the next step; the letter is cut out of the cloak."""
    if foot == "round":
        hat = polygon(
            ((1.0, 7.7), (1.8, 6.4), *arc(6.9, 6.4, 5.1, 180, 360, 25)[1:-1], (12.0, 6.4), (12.8, 7.7))
        )
        cloak = smooth(_BARREL, closed=True)
    else:
        hat, cloak = polygon(_HATS[foot]), polygon(_CLOAKS[foot])
    staff = polygon(((14.4, 3.6), (15.1, 3.65), (14.2, 20.3), (13.5, 20.3)))
    leaning = Affine(1.0, 0.0, -LEAN, 1.0, LEAN * FEET, 0.0)
    light = [_cut(*each) for each in _BRIMS[foot]]
    if foot == "round":
        light += [
            stroke(arc(6.9, 6.7, 4.2, 190, 258), 0.75, 0.55),
            stroke(arc(6.9, 6.7, 2.5, 200, 280), 0.6, 0.55),
        ]
    light += [
        _cut((x, y), (x + (7.3 - x) * 0.08, y - STRAW[at % len(STRAW)]), 0.62)
        for at, (x, y) in enumerate(_HEMS[foot])
    ]
    stair = polygon(((9.2, 21.0), (15.1, 21.0), (15.1, 23.3), (8.8, 23.3)))
    ground = (_cut((0.9, 22.9), (7.8, 22.9), 0.8), _cut((3.0, 21.6), (6.6, 21.6), 1.1))
    bodies = (*(each.moved_by(leaning) for each in (cloak, hat)), stair)
    step = _cut((10.2, 22.2), (14.4, 22.2), 0.65)
    return _Form(bodies, (staff, *ground), (*(each.moved_by(leaning) for each in light), step)), (7.6, 13.3)


FIGURES: Mapping[str, Callable[[Foot], tuple[_Form, Point]]] = {"ship": _ship, "climber": _climber}
"""The motifs of a standee that are figures."""
