"""Places, merges and overlaps Art values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from printkit.atelier.shape import EMPTY, Point, Shape, union
from printkit.atelier.source import INKS, Art

GAP = 0.7
"""The mon line: paper between two masses, mm."""


def mapped(picture: Art, change: Callable[[Shape], Shape]) -> Art:
    """Every group of a picture sent through `change`."""
    return Art(
        change(picture.mass),
        change(picture.cut),
        change(picture.window),
        tuple((ink, changed) for ink, area in picture.colour if (changed := change(area))),
    )


def placed(picture: Art, x: float, y: float, scale: float = 1.0, degrees: float = 0.0) -> Art:
    """A form drawn about the origin: scaled, turned clockwise, then moved so that its origin is at (x, y)."""
    return mapped(picture, lambda area: area.scaled(scale).turned(degrees).moved(x, y))


def turned(picture: Art, degrees: float, about: Point = (35.0, 60.0)) -> Art:
    """The whole picture rotated clockwise."""
    return mapped(picture, lambda area: area.turned(degrees, about))


def merged(pictures: Iterable[Art]) -> Art:
    """Several pictures as one; nothing hides anything."""
    every = list(pictures)
    inks = {ink: [area for one in every for name, area in one.colour if name == ink] for ink in INKS}
    return Art(
        _all(one.mass for one in every),
        _all(one.cut for one in every),
        _all(one.window for one in every),
        tuple((ink, _all(areas)) for ink, areas in inks.items() if areas),
    )


def silhouette(picture: Art) -> Shape:
    """Everything a picture covers, light included."""
    return _all([picture.mass, picture.window, *(area for _, area in picture.colour)])


def without(picture: Art, area: Shape) -> Art:
    """A picture with an area taken out of every group."""
    return mapped(picture, lambda kind: kind - area) if area else picture


def stacked(pictures: Iterable[Art], gap: float = GAP) -> Art:
    """Pictures from back to front: each is cut back by `gap` round everything in front of it."""
    front = EMPTY
    kept: list[Art] = []
    for one in reversed(list(pictures)):
        kept.append(without(one, front.grown(gap)) if front else one)
        front = front | silhouette(one)
    return merged(reversed(kept))


def cleaned(picture: Art, smallest: float = 0.4) -> Art:
    """Without what booleans leave behind: islands of ink and windows below this many mm², anything thin all over."""
    dust = [island for island in picture.black.parts() if island.area < smallest or not island.shrunk(0.17)]
    light = [island for island in picture.window.parts() if island.area < smallest]
    mass = picture.mass - union(one.grown(0.02) for one in dust) if dust else picture.mass
    window = picture.window - union(one.grown(0.02) for one in light) if light else picture.window
    cuts = picture.cut.parts()
    kept = [stroke for stroke in cuts if stroke.shrunk(0.17)]
    colours = [
        (ink, [one for one in area.parts() if one.area >= smallest and one.shrunk(0.17)])
        for ink, area in picture.colour
    ]
    return Art(
        mass,
        _all(kept) if len(kept) < len(cuts) else picture.cut,
        window,
        tuple((ink, _all(areas)) for ink, areas in colours if areas),
    )


def _all(areas: Iterable[Shape]) -> Shape:
    pieces = [area for area in areas if area]
    return union(pieces) if pieces else EMPTY
