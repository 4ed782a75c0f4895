"""Outlines of SVG's basic shapes, in user units."""

from __future__ import annotations

from collections.abc import Callable

from printkit.geometry import MAX_LENGTH, Affine, Outline, Rect
from printkit.scene import shapes
from printkit.scene.svg_style import ComplaintError, read_number

__all__ = ["MEASURES", "plain_shape"]


def plain_shape(name: str, values: dict[str, str]) -> Outline:
    """The outline of a rect, circle, ellipse or line; empty where it has no extent.

    A measure that is no number, or a negative size, is a ComplaintError.
    """
    return _SHAPES[name](values)


def _measure(values: dict[str, str], name: str, *, low: float = -MAX_LENGTH) -> float:
    try:
        return read_number(values.get(name, "0"), low=low)
    except ComplaintError as complaint:
        raise ComplaintError(f"{name}: {complaint}", complaint.hint) from complaint


_NOTHING = Outline("", ())


def _rect(values: dict[str, str]) -> Outline:
    x, y = _measure(values, "x"), _measure(values, "y")
    width, height = _measure(values, "width", low=0.0), _measure(values, "height", low=0.0)
    if not width or not height:
        return _NOTHING
    rx = _measure(values, "rx" if "rx" in values else "ry", low=0.0)
    ry = _measure(values, "ry" if "ry" in values else "rx", low=0.0)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not rx or not ry:
        return shapes.rectangle(Rect(x, y, width, height))
    # Round corners are drawn round and then pressed into shape.
    press = ry / rx
    tall = Rect(x, y / press, width, height / press)
    return shapes.rounded_rectangle(tall, rx).moved_by(Affine.scaling(1.0, press))


def _circle(values: dict[str, str]) -> Outline:
    radius = _measure(values, "r", low=0.0)
    return shapes.circle(_measure(values, "cx"), _measure(values, "cy"), radius) if radius else _NOTHING


def _ellipse(values: dict[str, str]) -> Outline:
    rx, ry = _measure(values, "rx", low=0.0), _measure(values, "ry", low=0.0)
    return shapes.ellipse(_measure(values, "cx"), _measure(values, "cy"), rx, ry) if rx and ry else _NOTHING


def _line(values: dict[str, str]) -> Outline:
    return shapes.segment(*(_measure(values, name) for name in ("x1", "y1", "x2", "y2")))


_SHAPES: dict[str, Callable[[dict[str, str]], Outline]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
}
# Every shape and the attributes that say where and how large it is.
MEASURES = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
