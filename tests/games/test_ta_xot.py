"""終季, paragraph by paragraph."""

from __future__ import annotations

from random import Random

import pytest

from printkit.games.find import make_game
from printkit.games.ta_xot import ending_of, why
from tests.games.air_moments import after, dealt, hand, hands, moment, points

GAME = "ta-xot"
NOTHING = "r0 r2 b4 b8 r6"
NOR_THIS = "r1 r3 b6 b8 r5"


def drawn(held, second=NOTHING, third=NOR_THIS, *options, **fields):
    """A has drawn its sixth card, after the first round; C is 親 and 親の加点 is 2."""
    fields = {"opening": False, "dealer": 2, "phase": "act"} | fields
    return moment(GAME, *options, hands=hands(held, second, third), **fields)


def test_s1_1_five_cards_each_and_the_dealer_draws():
    state = after(dealt(GAME), "discard b0")
    assert [len(held) for held in dealt(GAME).hands] == [6, 5, 5]
    assert state.thrown[0] == ("b0",)


def test_s2_1_draw_and_discard():
    state = after(drawn("b0 b1 b3 b5 b7 r8"), "discard r8")
    assert (state.phase, state.turn) == ("draw", 1)
    assert len(after(state, "draw b2").hands[1]) == 6


def test_s2_2_without_cards_to_draw_nobody_has_won():
    state = after(drawn("b0 b1 b3 b5 b7 r8", talon=(), bonus=3), "discard r8")
    assert (state.season, state.dealer, state.bonus) == (1, 2, 3)
    assert points(state) == (0, 0, 0)


def test_s3_1_a_discard_is_called_for_a_set_or_a_run():
    state = after(drawn("b0 b1 b3 b5 b7 r5", second="r4 r6 b0 b2 r8"), "discard r5")
    assert state.to_move() == "B"
    assert state.legal() == ("call run:6 r4 r5 r6", "pass")
    state = after(state, "call run:6 r4 r5 r6")
    assert state.melds[1] == ("r4", "r5", "r6")
    assert points(state) == (1, -1, 0)
    assert state.to_move() == "B"
    assert all("discard" in action for action in state.legal())
    state = after(state, "discard b0")
    assert (state.phase, state.turn) == ("draw", 2)


def test_s3_1_who_has_laid_open_cannot_call_again():
    fields = {"melds": ((), ("r4", "r5", "r6"), ())}
    state = after(drawn("b0 b1 b3 b5 b7 r8", second="b8 r8", **fields), "discard b0")
    assert state.phase == "draw"


@pytest.mark.parametrize(
    ("six", "points_"),
    [
        ("b5 r5 b6 r6 b7 r7", 2),
        ("b5 r5 b1 b1 r1 r1", 2),
        ("b5 r5 b5 b1 b2 b3", 2),
        ("b5 b6 b7 b0 b1 b2", 3),
        ("b5 b6 b7 r2 r3 r4", 3),
        ("b5 b6 b7 b2 b3 b4", 4),
        ("b5 b6 bs b2 b3 b4", 4),
        ("b1 b1 b1 b1 b2 b2", 3),
        ("bk re b1 r1 bs b7", 2),
        ("b5 b6 b7 r2 r3 b4", 0),
        ("b5 r5 b6 r6 b7 r8", 0),
        ("b7 b8 bk r0 r1 r2", 0),
    ],
)
def test_s3_2_the_hands_to_end_with(six, points_):
    assert ending_of(hand(six)) == points_


def test_s3_2_cards_laid_open_stay_what_they_are_and_pairs_are_an_option():
    assert ending_of(hand("b5 b6 b7"), hand("b1 r1 r1")) == 2
    assert ending_of(hand("b1 b6 b6"), hand("b1 r1 r1")) == 0, "no four of 1 any more"
    assert ending_of(hand("b6 r6"), hand("b1 b1 r1 r1")) == 2
    assert ending_of(hand("b5 r5 b6 r6 b8 r8"), (), False) == 0
    assert ending_of(hand("b5 r5 b1 b1 r1 r1"), (), False) == 0
    assert "end" not in drawn("b5 r5 b6 r6 b8 r8", NOTHING, NOR_THIS, "pairs=no").legal()


def test_s3_3_one_may_end_with_a_drawn_card_or_a_discard():
    assert "end" in drawn("b5 r5 b6 r6 b7 r7").legal()
    state = after(drawn("b0 b1 b3 b5 b7 r5", second="r4 r6 b0 b1 b2"), "discard r5")
    assert state.legal() == ("call run:6 r4 r5 r6", "end", "pass")
    assert points(after(state, "end")) == (-2, 2, 0), "no point for calling"


def test_s3_4_endings_go_before_calls_and_the_nearest_before_others():
    calling, other = "r4 r6 b0 b2 r8", "r5 b5 r3 b8 r0"
    state = after(drawn("b0 b1 b3 b7 r8 r5", calling, other), "discard r5")
    first = after(state, "call run:6 r4 r5 r6")
    assert first.to_move() == "C"
    assert after(first, "call set:5 b5 r5 r5").melds[1], "the nearest calls"
    ending = "r5 b5 b0 b1 b2"
    state = after(drawn("b0 b1 b3 b7 r8 r5", calling, ending), "discard r5", "call run:6 r4 r5 r6", "end")
    assert points(state) == (-4, 0, 4)


def test_s3_4_nobody_sees_who_is_asked():
    state = after(drawn("b0 b1 b3 b7 r8 r5", "r4 r6 b0 b2 r8", "r5 b5 r3 b8 r0"), "discard r5")
    assert "answers=?/ask/?" in state.view("B")
    answered = after(state, "call run:6 r4 r5 r6")
    assert "answers=?/?/ask" in answered.view("C")
    for seed in range(20):
        world = answered.determinize("C", Random(seed))
        assert world.to_move() == "C"
        assert world.answers[1] in world.rights(1)


def test_s4_1_all_pay_for_a_drawn_card_and_one_for_a_discard():
    state = after(drawn("b5 r5 b6 r6 b7 r7"), "end")
    assert points(state) == (6, -2, -4), "C is 親"
    assert state.dealer == 0
    state = after(drawn("b0 b1 b3 b5 b7 r5", second="r4 r6 b0 b1 b2", dealer=0), "discard r5", "end")
    assert points(state) == (-4, 4, 0)


def test_s4_2_the_first_round_counts_three():
    assert points(after(drawn("b5 r5 b6 r6 b7 r7", opening=True), "end")) == (15, -5, -10)
    assert points(after(drawn("b5 b6 b7 b2 b3 b4"), "end")) == (12, -4, -8)


@pytest.mark.parametrize(
    ("held", "actions", "paid"),
    [
        # C, the last seat, has called: A is in its second turn.
        (
            "b2 r0 b1 b3 b0 b1 b4 r3 r8 b6 r5 re b7 r7 rk r1",
            ("discard r1", "call set:1 b1 b1 r1", "discard re", "draw b8", "end"),
            (13, -6, -7),
        ),
        # A and B are in their second turns, and C has had none.
        (
            "b1 b2 r0 b1 b3 b0 r8 b4 r3 re b6 r5 rk b7 r7 r2",
            ("discard r2", "draw r1", "discard r1", "call set:1 b1 b1 r1", "discard re", "draw b8", "end"),
            (-13, 19, -6),
        ),
    ],
)
def test_s4_2_calls_do_not_change_who_is_the_last_of_the_first_round(held, actions, paid):
    """R1: the round lasts until the last seat has had its first turn, however many turns others have had."""
    deal = (f"draw {card}" for card in held.split())
    state = after(make_game(GAME, ("seasons=1",)).start, "first A", *deal, *actions)
    assert points(state) == paid


@pytest.mark.parametrize(("opening", "key"), [(True, "ta-xot.worth-first"), (False, "ta-xot.worth")])
def test_r25_the_first_round_is_named_only_while_it_lasts(opening, key):
    before = drawn("b5 r5 b6 r6 b7 r7", opening=opening)
    assert [sentence.key for sentence in why(before, "end", before.after("end"))] == [key]


def test_s4_3_royal_cards_and_lights_count_and_ships_do_not():
    state = after(drawn("bk re b6 r6 b7 r7"), "end")
    assert points(state) == (10, -4, -6), "the bonus is not multiplied"
    assert points(after(drawn("bk bs b6 r6 b7 r7"), "end")) == (8, -3, -5)
    lit = after(drawn("b5 r5 b6 r6 b7 r7", NOTHING, NOR_THIS, "light=yes", light=("b5",)), "end")
    assert lit.to_move() == "chance"
    assert points(after(lit, "turn b5")) == (10, -4, -6)
    assert points(after(lit, "turn b2")) == (8, -3, -5)
    first = moment(GAME, "light=yes", phase="light", turn=0)
    assert after(first, "turn b5").light == ("b5",)


def test_s4_4_a_four_set_from_the_hand_gets_a_point_from_everybody():
    state = after(drawn("b1 b1 r1 r1 b6 r6"), "lay set:1 b1 b1 r1 r1")
    assert points(state) == (2, -1, -1)
    assert "end" in state.legal()
    no = drawn("b1 b1 r1 r1 b6 r6", NOTHING, NOR_THIS, "lay-and-end=no")
    assert "end" not in after(no, "lay set:1 b1 b1 r1 r1").legal()
    assert make_game(GAME).start.called_four, "R3: the source pays whenever a four-set is made and opened"
    for option, paid in (("called-four=no", (1, -1, 0)), ("called-four=yes", (0, 1, -1))):
        state = after(drawn("b0 b1 b3 b5 b7 r1", "b1 b1 r1 b4 r8", NOR_THIS, option), "discard r1")
        assert points(after(state, "call set:1 b1 b1 r1 r1")) == paid
