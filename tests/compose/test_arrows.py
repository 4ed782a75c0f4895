"""Arrows over boards: none covers the sign of a piece, and what is passed stands above them."""

import math

import pytest

from printkit.compose.boards.arrows import CLEAR, passed, path_items
from printkit.geometry import Rect
from printkit.scene.model import Path


def square(column: int, row: int) -> Rect:
    return Rect(10.0 * column, 10.0 * row, 10.0, 10.0)


def nearest(items: list[Path], box: Rect) -> float:
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
def test_no_arrow_covers_the_sign_of_a_piece(step: tuple[int, int]) -> None:
    one, other = square(3, 5), square(3 + step[0], 5 + step[1])
    items = [item for item in path_items((one, other), {one, other}) if isinstance(item, Path)]
    # The heads' corners may lie beside the way.
    assert min(nearest(items, one), nearest(items, other)) >= CLEAR - 0.03


@pytest.mark.parametrize("step", [(1, 0), (0, -1), (1, 1)])
def test_a_way_to_the_next_square_may_begin_over_the_piece_and_keeps_clear_of_the_other(
    step: tuple[int, int],
) -> None:
    one, over, other = square(3, 5), square(3 + step[0], 5 + step[1]), square(3, 5 + 2 * step[1])
    first = [item for item in path_items((one, over), {one, over}, over=True) if isinstance(item, Path)]
    assert nearest(first, one) < 0.05
    assert nearest(first, over) >= CLEAR - 0.03
    on = [item for item in path_items((one, over, other), {one, over}) if isinstance(item, Path)][
        len(first) :
    ]
    # What is stepped on keeps its sign.
    assert nearest(on, over) >= CLEAR - 0.03


def test_a_way_begins_and_ends_in_the_middle_of_an_empty_square() -> None:
    one, other = square(0, 0), square(2, 0)
    arrived = [item for item in path_items((one, other), {other}) if isinstance(item, Path)]
    leaving = [item for item in path_items((one, other), {one}) if isinstance(item, Path)]
    assert nearest(arrived, one) < 0.1
    assert nearest(leaving, other) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("way", [(square(2, 2),), (square(2, 2), square(2, 2))])
def test_what_comes_from_nowhere_has_a_frame_round_its_square(way: tuple[Rect, ...]) -> None:
    (frame,) = [item for item in path_items(way, {way[0]}) if isinstance(item, Path)]
    values = frame.outline.coordinates
    assert math.isclose(max(values[::2]) - min(values[::2]), 9.4, abs_tol=1e-6)


def test_what_a_way_passes_is_what_it_does_not_stop_at() -> None:
    way = (square(0, 0), square(2, 2), square(2, 6))
    beside = {square(0, 1), square(3, 2), square(2, 7)}
    crossed = {square(1, 1), square(2, 4)}
    assert passed({*way, *beside, *crossed}, way) == crossed
