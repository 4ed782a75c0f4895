"""六裁, paragraph by paragraph."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from printkit.games.find import find_board, make_game
from printkit.games.game import PLACES
from printkit.games.net_xy import BOARD, GOAL, LINES, Piece
from tests.games.air_moments import after, moment, points

GAME = "net-xy"
TEXT = (Path(__file__).resolve().parent.parent.parent / "docs/rules/net-xy.md").read_text(encoding="utf-8")


def racing(*steps, options=(), **fields):
    """One piece a seat on these steps; A throws."""
    fields = {"pieces": tuple((Piece(step),) for step in steps)} | fields
    return moment(GAME, *options, phase="cast", **fields)


def test_s1_1_the_way_and_its_lines():
    assert re.search(r"```\n(.*?)```", TEXT, re.S)[1].split() == [*BOARD]
    assert [*LINES] == [3, 6, 9, 12, 15, 19, 23, 27, 31]
    assert sum(LINES.values()) == 22
    assert GOAL == 31


def test_s1_1_the_printed_board_goes_the_same_way():
    facts = find_board(GAME)
    assert (facts.way[0], facts.way[7], facts.way[8], facts.way[GOAL]) == ("h1", "a1", "a2", "h4")
    beside = [
        abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))
        for one, other in pairwise(facts.way)
    ]
    assert beside == [1] * GOAL
    lined = {
        step: int(kind[-1])
        for kind in ("lines-2", "lines-3")
        for step in map(facts.way.index, facts.kinds[kind])
    }
    assert lined == LINES
    assert facts.counters["cup"] == sum(LINES.values())


def test_s1_1_the_table_shows_who_stands_where():
    state = racing(2, 2, 0, pieces=((Piece(2), Piece(9)), (Piece(2), Piece(0)), (Piece(0), Piece(31))))
    (board,) = [zone for zone in state.table("A").zones if zone.kind == "grid"]
    standing = {name: item.face for name, item in zip(board.names, board.items, strict=True) if item}
    way = find_board(GAME).way
    assert standing == {way[2]: "A B", way[9]: "A", way[0]: "B C", way[GOAL]: "C"}


def test_s1_2_one_piece_or_more_on_the_start():
    assert make_game(GAME).start.pieces == ((Piece(),),) * 3
    assert len(make_game(GAME, ["pieces=3"]).start.pieces[0]) == 3
    shared = racing(2, 0, 4, pieces=((Piece(2), Piece(4)), (Piece(0),), (Piece(9),)))
    state = after(shared, "cast 2", "move 1")
    assert [piece.step for piece in state.pieces[0]] == [4, 4]


def test_s2_1_six_sticks_or_a_die():
    state = racing(2, 0, 4)
    assert dict(state.chances())["cast 3"] == Fraction(20, 64)
    die = racing(2, 0, 4, options=("throw=die",))
    assert die.chances() == tuple((f"cast {number}", Fraction(1, 6)) for number in range(1, 7))
    moved = after(state, "cast 5", "move 1")
    assert moved.pieces[0][0].step == 7
    assert moved.turn == 1


def test_s2_2_the_goal_is_met_exactly():
    state = after(racing(30, 0, 4), "cast 2", "move 1")
    assert state.pieces[0][0].step == 30
    assert after(racing(30, 0, 4), "cast 1", "move 1").pieces[0][0].step == GOAL


def test_s2_3_pieces_of_others_go_back():
    state = after(racing(2, 5, 5), "cast 3", "move 1")
    assert state.pieces == ((Piece(5),), (Piece(0, 0, True),), (Piece(0, 0, True),))
    home = after(racing(29, GOAL, 5), "cast 2", "move 1")
    assert home.pieces[1] == (Piece(GOAL),)


def test_s2_4_cups_and_the_way_of_the_ox():
    state = after(racing(1, 20, 4), "cast 2", "move 1")
    assert points(state) == (2, 0, 0)
    assert after(racing(3, 20, 4), "cast 0", "move 1").cups == (2, 0, 0)
    assert after(racing(1, 20, 4), "cast 3", "move 1").cups == (0, 0, 0)
    for piece, won in ((Piece(30, 8), 10), (Piece(30, 7), 0), (Piece(30, 8, True), 0)):
        state = racing(0, 0, 0, pieces=((piece,), (Piece(2),), (Piece(4),)))
        assert after(state, "cast 1", "move 1").won == (won, 0, 0)
    twice = after(racing(3, 20, 4, pieces=((Piece(3, 1),), (Piece(),), (Piece(),))), "cast 0", "move 1")
    assert twice.pieces[0][0].stood == 1


def test_s2_5_who_is_home_chooses_a_prize():
    state = after(racing(30, 20, 4), "cast 1", "move 1")
    assert state.legal() == ("prize 10", "prize 3", "prize 6")
    assert points(after(state, "prize 10")) == (13, 0, 0)
    two = racing(0, 0, 0, options=("pieces=2",), pieces=((Piece(30), Piece(5)), (Piece(2),), (Piece(4),)))
    assert after(two, "cast 1", "move 1").turn == 1


def test_s2_6_the_last_seat_gets_the_last_prize():
    state = racing(30, GOAL, 4, prizes=(6, 3), won=(0, 10, 0))
    over = after(state, "cast 1", "move 1", "prize 6")
    assert points(over) == (9, 10, 3)
    assert over.outcome().result == "B"


def test_a_simulation_counts_wins_by_place_behind_the_first():
    game = make_game(GAME, ["players=2"])
    states, actions = [game.start], []
    for action in ("first B", "cast 0", "move 1", "cast 3", "move 1"):
        states.append(states[-1].apply(action))
        actions.append(action)
    counted = {(each.table, each.row): each.gained for each in PLACES.entries(states, actions)}
    assert counted["won", "first"] == 0
    assert counted["won", "1 behind"] == 1
    assert counted["gained", "1 behind"] == 2
    assert counted["length", "actions of players"] == 2
