"""Rasterises outlines: the coverage of each pixel."""

from __future__ import annotations

from typing import Any

from printkit.geometry import Affine, Outline

__all__ = ["coverage", "segments"]

# Rows per pixel, and straight pieces per curve of a letter: finer than a viewer's anti-aliasing.
ROWS = 4
PIECES = 5


def segments(outline: Outline, pieces_a_curve: int = PIECES) -> Any:
    """The outline as closed polygons: one row of x0, y0, x1, y1 for each straight piece, as an array."""
    import numpy

    pieces: list[tuple[float, float, float, float]] = []
    values = iter(outline.coordinates)
    start = pen = (0.0, 0.0)

    def line(x: float, y: float) -> None:
        nonlocal pen
        pieces.append((*pen, x, y))
        pen = (x, y)

    for command in outline.commands:
        if command == "M":
            if pen != start:
                line(*start)
            start = pen = next(values), next(values)
        elif command == "L":
            line(next(values), next(values))
        elif command == "C":
            ax, ay, bx, by, x, y = (next(values) for _ in range(6))
            (px, py) = pen
            for piece in range(1, pieces_a_curve + 1):
                t = piece / pieces_a_curve
                s = 1 - t
                a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
                line(a * px + b * ax + c * bx + d * x, a * py + b * ay + c * by + d * y)
        elif pen != start:
            line(*start)
    if pen != start:
        line(*start)
    return numpy.array(pieces, dtype=float).reshape(-1, 4)


def coverage(
    rows: Any, place: Affine, width: int, height: int, *, even_odd: bool = False, rows_a_pixel: int = ROWS
) -> Any:
    """How much of each pixel the polygons cover, 0 to 1, after a map of theirs to pixels: `height` by `width`."""
    import numpy

    a, b, c, d, e, f = place
    x0, y0, x1, y1 = rows.T
    x0, y0, x1, y1 = a * x0 + c * y0 + e, b * x0 + d * y0 + f, a * x1 + c * y1 + e, b * x1 + d * y1 + f
    lines = height * rows_a_pixel
    # The rows of a pixel lie at its eighths: 1/8, 3/8, 5/8, 7/8 for four of them.
    first = numpy.ceil(numpy.minimum(y0, y1) * rows_a_pixel - 0.5).clip(0, lines).astype(int)
    last = numpy.ceil(numpy.maximum(y0, y1) * rows_a_pixel - 0.5).clip(0, lines).astype(int)
    counts = last - first
    total = int(counts.sum())
    if total == 0:
        return numpy.zeros((height, width))
    owner = numpy.repeat(numpy.arange(len(counts)), counts)
    line = numpy.arange(total) - numpy.repeat(numpy.cumsum(counts) - counts, counts) + first[owner]
    rise = y1 - y0
    slope = (x1 - x0) / numpy.where(rise == 0.0, 1.0, rise)
    x = x0[owner] + ((line + 0.5) / rows_a_pixel - y0[owner]) * slope[owner]
    way = numpy.where(rise[owner] > 0, 1.0, -1.0)
    x = x.clip(0.0, float(width))
    column = numpy.minimum(x.astype(int), width)
    part = x - column
    stride = width + 2
    cells = line * stride + column
    size = lines * stride
    steps = (
        numpy.bincount(cells, way * (1.0 - part), size)
        + numpy.bincount(cells + 1, way * part, size + 1)[:size]
    )
    winding = numpy.cumsum(steps.reshape(lines, stride), axis=1)[:, :width]
    numpy.abs(winding, out=winding)
    if even_odd:
        winding = winding % 2.0
        winding = numpy.minimum(winding, 2.0 - winding)
    numpy.minimum(winding, 1.0, out=winding)
    covered = winding[0::rows_a_pixel]
    for row in range(1, rows_a_pixel):
        covered = covered + winding[row::rows_a_pixel]
    return covered / rows_a_pixel
