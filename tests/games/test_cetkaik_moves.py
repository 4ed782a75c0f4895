"""机戦, paragraph by paragraph: the board and the moves (cetkaik §1 to §4)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from printkit.games.cetkaik.boards import BOARDS
from printkit.games.cetkaik.exchange import added, facts
from printkit.games.cetkaik.moves import hue_of
from printkit.games.core import CHANCE
from printkit.games.find import make_game
from tests.games.cetkaik_boards import SCHOOL, STANDARD, after, lines_of, placed, read

OPENING = {STANDARD: 249, SCHOOL: 148}
PERFT = {
    "P0000": 282 + 72, "P0319": 123 + 130, "P0131": 247 + 34, "P0380": 215, "P0184": 285 + 144, "P0408": 335 + 48,
    "P0354": 255 + 128, "P0431": 117, "P0379": 328, "P0334": 48, "P0272": 114, "P0015": 289 + 148,
}  # fmt: skip
"""Moves and drops of sample positions, as the programs they come from count them."""


def ends(match, square):
    """Where the piece on a square may go in one leg."""
    return {action.partition(">")[2] for action in match.legal() if action.startswith(f"{square}>")}


def beyond(match, square, stone):
    """Where it may go over a stone, `>` before squares that need a throw."""
    start = f"{square}*{stone}>"
    return {action.removeprefix(start) for action in match.legal() if action.startswith(start)}


def names(squares):
    return set(squares.split())


def test_s1_1_the_standard_game_has_48_pieces_and_the_emperor_in_the_middle():
    board = BOARDS[STANDARD]
    one_colour = {"兵": 8, "弓": 2, "車": 2, "虎": 2, "馬": 2, "筆": 2, "巫": 2, "将": 2, "船": 1, "王": 1}
    assert board.pieces == Counter(
        {"皇": 1} | {colour + kind: number for colour in "赤黒" for kind, number in one_colour.items()}
    )
    shown = facts(make_game(STANDARD).start)["board"]
    assert (shown["ZO"], shown["KA"], shown["ZIA"], shown["PAU"]) == ("皇", "黒筆:A", "黒王:IA", "赤巫:IA")


def test_s1_2_the_school_game_is_set_up_as_in_the_sample():
    (start,) = (line for line in lines_of("positions-educational") if line["source"] == "initial")
    assert facts(make_game(SCHOOL).start)["board"] == start["board"]
    assert sum(BOARDS[SCHOOL].pieces.values()) == 21


@pytest.mark.parametrize("game_id", OPENING)
@pytest.mark.parametrize("side", ["A", "IA"])
def test_the_moves_from_the_start_are_as_many_as_other_programs_count(game_id, side):
    match = after(make_game(game_id).start, f"first {side}")
    assert len(match.legal()) == OPENING[game_id]


@pytest.mark.parametrize("line", lines_of("positions-standard"), ids=lambda line: line["id"])
def test_a_position_has_as_many_moves_and_drops_as_other_programs_count(line):
    match = read(line)
    assert len(match.legal()) == PERFT[line["id"]]
    # One action further on, every one of them is a moment of the game that is read back as it was.
    game = make_game(STANDARD)
    for action in match.legal()[::9]:
        further = match.after(action)
        assert game.parse(further.position()) == further


def test_s1_3_the_upper_half_turned_about_is_the_lower_one_and_both_move_the_emperor():
    for board in BOARDS.values():
        kinds = [piece[1:2] if piece else None for piece in board.setup]
        assert kinds == kinds[::-1]
        sides = [piece[2:] for piece in board.setup if piece]
        assert sides == ["A"] * (len(sides) // 2) + [""] + ["IA"] * (len(sides) // 2)
    match = placed("ZO=皇 ZY=黒兵:IA ZU=赤兵:A", turn="A")
    assert ends(match, "ZU")
    assert not ends(match, "ZY")
    assert "ZO^TO^TU" in match.legal()
    assert "ZO^TO^TU" in placed("ZO=皇 ZY=黒兵:IA ZU=赤兵:A").legal()


def test_s1_4_the_sticks_say_who_begins():
    for game_id, points in ((STANDARD, 20.0), (SCHOOL, 10.0)):
        start = make_game(game_id).start
        assert start.to_move() == CHANCE
        assert start.chances() == (("first A", Fraction(1, 2)), ("first IA", Fraction(1, 2)))
        assert after(start, "first IA").to_move() == "IA"
        assert start.returns() == (points, points)
        assert (start.season, start.rate) == (0, 1)


def test_s1_5_five_sticks_are_thrown():
    thrown = after(make_game(STANDARD).start, "first IA", "LAU*LAI>>LI")
    assert [odds * 32 for _, odds in thrown.chances()] == [1, 5, 10, 10, 5, 1]
    assert thrown.legal() == tuple(f"cast {dark}" for dark in range(6))


def test_s2_1_the_water_is_a_cross_or_a_row():
    for game_id, squares in ((STANDARD, "NO TO ZO XO CO ZI ZU ZY ZAI"), (SCHOOL, "a4 b4 c4 d4 e4")):
        board = BOARDS[game_id]
        assert {board.grid.names[at] for at in board.water} == names(squares)


def test_s2_2_the_hue_is_around_the_emperor_and_on_some_squares_always():
    match = placed("KA=皇")
    board = match.rules.board
    always = names("ZO NI CI TU XU TY XY NAI CAI")

    def hue(own_square):
        return {board.grid.names[at] for at in hue_of(board, match.board, own_square=own_square)}

    assert hue(False) == always | names("LA KE LE")
    assert hue(True) == hue(False) | {"KA"}
    school = placed("a7=皇", SCHOOL)
    squares = hue_of(school.rules.board, school.board, own_square=False)
    assert {school.rules.board.grid.names[at] for at in squares} == names("c4 a6 b6 b7")
    # A piece that steps on 皇 goes on by the table of its square.
    assert beyond(placed("LU=皇 KO=黒虎:IA"), "KO", "LU") == names("KI NI KO NO")
    assert beyond(placed("LU=皇 KO=黒虎:IA", tam_hue="yes"), "KO", "LU") >= names(">KI >NI >TE >KO >NO >TY")


DIAGONALS = "PA ME KI CI LU XU NO ZO NAI ZAI LAU XAU KIA CIA"
STRAIGHTS = "TA TE TI TU TO KY LY NY ZY XY CY MY PY TAI TAU TIA"
REACHES = {
    # From LAI, which is no 皇処, and from TY, which is; nothing else stands on the board.
    "船": ("LA LE LI LU LO LY", "TA TE TI TU TO LY NY ZY XY TAI TAU TIA"),
    "兵": ("LY", "TU TO NY ZY TAI"),
    "弓": ("LA LE LI LU LO LY KAI NAI TAI ZAI XAI CAI MAI PAI LAU LIA", DIAGONALS),
    "車": ("LO TAI LIA", "LU XU LAU XAU"),
    "虎": ("KY NY KAU NAU", DIAGONALS),
    "馬": ("TO TIA", "PA ME KI CI LU XU LAU XAU KIA CIA"),
    "筆": ("LA LE LI LU LO LY KAI NAI LAU LIA", STRAIGHTS),
    "巫": ("LY KAI NAI TAI ZAI XAI CAI MAI PAI LAU", f"{DIAGONALS} {STRAIGHTS}"),
    "将": ("KY LY NY KAI NAI KAU NAU", "NO TO ZO NY ZY NAI TAI ZAI"),
    "王": ("KY LY NY KAI NAI KAU LAU NAU", "NO TO ZO NY ZY NAI TAI ZAI"),
}


@pytest.mark.parametrize("kind", REACHES)
def test_s3_1_each_kind_moves_by_the_square_it_starts_from(kind):
    outside, inside = REACHES[kind]
    assert ends(placed(f"LAI=黒{kind}:IA"), "LAI") == names(outside)
    assert ends(placed(f"TY=黒{kind}:IA"), "TY") == names(inside)


def test_s3_2_what_stands_in_the_way_ends_a_slide_and_leaps_go_over():
    walls = "TO=赤兵:A TI=黒兵:IA NY=赤兵:A ZAI=赤兵:A XAU=赤筆:A LAU=黒兵:IA"
    assert ends(placed(f"TY=黒船:IA {walls}"), "TY") == names("TO NY ZY XY TAI TAU TIA")
    assert ends(placed(f"TY=黒兵:IA {walls}"), "TY") == names("TO NY ZY TAI")
    # 巫 passes one piece of the line, 馬 does not see the first square.
    assert ends(placed(f"TY=黒巫:IA {walls}"), "TY") & names("TU TI ZAI XAU CIA") == names("TU ZAI XAU")
    assert ends(placed(f"TY=黒馬:IA {walls}"), "TY") == names("PA ME KI CI LU XU XAU")


def test_s3_3_a_piece_ends_on_no_piece_of_its_own_and_not_on_the_emperor():
    match = placed("LAI=黒王:IA LY=赤兵:IA NY=皇 KY=赤兵:A")
    assert ends(match, "LAI") == names("KY KAI NAI KAU LAU NAU")
    assert not ends(match, "KY")


def test_s3_4_what_is_captured_goes_to_the_hand_with_its_colour():
    match = after(placed("LAI=黒王:IA LY=赤兵:A ZO=皇"), "LAI>LY")
    stated = facts(match)
    assert (stated["hop_IA"], stated["hop_A"], stated["turn"]) == (["赤兵"], [], "A")
    assert stated["board"] == {"LY": "黒王:IA", "ZO": "皇"}


def test_s3_5_a_general_in_the_hue_protects_those_beside_it_but_not_itself():
    assert "NO" in ends(placed("NY=黒兵:IA NO=赤兵:A TE=赤将:A ZO=皇"), "NY")
    beside = placed("NY=黒兵:IA NO=赤兵:A TU=赤将:A ZO=皇")
    assert "NO" not in ends(beside, "NY")
    alone = placed("TO=黒王:IA TU=赤将:A")
    assert "TU" in ends(alone, "TO")
    assert "TU" not in ends(placed("TO=黒王:IA TU=赤将:A NI=黒将:A"), "TO")
    # It is stepped on all the same.
    assert beyond(beside, "NY", "NO")


def test_s3_6_the_emperor_takes_two_steps_and_may_go_over_one_piece():
    moves = {action for action in placed("KA=皇 LE=赤兵:A", turn="IA").legal() if action.startswith("KA")}
    assert {"KA^LA^KA", "KA^LA^NE", "KA*LE^NI^TI", "KA*LE^KE^KA", "KA^LA*LE^NI"} <= moves
    assert not any("KA^LE" in move or move.endswith("^LE") or move.count("*") > 1 for move in moves)
    # It may come to the same square twice.
    assert "KA^KE*LE^KE" in moves
    match = after(placed("KA=皇 LE=赤兵:A"), "KA*LE^NI^TU")
    assert facts(match)["board"] == {"TU": "皇", "LE": "赤兵:A"}
    assert match.to_move() == "A"


def test_s3_7_a_piece_is_dropped_on_any_empty_square_without_a_throw():
    match = placed("ZO=皇 ZY=黒兵:IA", hop_IA=["赤兵", "赤兵"])
    dropped = [action for action in match.legal() if "@" in action]
    assert len(dropped) == 81 - 2
    match = after(match, "赤兵@ZU")
    assert facts(match)["board"]["ZU"] == "赤兵:IA"
    assert (facts(match)["hop_IA"], match.to_move()) == (["赤兵"], "A")


def test_s4_1_a_piece_steps_on_anybody_once():
    pieces = "LAI=黒王:IA LY={} ZO=皇"
    for stone in ("赤兵:A", "黒兵:IA", "皇"):
        match = placed(pieces.format(stone).replace("ZO=皇", "") if stone == "皇" else pieces.format(stone))
        assert beyond(match, "LAI", "LY") == names("KO LO NO KY NY KAI LAI NAI")
    match = after(placed(pieces.format("赤兵:A")), "LAI*LY>LO")
    assert facts(match)["board"] == {"LO": "黒王:IA", "LY": "赤兵:A", "ZO": "皇"}
    assert all(action.count("*") < 2 for action in match.legal())


def test_s4_2_the_second_leg_goes_by_the_stone_and_over_the_square_left():
    assert beyond(placed("TAI=黒車:IA TY=赤兵:A NAI=赤兵:A"), "TAI", "TY") == set()
    match = placed("TAI=黒王:IA TY=赤兵:A XAI=黒車:IA")
    assert "TAI" in beyond(match, "TAI", "TY")
    passed = after(match, "TAI*TY>TAI")
    assert (passed.board, passed.to_move()) == (match.board, "A")
    # 弓 slides back through the square it came from.
    assert {">LAU", ">LIA"} <= beyond(placed("LAI=黒弓:IA LY=赤兵:A"), "LAI", "LY")


def test_s4_3_a_slide_from_a_stone_is_as_long_as_the_throw():
    pieces = "LAI=黒弓:IA LY=赤兵:A ZO=皇 LU=赤兵:A"
    declared = after(placed(pieces), "LAI*LY>>LU")
    assert declared.to_move() == CHANCE
    for dark in range(2):
        stayed = after(declared, f"cast {dark}")
        assert (stayed.board, stayed.to_move()) == (declared.board, "A")
    reached = after(declared, "cast 2")
    assert reached.legal() == ("go", "stay")
    assert facts(after(reached, "go"))["board"]["LU"] == "黒弓:IA"
    assert after(reached, "stay").board == declared.board
    # Even one square needs one dark side.
    assert after(after(placed(pieces), "LAI*LY>>LO"), "cast 0").to_move() == "A"


def test_s4_3_a_direction_leaves_the_square_open():
    pieces = "LAI=黒弓:IA LY=赤兵:A ZO=皇 LU=赤兵:A"
    thrown = after(placed(pieces, declare="direction"), "LAI*LY>>LU", "cast 1")
    assert thrown.legal() == ("go LO", "stay")
    assert facts(after(thrown, "go LO"))["board"]["LO"] == "黒弓:IA"
    assert after(placed(pieces, declare="direction"), "LAI*LY>>LU", "cast 5").legal() == (
        "go LO",
        "go LU",
        "stay",
    )
    water = after(placed("NIA=黒弓:IA NY=赤兵:A ZA=皇", declare="direction"), "NIA*NY>>NO", "cast 1", "go NO")
    assert water.move == "NIA*NY>>NO"
    assert water.phase == "water"


def test_s4_4_who_comes_into_the_water_from_outside_needs_three():
    match = placed("ZI=皇 NY=黒兵:IA ZU=赤兵:IA TY=黒船:IA ZIA=黒筆:IA ZAI=赤兵:A")
    water = added(match)["water"]
    assert {"NY>NO"} <= {*water}
    assert any(action.endswith("TO") for action in match.legal() if action.startswith("TY"))
    assert not [action for action in water if action.startswith(("TY", "ZU", "ZI^", "ZI*"))]
    waiting = after(match, "NY>NO")
    for dark in range(6):
        stated = facts(after(waiting, f"cast {dark}"))
        assert ("NO" in stated["board"]) == (dark >= 3)
        assert stated["turn"] == "A"
    both = after(match, "ZIA*ZAI>>ZY", "cast 2", "go")
    assert both.to_move() == CHANCE
    assert facts(after(both, "cast 3"))["board"]["ZY"] == "黒筆:IA"
    assert facts(after(both, "cast 2"))["board"]["ZIA"] == "黒筆:IA"
