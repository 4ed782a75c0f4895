"""The twelve glyphs of the air kits as strokes of the brush, and the files of all their signs."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from printkit.atelier.brush import SMALL_WIDTH, Brush, Stroke, bar, dot, floor, left, post, right, wall
from printkit.atelier.cuts import circle, spline, taper, wedge
from printkit.atelier.fit import path_data
from printkit.atelier.shape import Line, Shape, shape, union

__all__ = ["GLYPHS", "MOTTOS", "NUMBERS", "glyph_texts", "main"]

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


BLACK, PAPER = "#231f20", "#ffffff"
# A curve may leave the outline by this much, in em/100.
TOLERANCE = 0.04


SIGNS = {
    "ship": "船", "none": "無", "pawn": "兵", "bow": "弓", "cart": "車", "tiger": "虎",
    "horse": "馬", "brush": "筆", "shaman": "巫", "general": "将", "king": "王", "emperor": "皇",
    "season-spring": "春", "season-summer": "夏", "season-autumn": "秋", "season-winter": "冬",
}  # fmt: skip
"""What the files show, as their titles say it: a kit that uses one for another is found by it."""


def _legs(x: float, y: float) -> tuple[Stroke, Stroke]:
    """Two legs that part at x, y."""
    return (
        left((x + 0.6, y), (x - 5.6, y + 14), (x - 20, y + 28.5), (x - 45, y + 41.5), first=1.02, last=0.92),
        right((x + 0.2, y), (x + 7, y + 17), (x + 20.5, y + 29), (x + 45.5, y + 37), last=1.6),
    )


def _level(x: float, y: float, to: float) -> Line:
    return ((x, y), (to, y - 0.04 * (to - x)))


GLYPHS: Mapping[str, Brush] = {
    "ship": Brush(
        (
            bar(1.5, 31.5, 98.5),
            wall(30.5, 3.5, 64.25, foot=32.5),
            wall(70, 1.5, 62.48, foot=68),
            floor(28, 57.6, 72.5),
            left((37, 73), (31, 81.5), (21, 88.5), (3, 96), start=162, first=1.0, last=0.86),
            right((61.5, 72), (68.5, 80), (79, 86), (97, 91.5), start=32, first=0.86, last=1.62),
        ),
        ((_level(40, 28.8, 88), 3.4), (((69, 77.5), (79, 85.5), (90, 89.5)), 4.8)),
    ),
    "none": Brush(
        (dot(((12, 14), (37, 27), (60, 46), (80, 71)), (7.0, 37.0)),),
        ((((34, 28), (55, 46), (70, 67)), 5.5),),
    ),
    "pawn": Brush(
        (
            left((25.5, 3), (24, 18), (16.5, 31.5), (3.5, 44.5), start=28, first=1.0, last=0.92),
            bar(17, 32.6, 95.5, start=False),
            post(51, 0.5, 54, foot=50.4, end=False),
            *_legs(50, 53),
        ),
        ((_level(60, 28.5, 90), 3.4), (((61, 69), (71, 80.5), (87, 87.5)), 5.0)),
    ),
    "bow": Brush(
        (
            bar(10, 16.6, 92),
            bar(12, 54, 94),
            bar(-0.5, 94, 100.5),
            post(35, 15, 90, foot=29.5, start=False, end=False),
            post(82.6, 14.5, 88, foot=75.5, start=False, end=False),
        ),
        ((_level(9, 93, 90), 4.6),),
    ),
    "cart": Brush(
        (
            bar(7.5, 14.5, 88),
            post(10.9, 21.4, 38, foot=9.6, start=False),
            post(77.8, 13.5, 25.5, foot=76.9, start=False),
            bar(19.5, 44.4, 74.5),
            post(23.2, 51.2, 101, foot=23.6, start=False),
            post(65.2, 42.6, 98.8, foot=66.4, start=False),
            post(44.6, 42, 84, start=False, end=False),
            bar(24.5, 86.8, 66.6, start=False, end=False),
            bar(-1.5, 66.6, 99),
        ),
        ((_level(8, 65.6, 90), 4.0),),
    ),
    "tiger": Brush(
        (
            bar(10, 13.6, 54),
            left((30.5, 15.5), (23.5, 33.5), (3.5, 50), first=1.04, last=0.92),
            bar(18.8, 40.7, 100),
            left((49.5, 38), (38.5, 57), (9.5, 76), first=0.95, last=0.92),
            left((70.5, 37), (60, 65), (32.5, 92), first=0.95, last=0.95),
            left((90.3, 36), (90, 64), (70.5, 97.5), first=1.02, last=1.0),
        ),
        ((((90.5, 44), (88, 64), (77, 86)), 4.2),),
    ),
    "horse": Brush(
        (
            bar(8, 11.2, 86.5),
            left((12.2, 17.2), (12.6, 40), (10, 66), (0.5, 95), first=1.02, last=0.96),
            bar(12, 31.4, 80, start=False),
            bar(12, 53.6, 99, start=False),
            left((40, 52), (33.5, 66), (18.5, 79), first=0.84, last=0.82),
            left((61.5, 51), (54, 73), (33.5, 92.5), first=0.88, last=0.88),
            left((88.5, 49.5), (84.5, 73), (65, 97.5), first=1.0, last=0.96),
        ),
        ((_level(18, 10.2, 78), 3.4), (((14.2, 26), (13.6, 54), (6.5, 82)), 4.2)),
    ),
    "brush": Brush(
        (
            bar(6, 26.4, 97),
            post(10.1, 33.2, 92, foot=9.6, start=False),
            post(48.5, -1, 102),
            post(87.8, 24, 91, foot=87.2, start=False),
            left((86, 83), (76, 82.5), (63.5, 77), first=0.9, last=0.55),
        ),
        ((((48.5, 12), (48.5, 90)), 4.2),),
    ),
    "shaman": Brush(
        (
            bar(10, 22.6, 95.5),
            wall(14.1, 29.4, 67.42, foot=15.2, start=False),
            wall(86.2, 21, 63.96, foot=84.3, start=False),
            floor(12, 60.7, 87.5),
            post(50.4, 1, 62, end=False),
            left((51, 60), (43, 73), (30, 83), (5, 93.5), first=1.0, last=0.94),
            right((50.4, 60), (57.5, 73), (70, 83), (96, 90), last=1.62),
        ),
        ((((50.3, 22), (50.3, 52)), 3.8), (((63, 77), (73, 83.5), (88, 88)), 4.4)),
    ),
    "general": Brush(
        (
            bar(12, 18.6, 92),
            post(50.4, 0, 31, end=False),
            left((51, 27), (42.5, 42), (28, 52.5), (2.5, 63), first=1.0, last=0.92),
            right((50.4, 27), (59, 40), (72, 48), (98, 52.5), last=1.56),
            post(22.5, 54, 101, start=False),
            post(79, 50, 98.5, foot=78.4, start=False),
            bar(20, 85, 81, start=False, end=False),
            post(50.4, 58.5, 103),
        ),
        ((((50.3, 63), (50.3, 94)), 3.6), (((66, 42.5), (76, 48), (89, 51)), 4.2)),
    ),
    "king": Brush(
        (
            bar(20, 19.4, 86),
            bar(-1, 47, 101),
            post(52, 0.5, 56, foot=50.4, end=False),
            *_legs(50, 55),
        ),
        ((_level(59, 43.8, 94), 3.4), (((61, 71), (71, 82), (87, 89.5)), 5.0)),
    ),
    "emperor": Brush(
        (
            bar(14, 24.6, 91),
            post(18.2, 31.4, 85, foot=17.7, start=False),
            post(81.8, 22, 81.6, foot=80.8, start=False),
            bar(-1, 50.4, 101),
            bar(18.5, 75.6, 81, start=False, end=False),
            post(50, 0.5, 99.5),
        ),
        ((_level(8, 49.2, 92), 3.8), (((50, 60), (50, 93)), 3.4)),
    ),
}


def glyph_texts() -> dict[str, str]:
    """The files by name: each glyph bold with its knife cuts, and small without; numbers, mottos and season signs."""
    texts = {}
    for name, brush in GLYPHS.items():
        bold, cut = brush.mass(), brush.cut()
        layers = (BLACK, path_data(bold, TOLERANCE)), (PAPER, path_data(cut & bold, TOLERANCE))
        texts[f"glyph-{name}.svg"] = _text(SIGNS[name], *layers)
        small = BLACK, path_data(brush.mass(SMALL_WIDTH), TOLERANCE)
        texts[f"glyph-{name}-small.svg"] = _text(SIGNS[name], small)
    signs = {f"number-{number}": brush for number, brush in NUMBERS.items()}
    signs |= {f"motto-{name}-{at}": brush for name, row in MOTTOS.items() for at, brush in enumerate(row, 1)}
    for name, brush in signs.items():
        texts[f"{name}.svg"] = _text(name, (BLACK, path_data(brush.mass(), TOLERANCE)))
    for name, (ink, area) in SEASONS.items():
        texts[f"{name}.svg"] = _text(SIGNS[name], (ink, path_data(area, TOLERANCE)))
    return texts


def _text(title: str, *layers: tuple[str, str]) -> str:
    paths = "".join(f'<path fill="{ink}" fill-rule="evenodd" d="{data}"/>\n' for ink, data in layers)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    return f"{head}\n<title>{title}</title>\n{paths}</svg>\n"


def main(folder: Path) -> None:
    """Writes the files of all glyphs into a folder."""
    for name, text in glyph_texts().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
