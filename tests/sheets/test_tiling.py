"""Tiling: what the tiles show, how they overlap, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.scene.model import Group, Path
from printkit.sheets.model import PAPERS, FaceKey, find_paper
from printkit.sheets.tiling import TilingSpec, plan_tiles, sheet_behind, tile_sheets, whole_sheet

FACE = FaceKey("mat", "front")
A3_MAT, A2_MAT = Size(286, 400), Size(409, 574)


@pytest.mark.parametrize(
    ("drawing", "paper", "count"),
    [(A3_MAT, "a4", 3), (A3_MAT, "letter", 4), (A2_MAT, "a4", 6), (A2_MAT, "letter", 6), (A2_MAT, "b4", 4)],
)
def test_as_few_sheets_as_can_be(drawing, paper, count):
    assert len(plan_tiles(drawing, TilingSpec(PAPERS[paper])).tiles) == count


def test_a_drawing_smaller_than_the_paper_is_one_tile():
    (tile,) = plan_tiles(Size(150, 100), TilingSpec(PAPERS["a4"])).tiles
    assert (tile.name, tile.part) == ("A1", Rect(0, 0, 150, 100))


@given(st.floats(120, 700), st.floats(120, 700), st.sampled_from(["a4", "letter", "a3"]), st.floats(0, 20))
def test_tiles_cover_all_and_overlap_by_what_is_asked(width, height, paper, overlap):
    spec = TilingSpec(PAPERS[paper], overlap=overlap)
    tiling = plan_tiles(Size(width, height), spec)
    parts = {(tile.column, tile.row): tile.part for tile in tiling.tiles}
    assert len(parts) == tiling.columns * tiling.rows
    first, last = parts[0, 0], parts[tiling.columns - 1, tiling.rows - 1]
    assert (first.x, first.y) == (0, 0)
    assert (last.right, last.bottom) == pytest.approx((width, height))
    for (column, row), part in parts.items():
        if column:
            assert parts[column - 1, row].right - part.x == pytest.approx(overlap)
        if row:
            assert parts[column, row - 1].bottom - part.y == pytest.approx(overlap)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_tile_is_drawn_at_its_size_inside_what_the_printer_reaches(paper):
    spec = TilingSpec(PAPERS[paper])
    for sheet, tile in tile_sheets(FACE, A2_MAT, spec):
        (placement,) = sheet.placements
        transform = placement.transform
        assert transform[:4] == (1, 0, 0, 1)
        assert placement.window[2:] == pytest.approx(tile.part[2:])
        # A point of the drawing lies on the paper where the window says.
        assert transform.point(tile.part.x, tile.part.y) == pytest.approx(placement.window[:2])
        assert Rect(0, 0, *sheet.paper).grown(-5).contains(placement.window)
        assert sheet.ruler is not None
        assert not sheet.ruler.overlaps(placement.window)
        assert max(sheet.ruler[2:]) == 100


def test_where_it_saves_paper_the_ruler_stands_beside_the_tile():
    """Two by three tiles lying: above each other they have no room for a ruler at the foot."""
    (sheet, _), *_ = tile_sheets(FACE, A2_MAT, TilingSpec(PAPERS["a4"]))
    assert sheet.ruler is not None
    assert sheet.furniture is not None
    assert (sheet.paper.width, sheet.ruler.height) == (297.0, 100.0)
    assert sheet.furniture.height > 60
    assert not sheet.furniture.overlaps(sheet.ruler)


def test_neighbours_agree_where_they_meet():
    """The left tile's tick is where the right tile's cut edge will lie."""
    sheets = {tile.name: sheet for sheet, tile in tile_sheets(FACE, A3_MAT, TilingSpec(PAPERS["letter"]))}
    left, right = sheets["A1"].placements[0], sheets["A2"].placements[0]
    seam = right.transform.inverse().point(right.window.x, right.window.y)[0]
    assert left.transform.point(seam, 0)[0] == pytest.approx(left.window.right - 10)
    (cut,) = [mark for mark in sheets["A2"].marks if isinstance(mark, Group) and mark.layer == "cut"]
    (path,) = cut.items
    assert isinstance(path, Path)
    assert path.outline.coordinates[0] == pytest.approx(right.window.x)
    assert not any(isinstance(mark, Group) and mark.layer == "cut" for mark in sheets["A1"].marks)


@pytest.mark.parametrize("paper", ["postcard", "a6", "100x140mm"])
def test_paper_too_small_for_tiles_is_one_clear_line(paper):
    with pytest.raises(InputError, match="is too small for tiles of a drawing of 409 × 574 mm") as caught:
        plan_tiles(A2_MAT, TilingSpec(find_paper(paper)))
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize(("drawing", "paper"), [(A3_MAT, "a3"), (A2_MAT, "a2"), (A3_MAT, "sra3")])
def test_a_drawing_in_one_piece_leaves_room_for_the_ruler(drawing, paper):
    sheet = whole_sheet(FACE, drawing, PAPERS[paper])
    (placement,) = sheet.placements
    assert placement.trim[2:] == drawing
    assert Rect(0, 0, *sheet.paper).grown(-5).contains(placement.trim)
    assert sheet.ruler is not None
    assert sheet.furniture is not None
    assert not sheet.ruler.overlaps(placement.trim)
    assert not sheet.furniture.overlaps(sheet.ruler)


def test_where_only_the_side_has_room_the_ruler_stands_there():
    sheet = whole_sheet(FACE, Size(196.0, 264.0), PAPERS["letter"])
    assert sheet.ruler
    assert sheet.ruler.height > sheet.ruler.width


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize(
    ("drawing", "paper"),
    [(Size(196.0, 264.0), "letter"), (Size(196.0, 264.0), "a4"), (Size(264.0, 150.0), "a4")],
)
def test_the_back_lies_behind_the_front_however_the_sheet_is_turned(drawing, paper, short):
    front = whole_sheet(FACE, drawing, PAPERS[paper])
    back = sheet_behind(front, FACE._replace(side="back"), drawing, short=short)
    (one,), (other,) = front.placements, back.placements
    assert (front.paper, back.side) == (back.paper, "back")
    (x, y), (wide, high) = one.trim.center, front.paper
    # Turned on an upright edge left and right change places, on a level one top and bottom.
    seen = (wide - x, y) if (wide <= high) != short else (x, high - y)
    assert other.trim.center == pytest.approx(seen)
    for sheet, placed in ((front, one), (back, other)):
        assert Rect(0, 0, *sheet.paper).grown(-5 + 1e-6).contains(placed.trim)
        assert sheet.ruler
        assert sheet.furniture
        assert not sheet.ruler.overlaps(placed.trim)
        assert not sheet.furniture.overlaps(placed.trim)


def test_a_drawing_larger_than_the_paper_is_refused():
    with pytest.raises(InputError, match="does not fit on paper of 297 × 420 mm"):
        whole_sheet(FACE, A2_MAT, PAPERS["a3"])
