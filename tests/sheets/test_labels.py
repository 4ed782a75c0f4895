"""Label sheets: every label exactly where the grid has it, the ruler beside them, a grid off the paper refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.load import load_kit
from printkit.sheets.cards import label_places, label_sheets
from printkit.sheets.model import find_paper

KIT = load_kit(Path(__file__).resolve().parents[2] / "templates/youscout", ())
assert KIT.overlays is not None
GRIDS = {grid.id: grid for grid in KIT.overlays.grids}
every_grid = pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)


@every_grid
def test_labels_lie_on_the_paper_and_apart(grid):
    places = label_places(grid)
    assert len(places) == grid.columns * grid.rows
    paper = Rect(0.0, 0.0, *find_paper(grid.paper))
    for index, place in enumerate(places):
        assert paper.contains(place, 0.05)
        assert not any(place.overlaps(other, 1e-4) for other in places[index + 1 :])


@every_grid
def test_margins_are_equal_as_makers_cut_them(grid):
    """A typing mistake in a grid shows as margins that differ."""
    paper, places = find_paper(grid.paper), label_places(grid)
    block = places[0].union(places[-1])
    assert paper.width - block.right == pytest.approx(block.x, abs=0.06)
    assert paper.height - block.bottom == pytest.approx(block.y, abs=0.06)


@every_grid
def test_every_sheet_carries_the_ruler_outside_the_labels(grid):
    places = label_places(grid)
    for sheet in label_sheets(["x"] * (len(places) + 1), grid):
        assert sheet.ruler is not None
        assert max(sheet.ruler.width, sheet.ruler.height) == 100.0
        assert Rect(0.0, 0.0, *sheet.paper).grown(-3.0).contains(sheet.ruler)
        assert not any(sheet.ruler.overlaps(place) for place in places)
        assert sheet.furniture is not None
        assert not any(sheet.furniture.overlaps(place) for place in places)


def test_labels_are_filled_row_by_row_sheet_by_sheet():
    grid = GRIDS["avery-l7160"]
    sheets = list(label_sheets([str(number) for number in range(25)], grid))
    assert [len(sheet.placements) for sheet in sheets] == [21, 4]
    assert [sheet.number for sheet in sheets] == [1, 2]
    second, fourth = sheets[0].placements[1], sheets[0].placements[3]
    assert (second.face.card, fourth.face.card) == ("1", "3")
    assert second.trim == pytest.approx((73.25, 15.15, 63.5, 38.1))
    assert fourth.trim == pytest.approx((7.25, 53.25, 63.5, 38.1))


@pytest.mark.parametrize(
    ("changes", "key", "message"),
    [
        ({"columns": 4}, "grid.avery-l7160", "4 labels across reach 268.75 mm, the paper a4 has 210"),
        ({"rows": 8}, "grid.avery-l7160", "8 labels down reach"),
        ({"paper": "a44"}, "grid.avery-l7160.paper", "unknown paper 'a44'"),
    ],
)
def test_a_grid_that_does_not_fit_is_one_clear_line(changes, key, message):
    with pytest.raises(InputError) as caught:
        label_sheets(["x"], replace(GRIDS["avery-l7160"], **changes))  # type: ignore[arg-type]
    (problem,) = caught.value.problems
    assert (problem.file, problem.key) == ("labels.toml", key)
    assert problem.message.startswith(message)


def test_a_grid_without_margins_has_no_ruler():
    full = replace(
        GRIDS["a-one-12"], left=0.0, top=0.0, columns=2, rows=7, across=105.0, down=42.4, width=105.0
    )
    (sheet,) = label_sheets(["x"], full)
    assert sheet.ruler is None
    assert sheet.furniture is None
