"""Lengths as people write them, rectangles, and maps of a plane whose y points down."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.geometry import (
    IDENTITY,
    MM_PER_PT,
    PT_PER_MM,
    Affine,
    Outline,
    Rect,
    Size,
    length_text,
    parse_length,
)

NUMBERS = st.floats(-1000, 1000)
RECTS = st.builds(Rect, NUMBERS, NUMBERS, st.floats(0, 1000), st.floats(0, 1000))
MAPS = st.builds(Affine, *[st.floats(-10, 10)] * 4, NUMBERS, NUMBERS)


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("3mm", 3.0),
        ("3", 3.0),
        (3, 3.0),
        (2.5, 2.5),
        (" 70 mm ", 70.0),
        ("-1.5mm", -1.5),
        ("+.5mm", 0.5),
        ("4.mm", 4.0),
        ("12cm", 120.0),
        ("0.125in", 3.175),
        ("72pt", 25.4),
        ("10000mm", 10_000.0),
    ],
)
def test_lengths(text, mm):
    assert parse_length(text) == pytest.approx(mm, abs=1e-12)


@pytest.mark.parametrize(
    "text", ["", "mm", "3 m", "3px", "3,5mm", "1e3mm", "--3mm", "3mm3", "٣mm", "nan", "inf", True, "3\nmm\n4"]
)
def test_what_is_no_length(text):
    with pytest.raises(InputError) as caught:
        parse_length(text, file="kit.toml", key="deck.bleed")
    assert str(caught.value) == f'kit.toml [deck.bleed]: {text!r} is not a length (write "3mm" or "0.125in")'


@pytest.mark.parametrize("text", ["10001mm", "-10001", "394in", "9" * 400, math.inf, math.nan, 1e300])
def test_lengths_out_of_range(text):
    with pytest.raises(InputError, match=r"is out of range \(at most 10000 mm\)"):
        parse_length(text)


def test_a_digit_of_another_script_is_no_digit():
    with pytest.raises(InputError, match="is not a length"):
        parse_length("٣mm")


@pytest.mark.parametrize(
    ("mm", "text"),
    [
        (70, "70"),
        (88.6, "88.6"),
        (3.175, "3.17"),
        (0.1 + 0.2, "0.3"),
        (1e-9, "0"),
        (-0.001, "0"),
        (1200, "1200"),
    ],
)
def test_length_text(mm, text):
    assert length_text(mm) == text


@given(st.integers(-99_999, 99_999))
def test_length_text_reads_back(hundredths):
    assert parse_length(length_text(hundredths / 100)) == hundredths / 100


def test_points_and_millimetres():
    assert pytest.approx(1) == PT_PER_MM * MM_PER_PT
    assert pytest.approx(210 * PT_PER_MM, abs=0.001) == 595.276


def test_sizes():
    assert Size(70, 120).turned() == Size(120, 70)
    assert str(Size(69.85, 120.65)) == "69.85 × 120.65 mm"


def test_rect_edges_center_and_growth():
    rect = Rect(1, 2, 3, 4)
    assert (rect.right, rect.bottom, rect.center) == (4, 6, (2.5, 4))
    assert rect.grown(1) == Rect(0, 1, 5, 6)
    assert rect.grown(-1) == Rect(2, 3, 1, 2)
    assert rect.moved(10, 20) == Rect(11, 22, 3, 4)
    assert Rect.from_edges(4, 6, 1, 2) == rect


@given(RECTS, RECTS)
def test_a_union_contains_both_and_is_the_smallest(one, other):
    union = one.union(other)
    assert union.contains(one)
    assert union.contains(other)
    assert union.x in (one.x, other.x)
    assert union.y in (one.y, other.y)


@pytest.mark.parametrize(
    ("other", "inside", "overlaps"),
    [
        (Rect(0, 0, 10, 10), True, True),
        (Rect(2, 2, 8, 8), True, True),
        (Rect(2, 2, 9, 8), False, True),
        (Rect(-1, 2, 2, 2), False, True),
        (Rect(10, 0, 5, 5), False, False),
        (Rect(0, 10, 5, 5), False, False),
        (Rect(20, 20, 1, 1), False, False),
        # A millionth of a mm is nothing.
        (Rect(0, 0, 10 + 1e-7, 10), True, True),
        (Rect(10 - 1e-7, 0, 5, 5), False, False),
    ],
)
def test_contains_and_overlaps(other, inside, overlaps):
    rect = Rect(0, 0, 10, 10)
    assert rect.contains(other) is inside
    assert rect.overlaps(other) is overlaps
    assert other.overlaps(rect) is overlaps


def test_a_positive_turn_is_clockwise_on_the_page():
    assert Affine.rotation(90).point(1, 0) == (0, 1)
    assert Affine.rotation(-90).point(1, 0) == (0, -1)
    assert Affine.rotation(450) == Affine.rotation(90)


def test_quarter_turns_are_exact():
    assert Affine.rotation(180, about=(35, 60)).point(4, 4.8) == (66, 115.2)
    assert Affine.rotation(90).then(Affine.rotation(270)) == IDENTITY


@given(st.floats(-720, 720), NUMBERS, NUMBERS)
def test_a_turn_leaves_its_middle_where_it_is(degrees, x, y):
    turn = Affine.rotation(degrees, about=(x, y))
    assert turn.point(x, y) == pytest.approx((x, y), abs=1e-9)
    difference = (turn.degrees() - degrees) % 360
    assert min(difference, 360 - difference) == pytest.approx(0, abs=1e-6)


@given(MAPS, MAPS, NUMBERS, NUMBERS)
def test_then_does_the_first_first(one, other, x, y):
    assert one.then(other).point(x, y) == pytest.approx(other.point(*one.point(x, y)), abs=1e-6)


@given(MAPS, NUMBERS, NUMBERS)
def test_the_inverse_leads_back(there, x, y):
    assume(abs(there.a * there.d - there.b * there.c) > 0.1)
    assert there.inverse().point(*there.point(x, y)) == pytest.approx((x, y), abs=1e-5)


def test_a_flat_map_has_no_way_back():
    with pytest.raises(ZeroDivisionError):
        Affine.scaling(1, 0).inverse()


def test_scaling_and_translation():
    assert Affine.scaling(2).point(3, 4) == (6, 8)
    assert Affine.scaling(2, 3).point(3, 4) == (6, 12)
    assert Affine.translation(1, 2).then(Affine.scaling(2)).point(0, 0) == (2, 4)


@given(MAPS, RECTS)
def test_a_mapped_rect_holds_all_mapped_corners(there, rect):
    box = there.rect(rect)
    for x in (rect.x, rect.right):
        for y in (rect.y, rect.bottom):
            assert box.contains(Rect(*there.point(x, y), 0, 0), tolerance=1e-6)


def test_outlines_move_join_and_know_their_box():
    outline = Outline("MCZ", (0, 0, 1, 5, 2, 5, 3, 0))
    assert outline.moved_by(Affine.translation(1, 2)).coordinates == (1, 2, 2, 7, 3, 7, 4, 2)
    # Handles count: the curve itself only reaches 3.75.
    assert outline.box() == Rect(0, 0, 3, 5)
    assert outline + Outline("ML", (9, 9, 8, 8)) == Outline("MCZML", (0, 0, 1, 5, 2, 5, 3, 0, 9, 9, 8, 8))
    assert Outline("", ()).box() == Rect(0, 0, 0, 0)
    assert Outline("", ()).moved_by(Affine.scaling(2)) == Outline("", ())


@pytest.mark.parametrize(("commands", "numbers"), [("MX", 2), ("MXQL", 4), ("ML", 2), ("C", 4), ("Z", 2)])
def test_an_outline_has_known_commands_and_their_numbers(commands, numbers):
    with pytest.raises(ValueError, match="an outline"):
        Outline(commands, (0.0,) * numbers)
