"""Building for a print shop: names, the manifest, and which options go together."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.inspect.pages import page_chars
from printkit.jobs.build.build import BuildRequest, build
from tests.press_files import write_icc
from tests.tiny_kit import write_kit


@pytest.fixture
def kit(tmp_path):
    return write_kit(tmp_path)


def request(kit, **choices):
    return BuildRequest(kit_dir=kit, out=kit.parent / "out", **choices)  # type: ignore[arg-type]


def manifest(kit):
    return dict(json.loads((kit.parent / "out" / "tiny" / "manifest.json").read_bytes())["files"])


def test_the_press_stands_in_the_name_and_in_the_manifest(kit):
    build(request(kit))
    build(request(kit, press="x1a-2001"))
    build(request(kit, press="x1a-2003", paper="card", ink="low", condition="FOGRA39"))
    build(request(kit, press="x4", icc=write_icc(kit.parent / "press.icc")))
    files = manifest(kit)
    assert {name: (entry["press"], entry.get("condition")) for name, entry in files.items()} == {
        "tiny-deck.pdf": ("home", None),
        "tiny-deck-x1a-2001.pdf": ("x1a-2001", "JC200103"),
        "tiny-deck-card-x1a-2003-low.pdf": ("x1a-2003", "FOGRA39"),
        "tiny-deck-x4.pdf": ("x4", "Custom"),
    }


def test_what_is_built_for_a_press_is_what_it_says(kit):
    (built,) = build(request(kit, press="x1a-2003", paper="card"))
    with pikepdf.open(built.file) as file:
        assert str(file.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert all("/TrimBox" in page.obj and "/BleedBox" in page.obj for page in file.pages)


def test_the_same_input_gives_the_same_bytes(kit):
    icc = write_icc(kit.parent / "press.icc")
    first = [entry.file.read_bytes() for entry in build(request(kit, press="x4", icc=icc))]
    again = request(kit, press="x4", icc=icc)
    assert [entry.file.read_bytes() for entry in build(again)] == first


CANNOT: dict[str, tuple[dict[str, object], str, str]] = {
    "x4 without a profile": ({"press": "x4"}, "--press", "ICC"),
    "an unknown press": ({"press": "x3"}, "--press", "x4"),
    "an unknown condition": ({"press": "x1a-2001", "condition": "FOGRA93"}, "--condition", "FOGRA39"),
    "a condition at home": ({"condition": "FOGRA39"}, "--condition", "--press"),
    "a profile at home": ({"icc": Path("press.icc")}, "--icc", "--press"),
    "a profile that is not there": ({"press": "x4", "icc": Path("none.icc")}, "--icc", "none.icc"),
}


@pytest.mark.parametrize("case", CANNOT)
def test_what_cannot_be_built_is_one_line_and_writes_nothing(case, kit):
    choices, key, words = CANNOT[case]
    with pytest.raises(InputError) as caught:
        build(request(kit, **choices))
    (problem,) = caught.value.problems
    assert problem.key == key
    assert words in str(problem)
    assert not (kit.parent / "out").exists()


def test_the_command_line_takes_a_press(kit, run):
    icc = write_icc(kit.parent / "press.icc")
    words = ("build", "--kit-dir", str(kit), "--out", str(kit.parent / "out"))
    assert run(*words, "--press", "x4", "--icc", str(icc)).code == 0  # type: ignore[attr-defined]
    answer = run(*words, "--press", "x4")
    assert (answer.code, answer.err.count("\n")) == (2, 1)  # type: ignore[attr-defined]
    assert "--icc FILE" in answer.err  # type: ignore[attr-defined]


def test_text_and_lines_at_home_are_pure_black(kit):
    (built,) = build(request(kit))
    assert {char.fill for char in page_chars(built.file, 0)} == {(0, 0, 0)}
    with pikepdf.open(built.file) as file:
        assert b"\n0 0 0 RG" in file.pages[0].Contents.read_bytes()


def test_a_press_file_has_the_date_that_was_stated(kit, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1764000000")
    (built,) = build(request(kit, press="x1a-2003"))
    with pikepdf.open(built.file) as file:
        assert str(file.docinfo["/CreationDate"]) == "D:20251124160000Z"
        assert b"<xmp:CreateDate>2025-11-24T16:00:00Z<" in file.Root.Metadata.read_bytes()
    assert build(request(kit, press="x1a-2003"))[0].file.read_bytes() == built.file.read_bytes()
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    (built,) = build(request(kit, press="x1a-2003"))
    with pikepdf.open(built.file) as file:
        assert str(file.docinfo["/CreationDate"]) == "D:20000101000000Z"


def test_the_date_changes_no_file_for_home(kit, monkeypatch):
    plain = build(request(kit))[0].file.read_bytes()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1764000000")
    assert build(request(kit))[0].file.read_bytes() == plain


@pytest.mark.parametrize("said", ["now", "-1", "1e9", "9" * 12, "9" * 5000, "１"])
def test_a_date_that_is_none_is_one_line(kit, monkeypatch, said):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", said)
    with pytest.raises(InputError, match="SOURCE_DATE_EPOCH"):
        build(request(kit, press="x1a-2003"))
