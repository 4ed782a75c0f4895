"""値木, paragraph by paragraph."""

from __future__ import annotations

from printkit.games.mak_hup import lays
from tests.games.air_moments import after, dealt, hand, hands, moment, points

GAME = "mak-hup"


def playing(own, roads, **fields):
    """A is to move."""
    return moment(
        GAME, phase="play", hands=hands(own, "b0 b0", "r0 r0 r0"), roads=hand(roads), **fields
    )  # fmt: skip


def test_s1_1_six_cards_each_and_two_roads():
    state = dealt(GAME)
    assert [len(held) for held in state.hands] == [6, 6, 6]
    assert len(state.roads) == 2
    assert state.to_move() == "A"


def test_s1_2_cards_are_worth_their_numbers():
    assert lays(hand("b0"), hand("r0")) == ("sum r0 b0",)
    assert lays(hand("b8"), hand("r8")) == ("sum r8 b8",)
    assert all("clear" in action for action in lays(hand("bs rk be"), hand("b8 b0")))


def test_s2_1_cards_that_add_up_are_new_ends():
    """The examples of the source: on 6 a 6, or 1 2 3, or 0 3 3."""
    assert {"sum b6 r6", "sum b6 b1 b2 b3"} <= {*lays(hand("r6 b1 b2 b3"), hand("b6"))}
    assert "sum b6 b0 b3 r3" in lays(hand("b0 b3 r3"), hand("b6"))
    state = after(playing("b5 r3 b1", "b2 b8"), "sum b8 b5 r3")
    assert state.roads == hand("b2 b5 r3")
    assert state.covered == ("b8",)
    assert state.to_move() == "B"
    assert lays(hand("b1 b2"), hand("r0")) == ()


def test_s2_2_two_roads_are_joined_by_their_sum():
    state = after(playing("b2 b8", "b1 r1"), "join b1 r1 b2")
    assert state.roads == ("b2",)
    assert not any("join" in action for action in lays(hand("b2 r6"), hand("b1 r4 r1"))[1:])
    assert lays(hand("b3 b0"), hand("b1 r1")) == ()


def test_s2_3_ships_and_royal_cards_clear_the_table():
    state = after(playing("rs b8", "b1 r1 b4"), "clear rs")
    assert state.roads == ()
    assert state.covered == hand("b1 r1 b4 rs")
    assert state.to_move() == "chance"
    state = after(state, "turn b5", "turn bk")
    assert (state.roads, state.to_move()) == (("b5", "bk"), "B")


def test_s2_4_on_a_special_card_any_one_card_goes():
    assert lays(hand("b3 r8 bs"), hand("re")) == ("clear bs", "free re b3", "free re r8")
    assert after(playing("b3 r8", "re"), "free re b3").roads == ("b3",)


def test_s2_5_or_a_road_is_drawn():
    state = after(playing("b3 r8", "b3"), "draw", "turn b7")
    assert state.roads == ("b3", "b7")
    assert state.to_move() == "B"
    assert "pass" in playing("b3 r8", "b3", talon=()).legal()
    assert "draw" not in playing("b3 r8", "b3", talon=()).legal()
    assert "pass" not in playing("b3 r8", "b3").legal()


def test_s3_1_the_first_without_cards_has_won():
    state = after(playing("b3", "r3", dealer=2, bonus=3), "sum r3 b3")
    assert points(state) == (4, -1, -3)
    assert state.dealer == 0
    assert points(after(playing("bk", "r3", dealer=1), "clear bk")) == (3, -2, -1)


def test_s3_2_when_all_pass_the_fewest_cards_win():
    state = after(playing("b3 r8 b1 b1", "b7", talon=(), dealer=1), "pass", "pass", "pass")
    assert points(state) == (-2, 4, -2)
    drawn = after(playing("b3 r8", "b7", talon=(), dealer=1, bonus=4), "pass", "pass", "pass")
    assert (points(drawn), drawn.dealer, drawn.bonus) == ((0, 0, 0), 1, 4)
