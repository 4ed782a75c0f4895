"""Positions of Youscout as text: what is read back, and what is refused."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.find import make_game

BOARD = "board=14,15,16,17,18,19"


def test_the_start_is_an_empty_line():
    game = make_game("youscout")
    assert game.start.position() == ""
    assert game.parse("") == game.start


def test_fields_may_stand_in_any_order(table):
    one = table("token=2 terminal=13 D=Wa1,Wa2 2=Cu3 drawn=Sw9")
    other = table("2=Cu3 drawn=Sw9 terminal=13 D=Wa1,Wa2 token=2")
    assert one == other
    assert one.position() == f"{BOARD} token=2 terminal=13 D=Wa1,Wa2 2=Cu3 drawn=Sw9"


def test_states_under_other_rules_differ(table):
    assert table("token=2 terminal=13") != table("token=2 terminal=13", "terminals=2")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("bord=1", "no field 'bord'"),
        ("board", "empty or given twice"),
        ("board=1 board=2", "empty or given twice"),
        ("board=0", "not a board"),
        ("board=13r", "not a board"),
        ("board=1,,2", "not a board"),
        ("board=1,2,3,4,5,6,7", "not a board"),
        ("board=1,1r", "twice on the board"),
        ("board=1,2 token=4 terminal=0", "needs six cards"),
        (f"{BOARD} token=4", "needs six cards, a token and a terminal"),
        (f"{BOARD} 4=Co1", "needs six cards, a token and a terminal"),
        (f"{BOARD} token=7 terminal=0", "token cannot be on"),
        (f"{BOARD} token=٤ terminal=0", "token cannot be on"),
        (f"{BOARD} token=4 terminal=1", "terminal cannot be"),
        (f"{BOARD} token=4 terminal=0 terminals=4", "cannot have appeared"),
        (f"{BOARD} token=4 terminal=0 terminals=0", "cannot have appeared"),
        (f"{BOARD} token=4 terminal=0 4=Xx1", "not a minor card"),
        (f"{BOARD} token=4 terminal=0 4=0", "not a minor card"),
        (f"{BOARD} token=4 terminal=0 4=Co1 D=Co1", "Co1 lies in two places"),
        (f"{BOARD} token=4 terminal=0 drawn=Sw1", "Sw1 leaves no choice"),
        (f"{BOARD} token=2 terminal=0 drawn=Sw1,Sw2", "not a minor card"),
        (f"{BOARD} token=2 terminal=0 drawn=Cu1", "Cu1 leaves no choice"),
        (f"{BOARD} token=2 terminal=0 Sw=Sw9 drawn=Sw9", "Sw9 lies in two places"),
        (f"{BOARD} token=2 terminal=0 terminals=3 drawn=Sw9", "Sw9 leaves no choice"),
        (f"{BOARD} token=2 terminal=0 replacing=1/1", "beyond the options"),
    ],
)
def test_a_position_no_play_can_reach_is_refused(position, message):
    with pytest.raises(InputError, match=message):
        make_game("youscout").parse(position)


def test_a_start_the_board_forbids_is_refused():
    game = make_game("youscout", ["swap=solid"])
    assert game.parse("board=1,3,5,2,4,6 token=5 terminal=13").token == 5
    with pytest.raises(InputError, match="terminal cannot be '0'"):
        game.parse("board=1,3,5,2,4,6 token=5 terminal=0")


def test_the_picture_shows_the_table(table):
    game = make_game("youscout")
    drawn = game.parse(f"{BOARD} token=2 terminal=13 terminals=1 D=Wa1 2=Cu3,Cu4 Sw=Sw1 Co=Co5 drawn=Sw9")
    picture = game.picture(drawn, "player")
    assert [line.split() for line in picture.splitlines() if line.startswith(" 6")] == [
        ["6", "19", "Sun", "4", "17", "Star"]
    ]
    for text in (
        ">2 15 Devil",
        "[Cu3 Cu4]",
        "Sw: Sw1",
        "Co: Co5",
        "X: 0",
        "D: 1 cards",
        "T: 51 cards",
        "Cu 10/0  Wa 6/14",
        "drawn: Sw9",
        "wins on 2 or 5",
        "has come 1 of 3",
    ):
        assert text in picture, text
    assert max(map(len, picture.splitlines())) < 80


def test_the_picture_names_the_hexagram_and_the_whirl():
    game = make_game("youscout", ["swap=solid"])
    picture = game.picture(game.parse("board=1,2,3,4,5,6"), "player")
    assert "hexagram 63" in picture
    assert "水火既済 (After Completion), 旋乾 (force whirl): start in the lower trigram" in picture
    assert game.picture(game.start, "player") == "laid so far: nothing"
