"""The benchmarks run, their kits build, and they can fail."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from argparse import Namespace

import pytest
from training.fit import Round

from printkit.kit.load import load_kit
from printkit.lab.youscout.nets import read_nets


def run(root, *words):
    return subprocess.run(
        [sys.executable, *words], cwd=root, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture
def large_kit(root, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    return importlib.import_module("large_kit")


def test_a_large_kit_is_built_and_measured(root, tmp_path):
    done = run(root, "benchmarks/large_kit.py", "2", "--json", "--kit-dir", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    (figures,) = json.loads(done.stdout)
    assert (figures["cards"], figures["code"]) == (2, 0)
    assert figures["pdf_bytes"] > 20_000
    assert 10 < figures["peak_mb"] < 500
    assert 0 < figures["cpu_seconds"]
    # The kit is kept where it was requested.
    assert [card.id for card in load_kit(tmp_path / "large-2").cards] == ["card-00001", "card-00002"]


def test_every_card_has_its_own_picture_of_25_kilobytes(large_kit, tmp_path):
    kit = large_kit.write_kit(tmp_path, 5)
    pictures = [path.read_text() for path in sorted((kit / "art").iterdir())]
    assert len(set(pictures)) == 5
    assert all(24_000 < len(picture) < 26_000 for picture in pictures)


def test_numbers_are_written_tightly(large_kit):
    values = [0.5, -0.5, 10.5, -20.0, 0.0, -0.001, 100.25]
    assert "".join(map(large_kit._word, values)) == " .5-.5 10.5-20 0 0 100.25"


def test_growing_cost_much_memory_and_failures_are_complaints(large_kit):
    def figures(seconds, peak=100.0, code=0):
        return [
            large_kit.Figures(1000 * 2**index, large_kit.Run(each, each, peak, code, "why"), 1)
            for index, each in enumerate(seconds)
        ]

    def complaints(*given):
        return list(large_kit._complaints(*given))

    assert complaints(figures([11, 21, 41, 81])) == []
    assert complaints(figures([10, 20, 60])) == [
        "not linear: a further card costs 10.00 ms at first and 20.00 ms at last"
    ]
    assert complaints(figures([10], peak=501)) == ["1000 cards: 501 MB are more than 500 MB"]
    assert complaints(figures([10], code=2)) == ["1000 cards: exit 2: why"]


def test_start_up_is_measured_against_a_command_that_does_nothing(root):
    done = run(root, "benchmarks/deck.py", "--only", "help", "--runs", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    task = json.loads(done.stdout)["tasks"]["help"]
    assert task["failed"] == 0
    assert task["ratio"]["min"] <= task["ratio"]["median"] <= task["ratio"]["max"]
    assert task["peak_mb"]["min"] > 5


def test_a_command_that_fails_fails_the_benchmark(root):
    command = f"{sys.executable} -c \"import sys; sys.exit('no such kit')\""
    done = run(root, "benchmarks/deck.py", "--only", "deck", "--runs", "1", "--command", command)
    assert done.returncode == 1
    assert "deck: 1 of 1 runs failed: no such kit" in done.stdout


def test_an_unknown_task_is_one_line(root):
    done = run(root, "benchmarks/deck.py", "--only", "decks")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("unknown task 'decks'")


def test_a_fit_that_is_broken_off_leaves_the_old_value_and_what_there_is_beside_it(
    root, tmp_path, monkeypatch
):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    certificate = importlib.import_module("certificate")
    game = certificate.make_game("youscout", ["terminals=1"])
    rounds = tuple(Round(0, 50, 1, 1.0, 1.0, 1.0, 1, 3e-3, 256) for _ in range(2))
    out, beside = tmp_path / "value.npy", tmp_path / "value.npy.unfinished"
    out.write_bytes(b"old")
    given = Namespace(seed=1, workers=1, bits=16, out=out)

    def break_off(line):
        if line.startswith("round 1"):
            raise KeyboardInterrupt

    usual = certificate.say
    monkeypatch.setattr(certificate, "say", break_off)
    with pytest.raises(KeyboardInterrupt):
        certificate.fit(game, rounds, given)
    monkeypatch.setattr(certificate, "say", usual)
    assert out.read_bytes() == b"old"
    after_one = beside.read_bytes()
    assert read_nets(after_one).last.any()
    certificate.fit(game, rounds, given)
    assert not beside.exists()
    assert out.read_bytes() not in (b"old", after_one)


def test_r38_the_page_of_choices_lists_every_mark(root):
    made = run(root, "benchmarks/choices.py")
    assert made.returncode == 0, made.stderr
    assert made.stdout == (root / "docs/choices.md").read_text(encoding="utf-8")
    for book in (
        book for kit in ("paper-cetkaik", "cetkaik") for book in root.glob(f"templates/{kit}/*.en.md")
    ):
        for note in (line for line in book.read_text(encoding="utf-8").splitlines() if line.startswith("†")):
            assert note.removeprefix("† ") in made.stdout


@pytest.mark.parametrize(
    ("words", "rows"), [(("lu-tu", "--only", "easy,beginner"), 1), (("youscout-simplified",), 4)]
)
def test_the_ladder_of_levels_goes_on_where_it_was_left(root, tmp_path, words, rows):
    out = tmp_path / "rows.jsonl"
    ladder = ("benchmarks/levels.py", *words, "--out", str(out))
    first = run(root, *ladder, "--games", "6")
    assert (first.returncode, first.stderr) == (0, "")
    table = first.stdout.splitlines()
    assert table[0].count("|") == table[1].count("|") == table[2].count("|")
    assert len(table) == 2 + rows
    kept = out.read_text()
    # A last row that was cut short is played again, and all others are taken from the file.
    out.write_text(kept[:-20])
    again = run(root, *ladder, "--games", "6")
    assert json.loads(out.read_text().splitlines()[0]) == json.loads(kept.splitlines()[0])
    assert len(again.stdout.splitlines()) == 2 + rows
    wins = [line.split("|")[5] for line in table[2:]]
    assert [line.split("|")[5] for line in again.stdout.splitlines()[2:]] == wins
