"""Lengths and places in mm, y down, as frozen values; parses text like `3mm`."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import NamedTuple

from printkit.errors import InputError

__all__ = [
    "IDENTITY",
    "LENGTH_PATTERN",
    "MM_PER_PT",
    "PT_PER_MM",
    "Affine",
    "Outline",
    "Rect",
    "Size",
    "length_text",
    "parse_length",
]

PT_PER_MM = 72 / 25.4
MM_PER_PT = 25.4 / 72

_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_PT}
# A length as text; editors read the same pattern in JSON Schema.
LENGTH_PATTERN = r"^\s*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))\s*(mm|cm|in|pt)?\s*$"
_LENGTH = re.compile(LENGTH_PATTERN, re.ASCII)
MAX_LENGTH = 10_000.0
MAX_LENGTH_TEXT = 1000


def parse_length(value: str | float, *, file: str = "", key: str = "") -> float:
    """A length in mm from a number of mm or a text with a unit (`3mm`, `0.125in`, `9pt`)."""
    text = value if isinstance(value, str) and len(value) <= MAX_LENGTH_TEXT else ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        # A whole number may be too large for a float.
        number, unit = value if abs(value) <= MAX_LENGTH else math.inf, "mm"
    elif match := _LENGTH.match(text):
        number, unit = float(match[1]), match[2] or "mm"
    else:
        hint = 'write "3mm" or "0.125in"'
        raise InputError(f"{value!r:.40} is not a length", file=file, key=key, hint=hint)
    length = number * _UNITS[unit]
    if not math.isfinite(length) or abs(length) > MAX_LENGTH:
        raise InputError(
            f"{value!r:.40} is out of range", file=file, key=key, hint=f"at most {MAX_LENGTH:g} mm"
        )
    return length


def length_text(length: float) -> str:
    """A length as people write it: `70`, `88.6`, at most two decimals, never an exponent."""
    return f"{length:.2f}".rstrip("0").rstrip(".") if round(length, 2) else "0"


class Size(NamedTuple):
    """Width and height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        """The same sheet lying on its other edge."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{length_text(self.width)} × {length_text(self.height)} mm"


class Rect(NamedTuple):
    """A rectangle in mm: left, top, width, height; y grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @classmethod
    def from_edges(cls, left: float, top: float, right: float, bottom: float) -> Rect:
        """A rectangle from its four edges, in any order of each pair."""
        x, y = min(left, right), min(top, bottom)
        return cls(x, y, abs(right - left), abs(bottom - top))

    def grown(self, by: float) -> Rect:
        """The rectangle with every edge moved outwards (inwards when negative)."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def moved(self, dx: float, dy: float) -> Rect:
        """The rectangle moved."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def union(self, other: Rect) -> Rect:
        """The smallest rectangle around both."""
        return Rect.from_edges(
            min(self.x, other.x),
            min(self.y, other.y),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def contains(self, other: Rect, tolerance: float = 1e-6) -> bool:
        """Whether the other lies inside; edges may touch."""
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def overlaps(self, other: Rect, tolerance: float = 1e-6) -> bool:
        """Whether both share more than an edge."""
        return (
            self.x < other.right - tolerance
            and other.x < self.right - tolerance
            and self.y < other.bottom - tolerance
            and other.y < self.bottom - tolerance
        )


class Affine(NamedTuple):
    """A map of the plane, x' = a·x + c·y + e and y' = b·x + d·y + f (the order PDF and SVG use)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def translation(cls, dx: float, dy: float) -> Affine:
        """A shift."""
        return cls(1.0, 0.0, 0.0, 1.0, dx, dy)

    @classmethod
    def scaling(cls, sx: float, sy: float | None = None) -> Affine:
        """A scaling about the origin."""
        return cls(sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)

    @classmethod
    def rotation(cls, degrees: float, about: tuple[float, float] = (0.0, 0.0)) -> Affine:
        """A turn, clockwise as seen on the page (y points down), exact for multiples of 90°."""
        quarter = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
        angle = degrees % 360
        cos, sin = quarter.get(int(angle) if angle == int(angle) else -1) or (
            math.cos(math.radians(angle)),
            math.sin(math.radians(angle)),
        )
        x, y = about
        return cls(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)

    def then(self, after: Affine) -> Affine:
        """This map first, `after` second."""
        return Affine(
            after.a * self.a + after.c * self.b,
            after.b * self.a + after.d * self.b,
            after.a * self.c + after.c * self.d,
            after.b * self.c + after.d * self.d,
            after.a * self.e + after.c * self.f + after.e,
            after.b * self.e + after.d * self.f + after.f,
        )

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point goes."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def rect(self, rect: Rect) -> Rect:
        """The upright box around the mapped rectangle."""
        if self.b == 0.0 and self.c == 0.0:
            x, y, width, height = rect
            left, right = self.a * x + self.e, self.a * (x + width) + self.e
            top, bottom = self.d * y + self.f, self.d * (y + height) + self.f
            return Rect(min(left, right), min(top, bottom), abs(right - left), abs(bottom - top))
        corners = [self.point(x, y) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))

    def inverse(self) -> Affine:
        """The map back; a flat map has none and raises ZeroDivisionError."""
        det = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / det, -self.b / det, -self.c / det, self.a / det
        return Affine(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    def degrees(self) -> float:
        """The turn in it, 0 ≤ degrees < 360, clockwise on the page."""
        return math.degrees(math.atan2(self.b, self.a)) % 360


IDENTITY = Affine()


@dataclass(frozen=True, slots=True)
class Outline:
    """A row of absolute path commands, `M`, `L`, `C`, `Z`, and all their coordinates one after another."""

    commands: str
    coordinates: tuple[float, ...]

    def __post_init__(self) -> None:
        count = self.commands.count
        single, curved, closed = count("M") + count("L"), count("C"), count("Z")
        if single + curved + closed != len(self.commands):
            raise ValueError("an outline may contain only the commands M, L, C and Z")
        if 2 * (single + 3 * curved) != len(self.coordinates):
            raise ValueError("an outline needs 2 numbers per M and L and 6 per C")

    def moved_by(self, transform: Affine) -> Outline:
        """The outline after a map of the plane."""
        a, b, c, d, e, f = transform
        xs, ys = self.coordinates[0::2], self.coordinates[1::2]
        mapped: list[float] = [0.0] * len(self.coordinates)
        mapped[0::2] = [a * x + c * y + e for x, y in zip(xs, ys, strict=True)]
        mapped[1::2] = [b * x + d * y + f for x, y in zip(xs, ys, strict=True)]
        return Outline(self.commands, tuple(mapped))

    def box(self) -> Rect:
        """The box around all points, control points included; an empty outline has an empty box at 0, 0."""
        if not self.coordinates:
            return Rect(0.0, 0.0, 0.0, 0.0)
        xs, ys = self.coordinates[0::2], self.coordinates[1::2]
        return Rect.from_edges(min(xs), min(ys), max(xs), max(ys))

    def __add__(self, other: Outline) -> Outline:
        return Outline(self.commands + other.commands, self.coordinates + other.coordinates)
