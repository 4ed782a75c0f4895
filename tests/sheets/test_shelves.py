"""Shelves: everything in its order, nothing on another, nothing outside."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.sheets.shapes import shelved

ROOM = Rect(5, 5, 200, 280)


@given(st.lists(st.sampled_from([Size(25, 25), Size(19, 19), Size(24, 96), Size(200, 30)]), max_size=90))
def test_nothing_overlaps_and_nothing_is_lost(sizes):
    placed = shelved(sizes, ROOM, 4)
    assert [Size(*place[2:]) for _, place in placed] == sizes
    assert [page for page, _ in placed] == sorted(page for page, _ in placed)
    for page, place in placed:
        assert ROOM.contains(place)
        assert page >= 0
    for (page, one), (other_page, other) in combinations(placed, 2):
        assert page != other_page or not one.grown(1.9).overlaps(other.grown(1.9))


def test_a_full_row_begins_the_next_and_a_full_page_too():
    placed = shelved([Size(90, 130)] * 5, ROOM, 4)
    assert [page for page, _ in placed] == [0, 0, 0, 0, 1]
    assert placed[0][1].y == placed[1][1].y == 5
    assert placed[2][1].y == 139


def test_what_is_larger_than_the_room_is_refused():
    with pytest.raises(InputError, match="210 × 20 mm does not fit in 200 × 280 mm"):
        shelved([Size(210, 20)], ROOM, 4)


def test_no_row_of_equal_things_ends_with_a_few():
    """Twelve of which ten would fit a row stand in two of six, and as few rows as before are used."""
    placed = shelved([*[Size(16, 68)] * 12, *[Size(8, 8)] * 20], ROOM, 4)
    rows = [place.y for _, place in placed]
    assert [rows.count(y) for y in dict.fromkeys(rows)] == [6, 6, 10, 10]


def test_what_shares_its_cuts_is_over_below_the_first_of_a_row():
    placed = shelved([Size(60, 6)] * 40, ROOM, 0)
    assert placed[-1][1].x == placed[0][1].x
    assert len({place.x for _, place in placed}) == 3


def test_a_short_row_is_spread_and_a_full_one_is_not():
    short, full = ([place for _, place in shelved([Size(wide, 68)] * 4, ROOM, 4, 14)] for wide in (16, 47))
    assert [after.x - before.right for before, after in pairwise(short)] == pytest.approx([18.0] * 3)
    assert [after.x - before.right for before, after in pairwise(full)] == pytest.approx([4.0] * 3)
    assert short[0].x - ROOM.x == pytest.approx(ROOM.right - short[-1].right)
