"""Replaying files: lines for programs, lines to read, and what is wrong with a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printkit.errors import InputError, WrongError
from printkit.games.core import IllegalAction
from printkit.jobs.play import play as job
from printkit.jobs.play.play import read_record_file, replay_lines

GAME = """\
printkit-record 1
game: youscout
---
1* deal 8r 16r 12 6r 1r 7r
2 place 4
3* draw Co3
"""


@pytest.fixture
def game(tmp_path):
    """The file of a short play."""
    file = tmp_path / "game.txt"
    file.write_text(GAME, encoding="utf-8")
    return str(file)


def _objects(*files):
    return [json.loads(line) for line in replay_lines(files, as_json=True)]


def test_one_object_for_each_line_of_the_record(game):
    objects = _objects(game)
    assert [each["n"] for each in objects] == [1, 2, 3]
    last = objects[-1]
    legal = last.pop("legal")
    assert last == {
        "file": game,
        "n": 3,
        "action": "draw Co3",
        "board": ["11r", "16r", "12", "6r", "1r", "7r"],
        "token": 4,
        "piles": {"1": [], "2": [], "3": [], "4": ["Co3"], "5": [], "6": [], "Sw": [], "Co": [], "D": []},
        "terminals": 0,
        "to_move": "chance",
        "result": None,
    }
    assert len(legal) == 56
    assert {"draw Co1", "draw 0"} <= set(legal)
    assert objects[0]["token"] is None
    assert (objects[0]["to_move"], objects[0]["legal"][0]) == ("player", "place 1")


def test_the_keys_stand_in_their_usual_order(game):
    line = list(replay_lines([game], as_json=True))[1]
    assert list(json.loads(line)) == [
        "file", "n", "action", "board", "token", "piles", "terminals", "to_move", "legal", "result",
    ]  # fmt: skip
    assert line.startswith('{"file":"')


def test_a_waiting_sword_and_the_end_are_shown(root):
    objects = _objects(str(root / "tests/records/youscout/short-win.txt"))
    waiting = [each for each in objects if "drawn" in each]
    assert waiting
    assert all(each["legal"] == ["move", "stay"] and each["to_move"] == "player" for each in waiting)
    assert all(each["action"] == f"draw {each['drawn']}" for each in waiting)
    end = objects[-1]
    assert (end["result"], end["to_move"], end["legal"], end["terminals"]) == ("win", None, [], 1)
    assert end["action"].removeprefix("draw ") not in end["piles"]["D"]
    assert [each["result"] for each in objects[:-1]] == [None] * (len(objects) - 1)


def test_the_trace_shows_what_each_action_changed(game):
    assert list(replay_lines([game])) == [
        f"{game}: youscout terminals=3 court=K14 influence=2 swap=memorial replacements=0 "
        "cross=cups-and-coins lower-coin-replacements=2",
        "    1* deal 8r 16r 12 6r 1r 7r board: 11r 16r 12 6r 1r 7r",
        "    2  place 4              token: 4",
        "    3* draw Co3             4: Co3",
        "       unfinished",
    ]


def test_several_files_are_replayed_one_after_the_other(game):
    assert [each["n"] for each in _objects(game, game)] == [1, 2, 3, 1, 2, 3]


def test_a_file_that_fails_does_not_stop_the_next(game, tmp_path):
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(GAME.replace("place 4", "place 9"), encoding="utf-8")
    missing = str(tmp_path / "missing.txt")
    lines: list[str] = []
    with pytest.raises(InputError) as caught:
        lines.extend(replay_lines([str(wrong), missing, game], as_json=True))
    assert [problem.file for problem in caught.value.problems] == [f"{wrong}:5", missing]
    with pytest.raises(WrongError) as caught_wrong:
        list(replay_lines([str(wrong), str(wrong)]))
    assert len(caught_wrong.value.problems) == 2


def test_all_legal_lines_come_before_the_error(game):
    Path(game).write_text(GAME.replace("draw Co3", "draw Co99"), encoding="utf-8")
    lines = replay_lines([game], as_json=True)
    assert [json.loads(next(lines))["n"] for _ in range(2)] == [1, 2]
    with pytest.raises(IllegalAction, match=r":6: action 3: illegal action 'draw Co99' \(legal: draw 0,"):
        next(lines)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\x00", "is not UTF-8 text"),
        (b"printkit-record 1\ngame: youscout\n\xff", r"game\.txt:3: is not UTF-8"),
        (b"", "not a record"),
        (b"printkit-record 1\ngame: yuscout\n---\n", r"game\.txt: unknown game 'yuscout' \(did you mean"),
        (
            b"printkit-record 1\ngame: youscout\noptions: swap=no\n---\n",
            r"game\.txt: option 'swap' cannot be 'no'",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_file(game, content, message):
    Path(game).write_bytes(content)
    with pytest.raises(InputError, match=message):
        list(replay_lines([game]))


def test_missing_files_folders_and_strange_names_cannot_be_read(tmp_path):
    for file in (str(tmp_path / "none.txt"), str(tmp_path), "a\0b"):
        with pytest.raises(InputError, match="cannot be read"):
            read_record_file(file)


def test_a_file_too_large_is_not_read(game, monkeypatch):
    monkeypatch.setattr(job, "_LARGEST", 40)
    with pytest.raises(InputError, match="too large"):
        read_record_file(game)
