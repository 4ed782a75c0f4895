"""Shapes of SVG: lengths, colours and transforms in any notation, and outlines and strokes as the scene has them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import reduce
from typing import NamedTuple, cast

from printkit.geometry import IDENTITY, Affine, Outline, Rect
from printkit.material.svg_tree import Element
from printkit.scene.inks import Ink
from printkit.scene.model import Cap, Group, Item, Join, Path

__all__ = [
    "InexactError",
    "Viewport",
    "bounds",
    "length",
    "mapped",
    "numbers",
    "outline_of",
    "path_data",
    "place_view",
    "rgba",
    "stroked",
    "transform",
    "upright",
]

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_LENGTH = re.compile(rf"\s*({_NUMBER})\s*([A-Za-z]+|%)?\s*\Z")
_NUMBERS = re.compile(_NUMBER)
_UNITS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0,
}  # fmt: skip


class Viewport(NamedTuple):
    """What percentages and font units count from: width and height in user units, and the font size."""

    width: float
    height: float
    em: float = 16.0

    def along(self, axis: str) -> float:
        """What 100 % is: `x` the width, `y` the height, else the mean of both as SVG has it."""
        if axis in ("x", "y"):
            return self.width if axis == "x" else self.height
        return math.hypot(self.width, self.height) / math.sqrt(2)


def length(text: str, view: Viewport, axis: str = "") -> float | None:
    """A length in user units; None for what is none."""
    found = _LENGTH.match(text)
    if not found:
        return None
    value, unit = float(found[1]), (found[2] or "").lower()
    if unit == "%":
        return value / 100 * view.along(axis)
    if unit in ("em", "ex"):
        return value * view.em * (0.5 if unit == "ex" else 1.0)
    return value * _UNITS[unit] if unit in _UNITS else None


def numbers(text: str) -> list[float]:
    """All numbers of a list, however they are separated."""
    return [float(word) for word in _NUMBERS.findall(text)]


def rgba(text: str, current: str) -> tuple[int, int, int, float] | None:
    """A colour as red, green, blue 0–255 and how much of it covers 0–1; None for what is no colour."""
    from tinycss2.color4 import parse_color

    parsed = parse_color(current if text.lower() == "currentcolor" else text)
    if parsed is None or isinstance(parsed, str):
        return None
    if parsed.space not in ("srgb", "hsl", "hwb"):
        return None
    red, green, blue = (
        round(255 * min(max(value or 0.0, 0.0), 1.0)) for value in parsed.to("srgb").coordinates
    )
    return red, green, blue, 1.0 if parsed.alpha is None else float(parsed.alpha)


_CALL = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)")
_ANGLES = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}
_TURNED = re.compile(rf"\s*({_NUMBER})\s*(deg|rad|grad|turn)?", re.IGNORECASE)


def transform(text: str) -> Affine | None:
    """The map of a transform list, as attributes and style sheets write it; None for what is none."""
    result, at = IDENTITY, 0
    if text.strip() in ("", "none"):
        return result
    while found := _CALL.match(text, at):
        at = found.end()
        made = _one_map(found[1].lower(), found[2])
        if made is None or not all(math.isfinite(value) for value in made):
            return None
        # SVG writes the outermost map first.
        result = made.then(result)
    return result if at and not text[at:].strip(" \t\r\n,") else None


def _one_map(name: str, text: str) -> Affine | None:
    if name in ("rotate", "skewx", "skewy"):
        turned = _TURNED.match(text)
        if not turned:
            return None
        angle = float(turned[1]) * _ANGLES[(turned[2] or "").lower()]
        about = numbers(text[turned.end() :])
        if name == "rotate" and len(about) in (0, 2):
            return Affine.rotation(angle, (about[0], about[1]) if about else (0.0, 0.0))
        tangent = math.tan(math.radians(angle))
        skewed = Affine(1, 0, tangent, 1) if name == "skewx" else Affine(1, tangent, 0, 1)
        return None if about or name == "rotate" else skewed
    if re.search(r"%|[A-Za-z](?<![eE])", re.sub(r"px", "", text)):
        return None
    values = numbers(text)
    make = _MAPS.get((name, len(values)))
    return make(*values) if make else None


_MAPS: dict[tuple[str, int], Callable[..., Affine]] = {
    ("translate", 1): lambda x: Affine.translation(x, 0.0),
    ("translate", 2): Affine.translation,
    ("translatex", 1): lambda x: Affine.translation(x, 0.0),
    ("translatey", 1): lambda y: Affine.translation(0.0, y),
    ("scale", 1): Affine.scaling,
    ("scale", 2): Affine.scaling,
    ("scalex", 1): lambda x: Affine.scaling(x, 1.0),
    ("scaley", 1): lambda y: Affine.scaling(1.0, y),
    ("matrix", 6): Affine,
}


def place_view(box: list[float], width: float, height: float, aspect: str) -> Affine:
    """The map from a viewBox to a viewport of that size, as `preserveAspectRatio` says."""
    x, y, wide, high = box
    across, down = width / wide, height / high
    words = aspect.replace("defer", "").split() or ["xMidYMid"]
    if words[0] == "none":
        return Affine(across, 0.0, 0.0, down, -x * across, -y * down)
    scale = (max if "slice" in words else min)(across, down)
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    share_x, share_y = shares.get(words[0][1:4], 0.5), shares.get(words[0][5:8], 0.5)
    return Affine(
        scale, 0.0, 0.0, scale,
        (width - wide * scale) * share_x - x * scale, (height - high * scale) * share_y - y * scale,
    )  # fmt: skip


def path_data(element: Element, view: Viewport) -> str | None:
    """A basic shape or a path as path data; empty where it draws nothing, None where a measure cannot be read."""
    try:
        return _SHAPES[element.name](element, view)
    except TypeError:
        # A measure that is None.
        return None


def _measure(element: Element, name: str, view: Viewport, usual: str = "0") -> float:
    axis = {"x": "x", "c": "x", "w": "x", "y": "y", "h": "y"}.get(name[0], "")
    axis = {"cy": "y", "rx": "x", "ry": "y", "x1": "x", "x2": "x", "y1": "y", "y2": "y"}.get(name, axis)
    found = length(element.attributes.get(name, usual), view, axis)
    if found is None or (found < 0 and name in ("r", "rx", "ry")):
        raise TypeError(name)
    return found


def _rect(element: Element, view: Viewport) -> str:
    x, y, wide, high = (_measure(element, name, view) for name in ("x", "y", "width", "height"))
    if wide <= 0 or high <= 0:
        return ""
    given = [
        None if element.attributes.get(name, "auto").strip() == "auto" else _measure(element, name, view)
        for name in ("rx", "ry")
    ]
    rx = next((radius for radius in given if radius is not None), 0.0)
    ry = next((radius for radius in reversed(given) if radius is not None), 0.0)
    rx, ry = min(rx, wide / 2), min(ry, high / 2)
    if not rx or not ry:
        return f"M{x!r} {y!r}h{wide!r}v{high!r}h{-wide!r}z"
    arc = f"A{rx!r} {ry!r} 0 0 1 "
    return (
        f"M{x + rx!r} {y!r}H{x + wide - rx!r}{arc}{x + wide!r} {y + ry!r}V{y + high - ry!r}{arc}{x + wide - rx!r} "
        f"{y + high!r}H{x + rx!r}{arc}{x!r} {y + high - ry!r}V{y + ry!r}{arc}{x + rx!r} {y!r}z"
    )


def _round(element: Element, view: Viewport) -> str:
    cx, cy = _measure(element, "cx", view), _measure(element, "cy", view)
    if element.name == "circle":
        rx = ry = _measure(element, "r", view)
    else:
        given = [element.attributes.get(name, "auto") for name in ("rx", "ry")]
        known = ["ry" if given[0].strip() == "auto" else "rx", "rx" if given[1].strip() == "auto" else "ry"]
        rx, ry = (0.0 if given == ["auto", "auto"] else _measure(element, name, view) for name in known)
    if rx <= 0 or ry <= 0:
        return ""
    half = f"a{rx!r} {ry!r} 0 0 1 "
    # Where SVG begins, which dashes show.
    return f"M{cx + rx!r} {cy!r}{half}{-2 * rx!r} 0{half}{2 * rx!r} 0z"


def _line(element: Element, view: Viewport) -> str:
    x1, y1, x2, y2 = (_measure(element, name, view) for name in ("x1", "y1", "x2", "y2"))
    return f"M{x1!r} {y1!r}L{x2!r} {y2!r}"


def _points(element: Element, view: Viewport) -> str:
    values = numbers(element.attributes.get("points", ""))
    pairs = [f"{x!r} {y!r}" for x, y in zip(values[::2], values[1::2], strict=False)]
    return ("M" + "L".join(pairs) + "z" * (element.name == "polygon")) if len(pairs) > 1 else ""


_SHAPES: dict[str, Callable[[Element, Viewport], str]] = {
    "path": lambda element, view: element.attributes.get("d", ""),
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
}


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
