"""The vernier sheet: errors of a printer are read, what is read is corrected, and what is left is small."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.geometry import IDENTITY, Affine, Rect, Size
from printkit.sheets.calibration import (
    MIDDLE,
    back_items,
    drift_of,
    fit_error,
    front_items,
    instruction_area,
    mean_error,
    turn_over,
    verniers,
)
from printkit.sheets.impose import behind_paper

A4 = Size(210.0, 297.0)
LETTER = Size(215.9, 279.4)
TURNS = ("long", "short", "fronts-then-backs")

papers = st.sampled_from([A4, LETTER, A4.turned()])
turns = st.sampled_from(TURNS)


def printer(paper, right, down, degrees, wide, high):
    """A printer that shifts, turns and stretches its backs about the middle of the page."""
    middle = (paper.width / 2, paper.height / 2)
    stretched = Affine.translation(-middle[0], -middle[1]).then(Affine.scaling(1 + wide, 1 + high))
    turned = stretched.then(Affine.translation(*middle)).then(Affine.rotation(degrees, middle))
    return turned.then(Affine.translation(right, down))


def read(paper, turn, error):
    """What a person reads from the sheet: the line that runs straightest into the scale, or half between two."""
    readings = []
    for vernier in verniers(paper, turn):
        to_flap = vernier.back.inverse()

        def place(number, vernier=vernier, to_flap=to_flap):
            return to_flap.point(*error.point(*vernier.line(number)))[0] - vernier.zero

        best = min(
            (half / 2 for half in range(20)), key=lambda number: abs(place(number) - round(place(number)))
        )
        readings.append(round(round(place(best)) - 1.9 * best, 2))
    return tuple(readings)


def left_over(paper, error, correction):
    """How far the worst corner of the cards lands from where it should, in mm."""
    room = Rect(0.0, 0.0, *paper).grown(-20.0)
    corners = [(x, y) for x in (room.x, room.right) for y in (room.y, room.bottom)]
    return max(math.dist(corner, error.point(*correction.point(*corner))) for corner in corners)


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("paper", [A4, LETTER, A4.turned()])
def test_a_printer_without_error_reads_the_middle_everywhere(paper, turn):
    assert read(paper, turn, IDENTITY) == (MIDDLE,) * 8
    assert fit_error((MIDDLE,) * 8, paper, turn) == (IDENTITY, 0.0)


@given(
    paper=papers,
    turn=turns,
    right=st.floats(-3, 3),
    down=st.floats(-3, 3),
    degrees=st.floats(-0.3, 0.3),
    wide=st.floats(-0.002, 0.002),
    high=st.floats(-0.002, 0.002),
)
def test_three_sheets_leave_less_than_a_twentieth_of_a_millimetre(
    paper, turn, right, down, degrees, wide, high
):
    sheets = [printer(paper, right + by, down - by / 2, degrees, wide, high) for by in (-0.23, 0.07, 0.16)]
    found = mean_error([fit_error(read(paper, turn, sheet), paper, turn)[0] for sheet in sheets])
    assert left_over(paper, mean_error(sheets), found.inverse()) < 0.05


def test_one_sheet_of_a_usual_printer():
    error = printer(A4, 0.82, -0.37, 0.15, 0.001, -0.0015)
    found, rest = fit_error(read(A4, "long", error), A4, "long")
    assert left_over(A4, error, found.inverse()) < 0.05
    assert rest < 0.06
    # Without the correction the same cards are nearly a millimetre off.
    assert left_over(A4, error, IDENTITY) > 0.9


def test_a_wrong_reading_is_seen_by_the_others():
    readings = list(read(A4, "long", printer(A4, 0.8, -0.4, 0.1, 0.0, 0.0)))
    readings[3] += 1.0
    assert fit_error(readings, A4, "long")[1] > 0.25


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("paper", [A4, A4.turned()])
def test_the_sheet_is_turned_as_cards_are(paper, turn):
    box = Rect(20.0, 30.0, 70.0, 120.0)
    assert turn_over(paper, turn).rect(box) == behind_paper(paper, turn)[0](box)


@pytest.mark.parametrize("turn", TURNS)
def test_letters_are_never_mirrored(turn):
    for vernier in verniers(LETTER, turn):
        for place in (vernier.front, vernier.back):
            assert place.a * place.d - place.b * place.c == pytest.approx(1.0)


@pytest.mark.parametrize("paper", [A4, LETTER, A4.turned()])
def test_every_line_lies_where_printers_print(paper):
    printable = Rect(0.0, 0.0, *paper).grown(-6.35)
    for items, _ in (back_items(paper, "long"),):
        for item in items:
            assert printable.contains(item.items[0].outline.box())
    for vernier in verniers(paper, "long"):
        assert Rect(0.0, 0.0, *paper).contains(Rect(*vernier.line(0), 0.0, 0.0))


def test_scales_leave_the_instructions_alone():
    area = instruction_area(A4)
    items, labels = front_items(A4, "long")
    assert not any(area.overlaps(item.items[0].outline.box()) for item in items)
    assert not any(area.contains(Rect(*label.place.point(0.0, 0.0), 0.0, 0.0)) for label in labels)


def test_a_drift_is_twice_the_standard_deviation():
    sheets = [Affine.translation(by, 0.0) for by in (-0.5, 0.0, 0.5)]
    drift = drift_of(sheets, A4)
    assert drift is not None
    assert drift.length == pytest.approx(1.0)
    assert drift.sheets == 3
    assert drift_of(sheets[:1], A4) is None


@pytest.mark.parametrize(
    "readings", [(6.0,) * 7, (6.0,) * 7 + (12.5,), (6.0,) * 7 + (-0.1,), (6.0,) * 7 + (math.nan,)]
)
def test_impossible_readings_are_refused(readings):
    with pytest.raises(InputError):
        fit_error(readings, A4, "long")


def test_small_paper_is_refused():
    with pytest.raises(InputError):
        verniers(Size(100.0, 148.0), "long")
