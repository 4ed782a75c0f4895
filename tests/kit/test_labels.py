"""labels.toml: grids become values, and whatever is wrong with one is reported with its key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from printkit.errors import InputError
from printkit.kit.labels import read_labels

FILE = Path(__file__).resolve().parents[2] / "templates/youscout/labels.toml"
CARDS = ("major-08", "major-11")

GOOD: dict[str, Any] = {
    "name": "Mine",
    "paper": "a4",
    "columns": 2,
    "rows": 3,
    "width": "60mm",
    "height": "1in",
    "left": "10mm",
    "top": "20mm",
    "across": "70mm",
    "down": "25.4mm",
}


def read(**changes):
    entry = {key: value for key, value in {**GOOD, **changes}.items() if value is not None}
    return read_labels({"renumbered": ["major-08"], "grid": {"mine": entry}}, CARDS)


def test_a_grid_is_read_in_mm():
    overlays = read()
    grid = overlays.grid("mine")
    assert (grid.width, grid.height, grid.across, grid.down) == (60.0, 25.4, 70.0, 25.4)
    assert overlays.renumbered == ("major-08",)
    assert overlays.grid("yours") is None


@pytest.mark.parametrize(
    ("changes", "key", "message"),
    [
        ({"across": "50mm"}, "grid.mine.across", "labels of 60 mm overlap every 50 mm"),
        ({"down": "20mm"}, "grid.mine.down", "labels of 25.4 mm overlap every 20 mm"),
        ({"width": "wide"}, "grid.mine.width", "'wide'"),
        ({"rows": 0}, "grid.mine.rows", "0"),
        ({"top": None}, "grid.mine.top", "the key is missing"),
        ({"gap": "2mm"}, "grid.mine.gap", "unknown key"),
    ],
)
def test_what_is_wrong_is_reported_with_its_key(changes, key, message):
    with pytest.raises(InputError) as caught:
        read(**changes)
    (problem,) = caught.value.problems
    assert (problem.file, problem.key) == ("labels.toml", key)
    assert message in problem.message


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"renumbered": ["major-88"]}, "renumbered"),
        ({"grid": {"My Grid": GOOD}}, "grid.My Grid"),
        ({"grid": {"mine": 3}}, "grid.mine"),
        ({"grids": {}}, "grids"),
    ],
)
def test_other_mistakes_are_reported(table, key):
    with pytest.raises(InputError) as caught:
        read_labels(table, CARDS)
    assert [problem.key for problem in caught.value.problems] == [key]


def test_the_grids_printkit_ships():
    overlays = read_labels(tomllib.loads(FILE.read_text(encoding="utf-8")), CARDS)
    assert {"avery-l7160", "avery-l7651", "avery-5160", "avery-5167", "a-one-12"} <= {
        grid.id for grid in overlays.grids
    }
