"""What a file says of itself twice is the same, and what a profile is for is asked of the file (press F6, F12, F13)."""

from __future__ import annotations

import pytest
from pikepdf import String

from printkit.geometry import Rect
from printkit.jobs.check.check_report import Report
from printkit.preflight.model import ERROR, WARNING, Finding, told_once
from tests.preflight.press_deck import (
    Change,
    in_info,
    in_intent,
    in_packet,
    judged,
    plain_pdf,
    spoiled,
    write_press_deck,
)


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    return write_press_deck(tmp_path_factory.mktemp("deck") / "good.pdf", "x1a-2001")


CHANGES: dict[str, tuple[Change, str]] = {
    "another title": (in_packet(b">deck<", b">Other<"), "pdfx-title-dates"),
    "another author": (in_packet(b">somebody<", b">nobody<"), "pdfx-title-dates"),
    "another producer": (in_info("/Producer", String("somebody")), "pdfx-title-dates"),
    "another creator": (in_info("/Creator", String("somebody")), "pdfx-title-dates"),
    "another hour": (in_info("/CreationDate", String("D:20000101123456Z")), "pdfx-title-dates"),
    "trapped": (in_packet(b"Trapped>False<", b"Trapped>True<"), "pdfx-trapped"),
    "another version": (in_packet(b"PDF/X-1:2001<", b"PDF/X-1a:2003<"), "pdfx-identity"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_f13_what_is_said_twice_is_the_same(change, deck, tmp_path):
    spoil, code = CHANGES[change]
    before = {each.code for each in judged(deck, "")}
    after = {each.code for each in judged(spoiled(deck, tmp_path / "x.pdf", spoil), "")}
    assert after - before == {code}


@pytest.mark.parametrize(
    ("stated", "same"),
    [
        ("JC200103", True), ("Japan Color 2001 Coated", True), ("FOGRA39", False), ("FOGRA39L", False),
        ("CGATS TR 001", False), ("Our own press", False),
    ],
)  # fmt: skip
def test_f12_a_file_for_another_printing_condition_is_named(stated, same, deck, tmp_path):
    path = spoiled(deck, tmp_path / "x.pdf", in_intent("/OutputConditionIdentifier", String(stated)))
    (told, *_) = [each for each in judged(path, "japan-x1a") if each.code == "pdfx-condition"] or [None]
    assert (told is None) == same
    if told:
        assert (told.severity, told.expected, told.found) == (WARNING, "JC200103", stated)


def finding(page, **more):
    return Finding(ERROR, "trim-size", "the size is wrong", "a.pdf", page, rect=Rect(1, 2, 3, 4), **more)


def test_f6_the_same_fault_of_many_pages_is_told_once_with_its_pages():
    same = [finding(page) for page in (1, 2, 3, 5, 7, 8)]
    (line,) = told_once(same)
    assert line == (
        "a.pdf: error trim-size: pages 1–3, 5, 7–8, first at page 1, x 1 y 2 (3 × 4 mm): the size is wrong"
    )
    assert len(told_once([finding(1, found="1"), finding(2, found="2")])) == 2
    assert told_once([finding(1), finding(1)]) == (finding(1).text,) * 2


def test_f6_the_cards_with_the_same_fault_are_named():
    (line,) = told_once([finding(page, card=f"c{page}") for page in range(1, 10)])
    assert "c1, c2, c3, c4, c5, c6 and 3 more: the size" in line


def test_f6_a_deck_of_many_pages_has_few_lines(tmp_path):
    path = plain_pdf(tmp_path / "many.pdf", "0 0 9 9 re f", pages=60)
    found = judged(path, "drivethrucards")
    report = Report("many.pdf", "", "60 pages", found)
    assert len(report.lines) < 25 < 60 < len(found)
    assert report.closing.endswith(f"{len(report.lines)} findings")
    assert len(report.as_json()["findings"]) == len(found)
