"""Sheets for cutting machines: the open layouts' figures, the marks, and the paths that fit what is printed."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.geometry import Outline, Rect, Size
from printkit.scene.model import Group, Path
from printkit.sheets.cutter import cutter_cards, cutter_room, cutter_strip, plan_cutter, registration_marks
from printkit.sheets.model import PAPERS

POKER, BRIDGE, TAROT = Size(63.5, 88.9), Size(57.15, 88.9), Size(69.85, 120.65)

# Paper, card, lying page, cards, length of the marks in mm, as silhouette-card-maker's layouts.json states them.
OPEN_LAYOUTS = [
    ("letter", POKER, True, 8, 7.2),
    ("letter", BRIDGE, True, 8, 12.28),
    ("letter", TAROT, False, 4, 26.16),
    ("letter", Size(85.725, 53.975), False, 8, 18.54),
    ("letter", Size(44.45, 63.5), True, 15, 14.82),
    ("letter", Size(88.9, 139.7), True, 2, 38.86),
    ("a4", POKER, True, 8, 8.38),
    ("a4", TAROT, False, 4, 23.28),
    ("a4", Size(59, 86), False, 9, 6.94),
    ("a3", BRIDGE, True, 18, 24.13),
]


def outlines_of(item):
    assert isinstance(item, Group)
    (path,) = item.items
    assert isinstance(path, Path)
    boxes, numbers = [], path.outline.coordinates
    commands, index = path.outline.commands, 0
    for piece in commands.split("M")[1:]:
        count = 2 + sum({"L": 2, "C": 6, "Z": 0}[command] for command in piece)
        boxes.append(Outline("M" + "L" * (count // 2 - 1), numbers[index : index + count]).box())
        index += count
    return boxes


@pytest.mark.parametrize(("paper", "card", "lying", "count", "length"), OPEN_LAYOUTS)
def test_the_open_layouts_are_met(paper, card, lying, count, length):
    layout, own = plan_cutter(card, 3.0, PAPERS[paper], "long")
    assert (layout.paper.width > layout.paper.height, len(layout.fronts)) == (lying, count)
    # Theirs are rounded to pixels of 300 dpi.
    assert own == pytest.approx(length, abs=0.2)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_cards_stand_in_the_middle_an_eighth_of_a_centimetre_apart(paper):
    layout, _ = plan_cutter(POKER, 3.0, PAPERS[paper], "long")
    boxes = [cell.trim for cell in layout.fronts]
    whole = boxes[0]
    for box in boxes:
        whole = whole.union(box)
    assert whole.center == pytest.approx((layout.paper.width / 2, layout.paper.height / 2))
    steps = {round(b.x - a.right, 6) for a in boxes for b in boxes if a.y == b.y and 0 < b.x - a.right < 20}
    assert steps <= {1.25}
    assert all(cell.window == cell.trim.grown(0.625) for cell in layout.fronts)


def test_a_square_and_two_angles_ten_millimetres_inside():
    square, *bars = outlines_of(registration_marks(Size(210, 297), 12.0))
    assert square == Rect(9.5, 9.5, 6, 6)
    assert bars[0] == Rect(188, 9.5, 12.5, 1)
    assert bars[1] == Rect(199.5, 9.5, 1, 12.5)
    assert bars[2] == Rect(9.5, 286.5, 12.5, 1)
    assert bars[3] == Rect(9.5, 275, 1, 12.5)


@pytest.mark.parametrize(("asked", "drawn"), [(2.0, 5.0), (12.0, 12.0), (58.0, 20.0)])
def test_arms_are_as_long_as_machines_read(asked, drawn):
    bar = outlines_of(registration_marks(Size(210, 297), asked))[1]
    assert bar.width == pytest.approx(drawn + 0.5)


@pytest.mark.parametrize("duplex", ["long", "short", "fronts-then-backs", "none"])
def test_the_paths_are_the_cards_printed(duplex):
    sheets = list(cutter_cards(list("abcde"), plan_cutter(TAROT, 3.0, PAPERS["a4"], duplex)[0], 3.0, duplex))  # type: ignore[arg-type]
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    assert [len(sheet.placements) for sheet in fronts] == [4, 1]
    for sheet in fronts:
        (cut,) = sheet.cuts
        assert isinstance(cut, Group)
        assert cut.layer == "cut"
        assert [tuple(box) for box in outlines_of(cut)] == [
            pytest.approx(tuple(placement.trim)) for placement in sheet.placements
        ]
        assert cut not in sheet.marks
    assert all(not sheet.cuts for sheet in sheets if sheet.side == "back")


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_ruler_is_clear_of_marks_and_of_what_is_cut(paper):
    line, label = cutter_strip(PAPERS[paper])
    assert line is not None
    assert label is not None
    marks = outlines_of(registration_marks(PAPERS[paper], 20.0))
    for box in (line, label):
        assert not any(box.overlaps(mark) for mark in marks)
        assert not box.overlaps(cutter_room(PAPERS[paper]))


def test_a_card_too_large_for_the_marks_is_one_clear_line():
    with pytest.raises(InputError, match="does not fit between the cutter's marks"):
        plan_cutter(Size(140, 200), 3.0, PAPERS["a5"], "long")


def test_a_folded_sheet_is_refused():
    with pytest.raises(InputError, match="cannot be cut by machine"):
        plan_cutter(POKER, 3.0, PAPERS["a4"], "fold")
