"""Draws places of a race beside its way: harbours with a berth for each piece, moorings of slips, and a lagoon."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printkit.compose.boards.river import river_stones
from printkit.compose.pieces.carving import arc, stroke
from printkit.compose.pieces.glyphs import glyph_items
from printkit.compose.pieces.standees import footprint_items, mark_items, print_of
from printkit.compose.pieces.waves import wave_cuts
from printkit.compose.text.titles import shrunk
from printkit.compose.text.typesetting import TextStyle, fit_line, line_width, set_line
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.board import BoardPanel, BoardSpec
from printkit.kit.model import Kit
from printkit.kit.tokens import Token
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path
from printkit.scene.shapes import circle, polygon, rectangle, rounded_rectangle

__all__ = [
    "SMALL_HEAD",
    "SMALL_WALL",
    "harbour_items",
    "lagoon_items",
    "mooring_items",
    "quay_items",
    "seal_items",
    "small_harbour_items",
]

# A harbour's wall with its stones, its head, and the ems of its names; mm.
WALL, HEAD, NAME, SECOND = 2.3, 12.0, 9.0, 4.4
STONE, STONE_WIDE = 3.7, 1.25
# A harbour in a picture: its wall, its head, the em of its name, and the edge of a bare wall; from stone to stone, and
# from row to row of its water; in squares.
SMALL_WALL, SMALL_HEAD, SMALL_EM, SMALL_EDGE, SMALL_STONE, SMALL_ROW = 0.13, 0.37, 0.31, 0.03, 0.17, 0.2
# How far a berth lies inside the piece's own room; mm.
BERTH = 1.1
# A mooring: its bar, what its ends reach down, the sign of the seat, and the ems of its names; mm.
BAR, ARM, SIGN, NAMES = 1.1, 7.6, 5.4, (3.9, 3.3)
RHYTHM = (1.0, 0.62, 0.85, 0.5)
# The water of a lagoon: from row to row, its longest cut, how wide, and what stays free round what lies in it; mm.
ROW, LONG, SHORT, WIDE, FREE = 4.3, 20.0, 4.5, 1.15, 0.8
# A quay: how thick its beams and posts are; mm.
BEAM, POST = 3.4, 7.6
# A seal: its ring and the paper beside it, the glyph's em in diameters, and the paper round the glyph; mm.
RING, GAP, GLYPH, HALO = 1.1, 1.2, 0.62, 1.1


def harbour_items(kit: Kit, board: BoardSpec, panel: BoardPanel, *, low: bool) -> Iterator[Item]:
    """Where all pieces begin, bare, or come to, black: a wall, the place's name for both sides, and the berths."""
    box = panel.box
    goal = box.overlaps(board.cell(*board.way[-1]))
    dark = goal and not low
    ground, light = (BLACK, PAPER) if dark else (PAPER, BLACK)
    yield Path(rounded_rectangle(box.grown(0.9), 1.4), PAPER)
    yield Path(rounded_rectangle(box, 0.6), BLACK)
    if not dark:
        yield Path(rectangle(box.grown(-0.5)), PAPER)
    yield Path(_stones(box), light, even_odd=False)
    inner = box.grown(-WALL - 0.6)
    yield Path(rectangle(inner), BLACK)
    yield Path(rectangle(inner.grown(-0.5)), ground)
    # With little ink the head alone says that all come here.
    yield Path(rectangle(inner._replace(height=HEAD)), BLACK if goal else PAPER)
    yield from _head(kit, panel, inner._replace(height=HEAD), PAPER if goal else BLACK)
    yield Path(rectangle(Rect(inner.x, inner.y + HEAD, inner.width, 0.5)), light)
    yield from _berths(
        kit, Rect.from_edges(inner.x, inner.y + HEAD + 0.5, inner.right, inner.bottom), dark=dark
    )


def small_harbour_items(
    kit: Kit, block: Rect, sea: tuple[int, int], name: str, side: float, *, goal: bool, low: bool
) -> Iterator[Item]:
    """A harbour in a picture, open to the `sea` that lies that way, with its name in its head.

    That of the goal has a black wall; bare are the other one, and all with little ink.
    """
    wall, dark = SMALL_WALL * side, goal and not low
    head = block._replace(height=SMALL_HEAD * side)
    blue = find_ink("blue")
    yield Path(rectangle(block), PAPER if low else blue)
    water = Rect.from_edges(block.x + wall, head.bottom, block.right, block.bottom - wall)
    for cut in wave_cuts(water, row=SMALL_ROW * side):
        yield Path(cut, blue if low else PAPER, even_odd=False)
    walls = [
        (block._replace(width=wall), (-1, 0)),
        (block._replace(x=block.right - wall, width=wall), (1, 0)),
        (block._replace(y=block.bottom - wall, height=wall), (0, 1)),
    ]
    for box, way in walls:
        if way != sea:
            yield Path(rectangle(box), BLACK)
            if not dark:
                yield Path(rectangle(box.grown(-SMALL_EDGE * side)), PAPER)
            yield Path(_row_of_stones(box, SMALL_STONE * side), PAPER if dark else BLACK, even_odd=False)
    # With little ink the head alone says that all come here.
    yield Path(rectangle(head), BLACK)
    if not goal:
        yield Path(rectangle(head.grown(-SMALL_EDGE * side)), PAPER)
    style = TextStyle(kit.fonts["display"], SMALL_EM * side, PAPER if goal else BLACK, tracking=0.0)
    style = fit_line(name, style, head.width - 2 * wall, 0.6)
    yield set_line(name, style, head.x + wall, head.center[1] + 0.33 * style.size)


def _row_of_stones(box: Rect, pitch: float) -> Outline:
    """Short cuts across a wall."""
    lying = box.width > box.height
    long, wide = max(box.width, box.height), min(box.width, box.height)
    found = Outline("", ())
    for at in range(round(long / pitch)):
        along = (at + 0.5) * long / round(long / pitch)
        across = [wide * (0.16 + 0.68 * t / 6) for t in range(7)]
        found += stroke(
            [(box.x + along, box.y + a) if lying else (box.x + a, box.y + along) for a in across],
            0.36 * pitch,
            0.5,
        )
    return found


def _stones(box: Rect) -> Outline:
    """Short upright cuts all round in the wall."""
    found = Outline("", ())
    across, down = round(box.width / STONE), round(box.height / STONE)
    for at in range(across):
        x = box.x + (at + 0.5) * box.width / across
        for y, way in ((box.y, 1), (box.bottom, -1)):
            found += stroke([(x, y + way * (0.5 + t * 0.33)) for t in range(7)], STONE_WIDE, 0.5)
    for at in range(1, down - 1):
        y = box.y + (at + 0.5) * box.height / down
        for x, way in ((box.x, 1), (box.right, -1)):
            found += stroke([(x + way * (0.5 + t * 0.33), y) for t in range(7)], STONE_WIDE, 0.5)
    return found


def _head(kit: Kit, panel: BoardPanel, box: Rect, ink: Ink) -> Iterator[Item]:
    """Both names for who sits below, and turned for who sits above."""
    first, second = kit.in_two(panel.text)
    style = TextStyle(kit.fonts["display"], NAME, ink, tracking=0.0)
    room = box.width / 2 - 2.0
    share = room * (0.62 if second else 1.0)
    style = fit_line(first, style, share, 0.4)
    middle = box.center[1]
    items: list[Item] = [set_line(first, style, box.x + 2.0, middle + 0.38 * NAME)]
    if second:
        x = box.x + 2.0 + line_width(first, style) + 1.2
        small = fit_line(
            second, TextStyle(kit.fonts["display"], SECOND, ink, tracking=0.0), room - (x - box.x) + 2, 0.5
        )
        items.append(set_line(second, small, x, middle + 0.36 * NAME))
    yield Group(tuple(items))
    yield Group(tuple(items), Affine.rotation(180, box.center))


def _berths(kit: Kit, box: Rect, *, dark: bool) -> Iterator[Item]:
    """The print of each standing piece's feet in its ink, a row an ink."""
    rows: dict[str, list[Token]] = {}
    for token in kit.tokens:
        if token.foot is not None:
            rows.setdefault(token.front.ink, []).append(token)
    if not rows:
        return
    high = box.height / len(rows)
    style = TextStyle(kit.fonts["display"], 1.0, tracking=0.0)
    for row, tokens in enumerate(rows.values()):
        wide = box.width / len(tokens)
        for column, token in enumerate(tokens):
            assert token.foot is not None
            middle = box.x + (column + 0.5) * wide, box.y + (row + 0.5) * high
            width = token.size - 2 * BERTH
            if dark:
                yield Path(print_of(token.foot, middle, width + 0.8), PAPER)
            yield from footprint_items(
                token.foot, token.front.figure, middle, width, kit.inks[token.front.ink], style, low=True
            )


def mooring_items(kit: Kit, panel: BoardPanel, *, low: bool) -> Iterator[Item]:
    """Where a slip is laid at the board's edge: a bar as long as the slip, its seat's sign, names and marks."""
    box, ink = panel.box, kit.inks[panel.ink]
    tokens = [token for token in kit.tokens if token.front.ink == panel.ink and token.foot is not None]
    bar = (
        (box.x, box.y + ARM), (box.x, box.y), (box.right, box.y), (box.right, box.y + ARM),
        (box.right - BAR, box.y + ARM), (box.right - BAR, box.y + BAR),
        (box.x + BAR, box.y + BAR), (box.x + BAR, box.y + ARM),
    )  # fmt: skip
    yield Path(polygon(bar), ink)
    y = box.y + BAR + (box.height - BAR) / 2 + 0.3
    x = box.x + 5.0
    style = TextStyle(kit.fonts["display"], 1.0, tracking=0.0)
    if tokens and tokens[0].foot:
        yield from footprint_items(tokens[0].foot, "", (x + SIGN / 2, y), SIGN, ink, style, low=low)
    x += SIGN + 2.4
    for name, em in zip(kit.in_two(panel.text), NAMES, strict=True):
        if name:
            line = TextStyle(kit.fonts["display"], em, tracking=0.0)
            yield set_line(name, line, x, y + 0.36 * em)
            x += line_width(name, line) + 2.4
    for at, token in enumerate(reversed(tokens)):
        yield from mark_items(token.front.figure, (box.right - 7.0 - 6.4 * at, y), 3.6, ink, style)


def quay_items(kit: Kit, panel: BoardPanel, *, low: bool) -> Iterator[Item]:
    """A bare place between four beams with posts at their corners; its name reads from both sides."""
    box = panel.box
    inner = box.grown(-BEAM)
    yield Path(rectangle(box.grown(0.9)), PAPER)
    if low:
        yield Path(rectangle(box) + rectangle(box.grown(-0.5)), BLACK)
        yield Path(rectangle(inner.grown(0.5)) + rectangle(inner), BLACK)
    else:
        yield Path(rectangle(box) + rectangle(inner), BLACK)
    yield Path(_grain(box), BLACK if low else PAPER, even_odd=False)
    for x in (box.x + BEAM / 2, box.right - BEAM / 2):
        for y in (box.y + BEAM / 2, box.bottom - BEAM / 2):
            post = Rect(x - POST / 2, y - POST / 2, POST, POST)
            yield Path(rounded_rectangle(post.grown(0.9), 1.2), PAPER)
            yield Path(rounded_rectangle(post, 0.6), PAPER if low else BLACK)
            if low:
                yield Path(rectangle(post.grown(-0.25)), stroke=BLACK, width=0.5)
            ring = arc(x, y, 0.3 * POST, 200, 430, 13)
            yield Path(stroke(ring, 1.1, 0.6) + circle(x, y, 0.55), BLACK if low else PAPER, even_odd=False)
    names = []
    first, second = kit.in_two(panel.text)
    style = shrunk(first, TextStyle(kit.fonts["display"], panel.em, tracking=0.0), inner.width - 8.0)
    names.append(set_line(first, style, box.center[0], inner.bottom - (9.2 if second else 4.4), "middle"))
    if second:
        small = TextStyle(kit.fonts["display"], max(2.8, 0.66 * panel.em), tracking=0.0)
        names.append(
            set_line(
                second,
                fit_line(second, small, inner.width - 8.0, 0.6),
                box.center[0],
                inner.bottom - 3.6,
                "middle",
            )
        )
    yield Group(tuple(names))
    yield Group(tuple(names), Affine.rotation(180, box.center))


def _grain(box: Rect) -> Outline:
    """Cuts along the beams, two rows by turns."""
    found = Outline("", ())
    for lying in (True, False):
        long = box.width if lying else box.height
        for first in (True, False):
            for row, aside in enumerate((0.32, 0.68)):
                place, number = POST / 2 + 3.0 + 4.0 * row, row * 2
                while place < long - POST / 2 - 6.0:
                    end = min(place + 15.0 * RHYTHM[number % 4], long - POST / 2 - 3.0)
                    away = aside * BEAM
                    if end - place > 3.0:
                        line = [
                            (box.x + along, box.y + away if first else box.bottom - away)
                            if lying
                            else (box.x + away if first else box.right - away, box.y + along)
                            for along in (place + (end - place) * t / 6 for t in range(7))
                        ]
                        found += stroke(line, 0.62, 0.55)
                    place, number = end + 2.6, number + 1
    return found


def seal_items(kit: Kit, board: BoardSpec, panel: BoardPanel, *, low: bool) -> Iterator[Item]:
    """A round black seal: rings of still water, or ridges that fall to all sides, and a glyph in red before them."""
    x, y = panel.box.center
    radius = min(panel.box.width, panel.box.height) / 2
    disc = radius - RING - GAP
    em = 2 * disc * GLYPH
    yield Path(circle(x, y, radius) + circle(x, y, radius - RING), BLACK)
    if not low:
        yield Path(circle(x, y, disc), BLACK)
    draw = _rings if board.ground == "water" else _ridges
    yield Path(draw((x, y), disc), BLACK if low else PAPER, even_odd=False)
    (sign,) = glyph_items(kit, panel.glyph, (x, y), em, find_ink("red"))[:1]
    assert isinstance(sign, Path)
    yield sign._replace(fill=PAPER, stroke=PAPER, width=2 * HALO)
    yield sign


def _rings(middle: tuple[float, float], radius: float) -> Outline:
    """Cuts on circles, long and short by turns; each circle begins a golden angle later."""
    found = Outline("", ())
    # A third stays solid behind the glyph.
    count = int(0.62 * radius / 3.1)
    for ring in range(count):
        at = radius - 2.6 - 3.1 * ring
        start = turned = ring * 137.5
        number = ring
        while turned < start + 352:
            sweep = math.degrees(26.0 * RHYTHM[number % 4] / at)
            gap = math.degrees(4.2 / at)
            # What would be left over is too short for a cut of its own.
            sweep = min(sweep, start + 360 - turned - gap)
            if math.radians(sweep) * at > 5.0:
                points = arc(*middle, at, turned, turned + sweep, 13)
                found += stroke(points, 1.25 * (1 - 0.35 * ring / count), 0.55)
            turned += sweep + gap
            number += 1
    return found


def _ridges(middle: tuple[float, float], radius: float) -> Outline:
    """Cuts from the rim inwards, in two rows by turns, long and short: a hill seen from above."""
    found = Outline("", ())
    count = 2 * round(math.pi * radius / 4.6)
    for at in range(count):
        angle = math.radians(360 / count * at - 90)
        outer, long = (radius - 1.8, 0.34) if at % 2 else (radius - 5.6, 0.26)
        inner = outer - long * radius * RHYTHM[(at // 2 * 3 + at % 2) % 4] - 2.0
        line = [
            (middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle))
            for reach in (outer + (inner - outer) * t / 8 for t in range(9))
        ]
        found += stroke(line, 1.3, 0.55)
    return found


def lagoon_items(board: BoardSpec, panel: BoardPanel) -> Iterator[Item]:
    """Quiet water in blue on paper; no cut touches what lies in it, and the rows sway."""
    box = panel.box
    discs = [(*stone.middle, stone.radius) for stone in river_stones(board)]
    others = [other for other in board.panels if other is not panel]
    discs += [(*other.box.center, other.box.width / 2) for other in others if other.panel == "seal"]
    boxes = [other.box.grown(FREE) for other in others if other.panel != "seal"]

    def free(x: float, y: float, long: float) -> bool:
        swim = Rect.from_edges(x, y - 1.6, x + long, y + 1.6)
        near = (math.hypot(min(max(dx, x), x + long) - dx, y - dy) - radius for dx, dy, radius in discs)
        return (
            box.contains(swim)
            and not any(map(swim.overlaps, boxes))
            and min(near, default=9.0) > 2 * FREE + 0.8
        )

    cuts = Outline("", ())
    rows = int(box.height / ROW)
    for row in range(rows):
        y = box.y + (row + 0.5) * box.height / rows
        x, number = box.x + 0.618 * row % 1 * 0.3 * LONG, row * 3
        while x < box.right - SHORT:
            long = LONG * RHYTHM[number % 4]
            found = next(
                (at for at in (long, 0.7 * long, 0.45 * long) if at >= SHORT and free(x, y, at)), 0.0
            )
            if found:
                points = [(x + found * t / 10, y + _sway(x + found * t / 10, y)) for t in range(11)]
                cuts += stroke(points, WIDE * (0.6 + 0.4 * found / LONG), 0.6)
                number += 1
            x += found + 2.6 if found else 1.5
    yield Path(cuts, find_ink("blue"), even_odd=False)


def _sway(x: float, y: float) -> float:
    """How far a row of water lies above or below its level there; mm."""
    return 1.1 * math.sin(x / 19.0 + y / 31.0)
