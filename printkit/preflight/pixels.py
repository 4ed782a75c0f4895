"""Measures whether a shape is visible in rendered pixels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.geometry import Affine, Rect
from printkit.scene.raster import coverage

__all__ = [
    "AROUND",
    "GREY",
    "LEAST_CONTRAST",
    "MESSAGES",
    "PX_PER_MM",
    "Look",
    "PageImage",
    "best",
    "cut_out",
    "look",
    "neutral",
    "same_colour",
    "stray",
    "verdict",
]

PX_PER_MM = 10.0
# Beyond the shape's own box this much is looked at too: ink that touches a figure makes another figure of it.
AROUND = 0.22
# Least difference between figure and ground, of 255.
LEAST_CONTRAST = 56.0
# Least likeness of what is drawn and what should be, -1 to 1.
LEAST_LIKENESS = 0.96
LEAST_WORD_LIKENESS = 0.75
# A pixel is wrong when it is this far from what it should be, in parts of the contrast.
WRONG = 0.5
# The largest area that may be wrong, in mm²: viewers smooth edges in their own ways.
WRONG_AREA = 0.03
WRONG_WORD_AREA = 0.3
# Least likeness of another figure to be named as the one that is shown.
LEAST_CANDIDATE = 0.85
# Parts of a pixel a shape is moved by, and how many shapes are kept.
STEPS = 8
SHAPES = 4096
GREY = (0.299, 0.587, 0.114)
# Red, green and blue of a grey differ by less than this.
GREY_SPREAD = 45.0
HUE_TOLERANCE = 25.0


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page or a part of it: rows by columns of red, green and blue (0 to 255), its pixels a mm.

    `left` and `top` are how many pixels of the page lie before the part.
    """

    pixels: Any
    scale: float = PX_PER_MM
    left: int = 0
    top: int = 0


class Look(NamedTuple):
    """How a place looks: likeness to the shape (-1 to 1), contrast of 255 (below 0: dark on light), wrong area in mm².

    `ink` is the colour of the shape, red, green and blue 0 to 255, as it follows from all its pixels; `span` is how
    far the lightest and the darkest of them lie apart.
    """

    likeness: float
    contrast: float
    wrong: float
    ink: tuple[float, float, float] = (0.0, 0.0, 0.0)
    span: float = 0.0


# Why a shape does not count as printed.
MESSAGES = {
    "invisible": "it is not visible",
    "reversed": "it is light on dark",
    "hidden": "its shape is not visible",
}


def look(
    page: PageImage, rows: Any, place: Affine, box: Rect, *, even_odd: bool = False, beside: Any = None
) -> Look:
    """Compares the page with a shape: `rows` are its polygons, `place` maps them to the page's mm, `box` is looked at.

    The shape may lie half a pixel beside the place, as viewers put letters on whole pixels. `beside` are polygons in
    the page's mm, filled even-odd, that may stand there as well: where they are, nothing is compared.
    """

    scale = page.scale
    left, top, right, bottom = _edges(page, box)
    before_x, before_y = page.left + left, page.top + top
    to_pixels = place.then(Affine(scale, 0.0, 0.0, scale, -before_x, -before_y))
    columns, lines = right - left, bottom - top
    model = _model(_Polygons(rows), _stepped(to_pixels), columns, lines, even_odd)
    seen = cut_out(page, box).pixels
    if beside is None:
        return _fit(model, seen, scale)
    to_pixels = Affine(scale, 0.0, 0.0, scale, -before_x, -before_y)
    other = coverage(beside, to_pixels, columns, lines, even_odd=True) > 0.02
    return _fit(model, seen, scale, ~_spread(other))


def cut_out(page: PageImage, box: Rect) -> PageImage:
    """The part of a page in a box (mm on the page); white beyond what was rendered."""
    import numpy

    height, width, _ = page.pixels.shape
    left, top, right, bottom = _edges(page, box)
    own = PageImage(page.pixels[:0], page.scale, page.left + left, page.top + top)
    if 0 <= left and right <= width and 0 <= top and bottom <= height:
        return replace(own, pixels=page.pixels[top:bottom, left:right])
    seen = numpy.full((bottom - top, right - left, 3), 255, page.pixels.dtype)
    inner_left, inner_top = max(left, 0), max(top, 0)
    inner_right, inner_bottom = min(right, width), min(bottom, height)
    if inner_left < inner_right and inner_top < inner_bottom:
        part = page.pixels[inner_top:inner_bottom, inner_left:inner_right]
        seen[inner_top - top : inner_bottom - top, inner_left - left : inner_right - left] = part
    return replace(own, pixels=seen)


def _edges(page: PageImage, box: Rect) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a box (mm on the page) in whole pixels of the picture."""
    scale = page.scale
    return (
        math.floor(box.x * scale) - page.left,
        math.floor(box.y * scale) - page.top,
        math.ceil(box.right * scale) - page.left,
        math.ceil(box.bottom * scale) - page.top,
    )


class _Polygons:
    """Polygons as a key: the same object is the same shape."""

    __slots__ = ("rows",)

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def __hash__(self) -> int:
        return id(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Polygons) and self.rows is other.rows


def _stepped(place: Affine) -> Affine:
    """The place on a raster finer than anybody sees, so that a letter's shape is worked out a few times only."""
    x, y = round(place.e * STEPS) / STEPS, round(place.f * STEPS) / STEPS
    a, b, c, d = (round(each, 6) for each in place[:4])
    return Affine(a, b, c, d, x, y)


class _Model(NamedTuple):
    """What a look is fitted with: ground, shape and its slopes as rows of pixels, and what solves for their shares."""

    rows: Any
    solver: Any


@lru_cache(maxsize=SHAPES)
def _model(polygons: _Polygons, place: Affine, width: int, height: int, even_odd: bool) -> _Model:
    """The model of a shape in a place; not to be changed."""
    import numpy

    shape = coverage(polygons.rows, place, width, height, even_odd=even_odd)
    rows = numpy.zeros((4, height, width))
    rows[0] = 1.0
    rows[1] = shape
    rows[2, :, 1:-1] = (shape[:, 2:] - shape[:, :-2]) / 2
    rows[3, 1:-1] = (shape[2:] - shape[:-2]) / 2
    flat = rows.reshape(4, -1)
    return _Model(flat, _solver(flat))


def _solver(rows: Any) -> Any:
    """The inverse of the normal equations; a shape without ink would leave them without one but for a hair on the
    diagonal."""
    import numpy

    return numpy.linalg.inv(rows @ rows.T + numpy.eye(4) * 1e-6)


def _fit(model: _Model, seen: Any, scale: float, compared: Any = None) -> Look:
    """Least squares for ground, contrast and a small shift; what is left over is wrong."""
    import numpy

    rows, solver = model
    # The grey first, then red, green and blue: all fitted at once.
    channels = numpy.empty((4, rows.shape[1]))
    channels[1:] = seen.reshape(-1, 3).T
    channels[0] = GREY @ channels[1:]
    if compared is not None and compared.any():
        rows, channels = rows[:, compared.ravel()], channels[:, compared.ravel()]
        solver = _solver(rows)
    values = channels[0]
    answers = solver @ (rows @ channels.T)
    answer = answers[:, 0]
    contrast = float(answer[1])
    span = float(values.max() - values.min())
    if abs(contrast) < 1.0:
        return Look(0.0, contrast, float(model.rows[1].sum()) / scale**2, span=span)
    red, green, blue = (answers[0, 1:] + answers[1, 1:]).tolist()
    # More than a pixel of shift is no shift: the figure stands elsewhere.
    most = abs(contrast)
    answer[2:] = answer[2:].clip(-most, most)
    predicted = answer @ rows
    wrong = numpy.count_nonzero(numpy.abs(values - predicted) > WRONG * most) / scale**2
    values = values - values.mean()
    predicted -= predicted.mean()
    spread = math.sqrt(float(values @ values) * float(predicted @ predicted))
    likeness = float(values @ predicted) / spread if spread else 0.0
    return Look(likeness, contrast, wrong, (red, green, blue), span)


def stray(page: PageImage, rows: Any, box: Rect) -> tuple[float, Rect] | None:
    """The largest patch of ink in `box` (mm) that none of the shapes explains, with its area in mm²; None: no ink.

    `rows` are the polygons of all shapes there, in the page's mm; the ground is the lightest of what is seen.
    """
    import numpy

    scale = page.scale
    height, width, _ = page.pixels.shape
    left, top, right, bottom = _edges(page, box)
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    if left >= right or top >= bottom:
        return None
    seen = (page.pixels[top:bottom, left:right] @ numpy.array(GREY)).astype(numpy.uint8)
    place = Affine(scale, 0.0, 0.0, scale, -page.left - left, -page.top - top)
    known = coverage(rows, place, right - left, bottom - top, rows_a_pixel=2) > 0.0
    for _ in range(2):
        known = _spread(known)
    tones = numpy.bincount(seen.ravel(), minlength=256).cumsum()
    ground = int(numpy.searchsorted(tones, 0.9 * tones[-1]))
    ink = (seen < ground - LEAST_CONTRAST) & ~known
    # A patch must outlast the loss of its edge: a smoothed line of one pixel is none.
    core = ink & ~_spread(~ink)
    if not core.any():
        return None
    lines, columns = numpy.nonzero(core)
    area = float(numpy.count_nonzero(ink)) / scale**2
    x, y = (page.left + left + int(columns.min())) / scale, (page.top + top + int(lines.min())) / scale
    size = (int(columns.max() - columns.min()) + 1) / scale, (int(lines.max() - lines.min()) + 1) / scale
    return area, Rect(x, y, *size)


def _spread(mask: Any) -> Any:
    """The mask grown by one pixel on all four sides."""
    grown = mask.copy()
    grown[1:] |= mask[:-1]
    grown[:-1] |= mask[1:]
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    return grown


def verdict(seen: Look, *, dark: bool, strict: bool = True) -> str:
    """Why this look does not count as printed, a key of `MESSAGES`; empty when it does.

    `dark` shapes must be darker than their ground. A figure is looked at strictly, a letter of a word is not.
    """
    least, area = (LEAST_LIKENESS, WRONG_AREA) if strict else (LEAST_WORD_LIKENESS, WRONG_WORD_AREA)
    if abs(seen.contrast) < LEAST_CONTRAST:
        return "invisible" if seen.span < LEAST_CONTRAST else "hidden"
    if dark and seen.contrast > 0:
        return "reversed"
    return "hidden" if seen.likeness < least or seen.wrong > area else ""


def best(looks: Mapping[str, Look]) -> str:
    """The candidate that looks most alike; empty where none looks like anything."""
    name = max(looks, key=lambda each: (looks[each].likeness, each), default="")
    seen = looks.get(name)
    return name if seen and seen.likeness > LEAST_CANDIDATE and abs(seen.contrast) >= LEAST_CONTRAST else ""


def neutral(colour: Sequence[float]) -> bool:
    """Whether a colour is black, grey or white."""
    return max(colour) - min(colour) < GREY_SPREAD


def same_colour(wanted: Sequence[float], seen: Sequence[float]) -> bool:
    """Whether both are grey, or of about the same hue: presses and screens differ, families of colours do not."""
    if neutral(wanted) or neutral(seen):
        return neutral(wanted) and neutral(seen)
    return abs((_hue(wanted) - _hue(seen) + 180) % 360 - 180) < HUE_TOLERANCE


def _hue(colour: Sequence[float]) -> float:
    red, green, blue = colour
    return math.degrees(math.atan2(math.sqrt(3) * (green - blue), 2 * red - green - blue))
