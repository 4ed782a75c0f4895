"""Positions of 机戦 as text, JSON and pictures; what is no moment of a match is refused."""

from __future__ import annotations

import json

import pytest

from printkit.errors import InputError
from printkit.games.cetkaik.exchange import added, exchanged, facts
from printkit.games.find import make_game
from printkit.games.record import read_record, record_of, replay, write_record
from printkit.jobs.play.play import position_lines
from tests.games.cetkaik_boards import SCHOOL, STANDARD, after, lines_of, placed, read


def test_the_exchange_form_written_is_the_one_read():
    for line in lines_of("transitions-standard"):
        match = read(line["state"])
        assert {key: facts(match)[key] for key in line["state"]} == line["state"]
        assert read(facts(match)) == match


def test_the_start_may_be_exchanged_too():
    for game_id in (STANDARD, SCHOOL):
        start = make_game(game_id).start
        assert exchanged(start, facts(start)) == start


def test_keys_that_are_not_given_have_their_usual_values():
    match = read({"board": {"ZO": "皇"}, "turn": "A", "id": "x", "moves": []})
    assert match.captured == ((), ())
    assert (match.season, match.rate, match.score, match.tam_moved) == (0, 1, (20, 20), False)
    assert read({"board": {"ZO": "皇"}, "turn": "A", "score_A": 12}).score == (12, 28)
    assert read({"board": {"ZO": "皇"}, "turn": "A", "score_IA": 12}).score == (28, 12)


@pytest.mark.parametrize(
    ("given", "stated"),
    [
        ({"turn": "A"}, "'board' cannot be None"),
        ({"board": {"ZO": "皇"}}, "'turn' cannot be None"),
        ({"board": {"Z0": "皇"}, "turn": "A"}, "no square 'Z0'"),
        ({"board": {"ZO": "皇:A"}, "turn": "A"}, "'board.ZO' cannot be '皇:A'"),
        ({"board": {"ZO": "黒兵"}, "turn": "A"}, "'board.ZO' cannot be '黒兵'"),
        ({"board": {"ZO": ["x"] * 99}, "turn": "A"}, "'board.ZO' cannot be ['x'"),
        ({"board": {}, "turn": "A", "hop_A": "黒兵"}, "'hop_A' cannot be '黒兵'"),
        ({"board": {}, "turn": "A", "hop_A": ["皇"]}, "'hop_A' cannot be '皇'"),
        ({"board": {}, "turn": "A", "rate": 1.0}, "'rate' cannot be 1.0"),
        ({"board": {}, "turn": "A", "rate": 3}, "rate or points"),
        ({"board": {}, "turn": "A", "season": 4}, "rate or points"),
        ({"board": {}, "turn": "A", "score_A": 3, "score_IA": 3}, "rate or points"),
        ({"board": {}, "turn": "A", "score_A": 40}, "rate or points"),
        ({"board": {}, "turn": "A", "tam_moved_last": 1}, "'tam_moved_last' cannot be 1"),
        ({"board": {"ZO": "皇", "ZA": "皇"}, "turn": "A"}, "no piece 皇"),
        ({"board": {"ZO": "黒王:A"}, "turn": "A", "hop_A": ["黒王"]}, "no piece 黒王"),
    ],
)
def test_what_cannot_be_is_refused_in_words(given, stated):
    with pytest.raises(InputError) as caught:
        read(given)
    assert stated in str(caught.value)
    assert len(str(caught.value)) < 900


def test_all_that_is_wrong_is_reported_together():
    with pytest.raises(InputError) as caught:
        read({"board": {"QQ": "皇", "ZO": 1}, "turn": "B", "season": None})
    assert len(caught.value.problems) == 4


MOMENTS = {
    "first": (),
    "move": ("first IA",),
    "step": ("first IA", "LAU*LAI>>LI"),
    "go": ("first IA", "LAU*LAI>>LI", "cast 4"),
    "water": ("first IA", "NAI>NY", "PI>PU", "NY>NO"),
    "declare": ("first IA", "ZO^ZU^ZO"),
    "next": ("first IA", "ZO^ZU^ZO", "taxot"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_phase_is_read_back(moment):
    game = make_game(STANDARD)
    match = after(game.start, *MOMENTS[moment])
    assert match.phase == {"next": "first"}.get(moment, moment)
    assert game.parse(match.position()) == match
    assert game.picture(match, "A") == game.picture(match, "IA")
    assert added(match)["hands"]["A"]["points"] == 0
    assert json.loads(json.dumps(facts(match), ensure_ascii=False))["phase"] == match.phase


@pytest.mark.parametrize(
    ("moment", "before", "wrong"),
    [
        ("move", "turn=IA", "turn=B"),
        ("move", "turn=IA", ""),
        ("move", "score=20,20", "score=20,21"),
        ("move", "黒兵IA", "白兵IA"),
        ("move", "phase=move", "phase=over"),
        ("first", "score=20,20", "score=20,20 rate=2"),
        ("step", "LAU*LAI>>LI", "LAU*LAI>>PA"),
        ("step", "LAU*LAI>>LI", "LAI>LY"),
        ("go", "reach=4", "reach=3"),
        ("go", "reach=4", "reach=6"),
        ("water", "NY>NO", "NY>NU"),
        ("declare", "due=-3", "due=7"),
        ("declare", "due=-3", "due=-3 made=助友:3:1/"),
        ("declare", "due=-3", "due=-3 season=4"),
    ],
)
def test_no_moment_of_a_match_is_refused(moment, before, wrong):
    game = make_game(STANDARD)
    position = after(game.start, *MOMENTS[moment]).position().replace("%3E", ">").replace("%2A", "*")
    assert before in position
    with pytest.raises(InputError):
        game.parse(position.replace(before, wrong))


def test_positions_are_written_as_json_with_throws_and_hands(tmp_path):
    file = tmp_path / "positions.jsonl"
    lines = lines_of("positions-educational")
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    stated = [json.loads(line) for line in position_lines(SCHOOL, [str(file)], as_json=True)]
    assert [each["line"] for each in stated] == list(range(1, len(lines) + 1))
    for each, line in zip(stated, lines, strict=True):
        assert each["to_move"] == line["turn"]
        assert {*each} >= {"position", "legal", "water", "hands"}
        assert {move.rstrip("~") for move in line["moves"]} <= {*each["legal"]}
        assert make_game(SCHOOL).parse(each["position"]) == read(line, SCHOOL)


def test_a_record_may_begin_at_a_position():
    line = next(line for line in lines_of("transitions-standard") if ">>" in line["move"])
    game = make_game(STANDARD, {"hands": "official", "penalty": "alone"})
    match = exchanged(game.start, line["state"])
    dark = next(n for n, may in enumerate(line["sticks"]) if len(may) > 1)
    actions = [line["move"], f"cast {dark}", "go"]
    record = record_of(game, actions, {"start": match.position()})
    text = write_record(record)
    assert "\n2* cast" in text
    (*_, last) = replay(read_record(text), game)
    assert last.state == after(match, *actions)
    assert {*facts(last.state)} >= {*line["state"]}


def test_the_picture_names_rows_and_columns_and_marks_sides_and_squares():
    match = placed("a1=赤王:A b2=皇 c4=黒兵:IA", SCHOOL, hop_A=["黒船", "赤兵", "黒兵"])
    assert make_game(SCHOOL).picture(match, "A").splitlines() == [
        "    a      b      c      d      e",
        "1   赤王'+ ·+     ·+     ·      ·",
        "2   ·+     皇     ·+     ·      ·",
        "3   ·+     ·+     ·+     ·      ·",
        "4   ·~     ·~     黒兵~  ·~     ·~",
        "5   ·      ·      ·      ·      ·",
        "6   ·      ·      ·      ·      ·",
        "7   ·      ·      ·      ·      ·",
        "A   10 points; in hand: 赤兵 黒兵 黒船; 船兵兵 3",
        "IA  10 points; in hand: –",
        "spring, rate 1",
    ]


def test_the_table_names_squares_and_seats():
    table = placed("ZO=皇 ZY=黒兵:IA KA=赤兵:A").table("IA")
    board = table.zones[0]
    assert (board.kind, board.columns, board.names[40]) == ("grid", 9, "ZO")
    assert (board.items[0].owner, board.items[0].turned) == ("A", True)
    assert [zone.owner for zone in table.zones if zone.name == "captured"] == ["A", "IA"]
    assert table.points == (("A", 20.0), ("IA", 20.0))
