"""Sheets that somebody laid on other pages: larger, several to a page, at another scale, askew."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from printkit.geometry import Affine, Rect
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_paths
from printkit.preflight.model import ERROR

# What is laid out: the deck, a board in leaves, a book.
PARTS: dict[str, dict[str, Any]] = {
    "deck": {"kits": ("youscout",), "only": ("deck",), "cards": ("major-08", "swords-02", "cups-13")},
    "board": {"kits": ("cetkaik",), "only": ("board-old",), "paper": "a4"},
    "leaflet": {"kits": ("tottarot",), "only": ("leaflet",), "lang": "en"},
}


Layout = Callable[[float, float], tuple[tuple[float, float], list[Affine]]]


def in_the_middle(degrees, scale=1.0):
    """On pages 60 points wider and higher each way than the sheet lies."""

    def layout(width, height):
        lying = abs(degrees) % 180 > 45
        size = (height, width) if lying else (width, height)
        page = size[0] + 120, size[1] + 120
        about = Affine.translation(-width / 2, -height / 2).then(Affine.scaling(scale))
        return page, [about.then(Affine.rotation(degrees)).then(Affine.translation(page[0] / 2, page[1] / 2))]

    return layout


def two(scale, gap):
    """Two beside one another."""

    def layout(width, height):
        wide, high = scale * width, scale * height
        places = [Affine(scale, 0.0, 0.0, scale, x, gap) for x in (gap, 2 * gap + wide)]
        return (2 * wide + 3 * gap, high + 2 * gap), places

    return layout


# What is wrong with sheets that lie so.
LAID: dict[str, tuple[Layout, set[str]]] = {
    "on larger paper": (in_the_middle(0), set()),
    "two to a page": (two(0.7071, 0.0), {"scale"}),
    "two on larger paper": (two(1.0, 20.0), set()),
    "on its side on larger paper": (in_the_middle(90), set()),
    "askew": (in_the_middle(0.7), {"askew"}),
    "askew the other way": (in_the_middle(-1), {"askew"}),
    "a little smaller": (in_the_middle(0, 0.97), {"scale"}),
}


def laid(source, target, layout):
    """Lays the pages of a file on other pages; how high these are in points, and where the sheets lie on each."""
    with pikepdf.open(source) as pdf, pikepdf.new() as made:
        size, places = layout(*(float(each) for each in pdf.pages[0].MediaBox[2:]))
        for number, page in enumerate(pdf.pages):
            at = number % len(places)
            if not at:
                made.add_blank_page(page_size=size)
                made.pages[-1].obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary())
            sheet = made.pages[-1]
            sheet.obj.Resources.XObject[f"/P{at}"] = made.copy_foreign(page.as_form_xobject())
            numbers = " ".join(f"{value:.6f}" for value in places[at])
            sheet.contents_add(made.make_stream(f"q {numbers} cm /P{at} Do Q".encode()))
        made.save(target)
    return size[1], places


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    known: dict[str, Path] = {}

    def file(part):
        if part not in known:
            folder = tmp_path_factory.mktemp(part)
            known[part] = build(BuildRequest(out=folder, **PARTS[part]))[0].file
        return known[part]

    return file


def errors(path, part):
    (kit,) = PARTS[part]["kits"]
    return [each for each in check_paths([path], kit=kit) if each.severity == ERROR]


CASES = [(part, how) for part in PARTS for how in (LAID if part == "deck" else list(LAID)[:2])]


@pytest.mark.parametrize("part", PARTS)
def test_good_sheets_on_larger_paper_pass(built, tmp_path, part):
    laid(built(part), tmp_path / "good.pdf", in_the_middle(0))
    assert errors(tmp_path / "good.pdf", part) == []


@pytest.mark.parametrize(("part", "how"), CASES)
def test_sheets_are_compared_wherever_they_lie(built, tmp_path, part, how):
    """A spot of ink is found where it lies, and of all the rest only how it lies is said."""
    layout, wrong = LAID[how]
    with pikepdf.open(built(part)) as pdf:
        page = len(pdf.pages)
        pdf.pages[-1].contents_add(pdf.make_stream(b"q\n"), prepend=True)
        pdf.pages[-1].contents_add(pdf.make_stream(b"\nQ q 0.9 0.6 0.2 rg 250 300 9 9 re f Q\n"))
        pdf.save(tmp_path / "spoilt.pdf")
    high, places = laid(tmp_path / "spoilt.pdf", tmp_path / "laid.pdf", layout)
    found = errors(tmp_path / "laid.pdf", part)
    assert wrong <= {each.code for each in found}
    seen = [each for each in found if each.code not in wrong]
    assert {each.page for each in seen} == {math.ceil(page / len(places))}
    x, y = places[(page - 1) % len(places)].point(254.5, 304.5)
    middle = x * 25.4 / 72, (high - y) * 25.4 / 72
    assert any(each.rect.grown(0.5).contains(Rect(*middle, 0.0, 0.0)) for each in seen if each.rect)


def test_a_page_that_is_shifted_or_turned_on_its_own_paper_is_wrong(built, tmp_path):
    laid(built("deck"), tmp_path / "shifted.pdf", lambda *size: (size, [Affine.translation(12.0, 0.0)]))
    assert errors(tmp_path / "shifted.pdf", "deck")
    with pikepdf.open(built("deck")) as pdf:
        pdf.pages[0].Rotate = 180
        pdf.save(tmp_path / "turned.pdf")
    assert errors(tmp_path / "turned.pdf", "deck")


def test_a_sheet_aside_on_both_sides_is_named(built, tmp_path):
    """Each side is right, but turned over, the backs are not behind their fronts."""
    laid(
        built("deck"), tmp_path / "aside.pdf", lambda *_: ((1191.0, 1191.0), [Affine.translation(42.0, 71.0)])
    )
    found = check_paths([tmp_path / "aside.pdf"], kit="youscout")
    assert {(each.severity, each.code) for each in found} == {("warning", "backs-aside"), ("note", "reprint")}


def test_an_annotation_on_a_page_is_seen(built, tmp_path):
    laid(built("deck"), tmp_path / "good.pdf", in_the_middle(0))
    with pikepdf.open(tmp_path / "good.pdf") as pdf:
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Square, Rect=pikepdf.Array([300, 500, 320, 520])
        )
        pdf.pages[0].obj.Annots = pikepdf.Array([pdf.make_indirect(note)])
        pdf.save(tmp_path / "note.pdf")
    assert "annotation" in {each.code for each in errors(tmp_path / "note.pdf", "deck")}
