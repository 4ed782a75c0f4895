"""Records: format 1 read, written, replayed, and everything that can be wrong with one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from printkit.errors import InputError, PrintkitError, WrongError
from printkit.games.core import IllegalAction
from printkit.games.find import make_game
from printkit.games.record import Line, Record, read_record, record_of, replay, write_record

TEXT = """\
printkit-record 1
game: youscout
options: terminals=1 replacements=3
kit: youscout 1.0
author: 誰か
---
1* deal 14 15 16 17 18 19
2 place 4
3* draw Co3
4* draw 0
result: lose
"""


def _changed(old, new):
    assert old in TEXT
    return TEXT.replace(old, new)


def _replayed(text):
    record = read_record(text, "game.txt")
    game = make_game(record.game, [f"{key}={value}" for key, value in record.options])
    return list(replay(record, game, "game.txt"))


def test_a_record_is_read_and_written_back():
    record = read_record(TEXT)
    assert record.game == "youscout"
    assert record.options == (("terminals", "1"), ("replacements", "3"))
    assert record.lines[0] == Line("deal 14 15 16 17 18 19", chance=True)
    assert record.lines[1] == Line("place 4", chance=False)
    assert record.result == "lose"
    assert write_record(record) == TEXT


def test_unknown_keys_are_kept_in_order():
    assert read_record(TEXT).headers == (("kit", "youscout 1.0"), ("author", "誰か"))


def test_comments_blank_lines_and_foreign_line_ends_are_read_over():
    loose = "\ufeff" + _changed("2 place 4", "; a note\n\n 2   place\t4  ; upper").replace("\n", "\r\n")
    assert read_record(loose) == read_record(TEXT)


def test_replay_gives_a_step_a_line():
    steps = _replayed(TEXT)
    assert [step.number for step in steps] == [1, 2, 3, 4]
    assert len(steps[0].actions) == 6
    assert steps[-1].state.outcome().result == "lose"


def test_the_result_may_be_missing_and_the_play_unfinished():
    assert len(_replayed(_changed("result: lose\n", ""))) == 4
    assert len(_replayed(_changed("4* draw 0\nresult: lose", "result: unfinished"))) == 3
    assert len(_replayed(_changed("4* draw 0\nresult: lose\n", ""))) == 3


def test_a_deal_may_be_written_card_by_card():
    text = TEXT[: TEXT.index("1*")] + "1* lay 14\n2* lay 15r\n"
    assert _replayed(text)[-1].state.board == ("14", "15r")


def test_record_of_is_the_inverse_of_replay():
    game = make_game("youscout", ["terminals=1", "replacements=3"])
    actions = [action for step in _replayed(TEXT) for action in step.actions]
    record = record_of(game, actions, {"kit": "youscout 1.0"})
    assert record.lines == read_record(TEXT).lines
    assert (record.result, record.options) == ("lose", tuple(game.options.items()))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("printkit-record 1", "printkit-record 2", "game.txt: not a record"),
        ("---\n", "", "game.txt: the record has no actions"),
        ("game: youscout\n", "", "game.txt: the record names no game"),
        ("game: youscout\n", "game:\n", "game.txt: the record names no game"),
        ("kit: youscout", "kit youscout", "game.txt:4: not a header line"),
        ("kit: youscout", "game: youscout", "game.txt:4: the header 'game' stands twice"),
        ("terminals=1", "terminals", r"game.txt \[options\]: not an option: 'terminals'"),
        ("2 place 4", "place 4", "game.txt:8: not an action: 'place 4'"),
        ("2 place 4", "3 place 4", "game.txt:8: action 3 stands where 2 is due"),
        ("2 place 4", "02 place 4", None),
        ("2 place 4", "2** place 4", "game.txt:8: not an action"),
        ("2 place 4", "2", "game.txt:8: not an action"),
        ("2 place 4", "99999999999999999999 place 4", "game.txt:8: not an action"),
        ("2 place 4", "2 place \x1b[2J4", "game.txt:8: a line with control characters"),
        ("2 place 4", "2 place\u20284", "game.txt:8: a line with control characters"),
        ("2 place 4", "2 " + "place 4" * 1000, "game.txt:8: a line of 7002 characters"),
        ("result: lose", "result: lose\n5* draw Co4", "game.txt:11: not an action: 'result: lose'"),
        ("result: lose", "result:", "game.txt:11: not an action"),
    ],
)
def test_what_is_no_record_is_named_with_file_and_line(old, new, message):
    text = _changed(old, new)
    if message is None:
        assert read_record(text) == read_record(TEXT)
        return
    with pytest.raises(InputError, match=message):
        read_record(text, "game.txt")


@pytest.mark.parametrize("text", ["", "\n\n", "%PDF-1.7", "printkit-record 1", "---", "\x00"])
def test_other_files_are_no_records(text):
    with pytest.raises(InputError, match=r"game\.txt"):
        read_record(text, "game.txt")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "2 place 4",
            "2 place 7",
            ":8: action 2: illegal action 'place 7' .*legal: place 1, place 2",
        ),
        (
            "3* draw Co3",
            "3* draw Co15",
            ":9: action 3: illegal action 'draw Co15' .*draw Co1, draw Co10",
        ),
        ("3* draw Co3", "3* draw 13", ":9: action 3: illegal action 'draw 13'"),
        ("3* draw Co3", "3 move", ":9: action 3: illegal action 'move'"),
        (
            "deal 14 15",
            "deal 14 14r",
            r":7: action 1: illegal action 'deal 14 14r .*' \('lay 14r'\) .*legal",
        ),
        ("deal 14 15", "deal 15", ":7: action 1: 'deal' takes 6 cards, not 5 .*legal: lay 1, lay 10"),
        (
            "4* draw 0",
            "4* draw 0\n5* draw Co4",
            ":11: action 5: illegal action 'draw Co4' .*game is over",
        ),
    ],
)
def test_an_illegal_line_is_named_with_file_line_and_the_legal_actions(old, new, message):
    with pytest.raises(IllegalAction, match="game.txt" + message):
        _replayed(_changed(old, new))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("3* draw", "3 draw", r"game.txt:9: action 3: 'draw Co3' is a chance: mark its number with '\*'"),
        ("2 place", "2* place", r"game.txt:8: action 2: 'place 4' is not a chance: no '\*'"),
        ("result: lose", "result: win", "game.txt:11: the result is 'lose', not 'win'"),
        ("result: lose", "result: unfinished", "game.txt:11: the result is 'lose', not 'unfinished'"),
        ("4* draw 0\n", "", "game.txt:10: the result is 'unfinished', not 'lose'"),
    ],
)
def test_a_wrong_mark_or_result_is_named_with_file_and_line(old, new, message):
    with pytest.raises(WrongError, match=message):
        _replayed(_changed(old, new))


def test_a_result_nobody_knows_cannot_be_read():
    with pytest.raises(InputError, match="known: win, lose, unfinished"):
        _replayed(_changed("result: lose", "result: banana"))


@pytest.mark.parametrize(
    "record",
    [
        Record("youscout; x"),
        Record("youscout", headers=(("note", "one; two"),)),
        Record("youscout", headers=(("note", "one\ntwo"),)),
        Record("youscout", headers=(("two words", "x"),)),
        Record("youscout", options=(("terminals", "1 2"),)),
        Record("youscout", lines=(Line("draw  Co3", chance=True),)),
    ],
)
def test_what_the_format_cannot_hold_is_not_written(record):
    with pytest.raises((ValueError, PrintkitError)):
        write_record(record)


WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1).filter(
    lambda word: ";" not in word
)


@given(
    headers=st.dictionaries(st.from_regex(r"[a-z][a-z-]*", fullmatch=True), WORDS),
    lines=st.lists(st.builds(Line, WORDS, st.booleans()), max_size=8),
    result=st.none() | WORDS,
)
def test_every_record_round_trips(headers, lines, result):
    headers = {key: value for key, value in headers.items() if key not in ("game", "options")}
    record = Record("a-game", (("k", "v"),), tuple(headers.items()), tuple(lines), result)
    assert read_record(write_record(record)) == record


@given(st.text() | st.text(st.sampled_from("printk-record 1\ngame:*;=")))
@example("printkit-record 1\ngame: x\n---\n1*\n")
def test_no_text_at_all_crashes_the_reader(text):
    for head in ("", "printkit-record 1\n", "printkit-record 1\ngame: youscout\n---\n"):
        said = ""
        try:
            said = read_record(head + text, "game.txt").game
        except InputError as problem:
            said = str(problem) if "game.txt" in str(problem) else ""
        assert said
