"""Compares faces and inks by thumbnails, colours and darkness, and makes pictures of pages for people."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from printkit.geometry import Size
from printkit.inspect.pages import PdfFile, page_size, render_page

__all__ = [
    "VISION",
    "PageView",
    "Pair",
    "closest_pairs",
    "colour_distance",
    "darkness",
    "lab",
    "simulated",
    "view_of",
]


# ── compares faces and inks: thumbnail distances, colours and darkness ───────────────────────────────────────────────

Colour = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, full severity, on linear RGB.
VISION: Mapping[str, tuple[float, ...]] = {
    "protan": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "deutan": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "tritan": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
}

# sRGB to XYZ, each row divided by the white of D65.
TO_XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)
GREY = (0.299, 0.587, 0.114)
# A thumbnail is compared in squares of this many pixels: smaller things are not seen at that size.
CELL = 5


def simulated(colour: Sequence[float], vision: str) -> Colour:
    """An sRGB colour (0 to 255) as somebody of that colour vision sees it, a key of `VISION`."""
    red, green, blue = map(_linear, colour)
    matrix = VISION[vision]
    rows = [matrix[row] * red + matrix[row + 1] * green + matrix[row + 2] * blue for row in range(0, 9, 3)]
    seen = [255 * _encoded(min(1.0, max(0.0, value))) for value in rows]
    return seen[0], seen[1], seen[2]


def lab(colour: Sequence[float]) -> Colour:
    """CIELAB (D65) of an sRGB colour (0 to 255)."""
    linear = [_linear(value) for value in colour]
    x, y, z = (
        _root(sum(weight * value for weight, value in zip(row, linear, strict=True))) for row in TO_XYZ
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(value: float) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _encoded(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def colour_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """CIEDE2000 between two CIELAB colours; 1 is just to be seen."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(chroma7 / (chroma7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = math.remainder(h2 - h1, 360) if c1 * c2 else 0.0
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2 - 50, (c1 + c2) / 2
    weight = 1.0 - sum(
        share * math.cos(math.radians(times * hue + start))
        for share, times, start in ((0.17, 1, -30), (-0.24, 2, 0), (-0.32, 3, 6), (0.20, 4, -63))
    )
    d_light = (l2 - l1) / (1 + 0.015 * light**2 / math.sqrt(20 + light**2))
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_hue /= 1 + 0.015 * chroma * weight
    bend = math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))
    pull = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * math.sin(bend)
    return math.sqrt(d_light**2 + d_chroma**2 + d_hue**2 + pull * d_chroma * d_hue)


def darkness(pixels: Any) -> float:
    """How dark a picture is on the whole, 0 (paper) to 1 (black): mean of the grey values of rows of RGB pixels."""
    import numpy

    return float(1 - (numpy.asarray(pixels, dtype=float) @ GREY).mean() / 255)


class Pair(NamedTuple):
    """Two faces and how far they look apart: root mean square of the CIELAB difference over all squares."""

    distance: float
    one: str
    other: str


def closest_pairs(thumbnails: Mapping[str, Any]) -> list[Pair]:
    """All pairs of faces, the most alike first; a face is also compared with the other one turned.

    The thumbnails are rows of RGB pixels, all of one size.
    """
    import numpy

    names = sorted(thumbnails)
    upright = numpy.stack([_cells(thumbnails[name]) for name in names])
    turned = upright[:, ::-1, ::-1]
    flat, other = upright.reshape(len(names), -1), turned.reshape(len(names), -1)
    places = upright.shape[1] * upright.shape[2]
    norms = (flat**2).sum(axis=1)
    squares = norms[:, None] + norms[None, :] - 2 * numpy.maximum(flat @ flat.T, flat @ other.T)
    pairs = [
        Pair(math.sqrt(max(0.0, float(squares[one, two])) / places), names[one], names[two])
        for one, two in combinations(range(len(names)), 2)
    ]
    return sorted(pairs)


def _cells(pixels: Any) -> Any:
    """CIELAB of the mean colours of the thumbnail's squares, a turned face having the same ones turned."""
    import numpy

    values = numpy.asarray(pixels, dtype=float)
    rows, columns = values.shape[0] // CELL, values.shape[1] // CELL
    # What is left over is not seen: at the top and left as much as at the bottom and right.
    top, left = (values.shape[0] - rows * CELL) // 2, (values.shape[1] - columns * CELL) // 2
    whole = values[top : top + rows * CELL, left : left + columns * CELL]
    means = whole.reshape(rows, CELL, columns, CELL, 3).mean(axis=(1, 3)) / 255
    linear = numpy.where(means <= 0.04045, means / 12.92, ((means + 0.055) / 1.055) ** 2.4)
    x, y, z = numpy.moveaxis(linear @ numpy.array(TO_XYZ).T, -1, 0)
    roots = [
        numpy.where(part > 216 / 24389, numpy.cbrt(part), (24389 / 27 * part + 16) / 116)
        for part in (x, y, z)
    ]
    return numpy.stack(
        [116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])], axis=-1
    )


# ── pictures of a page for people: as it should be, as it is, and where both differ ──────────────────────────────────

DPI = 110.0
# Of what is the same so much of its darkness is left, so that the difference stands out.
FADED = 0.25
# From this difference on, of 255, a pixel is marked.
CLEAR = 24
MARKED = (215, 0, 60)


class PageView(NamedTuple):
    """A page from 1, its size in mm, and its pixels: as it is, as it should be and the difference (None: unknown)."""

    page: int
    size: Size
    seen: Any
    wanted: Any = None
    difference: Any = None


def view_of(pdf: PdfFile, page: int, wanted: PdfFile | None) -> PageView:
    """A page of a file beside the same of the file as it should be; None of the latter where it has no such page."""
    size = page_size(pdf, page - 1)
    seen = render_page(pdf, page - 1, DPI, gray=False)
    if wanted is None or page > len(wanted):
        return PageView(page, size, seen)
    other = render_page(wanted, page - 1, DPI, gray=False)
    return PageView(page, size, seen, other, _difference(other, seen))


def _difference(wanted: Any, seen: Any) -> Any:
    """What should be there, faded, and marked where the other is not the same; white paper beyond one of both."""
    import numpy

    shape = tuple(max(edges) for edges in zip(wanted.shape[:2], seen.shape[:2], strict=True))
    one, other = (numpy.full((*shape, 3), 255, numpy.int16) for _ in range(2))
    one[: wanted.shape[0], : wanted.shape[1]] = wanted
    other[: seen.shape[0], : seen.shape[1]] = seen
    faded = 255 - (255 - one.mean(axis=2, keepdims=True)) * FADED
    apart = numpy.abs(one - other).max(axis=2) > CLEAR
    shown = numpy.repeat(faded, 3, axis=2)
    shown[apart] = MARKED
    return shown.astype(numpy.uint8)
