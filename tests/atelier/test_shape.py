"""Areas: booleans, offsets, parts and measures against what geometry says."""

from __future__ import annotations

import math

import pytest

from printkit.atelier.cuts import circle, polygon, rect, ring
from printkit.atelier.shape import EMPTY, Shape, band, shape, union


def test_the_booleans_add_up():
    first, second = circle(0, 0, 10), circle(5, 0, 10)
    both = (first & second).area
    assert first.area == pytest.approx(100 * math.pi, rel=1e-3)
    assert (first | second).area == pytest.approx(first.area + second.area - both, abs=1e-4)
    assert (first - second).area == pytest.approx(first.area - both, abs=1e-4)


def test_an_empty_area_is_neutral():
    body = rect(0, 0, 2, 3)
    assert (body | EMPTY) == body == (body - EMPTY) == (EMPTY | body)
    assert not body & EMPTY
    assert not EMPTY - body


def test_a_hole_counts_as_paper():
    hollow = rect(0, 0, 10, 10) - rect(4, 4, 2, 2)
    assert hollow.area == pytest.approx(96)
    assert hollow.filled().area == pytest.approx(100)
    assert hollow.filled(smaller_than=3).area == pytest.approx(96)


def test_overlapping_outlines_count_once():
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    assert shape(square, square[::-1]).area == pytest.approx(16)
    assert shape(square, square, evenodd=True).area == pytest.approx(0)


def test_parts_keep_their_own_holes():
    nested = ring(0, 0, 10, 2) | ring(0, 0, 5, 2) | rect(20, 0, 1, 1)
    islands = nested.parts()
    assert sorted(len(one.contours) for one in islands) == [1, 2, 2]
    assert sum(one.area for one in islands) == pytest.approx(nested.area)


@pytest.mark.parametrize("by", [0.3, 1.0, 2.5])
def test_offsets_follow_the_outline(by):
    disc = circle(0, 0, 5)
    assert disc.grown(by).area == pytest.approx(math.pi * (5 + by) ** 2, rel=2e-3)
    assert disc.shrunk(by).area == pytest.approx(math.pi * (5 - by) ** 2, rel=2e-3)
    assert disc.inner_outline(by).area == pytest.approx(math.pi * (25 - (5 - by) ** 2), rel=2e-3)


def test_thin_places_vanish_when_shrunk():
    dumbbell = union([rect(0, 0, 4, 4), rect(4, 1.8, 4, 0.4), rect(8, 0, 4, 4)])
    assert len(dumbbell.parts()) == 1
    assert len(dumbbell.shrunk(0.25).parts()) == 2


def test_a_band_has_the_width_and_the_ends_asked_for():
    line = ((0.0, 0.0), (10.0, 0.0))
    assert band(line, 1).area == pytest.approx(10)
    assert band(line, 1, "round").area == pytest.approx(10 + math.pi / 4, abs=0.02)
    assert band(line, 1, "square").area == pytest.approx(11, abs=0.01)
    assert band([(0, 0), (10, 0), (10, 10), (0, 10)], 1, join="miter", closed=True).area == pytest.approx(
        40, abs=0.1
    )


def test_a_band_that_comes_back_to_its_start_is_whole():
    teardrop = ((0.0, 10.0), (-3.0, 0.0), (3.0, 0.0), (0.0, 10.0))
    left, right = (band(teardrop, 0.5) & rect(x, -1, 5, 12) for x in (-5, 0))
    assert left.area == pytest.approx(right.area, rel=0.02)


def test_transforms_keep_the_area():
    body = polygon([(0, 0), (6, 0), (6, 3)], 0.4) - rect(4, 0.5, 0.5, 0.5)
    for changed in (body.moved(3, 4), body.turned(33, (1, 2)), body.mirrored(), body.scaled(-1, 1)):
        assert changed.area == pytest.approx(body.area)
        assert (changed | EMPTY.moved(1)).area > 0
    assert body.scaled(2).area == pytest.approx(4 * body.area)


def test_crumbs_and_pinholes_are_dropped():
    littered = (rect(0, 0, 5, 5) - rect(2, 2, 0.3, 0.3)) | rect(9, 9, 0.3, 0.3)
    assert len(littered.contours) == 3
    assert littered.without_crumbs() == Shape(littered.without_crumbs().contours)
    assert littered.without_crumbs().area == pytest.approx(25)
