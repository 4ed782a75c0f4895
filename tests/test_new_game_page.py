"""What docs/new-game.md and docs/api.md print is what runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _blocks(page, kind="python"):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return [code for found, code in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S) if found == kind]


@pytest.fixture
def folder(tmp_path):
    """A folder with the page's game in it, and nothing else."""
    (source,) = _blocks("new-game.md")
    (tmp_path / "last_trick.py").write_text(source, encoding="utf-8")
    return tmp_path


def _run(folder, *words):
    environment = {**os.environ, "PRINTKIT_GAMES": str(folder), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "printkit", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_shows_one_of_the_examples():
    (source,) = _blocks("new-game.md")
    assert source == (ROOT / "tests/examples/last_trick.py").read_text(encoding="utf-8")


def test_every_command_of_the_page_works_with_the_page_alone(folder):
    (folder / "game.txt").write_text(_run(folder, "play", "last-trick", "--seed", "3"), encoding="utf-8")
    assert "result: C" in (folder / "game.txt").read_text(encoding="utf-8")
    assert "C wins with 6 points" in _run(folder, "replay", "game.txt")
    assert "gives away" in _run(folder, "solve", "game.txt", "--games", "64")
    assert "chance to act" in _run(folder, "position", "last-trick")
    report = _run(
        folder,
        "simulate",
        "last-trick",
        "--games",
        "6",
        "--player",
        "ismcts:20,greedy,random",
        "--workers",
        "2",
    )
    assert "share of the wins by player" in report


def test_a_game_becomes_a_book_by_what_the_page_says(folder):
    start, build = (block for block in _blocks("new-game.md", "") if "tricks" in block)
    (book, words), (how_to_read,) = _blocks("new-game.md", "toml"), _blocks("new-game.md", "markdown")
    kit = folder / "tricks"
    for line in start.splitlines():
        command, _, target = line.removeprefix("printkit ").partition(" > ")
        answer = _run(folder, *command.split())
        if target:
            (folder / target).write_text(answer, encoding="utf-8")
    settings = (kit / "kit.toml").read_text(encoding="utf-8")
    (kit / "kit.toml").write_text(
        settings.replace("\n[", '\ngames = ["last-trick"]\n\n[', 1), encoding="utf-8"
    )
    (kit / "walkthrough.toml").write_text(book, encoding="utf-8")
    (kit / "walkthrough.en.md").write_text(how_to_read, encoding="utf-8")
    with (kit / "text.en.toml").open("a", encoding="utf-8") as texts:
        texts.write("\n" + words)
    _run(folder, *build.split()[1:])
    book_file = str(folder / "output" / "tricks" / "tricks-walkthrough-en.pdf")
    text = subprocess.run(["pdftotext", book_file, "-"], capture_output=True, text=True, check=True).stdout
    assert "Game 1: Last trick, won by" in text
    assert "for 2 players" in text
    assert "cards left" in text


def test_the_examples_are_short():
    for file in (ROOT / "tests/examples").glob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) < 80, file.name


def test_the_python_of_the_interface_page_runs(tmp_path):
    (tmp_path / "templates").symlink_to(ROOT / "templates")
    code = "\n".join(_blocks("api.md"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "seat=A round=1" in done.stdout
    assert (tmp_path / "output/tottarot/tottarot-tokens.pdf").is_file()
