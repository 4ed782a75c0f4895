"""Boxes as files: any new kit prints one, sleeves make it larger, and check proves each of them."""

from __future__ import annotations

import tomllib

import pytest

from printkit.errors import InputError, WrongError
from printkit.inspect.pages import page_chars, page_count
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.exchange.new import new_kit
from printkit.jobs.parts.box import LIGHT_CUT
from printkit.kit.find import find_kit, kit_ids, starter_folder, starters
from tests.jobs.test_press_plates import painted
from tests.pdf_geometry import read_pages
from tests.tiny_kit import spoilt_copy

FILM = 0.1


def boxes(out, **asked):
    return [each.file for each in build(BuildRequest(only=("box",), out=out, **asked))]  # type: ignore[arg-type]


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("kit", kit_ids())
def test_every_box_is_read_back_without_a_finding(kit, ink, tmp_path):
    (report,) = check_reports(boxes(tmp_path, kits=(kit,), ink=ink))
    assert report.clean, report.findings


def test_no_two_boxes_have_the_same_sign():
    """Their books stand side by side on a shelf, each with the sign of its box on its cover."""
    signs = [kit.box.glyph for kit in map(find_kit, kit_ids()) if kit.box is not None and kit.box.glyph]
    assert len(signs) >= 5
    assert len({*signs}) == len(signs)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("kit.toml", "players = [1, 4]", "players = [1, 7]", "expected 1 to 4, found 1 to 7"),
        ("box.toml", 'count = ["counter", ', 'count = ["pebble", ', "nothing in the kit has such an id"),
    ],
)
def test_a_box_that_says_what_is_not_so_is_not_printed(file, old, new, said, tmp_path):
    folder = spoilt_copy(find_kit("youscout").folder, tmp_path / "youscout", file, old, new)
    with pytest.raises(WrongError, match=said):
        boxes(tmp_path / "out", kit_dir=folder)


@pytest.mark.parametrize("name", starters())
def test_a_new_kit_prints_a_box_of_one_line(name, tmp_path):
    """One language, any shape of card, with or without pictures: `component` alone is stated."""
    folder = new_kit("mine", str(starter_folder(name)), tmp_path)
    kit = tomllib.loads((folder / "kit.toml").read_text(encoding="utf-8"))
    component = next(iter(kit["components"]))
    (folder / "box.toml").write_text(f'component = "{component}"\n', encoding="utf-8")
    files = boxes(tmp_path / "out", kit_dir=folder)
    reports = check_reports(files, kit_dir=folder)
    assert [report.findings for report in reports] == [()] * len(files)
    letters = ""
    for file in files:
        for page in range(page_count(file)):
            letters += "".join(char.text for char in page_chars(file, page))
    assert "Inthebox" in "".join(letters.split())


@pytest.mark.parametrize(("kit", "card"), [("tottarot", "poker"), ("paper-cetkaik", "strip")])
def test_a_box_for_sleeved_cards_is_larger_by_its_sleeves(kit, card, tmp_path):
    """3 mm wider and higher, and two films a card deeper; check reads from its label what it was made for."""
    own = find_kit(kit, ())
    assert own.box is not None
    cards = sum(each.copies for each in own.cards_of(own.box.component))
    plain, sleeved = (
        boxes(tmp_path / str(film), kits=(kit,), sleeve=film, paper="a3")[0] for film in (0.0, FILM)
    )
    one, other = (cut_outline(file) for file in (plain, sleeved))
    deeper = 2 * FILM * cards
    assert other.width - one.width == pytest.approx(2 * 3.0 + 2 * deeper, abs=0.02)
    (report,) = check_reports([sleeved])
    assert report.clean, report.findings


def test_every_cut_is_seen_on_a_dark_ground(tmp_path):
    """A light line runs below the whole cut, not below its notch alone: lid and edges are black too."""
    (file,) = boxes(tmp_path, kits=("tottarot",))
    light = [each.box for each in painted(file) if each.kind == "line" and round(each.size, 3) == LIGHT_CUT]
    cut = cut_outline(file)
    assert [box[2:4] for box in light] == [pytest.approx((cut.width, cut.bottom - cut.top), abs=0.1)]


def cut_outline(file):
    (page,) = read_pages(file)
    (line,) = page.layer("Cut")
    return line.box


@pytest.mark.parametrize("film", [0.001, 2.0])
def test_a_film_no_sleeve_has_is_refused(film, tmp_path):
    with pytest.raises(InputError, match="a film of") as refused:
        boxes(tmp_path, kits=("tottarot",), sleeve=film)
    assert refused.value.problems[0].key == "--sleeve"
