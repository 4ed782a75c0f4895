"""How a program moved and scaled pages is found to a few hundredths of a mm, in patterns too."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy
import pytest
from PIL import Image, ImageDraw

from printkit.preflight.registration import Drift, distinctive, part_of, polished, registered
from printkit.preflight.tiles import PX_PER_MM

SIZE = (148.0, 210.0)
FINE = 4


def drawn(drift, seed, *, pattern):
    """A page of bars, half of it thin lines that repeat, moved so; smoothed by drawing it four times as large."""
    luck, scale = Random(seed), PX_PER_MM * FINE
    picture = Image.new("RGB", tuple(round(edge * PX_PER_MM) * FINE for edge in SIZE), "white")
    draw = ImageDraw.Draw(picture)

    def bar(x, y, width, height):
        left, top = (value * (1 + drift.wide) + shift for value, shift in ((x, drift.x), (y, drift.y)))
        box = (left, top, left + width * (1 + drift.wide), top + height * (1 + drift.wide))
        draw.rectangle([round(edge * scale) for edge in box], fill="black")

    for _ in range(120):
        bar(luck.uniform(5, 140), luck.uniform(5, 100), luck.uniform(0.3, 6), luck.uniform(0.3, 3))
    for row in range(90):
        if pattern:
            bar(10 + row % 2 * 0.6, 110 + row, 120, 0.25)
    return numpy.asarray(picture.reduce(FINE))


STILL = Drift(0, 0, 0, 0, 0)
MOVED = {"moved": Drift(0, 0, 0, 0.12, -0.2), "scaled": Drift(0, -0.0014, -0.0014, -0.02, 0.02)}


def view_of(moved, *, pattern):
    parts, _ = parts_of(pattern=pattern)

    @cache
    def view(place):
        left = Drift(0, *(a - b for a, b in zip(moved[1:], (place or STILL)[1:], strict=True)))
        pages = {
            seed: (drawn(STILL, seed, pattern=pattern), drawn(left, seed, pattern=pattern)) for seed in (1, 2)
        }
        return [tuple(side[part_of(rect)] for side in pages[seed]) for seed, rect in parts]

    return view


def parts_of(*, pattern):
    """What is looked at of two pages: the page and the part; and the centres."""
    pages = {seed: distinctive(drawn(STILL, seed, pattern=pattern)) for seed in (1, 2)}
    parts = [(seed, rect) for seed, rects in pages.items() for rect in rects]
    return parts, [rect.center for _, rect in parts]


def off(found, moved):
    corners = ((0.0, 0.0), SIZE)
    return max(float(numpy.abs(numpy.subtract(found.at(each), moved.at(each))).max()) for each in corners)


@pytest.mark.parametrize("pattern", [False, True], ids=["bars", "lines that repeat"])
@pytest.mark.parametrize("moved", MOVED.values(), ids=MOVED)
def test_the_place_of_moved_pages_is_found(moved, pattern):
    found = registered(parts_of(pattern=pattern)[1], view_of(moved, pattern=pattern), SIZE)
    assert found is not None
    assert off(found, moved) < 0.03


def test_a_measure_that_was_misled_is_mended():
    moved = MOVED["scaled"]
    misled = Drift(0, -0.00153, -0.00153, -0.03, 0.035)
    assert off(misled, moved) > 0.025
    assert off(polished(misled, view_of(moved, pattern=True), SIZE), moved) < 0.01


def test_pages_that_were_not_moved_stay():
    still = view_of(STILL, pattern=True)(None)
    found = registered(parts_of(pattern=True)[1], lambda place: still, SIZE)
    assert found is None or max(map(abs, found)) < 0.001
