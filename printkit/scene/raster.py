"""Rasterises outlines, and measures how the ink of a picture is spread over its card."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

from printkit.files import read_json
from printkit.geometry import Affine, Outline
from printkit.scene.art import Art
from printkit.scene.model import Path

__all__ = ["FIGURES", "coverage", "drawn_grey", "ink_spread", "kept_spreads", "segments"]


# ── rasterises outlines: the coverage of each pixel ──────────────────────────────────────────────────────────────────

# Rows per pixel, and straight pieces per curve of a letter: finer than a viewer's anti-aliasing.
ROWS = 4
PIECES = 5
_M, _L, _C, _Z = map(ord, "MLCZ")
# How many coordinates a command has.
_VALUES = bytes(6 if each == _C else 2 if each in (_M, _L) else 0 for each in range(128))


def segments(outline: Outline, pieces_a_curve: int = PIECES) -> Any:
    """The outline as closed polygons: one row of x0, y0, x1, y1 for each straight piece, as an array."""
    import numpy

    if not outline.commands:
        return numpy.zeros((0, 4))
    # A last M closes what is open.
    kinds = numpy.frombuffer(f"{outline.commands}M".encode(), numpy.uint8)
    ends_at = numpy.cumsum(numpy.frombuffer(_VALUES, numpy.uint8)[kinds[:-1]].astype(int))
    values = numpy.asarray(outline.coordinates, dtype=float)
    ends = numpy.zeros((len(kinds), 2))
    ends[:-1] = values[numpy.maximum(ends_at[:, None] + (-2, -1), 0)]
    # The M that each command belongs to; before the first it is none.
    begun = numpy.maximum.accumulate(numpy.where(kinds == _M, numpy.arange(len(kinds)), -1))
    starts = numpy.where(begun[:, None] >= 0, ends[begun], 0.0)
    ends = numpy.where((kinds == _Z)[:, None], starts, ends)
    pens, opened = (numpy.vstack((numpy.zeros((1, 2)), each[:-1])) for each in (ends, starts))
    closing = ((kinds == _M) | (kinds == _Z)) & (pens != opened).any(axis=1)
    counts = numpy.where(closing | (kinds == _L), 1, numpy.where(kinds == _C, pieces_a_curve, 0))
    rows_at = numpy.cumsum(counts) - counts
    rows = numpy.empty((int(counts.sum()), 4))
    rows[rows_at[closing]] = numpy.hstack((pens, opened))[closing]
    lines = kinds == _L
    rows[rows_at[lines]] = numpy.hstack((pens, ends))[lines]
    curves = kinds == _C
    if curves.any():
        first = (ends_at - 6)[curves[:-1]]
        points = [pens[curves], *(values[first[:, None] + (at, at + 1)] for at in (0, 2, 4))]
        drawn = [
            points[0],
            *(_on_curve(points, piece / pieces_a_curve) for piece in range(1, pieces_a_curve + 1)),
        ]
        for piece, (before, after) in enumerate(pairwise(drawn)):
            rows[rows_at[curves] + piece] = numpy.hstack((before, after))
    return rows


def _on_curve(points: list[Any], t: float) -> Any:
    s = 1 - t
    a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return a * points[0] + b * points[1] + c * points[2] + d * points[3]


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


# ── measures how the ink of a picture is spread over its card ────────────────────────────────────────────────────────

# The measurements kept beside pictures.
FIGURES = "figures.json"

# A picture is measured in this many fields, at one pixel a mm.
BANDS, COLUMNS = 6, 4
GREY = (0.299, 0.587, 0.114)


def ink_spread(art: Art) -> list[int]:
    """The share of a picture's ink in each field of its view box, per mille, row by row from the top left."""
    import numpy

    place = Affine.translation(-art.view.x, -art.view.y)
    size = max(1, round(art.view.width)), max(1, round(art.view.height))
    ink = 1 - drawn_grey(((item, place) for item in art.items), *size, pieces_a_curve=2)
    rows = numpy.array_split(ink, BANDS, axis=0)
    fields = [field.sum() for row in rows for field in numpy.array_split(row, COLUMNS, axis=1)]
    return [round(1000 * float(field) / max(float(ink.sum()), 1e-9)) for field in fields]


def kept_spreads(folder: FilePath) -> dict[str, list[int]]:
    """How the ink of each picture in a folder lay when it was measured; a file that cannot be read says nothing."""
    try:
        rows = read_json(folder / FIGURES)
    except (OSError, ValueError):
        return {}
    if not isinstance(rows, dict):
        return {}
    spreads = {name: _spread_of(row) for name, row in rows.items()}
    return {name: spread for name, spread in spreads.items() if spread}


def _spread_of(row: Any) -> list[int]:
    """The spread in a row of figures; empty where it says none."""
    spread = row.get("spread") if isinstance(row, dict) else None
    if not isinstance(spread, list) or len(spread) != BANDS * COLUMNS:
        return []
    return spread if all(type(each) is int for each in spread) else []


def drawn_grey(
    placed: Iterable[tuple[Any, Affine]], width: int, height: int, pieces_a_curve: int = PIECES
) -> Any:
    """Filled paths, each with its map to pixels, drawn over one another: `height` by `width`, 0 black to 1 paper."""
    import numpy

    drawn = numpy.ones((height, width))
    for item, place in placed:
        if isinstance(item, Path) and item.fill is not None:
            rows = segments(item.outline, pieces_a_curve)
            grey = math.fsum(share * part for share, part in zip(GREY, item.fill.tinted_srgb, strict=True))
            share = coverage(rows, place, width, height, even_odd=item.even_odd, rows_a_pixel=2)
            drawn = drawn * (1 - share) + grey * share
    return drawn
