"""Draws the throwing sticks: a dark and a pale side, as a strip of four to roll up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from printkit.compose.books.page_blocks import Picture
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.carving import stroke
from printkit.compose.text.typesetting import TextStyle, ink_center_line
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.model import Kit
from printkit.kit.sticks import Sticks
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene
from printkit.scene.shapes import polygon, rectangle, segment

__all__ = ["SIDES", "cast_picture", "compose_side", "compose_stick", "stick_folds"]

SIDES = 4
"""Dark side, pale side, and two that are rolled up inside."""
NODES = (0.22, 0.81)
RING = 0.7
GRAIN = (0.85, 0.95, 0.8, 0.9, 0.95)
BEVEL, EDGE = 1.3, 0.45
FIGURE_EM = 4.2
# How much of a page's width a throw takes.
CAST_SHARE = 0.5
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


def cast_picture(kit: Kit, sticks: Sticks, choices: Choices, width: float) -> Picture:
    """A throw of five sticks as it lies on the table, three of them dark."""
    low, ring = choices.ink == "low", kit.inks[sticks.ink]
    scale = round(CAST_SHARE * width / sticks.length, 4)
    pitch = 1.16 * sticks.width
    items: list[Item] = []
    for at, dark in enumerate((True, False, True, True, False)):
        box = Rect(0.0, at * pitch, sticks.length, sticks.width)
        items += _dark_side(kit, box, ring, low=low) if dark else _pale_side(kit, box, ring)
    left = round((1 - CAST_SHARE) * width / 2, 4)
    place = Affine.scaling(scale).then(Affine.translation(left, 0.5))
    height = scale * (4 * pitch + sticks.width) + 2.0
    return Picture(width, height, (Group(tuple(items), place),), "1 0 1 1 0")


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
    cuts = tuple(_grain(box))
    joined = Outline("".join(c.commands for c in cuts), tuple(v for c in cuts for v in c.coordinates))
    yield Path(joined + _lips(box), PAPER, even_odd=False)
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
    yield Path(_lips(box), ring, even_odd=False)
    yield from _rings(box, ring)


def _hatching(box: Rect) -> Outline:
    """Here comes the glue."""
    lines = Outline("", ())
    lean = box.height * 0.4
    for step in range(1, int((box.width - lean) / HATCH)):
        x = box.x + step * HATCH
        lines += segment(x, box.bottom - 0.8, x + lean, box.y + 0.8)
    return lines
