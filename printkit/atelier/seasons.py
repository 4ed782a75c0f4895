"""The four season signs of the air kits: shoot, sun, ear and frost."""

from __future__ import annotations

import math

from printkit.atelier.cuts import circle, taper, wedge
from printkit.atelier.lines import spline
from printkit.atelier.shape import Shape, shape, union

__all__ = ["SEASONS"]

MIDDLE = (50.0, 47.0)


def _leaf(line: tuple[tuple[float, float], ...], width: float) -> Shape:
    return taper(spline(line), width, 0.8)


def _shoot() -> Shape:
    stem = wedge(spline(((51, 82), (49.2, 66), (50, 46))), 6.6, 4.0)
    leaves = (
        _leaf(((50, 52), (36, 47), (24, 31)), 15),
        _leaf(((50, 52), (64, 47), (77, 29)), 15),
        _leaf(((50, 48), (49, 34), (50.5, 15)), 11),
    )
    return union([stem, *leaves])


def _sun() -> Shape:
    rays = []
    for at in range(10):
        angle = math.tau * at / 10 - math.pi / 2
        c, s = math.cos(angle), math.sin(angle)
        line = ((MIDDLE[0] + 20 * c, MIDDLE[1] + 20 * s), (MIDDLE[0] + 36 * c, MIDDLE[1] + 36 * s))
        rays.append(taper(line, 8.4, 0.72))
    return union([circle(*MIDDLE, 15.5), *rays])


def _ear() -> Shape:
    stem = wedge(spline(((40, 84), (44.5, 66), (51, 47))), 4.4, 3.4)
    grains = []
    for row in range(4):
        x, y = 47.2 + 3.4 * row, 58 - 10.4 * row
        grains.append(_leaf(((x, y), (x - 9.5, y - 5), (x - 9, y - 16)), 9.4))
        grains.append(_leaf(((x, y), (x + 10.5, y - 2), (x + 15, y - 12)), 9.4))
    grains.append(_leaf(((58.5, 23), (60.5, 15), (64.5, 6)), 8.4))
    return union([stem, *grains])


def _frost() -> Shape:
    arm = [wedge(((50, 47), (50, 12)), 4.6, 2.6)]
    for reach, length in ((20.0, 12.0), (29.0, 8.0)):
        y = 47 - reach
        for side in (-1, 1):
            arm.append(taper(((50, y + 3), (50 + side * length * 0.82, y - length * 0.62)), 5.6, 0.6))
    point = shape([(50, 8), (53.2, 14), (50, 19), (46.8, 14)])
    whole = union([*arm, point])
    return union([whole.turned(60 * turn, MIDDLE) for turn in range(6)])


SEASONS = {
    "season-spring": ("#009277", _shoot()),
    "season-summer": ("#c64033", _sun()),
    "season-autumn": ("#c48a10", _ear()),
    "season-winter": ("#0d6ca9", _frost()),
}
"""The signs with their inks, on 100 × 100."""
