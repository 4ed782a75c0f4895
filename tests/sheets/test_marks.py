"""The ruler is true and marks are drawn on their layers."""

from __future__ import annotations

import pytest

from printkit.geometry import Rect
from printkit.scene.model import Group, Path
from printkit.sheets.marks import corner_guides, crop_marks, fold_line, registration_cross, ruler


def lines(item) -> list[tuple[float, float, float, float]]:
    assert isinstance(item, Group)
    (path,) = item.items
    assert isinstance(path, Path)
    values = path.outline.coordinates
    return [values[index : index + 4] for index in range(0, len(values), 4)]


@pytest.mark.parametrize("upright", [False, True])
def test_the_ruler_has_a_tick_every_millimetre_of_a_hundred(upright: bool):
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
