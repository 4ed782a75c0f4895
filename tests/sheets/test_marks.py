"""The ruler is true and marks are drawn on their layers."""

from __future__ import annotations

import pytest

from printkit.geometry import Rect
from printkit.scene.inks import REGISTRATION
from printkit.scene.model import Group, Path
from printkit.sheets.marks import (
    corner_guides,
    crop_marks,
    fold_line,
    japanese_marks,
    registration_cross,
    ruler,
)


def lines(item):
    assert isinstance(item, Group)
    (path,) = item.items
    assert isinstance(path, Path)
    values = path.outline.coordinates
    return [values[index : index + 4] for index in range(0, len(values), 4)]


@pytest.mark.parametrize("upright", [False, True])
def test_the_ruler_has_a_tick_every_millimetre_of_a_hundred(upright):
    box = Rect(20, 30, 4, 100) if upright else Rect(20, 30, 100, 4)
    *ticks, base = lines(ruler(box))
    along = 1 if upright else 0
    assert [tick[along] - box[along] for tick in ticks] == pytest.approx(list(range(101)))
    lengths = [abs(tick[2] - tick[0]) + abs(tick[3] - tick[1]) for tick in ticks]
    assert lengths == pytest.approx([4 if n % 10 == 0 else 3 if n % 5 == 0 else 2 for n in range(101)])
    assert base[along + 2] - base[along] == 100


def test_crop_marks_begin_outside_the_block_and_end_within_their_reach():
    block = Rect(10, 10, 26, 36)
    marks = lines(crop_marks([Rect(13, 13, 20, 30)], block, 4))
    assert len(marks) == 8
    assert (13, 9.5, 13, 6) in marks
    assert (13, 46.5, 13, 50) in marks
    assert (9.5, 43, 6, 43) in marks


def test_crop_marks_of_neighbours_in_line_are_drawn_once():
    trims = [Rect(10, 10, 20, 30), Rect(30, 10, 20, 30)]
    assert len(lines(crop_marks(trims, Rect(10, 10, 40, 30), 4))) == 2 * 3 + 2 * 2


def test_without_reach_there_are_no_crop_marks():
    assert crop_marks([Rect(0, 0, 5, 5)], Rect(0, 0, 5, 5), 0.5) is None


def japanese(trims, block, reach):
    """The double corners and crosses as rows of points, and the ticks between them."""
    corners, ticks = japanese_marks(trims, block, reach, REGISTRATION)
    assert isinstance(corners, Group)
    (path,) = corners.items
    assert isinstance(path, Path)
    assert path.stroke == REGISTRATION
    points = list(zip(path.outline.coordinates[0::2], path.outline.coordinates[1::2], strict=True))
    rows: list[list[tuple[float, float]]] = []
    for command, point in zip(path.outline.commands, points, strict=True):
        rows = [*rows, [point]] if command == "M" else [*rows[:-1], [*rows[-1], point]]
    return rows, lines(ticks) if ticks else []


def test_japanese_marks_say_trim_and_bleed_at_each_corner_and_the_middle_of_each_side():
    rows, ticks = japanese([Rect(20, 20, 91, 55)], Rect(17, 17, 97, 61), 10.0)
    corners, crosses = [row for row in rows if len(row) == 3], [row for row in rows if len(row) == 2]
    assert (len(corners), ticks) == (8, [])
    # At the upper left one line goes on from the trim and turns where the bleed ends, the other from the bleed.
    assert [(7, 20), (17, 20), (17, 7)] in corners
    assert [(20, 7), (20, 17), (7, 17)] in corners
    assert [(121 + 3, 75), (111 + 3, 75), (111 + 3, 88)] in corners
    middles = {(65.5, y) for y in (16.5, 7)}
    assert any(set(row) == middles for row in crosses)
    assert len(crosses) == 8
    every = [point for row in rows for point in row]
    assert all(not (17 < x < 114 and 17 < y < 78) for x, y in every), "nothing lies on the bleed"
    assert all(7 <= x <= 124 and 7 <= y <= 88 for x, y in every), "nothing reaches further"


def test_japanese_marks_of_several_cards_have_ticks_between_the_corners():
    trims = [Rect(20, 20, 30, 40), Rect(56, 20, 30, 40)]
    rows, ticks = japanese(trims, Rect(17, 17, 72, 46), 8.0)
    assert {tick[0] for tick in ticks} == {50, 56}
    assert len([row for row in rows if len(row) == 3]) == 8


def test_japanese_corners_stay_double_without_bleed():
    rows, _ = japanese([Rect(20, 20, 30, 40)], Rect(20, 20, 30, 40), 8.0)
    assert [(12, 20), (18, 20), (18, 12)] in rows


def test_marks_lie_on_their_layers():
    layers = [
        crop_marks([Rect(5, 5, 5, 5)], Rect(5, 5, 5, 5), 3),
        ruler(Rect(0, 0, 100, 4)),
        registration_cross(5, 5),
        corner_guides([Rect(0, 0, 9, 9)], 2),
        fold_line(0, 0, 9, 0),
    ]
    assert [mark.layer for mark in layers if isinstance(mark, Group)] == [
        "guide",
        "guide",
        "guide",
        "cut",
        "fold",
    ]
