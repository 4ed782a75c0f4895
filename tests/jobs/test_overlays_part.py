"""`--only overlays`: strips, inserts, labels and guides, each in its file, true to size, proved by `check`."""

from __future__ import annotations

import json
import shutil

import pytest

from printkit.errors import InputError
from printkit.inspect.pages import open_pdf, page_chars, page_rulers, page_size
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.kit.find import find_kit
from printkit.paths import templates_dir
from printkit.sheets.cards import label_places


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("overlays")


@pytest.fixture(scope="module")
def built(out):
    return build(BuildRequest(kits=("youscout",), only=("overlays",), out=out))


def manifest(out):
    return dict(json.loads((out / "youscout" / "manifest.json").read_bytes())["files"])


def test_every_file_has_its_name(built):
    assert [entry.file.name.removeprefix("youscout-overlays") for entry in built] == [
        ".pdf",
        "-sleeves.pdf",
        "-avery-l7160.pdf",
        "-avery-l7651.pdf",
        "-a-one-12.pdf",
        "-a-one-44.pdf",
        "-ja.pdf",
        "-en.pdf",
    ]


def test_labels_lie_in_the_pdf_where_the_grid_has_them(built, out):
    """The names of the majors are in the middle of their labels, to 0.05 mm."""
    kit = find_kit("youscout", ())
    assert kit.overlays is not None
    for grid in kit.overlays.grids:
        if grid.paper != "a4":
            continue
        name = f"youscout-overlays-{grid.id}.pdf"
        trims = [tuple(each["trim_mm"]) for each in manifest(out)[name]["placements"] if each["page"] == 1]
        for trim, place in zip(trims, label_places(grid), strict=False):
            assert trim == pytest.approx(tuple(place), abs=0.001)
        with open_pdf(out / "youscout" / name) as pdf:
            assert page_size(pdf, 0) == pytest.approx((210.0, 297.0), abs=0.05)
            chars = page_chars(pdf, 0)
        letters = [char for char in chars if char.text == "愚"]
        assert letters
        first = label_places(grid)[0]
        x, y = letters[0].box.center
        assert first.x < x < first.right
        assert y == pytest.approx(first.center[1], abs=0.4)


def test_every_page_carries_the_ruler(built, out):
    for entry in built:
        with open_pdf(entry.file) as pdf:
            assert len(pdf) == entry.pages
            for index in range(len(pdf)):
                (found,) = page_rulers(pdf, index)
                assert max(found.width, found.height) == pytest.approx(100.0, abs=0.05)


def test_the_numbers_are_proved_by_check(built, out):
    names = ("", "-sleeves", "-avery-l7651", "-a-one-12", "-en")
    files = [out / "youscout" / f"youscout-overlays{name}.pdf" for name in names]
    for report in check_reports(files, kit="youscout"):
        assert report.findings == ()
        assert "drawn as the kit's" in report.closing


def test_factor_card_and_paper_are_chosen(tmp_path):
    request = BuildRequest(
        kits=("youscout",),
        only=("overlays",),
        card="bridge",
        paper="letter",
        options=("influence=1.5",),
        out=tmp_path,
    )
    files = build(request)
    assert [entry.file.name.removeprefix("youscout-overlays-") for entry in files] == [
        "bridge-letter.pdf",
        "sleeves-bridge-letter.pdf",
        "avery-5160-bridge.pdf",
        "avery-5167-bridge.pdf",
        "ja-bridge-letter.pdf",
        "en-bridge-letter.pdf",
    ]
    (report,) = check_reports([files[0].file], kit="youscout")
    assert report.findings == ()
    assert "drawn as the kit's" in report.closing
    assert manifest(tmp_path)["youscout-overlays-bridge-letter.pdf"]["influence"] == "1.5"


def test_one_grid_is_chosen_by_its_name(tmp_path):
    request = BuildRequest(kits=("youscout",), only=("overlays",), paper="avery-5167", out=tmp_path)
    assert [entry.file.name for entry in build(request)] == ["youscout-overlays-avery-5167.pdf"]


def test_a_user_adds_a_grid_of_his_own(tmp_path):
    kit = tmp_path / "youscout"
    shutil.copytree(templates_dir() / "youscout", kit)
    mine = (
        '\n[grid.mine]\nname = "Mine"\npaper = "a4"\ncolumns = 3\nrows = 8\nwidth = "60mm"\nheight = "30mm"\n'
    )
    mine += 'left = "10mm"\ntop = "20mm"\nacross = "65mm"\ndown = "32mm"\n'
    labels = (kit / "labels.toml").read_text(encoding="utf-8")
    (kit / "labels.toml").write_text(labels + mine, encoding="utf-8")
    request = BuildRequest(kit_dir=kit, only=("overlays",), paper="mine", out=tmp_path / "out")
    (entry,) = build(request)
    assert (entry.file.name, entry.pages) == ("youscout-overlays-mine.pdf", 2)
    (kit / "labels.toml").write_text(labels + mine.replace("rows = 8", "rows = 9"), encoding="utf-8")
    with pytest.raises(InputError, match="9 labels down reach 306 mm, the paper a4 has 297") as caught:
        build(request)
    assert len(caught.value.problems) == 1


def test_an_unknown_paper_is_one_line(tmp_path):
    request = BuildRequest(kits=("youscout",), only=("overlays",), paper="avery-9999", out=tmp_path)
    with pytest.raises(InputError, match="unknown paper 'avery-9999'") as caught:
        build(request)
    assert len(caught.value.problems) == 1
