"""Defects found by trying every profile by hand, each as it was found."""

from __future__ import annotations

import json

import numpy
import pytest
from pikepdf import Dictionary, Name

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.jobs.check.check import _files
from printkit.kit.find import find_kit
from printkit.preflight.book import Book, make_books
from printkit.preflight.profile import find_profile
from printkit.preflight.proof_pdf import proof_pdf
from printkit.preflight.structure.boxes import INSIDE, PX_PER_MM, _stop
from printkit.preflight.structure.facts import _fill
from tests.preflight.press_deck import judged, plain_pdf

REACH = 3.0
INNER = 1 + round(INSIDE * PX_PER_MM)
ROWS = round((REACH + INSIDE) * PX_PER_MM) + 1


def _strip(*inked):
    """An edge of 15 mm: ink to the trim, and in these rows of the bleed."""
    strip = numpy.zeros((ROWS, 60), dtype=bool)
    strip[:INNER] = True
    for first, last in inked:
        strip[INNER + first : INNER + last] = True
    return strip


def test_art_that_ends_in_the_bleed_stops_short():
    assert _stop(_strip((0, 1)), REACH) == (0, 60, 0.25)


def test_a_pattern_that_goes_on_beyond_a_gap_reaches_the_bleed():
    assert _stop(_strip((0, 1), (4, 7)), REACH) is None


def test_art_up_to_the_end_of_the_bleed_reaches_it():
    assert _stop(_strip((0, ROWS)), REACH) is None


LEFT, RIGHT = Rect(3, 3, 70, 120), Rect(73, 3, 70, 120)


@pytest.mark.parametrize(
    ("faces", "folded"),
    [
        ([LEFT, RIGHT], True),
        ([RIGHT, LEFT], True),
        ([LEFT], False),
        ([LEFT, Rect(76, 3, 70, 120)], False),
        ([LEFT, Rect(73, 3, 70, 100)], False),
        ([LEFT, RIGHT, RIGHT], False),
        ([], False),
    ],
)
def test_two_faces_side_by_side_that_fill_a_trim_are_a_folded_sheet(faces, folded):
    assert _fill(faces, Rect(3, 3, 140, 120)) is folded


def test_a_folder_is_looked_through_for_what_the_printer_takes(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"")
    assert [file.name for file in _files(tmp_path, None)] == ["a.zip"]
    (tmp_path / "b.pdf").write_bytes(b"")
    assert [file.name for file in _files(tmp_path, None)] == ["b.pdf"]
    assert [file.name for file in _files(tmp_path, find_profile("the-game-crafter"))] == ["a.zip", "b.pdf"]


def test_a_folder_with_nothing_to_check_is_reported(tmp_path):
    with pytest.raises(InputError, match="there is no PDF and no kit in this folder"):
        _files(tmp_path, None)


# A page as old Chinese programs write it: names of fonts, colours and fonts' keys in GBK.
NAMES_IN_BYTES = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/TrimBox[20 20 180 180]/Contents 4 0 R/Resources<<
/ColorSpace<</#CB#CE [/Separation /#CB#CE /DeviceCMYK
<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[0 1 0 0]>>]>>
/Font<</F#CB <</Type/Font/Subtype/Type1/BaseFont/#CB#CE#CC#E5>>>>>>>>endobj
4 0 obj<</Length 78>>stream
/#CB#CE cs 1 sc 10 10 50 50 re f BT /F#CB 12 Tf (Hi) Tj ET 0 w 0 9 m 99 9 l S
endstream endobj
trailer<</Root 1 0 R/Size 5>>
"""


@pytest.mark.parametrize("profile", ["", "japan-x1a"])
def test_names_that_are_no_utf8_are_names(profile, tmp_path):
    path = tmp_path / "gbk.pdf"
    path.write_bytes(NAMES_IN_BYTES)
    found = judged(path, profile)
    told = {finding.code: finding for finding in found}
    assert not {"unreadable-drawing", "check-failed", "font-listed"} & set(told)
    assert told["font-not-embedded"].subject == "font #CB#CE#CC#E5"
    assert "hairline" in told
    if profile:
        assert told["spot-colour"].found == "#CB#CE"
    assert all(finding.text.encode() and json.dumps(finding.as_json()).encode() for finding in found)


def _in_font(path, called):
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1)
    if called:
        font.BaseFont = Name(f"/{called}")
    return plain_pdf(path, "BT /F 9 Tf 9 200 Td (1 Death 13) Tj ET", Font={"/F": font})


def test_f5_a_file_without_a_font_of_a_kit_costs_no_search(tmp_path, monkeypatch):
    books = make_books([find_kit("tottarot", ())])
    for book in books:
        assert not book.may_use({"helvetica"})
        assert all(book.may_use(each) for each in ({""}, set(), {"helvetica", "shipporimincho"}))

    def searched(*_):
        raise AssertionError("the cards were looked for")

    monkeypatch.setattr(Book, "faces", searched)
    report = proof_pdf(_in_font(tmp_path / "a.pdf", "Helvetica"), books)
    assert [finding.code for finding in report.findings] == ["no-known-face"]
    assert "tottarot" in report.findings[0].hint
    for called in ("XYZABC+ShipporiMincho-ExtraBold", "ShipporiMincho,Bold", ""):
        with pytest.raises(AssertionError, match="looked for"):
            proof_pdf(_in_font(tmp_path / "b.pdf", called), books)
