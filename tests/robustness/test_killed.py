"""Killed at any moment, printkit leaves old files whole and no half ones, and its next run leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from PIL import Image

from printkit.files import scratch_folder, staging
from printkit.interchange.tables import table_bytes
from tests.tiny_kit import spoil, write_kit


def _killed(root, place, *words, delays=0):
    answer = subprocess.run(
        [sys.executable, "-m", "tests.robustness.killing", "--delays", str(delays), str(place), *words],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    return dict(json.loads(answer.stdout))


@pytest.fixture
def built(run, tmp_path):
    """A tiny kit that has been built, and then changed."""
    kit = write_kit(tmp_path / "kits")
    assert run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out")).code == 0
    return spoil(kit, "text.en.toml", '"Two"', '"Deux"')


def test_a_build_killed_at_every_write_leaves_the_old_files_or_the_new(root, built, tmp_path):
    said = _killed(root, tmp_path / "out", "build", "--kit-dir", str(built), "--out", str(tmp_path / "out"))
    assert said["faults"] == []
    assert int(str(said["moments"])) > 8


def test_a_build_killed_at_any_time_leaves_the_old_files_or_the_new(root, built, tmp_path):
    words = ("build", "--kit-dir", str(built), "--out", str(tmp_path / "out"))
    assert _killed(root, tmp_path / "out", *words, delays=6)["faults"] == []


@pytest.mark.parametrize("form", ["csv", "svg", "tarot-deck-spec"])
def test_an_export_killed_at_every_write(root, built, tmp_path, run, form):
    words = ("export", "tiny", "--kit-dir", str(built), "--as", form, "--out", str(tmp_path / "out"))
    assert _killed(root, tmp_path / "out", *words)["faults"] == []


def test_an_update_killed_at_every_write(root, tmp_path):
    kit = write_kit(tmp_path / "kits")
    table = tmp_path / "cards.csv"
    table.write_bytes(table_bytes(kit, "csv").replace(b"Two", b"Deux").replace(b"2,", b"3,"))
    assert _killed(root, kit, "update", str(kit), str(table))["faults"] == []


def test_an_update_of_other_cards_killed_at_every_write(root, tmp_path):
    """H1: cards that were new beside texts that were old were refused by `update` for ever."""
    kit = write_kit(tmp_path / "kits")
    table = tmp_path / "cards.csv"
    table.write_bytes(table_bytes(kit, "csv").replace(b"one,", b"three,", 1))
    assert _killed(root, kit, "update", str(kit), str(table))["faults"] == []


@pytest.mark.parametrize(
    "words",
    [
        ("sheets", "{cards}", "--paper", "letter"),
        ("calibrate", "--paper", "a4"),
        ("preview", "tiny", "--kit-dir", "{kit}", "--sheet", "{out}/tiny.png"),
        ("export", "tiny", "--kit-dir", "{kit}", "--as", "xlsx"),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_what_else_writes_killed_at_every_write(root, built, tmp_path, words):
    cards, out = tmp_path / "cards", tmp_path / "out"
    cards.mkdir()
    for name in ("wolf", "raven"):
        Image.new("RGB", (63, 88), "teal").save(cards / f"{name}.png", dpi=(25.4, 25.4))
    places = [word.format(cards=cards, kit=built, out=out) for word in words]
    said = _killed(root, out, *places, *(() if words[0] == "preview" else ("--out", str(out))))
    assert said["faults"] == []
    assert int(str(said["moments"])) > 4


def test_a_new_kit_killed_at_every_write(root, tmp_path):
    kit = write_kit(tmp_path / "old")
    (tmp_path / "kits").mkdir()
    words = ("new", "mine", "--like", str(kit), "--dir", str(tmp_path / "kits"))
    said = _killed(root, tmp_path / "kits", *words)
    assert said["faults"] == []


@pytest.mark.parametrize("name", ["certify", "a table of serve"])
def test_what_is_written_little_by_little_is_ended_at_every_write(root, name):
    """Killed, by Ctrl-C and by SIGTERM: at the first change, between, when a file takes its place and at the last.

    All changes, and other commands, take minutes and are the benchmark's: `python benchmarks/interrupts.py --every`.
    """
    done = subprocess.run(
        [sys.executable, "benchmarks/interrupts.py", "--only", name, "--most", "4"],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 faults" in done.stdout


def test_a_half_file_left_behind_is_seen(root, tmp_path):
    """What writes straight to its place is caught."""
    (tmp_path / "out").mkdir()
    said = _killed(root, tmp_path / "out", "@straight", str(tmp_path / "out"))
    assert any("neither the old nor the new" in fault for fault in said["faults"])  # type: ignore[attr-defined]


def test_what_a_living_process_has_in_hand_is_left_alone(tmp_path):
    with staging(tmp_path) as mine:
        mine.write("a.txt", b"mine")
        with staging(tmp_path) as other:
            other.write("b.txt", b"other")
        assert mine.path("a.txt").read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_what_a_dead_process_left_is_cleared_away(tmp_path):
    child = os.fork()
    if not child:
        with scratch_folder(tmp_path) as scratch:
            (scratch / "half").write_bytes(b"half")
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert len(list(tmp_path.glob(".printkit-*.tmp/half"))) == 1
    with staging(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
