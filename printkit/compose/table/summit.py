"""Draws how a race up a mountain ended: a panel with the way to the top, the winner there and the others below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from printkit.compose.boards.squares import peak_items
from printkit.compose.boards.stones import Point, Stone, stone_items
from printkit.compose.pieces.carving import line_length, parallel, part, stroke, through
from printkit.compose.table.ending import CORNER, EDGE, ground_of, water, winner_items
from printkit.compose.text.titles import fit_title
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.games.core import Seat
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import polygon, rounded_rectangle

__all__ = ["summit_items"]

# The mountain in parts of the panel: across, down, wide and high; the way from below to its top; and what of the panel
# is free of cuts, from edge to edge.
HILL = (0.05, 0.25, 0.9, 0.748)
WAY = (
    (-0.04, 0.94), (0.12, 0.915), (0.3, 0.94), (0.435, 0.915), (0.45, 0.845), (0.36, 0.795), (0.24, 0.765),
    (0.195, 0.705), (0.25, 0.655), (0.42, 0.65), (0.57, 0.63), (0.61, 0.58), (0.55, 0.535), (0.48, 0.5), (0.465, 0.45),
    (0.5, 0.405), (0.5, 0.36),
)  # fmt: skip
FREE = (
    (0.34, 0.0, 0.66, 0.5), (0.25, 0.45, 0.76, 0.82), (0.07, 0.5, 0.95, 0.82), (0.0, 0.8, 1.0, 1.0),
)  # fmt: skip
# How wide the way is below and at the top, from step to step of it, and how thick they are; in parts of the height.
WIDE, STEP, THICK = (0.058, 0.012), 0.028, 0.011
# The discs of the winner and of others, and the number of a square beside these; the words: their em, how far right
# they end, and their slab.
FIRST, OTHER, NUMBER, EM, RIGHT, SLAB, INSIDE = 0.17, 0.1, 0.036, 0.085, 0.965, 2.4, 2.6


def summit_items(
    kit: Kit, words: str, stands: Mapping[Seat, tuple[int, float]], box: Rect, *, low: bool
) -> tuple[list[Item], list[Glyphs]]:
    """The panel and its words; `stands`: on which square each seat is, and how much of the way that is."""
    ground, light, high = ground_of(kit), BLACK if low else PAPER, box.height
    line = through([(box.x + u * box.width, box.y + v * high) for u, v in WAY], 0.5)
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    items: list[Item] = [Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, ground)]
    style = TextStyle(kit.fonts["display"], EM * high, light, tracking=0.0)
    (text, *_), style = fit_title(words, style, 0.5 * box.width)
    wide = line_width(text, style)
    left, base = box.x + RIGHT * box.width - SLAB - wide, box.bottom - 0.07 * high
    slab = Rect(left, base - 0.8 * style.size, wide, 0.86 * style.size).grown(SLAB)
    free = [
        Rect.from_edges(box.x + a * box.width, box.y + b * high, box.x + c * box.width, box.y + d * high)
        for a, b, c, d in FREE
    ]
    cuts = water(box.grown(-INSIDE), free[0])
    items += [
        Path(each, light, even_odd=False)
        for each in cuts
        if not any(each.box().overlaps(rect) for rect in free)
    ]
    hill = Rect(box.x + HILL[0] * box.width, box.y + HILL[1] * high, HILL[2] * box.width, HILL[3] * high)
    items += peak_items(hill, low=low)
    items.append(Group(tuple(_way(line, high)), clip=box))
    items.append(Path(rounded_rectangle(slab, CORNER), *((PAPER, BLACK, EDGE) if low else (BLACK,))))
    for seat, (step, share) in sorted(stands.items(), key=lambda each: each[1]):
        radius = (FIRST if share >= 1.0 else OTHER) * high
        x, y = part(line, 0.0, share * line_length(line), 2)[-1]
        items += winner_items(kit, seat, (x, y - 0.8 * radius), radius, low=low)
        if share < 1.0:
            stone = Stone(step, (x + radius, y), NUMBER * high, 1.35 * NUMBER * high)
            items += stone_items(kit, [stone], low=low)
    return items, [set_line(text, style, left, base)]


def _way(line: Sequence[Point], high: float) -> Iterator[Item]:
    """A white way with steps, ever narrower."""
    long, last = line_length(line), len(line) - 1
    halves = [high * (WIDE[0] + (WIDE[1] - WIDE[0]) * at / last) for at in range(last + 1)]
    left, right = ([parallel(line, sign * half)[at] for at, half in enumerate(halves)] for sign in (-1, 1))
    yield Path(polygon([*left, *reversed(right)]), PAPER, BLACK, 0.5)
    place = 0.6 * STEP * high
    while place < long:
        share = place / long
        (x, y), (tx, ty) = part(line, place - 0.2, place, 2)
        dx, dy = (tx - x) / 0.2, (ty - y) / 0.2
        half = 0.8 * high * (WIDE[0] + (WIDE[1] - WIDE[0]) * share)
        ends = [(x - dy * half * at / 4, y + dx * half * at / 4) for at in range(-4, 5)]
        yield Path(stroke(ends, THICK * high * (1.3 - share), 0.5), BLACK, even_odd=False)
        place += STEP * high * (1.25 - 0.6 * share)
