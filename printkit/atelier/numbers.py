"""The number signs and the mottos of the strip cards as strokes of the brush."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from printkit.atelier.brush import Brush, Stroke, bar, dot, floor, left, post, right, wall
from printkit.atelier.lines import spline

__all__ = ["MOTTOS", "NUMBERS"]

# A motto's strokes in parts of a glyph's.
MOTTO = 0.72


def _motto(*strokes: Stroke) -> Brush:
    """A thinner sign of a motto."""
    return Brush(tuple(replace(each, first=MOTTO * each.first, last=MOTTO * each.last) for each in strokes))


def _posts(*columns: float) -> tuple[Stroke, ...]:
    return tuple(post(x, 7.5, 92.5) for x in columns)


_DOWN = left((70, 7), (64, 32), (48, 62), (17, 90), start=28, last=0.92)

NUMBERS: Mapping[int, Brush] = {
    0: Brush((dot(((27, 25), (43, 33), (58, 46), (70, 61)), (5.0, 27.0)),)),
    1: Brush(_posts(50)),
    2: Brush(_posts(35, 65)),
    3: Brush(_posts(23, 50, 77)),
    4: Brush((_DOWN, right((25, 36), (41, 47), (58, 59), (77, 75), start=54, first=0.85, last=1.35))),
    5: Brush((bar(8, 52.1, 92),)),
    6: Brush((bar(8, 51.1, 92), *_posts(50))),
    7: Brush((bar(4, 50.3, 96), *_posts(35, 65))),
    8: Brush((bar(0, 49.5, 100), *_posts(24, 50, 76))),
}
"""The signs of 0 to 8."""

MOTTOS: Mapping[str, tuple[Brush, ...]] = {
    "ship": (
        _motto(
            bar(6, 17, 94),
            wall(22.5, 17, 64.8, foot=25, start=False),
            wall(80, 13, 62.3, foot=75, start=False),
            floor(23, 60, 77),
            left((51, 14), (51.5, 40), (47, 68), (30, 97), last=1.0),
        ),
        _motto(
            bar(18, 15.5, 84),
            left((76, 12), (64, 31), (42, 48), (12, 59), last=1.0),
            right((32, 26), (46, 36), (62, 46), (83, 56), start=54, first=0.9, last=1.25),
            left((61, 44), (52, 66), (35, 83), (6, 96), last=1.0),
            Stroke(spline(((42, 60), (44, 78), (52, 90), (68, 91), (83, 85), (87, 68))), 28, 8),
        ),
        _motto(
            left((49, 3), (40, 34), (23, 61), (2, 81), start=28, last=1.05),
            right((48, 15), (58, 38), (74, 55), (98, 70), last=1.4),
            post(48, 45, 92, end=False),
            bar(12, 93.5, 84),
        ),
    ),
    "king": (
        _motto(
            left((40, 2), (37, 19), (24, 39), start=28, last=0.95),
            bar(36, 30, 93, start=False),
            post(43, 30, 94, foot=33, start=False, end=False),
            post(84.5, 28, 90, foot=73, start=False, end=False),
            right((43, 56), (57, 70), (74, 84), first=0.9, last=1.1),
            bar(-1, 94, 99),
        ),
        _motto(
            post(48, 1, 50, end=False),
            right((21, 12), (27, 23), (33, 36), start=54, first=0.95, last=1.2),
            left((79, 9), (74, 22), (63, 36), start=165, last=1.0),
            bar(1, 45, 95),
            left((48, 46), (39, 68), (24, 84), (3, 96), last=1.0),
            right((48, 46), (58, 66), (74, 81), (97, 90), last=1.45),
        ),
        _motto(
            post(31, 2, 28, end=False),
            bar(4, 30, 48),
            left((31, 26), (28, 48), (19, 68), (6, 83), last=1.0),
            right((33, 34), (39, 45), (50, 57), last=1.2),
            post(71, 0, 26, end=False),
            bar(56, 27, 98),
            left((71, 24), (66, 48), (56, 68), (41, 84), last=1.0),
            right((70, 32), (75, 52), (83, 68), (96, 79), last=1.3),
            bar(0, 96, 100),
        ),
    ),
    "emperor": (
        _motto(
            bar(3.5, 12.5, 95),
            wall(11.5, 12, 97.4, foot=12, start=False),
            wall(86.5, 10, 93.7, foot=86.5, start=False),
            floor(10, 92.5, 88.5),
            bar(27, 34.5, 74),
            bar(22, 56, 75),
            post(50, 20, 57, end=False),
            left((50, 54), (43, 68), (25, 82), last=0.95),
            right((50, 54), (58, 67), (74, 75.5), last=1.3),
        ),
        _motto(
            bar(-3, 18.5, 40),
            wall(5, 18, 94.6, foot=5, start=False),
            wall(31.5, 16, 93.2, foot=31.5, start=False),
            *(bar(6, y, 31, start=False, end=False) for y in (42, 66)),
            floor(3, 89.7, 33.5),
            post(66, 1, 60, end=False),
            bar(48, 22.5, 88),
            right((49, 34), (52, 41), (56.5, 47.5), start=54, first=0.9, last=1.05),
            left((87, 30), (83.5, 39), (76, 47.5), start=165, first=0.9, last=0.9),
            bar(43, 58, 99),
            left((66, 55), (61, 77), (46, 97), last=1.0),
            right((66, 55), (76, 76), (98, 92), last=1.35),
        ),
    ),
}
"""The mottos of three cards, from top to bottom; what they mean is not known."""
