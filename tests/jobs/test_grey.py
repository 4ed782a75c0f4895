"""A printer with black only: the file has greys only, and the kit's figures are still proved in it."""

from __future__ import annotations

import re

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.inspect.pages import render_page
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.scene.inks import HOUSE_INKS
from tests.tiny_kit import write_kit

COLOUR = re.compile(rb"(?<![\w.])(?:rg|RG|k|K|sc|SC|scn|SCN|cs|CS)\s")
GREY = re.compile(rb"([\d.]+) [gG]\n")


def _streams(file):
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            yield page.Contents.read_bytes()
            for form in page.Resources.XObject.values():
                yield form.read_bytes()


def _findings(file):
    return [finding for report in check_reports((file,)) for finding in report.findings]


@pytest.fixture
def grey(tmp_path):
    kit = write_kit(tmp_path / "kits")
    (built,) = build(BuildRequest(kit_dir=kit, press="grey", out=tmp_path / "out"))
    return built


def test_the_file_holds_greys_alone(grey):
    assert grey.file.name == "tiny-deck-grey.pdf"
    assert not any(COLOUR.search(data) for data in _streams(grey.file))


def test_the_greys_are_those_of_the_inks(grey):
    seen = {float(value) for data in _streams(grey.file) for value in GREY.findall(data)}
    assert seen <= {ink.grey for ink in HOUSE_INKS.values()}
    assert {HOUSE_INKS["blue"].grey, HOUSE_INKS["red"].grey, 0.0} <= seen


def test_a_grey_card_is_not_a_coloured_one(grey, tmp_path):
    kit = tmp_path / "kits" / "tiny"
    manifest = grey.file.parent / "manifest.json"
    again = BuildRequest(kit_dir=kit, press="grey", out=tmp_path / "again", changed_since=manifest)
    assert build(again) == ()
    with pytest.raises(InputError, match="printed were: small grey full"):
        build(BuildRequest(kit_dir=kit, out=tmp_path / "again", changed_since=manifest))


def test_coloured_digits_in_grey_are_proved(tmp_path):
    (built,) = build(BuildRequest(kits=("paper-cetkaik",), only=("deck",), press="grey", out=tmp_path))
    assert _findings(built.file) == []


def test_one_grey_digit_among_coloured_ones_is_found(tmp_path):
    (built,) = build(BuildRequest(kits=("paper-cetkaik",), only=("deck",), out=tmp_path))
    file = tmp_path / "spoilt.pdf"
    with pikepdf.open(built.file) as pdf:
        _name, form = min(
            (name, form)
            for page in pdf.pages
            for name, form in page.Resources.XObject.items()
            if form.read_bytes().startswith(b".776471 .25098 .2 rg")
        )
        form.write(form.read_bytes().replace(b".776471 .25098 .2 rg", b".4 .4 .4 rg"))
        pdf.save(file)
    assert "ink-differs" in {finding.code for finding in _findings(file)}


def test_a_back_is_no_black_rectangle_in_grey(tmp_path):
    (built,) = build(BuildRequest(kits=("paper-cetkaik",), only=("deck",), press="grey", out=tmp_path))
    sheet = render_page(built.file, 1, 72)
    assert 0.45 < sheet[200:600, 100:400].mean() / 255 < 0.75


def test_a_print_shop_gets_no_greys():
    with pytest.raises(InputError, match="home printing"):
        build(BuildRequest(kits=("youscout",), press="grey", profile="drivethrucards"))
