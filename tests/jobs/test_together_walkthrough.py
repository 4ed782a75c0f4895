"""A round of Youscout together on pages: narrated as played, drawn where something moves, proved by check."""

from __future__ import annotations

import pytest

from printkit.errors import WrongError
from printkit.games.find import find_narration, make_game
from printkit.games.record import read_record, replay
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.paths import templates_dir

RECORD = templates_dir() / "youscout" / "games" / "together.txt"


@pytest.fixture(scope="module")
def frames():
    record = read_record(RECORD.read_text(encoding="utf-8"))
    game = make_game(record.game, dict(record.options))
    return find_narration(game.id)(game, tuple(replay(record, game)))


def test_every_line_of_the_record_is_narrated_once_and_the_end_again(frames):
    lines = [number for frame in frames[:-1] for number in range(frame.lines[0], frame.lines[1] + 1)]
    assert lines == list(range(1, frames[-1].lines[1] + 1))
    assert [frame.key for frame in frames[:3]] == ["board", "row", "place"]
    assert [frame.number for frame in frames[3:-1]] == list(range(1, len(frames) - 3))


def test_a_sum_in_figures_says_who_wins(frames):
    seen = set()
    for sentence in (each for frame in frames for each in frame.sentences if "sum" in each.values):
        left, relation, _ = sentence.values["sum"].partition(" > ")
        assert (relation == " > ") == (sentence.key in ("won", "stay"))
        assert left.partition(" = ")[0].count(" + ") == 1
        seen.add(sentence.key)
        for side in sentence.values["sum"].replace("<", ">").split(" > "):
            one, other = (sum(map(int, part.split(" + "))) for part in side.split(" = "))
            assert one == other
    assert seen == {"won", "stay", "lost"}


def test_tables_are_drawn_where_a_token_moves_or_a_terminal_comes(frames):
    for frame in frames[3:-1]:
        paid = any(sentence.key in ("paid", "unpaid") for sentence in frame.sentences)
        moved = any(each.key in ("forward", "won") for each in frame.sentences)
        assert (frame.table is not None) == (paid or moved)
        tokens = [move for move in frame.moves if move.what == "token"]
        assert bool(tokens) == moved


def test_the_round_prints_and_check_proves_every_figure(tmp_path):
    text = RECORD.read_text(encoding="utf-8")
    request = BuildRequest(
        kits=("youscout",), only=("walkthrough",), lang="ja", records=(("mine.txt", text),), out=tmp_path
    )
    files = {entry.file.name: entry.file for entry in build(request)}
    assert "youscout-walkthrough-1-together.txt" in files
    (report,) = check_reports([files["youscout-walkthrough-ja.pdf"]], kit="youscout")
    assert report.clean


def test_a_record_that_cannot_be_played_is_refused(tmp_path):
    text = RECORD.read_text(encoding="utf-8").replace("6 take Wa1\n", "6 take Wa2\n")
    request = BuildRequest(
        kits=("youscout",), only=("walkthrough",), records=(("mine.txt", text),), out=tmp_path
    )
    with pytest.raises(WrongError, match=r"mine\.txt"):
        build(request)
    assert not list(tmp_path.rglob("*.pdf"))
