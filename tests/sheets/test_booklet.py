"""Saddle stitch: every page once, facing pages as in a book, creep to the spine, the ruler on every side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.sheets.booklet import (
    BookletSpec,
    creep,
    page_order,
    page_ruler,
    page_words,
    panels,
    saddle_stitch,
)
from printkit.sheets.model import FaceKey

A3, A4, A5 = Size(420.0, 297.0), Size(297.0, 210.0), Size(148.0, 210.0)


def pages(count):
    return [FaceKey(f"page-{number}", "front") for number in range(1, count + 1)]


def test_eight_pages_lie_as_every_printer_knows():
    assert page_order(8) == ((8, 1), (2, 7), (6, 3), (4, 5))


@given(st.integers(1, 200))
def test_every_page_is_there_once_and_sums_are_even(count):
    sides = page_order(count)
    total = -(-count // 4) * 4
    assert sorted(page for side in sides for page in side) == list(range(1, total + 1))
    assert {left + right for left, right in sides} == {total + 1}


@given(st.integers(1, 80), st.floats(0, 0.3))
def test_pages_touch_the_fold_and_creep_towards_it(count, caliper):
    for sheet in saddle_stitch(pages(count), BookletSpec(A4, A5, caliper)):
        shift = creep(sheet.number - 1, caliper)
        for placement in sheet.placements:
            left = placement.trim.center[0] < A4.width / 2
            inner = placement.trim.right if left else placement.trim.x
            assert inner == pytest.approx(A4.width / 2 + (shift if left else -shift), abs=1e-3)
            assert placement.window.right <= A4.width / 2 + 1e-6 or placement.window.x >= A4.width / 2 - 1e-6


def test_long_edge_turns_the_backs_with_their_ruler():
    front, back = saddle_stitch(pages(4), BookletSpec(A3, A5, duplex="long"))
    assert {placement.rotation for placement in front.placements} == {0}
    assert {placement.rotation for placement in back.placements} == {180}
    assert front.ruler is not None
    assert back.ruler is not None
    assert (front.ruler.x + back.ruler.right, front.ruler.y + back.ruler.bottom) == pytest.approx(A3)


def test_pages_that_fill_the_paper_have_no_ruler_and_a_cover_no_fold_mark():
    front, back = saddle_stitch(pages(4), BookletSpec(A4, A5))
    assert (front.ruler, back.ruler, front.marks) == (None, None, ())
    assert len(back.marks) == 2


def test_the_ruler_is_100_mm_and_leaves_room_for_words():
    line = page_ruler(A5)
    assert (line.width, line.center[0]) == (100.0, 74.0)
    assert Rect(0, 0, *A5).contains(line)
    assert not line.overlaps(page_words(A5))


def test_paper_too_small_is_one_clear_line():
    with pytest.raises(InputError, match="do not fit side by side on 210 × 148 mm"):
        saddle_stitch(pages(4), BookletSpec(A5.turned(), A5))


@pytest.mark.parametrize(
    ("pocket", "ways"),
    [
        (Size(63.5, 88.9), (2, 4)),
        (Size(70.0, 120.0), (2, 3)),
        (Size(57.15, 88.9), (2, 4)),
        (Size(148.5, 210.0), (1, 1)),
    ],
)
def test_a_leaflet_is_folded_on_until_it_fits_the_box(pocket, ways):
    columns, rows = panels(A5, pocket)
    assert (columns, rows) == ways
    folded = sorted((A5.width / columns, A5.height / rows))
    assert all(one <= other for one, other in zip(folded, sorted(pocket), strict=True))
    plain = saddle_stitch(pages(4), BookletSpec(A4, A5))
    marked = saddle_stitch(pages(4), BookletSpec(A4, A5, pocket=pocket))
    for one, other in zip(plain, marked, strict=True):
        more = 2 * (columns - 1) + 2 * (rows - 1) if one.side == "back" else 0
        assert len(other.marks) - len(one.marks) == more
        text = Rect(0.0, 0.0, *other.paper).grown(-12.0)
        for mark in other.marks[len(one.marks) :]:
            assert not mark.items[0].outline.box().overlaps(text)
