"""Drafts: placeholders for missing pictures and notes for missing texts; without `--draft` all of them are errors."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printkit.inspect.pages import open_pdf, page_chars, render_page
from printkit.paths import templates_dir


@pytest.fixture
def kit(tmp_path):
    """Tiles of whose pictures and texts some are missing."""
    folder = Path(shutil.copytree(templates_dir() / "starters" / "tiles", tmp_path / "tiles"))
    (folder / "art" / "lake.svg").unlink()
    (folder / "art" / "back.svg").unlink()
    layout = folder / "layout.toml"
    text = '\n[[faces.tile.tile]]\nblock = "text"\ntext = "hint"\nbox = [4, 3, 20, 4]\nem = "7pt"\n'
    layout.write_text(layout.read_text() + text)
    return folder


def test_without_draft_everything_missing_is_in_one_report(kit, tmp_path, run):
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    assert answer.code == 2
    assert all(word in answer.err for word in ("'art/lake.svg'", "'art/back.svg'", "[hint]"))
    assert not (tmp_path / "out").exists()


def test_a_draft_is_printed_and_says_what_is_missing(kit, tmp_path, run):
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"), "--draft")
    assert answer.code == 0
    assert "draft: placeholders for art/back.svg, art/lake.svg" in answer.err
    assert "draft: notes for the texts hint (en)" in answer.err
    (file,) = (tmp_path / "out" / "tiles").glob("*.pdf")
    assert file.name.endswith("-draft.pdf")
    with open_pdf(file) as pdf:
        words = "".join(letter.text for letter in page_chars(pdf, 0))
        backs = "".join(letter.text for letter in page_chars(pdf, 1))
        pixels = render_page(pdf, 1, 100, gray=False)
    assert "missing:art/lake.svg" in words.replace(" ", "")
    assert "missing:art/back.svg" in backs.replace(" ", "")
    assert "[?]" in words
    assert "draft" in words
    assert (pixels == 217).all(axis=2).any(), "a grey ground"


def test_a_draft_of_a_whole_kit_is_the_kit_and_says_nothing(tmp_path, run):
    folder = Path(shutil.copytree(templates_dir() / "starters" / "tiles", tmp_path / "tiles"))
    for more, out in (((), "a"), (("--draft",), "b")):
        answer = run("build", "--kit-dir", str(folder), "--out", str(tmp_path / out), *more)
        assert (answer.code, answer.err) == (0, "")


def test_missing_icons_and_emblems_have_placeholders_too(tmp_path, run):
    folder = Path(shutil.copytree(templates_dir() / "starters" / "tokens", tmp_path / "tokens"))
    for art in (folder / "art").iterdir():
        art.unlink()
    answer = run("build", "--kit-dir", str(folder), "--out", str(tmp_path / "out"), "--draft")
    assert answer.code == 0
    assert "and 3 more" in answer.err


@pytest.mark.parametrize("words", [("--press", "x1a-2003"), ("--profile", "the-game-crafter")])
def test_a_draft_is_for_home(kit, tmp_path, run, words):
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"), "--draft", *words)
    assert (answer.code, "[--draft]" in answer.err) == (2, True)


def test_pictures_that_are_there_but_damaged_stay_errors(kit, tmp_path, run):
    (kit / "art" / "hill.svg").write_text("<svg")
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"), "--draft")
    assert (answer.code, "hill.svg" in answer.err) == (2, True)
