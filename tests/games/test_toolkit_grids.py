"""Boards of the toolkit: names, rays, neighbours, distances, and ways along a ray."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.games.toolkit.grids import (
    ALL,
    DIAGONAL,
    FORWARD,
    ORTHOGONAL,
    SIDES,
    Grid,
    Stride,
    leap,
    reached,
    slide,
    vault,
    walk,
)

BOARD = Grid(tuple("abcde"), tuple("123456"))
squares = st.integers(0, 29)


def stated(at):
    return " ".join(BOARD.names[each] for each in at)


def ends(way, taken=""):
    """Where a piece on a6 may end going up the column a, given the squares taken."""
    line = way(BOARD.ray(BOARD.index["a6"], FORWARD[0]))
    return stated(reached(line, BOARD.of(taken).__contains__))


def test_squares_are_named_by_column_and_row_from_the_top():
    assert BOARD.names[:6] == ("a1", "b1", "c1", "d1", "e1", "a2")
    assert all(BOARD.index[name] == at for at, name in enumerate(BOARD.names))
    assert stated(sorted(BOARD.of("c3 a1"))) == "a1 c3"
    with pytest.raises(KeyError):
        BOARD.of("c9")


def test_a_ray_goes_to_the_edge_without_its_start():
    middle = BOARD.index["c3"]
    assert stated(BOARD.ray(middle, (0, -1))) == "c2 c1"
    assert stated(BOARD.ray(middle, (-1, 1))) == "b4 a5"
    assert stated(BOARD.ray(middle, (2, 1))) == "e4"
    assert BOARD.rays(BOARD.index["a1"], SIDES) == (BOARD.ray(BOARD.index["a1"], (1, 0)),)


def test_neighbours_touch_at_corners_too():
    assert stated(BOARD.near[BOARD.index["a1"]]) == "b1 a2 b2"
    assert len(BOARD.near[BOARD.index["c3"]]) == 8


@given(one=squares, other=squares)
def test_the_distance_counts_steps_of_a_king(one, other):
    distance = BOARD.distance(one, other)
    assert distance == BOARD.distance(other, one)
    assert (distance == 1) == (other in BOARD.near[one])
    x, y = BOARD.bearing(one, other)
    assert BOARD.bearing(other, one) == (-x, -y)
    if one == other:
        assert (distance, x, y) == (0, 0, 0)
    else:
        # A step that way brings one nearer.
        assert min(BOARD.distance(near, other) for near in BOARD.near[one]) == distance - 1
        assert BOARD.distance(BOARD.ray(one, (x, y))[0], other) == distance - 1


def test_a_slide_ends_on_the_first_piece_or_beyond_so_many():
    assert ends(slide()) == "a5 a4 a3 a2 a1"
    assert ends(slide(), "a4 a2") == "a5 a4"
    assert ends(slide(over=1), "a4 a2") == "a5 a4 a3 a2"
    assert ends(slide(over=2), "a4 a2") == "a5 a4 a3 a2 a1"


def test_a_vault_takes_no_note_of_the_first_square():
    assert ends(vault()) == "a4 a3 a2 a1"
    assert ends(vault(), "a5 a3") == "a4 a3"


def test_a_leap_is_exact_and_a_walk_at_most():
    assert ends(leap(2), "a5") == "a4"
    assert ends(leap(9)) == ""
    assert ends(walk(2)) == "a5 a4"
    assert ends(walk(2), "a5") == "a5"


def test_lines_are_made_for_every_square_and_turned_for_the_player_above():
    up, down = (BOARD.lines([Stride(walk(1), FORWARD)], turned=turned) for turned in (False, True))
    middle = BOARD.index["c3"]
    assert [stated(line.squares) for line in up[middle]] == ["c2"]
    assert [stated(line.squares) for line in down[middle]] == ["c4"]
    assert up[BOARD.index["c1"]] == ()
    assert [line.far for line in BOARD.lines([Stride(slide(), ALL)])[middle]] == [True] * 8
    assert {*ORTHOGONAL, *DIAGONAL} == {*ALL}
