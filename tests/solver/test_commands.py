"""The commands simulate and deal: what they print, what they refuse, and what an interrupt leaves."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from printkit.errors import install_hint
from printkit.games.youscout.cards import MINORS
from printkit.games.youscout.seeded_deal import Deal
from printkit.jobs.play.play import replay_file
from printkit.solver.evaluation import evaluated_choices

KEYS = [
    "game",
    "options",
    "player",
    "start",
    "games",
    "wins",
    "rate",
    "ci95",
    "draws_mean",
    "choices_mean",
    "seconds",
    "games_per_second",
]


def test_simulate_prints_the_agreed_keys(run):
    answer = run("simulate", "youscout", "--games", "2000", "--start", "best", "--player", "thumb", "--json")
    assert answer.code == 0
    assert answer.err == ""
    facts = json.loads(answer.out)
    assert list(facts) == KEYS
    assert facts["options"]["terminals"] == "3"
    assert (facts["game"], facts["player"], facts["start"], facts["games"]) == (
        "youscout",
        "thumb",
        "best",
        2000,
    )
    assert facts["rate"] == facts["wins"] / 2000
    assert facts["ci95"][0] < facts["rate"] < facts["ci95"][1]


def test_simulate_gives_the_same_numbers_with_two_workers(run):
    def numbers(*more):
        facts = json.loads(
            run("simulate", "youscout-simplified", "--games", "60000", "--seed", "4", "--json", *more).out
        )
        return [facts[key] for key in KEYS[:-2]]

    assert numbers() == numbers("--workers", "2")


def test_simulate_reads_well(run):
    answer = run("simulate", "youscout", "--games", "1000", "--option", "terminals=1")
    assert answer.code == 0
    assert "terminals=1" in answer.out
    assert "95 %" in answer.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nogame", "--games", "5"], "unknown game"),
        (["youscout", "--games", "0"], "--games"),
        (["youscout", "--games", "-3"], "--games"),
        (["youscout", "--games", "many"], "--games"),
        (["youscout"], "--games"),
        (["youscout", "--games", "5", "--player", "human"], "unknown player"),
        (["youscout", "--games", "5", "--start", "9"], "unknown start"),
        (["youscout", "--games", "5", "--option", "terminals=0"], "terminals"),
        (["youscout", "--games", "5", "--option", "speed=1"], "unknown option"),
        (["youscout", "--games", "5", "--workers", "0"], "--workers"),
        (["youscout", "--games", "5", "--seed", "-1"], "--seed"),
    ],
)
def test_simulate_refuses_in_one_line(run, words, said):
    answer = run("simulate", *words)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert answer.err.count("\n") == 1


@pytest.fixture
def interruptible():
    """As at a terminal: tests started in the background of a shell have interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_leaves_the_games_played(run, monkeypatch):
    @contextmanager
    def interrupting_bar():
        calls = []

        def show(name, done, total):
            calls.append(done)
            if len(calls) == 4:
                signal.raise_signal(signal.SIGINT)

        yield show

    monkeypatch.setattr("printkit.cli.progress.progress_bar", interrupting_bar)
    words = ("simulate", "youscout", "--player", "stay", "--seed", "6", "--json")
    answer = run(*words, "--games", "1000000000", "--workers", "2")
    facts = json.loads(answer.out)
    assert answer.code == 130
    assert "interrupted after" in answer.err
    assert 0 < facts["games"] < 1_000_000_000
    assert facts["ci95"][0] < facts["rate"] < facts["ci95"][1]
    monkeypatch.undo()
    # What was played is a whole row of games: asking for just so many gives the same.
    again = json.loads(run(*words, "--games", str(facts["games"])).out)
    assert [again[key] for key in KEYS[:-2]] == [facts[key] for key in KEYS[:-2]]


def test_deal_shows_board_hexagram_and_orders(run):
    answer = run("deal", "0000-0000", "--json")
    assert answer.code == 0
    facts = json.loads(answer.out)
    assert facts["laid"] == list(Deal(0).laid())
    assert facts["hexagram"]["number"] == 58
    assert facts["starts"] == [1, 2, 3, 4, 5, 6]
    assert len(facts["passes"]) == 3
    assert sorted(facts["passes"][1]) == sorted((*MINORS, "T"))
    assert "solutions" not in facts


def test_deal_reads_well(run):
    answer = run("deal", "xcdj j10v")
    assert answer.code == 0
    assert answer.out.startswith("deal XCDJ-J10V\n")
    assert "hexagram" in answer.out


def test_deal_solves(run):
    facts = json.loads(run("deal", "0000-0000", "--solve", "--json", "--option", "terminals=1").out)
    assert [each["start"] for each in facts["solutions"]] == [1, 2, 3, 4, 5, 6]
    assert all(each["lines"] == 0 or each["won"] for each in facts["solutions"])
    text = run("deal", "0000-0000", "--solve", "--option", "terminals=1")
    assert text.code == 0
    assert "start 6:" in text.out


def test_a_new_deal_is_a_deal(run):
    code = json.loads(run("deal", "new", "--json").out)["code"]
    assert run("deal", code).code == 0


@pytest.mark.parametrize("code", ["XCDJ-J10W", "CXDJ-J10V", "hello", "", "--"])
def test_a_typing_error_is_found_in_one_line(run, code):
    answer = run("deal", "--", code)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1


def test_deal_simulate_and_solve_need_no_numba(root):
    """An installation without the extra plays by the rules themselves, and says what it did not look at."""
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "from printkit.cli.app import main\n"
        "assert main(['deal', '0000-0000']) == 0\n"
        "assert main(['simulate', 'youscout', '--games', '5']) == 0\n"
        "assert main(['solve', 'tests/data/youscout-games/045.txt', '--games', '64']) == 0\n"
        "assert main(['simulate', 'youscout', '--games', '5', '--player', 'advised']) == 2\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"printkit: error: this needs the extra 'lab' ({install_hint('lab')})\n"
    assert "games won" in done.stdout
    assert "; points, 64 imagined games an action" in done.stdout
    assert re.search(r">place 5 +\+0\.\d{3}", done.stdout)
    assert done.stdout.endswith(f"for want of the extra 'lab' ({install_hint('lab')})\n")


def test_imagined_games_of_youscout_are_played_to_their_end(root):
    """It is won or lost at its last terminal alone (youscout §3.3): what stops before sees nothing."""
    _, game, steps = replay_file(str(root / "tests/data/youscout-games/045.txt"))
    first = next(evaluated_choices(game, steps, 64))
    assert any(each.value > 0 for each in first.actions)


def test_solve_reads_well(run, root):
    file = str(root / "tests/data/youscout-games/045.txt")
    answer = run("solve", file, "--games", "512")
    assert answer.code == 0
    assert answer.err == ""
    for said in (
        ">place 5",
        " best",
        "±",
        "Sw12 on 1, 34 minors left",
        "proved: from here lost in any case",
    ):
        assert said in answer.out
    assert "lose: " in answer.out
    assert max(map(len, answer.out.splitlines()[1:])) < 140


def test_solve_prints_an_object_a_line(run, root):
    file = str(root / "tests/data/youscout-games/045.txt")
    answer = run("solve", file, "--json", "--games", "512")
    rows = [json.loads(line) for line in answer.out.splitlines()]
    rows, mattered = rows[:5], rows[5:]
    assert [row["type"] for row in rows] == ["choice", "choice", "choice", "decided", "total"]
    assert [row["n"] for row in rows[:-1]] == [2, 25, 49, 54]
    assert [(row["type"], row["n"]) for row in mattered] == [("decision", at) for at in (49, 2, 25)]
    lost = {row["n"]: row["by"] for row in mattered}
    assert lost[49] < lost[2] < 0 < lost[25]
    assert all(row["file"] == file for row in [*rows, *mattered])
    assert [answer["action"] for answer in rows[1]["answers"]] == ["move", "stay"]
    total = rows[-1]
    assert total["hoped"] - total["regret"] + total["luck"] == pytest.approx(0, abs=1e-5)
    assert total["options"]["court"] == "K10"
    assert run("solve", file, "--json", "--games", "512").out == answer.out


def _write_record(folder, text):
    file = folder / "record.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("hello", 2, "not a record"),
        ("printkit-record 1\ngame: chess\n---\n", 2, "unknown game"),
        ("printkit-record 1\ngame: youscout\ndeal: 0000-0001\n---\n", 2, "typing error"),
        ("printkit-record 1\ngame: youscout\n---\n1* deal 1 2 3 4 5 6\n2 place 7\n", 1, "illegal action"),
        (
            "printkit-record 1\ngame: youscout\ndeal: 0000-0000\n---\n1* deal 1 2 3 4 5 6\n",
            1,
            "deal 0000-0000",
        ),
    ],
)
def test_solve_refuses_in_one_line(run, tmp_path, text, code, said):
    answer = run("solve", _write_record(tmp_path, text))
    assert answer.code == code
    assert answer.out == ""
    assert said in answer.err
    assert "record.txt" in answer.err
    assert answer.err.count("\n") == 1


def test_solve_goes_on_after_a_bad_file(run, root, tmp_path):
    good = str(root / "tests/data/youscout-games/021.txt")
    answer = run("solve", str(tmp_path / "none.txt"), good, "--games", "64", "--json")
    assert answer.code == 2
    assert "none.txt" in answer.err
    assert '"type":"total"' in answer.out


def test_solve_of_a_play_not_begun(run, tmp_path):
    answer = run("solve", _write_record(tmp_path, "printkit-record 1\ngame: youscout\n---\n"))
    assert answer.code == 0
    assert "unfinished: no choice was made" in answer.out
