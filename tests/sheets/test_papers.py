"""Paper sizes by name and by measure."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.geometry import Size
from printkit.sheets.model import PAPERS, find_paper


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a4", Size(210, 297)),
        ("A3", Size(297, 420)),
        ("b5", Size(182, 257)),
        ("letter", Size(215.9, 279.4)),
        ("210x297mm", Size(210, 297)),
        ("13x19in", Size(330.2, 482.6)),
        ("100 × 148", Size(100, 148)),
    ],
)
def test_a_paper_is_found_by_name_or_size(name, size):
    assert tuple(find_paper(name)) == pytest.approx(tuple(size))


def test_every_paper_stands_upright():
    assert all(paper.width <= paper.height for paper in PAPERS.values())


@pytest.mark.parametrize(
    "name", ["letterr", "", "0x0mm", "5x5mm", "1e9x3mm", "210x", "9999x9999mm", "1.2.3x4"]
)
def test_an_unknown_paper_is_one_clear_error(name):
    with pytest.raises(InputError) as caught:
        find_paper(name)
    assert "\n" not in str(caught.value)


def test_a_misspelt_paper_names_the_nearest():
    with pytest.raises(InputError, match="did you mean 'letter'"):
        find_paper("leter")
