"""Calibrating: what is read is kept by printer and paper, and a build draws its backs, and only them, through it."""

from __future__ import annotations

import json
import subprocess

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.geometry import IDENTITY
from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.calibrate import (
    CalibrationRequest,
    Printer,
    calibration_sheets,
    chosen_feed,
    remember,
    typed_readings,
)
from printkit.jobs.check.check import check_reports
from printkit.jobs.printers import known_printers, printers_file
from tests.tiny_kit import write_kit

PERFECT = (6.0,) * 8
# Two tenths too far right and one too far up, as seen on the back.
SHIFTED = (5.8, 5.8, 6.1, 6.1, 6.2, 6.2, 5.9, 5.9)


@pytest.fixture(autouse=True)
def _own_printers(tmp_path, monkeypatch):
    monkeypatch.setenv("PRINTKIT_CONFIG_DIR", str(tmp_path / "config"))


@pytest.fixture
def request_of(tmp_path):
    folder = write_kit(tmp_path / "kits")

    def make(**choices):
        return BuildRequest(kit_dir=folder, out=tmp_path / "out", **choices)

    return make


def _built(request):
    (built,) = build(request)
    return built, built.file.read_bytes()


def test_a_printer_without_error_changes_no_byte(request_of):
    _, plain = _built(request_of())
    remember("good", CalibrationRequest(), (PERFECT,) * 3)
    _, corrected = _built(request_of(printer="good"))
    assert corrected == plain


def test_what_is_known_of_a_printer_has_no_negative_nought():
    near = (6.0, 6.0, 5.99, 5.99, 6.0, 6.0, 6.0, 6.01)
    line, *_ = remember("good", CalibrationRequest(), (near,) * 3)
    assert "-0.00" not in line
    assert "turned +0.00°" in line


def test_only_backs_are_corrected(request_of):
    def pages(file):
        with pikepdf.open(file) as pdf:
            return [page.Contents.read_bytes() for page in pdf.pages]

    plain = pages(_built(request_of())[0].file)
    remember("laser", CalibrationRequest(), (SHIFTED,))
    corrected = pages(_built(request_of(printer="laser"))[0].file)
    assert [a == b for a, b in zip(plain, corrected, strict=True)] == [True, False]


def test_the_manifest_says_where_backs_are_drawn(request_of):
    remember("laser", CalibrationRequest(), (SHIFTED,))

    def backs(request):
        built, _ = _built(request)
        manifest = json.loads((built.file.parent / "manifest.json").read_text(encoding="utf-8"))
        entry = manifest["files"][built.file.name]
        return entry, [place for place in entry["placements"] if place["side"] == "back"]

    entry, corrected = backs(request_of(printer="laser"))
    _, plain = backs(request_of())
    assert entry["printer"] == "laser"
    x, y = (corrected[0]["trim_mm"][axis] - plain[0]["trim_mm"][axis] for axis in (0, 1))
    assert (x, y) == (pytest.approx(-0.2, abs=0.01), pytest.approx(0.1, abs=0.01))


def test_every_kind_of_paper_and_turn_is_kept_apart():
    remember("laser", CalibrationRequest(), (SHIFTED,))
    remember("laser", CalibrationRequest(duplex="short"), (PERFECT,))
    remember("laser", CalibrationRequest(paper="letter"), (PERFECT,))
    remember("laser", CalibrationRequest(landscape=True), (PERFECT,))
    (calibrations,) = known_printers().values()
    assert len({known.feed for known in calibrations}) == 4
    printer = Printer("laser")
    assert printer.calibration(chosen_feed(CalibrationRequest())).correction != IDENTITY
    assert printer.calibration(chosen_feed(CalibrationRequest(duplex="short"))).correction == IDENTITY
    with pytest.raises(InputError, match="printkit calibrate --paper a3"):
        printer.calibration(chosen_feed(CalibrationRequest(paper="a3")))


def test_new_readings_replace_those_of_the_same_feed():
    remember("laser", CalibrationRequest(), (SHIFTED,))
    remember("laser", CalibrationRequest(), (PERFECT,) * 3)
    (calibration,) = known_printers()["laser"]
    assert calibration.readings == (PERFECT,) * 3


def test_a_page_nobody_calibrated_is_said(request_of):
    remember("laser", CalibrationRequest(paper="letter"), (SHIFTED,))
    built, _ = _built(request_of(printer="laser"))
    assert any("not calibrated for" in warning for warning in built.warnings)


def test_more_drift_than_bleed_or_border_is_said(request_of):
    wild = tuple(tuple(6.0 + by * (1 if at < 4 else -1) for at in range(8)) for by in (-2.4, 0.0, 2.4))
    remember("wild", CalibrationRequest(), wild)
    built, _ = _built(request_of(printer="wild"))
    assert any("white edges" in warning for warning in built.warnings)
    assert any("uneven" in warning for warning in built.warnings)
    remember("calm", CalibrationRequest(), (PERFECT,) * 3)
    assert _built(request_of(printer="calm"))[0].warnings == ()


def test_an_unknown_printer_is_named_with_the_nearest(request_of):
    remember("laser", CalibrationRequest(), (PERFECT,))
    with pytest.raises(InputError, match="laser"):
        build(request_of(printer="lasr"))


@pytest.mark.parametrize("choices", [{"duplex": "none"}, {"duplex": "fold"}, {"paper": "card"}])
def test_without_backs_nothing_can_be_corrected(request_of, choices):
    remember("laser", CalibrationRequest(), (PERFECT,))
    with pytest.raises(InputError, match="no backs"):
        build(request_of(printer="laser", **choices))


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b'{"form": 2, "printers": {}}', b'{"form":1,"printers":{"a":[{}]}}', b"\xff"],
)
def test_a_broken_list_of_printers_is_one_line(content):
    file = printers_file()
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    with pytest.raises(InputError) as caught:
        known_printers()
    assert len(caught.value.problems) == 1


def test_readings_that_contradict_each_other_are_not_kept():
    with pytest.raises(InputError, match="inconsistent by"):
        remember("laser", CalibrationRequest(), ((6.0, 6.0, 6.0, 7.0, 6.0, 6.0, 6.0, 6.0),))
    assert known_printers() == {}


def test_readings_are_typed_as_people_type():
    assert typed_readings(["6.1, 6 5.95，６．２"]) == ((6.1, 6.0, 5.95, 6.2),)
    with pytest.raises(InputError, match="eight numbers"):
        typed_readings(["six"])


def test_the_sheet_says_how_it_is_read(tmp_path):
    file = calibration_sheets(CalibrationRequest(out=tmp_path)).file
    with open_pdf(file) as pdf:
        front = "".join(char.text for char in page_chars(pdf, 0))
    assert "printkitcalibrate" in front.replace(" ", "")
    assert "▲" in front
    assert calibration_sheets(CalibrationRequest(out=tmp_path)).file.read_bytes() == file.read_bytes()


def test_the_corrected_sheet_moves_its_back_only(tmp_path):
    remember("laser", CalibrationRequest(), (SHIFTED,))
    plain = calibration_sheets(CalibrationRequest(out=tmp_path)).file
    corrected = calibration_sheets(CalibrationRequest(corrected="laser", out=tmp_path)).file
    with pikepdf.open(plain) as one, pikepdf.open(corrected) as other:
        assert one.pages[1].Contents.read_bytes() != other.pages[1].Contents.read_bytes()
    assert corrected != plain


def test_a_back_is_enlarged_to_reach_further(request_of):
    _, plain = _built(request_of())
    built, wider = _built(request_of(back_bleed=2.0))
    assert plain != wider
    manifest = json.loads((built.file.parent / "manifest.json").read_text(encoding="utf-8"))
    looks = {place["look"] for place in manifest["files"][built.file.name]["placements"]}
    # Two fronts and one back for both.
    assert len(looks) == 3


@pytest.mark.parametrize(
    "choices", [{"paper": "card"}, {"marks": ("cutter",)}, {"back_bleed": 30.0}, {"back_bleed": -1.0}]
)
def test_more_bleed_for_backs_is_for_sheets_only(request_of, choices):
    with pytest.raises(InputError, match="back-bleed"):
        build(request_of(**{"back_bleed": 2.0, **choices}))


def test_both_orientations_are_calibrated_from_one_file(tmp_path):
    file, pages = calibration_sheets(CalibrationRequest(out=tmp_path))
    with pikepdf.open(file) as pdf:
        upright = [float(page.MediaBox[2]) < float(page.MediaBox[3]) for page in pdf.pages]
    assert (pages, upright) == (4, [True, True, False, False])
    with open_pdf(file) as pdf:
        landscape = "".join(char.text for char in page_chars(pdf, 2)).replace(" ", "")
    assert "printkitcalibrateNAME--landscape--read" in landscape
    assert calibration_sheets(CalibrationRequest(landscape=True, out=tmp_path)).pages == 2
    assert calibration_sheets(CalibrationRequest(paper="a5", out=tmp_path)).pages == 2


def test_the_orientation_that_is_not_calibrated_is_named(tmp_path):
    said = remember("laser", CalibrationRequest(), (SHIFTED,))
    assert any("not calibrated for a4 landscape long" in line for line in said)
    assert calibration_sheets(CalibrationRequest(corrected="laser", out=tmp_path)).pages == 2
    said = remember("laser", CalibrationRequest(landscape=True), (SHIFTED,))
    assert not any("not calibrated" in line for line in said)
    assert calibration_sheets(CalibrationRequest(corrected="laser", out=tmp_path)).pages == 4


def test_moved_backs_are_known_again_where_another_program_moved_the_pages(tmp_path):
    """pdftocairo cuts pages to whole points: the backs lie beside pages that lie beside their place."""
    far = (4.8, 4.8, 6.7, 6.7, 7.2, 7.2, 5.3, 5.3)
    remember("laser", CalibrationRequest(landscape=True), (far,) * 3)
    only, again, spoilt = (
        {"only": ("deck",), "cards": ("sun-1", "devil-2")},
        tmp_path / "a.pdf",
        tmp_path / "s.pdf",
    )
    (built,) = build(BuildRequest(kits=("tottarot",), out=tmp_path, printer="laser", **only))
    assert not built.warnings

    def codes(file):
        (report,) = check_reports([file], kit="tottarot")
        return {each.code for each in report.findings if each.severity == "error"}

    subprocess.run(["pdftocairo", "-pdf", str(built.file), str(again)], check=True)
    assert codes(again) == set()
    with pikepdf.open(again) as pdf:
        # A mark on one back: from the middle of a card, 2 mm wide.
        page = pdf.pages[1]
        x, y = (float(page.MediaBox[edge]) / 2 - 100 for edge in (2, 3))
        page.contents_add(pdf.make_stream(f"\nq 1 0 0 rg {x} {y} 6 6 re f Q".encode()))
        pdf.save(spoilt)
    assert codes(spoilt) & {"ink-differs", "ink-extra", "back-differs"}
