"""Draws the throwing sticks: a dark and a pale side, as a strip of four to roll up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from printkit.compose.boards.squares import cup_items
from printkit.compose.books.page_blocks import Picture, Told, elastic
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.carving import Stream, stroke, stroke_rows, through
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.model import Kit
from printkit.kit.tokens import Sticks
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import circle, polygon, rectangle, rounded_rectangle, segment

__all__ = [
    "PLATE",
    "SIDES",
    "cast_picture",
    "compose_side",
    "compose_stick",
    "cups_picture",
    "ground_cuts",
    "lying_items",
    "stick_folds",
    "throw_items",
    "throw_tablet",
]

SIDES = 4
"""Dark side, pale side, and two that are rolled up inside."""
NODES = (0.22, 0.81)
RING = 0.7
GRAIN = (0.85, 0.95, 0.8, 0.9, 0.95)
BEVEL, EDGE = 1.3, 0.45
# The fibres of a pale side: how far down, how long in their part of it, and whether from the left; how thick, mm.
FIBRES, FIBRE = ((0.17, 0.52, True), (0.36, 0.3, False), (0.66, 0.24, True), (0.84, 0.6, False)), 0.68
FIGURE_EM = 4.2
# How much of a page's width a throw takes at least, and how high it is in its width.
CAST_SHARE, CAST_HIGH = 0.62, 0.42
# A throw with its number, in its height: room of a stick.
STICK = 0.25
PLATE = 0.54
"""How wide the plate with its number is."""
# The em of that.
FIGURE = 0.64
# A fallen stick: how much of its room it takes across and down, how slender it is at least, and the ground that stays
# free round it, mm. By turns sticks lean, in degrees, and lie higher or lower, in parts of the room's height.
FALLEN, SLENDER, FREE = (0.66, 0.84), 5.4, 0.55
LEAN = ((-5, -2, 2, 5, 1, -3), (3, 6, 2, -2, 1, 4), (-3, 1, 4, 1, -3, -6))
HIGHER = ((0.03, -0.04, 0.05, -0.02, 0.04, -0.05), (-0.05, 0.03, -0.02, 0.05, -0.03, 0.02))
# Which of so many sticks lies where, so that dark ones are not all on one side.
MIXED = (2, 0, 3, 1, 4, 5)
# A heap of cups: how high its picture is at least and at most, what is free above and below it, mm; from row to row and
# from cup to cup, in cups.
HEAP, HEAP_AIR, HEAP_STEP, HEAP_PITCH = (40.0, 66.0), 4.0, 1.0, 1.22
# Between two lines of the hatching that takes the glue, mm.
HATCH = 4.0


def stick_folds(sticks: Sticks) -> tuple[float, ...]:
    """Where a stick's strip is folded, from its top."""
    return tuple(sticks.width * side for side in range(1, SIDES))


def compose_stick(kit: Kit, sticks: Sticks, choices: Choices) -> Scene:
    """The strip of one stick."""
    low = choices.ink == "low"
    ring = kit.inks[sticks.ink]
    length, width = sticks.length, sticks.width
    dark, pale = Rect(0.0, 0.0, length, width), Rect(0.0, width, length, width)
    last = Rect(0.0, 3 * width, length, width)
    items = [
        *_dark_side(kit, dark, ring, low=low),
        *_pale_side(kit, pale, ring),
        Path(_hatching(last), stroke=BLACK, width=0.15),
    ]
    return Scene("stick", length, SIDES * width, 0.0, tuple(items))


def compose_side(kit: Kit, sticks: Sticks, choices: Choices, *, dark: bool) -> Scene:
    """One side of a stick as it lies on the table."""
    box, ring = Rect(0.0, 0.0, sticks.length, sticks.width), kit.inks[sticks.ink]
    side = _dark_side(kit, box, ring, low=choices.ink == "low") if dark else _pale_side(kit, box, ring)
    return Scene(f"stick-{int(dark)}", box.width, box.height, 0.0, (Path(_body(box), PAPER), *side))


def cast_picture(kit: Kit, choices: Choices, width: float) -> Picture:
    """A throw of five sticks as it lies on the table, three of them dark."""
    ring, low = kit.inks[kit.sticks.ink] if kit.sticks else BLACK, choices.ink == "low"

    def draw(wide: float) -> Picture:
        box = Rect((width - wide) / 2, 0.5, wide, CAST_HIGH * wide)
        items = (*throw_ground(box, ring, low=low), *throw_items(kit, box, (3, 5), low=low))
        return Picture(width, box.bottom + 1.5, items, "1 0 1 1 0")

    return elastic(draw, CAST_SHARE * width, width)


def cups_picture(choices: Choices, count: int, width: float) -> Picture:
    """So many full cups on dark ground, in a heap whose rows are one shorter each."""
    low = choices.ink == "low"
    ink, ground = (BLACK, PAPER) if low else (PAPER, BLACK)
    longest = next(long for long in range(1, count + 1) if long * (long + 1) // 2 >= count)
    rows = [*takewhile(bool, _heap(count, longest))]

    def draw(high: float) -> Picture:
        box = Rect(0.0, 0.5, width, high)
        edge = Path(rounded_rectangle(box.grown(-0.2), 0.8), PAPER, BLACK, 0.4)
        items: list[Item] = [
            edge if low else Path(rounded_rectangle(box, 0.8), BLACK),
            ground_cuts(box, ink, 0.24),
        ]
        wide = (high - 2 * HEAP_AIR) / ((len(rows) - 1) * HEAP_STEP + 1)
        wide = min(wide, (width - 2 * HEAP_AIR) / (HEAP_PITCH * rows[0]))
        for at, long in enumerate(rows):
            y = box.bottom - HEAP_AIR - wide - at * HEAP_STEP * wide
            for number in range(long):
                x = box.center[0] + (number - (long - 1) / 2) * HEAP_PITCH * wide
                items.append(Path(circle(x, y + wide / 2, 0.8 * wide), ground))
                items += cup_items(Rect(x - wide / 2, y, wide, wide), ink, ground)
        told = (Told("Figure", tuple(items), str(count)),)
        return Picture(width, box.bottom + 1.5, tuple(items), str(count), told=told)

    return elastic(draw, *HEAP)


def _heap(count: int, longest: int) -> Iterator[int]:
    """How many lie in each row, from the lowest."""
    for long in range(longest, 0, -1):
        row = min(long, count)
        count -= row
        yield row


def throw_tablet(
    kit: Kit, fallen: tuple[int, int], high: float, *, low: bool, number: int = 0, tall: float = 1.0
) -> tuple[float, Sequence[Item]]:
    """Sticks as they fell, so high from (0, 0), and on a plate beside them how many are dark; its width, mm.

    It may be so many times as `tall` as other throws of its width: its sticks are longer.
    """
    ring, unit = kit.inks[kit.sticks.ink] if kit.sticks else BLACK, high / tall
    box = Rect(0.0, 0.0, STICK * unit * fallen[1], high)
    plate = Rect(box.right + 0.04 * unit, 0.0, PLATE * unit, high)
    style = TextStyle(kit.fonts["display"], FIGURE * unit, BLACK if low else PAPER)
    outline = rounded_rectangle(plate.grown(-0.15 if low else 0.0), 0.6)
    return plate.right, (
        *throw_ground(box, ring, low=low),
        *throw_items(kit, box.grown(-0.06 * unit), fallen, low=low, number=number),
        Path(outline, PAPER, BLACK, 0.3) if low else Path(outline, BLACK),
        ink_center_line(str(fallen[0]), style, plate.center[0], plate.center[1] + 0.36 * style.size),
    )


def throw_ground(box: Rect, ink: Ink, *, low: bool) -> Iterator[Item]:
    """What thrown sticks lie on: carved in this ink, with little ink the cuts alone in a frame."""
    outline = rounded_rectangle(box, 0.6)
    yield Path(outline, PAPER) if low else Path(outline, ink)
    yield ground_cuts(box, ink if low else PAPER)
    if low:
        yield Path(rounded_rectangle(box.grown(-0.15), 0.6), stroke=ink, width=0.3)


def ground_cuts(box: Rect, ink: Ink, deep: float = 0.3) -> Item:
    """Rows of cuts that sway over a box; `deep` is their width in parts of a row."""
    rows = 0.13 * min(box.height, 24.0)
    sway = 0.06 * box.height
    line = through((
        (box.x, box.center[1] + sway), (box.x + 0.3 * box.width, box.center[1] - sway),
        (box.x + 0.7 * box.width, box.center[1] + sway), (box.right, box.center[1] - sway),
    ))  # fmt: skip
    cuts = tuple(stroke_rows(Stream(line, box.height, 9 * rows**0.5, deep * rows, rows)))
    return Group((Path(_joined(cuts), ink, even_odd=False),), clip=box.grown(-0.4))


def throw_items(
    kit: Kit, box: Rect, fallen: tuple[int, int], *, low: bool, number: int = 0, ground: Ink | None = None
) -> Iterator[Item]:
    """Sticks side by side in the box as they fell: so many dark ones of so many; each `number` lies otherwise.

    Round each a little of the `ground` stays free of cuts, of the sticks' own ink where none is given.
    """
    dark, count = fallen
    ring = kit.inks[kit.sticks.ink] if kit.sticks else BLACK
    around = PAPER if low else ground or ring
    pitch = box.width / count
    long = FALLEN[1] * box.height
    wide = min(FALLEN[0] * pitch, long / SLENDER)
    turned = {
        MIXED[(at + number) % count] if count == len(MIXED) else (MIXED[at] + number) % count
        for at in range(dark)
    }
    sticks: list[Item] = []
    for at in range(count):
        x = box.x + (at + 0.5) * pitch
        y = box.center[1] + HIGHER[number % 2][at % 6] * box.height
        place = Affine.rotation(LEAN[number % 3][at % 6], (x, y))
        body = Rect(x - wide / 2, y - long / 2, wide, long)
        yield Group((Path(_upright(body), around, around, 2 * FREE),), place)
        sticks.append(Group(tuple(_fallen(body, ring, dark=at in turned, low=low)), place))
    yield from sticks


def lying_items(kit: Kit, box: Rect, *, low: bool, dark: bool = True) -> Iterator[Item]:
    """A stick that lies in the box, its dark or its pale side; one too short for its nodes is a plain block."""
    (x, y), ring = box.center, kit.inks[kit.sticks.ink] if kit.sticks else BLACK
    if box.width < 2 * box.height:
        line = max(0.22, 0.075 * box.height)
        solid = dark and not low
        yield (
            Path(rectangle(box), BLACK)
            if solid
            else Path(rectangle(box.grown(-line / 2)), PAPER, BLACK, line)
        )
        return
    upright = Rect(x - box.height / 2, y - box.width / 2, box.height, box.width)
    yield Group(tuple(_fallen(upright, ring, dark=dark, low=low)), Affine.rotation(90, (x, y)))


def _upright(box: Rect) -> Outline:
    """A small stick that stands, its corners cut off."""
    bevel = 0.16 * box.width
    return polygon((
        (box.x + bevel, box.y), (box.right - bevel, box.y), (box.right, box.y + bevel),
        (box.right, box.bottom - bevel), (box.right - bevel, box.bottom), (box.x + bevel, box.bottom),
        (box.x, box.bottom - bevel), (box.x, box.y + bevel),
    ))  # fmt: skip


def _fallen(box: Rect, ring: Ink, *, dark: bool, low: bool) -> Iterator[Item]:
    """A side of a small stick: dark with cuts along it, with little ink a bar; or pale. Both have their nodes."""
    line = max(0.22, 0.075 * box.width)
    solid = dark and not low
    yield Path(_upright(box), BLACK) if solid else Path(_upright(box.grown(-line / 2)), PAPER, BLACK, line)
    nodes = [box.y + node * box.height for node in NODES]
    if dark and low:
        yield Path(rectangle(box.grown(-0.26 * box.width)._replace(
            y=nodes[0] + 0.3 * box.width, height=nodes[1] - nodes[0] - 0.6 * box.width)), BLACK)  # fmt: skip
    if solid:
        yield Path(_joined(tuple(_lengthwise(box, nodes))), PAPER, even_odd=False)
    for y in nodes:
        band = Rect(box.x, y - 0.13 * box.width, box.width, 0.26 * box.width)
        if solid:
            yield Path(rectangle(Rect(box.x, y - 0.26 * box.width, box.width, 0.52 * box.width)), PAPER)
        yield Path(rectangle(band), BLACK if low else ring)


def _lengthwise(box: Rect, nodes: list[float]) -> Iterator[Outline]:
    """The grain of a small dark side: three cuts between its nodes, one beyond each."""
    gap, wide = 0.5 * box.width, max(0.26, 0.1 * box.width)
    for at, across in enumerate((0.27, 0.5, 0.73)):
        start, end = nodes[0] + gap, nodes[1] - gap
        long = (end - start) * (0.82, 1.0, 0.7)[at]
        begin = start if at != 2 else end - long
        yield stroke([(box.x + across * box.width, begin + long * step / 8) for step in range(9)], wide, 0.55)
    for start, end in (
        (box.y + 0.35 * box.width, nodes[0] - gap),
        (nodes[1] + gap, box.bottom - 0.35 * box.width),
    ):
        if end - start > 1.2:
            yield stroke([(box.center[0], start + (end - start) * step / 8) for step in range(9)], wide, 0.55)


def _joined(cuts: tuple[Outline, ...]) -> Outline:
    return Outline("".join(c.commands for c in cuts), tuple(v for c in cuts for v in c.coordinates))


def _dark_side(kit: Kit, box: Rect, ring: Ink, *, low: bool) -> Iterator[Item]:
    yield from _low_dark(box, ring) if low else _dark(box, ring)
    yield from _figures(kit, "1", box, BLACK if low else PAPER)


def _pale_side(kit: Kit, box: Rect, ring: Ink) -> Iterator[Item]:
    yield from _pale(box, ring)
    yield from _figures(kit, "0", box, BLACK)


def _figures(kit: Kit, figure: str, box: Rect, ink: Ink) -> Iterator[Item]:
    """The number a side counts, at both ends, to be read from them."""
    style = TextStyle(kit.fonts["display"], FIGURE_EM, ink, tracking=0.0)
    y = box.center[1]
    for x, turn in ((box.x + 5.2, 90), (box.right - 5.2, 270)):
        glyph = ink_center_line(figure, style, x, y + FIGURE_EM * 0.36)
        yield Group((glyph,), Affine.rotation(turn, (x, y)))


def _body(box: Rect) -> Outline:
    """The side with its corners cut off."""
    return polygon(
        (
            (box.x + BEVEL, box.y), (box.right - BEVEL, box.y), (box.right, box.y + BEVEL),
            (box.right, box.bottom - BEVEL), (box.right - BEVEL, box.bottom), (box.x + BEVEL, box.bottom),
            (box.x, box.bottom - BEVEL), (box.x, box.y + BEVEL),
        )
    )  # fmt: skip


def _cut(x: float, to: float, y: float, width: float) -> Outline:
    return stroke([(x + (to - x) * step / 10, y) for step in range(11)], width, 0.55)


def _grain(box: Rect) -> Iterator[Outline]:
    """Five rows of grain between the nodes, which the figures interrupt."""
    edges = (0.0, *NODES, 1.0)
    for row, width in enumerate(GRAIN):
        y = box.y + box.height * (0.13 + 0.185 * row)
        for part, (start, end) in enumerate(pairwise(edges)):
            left, right = box.x + box.width * start + 2.4, box.x + box.width * end - 2.4
            inner = 0 < row < len(GRAIN) - 1
            if part == 0 and inner:
                left += 6.0
            if part == 2 and inner:
                right -= 6.0
            long = (right - left) * (1.0, 0.82, 0.94, 0.72, 0.9)[(row + part) % 5]
            yield _cut(left, left + long, y, width)


def _fibres(box: Rect) -> Iterator[Outline]:
    """A few thin cuts along a pale side, so that it stays pale: from each node one way, and in the middle both ways."""
    edges = (0.0, *NODES, 1.0)
    for part, (start, end) in enumerate(pairwise(edges)):
        left, right = box.x + box.width * start + 3.2, box.x + box.width * end - 3.2
        for row, (down, share, from_left) in enumerate(FIBRES):
            if part != 1 and 0 < row < len(FIBRES) - 1:
                continue
            y, long = box.y + down * box.height, share * (right - left)
            x = left if from_left == (part != 0) else right - long
            yield _cut(x, x + long, y, FIBRE)


def _rings(box: Rect, ink: Ink) -> Iterator[Item]:
    for node in NODES:
        x = box.x + box.width * node
        yield Path(rectangle(Rect(x - RING / 2, box.y, RING, box.height)), ink)


def _lips(box: Rect) -> Outline:
    """A thin cut on each side of a node."""
    lines = Outline("", ())
    for node in NODES:
        for off in (-1.7, 1.7):
            x = box.x + box.width * node + off
            inner = box.grown(-0.9)
            lines += stroke([(x, inner.y + inner.height * step / 8) for step in range(9)], 0.62, 0.8)
    return lines


def _dark(box: Rect, ring: Ink) -> Iterator[Item]:
    yield Path(_body(box), BLACK)
    yield Path(_joined(tuple(_grain(box))) + _lips(box), PAPER, even_odd=False)
    for node in NODES:
        x = box.x + box.width * node
        yield Path(rectangle(Rect(x - RING, box.y, 2 * RING, box.height)), PAPER)
    yield from _rings(box, ring)


def _low_dark(box: Rect, ring: Ink) -> Iterator[Item]:
    """Little ink: the edge, and one solid bar that says which side it is."""
    yield Path(_body(box.grown(-0.35)), stroke=BLACK, width=0.7)
    left, right = (box.x + box.width * node for node in NODES)
    yield Path(rectangle(Rect.from_edges(left + 3.0, box.y + 4.4, right - 3.0, box.bottom - 4.4)), BLACK)
    yield Path(_lips(box), BLACK, even_odd=False)
    yield from _rings(box, BLACK)


def _pale(box: Rect, ring: Ink) -> Iterator[Item]:
    yield Path(_body(box.grown(-EDGE / 2)), stroke=BLACK, width=EDGE)
    yield Path(_joined(tuple(_fibres(box))) + _lips(box), ring, even_odd=False)
    yield from _rings(box, ring)


def _hatching(box: Rect) -> Outline:
    """Here comes the glue."""
    lines = Outline("", ())
    lean = box.height * 0.4
    for step in range(1, int((box.width - lean) / HATCH)):
        x = box.x + step * HATCH
        lines += segment(x, box.bottom - 0.8, x + lean, box.y + 0.8)
    return lines
