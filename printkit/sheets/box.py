"""The net of a tuck box: panels, cuts and folds on one sheet or two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from printkit.geometry import Affine, Outline, Rect, Size
from printkit.scene.shapes import KAPPA, segment

__all__ = ["BoxSize", "Net", "Panel", "PanelName", "box_size", "nets"]

PanelName = Literal["glue", "back", "left", "front", "right"]
Point = tuple[float, float]

# The whole box in one strip as seen from outside; the seam lies at the back's left edge.
STRIP: tuple[PanelName, ...] = ("glue", "back", "left", "front", "right")
HALVES: tuple[tuple[PanelName, ...], ...] = (("glue", "back", "left"), ("glue", "front", "right"))
NOTCH = 9.0
# The lid and the flaps are a little narrower than the panel they close.
EASE = 0.5


class BoxSize(NamedTuple):
    """A box's panels, fold to fold, and how far its flaps reach; mm."""

    width: float
    height: float
    depth: float
    tuck: float
    glue: float
    dust: float


@dataclass(frozen=True, slots=True)
class Panel:
    """One side of the box on the unfolded sheet."""

    name: PanelName
    box: Rect


@dataclass(frozen=True, slots=True)
class Net:
    """An unfolded box or half of it: its extent, its panels, its outline to cut and its lines to fold; mm.

    The origin is the top left of the extent; the body's upper edge lies `top` below it.
    """

    size: Size
    top: float
    panels: tuple[Panel, ...]
    cut: Outline
    folds: tuple[Outline, ...]

    def panel(self, name: PanelName) -> Rect | None:
        """Where a panel lies, None on the other half's sheet."""
        return next((panel.box for panel in self.panels if panel.name == name), None)


def box_size(
    card: Size, stack: float, play: float, board: float, flaps: tuple[float, float, float]
) -> BoxSize:
    """The box for a stack of cards: each inner measure has `play`, each fold takes half its board inside.

    `flaps` are tuck, glue and dust.
    """
    more = play + board
    tuck, glue, dust = flaps
    width, depth = card.width + more, stack + more
    return BoxSize(width, card.height + more, depth, tuck, glue, min(dust, width / 2 - EASE))


def nets(size: BoxSize) -> tuple[tuple[Net, ...], ...]:
    """The ways to unfold it, the whole first, then in two halves that are glued to each other."""
    return (_net(size, STRIP),), tuple(_net(size, half) for half in HALVES)


def _net(size: BoxSize, strip: Sequence[PanelName]) -> Net:
    widths = {"glue": size.glue, "back": size.width, "front": size.width}
    top = max((size.depth + size.tuck) if "back" in strip else 0.0, size.dust)
    x = 0.0
    panels = []
    for name in strip:
        width = widths.get(name, size.depth)
        panels.append(Panel(name, Rect(x, top, width, size.height)))
        x += width
    foot = max(size.depth, size.dust)
    outline = _Outline()
    for panel in panels:
        outline.add(_TOPS[panel.name](panel.box, size))
    for panel in reversed(panels):
        outline.add(_FEET[panel.name](panel.box, size))
    folds = [segment(panel.box.x, top, panel.box.x, top + size.height) for panel in panels[1:]]
    for panel in panels:
        folds += _level_folds(panel, size)
    return Net(Size(x, top + size.height + foot), top, tuple(panels), outline.closed(), tuple(folds))


def _level_folds(panel: Panel, size: BoxSize) -> list[Outline]:
    box, name = panel.box, panel.name
    if name == "glue":
        return []
    folds = [segment(box.x, box.bottom, box.right, box.bottom)]
    if name != "front":
        folds.append(segment(box.x, box.y, box.right, box.y))
    if name == "back":
        y = box.y - size.depth
        folds.append(segment(box.x + EASE, y, box.right - EASE, y))
    return folds


class _Outline:
    """A closed path in the making; each piece is a row of points, or of three points for a curve."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self.numbers: list[float] = []
        self.last: Point | None = None

    def add(self, pieces: Sequence[tuple[Point, ...]]) -> None:
        for piece in pieces:
            if len(piece) == 1 and self.last is not None and _near(piece[0], self.last):
                continue
            self.commands.append("C" if len(piece) == 3 else "L" if self.commands else "M")
            for point in piece:
                self.numbers += point
            self.last = piece[-1]

    def closed(self) -> Outline:
        return Outline("".join(self.commands) + "Z", tuple(round(number, 4) for number in self.numbers))


def _near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < 1e-6 and abs(one[1] - other[1]) < 1e-6


Pieces = list[tuple[Point, ...]]


def _glue_top(box: Rect, size: BoxSize) -> Pieces:
    return [((box.x, box.y + size.glue * 0.4),), ((box.right, box.y),)]


def _lid(box: Rect, size: BoxSize) -> Pieces:
    """The lid with its tuck flap, whose corners are round so that it slips in."""
    left, right = box.x + EASE, box.right - EASE
    hinge = box.y - size.depth
    end = hinge - size.tuck
    radius = min(size.tuck * 0.75, box.width / 4)
    near = radius * (1 - KAPPA)
    in_left, in_right = left + EASE, right - EASE
    return [
        ((box.x, box.y),),
        ((left, box.y - EASE),),
        ((left, hinge),),
        ((in_left, hinge - EASE),),
        ((in_left, end + radius),),
        ((in_left, end + near), (in_left + near, end), (in_left + radius, end)),
        ((in_right - radius, end),),
        ((in_right - near, end), (in_right, end + near), (in_right, end + radius)),
        ((in_right, hinge - EASE),),
        ((right, hinge),),
        ((right, box.y - EASE),),
        ((box.right, box.y),),
    ]


def _dust_top(box: Rect, size: BoxSize) -> Pieces:
    inset = min(3.5, box.width / 5)
    return [
        ((box.x, box.y),),
        ((box.x + EASE, box.y - 1.5),),
        ((box.x + inset, box.y - size.dust),),
        ((box.right - inset, box.y - size.dust),),
        ((box.right - EASE, box.y - 1.5),),
        ((box.right, box.y),),
    ]


def _notched(box: Rect, size: BoxSize) -> Pieces:
    """The front's open edge with a notch for the thumb."""
    x, radius = box.center[0], min(NOTCH, box.width / 5)
    deep, hand = radius * 0.8, radius * KAPPA
    return [
        ((box.x, box.y),),
        ((x - radius, box.y),),
        ((x - radius, box.y + deep * KAPPA), (x - hand, box.y + deep), (x, box.y + deep)),
        ((x + hand, box.y + deep), (x + radius, box.y + deep * KAPPA), (x + radius, box.y)),
        ((box.right, box.y),),
    ]


def _turned(pieces: Pieces, box: Rect) -> Pieces:
    """The pieces of an upper edge as those of the lower one, walked from right to left."""
    turn = Affine.rotation(180, box.center)
    return [tuple(turn.point(*point) for point in piece) for piece in pieces]


def _glue_foot(box: Rect, size: BoxSize) -> Pieces:
    return [((box.right, box.bottom),), ((box.x, box.bottom - size.glue * 0.4),)]


def _floor(box: Rect, size: BoxSize) -> Pieces:
    """The bottom one sees, as deep as the box."""
    end = box.bottom + size.depth - EASE / 2
    return [
        ((box.right, box.bottom),),
        ((box.right - EASE, box.bottom + EASE),),
        ((box.right - EASE, end),),
        ((box.x + EASE, end),),
        ((box.x + EASE, box.bottom + EASE),),
        ((box.x, box.bottom),),
    ]


def _inner_floor(box: Rect, size: BoxSize) -> Pieces:
    """The flap under the bottom, which takes the glue."""
    deep = min(size.depth - 1.0, max(size.depth * 0.7, 8.0))
    inset = min(4.0, size.depth / 4)
    return [
        ((box.right, box.bottom),),
        ((box.right - EASE, box.bottom + EASE),),
        ((box.right - inset, box.bottom + deep),),
        ((box.x + inset, box.bottom + deep),),
        ((box.x + EASE, box.bottom + EASE),),
        ((box.x, box.bottom),),
    ]


_TOPS = {"glue": _glue_top, "back": _lid, "left": _dust_top, "right": _dust_top, "front": _notched}
_FEET = {
    "glue": _glue_foot,
    "back": _inner_floor,
    "left": lambda box, size: _turned(_dust_top(box, size), box),
    "right": lambda box, size: _turned(_dust_top(box, size), box),
    "front": _floor,
}
