"""Compares two drawings of a page in small tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from printkit.geometry import Rect

__all__ = ["EXACT", "PX_PER_MM", "REWRITTEN", "Patch", "Tolerance", "palette_of", "patches", "unlike_share"]

PX_PER_MM = 8.0
# A tile is 2 × 2 mm.
TILE = 16
# Pixels of paper and of a flat tint differ by no more than this, of 255, within a tile.
FLAT = 6
# Darker or lighter by this much on average, a patch is ink too much or too little; else it is another colour.
CLEAR = 6.0
# A colour is known by its five upper bits, and must cover so many pixels to be translated.
SHADE, LEAST_PIXELS = 8, 400
# A program may translate a colour by no more than this, of 255 in each channel.
MOST_TRANSLATED = 70


class Tolerance(NamedTuple):
    """How far drawings may differ: a pixel, the mean of a tile, and of one without any edge; all of 255.

    `reach` is how many pixels an edge may fall beside its place.
    """

    pixel: int
    mean: float
    flat: float
    reach: int


# The same program draws the same marks to the same pixels.
EXACT = Tolerance(pixel=12, mean=1.0, flat=1.0, reach=0)
# Another program rounds places, and smooths in its own way.
REWRITTEN = Tolerance(pixel=56, mean=9.0, flat=1.5, reach=1)


class Patch(NamedTuple):
    """Tiles beside one another that differ: where (mm on the page), and whether ink is `extra`, `missing` or `other`."""

    rect: Rect
    kind: str
    area: float


def unlike_share(wanted: Any, seen: Any) -> float:
    """The share of tiles with something drawn that differ by more than the same program would make them."""
    import numpy

    if numpy.array_equal(wanted, seen):
        return 0.0
    drawn = _tiled(_range(wanted)).max(axis=(2, 3)) > FLAT
    if not drawn.any():
        return 0.0
    differs = _tiled(numpy.abs(wanted.astype(numpy.int16) - seen).max(axis=2)).max(axis=(2, 3)) > 2
    return float((differs & drawn).sum() / drawn.sum())


def patches(
    wanted: Any, seen: Any, tolerance: Tolerance, palette: Mapping[int, tuple[int, int, int]] | None = None
) -> Iterator[Patch]:
    """Where two drawings of one size differ, as rows by columns of red, green and blue.

    `palette` says how a program translated the colours of the first.
    """
    import numpy

    if numpy.array_equal(wanted, seen):
        return
    if palette:
        wanted = _translated(wanted, palette)
    apart = _apart(wanted, seen, tolerance.reach)
    difference = wanted.astype(numpy.int16) - seen
    edges = numpy.maximum(_tiled(_range(wanted)).max(axis=(2, 3)), _tiled(_range(seen)).max(axis=(2, 3)))
    mean = numpy.abs(_tiled(difference.transpose(2, 0, 1)).mean(axis=(3, 4))).max(axis=0)
    flat = _around(edges) <= FLAT
    solid = apart > tolerance.pixel
    if tolerance.reach:
        # What other programs smooth otherwise is one pixel wide; a mark is not.
        solid = _thick(solid)
    wrong = _tiled(solid).any(axis=(2, 3)) | (mean > numpy.where(flat, tolerance.flat, tolerance.mean))
    if wrong.any():
        light = difference @ numpy.array((0.299, 0.587, 0.114))
        for group in _groups(wrong):
            yield _patch(group, light, apart, solid)


def _patch(group: list[tuple[int, int]], light: Any, apart: Any, solid: Any) -> Patch:
    """One patch; its box is that of the pixels that differ, if some do clearly."""
    import numpy

    rows, columns = [row for row, _ in group], [column for _, column in group]
    top, left = min(rows) * TILE, min(columns) * TILE
    own = numpy.s_[top : (max(rows) + 1) * TILE, left : (max(columns) + 1) * TILE]
    marked = solid[own] if solid[own].any() else apart[own] > 0
    if not marked.any():
        marked = numpy.ones_like(solid[own])
    down, across = numpy.nonzero(marked)
    darker = float(light[own][marked].mean())
    kind = "extra" if darker > CLEAR else "missing" if darker < -CLEAR else "other"
    rect = Rect(
        (left + int(across.min())) / PX_PER_MM,
        (top + int(down.min())) / PX_PER_MM,
        (int(across.max() - across.min()) + 1) / PX_PER_MM,
        (int(down.max() - down.min()) + 1) / PX_PER_MM,
    )
    return Patch(rect, kind, float(marked.sum()) / PX_PER_MM**2)


def _apart(wanted: Any, seen: Any, reach: int) -> Any:
    """How far each pixel lies outside what the other drawing has there, or so many pixels around."""
    import numpy

    if not reach:
        return numpy.abs(wanted.astype(numpy.int16) - seen).max(axis=2)
    return numpy.maximum(_outside(seen, wanted, reach), _outside(wanted, seen, reach))


def _outside(pixels: Any, other: Any, reach: int) -> Any:
    import numpy

    low, high = other, other
    for _ in range(reach):
        low, high = _grown(low, numpy.minimum), _grown(high, numpy.maximum)
    own = pixels.astype(numpy.int16)
    return numpy.maximum(own - high, low.astype(numpy.int16) - own).max(axis=2).clip(0)


def _grown(pixels: Any, choose: Any) -> Any:
    """The least or the greatest of each pixel and its eight neighbours."""
    for axis in (0, 1):
        own = pixels.copy()
        before, after = [slice(None)] * pixels.ndim, [slice(None)] * pixels.ndim
        before[axis], after[axis] = slice(None, -1), slice(1, None)
        choose(own[tuple(after)], pixels[tuple(before)], out=own[tuple(after)])
        choose(own[tuple(before)], pixels[tuple(after)], out=own[tuple(before)])
        pixels = own
    return pixels


def _thick(mask: Any) -> Any:
    """The pixels of a mask that belong to a square of two by two."""
    import numpy

    square = mask[1:, 1:] & mask[:-1, 1:] & mask[1:, :-1] & mask[:-1, :-1]
    kept = numpy.zeros_like(mask)
    for down in (slice(None, -1), slice(1, None)):
        for across in (slice(None, -1), slice(1, None)):
            kept[down, across] |= square
    return kept


def _range(pixels: Any) -> Any:
    """How far each pixel differs from its right and its lower neighbour."""
    import numpy

    grey = pixels.max(axis=2).astype(numpy.int16) + pixels.min(axis=2)
    steps = numpy.zeros(grey.shape, numpy.int16)
    steps[:, :-1] = numpy.abs(grey[:, 1:] - grey[:, :-1])
    steps[:-1] = numpy.maximum(steps[:-1], numpy.abs(grey[1:] - grey[:-1]))
    return steps


def _tiled(pixels: Any) -> Any:
    """The last two axes as rows of tiles, columns of tiles, and their pixels; the rest is filled with the edge."""
    import numpy

    height, width = pixels.shape[-2:]
    down, across = -height % TILE, -width % TILE
    if down or across:
        pixels = numpy.pad(pixels, [(0, 0)] * (pixels.ndim - 2) + [(0, down), (0, across)], mode="edge")
    rows, columns = pixels.shape[-2] // TILE, pixels.shape[-1] // TILE
    return pixels.reshape(*pixels.shape[:-2], rows, TILE, columns, TILE).swapaxes(-3, -2)


def _around(tiles: Any) -> Any:
    """The greatest of each tile and its neighbours."""
    import numpy

    return _grown(tiles, numpy.maximum)


def _groups(wrong: Any) -> Iterator[list[tuple[int, int]]]:
    """Tiles that touch one another, by row."""
    import numpy

    left = {(int(row), int(column)) for row, column in zip(*numpy.nonzero(wrong), strict=True)}
    while left:
        first = min(left)
        left.remove(first)
        group, front = [first], [first]
        while front:
            row, column = front.pop()
            near = [(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
            found = [each for each in near if each in left]
            left.difference_update(found)
            group += found
            front += found
        yield group


def palette_of(wanted: Any, seen: Any) -> dict[int, tuple[int, int, int]]:
    """How a program translated flat colours: what most pixels of each look like in the other drawing.

    Keys are shades as `_shades` numbers them.
    """
    import numpy

    flat = _range(wanted) <= 2
    flat = ~_grown(~flat, numpy.maximum)
    shades, colours = _shades(wanted)[flat], seen[flat]
    found: dict[int, tuple[int, int, int]] = {}
    for shade in numpy.flatnonzero(numpy.bincount(shades) >= LEAST_PIXELS):
        own = colours[shades == shade]
        middle = numpy.median(own, axis=0)
        before = numpy.median(wanted[flat][shades == shade], axis=0)
        shift = middle - before
        if numpy.abs(shift).max() <= MOST_TRANSLATED:
            red, green, blue = (int(round(value)) for value in shift)
            found[int(shade)] = (red, green, blue)
    return found


def _shades(pixels: Any) -> Any:
    import numpy

    parts = (pixels // SHADE).astype(numpy.int32)
    return (parts[:, :, 0] * 32 + parts[:, :, 1]) * 32 + parts[:, :, 2]


def _translated(pixels: Any, palette: Mapping[int, tuple[int, int, int]]) -> Any:
    """The drawing in the colours of the other program; between flat colours it is shifted as the nearest known is."""
    import numpy

    shades = _shades(pixels)
    known = numpy.array([(key >> 10, key >> 5 & 31, key & 31) for key in palette])
    shifts = numpy.array(list(palette.values()), numpy.int16)
    present = numpy.unique(shades)
    parts = numpy.stack((present >> 10, present >> 5 & 31, present & 31), axis=1)
    nearest = ((parts[:, None, :] - known[None]) ** 2).sum(axis=2).argmin(axis=1)
    table = numpy.zeros((32768, 3), numpy.int16)
    table[present] = shifts[nearest]
    return (pixels.astype(numpy.int16) + table[shades]).clip(0, 255).astype(numpy.uint8)
