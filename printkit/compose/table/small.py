"""Small drawings of what lies on a table: faces, empty places, arrows; in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from printkit.compose.faces.reduced import reduced
from printkit.geometry import IDENTITY, Affine, Outline, Rect
from printkit.kit.model import Kit
from printkit.scene.inks import BLACK, PAPER, Ink, find_ink
from printkit.scene.model import Group, Item, Path, Scene, Use
from printkit.scene.shapes import polygon, rectangle, sides

__all__ = [
    "FRAME",
    "Faces",
    "Pen",
    "TablePicture",
    "arrow",
    "card_arrow",
    "card_ids",
    "empty_place",
    "thumbnail",
]

Faces = Callable[[str], Scene]
"""The face of a card, by its id."""

FRAME = 0.2
# How far an arrow is drawn aside at most, mm.
BOW = 7.0
# From so far up, in heights of a card, a card goes past another one; how far left of it its arrow is bent, in widths.
FAR, PAST = 1.8, 0.42


def thumbnail(scene: Scene, slot: Rect, *, turned: bool = False) -> list[Item]:
    """A whole face, as wide as its slot, in a thin frame."""
    scale = slot.width / scene.width
    turn = Affine.rotation(180, (scene.width / 2, scene.height / 2)) if turned else IDENTITY
    place = turn.then(Affine.scaling(scale)).then(Affine.translation(round(slot.x, 4), round(slot.y, 4)))
    return [
        Path(rectangle(slot), PAPER),
        Group((Use(reduced(scene, scale), place),), clip=slot),
        Path(rectangle(slot), stroke=BLACK, width=FRAME),
    ]


def empty_place(slot: Rect) -> list[Item]:
    """Where a card may come to lie."""
    return [
        Path(rectangle(slot), PAPER),
        Path(sides(slot), stroke=BLACK, width=FRAME, dash=(1.2, 0.9)),
    ]


class Pen(NamedTuple):
    """A line's width and ink, and how far from its ends it keeps; mm."""

    width: float
    ink: Ink
    start: float
    end: float


def arrow(start: tuple[float, float], end: tuple[float, float], pen: Pen) -> list[Item]:
    """A bowed arrow in white casing."""
    length = math.dist(start, end)
    if length < pen.start + pen.end + 1.0:
        return []
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    bow = min(0.14 * length, BOW)
    middle = (start[0] + end[0]) / 2 + uy * bow, (start[1] + end[1]) / 2 - ux * bow
    tip = end[0] - ux * pen.end, end[1] - uy * pen.end
    head = pen.width * 2.6
    dx, dy = tip[0] - middle[0], tip[1] - middle[1]
    reach = math.hypot(dx, dy) or 1.0
    vx, vy = dx / reach, dy / reach
    neck = tip[0] - vx * head, tip[1] - vy * head
    first = start[0] + ux * pen.start, start[1] + uy * pen.start
    line = _bowed(first, middle, neck)
    half = head * 0.55
    point = polygon(
        (tip, (neck[0] - vy * half, neck[1] + vx * half), (neck[0] + vy * half, neck[1] - vx * half))
    )
    return [
        Path(line, stroke=PAPER, width=pen.width + 1.0),
        Path(point, PAPER, PAPER, 1.0),
        Path(line, stroke=pen.ink, width=pen.width),
        Path(point, pen.ink),
    ]


def card_arrow(looks: bool, source: Rect, target: Rect) -> list[Item]:
    """Eyes go in blue from a card to the edge of another, a card in red."""
    if source.y - target.y > FAR * target.height:
        return _past(source, target)
    shift = 0.28 * source.width * ((-1 if source.y < target.y else 0.6) if looks else 1)
    edge = min(max(source.center[1], target.y), target.bottom)
    start = source.center[0] + shift, source.center[1]
    end = target.center[0] + shift, target.center[1] if target.y < edge < target.bottom else edge
    ink, width, off = (find_ink("blue"), 0.9, 0.4) if looks else (find_ink("red"), 1.3, 0.4)
    return arrow(start, end, Pen(width, ink, 1.0, off if end[1] == edge else 2.6))


def _past(source: Rect, target: Rect) -> list[Item]:
    """Upwards past other cards a card goes left of them, from its own edge to that of its place."""
    red, width, head = find_ink("red"), 1.3, 3.4
    start = source.x + 0.3 * source.width, source.center[1]
    tip = target.x + 0.22 * target.width, target.center[1]
    out = PAST * source.width
    controls = source.x - out, start[1], target.x - out, tip[1]
    line = Outline("MC", (*start, *controls, tip[0] - 0.8 * head, tip[1]))
    point = polygon((tip, (tip[0] - head, tip[1] - 0.6 * head), (tip[0] - head, tip[1] + 0.6 * head)))
    return [
        Path(line, stroke=PAPER, width=width + 1.0),
        Path(point, PAPER, PAPER, 1.0),
        Path(line, stroke=red, width=width),
        Path(point, red),
    ]


def _bowed(start: tuple[float, float], middle: tuple[float, float], end: tuple[float, float]) -> Outline:
    """A quadratic curve as a cubic one."""
    controls: list[float] = []
    for near in (start, end):
        controls += [near[axis] + (middle[axis] - near[axis]) * 2 / 3 for axis in (0, 1)]
    return Outline("MC", (*start, *controls, *end))


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The drawing from (0, 0) to `width` and `height`, in mm; `slots` is where the card of each place lies."""

    width: float
    height: float
    items: tuple[Item, ...]
    slots: Mapping[str, Rect] = field(default_factory=dict, hash=False)

    def at(self, x: float, y: float) -> Group:
        """The drawing with its top-left corner there."""
        return Group(self.items, Affine.translation(round(x, 4), round(y, 4)))


def card_ids(kit: Kit) -> Mapping[str, str]:
    """The id of every card that games name, by its code: a suit's code and rank, or a major's number."""
    pairs = []
    for card in kit.cards:
        suit, rank, number = (card.fields.get(name) for name in ("suit", "rank", "number"))
        if isinstance(suit, str) and suit in kit.suits and rank is not None:
            pairs.append((f"{kit.suits[suit].code}{rank}", card.id))
        elif isinstance(number, int):
            pairs.append((str(number), card.id))
    return dict(pairs)
