"""Backs alone, and cards closer together than the layout has them."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports

HARBOUR = Path(__file__).parents[1] / "data" / "harbour"


def built(out, **asked):
    return [file.file for file in build(BuildRequest(kit_dir=HARBOUR, out=out, **asked))]  # type: ignore[arg-type]


def wrong(file):
    (report,) = check_reports([file], kit_dir=HARBOUR)
    return [str(finding) for finding in report.findings if finding.severity == "error"]


def test_poker_cards_lie_nine_on_a_sheet_without_gutters(tmp_path):
    (file,) = built(tmp_path, only=("orders",), gutter=0.0)
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == 2 * 3
    assert wrong(file) == []


def test_backs_alone_are_the_backs_of_all_sheets(tmp_path):
    files = built(tmp_path, backs_only=True)
    assert [file.name for file in files] == [
        f"harbour-{part}-backs.pdf" for part in ("characters", "orders", "events")
    ]
    whole = built(tmp_path / "whole", only=("orders",))
    with pikepdf.open(files[1]) as backs, pikepdf.open(whole[0]) as both:
        assert len(backs.pages) == len(both.pages) // 2
    assert wrong(files[1]) == []


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"backs_only": True, "duplex": "none"}, "[--backs-only]: there are no sheets of backs alone"),
        ({"backs_only": True, "profile": "the-game-crafter"}, "[--backs-only]: there are no sheets of backs"),
        ({"gutter": 60.0}, "[--gutter]: 60 mm (0 to 50 mm)"),
        ({"gutter": 2.0, "paper": "card"}, "[--gutter]: is for many cards on a sheet"),
    ],
)
def test_what_cannot_be_laid_out_so_is_refused(tmp_path, asked, line):
    with pytest.raises(InputError) as caught:
        built(tmp_path, **asked)
    assert line in str(caught.value)
    assert not list(tmp_path.iterdir())
