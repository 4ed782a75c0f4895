"""Confidence sequences: their coverage at any time, by simulation, and what they refuse."""

from __future__ import annotations

import numpy
import pytest

from printkit.solver.confidence import least_mean, mean_interval, most_mean


def misses(draw, mean, floor, ceiling, rows=100):
    """In how many sequences the interval ever misses the mean, checked four times."""
    luck = numpy.random.Generator(numpy.random.Philox(7))
    missed = 0
    for _ in range(rows):
        values = draw(luck)
        looks = (mean_interval(values[:n], floor, ceiling) for n in (3, 20, 80, 240))
        missed += any(not low <= mean <= high for low, high in looks)
    return missed


@pytest.mark.parametrize(
    ("draw", "mean", "floor", "ceiling"),
    [
        (lambda luck: (luck.random(240) < 0.05) * 1.0, 0.05, 0.0, 1.0),
        (lambda luck: luck.random(240), 0.5, -0.8, 1.8),
        (lambda luck: (luck.random(240) < 0.5) * 2.6 - 0.8, 0.5, -0.8, 1.8),
    ],
)
def test_looking_often_misses_seldom(draw, mean, floor, ceiling):
    # 5 % at most are allowed, at all lengths together.
    assert misses(draw, mean, floor, ceiling) <= 5


def test_the_count_of_misses_sees_a_wrong_mean():
    assert misses(lambda luck: luck.random(240) * 0.8, 0.5, 0.0, 1.0) > 50


def test_limits_are_near_with_little_spread():
    values = 0.4 + 0.02 * numpy.sin(numpy.arange(4000.0))
    low, high = mean_interval(values, -0.8, 1.8)
    assert 0.39 < low < values.mean() < high < 0.41


def test_limits_narrow_with_more_values():
    values = numpy.tile([0.0, 1.0], 5000)
    widths = [
        high - low for low, high in (mean_interval(values[:n], 0.0, 1.0) for n in (10, 100, 1000, 10000))
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.05


def test_upper_limit_is_the_mirror_image_of_the_lower():
    values = numpy.array([0.1, 0.5, 0.2, 0.9])
    assert most_mean(values, 1.0) == pytest.approx(1 - least_mean(1 - values, 0.0))


def test_without_values_nothing_is_known():
    assert mean_interval(numpy.zeros(0), -1.0, 2.0) == (-1.0, 2.0)


def test_a_value_beyond_its_bound_is_refused():
    with pytest.raises(ValueError, match="floor"):
        least_mean(numpy.array([0.5, -0.1]), 0.0)


def test_what_is_no_number_is_refused():
    with pytest.raises(ValueError, match="finite"):
        least_mean(numpy.array([0.5, numpy.nan]), 0.0)
    with pytest.raises(ValueError, match="finite"):
        most_mean(numpy.array([0.5, -numpy.inf]), 1.0)
