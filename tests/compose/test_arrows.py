"""Arrows over boards: none covers the sign of a piece, and what is passed stands above them."""

import math

import pytest

from printkit.compose.boards.arrows import CLEAR, passed, path_items
from printkit.compose.faces.bounds import item_box
from printkit.geometry import Rect
from printkit.scene.model import Path, Scene, walk

# Half a piece, in squares.
PIECE = 0.38


def square(column, row):
    return Rect(10.0 * column, 10.0 * row, 10.0, 10.0)


def nearest(items, box):
    """How far the points of the drawings stay from a square's middle, along the farther of both ways, in squares."""
    found = []
    for item in items:
        values = item.outline.coordinates
        found += [
            max(abs(x - box.center[0]), abs(y - box.center[1])) / box.width
            for x, y in zip(values[::2], values[1::2], strict=True)
        ]
    return min(found)


@pytest.mark.parametrize("step", [(1, 0), (0, -1), (1, 1), (2, 1), (0, 4)])
def test_no_arrow_covers_the_sign_of_a_piece(step):
    one, other = square(3, 5), square(3 + step[0], 5 + step[1])
    items = [item for item in path_items((one, other), {one, other}) if isinstance(item, Path)]
    # The heads' corners may lie beside the way.
    assert min(nearest(items, one), nearest(items, other)) >= CLEAR - 0.03


@pytest.mark.parametrize("step", [(1, 0), (0, -1), (1, 1)])
def test_between_pieces_side_by_side_an_arrow_covers_neither(step):
    """A strict reader saw arrows over the piece that moves, and over the one that is jumped."""
    one, other = square(3, 5), square(3 + step[0], 5 + step[1])
    both = [item for item in path_items((one, other), {one, other}, apart=True) if isinstance(item, Path)]
    assert min(nearest(both, one), nearest(both, other)) > PIECE - 0.06
    boxes = [item_box(each) for each in walk(Scene("way", 100.0, 100.0, 0.0, tuple(both)))]
    assert max(max(box.width, box.height) for box in boxes) > (2.5 if all(step) else 8.0)
    # To an empty square an arrow begins at the edge.
    arrows = [item for item in path_items((one, other), {one}, apart=True) if isinstance(item, Path)]
    assert nearest(arrows, one) >= PIECE
    assert nearest(arrows, other) < 0.2


@pytest.mark.parametrize("way", [(0, -2, -4), (0, -3), (0, -2, -3)])
def test_where_pieces_stand_apart_no_arrow_covers_one(way):
    boxes = [square(3, 5 + down) for down in way]
    items = [item for item in path_items(boxes, {*boxes}, apart=True) if isinstance(item, Path)]
    assert items
    for box in boxes:
        outer = [item for item in items if item.fill is not None]
        assert nearest(outer, box) >= PIECE - 0.02


def test_a_way_begins_and_ends_in_the_middle_of_an_empty_square():
    one, other = square(0, 0), square(2, 0)
    arrived = [item for item in path_items((one, other), {other}) if isinstance(item, Path)]
    leaving = [item for item in path_items((one, other), {one}) if isinstance(item, Path)]
    assert nearest(arrived, one) < 0.1
    assert nearest(leaving, other) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("way", [(square(2, 2),), (square(2, 2), square(2, 2))])
def test_what_comes_from_nowhere_has_a_frame_round_its_square(way):
    (frame,) = [item for item in path_items(way, {way[0]}) if isinstance(item, Path)]
    values = frame.outline.coordinates
    assert math.isclose(max(values[::2]) - min(values[::2]), 9.4, abs_tol=1e-6)


def test_what_a_way_passes_is_what_it_does_not_stop_at():
    way = (square(0, 0), square(2, 2), square(2, 6))
    beside = {square(0, 1), square(3, 2), square(2, 7)}
    crossed = {square(1, 1), square(2, 4)}
    assert passed({*way, *beside, *crossed}, way) == crossed
