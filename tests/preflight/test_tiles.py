"""Tiles: what other programs smooth differently is no difference, what is drawn besides is one."""

from __future__ import annotations

import numpy
import pytest

from printkit.preflight.tiles import REWRITTEN, patches, planes

SIDE = 48
SCALE = 8


def strokes(shift: float, pitch: float = 2.1) -> numpy.ndarray:
    """Upright strokes about a pixel thick, as in a dense sign, moved by parts of a pixel."""
    fine = numpy.full((SIDE * SCALE, SIDE * SCALE), 255.0)
    for number in range(9):
        left = round((14 + number * pitch + shift) * SCALE)
        fine[12 * SCALE : 36 * SCALE, left : left + SCALE] = 120.0
    coarse = fine.reshape(SIDE, SCALE, SIDE, SCALE).mean(axis=(1, 3)).round()
    return numpy.repeat(coarse[:, :, None], 3, axis=2).astype(numpy.uint8)


def differs(wanted: numpy.ndarray, seen: numpy.ndarray) -> bool:
    return bool(list(patches(planes(wanted), planes(seen), REWRITTEN)))


@pytest.mark.parametrize("shift", [0.125, 0.25, 0.375])
@pytest.mark.parametrize("pitch", [1.9, 2.1, 2.5, 3.0])
def test_dense_strokes_half_a_pixel_aside_are_the_same(shift: float, pitch: float) -> None:
    assert not differs(strokes(0.0, pitch), strokes(shift, pitch))


@pytest.mark.parametrize("place", [(2, 2), (20, 36), (38, 12)])
def test_a_faint_mark_is_a_difference(place: tuple[int, int]) -> None:
    """A fifth of full ink, 1.3 × 1.3 mm, beside or among the strokes."""
    row, column = place
    seen = strokes(0.25)
    seen[row : row + 8, column : column + 8] = (seen[row : row + 8, column : column + 8] * 0.8).astype(
        "uint8"
    )
    assert differs(strokes(0.0), seen)
