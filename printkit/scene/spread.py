"""Measures how the ink of a picture is spread over its card."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any

from printkit.files import read_json
from printkit.geometry import Affine
from printkit.scene.art import Art
from printkit.scene.model import Path
from printkit.scene.raster import PIECES, coverage, segments

__all__ = ["FIGURES", "drawn_grey", "ink_spread", "kept_spreads"]

# The measurements kept beside pictures.
FIGURES = "figures.json"

# A picture is measured in this many fields, at one pixel a mm.
ROWS, COLUMNS = 6, 4
GREY = (0.299, 0.587, 0.114)


def ink_spread(art: Art) -> list[int]:
    """The share of a picture's ink in each field of its view box, per mille, row by row from the top left."""
    import numpy

    place = Affine.translation(-art.view.x, -art.view.y)
    size = max(1, round(art.view.width)), max(1, round(art.view.height))
    ink = 1 - drawn_grey(((item, place) for item in art.items), *size, pieces_a_curve=2)
    rows = numpy.array_split(ink, ROWS, axis=0)
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
    if not isinstance(spread, list) or len(spread) != ROWS * COLUMNS:
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
