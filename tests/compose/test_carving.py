"""The knife: strokes are pointed and as thick as asked, streams run parallel, whirls are equal when turned."""

from __future__ import annotations

import math

import pytest

from printkit.compose.pieces.carving import (
    Stream,
    arc,
    calm,
    line_length,
    parallel,
    part,
    parted,
    stroke,
    stroke_rows,
    through,
)
from printkit.geometry import Rect

LEVEL = tuple((float(x), 0.0) for x in range(41))


def points_of(outline):
    return list(zip(outline.coordinates[0::2], outline.coordinates[1::2], strict=True))


@pytest.mark.parametrize("width", [0.4, 1.0, 3.0])
def test_a_stroke_is_pointed_at_both_ends_and_as_thick_as_asked(width):
    outline = stroke(LEVEL, width, 1.0)
    box = outline.box()
    assert (box.x, box.right) == pytest.approx((0, 40))
    assert box.height == pytest.approx(width, rel=0.02)
    ends = [y for x, y in points_of(outline) if x in (0.0, 40.0)]
    assert ends == pytest.approx([0.0] * len(ends))
    assert outline.commands[-1] == "Z"


@pytest.mark.parametrize(("e", "thickest"), [(1.0, 0.5), (0.5, 0.25), (0.43, 0.2)])
def test_the_light_says_where_a_stroke_swells(e, thickest):
    top = min(points_of(stroke(LEVEL, 2.0, e)), key=lambda point: point[1])
    assert top[0] / 40 == pytest.approx(thickest, abs=0.04)


def test_parts_are_found_by_length():
    assert [x for x, _ in part(LEVEL, 10, 30, 5)] == pytest.approx([10, 15, 20, 25, 30])


def test_a_parallel_keeps_its_distance():
    ring = arc(0, 0, 20, 0, 350, 200)
    # To the right of a clockwise way lies the middle.
    radii = [math.hypot(x, y) for x, y in parallel(ring, 5)]
    assert min(radii) == pytest.approx(15, abs=0.05)
    assert max(radii) == pytest.approx(15, abs=0.05)


def test_kinks_are_smoothed_and_ends_stay():
    kinked = ((0.0, 0.0), (50.0, 0.0), (50.0, 50.0))
    line = calm(through(kinked, 2.0), 12.0)
    assert (line[0], line[-1]) == ((0.0, 0.0), pytest.approx((50.0, 50.0)))
    turns = [
        abs(
            math.remainder(
                math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0]), math.tau
            )
        )
        for a, b, c in zip(line, line[1:], line[2:], strict=False)
    ]
    assert max(turns) < 0.2
    assert line_length(line) < 101


def test_water_stays_in_its_bed():
    strokes = list(stroke_rows(Stream(LEVEL, 20.0, 12.0, 1.0, 3.0)))
    assert len(strokes) > 8
    for outline in strokes:
        box = outline.box()
        assert -10 < box.y
        assert box.bottom < 10
        assert box.x >= 0
        assert box.right <= 40


def test_cuts_of_a_cloth_run_bent_round_what_lies_there():
    """Readers: rows of equal level dashes looked like the sea of another game."""
    room, card = Rect(0.0, 0.0, 118.0, 60.0), Rect(49.0, 16.0, 20.0, 28.0)
    cuts = [*parted(room, [card])]
    assert len(cuts) > 60
    for cut in cuts:
        assert room.grown(1.0).contains(cut.box())
        numbers = cut.coordinates
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            assert not (card.x < x < card.right and card.y < y < card.bottom)
    beside = [
        cut.box() for cut in cuts if 30.0 < cut.box().center[0] < 48.0 and 10.0 < cut.box().center[1] < 50.0
    ]
    assert max(box.height for box in beside) > 5.0
    # Where nothing lies they are level.
    assert max(cut.box().height for cut in parted(room, [])) < 1.5
