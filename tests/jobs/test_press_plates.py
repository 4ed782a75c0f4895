"""Plates of their own on a press: registration marks on all of them, lines to cut and crease on none that prints."""

from __future__ import annotations

import re

import pikepdf
import pytest

from printkit.geometry import MM_PER_PT, Affine, Rect
from printkit.inspect.content import DrawingReader
from printkit.inspect.pages import open_structure, page_boxes
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.jobs.parts.box import LIGHT_CUT, LIGHT_FOLD
from printkit.preflight.model import has_errors
from tests.tiny_kit import write_kit


def deck(folder, **choices):
    kit = write_kit(folder)
    (built,) = build(BuildRequest(kit_dir=kit, out=folder / "out", press="x1a-2001", **choices))  # type: ignore[arg-type]
    return built.file


def painted(file, page=0):
    with open_structure(file) as structure:
        height = float(structure.pages[page].MediaBox[3])
        place = Affine(MM_PER_PT, 0.0, 0.0, -MM_PER_PT, 0.0, height * MM_PER_PT)
        return DrawingReader(structure).page(page, place).painted


def points(line):
    assert isinstance(line.shape, bytes)
    numbers = [float(each) for each in re.findall(rb"-?[\d.]+", line.shape)]
    return [line.place.point(x, y) for x, y in zip(numbers[0::2], numbers[1::2], strict=True)]


def test_registration_marks_are_on_all_plates_outside_the_trim(tmp_path):
    file = deck(tmp_path, marks=("crop", "registration"))
    boxes = page_boxes(file, 0)
    paper, trim, bleed = boxes["MediaBox"], boxes["TrimBox"], boxes["BleedBox"]
    assert paper.contains(bleed)
    assert bleed.contains(trim)
    assert trim != paper
    marks = [each for each in painted(file) if each.space.colourants == ("All",)]
    assert len(marks) >= 2
    assert not any(bleed.contains(Rect(*point, 0.0, 0.0)) for each in marks for point in points(each))
    assert all(each.overprints for each in marks)


def test_the_trim_of_a_sheet_with_registration_marks_is_the_block_of_cards(tmp_path):
    trim = page_boxes(deck(tmp_path, marks=("registration",)), 0)["TrimBox"]
    # Two cards of 40 × 60 mm side by side, 6 mm apart.
    assert (trim.width, trim.height) == (pytest.approx(86, abs=0.01), pytest.approx(60, abs=0.01))


def test_without_registration_marks_the_trim_is_the_paper(tmp_path):
    file = deck(tmp_path)
    boxes = page_boxes(file, 0)
    assert boxes["TrimBox"].width == pytest.approx(boxes["MediaBox"].width, abs=0.001)
    assert not any(each.space.kind == "Separation" for each in painted(file))


def test_at_home_registration_marks_are_black(tmp_path):
    kit = write_kit(tmp_path)
    (built,) = build(BuildRequest(kit_dir=kit, out=tmp_path / "out", marks=("registration",)))
    with pikepdf.open(built.file) as file:
        assert "/ColorSpace" not in file.pages[0].Resources
        assert b"/All" not in file.pages[0].Contents.read_bytes()


@pytest.mark.parametrize("kit", ["youscout", "tottarot", "cetkaik"])
def test_a_box_is_clean_under_a_print_shops_profile(kit, tmp_path):
    (built,) = build(BuildRequest(kits=(kit,), only=("box",), out=tmp_path, press="x1a-2001"))
    (report,) = check_reports([built.file], profile="japan-x1a")
    assert not has_errors(report.findings)
    boxes = page_boxes(built.file, 0)
    trim, bleed = boxes["TrimBox"], boxes["BleedBox"]
    assert (bleed.x, bleed.right) == (
        pytest.approx(trim.x - 3, abs=0.01),
        pytest.approx(trim.right + 3, abs=0.01),
    )
    plates = {
        name: [each for each in painted(built.file) if each.space.colourants == (name,)]
        for name in ("CutContour", "Crease")
    }
    assert all(plates.values())
    assert all(each.overprints for lines in plates.values() for each in lines)
    # Light lines below cuts and folds are for home: here they would be left out of the printing.
    lines = [each for each in painted(built.file) if each.kind == "line" and not each.space.colourants]
    white = {round(each.size, 3) for each in lines if each.inks == (0, 0, 0, 0)}
    assert not white & {LIGHT_FOLD, LIGHT_CUT}
    # The net is the trim: nothing is cut outside of it.
    around = [each.box for each in plates["CutContour"]]
    assert all(trim.grown(0.02).contains(Rect(*box)) for box in around)


def test_another_spot_colour_is_still_found(tmp_path):
    (built,) = build(BuildRequest(kits=("youscout",), only=("box",), out=tmp_path, press="x1a-2001"))
    with pikepdf.open(built.file, allow_overwriting_input=True) as file:
        file.pages[0].Resources.ColorSpace.Crease[1] = pikepdf.Name("/Gold")
        file.save(built.file)
    (report,) = check_reports([built.file], profile="japan-x1a")
    assert "spot-colour" in {finding.code for finding in report.findings}
