"""Values of SVG: lengths in any unit, colours in any notation, transforms, and shapes as path data."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from printkit.geometry import IDENTITY, Affine
from printkit.material.svg_tree import Element

__all__ = ["Viewport", "length", "numbers", "path_data", "place_view", "rgba", "transform"]

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
