"""Writes die lines on the layers cut, fold and guide as DXF in mm."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from typing import Any

from printkit.geometry import Outline, Size
from printkit.scene.model import Item, Path, Scene, walk

__all__ = ["cuts_dxf"]

# A curve is followed to this many mm.
FLATNESS = 0.005
LAYER_NAMES = {"cut": "CUT", "fold": "FOLD", "guide": "REGISTRATION"}
COLOURS = {"CUT": 1, "FOLD": 5, "REGISTRATION": 8}
MILLIMETRES = 4


def cuts_dxf(paper: Size, items: Iterable[Item]) -> bytes:
    """The outlines of all paths as polylines, y up from the paper's lower edge, each layer under its own name.

    The same items give the same bytes. Without ezdxf this is an InputError that says how to get it.
    """
    ezdxf = _library()
    document = ezdxf.new("R2000")
    document.header["$INSUNITS"] = MILLIMETRES
    document.header["$MEASUREMENT"] = 1
    for name, colour in COLOURS.items():
        document.layers.add(name, color=colour)
    space = document.modelspace()
    space.reset_extents((0.0, 0.0, 0.0), (paper.width, paper.height, 0.0))
    space.reset_limits((0.0, 0.0), (paper.width, paper.height))
    for placed in walk(Scene("cuts", paper.width, paper.height, 0.0, tuple(items))):
        if not isinstance(placed.item, Path):
            continue
        layer = LAYER_NAMES.get(placed.layer, "REGISTRATION")
        for points, closed in _runs(placed.item.outline.moved_by(placed.transform)):
            upright = [(round(x, 4), round(paper.height - y, 4)) for x, y in points]
            space.add_lwpolyline(upright, close=closed, dxfattribs={"layer": layer})
    stream = io.StringIO()
    document.write(stream)
    return stream.getvalue().encode("cp1252", "replace")


def _library() -> Any:
    import ezdxf

    # No clock and no random numbers in the file.
    library: Any = ezdxf
    library.options.write_fixed_meta_data_for_testing = True
    return library


def _runs(outline: Outline) -> Iterator[tuple[list[tuple[float, float]], bool]]:
    """Each subpath as points, and whether it closes."""
    numbers = outline.coordinates
    index = 0
    points: list[tuple[float, float]] = []
    for command in outline.commands:
        if command == "Z":
            if len(points) > 1 and math.dist(points[0], points[-1]) < 1e-9:
                points.pop()
            yield points, True
            points = []
            continue
        if command == "M":
            if len(points) > 1:
                yield points, False
            points = [(numbers[index], numbers[index + 1])]
            index += 2
        elif command == "L":
            points.append((numbers[index], numbers[index + 1]))
            index += 2
        else:
            points += _flattened(points[-1], numbers[index : index + 6])
            index += 6
    if len(points) > 1:
        yield points, False


def _flattened(start: tuple[float, float], numbers: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """A cubic as points, its start left out, never further than FLATNESS from the curve."""
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = numbers
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = max(1, math.ceil(math.sqrt(0.75 * bend / FLATNESS)))
    for step in range(1, count + 1):
        t = step / count
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
