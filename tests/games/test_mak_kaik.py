"""値戦, paragraph by paragraph."""

from __future__ import annotations

import pytest

from printkit.games.mak_kaik import rank_of
from tests.games.air_moments import after, dealt, hand, hands, moment, points

GAME = "mak-kaik"
HELD = ("b5 r5 b6", "r6 b7 b2", "r1 r2 r3")


def betting(*held, options=(), **fields):
    """The first round of staking; A is 親 and everybody has paid one point."""
    fields = {"open": hand("b0 r8 b4"), "pot": 3, "points": (-1, -1, -1)} | fields
    return moment(GAME, "seasons=2", *options, phase="bet", hands=hands(*(held or HELD)), **fields)


def test_s1_1_three_cards_each_and_three_open():
    state = dealt(GAME)
    assert [len(held) for held in state.hands] == [3, 3, 3]
    assert len(state.open) == 3


def test_s1_2_everybody_pays_one_point():
    state = dealt(GAME)
    assert points(state) == (-1, -1, -1)
    assert state.pot == 3


def exchanging(**fields):
    return moment(GAME, phase="swap", hands=hands(*HELD), open=hand("b0 r8 b4"), **fields)


def test_s2_1_a_card_is_swapped_for_an_open_one():
    state = after(exchanging(), "swap b6 for r8")
    assert state.hands[0] == hand("b5 r5 r8")
    assert state.open == hand("b0 b4 b6")
    assert "hands=?,?,r8/" not in state.view("A")
    assert "hands=r8,?,?/" in state.view("B"), "everybody has seen what was taken"
    assert state.to_move() == "B"


def test_s2_2_or_two_are_drawn_and_one_is_kept():
    state = after(exchanging(), "draw", "draw r7", "draw b8")
    assert "keep r7 for b5" in state.legal()
    assert "r7" in state.view("A")
    assert "r7" not in state.view("B")
    state = after(state, "keep r7 for b5")
    assert state.hands[0] == hand("r5 b6 r7")
    assert state.open == hand("b0 r8 b4 b5")
    assert state.under[0] == ("b8",)
    assert "b8" not in state.view("B").replace("talon", "")
    assert after(state, "swap b2 for b0", "swap r1 for b2").phase == "bet"


def test_s3_1_the_dealer_sets_the_base_or_the_next_one_is_dealer():
    state = betting()
    assert state.legal() == ("base 1", "base 2", "base 3", "base 4", "base 5", "fold")
    paid = after(state, "base 3")
    assert (paid.pot, points(paid)) == (6, (-4, -1, -1))
    folded = after(state, "fold")
    assert (folded.to_move(), folded.dealer) == ("B", 1)
    assert "base 5" in folded.legal()


def test_s3_2_the_others_pay_the_base_which_may_change():
    state = after(betting(), "base 3")
    assert state.legal() == ("fold", "pay")
    state = after(state, "pay", "pay")
    assert (state.pot, points(state), state.to_move()) == (12, (-4, -4, -4), "A")
    assert points(after(state, "base 1", "pay")) == (-5, -5, -4)


def test_s3_3_who_folds_is_out_for_good():
    state = after(betting(), "base 1", "fold", "pay", "base 1")
    assert state.to_move() == "C"
    state = after(betting(), "base 1", "pay", "pay", "fold")
    assert (state.to_move(), state.dealer) == ("B", 1)
    assert after(state, "base 1", "pay").to_move() == "B"


def test_s3_4_the_last_one_in_takes_the_pot():
    state = after(betting(), "base 2", "fold", "fold")
    assert points(state) == (2, -1, -1)
    assert (state.season, state.dealer) == (1, 0)


@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("b2 r2 r1", "b4 b5 r0", "b3 rs b2"),  # a set beats a run
        ("b4 b5 r0", "r7 b8 r1", "b3 b7 r0"),  # a run beats a pair
        ("b0 r1 r2", "r8 b6 r5", "r0 b3 b4"),  # a pair beats a single card
        ("b7 r0 b1", "b6 b8 r4", "r7 r6 b2"),
        ("rs b0 r1", "b7 r2 b4", "r8 b6 r5"),  # a ship makes a pair
    ],
)
def test_s4_1_the_kinds_in_their_order(better, worse, board):
    assert rank_of(hand(better), hand(board)) > rank_of(hand(worse), hand(board))


def test_s4_1_one_card_at_least_is_from_the_hand():
    board, own = hand("b8 r8 b1"), hand("r3 b5 r6")
    assert rank_of(own, board)[:2] == (0, 6)
    assert rank_of(own, board, True)[:2] == (1, 8)
    rounds = ("base 1", "pay", "pay") * 3
    fields = {"open": board}
    state = after(betting("r3 b5 r6", "b0 b3 b5", "r0 r2 r4", **fields), *rounds)
    assert points(state) == (8, -4, -4)


def test_s4_2_strength_then_the_other_cards_then_a_shared_pot():
    board = hand("r8 b6 r5")
    assert rank_of(hand("b8 r7 r0"), board) > rank_of(hand("b8 b4 b3"), board)
    rounds = ("base 1", "pay", "pay") * 3
    state = betting("b8 b2 b0", "r8 r2 r0", "b3 b1 r7", open=hand("b6 r6 r4"), pot=4)
    split = after(state, *rounds)
    assert points(split) == (3, 2, -4), "13 points for two"
    assert split.dealer == 0
