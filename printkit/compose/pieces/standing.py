"""Computes whether a folded standee stands: where its mass lies over its feet, and how far it leans before it falls.

It is computed, not tried: sides glued back to back and upright, feet flat and turned outwards, paper of even weight.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from printkit.compose.pieces.standees import foot_corners
from printkit.kit.tokens import Token

__all__ = ["LEAST_ANGLE", "Standing", "standing"]

LEAST_ANGLE = 12.0
"""A standee that falls when it leans less than this does not stand on a table that is played at; degrees."""
BULK = 1.25
"""How thick paper is, in mm for each 1000 g/m²."""

Point = tuple[float, float]


class Standing(NamedTuple):
    """A standee on the table: its weight in g, how high its middle of mass lies, and how far that is inside its feet.

    Both are mm; `angle` is how far it may lean to its weakest side before it falls, in degrees.
    """

    weight: float
    height: float
    inside: float
    angle: float


def standing(token: Token, grammage: float) -> Standing:
    """How a standee folded from paper of so many g/m² stands."""
    thick = BULK * grammage / 1000
    width, corners = token.size, foot_corners(token)
    side, flap = width * token.height, _area(corners)
    # The flaps lie on the table, half their thickness high; the sides begin where they are folded.
    area = 2 * (side + flap)
    height = 2 * (side * (thick + token.height / 2) + flap * thick / 2) / area
    # Each flap begins where its side does, one thickness before the plane between both sides.
    front = [(x - width / 2, y + thick) for x, y in corners]
    feet = _hull([*front, *((-x, -y) for x, y in front)])
    inside = min(_distance(*edge) for edge in pairwise((*feet, feet[0])))
    return Standing(area * grammage / 1e6, height, inside, math.degrees(math.atan2(inside, height)))


def _area(corners: Sequence[Point]) -> float:
    """The area of a polygon."""
    turned = pairwise((*corners, corners[0]))
    return abs(math.fsum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in turned)) / 2


def _hull(points: Sequence[Point]) -> list[Point]:
    """The corners of what points stand on together, in order (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    hull: list[Point] = []
    for run in (ordered, ordered[::-1]):
        part: list[Point] = []
        for point in run:
            while len(part) > 1 and _turn(part[-2], part[-1], point) <= 0:
                part.pop()
            part.append(point)
        hull += part[:-1]
    return hull


def _turn(one: Point, other: Point, third: Point) -> float:
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


def _distance(one: Point, other: Point) -> float:
    """How far the middle of the feet, (0, 0), lies inside an edge of them."""
    return _turn(one, other, (0.0, 0.0)) / math.dist(one, other)
