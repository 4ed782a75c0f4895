"""Reads where things lie on a page of a finished PDF from its operators alone, in mm.

Nothing of printkit is used, so that what it meant to print is not mistaken for what it printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf

MM = 25.4 / 72
# Points a curve: a quarter circle of 15 mm is followed to 0.01 mm.
STEPS = 24

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """Edges in mm from the top left of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def edges(self) -> tuple[float, float, float, float]:
        return self.left, self.top, self.right, self.bottom

    @classmethod
    def around(cls, points: list[Point]) -> Box:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return cls(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True)
class Line:
    """A stroked or filled path: its points in mm (curves are followed), each subpath apart, and its layer."""

    subpaths: tuple[tuple[Point, ...], ...]
    layer: str
    depth: int
    filled: bool = False

    @property
    def box(self) -> Box:
        return Box.around([point for path in self.subpaths for point in path])


@dataclass(frozen=True)
class Placed:
    """A form drawn on the page itself: what of it is shown, and the map from its mm to the page's."""

    name: str
    window: Box
    place: Matrix

    def point(self, x: float, y: float) -> Point:
        return apply(self.place, x, y)


@dataclass
class Page:
    """One page: its size, the forms placed on it and all paths drawn on it, in the order of the file."""

    width: float
    height: float
    placed: list[Placed] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def layer(self, name: str) -> list[Line]:
        return [line for line in self.lines if line.layer == name]

    def own(self) -> list[Line]:
        """The lines stroked on the page itself, not on what is placed there."""
        return [line for line in self.lines if line.depth == 0 and not line.filled]


def read_pages(file: Path, *, deep: bool = False) -> list[Page]:
    """Every page of the file; `deep` reads what is drawn in the forms placed there too."""
    with pikepdf.open(file) as pdf:
        return [_read(page, deep) for page in pdf.pages]


def _read(page: pikepdf.Page, deep: bool) -> Page:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    found = Page((right - left) * MM, (top - bottom) * MM)
    to_page = (MM, 0.0, 0.0, -MM, -left * MM, top * MM)
    _Walk(found, deep).run(page, page.obj.get("/Resources"), to_page, 0, "")
    return found


class _Walk:
    def __init__(self, page: Page, deep: bool) -> None:
        self.page = page
        self.deep = deep

    def run(self, content: Any, resources: Any, place: Matrix, depth: int, layer: str) -> None:
        window: Box | None = None
        stack: list[tuple[Matrix, Box | None]] = []
        layers = [layer]
        paths: list[list[Point]] = []
        for operands, operator in pikepdf.parse_content_stream(content):
            word = str(operator)
            if word == "q":
                stack.append((place, window))
            elif word == "Q":
                place, window = stack.pop()
            elif word == "cm":
                place = multiply(_numbers(operands), place)  # type: ignore[arg-type]
            elif word == "re":
                x, y, width, height = _numbers(operands)
                corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
                paths.append([apply(place, *corner) for corner in corners])
            elif word == "m":
                paths.append([apply(place, *_numbers(operands))])
            elif word == "l":
                paths[-1].append(apply(place, *_numbers(operands)))
            elif word == "c":
                handles = [apply(place, *point) for point in _pairs(_numbers(operands))]
                paths[-1] += curve([paths[-1][-1], *handles])
            elif word in ("W", "W*"):
                window = Box.around([point for path in paths for point in path])
            elif word in ("S", "s", "f", "f*"):
                filled = word.startswith("f")
                self.page.lines.append(Line(tuple(map(tuple, paths)), layers[-1], depth, filled))
            elif word == "BDC":
                layers.append(_layer(operands, resources) or layers[-1])
            elif word == "BMC":
                layers.append(layers[-1])
            elif word == "EMC":
                layers.pop()
            elif word == "Do":
                form = resources.XObject[str(operands[0])]
                if form.get("/Subtype") == "/Form":
                    if depth == 0:
                        assert window is not None
                        self.page.placed.append(Placed(str(operands[0]), window, place))
                    if not self.deep:
                        continue
                    self.run(form, form.get("/Resources"), place, depth + 1, layers[-1])
            if word in ("S", "s", "f", "f*", "n", "B", "B*"):
                paths = []


def _layer(operands: Any, resources: Any) -> str:
    if str(operands[0]) != "/OC":
        return ""
    return str(resources.Properties[str(operands[1])].Name)


def _numbers(operands: Any) -> tuple[float, ...]:
    return tuple(float(each) for each in operands)


def _pairs(numbers: tuple[float, ...]) -> Iterator[Point]:
    return zip(numbers[0::2], numbers[1::2], strict=True)


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """The map that does one, then the other."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def curve(handles: list[Point]) -> Iterator[Point]:
    """A cubic as points, its start left out."""
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        yield (
            sum(weight * x for weight, (x, _) in zip(weights, handles, strict=True)),
            sum(weight * y for weight, (_, y) in zip(weights, handles, strict=True)),
        )


def apply(place: Matrix, x: float, y: float) -> Point:
    """Where a point lands."""
    a, b, c, d, e, f = place
    return a * x + c * y + e, b * x + d * y + f
