"""Draws the great moments of races: climbers on their mountain, and ships with cargo that goes over or comes home."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise

from printkit.compose.boards.squares import peak_items
from printkit.compose.boards.stones import Point, Stone, stone_items
from printkit.compose.boards.ways import line_arrow
from printkit.compose.books.page_blocks import Picture
from printkit.compose.faces.bounds import item_box
from printkit.compose.pieces.carving import arc, line_length, parallel, part, stroke, through
from printkit.compose.pieces.figures import figure_items
from printkit.compose.pieces.standees import pawn_of
from printkit.compose.table.ending import CORNER, EDGE, Ending, ended, ground_of, water, winner_items
from printkit.compose.text.titles import fit_title
from printkit.compose.text.typesetting import TextStyle, ink_center_line, line_width, set_line
from printkit.compose.walkthrough.narration_words import NarrationWords
from printkit.games.core import Seat
from printkit.games.narration import Sentence
from printkit.geometry import Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Group, Item, Path, Scene, walk
from printkit.scene.shapes import circle, polygon, polyline, rectangle, rounded_rectangle

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

# Ships at sea, in parts of the panel's height: where the sea begins, how high ships are, how deep they lie, and how far
# their middles are from its ends; a cask and the corner of one; the arc from ship to ship: its radius, how high its
# middle is, its shaft, and how far below it casks fly; the disc of the number, and its em. The quay is so wide, in
# widths of the panel, and high.
SEA, SHIP, DEEP, AT, CASK, ROUND = 0.66, 0.74, 0.16, 0.3, 0.11, 0.012
ARC, MIDDLE, SHAFT, BELOW, DISC, COUNT = 0.29, 0.41, 0.032, 0.165, 0.085, 0.11
# How high all of it is, at least and at most, mm.
MOMENT = 60.0, 90.0, 90.0
QUAY, QUAY_HIGH, PLANK, FRAME = 0.5, 0.08, 0.055, 0.7
# What is free of cuts round things in the sky, mm, and above the sea, in heights of the panel.
SKY, CALM = 1.5, 0.11
# A fleet under sail: where the foremost ship and the others are, in widths of the panel, and how large they are; how
# far above the sea the rope between them is, how far it sags, and how thick it is; where its cargo is, across and down,
# and where it ends.
FLEET, ROPE, FREIGHT = ((0.79, 1.0), (0.45, 0.62), (0.16, 0.62)), (0.03, 0.1, 0.014), (0.09, 0.15, 0.6)


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
    if ships and all(pawn_of(kit, ship) for ship in ships.split()):
        said = f"{said}: {goods}" if int(goods) else said
        panel = partial(_cargo_items, kit, ships.split(), int(goods), low=low)
    elif turned and stands and "climbers" in turned.values:
        picture = picture._replace(grow=None)
        panel = partial(summit_items, kit, said, stands, low=low)
    else:
        return picture
    return ended(kit, picture, Ending(said, (), panel=panel), MOMENT, low=low)._replace(closes=False)


def _cargo_items(
    kit: Kit, ships: Sequence[str], goods: int, box: Rect, *, low: bool
) -> tuple[list[Item], list[Glyphs]]:
    """Casks that go from the first ship to the second, or lie on the quay one alone has reached; and their number.

    Three are a fleet under sail, the foremost first, with what it has to spare.
    """
    high, blue = box.height, find_ink("blue")
    sea = Rect.from_edges(box.x, box.y + SEA * high, box.right, box.bottom)
    items: list[Item] = [Path(rectangle(sea), PAPER if low else blue)]
    items += [Path(each, blue if low else PAPER, even_odd=False) for each in water(sea.grown(-1.0))]
    tokens = {name: token for name in ships if (token := pawn_of(kit, name))}
    ends = box.x + AT * high, box.right - AT * high
    # They lie as the slips of their seats do, the first at the left.
    places = [(name, x, high) for name, x in zip(sorted(tokens), ends, strict=False)]
    if fleet := len(ships) > 2:
        places = [
            (name, box.x + at * box.width, size * high)
            for name, (at, size) in zip(tokens, FLEET, strict=False)
        ]
        items += _ropes([x for _, x, _ in places], sea.y, high)
    for name, x, size in places:
        token = tokens[name]
        place = Rect(x - SHIP * size / 3, sea.y + (DEEP - SHIP) * size, SHIP * size / 1.5, SHIP * size)
        who = token.front.motif, token.foot or "round", token.front.figure
        sign = TextStyle(kit.fonts["display"], 1.0, tracking=0.0)
        items += figure_items(who, place, kit.inks[token.front.ink], sign, low=low)
    ink, cask = kit.inks[tokens[ships[-1]].front.ink], CASK * high
    middle = box.center[0], box.y + MIDDLE * high
    if fleet:
        spot = box.x + FREIGHT[0] * box.width, box.y + FREIGHT[1] * high
        # However many they are, they end before the foremost sail.
        start = spot[0] + 1.25 * cask
        cask = min(cask, (box.x + FREIGHT[2] * box.width - start) / (1.15 * max(goods, 1)))
        flown = tuple((start + (at + 0.5) * 1.15 * cask, spot[1]) for at in range(goods))
    elif len(ships) > 1:
        run = arc(*middle, ARC * high, 223, 317, 33)
        # Side by side on an arc below it.
        half = math.degrees(0.56 * (goods + 1) * CASK / (ARC - BELOW))
        flown = arc(*middle, (ARC - BELOW) * high, 270 - half, 270 + half, goods + 2)[1:-1]
        items += line_arrow(run if ships[0] < ships[1] else run[::-1], high, ink, SHAFT)[1]
        spot = middle[0], middle[1] - ARC * high
    else:
        quay = Rect.from_edges(box.right - QUAY * box.width, sea.y - QUAY_HIGH * high, box.right, box.bottom)
        items.append(Path(rectangle(quay), PAPER if low else BLACK, BLACK, EDGE))
        planks = water(quay.grown(-PLANK * high / 2))
        items += [Path(each, BLACK if low else PAPER, even_odd=False) for each in planks]
        flown = tuple(_pile(quay, goods, cask)) if goods else ()
        spot = quay.center[0], min((y for _, y in flown), default=0.0) - cask / 2 - 1.25 * DISC * high
    for x, y in flown:
        items += _cask(Rect(x - cask / 2, y - cask / 2, cask, cask), ROUND * high, low=low)
    air = Rect.from_edges(box.x, box.y, box.right, sea.y - CALM * high)
    disc = Path(circle(*spot, DISC * high * bool(goods)), PAPER if low else ink, ink, EDGE)
    items = [*(() if low else _sky(air, [*items, disc])), *items]
    items.append(Path(rectangle(box.grown(-FRAME / 2)), stroke=BLACK, width=FRAME))
    if not goods:
        return items, []
    style = TextStyle(kit.fonts["display"], COUNT * high, ink if low else PAPER, tracking=0.0)
    items.append(disc)
    return items, [ink_center_line(str(goods), style, spot[0], spot[1] + 0.36 * style.size)]


def _sky(box: Rect, drawn: Sequence[Item]) -> Iterator[Item]:
    """Cuts of wind beside what is drawn there."""
    boxes = map(item_box, walk(Scene("", box.right, box.bottom, 0.0, tuple(drawn))))
    taken = [each.grown(SKY) for each in boxes if each.overlaps(box)]
    for cut in water(box.grown(-SKY), *taken):
        yield Path(cut, find_ink("blue"), even_odd=False)


def _ropes(ships: Sequence[float], sea: float, high: float) -> Iterator[Item]:
    """A rope from ship to ship, above the sea."""
    up, sag, thick = (each * high for each in ROPE)
    for one, other in pairwise(ships):
        rope = through([(one, sea - up), ((one + other) / 2, sea - up + sag), (other, sea - up)], 1.0)
        yield Path(polyline(rope), stroke=BLACK, width=thick)


def _pile(quay: Rect, count: int, side: float) -> Iterator[Point]:
    """The middles of so many casks that stand on a quay, each row one shorter than that below it."""
    row = next(long for long in range(1, count + 1) if long * (long + 1) / 2 >= count)
    level = 0
    while count > 0:
        own = min(row, count)
        for at in range(own):
            yield quay.center[0] + (at - (row - 1) / 2) * 1.12 * side, quay.y - (level + 0.5) * 1.04 * side
        row, count, level = row - 1, count - own, level + 1


def _cask(box: Rect, corner: float, *, low: bool) -> Iterator[Item]:
    """A cask with two cuts."""
    yield Path(rounded_rectangle(box, corner), PAPER if low else BLACK, BLACK, 0.4)
    for down in (0.3, 0.7):
        line = [(box.x + (0.12 + 0.76 * at / 8) * box.width, box.y + down * box.height) for at in range(9)]
        yield Path(stroke(line, 0.14 * box.height, 0.5), BLACK if low else PAPER, even_odd=False)


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
