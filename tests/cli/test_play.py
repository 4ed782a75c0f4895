"""`printkit play` and `printkit replay`, as they are typed."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from printkit.games.find import find_games
from printkit.games.record import read_record


def test_the_record_goes_to_standard_output_and_replays(run, tmp_path):
    words = ("play", "youscout", "--seed", "7", "--option", "terminals=1", "--option", "swap=solid")
    played = run(*words)
    assert (played.code, played.err) == (0, "")
    assert played.out.startswith("printkit-record 1\ngame: youscout\noptions: terminals=1 ")
    file = tmp_path / "game.txt"
    file.write_text(played.out, encoding="utf-8")
    replayed = run("replay", str(file), "--json")
    assert (replayed.code, replayed.err) == (0, "")
    last = json.loads(replayed.out.splitlines()[-1])
    assert last["result"] == played.out.splitlines()[-1].removeprefix("result: ")
    assert run(*words) == played


@pytest.mark.parametrize("game_id", find_games())
def test_every_game_can_be_played(run, game_id):
    assert run("play", game_id, "--player", "greedy").code == 0


def test_a_person_plays_to_the_end(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("place 4\n" + "move\n" * 60))
    answer = run("play", "youscout", "--player", "human", "--seed", "1", "--option", "terminals=1")
    assert answer.code == 0
    assert answer.out.splitlines()[-1] in ("result: win", "result: lose")
    assert "player: human" in answer.out
    assert "1: place 1  2: place 2" in answer.err
    assert "hexagram" in answer.err
    assert answer.err.rstrip().splitlines()[-1].startswith(("win: ", "lose: "))


@pytest.mark.parametrize("typed", ["", "quit\n", "place 9\n"])
def test_a_person_who_leaves_has_an_unfinished_record(run, monkeypatch, tmp_path, typed):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    answer = run("play", "youscout", "--player", "human")
    assert answer.code == 0
    assert answer.out.endswith("\nresult: unfinished\n")
    file = tmp_path / "game.txt"
    file.write_text(answer.out, encoding="utf-8")
    assert run("replay", str(file)).code == 0


def test_an_interrupt_ends_a_persons_play_gracefully(run, monkeypatch):
    class Interrupted(io.StringIO):
        """A terminal at which Ctrl-C is pressed."""

        def readline(self, *_):
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    answer = run("play", "youscout", "--player", "human")
    assert answer.code == 0
    assert answer.out.endswith("\nresult: unfinished\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "chess"), "unknown game 'chess'"),
        (("play", "youscout", "--player", "robot"), "unknown player 'robot'"),
        (("play", "youscout", "--option", "terminals=0"), "option 'terminals' cannot be '0'"),
        (("play", "youscout", "--option", "teminals=1"), "did you mean 'terminals'"),
        (("play", "youscout", "--seed", "-1"), "seed"),
        (("replay", "no-such-file.txt"), "no-such-file.txt: cannot be read"),
        (("replay",), "FILE"),
    ],
)
def test_what_cannot_be_done_ends_with_2_and_one_line(run, words, said):
    answer = run(*words)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1


def test_an_illegal_line_ends_with_1_and_names_file_line_and_legal_actions(run, tmp_path):
    file = tmp_path / "game.txt"
    rows = ("printkit-record 1", "game: youscout", "---", "1* deal 1 2 3 4 5 6", "2 place 7")
    file.write_text("\n".join(rows), encoding="utf-8")
    answer = run("replay", str(file))
    assert answer.code == 1
    assert len(answer.err.splitlines()) == 1
    for text in ("game.txt:5", "'place 7'", "place 1, place 2, place 3, place 4, place 5, place 6"):
        assert text in answer.err


@contextmanager
def at_the_table(out, home, *words):
    """A play in a process of its own, whose record goes to a file."""
    command = [sys.executable, "-m", "printkit", "play", *words]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    env = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home), "TMPDIR": str(home)}
    with out.open("w") as stream, subprocess.Popen(command, stdout=stream, env=env, **pipes) as process:
        # What is waited for may never be said.
        late = threading.Timer(60, process.kill)
        late.start()
        try:
            yield process
        finally:
            late.cancel()
            process.kill()


def heard(process, word):
    """Wait until it is said."""
    said = ""
    while word not in said:
        letter = process.stderr.read(1)
        assert letter, said
        said += letter


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_play_that_is_ended_by_a_signal_leaves_its_record(tmp_path, name):
    file = tmp_path / "mine.txt"
    with at_the_table(file, tmp_path, "youscout", "--player", "human", "--seed", "1") as process:
        heard(process, "\n> ")
        process.stdin.write("1\n")
        process.stdin.flush()
        heard(process, "\n> ")
        process.send_signal(getattr(signal, name))
        assert process.wait(30) == -getattr(signal, name)
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.result == "unfinished"
    assert any("place 1" in line for line in file.read_text(encoding="utf-8").splitlines())


def test_ctrl_c_while_another_thinks_leaves_the_record(tmp_path):
    file = tmp_path / "mine.txt"
    # Of this seed the person begins.
    words = ("cetkaik-school", "--players", "human,ismcts:200000", "--seed", "1")
    with at_the_table(file, tmp_path, *words) as process:
        heard(process, "\n> ")
        process.stdin.write("1\n" * 9)
        process.stdin.close()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    record = read_record(file.read_text(encoding="utf-8"))
    assert (record.result, len(record.lines) > 0) == ("unfinished", True)


def test_a_record_that_finds_no_room_is_kept_elsewhere(tmp_path):
    words = ("youscout", "--seed", "7")
    with at_the_table(Path("/dev/full"), tmp_path, *words) as process:
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 2
    assert said.count("\n") == 1
    kept = Path(re.search(r"kept in (.+)\)", said)[1])
    assert kept.is_relative_to(tmp_path)
    assert read_record(kept.read_text(encoding="utf-8")).result in ("win", "lose")
