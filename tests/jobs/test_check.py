"""`printkit check`: its input, its output, its exit codes."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import replace

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.jobs.check.check import check_paths, check_reports
from printkit.kit.load import load_kit
from tests.preflight.decks import FEW, plain_kit, write_deck
from tests.tiny_kit import spoil, write_kit


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A plain kit and a deck of it with one page, under a neutral name."""
    folder = tmp_path_factory.mktemp("check")
    kit = plain_kit(folder)
    (folder / "out").mkdir()
    write_deck(kit, folder / "out" / "whatever.pdf", FEW)
    return folder


@pytest.fixture
def blank(tmp_path):
    """Writes a page with nothing on it: checked in no time."""

    def write(name):
        with pikepdf.new() as pdf:
            pdf.add_blank_page()
            pdf.save(tmp_path / name)
        return tmp_path / name

    return write


@pytest.fixture(autouse=True)
def home_only(monkeypatch):
    """The deck here is built by hand: trying how each print service would have had it takes long and finds nothing."""
    monkeypatch.setattr("printkit.jobs.check.expected.profile_names", tuple)


def test_a_pdf_is_checked_against_a_kit_folder(place):
    findings = check_paths([place / "out" / "whatever.pdf"], kit_dir=place / "youscout")
    assert {"card-missing", "page-count"} <= {finding.code for finding in findings}
    assert all(finding.file.endswith("whatever.pdf") for finding in findings)


def test_a_folder_of_pdfs_gives_a_report_each(place, tmp_path, blank):
    for name in ("b.pdf", "a.pdf"):
        blank(name)
    reports = list(check_reports([tmp_path], kit_dir=place / "youscout"))
    assert [report.file.rpartition("/")[2] for report in reports] == ["a.pdf", "b.pdf"]


def test_several_processes_say_the_same_as_one(place, tmp_path, blank):
    source = place / "out" / "whatever.pdf"
    shutil.copy(source, tmp_path / "a.pdf")
    for name in ("a-print.pdf", "b.pdf"):
        blank(name)
    (tmp_path / "c.pdf").write_bytes(source.read_bytes()[:2000])
    said = []
    for workers in (1, 2):
        reports = []
        with pytest.raises(InputError, match=r"c\.pdf"):
            reports.extend(
                report.as_json()
                for report in check_reports([tmp_path], kit_dir=place / "youscout", workers=workers)
            )
        said.append(reports)
    assert said[0] == said[1]
    assert [report["file"].rpartition("/")[2] for report in said[0]] == ["a-print.pdf", "a.pdf", "b.pdf"]


def test_progress_is_reported_file_by_file(place, tmp_path):
    for name in ("b.pdf", "a.pdf"):
        shutil.copy(place / "out" / "whatever.pdf", tmp_path / name)
    calls = []
    reports = check_reports([tmp_path], kit_dir=place / "youscout", progress=lambda *call: calls.append(call))
    assert len(list(reports)) == 2
    files = [each for each in calls if each[0] == "checking"]
    half = files[0][1]
    assert files == [("checking", half, 2 * half), ("checking", 2 * half, 2 * half)]
    assert len(calls) > len(files), "comparing pages is progress as well"


@pytest.mark.parametrize(
    ("terminal", "json", "bar"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_bar_is_shown_on_a_terminal_only(place, blank, run, monkeypatch, terminal, json, bar):
    import rich.progress

    from printkit.cli import progress

    shown = []

    class Watched(rich.progress.Progress):
        def start(self):
            shown.append(self)

    monkeypatch.setattr(rich.progress, "Progress", Watched)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "_on_terminal", lambda: terminal)
    options = ["--kit-dir", str(place / "youscout"), *(["--json"] if json else [])]
    answer = run("check", str(blank("whatever.pdf")), *options)
    assert answer.code == 1
    assert "whatever.pdf" in answer.out
    assert bool(shown) is bar


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
    assert "6 faces of youscout (tarot), 32 table digits, 50 figures in all" in lines[-1]
    assert re.search(r": \d+ findings$", lines[-1])


def test_a_kit_folder_is_checked_itself_and_ends_with_0(tmp_path, run):
    answer = run("check", str(write_kit(tmp_path)))
    assert answer.code == 0
    (line,) = answer.out.splitlines()
    assert "2 cards in 1 size, full and low ink" in line
    assert line.endswith("every part laid out")


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


def test_an_unknown_file_says_that_no_face_was_found(place, blank, run):
    answer = run("check", str(blank("x.pdf")), "--kit-dir", str(place / "youscout"))
    assert answer.code == 1
    assert "no face of a known kit was found" in answer.out


def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "deck.pdf")
    with pytest.raises(InputError, match=r"deck\.pdf: is neither a file nor a folder"):
        check_paths([tmp_path / "deck.pdf"])


def test_a_wrong_number_is_reported_rather_than_the_games_it_breaks(tmp_path, monkeypatch):
    kit = plain_kit(tmp_path)
    tower = "number = 16\nsword = [5, 7]\ncoin = [5, 3]"
    spoil(kit, "cards.toml", tower, tower.replace("[5, 3]", "[5, 7]"))

    def one_size(folder, inks):
        whole = load_kit(folder, ())
        return replace(whole, sizes={whole.default_size: whole.size()})

    monkeypatch.setattr("printkit.jobs.check.check_kit.load_kit", one_size)
    monkeypatch.setattr("printkit.jobs.check.check_kit.ROW_POSITIONS", 5)
    (report,) = check_reports([kit])
    assert not report.clean
    assert {(each.card, each.subject) for each in report.findings} >= {("major-16", "coin")}
    assert {each.card for each in report.findings} <= {"major-16"}
