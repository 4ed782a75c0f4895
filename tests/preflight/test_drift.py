"""The movement backs share: found in spite of some that were moved otherwise, and none larger than printers make."""

from __future__ import annotations

import numpy
import pytest

from printkit.preflight.registration import Drift, find_drift, shift_of

PLACES = [(30.0 + 70 * column, 40.0 + 120 * row) for row in range(2) for column in range(3)]


@pytest.mark.parametrize("drift", [Drift(0.004, -0.003, 0.001, 0.4, -0.7), Drift(0.0, 0.002, 0.0, 1.5, 0.0)])
def test_a_shared_movement_is_found_beside_one_that_is_not(drift):
    moved = [(place, drift.at(place)) for place in PLACES]
    assert find_drift(moved) == pytest.approx(drift, abs=1e-9)
    x, y = moved[2][1]
    moved[2] = (moved[2][0], (x + 0.8, y))
    assert find_drift(moved) == pytest.approx(drift, abs=1e-9)


@pytest.mark.parametrize(
    "drift",
    [Drift(0.0, 0.0, 0.0, 0.0, 0.0), Drift(0.03, 0.0, 0.0, 0.0, 0.0), Drift(0.0, 0.0, 0.02, 0.0, 0.0)],
)
def test_nothing_and_too_much_are_none(drift):
    assert find_drift([(place, drift.at(place)) for place in PLACES]) is None


def test_backs_that_go_their_own_ways_share_nothing():
    ways = [(1.0, 0.0), (-1.0, 0.4), (0.0, 1.3), (0.7, -1.1), (-0.2, -0.9), (1.4, 1.2)]
    assert find_drift(list(zip(PLACES, ways, strict=True))) is None


@pytest.mark.parametrize(("across", "down"), [(0, 0), (3, -5), (-7, 2)])
def test_a_drawing_moved_by_pixels_is_measured(across, down):
    picture = numpy.full((120, 90, 3), 255.0)
    picture[30:70, 20:60] = 40.0
    picture[45:50, 30:75] = 200.0
    moved = numpy.roll(picture, (down, across), axis=(0, 1))
    assert shift_of(picture, moved, 4.0) == pytest.approx((across / 4, down / 4), abs=0.06)
