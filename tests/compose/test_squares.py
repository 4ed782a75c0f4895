"""Squares of boards: what is drawn on them has length and stays inside."""

from __future__ import annotations

import pytest

from printkit.compose.boards.squares import PALE, quiet_item, square_items
from printkit.geometry import Rect
from printkit.scene.inks import find_ink
from printkit.scene.model import Path


@pytest.mark.parametrize("side", [13.3, 28.0, 32.0, 36.0, 60.0])
def test_the_lines_of_a_start_have_length(side):
    """One that only touched the corner was drawn by one program and not by another."""
    box = Rect(5.0, 7.0, side, side)
    (lines,) = square_items("S", box, (0, 0), low=False)
    assert isinstance(lines, Path)
    values = lines.outline.coordinates
    pieces = [values[at : at + 4] for at in range(0, len(values), 4)]
    assert len(pieces) == 10
    for x0, y0, x1, y1 in pieces:
        assert abs(x1 - x0) > 0.05 * side
        assert abs(y1 - y0) > 0.05 * side
        assert box.contains(Rect.from_edges(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))


@pytest.mark.parametrize("place", [(0, 0), (3, 1), (8, 8)])
def test_the_cuts_of_land_stay_inside_their_square(place):
    box = Rect(5.0, 7.0, 28.0, 28.0)
    (cuts,) = square_items(",", box, place, low=False)
    assert isinstance(cuts, Path)
    assert box.contains(cuts.outline.box())


def test_water_on_a_small_picture_is_paler_and_nothing_else_is():
    box = Rect(5.0, 7.0, 28.0, 28.0)
    for kind in ("~", ",", "S"):
        items = square_items(kind, box, (1, 1), low=False)
        quiet = [quiet_item(item) for item in items]
        assert (quiet == items) == (kind != "~")
    ground = next(
        item for item in map(quiet_item, square_items("~", box, (1, 1), low=False)) if isinstance(item, Path)
    )
    assert ground.fill == find_ink("blue").at(PALE)
