"""`printkit check`: what it takes, what it says, how it ends."""

from __future__ import annotations

import json
import os
import shutil

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.jobs.check import check_paths, check_reports
from tests.preflight.decks import FEW, plain_kit, write_deck


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A plain kit and a deck of it with one page, under a name that says nothing."""
    folder = tmp_path_factory.mktemp("check")
    kit = plain_kit(folder)
    (folder / "out").mkdir()
    write_deck(kit, folder / "out" / "whatever.pdf", FEW)
    return folder


def test_a_pdf_is_checked_against_a_kit_folder(place):
    findings = check_paths([place / "out" / "whatever.pdf"], kit_dir=place / "youscout")
    assert {finding.code for finding in findings} == {"card-missing"}
    assert all(finding.file.endswith("whatever.pdf") for finding in findings)


def test_a_folder_of_pdfs_gives_a_report_each(place, tmp_path):
    for name in ("b.pdf", "a.pdf"):
        shutil.copy(place / "out" / "whatever.pdf", tmp_path / name)
    reports = list(check_reports([tmp_path], kit_dir=place / "youscout"))
    assert [report.file.rpartition("/")[2] for report in reports] == ["a.pdf", "b.pdf"]


def test_a_folder_without_anything_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="no PDF and no kit"):
        check_paths([tmp_path])


def test_a_missing_file_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match=r"x\.pdf"):
        check_paths([tmp_path / "x.pdf"])


def test_two_kits_at_once_are_an_input_error(place):
    with pytest.raises(InputError, match="--kit-dir"):
        check_paths([place / "out" / "whatever.pdf"], kit="youscout", kit_dir=place / "youscout")


def test_the_command_prints_one_line_a_finding_and_ends_with_1(place, run):
    answer = run("check", str(place / "out" / "whatever.pdf"), "--kit-dir", str(place / "youscout"))
    lines = answer.out.splitlines()
    assert answer.code == 1
    assert answer.err == ""
    assert " error card-missing: " in lines[0]
    assert lines[-1].endswith("6 faces of youscout (tarot), 32 table digits, 50 figures in all: 1 finding")


def test_a_kit_folder_is_checked_itself_and_ends_with_0(place, run):
    answer = run("check", str(place / "youscout"))
    assert answer.code == 0
    (line,) = answer.out.splitlines()
    assert "cards in 5 sizes, full and low ink" in line
    assert line.endswith(": all proved, structural checks passed")


def test_the_command_ends_with_2_when_it_cannot_read(place, run, tmp_path):
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.7 nothing")
    answer = run("check", str(tmp_path / "x.pdf"), "--kit-dir", str(place / "youscout"))
    assert answer.code == 2
    assert len(answer.err.splitlines()) == 1


def test_json_is_one_document(place, run):
    answer = run("check", str(place / "out" / "whatever.pdf"), "--kit-dir", str(place / "youscout"), "--json")
    document = json.loads(answer.out)
    assert document["clean"] is False
    (report,) = document["reports"]
    assert report["kit"] == "youscout"
    assert report["findings"][0]["code"] == "card-missing"


def test_an_unknown_file_says_that_no_face_was_found(place, run, tmp_path):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(tmp_path / "x.pdf")
    answer = run("check", str(tmp_path / "x.pdf"), "--kit-dir", str(place / "youscout"))
    assert answer.code == 1
    assert "no face of a known kit was found" in answer.out


def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "deck.pdf")
    with pytest.raises(InputError, match=r"deck\.pdf: is neither a file nor a folder"):
        check_paths([tmp_path / "deck.pdf"])
