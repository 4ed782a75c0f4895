"""机戦, paragraph by paragraph: hands, declarations, seasons and points (cetkaik §5, §6)."""

from __future__ import annotations

import pytest

from printkit.games.cetkaik.boards import BOARDS
from printkit.games.cetkaik.exchange import added, facts
from printkit.games.find import make_game
from tests.games.cetkaik_boards import SCHOOL, STANDARD, after, placed


def hands(pieces, game_id=STANDARD, **options):
    """The hands in these captured pieces."""
    middle = "c4=皇" if game_id == SCHOOL else "ZO=皇"
    return added(placed(middle, game_id, hop_A=pieces.split(), **options))["hands"]["A"]


def stated(names, points):
    return {"names": names.split(), "points": points}


# IA captures a 黒兵 on LY with LAI; 皇 stands aside, and A has a piece of its own.
BOARD = "LAI=黒車:IA LO=黒兵:A ZO=皇 PA=赤王:A"


def capturing(**more):
    """The state after IA captured a 黒兵."""
    return after(placed(BOARD, **more), "LAI>LO")


def test_s5_1_the_hands_are_those_of_the_tables_and_one_depends_on_the_rules():
    assert {name: points for name, (_, points) in BOARDS[SCHOOL].hands.items()} == {
        "将巫兵": 5, "車弓兵": 5, "王": 3, "船兵兵": 3,
    }  # fmt: skip
    for game_id, board in BOARDS.items():
        for name, (pieces, points) in board.hands.items():
            if name != "王":
                mixed = [("赤" if at else "黒") + kind for at, kind in enumerate(pieces)]
                found = hands(" ".join(mixed), game_id)
                assert name in found["names"]
                assert found["points"] >= points
    assert hands("赤兵 黒弓 赤馬") == stated("馬弓兵", 7)
    assert hands("赤兵 黒弓 赤馬", hands="official") == stated("馬弓兵", 5)


def test_s5_2_one_colour_counts_two_more():
    assert hands("赤虎 黒馬") == stated("獣", 3)
    assert hands("赤虎 赤馬") == stated("同色獣", 5)
    assert hands("赤王") == stated("王", 5)


def test_s5_3_a_piece_serves_several_hands():
    found = hands("赤王 黒車 黒兵 赤船", SCHOOL)
    assert found == stated("王 船兵兵 車弓兵", 5 + 3 + 5)


def test_s5_4_a_king_stands_in_for_a_piece_of_its_colour():
    assert hands("黒虎 黒王") == stated("同色獣 王", 10)
    assert hands("赤虎 黒王") == stated("獣 王", 8)
    all_but_one = "黒船 黒兵 黒弓 黒車 黒虎 黒馬 黒筆 黒巫 黒将"
    assert "同色無抗行処" in hands(f"{all_but_one} 黒王")["names"]
    assert "無抗行処" not in hands(all_but_one)["names"]
    assert "無抗行処" in hands(f"{all_but_one} 赤王 黒王".replace("黒将 ", ""))["names"]
    assert "無抗行処" not in hands(f"{all_but_one} 黒王".replace("黒将 ", ""))["names"]


def test_s5_5_a_hand_counts_once_or_as_the_option_says():
    twice = "赤虎 赤馬 黒虎 赤馬"
    assert hands(twice) == stated("同色獣", 5)
    assert hands(twice, repeats="twice") == stated("同色獣 獣", 8)
    beasts = "赤虎 赤馬 赤虎 赤馬 黒虎 黒馬"
    assert hands(beasts, repeats="twice") == stated("同色獣 同色獣", 10)
    assert hands(beasts, repeats="number") == stated("同色獣 同色獣 同色獣", 15)
    assert hands("赤王 黒王") == stated("獣 王", 8)
    assert hands("赤王 黒王", repeats="number") == stated("獣 王 王", 13)


def test_s5_6_stepping_on_the_emperor_costs_five():
    match = after(placed("LAI=黒王:IA LY=皇 PA=赤王:A"), "LAI*LY>LO")
    assert (match.legal(), match.due) == (("taxot", "tymok"), -5)
    assert after(match, "taxot").returns() == (25.0, 15.0)
    assert after(match, "tymok").to_move() == "A"
    slide = "LAI=黒弓:IA LU=皇 PA=赤王:A"
    for options, due in (({}, -5), ({"failed_cast": "undoes"}, 0)):
        failed = after(placed(slide, **options), "LAI*LU>>LE", "cast 0")
        assert failed.due == due
        assert failed.to_move() == ("IA" if due else "A")
        assert after(placed(slide, **options), "LAI*LU>>LE", "cast 2", "stay").due == due
        assert after(placed(slide, **options), "LAI*LU>>LE", "cast 2", "go").due == -5
    # 皇 itself may go over pieces.
    assert after(placed(BOARD.replace("ZO=皇", "NO=皇")), "NO*LO^LU^LI").to_move() == "A"


def test_s5_7_moving_the_emperor_back_or_again_costs_three():
    match = after(placed(BOARD), "ZO^ZU^ZI")
    assert (match.to_move(), match.tam_moved) == ("A", True)
    again = after(match, "ZI^ZU^TU")
    assert (again.to_move(), again.due) == ("A", -3)
    assert after(placed(BOARD), "ZO^ZU^ZO").due == -3
    assert after(match, "ZI^ZU^ZI").due == -6
    # Another move in between, and it is free again.
    assert after(match, "PA>MA", "ZI^ZU^TU").due == 0


def test_s6_1_a_new_hand_opens_a_declaration():
    made = capturing(hop_IA=["赤車", "黒兵"])
    assert (made.legal(), made.due) == (("taxot", "tymok"), 3)
    # 助友 was held already; now it is of one colour.
    assert capturing(hop_IA=["黒車", "赤兵", "黒兵"]).due == 5
    held = {"hop_IA": ["赤車", "赤兵", "黒兵"]}
    assert capturing(**held).to_move() == "A"
    assert capturing(**held, opens="any").due == 3


def test_s6_2_the_season_goes_on_at_twice_the_rate_or_is_paid_and_over():
    made = capturing(hop_IA=["赤車", "黒兵"], rate=2)
    on = after(made, "tymok")
    assert (on.rate, on.to_move(), on.season, on.returns()) == (4, "A", 0, (20.0, 20.0))
    over = after(made, "taxot")
    assert over.returns() == (14.0, 26.0)
    assert (over.season, over.rate, over.legal()) == (1, 1, ("first A", "first IA"))
    assert over.board == make_game(STANDARD).start.board
    assert over.captured == ((), ())
    assert after(capturing(hop_IA=["赤車", "黒兵"], rate=64), "tymok").rate == 128
    capped = capturing(hop_IA=["赤車", "黒兵"], rate=64, **{"rate-limit": "64"})
    assert after(capped, "tymok").rate == 64


def test_s6_3_what_counts_beside_a_penalty():
    board = "LAI=黒王:IA LY=皇 PA=赤王:A LO=赤兵:A"
    held = {"hop_IA": ["赤虎", "黒馬"]}
    assert after(placed(board, **held), "LAI*LY>KO").due == 3 - 5
    assert after(placed(board, **held, penalty="alone"), "LAI*LY>KO").due == -5
    # A new hand counts with the penalty under either rule.
    for penalty in ("all", "alone"):
        both = placed(board, hop_IA=["赤車", "黒兵"], penalty=penalty)
        assert after(both, "LAI*LY>LO").due == 3 - 5


def test_s6_4_the_rate_of_a_hand():
    def twice(**options):
        """IA makes 獣 at rate 1, goes on, and makes 助友 at rate 2."""
        board = "LAI=黒車:IA LO=黒兵:A ZO=皇 PA=赤王:A TAI=黒王:IA TY=赤馬:A"
        match = placed(board, hop_IA=["黒虎", "赤車", "赤兵"], **options)
        return after(match, "TAI>TY", "tymok", "PA>MA", "LAI>LO")

    assert twice().due == (3 + 3) * 2
    assert twice(rated="made").due == 3 * 1 + 3 * 2


def test_s6_5_nobody_pays_more_than_he_has():
    rich = {"hop_IA": ["赤車", "黒兵"], "score_A": 10, "score_IA": 30, "rate": 4}
    over = after(capturing(**rich), "taxot")
    assert over.to_move() is None
    assert (over.outcome().result, over.outcome().scores) == ("IA", (0, 40))
    on = after(capturing(**rich, cap="no"), "taxot")
    assert (on.returns(), on.season) == ((-2.0, 42.0), 1)
    assert make_game(STANDARD, ["cap=no"]).parse(on.position()) == on


@pytest.mark.parametrize(("seasons", "last"), [("4", 3), ("8", 7)])
def test_s6_6_after_the_last_season_more_points_win(seasons, last):
    winter = {"hop_IA": ["赤車", "黒兵"], "season": last, "seasons": seasons}
    assert after(capturing(**winter), "taxot").outcome().result == "IA"
    level = after(capturing(**winter, score_A=23), "taxot")
    assert (level.outcome().result, level.outcome().scores) == ("A+IA", (20, 20))
    assert after(capturing(**winter | {"season": last - 1}), "taxot").season == last


def test_s6_7_who_cannot_move_ends_the_match():
    match = after(placed("LI=黒兵:IA KA=赤兵:A", score_A=22), "LI>LE")
    assert match.to_move() == "A"
    stuck = after(placed("LE=黒兵:IA KIA=赤兵:A", score_A=22), "LE>LA")
    assert (stuck.to_move(), stuck.outcome().result) == (None, "A")
    assert facts(placed("LE=黒兵:IA", turn="A"))["phase"] == "over"


def test_the_worth_of_a_moment_counts_what_throws_and_declarations_may_bring():
    game = make_game(STANDARD)
    board = "LAI=黒弓:IA LY=赤兵:A ZO=皇 LI=赤王:A PA=赤兵:A"
    match = placed(board)
    assert game.worth(match, "IA") + game.worth(match, "A") == 40
    near, far = (game.worth(after(match, f"LAI*LY>>{square}"), "IA") for square in ("LO", "LI"))
    # The 王 is worth its 5 points as often as three sticks fall dark.
    assert far > near + 0.5 * 5 - 1
    assert game.worth(after(capturing(hop_IA=["赤車", "黒兵"]), "taxot"), "IA") == 23
    # Nobody can pay more than he has.
    poor = capturing(hop_IA=["赤車", "黒兵"], score_A=2, rate=64)
    assert game.worth(poor, "IA") < 38 + 2 + 3
