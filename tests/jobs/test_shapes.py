"""Kits whose pieces are no rectangles: from a spreadsheet to sheets, checked, cut by machine and for a press."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.jobs.screen.gallery import PreviewRequest, draw_gallery
from printkit.paths import templates_dir
from tests.jobs.test_cuts import dxf_paths
from tests.pdf_geometry import Box, read_pages
from tests.tiny_kit import write_kit

SHAPED = ("hexagons", "discs", "standees", "die-cut")


def starter(name, folder):
    return Path(shutil.copytree(templates_dir() / "starters" / name, folder / name))


def built(kit, **how):
    request = BuildRequest(kit_dir=kit, out=kit.parent / "out")
    (entry,) = build(replace(request, **how))
    return entry.file


@pytest.mark.parametrize("name", SHAPED)
@pytest.mark.parametrize("how", [("--marks", "none"), ("--duplex", "fronts-then-backs", "--marks", "cutter")])
def test_sheets_for_scissors_and_machines_are_checked_without_a_finding(name, how, tmp_path, run):
    kit = starter(name, tmp_path)
    assert run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"), *how).code == 0
    (file,) = (tmp_path / "out").glob("*/*.pdf")
    answer = run("check", str(file), "--kit-dir", str(kit))
    assert (answer.code, "drawn as the kit's" in answer.out) == (0, True), answer


@pytest.mark.parametrize("name", SHAPED)
def test_a_machine_cuts_where_the_pieces_lie(name, tmp_path):
    kit = starter(name, tmp_path)
    files = export(ExportRequest("", "dxf", kit_dir=kit, out=tmp_path))
    (page, *_) = read_pages(built(kit, marks=("cutter",)))
    layers = dxf_paths(files[0])
    assert len(layers["REGISTRATION"]) == 5
    boxes = [Box.around(path) for path in layers["CUT"]]
    fronts = page.placed if name != "standees" else page.placed[::2]
    assert len(boxes) == len(fronts) > 0
    for box, placed in zip(boxes, fronts, strict=True):
        assert placed.window.left - 0.01 <= box.left
        assert box.right <= placed.window.right + 0.01
    if name == "standees":
        assert len(layers["FOLD"]) == 3 * len(boxes)


def test_a_piece_that_is_a_page_has_its_die_line_on_a_plate_of_its_own(tmp_path):
    file = built(starter("hexagons", tmp_path), paper="card", press="x1a-2003")
    with pikepdf.open(file) as pdf:
        spaces = [page.Resources.get("/ColorSpace", {}) for page in pdf.pages]
        assert "/CutContour" in spaces[0]
        assert "/CutContour" not in spaces[1]


def test_a_back_that_is_spoiled_is_found_and_its_neighbours_are_not(tmp_path, run):
    kit = starter("hexagons", tmp_path)
    file = built(kit)
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        page = pdf.pages[1]
        page.contents_add(b" 1 0 0 rg 140 80 6 6 re f")
        pdf.save(file)
    answer = run("check", str(file), "--kit-dir", str(kit))
    assert answer.code == 1
    assert "back-differs" in answer.out + answer.err


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ('<path d="M0 0 L40 48" fill="none" stroke="#000000"/>', "the die line is not closed"),
        ('<path d="M-9 0 L40 48 L0 48 Z" fill="#000000"/>', "the die line leaves the viewBox"),
        ("", "the drawing has no path to cut along"),
    ],
)
def test_a_drawing_that_is_no_die_line_is_refused(drawing, said, tmp_path):
    kit = starter("die-cut", tmp_path)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 48">{drawing}</svg>'
    (kit / "art" / "die.svg").write_text(svg)
    with pytest.raises(InputError) as caught:
        built(kit)
    problem = str(caught.value.problems[0])
    assert said in problem
    assert "components.die-cut.shape" in problem


def test_a_die_line_that_is_missing_and_an_unknown_shape_are_named(tmp_path):
    kit = starter("die-cut", tmp_path)
    (kit / "art" / "die.svg").unlink()
    with pytest.raises(InputError, match=r"components.die-cut.shape"):
        built(kit)
    text = (kit / "kit.toml").read_text().replace("art/die.svg", "hexagn")
    (kit / "kit.toml").write_text(text)
    with pytest.raises(InputError, match=r"components.die-cut.shape"):
        built(kit)


@pytest.mark.parametrize("duplex", ["long", "none", "fold"])
def test_standees_have_both_sides_however_paper_is_turned(duplex, tmp_path):
    kit = starter("standees", tmp_path)
    (page,) = read_pages(built(kit, duplex=duplex))
    assert len({placed.name for placed in page.placed}) == 6, "four fronts, and a back for each people"
    with pytest.raises(InputError, match="have no backs"):
        built(kit, backs_only=True)


def test_dominoes_are_rectangles_from_a_table(tmp_path):
    (front, _) = read_pages(built(starter("dominoes", tmp_path)))
    assert len(front.placed) == 15


@pytest.mark.parametrize(("name", "shape"), [("hexagons", 3), ("discs", 4), ("die-cut", 0)])
def test_what_is_exported_is_cut_out_as_well(name, shape, tmp_path):
    kit = starter(name, tmp_path)
    cut = export(ExportRequest("", "png", kit_dir=kit, out=tmp_path, dpi=60, bleed=False))
    whole = export(ExportRequest("", "png", kit_dir=kit, out=tmp_path / "whole", dpi=60))
    for file in cut:
        with Image.open(file) as image:
            picture = image.convert("RGBA")
            assert picture.getpixel((0, 0))[3] == 0, "nothing outside the line"
            assert picture.getpixel((picture.width // 2, picture.height // 2))[3] == 255
    for file in whole:
        with Image.open(file) as image:
            assert image.convert("RGBA").getpixel((0, 0))[3] == 255, "bleed goes beyond the line"
    (save,) = (
        file for file in export(ExportRequest("", "tts", kit_dir=kit, out=tmp_path)) if file.suffix == ".json"
    )
    assert set(re.findall(r'"Type": (\d)', save.read_text(encoding="utf-8"))) == {str(shape)}
    shown = draw_gallery(PreviewRequest(kit_dir=kit)).data["shapes"]
    assert "clip" in next(iter(shown.values()))


def test_rectangles_are_exported_on_white(tmp_path):
    kit = write_kit(tmp_path)
    for file in export(ExportRequest("", "png", kit_dir=kit, out=tmp_path, dpi=60, bleed=False)):
        with Image.open(file) as image:
            assert image.convert("RGBA").getextrema()[3] == (255, 255)
