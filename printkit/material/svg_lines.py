"""Outlines and strokes of SVG as the scene has them, and the box around what they paint."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import reduce
from typing import cast

from printkit.geometry import Affine, Outline, Rect
from printkit.material.svg_values import Viewport, length, numbers
from printkit.scene.inks import Ink
from printkit.scene.model import Cap, Group, Item, Join, Path

__all__ = ["InexactError", "bounds", "mapped", "outline_of", "stroked", "upright"]

_FINE = 3


class InexactError(Exception):
    """The scene has no words for what a drawing shows; the text names it: `opacity`, `<text>`."""


def outline_of(data: str) -> Outline:
    """Path data as absolute M L C Z; InexactError for data that breaks off."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    try:
        parse_path(data, pen)
    except Exception as error:
        raise InexactError("path data that breaks off") from error
    commands: list[str] = []
    points: list[tuple[float, float]] = []
    last = (0.0, 0.0)
    for name, arguments in pen.value:
        if name == "qCurveTo":
            (qx, qy), (ex, ey) = arguments
            x, y = last
            first = (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3)
            arguments = (first, (ex + (qx - ex) * 2 / 3, ey + (qy - ey) * 2 / 3), (ex, ey))
        commands.append(_COMMANDS[name])
        points += arguments
        last = arguments[-1] if arguments else last
    outline = Outline("".join(commands).replace("E", ""), tuple(value for point in points for value in point))
    if not all(math.isfinite(value) for value in outline.coordinates):
        raise InexactError("path data out of range")
    return outline


_COMMANDS = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "C", "closePath": "Z", "endPath": "E"}


def mapped(outline: Outline, by: Affine) -> Outline:
    """The outline under a map, to a thousandth of a mm."""
    a, b, c, d, e, f = by
    xs, ys = outline.coordinates[::2], outline.coordinates[1::2]
    values = [
        value
        for x, y in zip(xs, ys, strict=True)
        for value in (round(a * x + c * y + e, _FINE), round(b * x + d * y + f, _FINE))
    ]
    if not all(abs(value) < 1e6 for value in values):
        raise InexactError("a shape out of range")
    return Outline(outline.commands, tuple(values))


def stroked(
    outline: Outline, ink: Ink, width: float, style: Mapping[str, str], by: Affine, view: Viewport
) -> Item:
    """An outline with its stroke of that width, under a map; the style gives ends, corners and dashes."""
    cap, join = style["stroke-linecap"].strip(), style["stroke-linejoin"].strip()
    if cap not in ("butt", "round", "square") or join not in ("miter", "round", "bevel"):
        raise InexactError(
            f"stroke-linejoin {join}" if cap in ("butt", "round", "square") else f"stroke-linecap {cap}"
        )
    if cap != "butt" and _has_dots(outline):
        raise InexactError("a dot by the ends of a line")
    scale = math.sqrt(abs(by.a * by.d - by.b * by.c))
    if scale < 1e-9:
        raise InexactError("a flat transform")
    limit = max((numbers(style["stroke-miterlimit"]) or [4.0])[0], 1.0)
    dash = _dash(style, view)
    if cap != "butt" and 0.0 in dash:
        raise InexactError("a dot by the ends of a line")
    even = Affine(scale, 0.0, 0.0, scale, 0.0, 0.0)
    uneven = (
        max(abs(by.a - by.d), abs(by.b + by.c)) > 1e-6 * scale
        and max(abs(by.a + by.d), abs(by.b - by.c)) > 1e-6 * scale
    )
    drawn = mapped(outline, even if uneven else by)
    dashes = tuple(round(each * scale, _FINE) for each in dash)
    wide = round(width * scale, _FINE) or 0.001
    path = Path(drawn, None, ink, wide, True, dashes, cast(Cap, cap), cast(Join, join), limit)
    if not uneven:
        return path
    a, b, c, d, e, f = by
    return Group((path,), Affine(a / scale, b / scale, c / scale, d / scale, e, f))


def _dash(style: Mapping[str, str], view: Viewport) -> tuple[float, ...]:
    text = style["stroke-dasharray"].strip()
    if text in ("none", ""):
        return ()
    lengths = [length(word, view) for word in text.replace(",", " ").split()]
    if any(each is None or each < 0 for each in lengths):
        raise InexactError("stroke-dasharray")
    known = [each for each in lengths if each is not None]
    if not sum(known):
        return ()
    if (length(style["stroke-dashoffset"], view) or 0.0) % (sum(known) * (1 + len(known) % 2)):
        raise InexactError("stroke-dashoffset")
    return tuple(known * (1 + len(known) % 2))


def _has_dots(outline: Outline) -> bool:
    """Whether a part has no length: programs differ in what the ends of a line are there."""
    at, start, moved = 0, (0.0, 0.0), True
    for command in outline.commands:
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[command]
        points = outline.coordinates[at : at + count]
        at += count
        if command == "M":
            if not moved:
                return True
            start, moved = (points[0], points[1]), False
        else:
            moved = moved or any(abs(value - start[index % 2]) > 1e-9 for index, value in enumerate(points))
    return not moved


def _corners(outline: Outline) -> list[float]:
    """How far each corner would reach, in widths of the stroke; 1 where the way goes straight on."""
    ratios: list[float] = []
    points, at = outline.coordinates, 0
    ways: list[tuple[tuple[float, float], tuple[float, float]]] = []
    start = last = (0.0, 0.0)

    def joined(closed: bool) -> None:
        pairs = zip(ways, ways[1:] + (ways[:1] if closed else []), strict=False)
        ratios.extend(_reach(before[1], after[0]) for before, after in pairs)
        ways.clear()

    for command in outline.commands:
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[command]
        row = [*last, *points[at : at + count]]
        at += count
        if command == "M":
            joined(False)
            start = last = (row[-2], row[-1])
            continue
        row = [*last, *start] if command == "Z" else row
        steps = [(row[i + 2] - row[i], row[i + 3] - row[i + 1]) for i in range(0, len(row) - 2, 2)]
        steps = [step for step in steps if math.hypot(*step) > 1e-9]
        if steps:
            ways.append((steps[0], steps[-1]))
        last = start if command == "Z" else (row[-2], row[-1])
        if command == "Z":
            joined(True)
    joined(False)
    return ratios


def _reach(before: tuple[float, float], after: tuple[float, float]) -> float:
    cosine = (before[0] * after[0] + before[1] * after[1]) / (math.hypot(*before) * math.hypot(*after))
    half = math.sqrt(max(0.0, (1 + min(cosine, 1.0)) / 2))
    return 1 / half if half > 1e-6 else math.inf


def upright(outline: Outline) -> Rect | None:
    """The rectangle an outline is, with its edges upright and level; None for any other."""
    if outline.commands.rstrip("Z") not in ("MLLL", "MLLLL"):
        return None
    points = list(zip(outline.coordinates[::2], outline.coordinates[1::2], strict=True))
    if len(points) == 5 and points[4] != points[0]:
        return None
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[:4]
    level = (ay == by and bx == cx and cy == dy and dx == ax) or (
        ax == bx and by == cy and cx == dx and dy == ay
    )
    return Rect.from_edges(ax, ay, cx, cy) if level else None


def bounds(item: Item) -> Rect:
    """A box around all an item may paint: handles of curves and the reach of strokes counted in."""
    if isinstance(item, Group):
        if item.clip is not None:
            return item.clip
        first, *others = (item.transform.rect(bounds(each)) for each in item.items)
        return reduce(Rect.union, others, first)
    assert isinstance(item, Path)
    xs, ys = item.outline.coordinates[::2], item.outline.coordinates[1::2]
    reach = 0.0
    if item.stroke:
        sharp = (ratio for ratio in _corners(item.outline) if ratio <= item.miter)
        reach = item.width / 2 * max(1.5 if item.cap == "square" else 1.0, *sharp, 1.0)
    return Rect.from_edges(min(xs), min(ys), max(xs), max(ys)).grown(reach)
