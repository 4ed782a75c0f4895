"""Path data: what is written lies within the tolerance, keeps corners, is compact and always the same."""

from __future__ import annotations

import re

import pytest

from printkit.atelier.cuts import circle, curve, rect, taper
from printkit.atelier.fit import parse_shape, path_data
from printkit.atelier.forms import SUITS, emblem
from printkit.atelier.shape import Shape


def farthest(first, second):
    """The thickest place of the difference, found by shrinking it away."""
    difference = (first - second) | (second - first)
    return next((by for by in (0.05, 0.03, 0.02, 0.0125) if difference.shrunk(by / 2)), 0.0)


DRAWN = {
    "disc": circle(20, 30, 8.3) - circle(22, 30, 2.1),
    "stroke": taper(curve("M10 10C20 40 30 10 50 50"), 0.9),
    "block": rect(4, 18.6, 62, 82.8, 0.6),
    **{suit: emblem(suit, 40, 35, 60) for suit in SUITS},
}


@pytest.mark.parametrize("name", DRAWN)
def test_fitted_curves_stay_within_the_tolerance(name):
    assert farthest(DRAWN[name], parse_shape(path_data(DRAWN[name]), evenodd=True)) <= 0.02


def test_the_comparer_sees_a_shift_of_a_twentieth():
    assert farthest(DRAWN["disc"], DRAWN["disc"].moved(0.06)) == 0.05


def test_circles_become_few_curves_and_squares_four_lines():
    assert path_data(circle(0, 0, 10)).count("c") <= 8
    square = path_data(rect(1, 2, 3, 4))
    assert "c" not in square
    assert square.count("h") + square.count("v") == 3


def test_numbers_have_two_places_and_commands_are_relative():
    data = path_data(DRAWN["stroke"])
    assert set(filter(str.isalpha, data)) <= set("Mclhvz")
    assert not re.search(r"\.\d{3}", data)
    assert not re.search(r"\d{4}", data)


def test_the_same_area_gives_the_same_bytes_whatever_the_order():
    first, second = circle(10, 10, 3), rect(30, 30, 5, 5)
    assert path_data(first | second) == path_data(second | first)
    assert path_data(Shape((*second.contours, *first.contours))) == path_data(first | second)


def test_reading_and_writing_settles():
    once = path_data(DRAWN["cups"])
    again = path_data(parse_shape(once, evenodd=True))
    assert farthest(parse_shape(again, evenodd=True), DRAWN["cups"]) <= 0.03
