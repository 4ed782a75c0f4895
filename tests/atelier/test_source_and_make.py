"""Source pictures: round trip, refusals, and what is made of them for full and low ink."""

from __future__ import annotations

import re

import pytest

from printkit.atelier.__main__ import main
from printkit.atelier.cuts import circle, rect, segment, taper
from printkit.atelier.fit import parse_shape
from printkit.atelier.forms import GAP, cleaned, merged, placed, silhouette, stacked
from printkit.atelier.lint import contact_sheet
from printkit.atelier.make import (
    full_layers,
    layers_text,
    low_layers,
    made_path,
    made_texts,
    make,
    same_drawing,
    stale,
)
from printkit.atelier.source import (
    INKS,
    SUIT_INKS,
    art,
    read_source,
    source_names,
    source_path,
    write_source,
)
from printkit.errors import InputError

BODY = rect(20, 40, 30, 30)
CUT = taper(segment((25, 45), (25, 65)), 0.8)
MOON = circle(40, 55, 6)
POND = rect(20, 71, 30, 10)
PICTURE = art(mass=[BODY], cut=[CUT], window=[MOON], blue=[POND])


def areas(picture, low=False):
    layers = low_layers(picture) if low else full_layers(picture)
    return {(ink, opacity): area.area for ink, opacity, area in layers if area}


def test_a_source_file_round_trips(tmp_path):
    write_source("card", PICTURE, tmp_path)
    back = read_source("card", tmp_path)
    for kind in ("mass", "cut", "window"):
        assert getattr(back, kind).area == pytest.approx(getattr(PICTURE, kind).area, rel=0.012)
    assert [ink for ink, _ in back.colour] == ["blue"]
    assert source_names(tmp_path) == ["card"]


def test_a_source_file_holds_only_groups_of_filled_paths(tmp_path):
    text = write_source("card", PICTURE, tmp_path).read_text()
    assert re.findall(r'<g id="(\w+)"', text) == ["colour", "mass", "window", "cut"]
    assert 'viewBox="0 0 70 120"' in text
    assert set(re.findall(r'fill="([^"]*)"', text)) <= set(INKS.values())
    assert not re.search(r"stroke|transform|clip|<text", text)


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('viewBox="0 0 70 120"', 'viewBox="0 0 7 12"', "viewBox"),
        ('id="mass"', 'id="masses"', "not a group"),
        ('fill="#0d6ca9"', 'fill="#0d6caa"', "not an ink"),
        ('fill="#0d6ca9"', 'fill="#231f20"', "not an ink"),
        ("<path fill", '<path stroke="#231f20" fill', "attribute stroke"),
        ("<path fill", '<path transform="scale(2)" fill', "attribute transform"),
        ('<g id="cut"', '<g clip-path="url(#a)" id="cut"', "attribute clip-path"),
        ("<path", "<circle", "not a filled path"),
        ("</svg>", "</svgs>", "not well-formed"),
        (' d="M', ' d="Mx', "cannot be read"),
    ],
)
def test_what_a_source_may_not_hold_is_refused(tmp_path, before, after, complaint):
    path = write_source("card", PICTURE, tmp_path)
    path.write_text(path.read_text().replace(before, after))
    with pytest.raises(InputError, match=complaint):
        read_source("card", tmp_path)


def test_all_complaints_come_together(tmp_path):
    path = write_source("card", PICTURE, tmp_path)
    path.write_text(path.read_text().replace("#0d6ca9", "#fff").replace('id="cut"', 'id="cuts"'))
    with pytest.raises(InputError) as caught:
        read_source("card", tmp_path)
    assert len(caught.value.problems) == 2


def test_no_such_picture_and_no_such_ink(tmp_path):
    with pytest.raises(InputError, match="no such picture"):
        read_source("nothing", tmp_path)
    with pytest.raises(InputError, match="no such ink"):
        art(purple=[BODY])
    assert set(SUIT_INKS.values()) < set(INKS)


def test_full_prints_colour_then_mass_without_cut_and_window():
    assert [ink for ink, _, _ in full_layers(PICTURE)] == ["blue", "black"]
    light = (CUT | MOON).area
    assert areas(PICTURE)["black", ""] == pytest.approx(BODY.area - light, abs=0.01)


def test_full_is_one_evenodd_path_an_ink_and_never_white(tmp_path):
    write_source("card", PICTURE, tmp_path)
    text = made_texts("card", tmp_path)["full"]
    assert re.findall(r'<path fill="(#\w+)" fill-rule="evenodd"', text) == [INKS["blue"], INKS["black"]]
    assert "#fff" not in text
    data = re.findall(r' d="([^"]*)"', text)[1]
    assert parse_shape(data, evenodd=True).area == pytest.approx(areas(PICTURE)["black", ""], abs=0.2)


def test_low_ink_draws_outlines_and_cuts_in_black():
    black = areas(PICTURE, low=True)["black", ""]
    body = BODY - MOON
    assert black == pytest.approx((body - body.shrunk(0.42)).area + CUT.area, abs=0.1)
    assert black < 0.25 * areas(PICTURE)["black", ""]


def test_low_ink_turns_large_colour_into_a_tint_and_leaves_small_solid():
    assert areas(PICTURE, low=True)["blue", "0.38"] == pytest.approx(POND.area)
    small = art(mass=[BODY], red=[rect(20, 75, 36, 1.2)])
    assert ("red", "") in areas(small, low=True)
    assert ("red", "0.38") not in areas(small, low=True)


def test_low_ink_keeps_a_thin_stroke_whole():
    stroke = art(mass=[taper(segment((10, 60), (40, 60)), 1.2)])
    assert areas(stroke, low=True) == pytest.approx(areas(stroke))


def test_a_ground_under_everything_prints_only_its_strokes_in_black_in_low_ink():
    sheet = rect(-3, -3, 76, 126)
    back = art(mass=[sheet], cut=[CUT, MOON], blue=[sheet])
    assert areas(back, low=True) == {("black", ""): pytest.approx((CUT | MOON).area)}


def test_crumbs_are_never_printed():
    littered = art(mass=[BODY, rect(5, 50, 0.3, 0.3)], cut=[rect(45, 45, 0.2, 0.2)])
    assert areas(littered)["black", ""] == pytest.approx(BODY.area)


def test_making_twice_gives_the_same_bytes_and_check_sees_a_change(tmp_path):
    write_source("card", PICTURE, tmp_path)
    first = [path.read_bytes() for path in make("card", tmp_path)]
    assert [path.read_bytes() for path in make("card", tmp_path)] == first
    assert stale("card", tmp_path) == []
    made_path("card", "low", tmp_path).unlink()
    assert stale("card", tmp_path) == [made_path("card", "low", tmp_path)]
    write_source("card", art(mass=[BODY]), tmp_path)
    assert len(stale("card", tmp_path)) == 2


@pytest.mark.parametrize(("by", "same"), [(0.01, True), (0.1, False)])
def test_a_made_file_may_differ_by_the_last_digits_only(by, same):
    """A processor rounds as it does; an edge that moved is another drawing."""
    drawn, moved = (layers_text("card", [("black", "", area)]) for area in (BODY, BODY.moved(by)))
    assert drawn != moved
    assert same_drawing(drawn, moved) is same


def test_the_commands(tmp_path, capsys):
    write_source("major-18", PICTURE, tmp_path)
    folder = ["--dir", str(tmp_path)]
    assert main(["make", "--check", *folder]) == 1
    assert main(["make", *folder]) == 0
    assert main(["make", "--check", *folder]) == 0
    assert main(["lint", "major-18", *folder]) == 0
    assert "black" in capsys.readouterr().out
    source_path("major-18", tmp_path).write_text("<svg/>")
    assert main(["make", *folder]) == 2
    assert "viewBox" in capsys.readouterr().err


def test_a_sheet_shows_full_above_low(tmp_path):
    write_source("card", PICTURE, tmp_path)
    assert contact_sheet(tmp_path / "sheet.png", ["card"], tmp_path, scale=1.0) == (82, 258)
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")


def test_what_stands_in_front_is_separated_by_a_gap():
    behind, front = art(mass=[rect(0, 0, 20, 5)]), art(mass=[rect(8, -5, 4, 20)])
    both = stacked([behind, front])
    assert both.mass.area == pytest.approx(80 + 5 * (20 - 4 - 2 * GAP), abs=0.05)
    assert len(both.mass.parts()) == 3


def test_forms_are_placed_merged_and_cleaned():
    one = art(mass=[rect(-1, -1, 2, 2)], red=[rect(-1, 2, 2, 2)])
    two = merged([placed(one, 10, 10), placed(one, 20, 10, 2.0, 90)])
    assert two.mass.area == pytest.approx(4 + 16)
    assert silhouette(two).area == pytest.approx(2 * (4 + 16))
    littered = art(
        mass=[rect(0, 0, 5, 5), rect(8, 0, 0.2, 4)], cut=[rect(1, 1, 0.2, 3)], red=[rect(0, 9, 0.4, 0.4)]
    )
    assert cleaned(littered).mass.area == pytest.approx(25)
    assert not cleaned(littered).cut
    assert not cleaned(littered).colour
