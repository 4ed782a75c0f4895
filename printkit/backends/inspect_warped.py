"""Moves pages that are pictures: a viewer puts pictures on whole pixels, which moves and scales them a little."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from printkit.backends.inspect import PdfFile, page_size, render_page
from printkit.geometry import Affine

__all__ = ["render_warped"]

# So many drawn pages are kept: one in each number of pixels it is asked for.
KEPT = 6


def render_warped(pdf: PdfFile, index: int, px_per_mm: float, place: Affine, size: tuple[int, int]) -> Any:
    """The page moved by a map of its mm to those of the picture, as rows of red, green and blue on white.

    `size` is columns and rows. The page is drawn once, and its pixels are moved.
    """
    import numpy
    from PIL import Image

    # What is enlarged is drawn larger, in steps, so that few drawings serve all.
    scale = 2.0 ** (round(2 * math.log2(math.hypot(place.a, place.b))) / 2)
    drawn = _drawn(pdf, index, px_per_mm * scale)
    width, height = page_size(pdf, index)
    to_pixels = Affine(drawn.width / width, 0.0, 0.0, drawn.height / height, 0.0, 0.0)
    back = Affine.scaling(1 / px_per_mm).then(place.inverse()).then(to_pixels)
    matrix = back.a, back.c, back.e, back.b, back.d, back.f
    moved = drawn.transform(
        size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)
    )
    return numpy.array(moved)


@lru_cache(KEPT)
def _drawn(pdf: PdfFile, index: int, px_per_mm: float) -> Any:
    from PIL import Image

    return Image.fromarray(render_page(pdf, index, 25.4 * px_per_mm, gray=False))
