"""A digit cut in two by the edge between two sheets: seen when both together show it, and only then."""

from __future__ import annotations

import numpy
import pytest

from printkit.geometry import Affine, Rect
from printkit.preflight.marks import Mark
from printkit.preflight.pixels import PageImage
from printkit.preflight.proof_book import shows
from printkit.preflight.split_figures import joined_look
from printkit.scene.raster import coverage, segments
from tests.preflight.test_pixels import FONT

EM = 20.0


def sheet(text: str, x: float, y: float) -> tuple[Mark, numpy.ndarray]:
    """A sheet of 30 × 30 mm with a large golden digit, and where it stands."""
    glyph = FONT.shape(text)[0].glyph
    place = Affine(EM, 0.0, 0.0, EM, x, y)
    cover = coverage(segments(FONT.outline(glyph)), place.then(Affine.scaling(10.0)), 300, 300)[:, :, None]
    pixels = (255 - cover * (255 - numpy.array([200.0, 150.0, 20.0]))).round()
    return Mark(text, x, y, 0.0, EM, place.rect(FONT.ink_box(glyph)), place=place), pixels


def halves(text: str, cut: float = 0.5) -> tuple[list[tuple[Mark, numpy.ndarray]], Rect]:
    """Two sheets with the upper and the lower part, a millimetre on both, and hatches where the upper ends."""
    above, below = sheet(text, 6.0, 22.0), sheet(text, 9.03, 18.0)
    height = above[0].box.height
    last = round(10 * (above[0].box.y + cut * height + 0.5))
    above[1][last:] = 255.0
    above[1][last : last + 10, ::7] = 0.0
    below[1][: round(10 * (below[0].box.y + cut * height - 0.5))] = 255.0
    return [above, below], above[0].box


def judged(text: str, sheets: list[tuple[Mark, numpy.ndarray]]) -> bool:
    rows = segments(FONT.outline(FONT.shape(text)[0].glyph))
    return shows(joined_look(rows, [(mark, PageImage(pixels)) for mark, pixels in sheets]))


@pytest.mark.parametrize("text", "0123456789")
@pytest.mark.parametrize("cut", [0.3, 0.5, 0.7])
def test_two_sheets_show_one_digit(text: str, cut: float) -> None:
    assert judged(text, halves(text, cut)[0])


@pytest.mark.parametrize("missing", [0, 1])
def test_a_digit_half_of_which_is_on_no_sheet_is_hidden(missing: int) -> None:
    sheets, _ = halves("5")
    sheets[missing][1][:] = 255.0
    assert not judged("5", sheets)


@pytest.mark.parametrize(("drawn", "read"), [("6", "5"), ("3", "5"), ("1", "7"), ("0", "6")])
def test_another_digit_is_not_taken_for_it(drawn: str, read: str) -> None:
    sheets = halves(drawn)[0]
    boxes = [sheet(read, mark.x, mark.y)[0] for mark, _ in sheets]
    assert not judged(read, [(mark, pixels) for mark, (_, pixels) in zip(boxes, sheets, strict=True)])
