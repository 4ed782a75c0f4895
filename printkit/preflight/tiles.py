"""Compares two drawings of a page in small tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from printkit.geometry import Rect

__all__ = [
    "CLOSE",
    "EXACT",
    "FINER",
    "MOVED",
    "PX_PER_MM",
    "REWRITTEN",
    "Patch",
    "Tolerance",
    "apart",
    "confirmed",
    "equal_edges",
    "in_grey",
    "is_grey",
    "palette_of",
    "patches",
    "planes",
    "thick",
    "tolerance_for",
]

PX_PER_MM = 6.0
# What differs has to differ in so many times finer pixels as well, where letters fall on other pixels: viewers put
# them on whole ones.
FINER = 2
# A tile is 2 × 2 mm.
TILE = 12
# So many tiles around one that may differ are looked at with it.
AROUND = 2
# Neighbouring pixels of paper and of a flat tint differ by no more than this, of 255.
FLAT = 6
# Where a pixel differs so much from the next, of 255, a drawing has an edge.
EDGE = 32
# From this difference on, of 255, a pixel is part of a mark in a rewritten file.
FAINT = 16
# Darker or lighter by this much on average, a patch is ink too much or too little; else it is another colour.
CLEAR = 6.0
# A colour is known by its five upper bits, and must cover so many of the pixels looked at to be translated.
SHADE, LEAST_PIXELS = 8, 100
# A program may translate a colour by no more than this, of 255 in each channel.
MOST_TRANSLATED = 70


class Tolerance(NamedTuple):
    """How far drawings may differ, of 255: a pixel, the mean of a tile, and of one without any edge in or around it.

    `reach` is how many pixels an edge may fall beside its place.
    """

    pixel: int
    mean: float
    flat: float
    reach: int


# The same program draws the same marks to the same pixels.
EXACT = Tolerance(pixel=4, mean=0.5, flat=0.5, reach=0)
# Another program kept the drawings, and wrote their numbers anew.
CLOSE = Tolerance(pixel=20, mean=0.6, flat=0.6, reach=0)
# Another program rounds places, and smooths in its own way; what is cut off may end a pixel further.
REWRITTEN = Tolerance(pixel=64, mean=6.0, flat=1.5, reach=1)
# What is carried back from another place, scale or turn falls on other pixels, in the files of any program.
MOVED = REWRITTEN
# Red, green and blue of a grey differ by no more than this, of 255; and how light each makes it.
NEUTRAL = 12
LIGHT = (0.299, 0.587, 0.114)
# Where a program kept this share of the edges of most drawings pixel for pixel, it kept the drawings.
KEPT = 0.985


class Patch(NamedTuple):
    """Tiles beside one another that differ: where (mm on the page), and if ink is `extra`, `missing` or `other`."""

    rect: Rect
    kind: str
    area: float


def planes(pixels: Any) -> Any:
    """A drawing as red, green and blue one after the other, each rows by columns: quicker to compare."""
    import numpy

    return numpy.ascontiguousarray(pixels.transpose(2, 0, 1))


def patches(
    wanted: Any, seen: Any, tolerance: Tolerance, palette: Mapping[int, tuple[int, int, int]] | None = None
) -> Iterator[Patch]:
    """Where two drawings of one size differ, both in planes.

    `palette` says how a program translated the colours of the first.
    """
    import numpy

    if numpy.array_equal(wanted, seen):
        return
    if palette:
        wanted = _translated(wanted, palette)
    raw = (numpy.maximum(wanted, seen) - numpy.minimum(wanted, seen)).max(axis=0)
    marked = thick(raw > FAINT) if tolerance.reach else raw > tolerance.pixel
    likely = (_most(marked) > 0) | (_mean(raw) > tolerance.flat)
    for top, bottom in _runs(likely.any(axis=1)):
        for left, right in _runs(likely[top:bottom].any(axis=0)):
            # What may differ lies in these tiles, and what is looked at around it.
            first = [max(0, each - AROUND) * TILE for each in (top, left)]
            own = tuple(slice(a, (b + AROUND) * TILE) for a, b in zip(first, (bottom, right), strict=True))
            for patch in _patches(wanted[:, *own], seen[:, *own], raw[own], tolerance):
                yield patch._replace(rect=patch.rect.moved(first[1] / PX_PER_MM, first[0] / PX_PER_MM))


def _runs(likely: Any) -> Iterator[tuple[int, int]]:
    """Where a row of tiles that may differ begins and ends; those near one another are one row."""
    import numpy

    at = numpy.flatnonzero(likely)
    for run in numpy.split(at, numpy.flatnonzero(numpy.diff(at) > 2 * AROUND) + 1) if at.size else ():
        yield int(run[0]), int(run[-1]) + 1


def _patches(wanted: Any, seen: Any, raw: Any, tolerance: Tolerance) -> Iterator[Patch]:
    import numpy

    beyond = raw
    if tolerance.reach:
        # What other programs smooth and cut off otherwise is one pixel wide; a mark is not.
        beyond = apart(wanted, seen, tolerance.reach)
        beyond = numpy.where(thick(beyond > FAINT), beyond, 0)
    solid = thick(beyond > tolerance.pixel) if tolerance.reach else beyond > tolerance.pixel
    means = _mean(raw)
    flat = means > tolerance.flat
    if flat.any() and tolerance.flat < tolerance.mean:
        edges = numpy.maximum(_most(_steps(wanted)), _most(_steps(seen)))
        flat &= _grown(edges, numpy.maximum) <= FLAT
    dull = _mean(beyond) > tolerance.mean
    if tolerance.reach and dull.any():
        # Strokes as thin as pixels look another way half a pixel further; how much ink there is stays the same.
        soft = apart(_soft(wanted), _soft(seen), tolerance.reach)
        dull &= _mean(numpy.where(thick(soft > FAINT), soft, 0)) > tolerance.mean
    wrong = (_most(solid) > 0) | flat | dull
    if wrong.any():
        light = _light(wanted) - _light(seen)
        for group in _groups(wrong):
            yield _patch(group, light, raw, solid)


def confirmed(coarse: Sequence[Patch], fine: Iterable[Patch]) -> list[Patch]:
    """The patches of drawings in `FINER` pixels that lie where those in coarse ones do, in mm."""
    found = []
    for patch in fine:
        rect = Rect(*(each / FINER for each in patch.rect))
        if any(rect.grown(1.0).overlaps(other.rect) for other in coarse):
            found.append(Patch(rect, patch.kind, patch.area / FINER**2))
    return found


def is_grey(pixels: Any) -> bool:
    """Whether a drawing (in planes) has no colour."""
    return bool((pixels.max(axis=0) - pixels.min(axis=0)).max() <= NEUTRAL)


def in_grey(pixels: Any) -> Any:
    """A drawing (in planes) without its colour, as a grey printer or copier makes it."""
    import numpy

    return numpy.repeat(_light(pixels).round().astype(numpy.uint8)[None], 3, axis=0)


def equal_edges(wanted: Any, seen: Any) -> float:
    """The share of the edges of a drawing (in planes) that another has pixel for pixel, in the very same shades."""
    edges = _steps(wanted) > EDGE
    return float((wanted == seen).all(axis=0)[edges].mean()) if edges.any() else 1.0


def tolerance_for(drawings: Iterable[tuple[Any, Any]]) -> Tolerance:
    """How far what another program wrote may differ, by some of its drawings: as they should be and as they are."""
    shares = [equal_edges(*each) for each in drawings]
    return CLOSE if not shares or median(shares) >= KEPT else REWRITTEN


def _patch(group: list[tuple[int, int]], light: Any, raw: Any, solid: Any) -> Patch:
    """One patch; its box is that of the pixels that differ, if some do clearly."""
    import numpy

    rows, columns = [row for row, _ in group], [column for _, column in group]
    top, left = min(rows) * TILE, min(columns) * TILE
    own = numpy.s_[top : (max(rows) + 1) * TILE, left : (max(columns) + 1) * TILE]
    marked = solid[own] if solid[own].any() else raw[own] > 0
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


def apart(wanted: Any, seen: Any, reach: int) -> Any:
    """How far each pixel lies outside what the other drawing has there, or so many pixels around."""
    import numpy

    return numpy.maximum(_outside(seen, wanted, reach), _outside(wanted, seen, reach))


def _outside(pixels: Any, other: Any, reach: int) -> Any:
    import numpy

    low, high = other, other
    for _ in range(reach):
        low, high = _grown(low, numpy.minimum), _grown(high, numpy.maximum)
    over, under = pixels - numpy.minimum(pixels, high), numpy.maximum(pixels, low) - pixels
    return numpy.maximum(over, under).max(axis=0)


def _grown(pixels: Any, choose: Any) -> Any:
    """The least or the greatest of each pixel and its eight neighbours, on the last two axes."""
    down = pixels.copy()
    choose(down[..., 1:, :], pixels[..., :-1, :], out=down[..., 1:, :])
    choose(down[..., :-1, :], pixels[..., 1:, :], out=down[..., :-1, :])
    across = down.copy()
    choose(across[..., 1:], down[..., :-1], out=across[..., 1:])
    choose(across[..., :-1], down[..., 1:], out=across[..., :-1])
    return across


def _soft(pixels: Any) -> Any:
    """The mean of each pixel and its eight neighbours, on the last two axes."""
    import numpy

    height, width = pixels.shape[-2:]
    around = numpy.pad(pixels, ((0, 0), (1, 1), (1, 1)), mode="edge").astype(numpy.uint16)
    columns = around[..., :width] + around[..., 1:-1] + around[..., 2:]
    return ((columns[:, :height] + columns[:, 1:-1] + columns[:, 2:]) // 9).astype(numpy.uint8)


def thick(mask: Any) -> Any:
    """The pixels of a mask that belong to a square of two by two."""
    import numpy

    square = mask[1:, 1:] & mask[:-1, 1:] & mask[1:, :-1] & mask[:-1, :-1]
    kept = numpy.zeros_like(mask)
    for down in (slice(None, -1), slice(1, None)):
        for across in (slice(None, -1), slice(1, None)):
            kept[down, across] |= square
    return kept


def _light(pixels: Any) -> Any:
    return sum(share * plane for share, plane in zip(LIGHT, pixels, strict=True))


def _steps(pixels: Any) -> Any:
    """How far each pixel differs from its right and its lower neighbour."""
    import numpy

    steps = numpy.zeros_like(pixels[0])
    right = numpy.maximum(pixels[..., 1:], pixels[..., :-1]) - numpy.minimum(
        pixels[..., 1:], pixels[..., :-1]
    )
    below = numpy.maximum(pixels[:, 1:], pixels[:, :-1]) - numpy.minimum(pixels[:, 1:], pixels[:, :-1])
    steps[:, :-1] = right.max(axis=0)
    numpy.maximum(steps[:-1], below.max(axis=0), out=steps[:-1])
    return steps


def _padded(pixels: Any) -> Any:
    """The pixels as whole tiles; the rest is filled with the edge."""
    import numpy

    height, width = pixels.shape
    return numpy.pad(pixels, ((0, -height % TILE), (0, -width % TILE)), mode="edge")


def _most(pixels: Any) -> Any:
    """The greatest of each tile."""
    whole = _padded(pixels)
    rows = whole.reshape(-1, TILE, whole.shape[1]).max(axis=1)
    return rows.reshape(len(rows), -1, TILE).max(axis=2)


def _mean(pixels: Any) -> Any:
    """The mean of each tile."""
    whole = _padded(pixels)
    rows = whole.reshape(-1, TILE, whole.shape[1]).sum(axis=1, dtype="uint32")
    return rows.reshape(len(rows), -1, TILE).sum(axis=2) / TILE**2


def _groups(wrong: Any) -> Iterator[list[tuple[int, int]]]:
    """Tiles that touch one another, by row."""
    import numpy

    left = {(int(row), int(column)) for row, column in zip(*numpy.nonzero(wrong), strict=True)}
    for first in sorted(left):
        if first not in left:
            continue
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


def palette_of(drawings: Sequence[tuple[Any, Any]]) -> dict[int, tuple[int, int, int]]:
    """How a program translated flat colours: what most pixels of each look like in the drawings as they are.

    The drawings are in planes, as they should be and as they are. Keys are shades as `_shades` numbers them.
    """
    import numpy

    width = min(each.shape[2] for pair in drawings for each in pair)
    wanted, seen = (
        numpy.concatenate([pair[side][..., :width] for pair in drawings], axis=1) for side in (0, 1)
    )
    # A quarter of the pixels says as much as all.
    wanted, seen = wanted[:, ::2, ::2], seen[:, ::2, ::2]
    flat = _grown(_steps(wanted), numpy.maximum) <= 2
    shades = _shades(wanted)[flat]
    before, after = wanted[:, flat].astype(numpy.int16), seen[:, flat].astype(numpy.int16)
    counts = numpy.bincount(shades)
    others = numpy.bincount(shades[(before != after).any(axis=0)], minlength=counts.size)
    known = counts >= LEAST_PIXELS
    found = dict.fromkeys(map(int, numpy.flatnonzero(known & (2 * others <= counts))), (0, 0, 0))
    for shade in numpy.flatnonzero(known & (2 * others > counts)):
        own = shades == shade
        red, green, blue = (
            round(float(numpy.median(after[plane, own]) - numpy.median(before[plane, own])))
            for plane in range(3)
        )
        if max(abs(red), abs(green), abs(blue)) <= MOST_TRANSLATED:
            found[int(shade)] = (red, green, blue)
    return found if any(any(shift) for shift in found.values()) else {}


def _shades(pixels: Any) -> Any:
    import numpy

    red, green, blue = (pixels // SHADE).astype(numpy.int32)
    return (red * 32 + green) * 32 + blue


def _translated(pixels: Any, palette: Mapping[int, tuple[int, int, int]]) -> Any:
    """The drawing in the colours of the other program; between flat colours it is shifted as the nearest known is."""
    import numpy

    shades = _shades(pixels)
    known = numpy.array([(key >> 10, key >> 5 & 31, key & 31) for key in palette])
    shifts = numpy.array(list(palette.values()), numpy.int16)
    present = numpy.flatnonzero(numpy.bincount(shades.ravel()))
    parts = numpy.stack((present >> 10, present >> 5 & 31, present & 31), axis=1)
    nearest = ((parts[:, None, :] - known[None]) ** 2).sum(axis=2).argmin(axis=1)
    table = numpy.zeros((3, 32768), numpy.int16)
    table[:, present] = shifts[nearest].T
    return (pixels + table[:, shades]).clip(0, 255).astype(numpy.uint8)
