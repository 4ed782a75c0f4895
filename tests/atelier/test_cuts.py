"""The knife: strokes have the profile, width and rhythm they should; emblems are the ones of the design."""

from __future__ import annotations

import itertools
import math

import pytest

from printkit.atelier.cuts import (
    RHYTHM,
    arc,
    curve,
    hatch,
    kept_inside,
    length,
    lens,
    parallel,
    part,
    polygon,
    rays,
    rect,
    resample,
    rings,
    segment,
    spline,
    taper,
    water_ring,
    water_rows,
    wedge,
)
from printkit.atelier.forms import SUITS, emblem


def thickness(stroke, x):
    return (stroke & rect(x - 0.05, -5, 0.1, 10)).area / 0.1


@pytest.mark.parametrize(("e", "peak"), [(0.43, 0.2), (0.5, 0.25), (0.58, 0.303), (1.0, 0.5)])
def test_a_stroke_is_thickest_where_the_light_comes_from(e, peak):
    stroke = taper(segment((0, 0), (20, 0)), 0.8, e)
    widths = [thickness(stroke, 0.5 + 0.25 * at) for at in range(78)]
    assert max(widths) == pytest.approx(0.8, abs=0.05)
    assert 0.5 + 0.25 * widths.index(max(widths)) == pytest.approx(20 * peak, abs=0.6)


def test_a_stroke_follows_the_profile_and_ends_pointed():
    stroke = taper(segment((0, 0), (20, 0)), 0.8, 0.5)
    for x in (1.0, 3.0, 9.0, 16.0):
        expected = 0.8 * math.sin(math.pi * math.sqrt(x / 20)) ** 0.8
        assert thickness(stroke, x) == pytest.approx(expected, abs=0.05)
    assert thickness(stroke, 27.4) < 0.05


def test_a_wedge_runs_evenly_from_wide_to_nothing():
    assert wedge(segment((0, 0), (10, 0)), 1.0).area == pytest.approx(5.0, abs=0.05)


def test_rays_keep_the_rhythm():
    strokes = rays((0, 0), 2, 10, 8, 0.6)
    reach = [max(math.hypot(x, y) for contour in one.contours for x, y in contour) - 2 for one in strokes]
    assert [round(r / 10, 2) for r in reach] == [round(r, 2) for r in RHYTHM]


def test_broken_rings_never_start_at_the_same_place():
    strokes = rings((0, 0), [4, 5, 6], 0.5, pieces=1, gap=20)
    starts = [round(math.degrees(math.atan2(one.bounds[1], one.bounds[0])), 1) for one in strokes]
    assert len(strokes) == 3
    assert len({*starts}) == 3


def test_water_stays_in_its_box_and_opens_towards_the_viewer():
    strokes = water_rows((0, 0, 60, 30), 12)
    boxes = [one.bounds for one in strokes]
    assert min(box[0] for box in boxes) >= 0
    assert max(box[2] for box in boxes) <= 60
    rows = sorted({round((box[1] + box[3]) / 2, 2) for box in boxes})
    steps = [after - before for before, after in itertools.pairwise(rows)]
    assert steps[0] < steps[-1]
    assert lens(0, 0, 10, 0.6).bounds[0] == pytest.approx(-5, abs=0.01)


def test_a_water_ring_is_open_at_the_back():
    ringed = water_ring(0, 0, 10, 0.6, 90)
    assert not ringed & rect(-3, -5, 6, 4)
    assert ringed & rect(-3, 1, 6, 4)


def test_strokes_that_would_be_chopped_are_left_out():
    field = rect(0, 0, 10, 10)
    inside, across = taper(segment((2, 2), (8, 2)), 0.5), taper(segment((5, 5), (15, 5)), 0.5)
    assert kept_inside([inside, across], field) == [inside]


def test_hatching_reaches_from_one_path_towards_the_other():
    strokes = hatch(segment((0, 0), (10, 0)), segment((0, 4), (10, 4)), 5, 0.4, reach=0.5)
    assert [round(one.bounds[3], 2) for one in strokes] == [round(2 * r, 2) for r in RHYTHM[:5]]


def test_corners_are_rounded_by_the_radius():
    assert rect(0, 0, 10, 10, 2).area == pytest.approx(100 - 4 * 4 * (1 - math.pi / 4), abs=0.05)
    assert polygon([(0, 0), (10, 0), (10, 10), (0, 10)], [2, 0, 0, 0]).area == pytest.approx(
        100 - 4 * (1 - math.pi / 4), abs=0.05
    )


def test_paths_measure_and_split():
    quarter = arc((0, 0), 10, 0, 90)
    assert length(quarter) == pytest.approx(5 * math.pi, rel=1e-3)
    assert length(part(quarter, 0.25, 0.75)) == pytest.approx(2.5 * math.pi, rel=1e-2)
    assert len(resample(quarter, 1.0)) == 17
    assert length(parallel(quarter, 2)) == pytest.approx(4 * math.pi, rel=1e-2)
    assert curve("M0 0C0 5 5 10 10 10")[-1] == (10, 10)
    assert spline([(0, 0), (5, 5), (10, 0)])[0] == (0, 0)


@pytest.mark.parametrize(
    ("suit", "width", "area"),
    [("swords", 5.2, 27.4), ("coins", 8.0, 16 * math.pi - 8), ("cups", 8.0, 46.8), ("wands", 7.9, 38.7)],
)
def test_emblems_have_the_sizes_of_the_design(suit, width, area):
    left, top, right, bottom = emblem(suit).bounds
    assert right - left == pytest.approx(width, abs=0.12)
    assert bottom - top == pytest.approx(8.0 if suit == "coins" else 10.0, abs=0.45)
    assert emblem(suit).area == pytest.approx(area, rel=0.02)
    assert emblem(suit, 7.2, 8.2, 19.6).area == pytest.approx(emblem(suit).area * 0.72**2, rel=1e-6)


def test_there_are_four_suits_in_the_order_of_the_strip():
    assert SUITS == ("swords", "coins", "cups", "wands")
