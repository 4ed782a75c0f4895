"""Draws the great moments of races: where climbers stand on their mountain, and which ships cargo goes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from printkit.compose.boards.squares import peak_items
from printkit.compose.boards.stones import Point, Stone, stone_items
from printkit.compose.books.page_blocks import Picture
from printkit.compose.pieces.carving import line_length, parallel, part, stroke, through
from printkit.compose.pieces.standees import pawn_of
from printkit.compose.table.ending import CORNER, EDGE, Ending, ended, ground_of, water, winner_items
from printkit.compose.text.titles import fit_title
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.compose.walkthrough.fleet import cargo_items
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.games.core import Seat
from printkit.games.narration import Sentence
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER
from printkit.scene.model import Glyphs, Group, Item, Path
from printkit.scene.shapes import circle, polygon, rounded_rectangle

__all__ = ["summit_items", "with_moment"]

# The mountain in parts of the panel: across, down, wide and high; the way from below to its top; and what of the panel
# is free of cuts, from edge to edge.
HILL = (0.05, 0.25, 0.9, 0.748)
WAY = (
    (-0.04, 0.94), (0.12, 0.915), (0.3, 0.94), (0.435, 0.915), (0.45, 0.845), (0.36, 0.795), (0.24, 0.765),
    (0.195, 0.705), (0.25, 0.655), (0.42, 0.65), (0.57, 0.63), (0.61, 0.58), (0.55, 0.535), (0.48, 0.5), (0.465, 0.45),
    (0.5, 0.405), (0.5, 0.36),
)  # fmt: skip
FREE = (
    (0.34, 0.0, 0.66, 0.5), (0.25, 0.45, 0.76, 0.82), (0.17, 0.5, 0.9, 0.64), (0.12, 0.62, 0.93, 0.73),
    (0.06, 0.7, 0.96, 0.82), (0.0, 0.8, 1.0, 1.0),
)  # fmt: skip
# How wide the way is below and at the top, from step to step of it, and how thick they are; in parts of the height.
WIDE, STEP, THICK = (0.058, 0.012), 0.028, 0.011
# How much nearer one sees who is first while he is at the foot, and how far right he then is, in parts of the panel.
NEARER, SEEN = 0.9, 0.62
# The discs of the winner and of others, and the number of a square below these; the words: their em, how far right
# they end, and their slab.
FIRST, OTHER, NUMBER, EM, RIGHT, SLAB, INSIDE = 0.17, 0.1, 0.036, 0.085, 0.965, 2.4, 2.6
# From line to line of the words; and of the way, whoever has not begun stands so far along it.
# On its part along the foot nobody stands on another.
LEADING, AT_LEAST, FOOT = 1.3, 0.06, 0.25

# How high all of it is, at least and at most, mm.
MOMENT = 60.0, 90.0, 90.0


def with_moment(
    kit: Kit,
    picture: Picture,
    turned: Sentence | None,
    stands: Mapping[Seat, tuple[int, float]],
    words: NarrationWords,
    *,
    low: bool,
) -> Picture:
    """The picture of a turn; below one that `turned` the game its ships with cargo large, or where climbers stand."""
    said = words.sentence(turned) if turned else ""
    ships, goods = (str(turned.values.get(key, "")) if turned else "" for key in ("ships", "goods"))
    if turned and ships and all(pawn_of(kit, ship) for ship in ships.split()):
        said = words.event(turned)
        panel = partial(cargo_items, kit, ships.split(), int(goods), said, low=low)
    elif turned and stands and "climbers" in turned.values:
        picture = picture._replace(grow=None)
        panel = partial(summit_items, kit, said, stands, low=low)
    else:
        return picture
    return ended(kit, picture, Ending(said, (), panel=panel), MOMENT, low=low)._replace(closes=False)


def summit_items(
    kit: Kit, words: str, stands: Mapping[Seat, tuple[int, float]], box: Rect, *, low: bool
) -> tuple[list[Item], list[Glyphs]]:
    """The panel and its words; `stands`: on which square each seat is, and how much of the way that is."""
    light, share = BLACK if low else PAPER, max(stands.values())[1]
    at, _ = part(_along(box), 0.0, share * line_length(_along(box)), 2)[-1]
    larger = 1.0 + NEARER * (1.0 - share)
    # Nearer, but nothing beside the picture is seen.
    wide = larger * box.width
    x = min(max(box.x + SEEN * box.width - larger * (at - box.x), box.right - wide), box.x)
    view = Rect(x, box.bottom - larger * box.height, wide, larger * box.height)
    outline = rounded_rectangle(box.grown(-EDGE / 2 if low else 0.0), CORNER)
    style = TextStyle(kit.fonts["display"], EM * box.height, light, tracking=0.0)
    lines, style = fit_title(words, style, 0.5 * box.width)
    wide, step = max(line_width(each, style) for each in lines), LEADING * style.size
    high = step * (len(lines) - 1)
    left, base = box.x + RIGHT * box.width - SLAB - wide, box.bottom - 0.07 * box.height - high
    if share < 1.0:
        # Those who are on the way yet may stand there.
        left, base = box.x + (1 - RIGHT) * box.width + SLAB, box.y + 0.07 * box.height + 0.8 * style.size
    slab = Rect(left, base - 0.8 * style.size, wide, high + 0.86 * style.size).grown(SLAB)
    items: list[Item] = [
        Path(outline, stroke=BLACK, width=EDGE) if low else Path(outline, ground_of(kit)),
        Group(tuple(_climbers(kit, stands, view, slab, low=low)), clip=box),
        Path(rounded_rectangle(slab, CORNER), *((PAPER, BLACK, EDGE) if low else (BLACK,))),
    ]
    said = [set_line(each, style, left, base + at * step) for at, each in enumerate(lines)]
    return items, said


def _along(box: Rect) -> tuple[Point, ...]:
    return through([(box.x + u * box.width, box.y + v * box.height) for u, v in WAY], 0.5)


def _climbers(
    kit: Kit, stands: Mapping[Seat, tuple[int, float]], box: Rect, slab: Rect, *, low: bool
) -> Iterator[Item]:
    """The mountain, its way, and on this who stands where, none on another; no cut comes near the slab."""
    line, high = _along(box), box.height
    free = [
        Rect.from_edges(box.x + a * box.width, box.y + b * high, box.x + c * box.width, box.y + d * high)
        for a, b, c, d in FREE
    ]
    for cut in water(box.grown(-INSIDE), free[0]):
        if not any(cut.box().overlaps(rect) for rect in (*free, slab.grown(INSIDE))):
            yield Path(cut, BLACK if low else PAPER, even_odd=False)
    hill = Rect(box.x + HILL[0] * box.width, box.y + HILL[1] * high, HILL[2] * box.width, HILL[3] * high)
    yield from peak_items(hill, low=low)
    yield from _way(line, high)
    taken = box.x + EDGE
    for (square, share), each in groupby(sorted(stands, key=stands.__getitem__), key=stands.__getitem__):
        seats, radius = list(each), (FIRST if share >= 1.0 else OTHER) * high
        x, y = part(line, 0.0, max(share, AT_LEAST) * line_length(line), 2)[-1]
        x += radius * (0.0 if share >= 1.0 else len(seats) - 1)
        # Behind the edge, or another, at the foot he stands as far on as there is room.
        x = max(x, taken + radius * len(seats)) if share < FOOT else x
        for number, seat in enumerate(seats):
            spot = x + radius * (2 * number - len(seats) + 1), y - 0.8 * radius
            yield Path(circle(*spot, radius + EDGE), BLACK)
            yield from winner_items(kit, seat, spot, radius, low=low)
        if 0.0 < share < 1.0:
            stone = Stone(square, (x, y + 0.3 * radius), NUMBER * high, 1.35 * NUMBER * high)
            yield from stone_items(kit, [stone], low=low)
        taken = x + radius * len(seats)


def _way(line: Sequence[Point], high: float) -> Iterator[Item]:
    """A white way with steps, ever narrower."""
    long, last = line_length(line), len(line) - 1
    halves = [high * (WIDE[0] + (WIDE[1] - WIDE[0]) * at / last) for at in range(last + 1)]
    aside = [
        (ax - x, ay - y, half)
        for (x, y), (ax, ay), half in zip(line, parallel(line, 1.0), halves, strict=True)
    ]
    left, right = (
        [
            (x + sign * dx * half, y + sign * dy * half)
            for (x, y), (dx, dy, half) in zip(line, aside, strict=True)
        ]
        for sign in (-1, 1)
    )
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
