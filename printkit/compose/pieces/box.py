"""Artwork of the tuck box: its grounds, and on every side what that side says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from printkit.compose.faces.context import Choices, FaceContext
from printkit.compose.faces.faces import compose_back
from printkit.compose.pieces.box_back import draw_back
from printkit.compose.pieces.box_pen import BLEED, ROW, ROW_GROWS, SHORE, SHORE_LINE, BoxPen, cuts, waves
from printkit.compose.pieces.box_sides import draw_back_flap, draw_front, draw_left, draw_lid, draw_right
from printkit.compose.pieces.carving import RHYTHM, stroke
from printkit.geometry import Affine, Outline, Rect, Size
from printkit.kit.box import TuckBox
from printkit.kit.model import Card, Kit
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import rectangle

__all__ = ["BLEED", "BoxNet", "compose_box"]

# A side of a box for tarot cards; on smaller ones all is in proportion.
USUAL = Size(66.0, 121.0)
# How long the strokes of water are on a book, what is between two of them at most, and how thick they are, mm.
BOOK = 26.0, 4.5, 1.15


SIDES: Mapping[str, Callable[[BoxPen, Rect], Iterator[Item]]] = {
    "front": draw_front,
    "back": draw_back,
    "left": draw_left,
    "right": draw_right,
}


class BoxNet(NamedTuple):
    """What the printing needs to know of an unfolded box: its size, its panels by name, and its depth; mm."""

    width: float
    height: float
    depth: float
    panels: dict[str, Rect]


def compose_box(kit: Kit, tuck: TuckBox, net: BoxNet, choices: Choices, part: int, book: str = "") -> Scene:
    """The printed side of an unfolded box; `part` distinguishes the sheets of one box.

    `book` is the key of a book's name, for a book that has the front on its cover.
    """
    size = kit.size(choices.size)
    card = Card("box", "box", tuck.component, 0, {})
    side = next(panel for name, panel in net.panels.items() if name in ("front", "back"))
    scale = min(1.0, side.height / USUAL.height, side.width / USUAL.width)
    pen = BoxPen(FaceContext(kit, size, card, choices), tuck, net.depth, scale, book)
    grounds = _river if pen.river else _pattern
    items: list[Item] = [Group(tuple(grounds(pen, net)), layer="art")]
    for name, draw in SIDES.items():
        panel = net.panels.get(name)
        if panel is not None:
            items += draw(pen, panel)
    back = net.panels.get("back")
    if back is not None:
        items += draw_lid(pen, Rect(back.x, back.y - net.depth, back.width, net.depth))
        items += draw_back_flap(pen, Rect(back.x, back.y - net.depth - tuck.tuck, back.width, tuck.tuck))
    return Scene(f"box-{part}", net.width, net.height, 0.0, tuple(items))


def _printed(net: BoxNet) -> Iterator[Rect]:
    """The parts of the sheet with a ground: all sides with their bleed, the lid, and the bottom."""
    sides = [panel for name, panel in net.panels.items() if name != "glue"]
    body = sides[0]
    for panel in sides[1:]:
        body = body.union(panel)
    yield body.grown(BLEED)
    for name, up in (("back", True), ("front", False)):
        side = net.panels.get(name)
        if side is not None:
            y = side.y - net.depth if up else side.bottom
            yield Rect(side.x - BLEED, y - (BLEED if up else 0.0), side.width + 2 * BLEED, net.depth + BLEED)


def _pattern(pen: BoxPen, net: BoxNet) -> Iterator[Item]:
    """The pattern of the cards' back on every side, or the ink alone where they have none."""
    kit, tuck = pen.context.kit, pen.tuck
    first = kit.cards_of(tuck.component)[0]
    back = compose_back(kit, first, pen.context.choices) if first.back else None
    if back is None:
        yield from (Path(rectangle(box), kit.inks[tuck.ink]) for box in _printed(net) if pen.full)
        return
    body, *flaps = _printed(net)
    extent = back.extent
    for box in (*_sides_of(net, body), *flaps):
        scale = max(box.width / extent.width, box.height / extent.height, 1.0)
        (x, y), (own_x, own_y) = box.center, extent.center
        place = Affine(scale, 0.0, 0.0, scale, x - scale * own_x, y - scale * own_y)
        yield Group((Use(back, place),), clip=box)


def _sides_of(net: BoxNet, body: Rect) -> Iterator[Rect]:
    """Each side as far as the next one, the outer ones with their bleed."""
    sides = [panel for name, panel in net.panels.items() if name != "glue"]
    for panel in sides:
        left = body.x if panel is sides[0] else panel.x
        right = body.right if panel is sides[-1] else panel.right
        yield Rect.from_edges(left, body.y, right, body.bottom)


def _river(pen: BoxPen, net: BoxNet) -> Iterator[Item]:
    """Night above and water or land below that runs round all sides, and on under the bottom."""
    body, *flaps = _printed(net)
    side = next(panel for name, panel in net.panels.items() if name != "glue")
    shore = side.y + SHORE * side.height
    ink = pen.lower_ink
    # It begins under the line between them: no hair of it stands above.
    lower = [Rect.from_edges(body.x, shore + SHORE_LINE / 2, body.right, body.bottom)]
    lower += [flap for flap in flaps if flap.y > side.y]
    if pen.full:
        yield from (Path(rectangle(box), BLACK) for box in (body, *flaps) if box not in lower)
        yield from (Path(rectangle(box), ink) for box in lower)
        yield Path(rectangle(Rect(body.x, shore, body.width, SHORE_LINE)), PAPER)
    else:
        yield Path(rectangle(Rect(body.x, shore, body.width, SHORE_LINE)), BLACK)
    ink = (PAPER if pen.book else BLACK) if pen.full else ink
    # A book has no cards on its ground: its water is close, and other ground is carved in long cuts that sway.
    run = BOOK if pen.book else (pen.stroke,)
    for box in lower:
        sways = pen.book and not pen.is_water
        yield Group((cuts(box, ink) if sways else waves(box, ink, *run),), clip=box)
    front = net.panels.get("front")
    if front is not None and pen.tuck.hero is not None:
        beam = front.x + 0.8 * front.width
        yield _light(beam, shore, side.bottom, PAPER if pen.full else ink)


def _light(x: float, top: float, bottom: float, ink: Ink) -> Item:
    """The light of the hero on the water: broken strokes that widen and part towards the viewer."""
    y, step, row = top + 2.0, ROW, 0
    outline = Outline("", ())
    while y < bottom - 2.0:
        half = (2.5 + 0.16 * (y - top)) * (0.6 + 0.7 * RHYTHM[row % len(RHYTHM)])
        aside = (0.5 - row * 0.618 % 1.0) * 3.0
        outline += stroke(((x + aside - half, y), (x + aside, y), (x + aside + half, y)), 1.3, 0.5)
        y, step, row = y + step, step * ROW_GROWS, row + 1
    return Path(outline, ink, even_odd=False)
