"""Tiles: what other programs smooth differently is no difference, what is drawn besides is one."""

from __future__ import annotations

import numpy
import pytest

from printkit.preflight.tiles import CLOSE, EXACT, PX_PER_MM, REWRITTEN, patches, planes

SIDE = 48
SCALE = 8


def strokes(shift, pitch=2.1):
    """Upright strokes about a pixel thick, as in a dense sign, moved by parts of a pixel."""
    fine = numpy.full((SIDE * SCALE, SIDE * SCALE), 255.0)
    for number in range(9):
        left = round((14 + number * pitch + shift) * SCALE)
        fine[12 * SCALE : 36 * SCALE, left : left + SCALE] = 120.0
    coarse = fine.reshape(SIDE, SCALE, SIDE, SCALE).mean(axis=(1, 3)).round()
    return numpy.repeat(coarse[:, :, None], 3, axis=2).astype(numpy.uint8)


def differs(wanted, seen):
    return bool(list(patches(planes(wanted), planes(seen), REWRITTEN)))


@pytest.mark.parametrize("shift", [0.125, 0.25, 0.375])
@pytest.mark.parametrize("pitch", [1.9, 2.1, 2.5, 3.0])
def test_dense_strokes_half_a_pixel_aside_are_the_same(shift, pitch):
    assert not differs(strokes(0.0, pitch), strokes(shift, pitch))


@pytest.mark.parametrize("place", [(2, 2), (20, 36), (38, 12)])
def test_a_faint_mark_is_a_difference(place):
    """A fifth of full ink, 1.3 × 1.3 mm, beside or among the strokes."""
    row, column = place
    seen = strokes(0.25)
    seen[row : row + 8, column : column + 8] = (seen[row : row + 8, column : column + 8] * 0.8).astype(
        "uint8"
    )
    assert differs(strokes(0.0), seen)


@pytest.mark.parametrize("tolerance", [EXACT, CLOSE, REWRITTEN])
def test_each_difference_of_a_tall_page_is_found_at_its_place(tolerance):
    wanted = numpy.full((600, SIDE, 3), 255, numpy.uint8)
    seen = wanted.copy()
    tops = (0, 130, 580)
    for top in tops:
        seen[top : top + 12, 12:30] = 0
    found = sorted(patches(planes(wanted), planes(seen), tolerance), key=lambda patch: patch.rect.y)
    assert [patch.kind for patch in found] == ["extra"] * 3
    assert [round(patch.rect.y * PX_PER_MM) for patch in found] == list(tops)
    assert [round(patch.rect.bottom * PX_PER_MM) for patch in found] == [12, 142, 592]
