"""小猫, paragraph by paragraph."""

from __future__ import annotations

import pytest

from printkit.games.find import find_module
from tests.games.air_moments import after, dealt, hands, moment, points

GAME = "ni-ne"


def playing(*held, options=(), **fields):
    """A is 親 and leads."""
    return moment(GAME, *options, phase="play", hands=hands(*held), **fields)


@pytest.mark.parametrize(
    ("options", "size"), [(("players=2",), 12), (("players=4",), 9), (("players=4", "four=12"), 12)]
)
def test_s1_1_twelve_cards_or_nine(options, size):
    state = dealt(GAME, *options)
    assert {len(held) for held in state.hands} == {size}
    if "four=12" in options:
        assert after(state, state.legal()[0], "out").season == 1


def test_s1_2_the_order_has_its_own_top_and_bottom():
    def beaten_by(lead, answer):
        state = after(playing(f"{lead} b8", f"{answer} r8", "r7"), f"play {lead}")
        return f"play {answer}" in state.legal()

    assert beaten_by("bk", "be")
    assert not beaten_by("be", "bk")
    assert beaten_by("be", "bs")
    assert not beaten_by("bk", "bs")
    assert beaten_by("bs", "b1")
    wild = after(playing("be b8", "b0 r8", "r7"), "play be")
    assert [action for action in wild.legal() if "b0" in action] == ["play one:s b0"]


def test_s1_3_cards_and_sets_with_wild_cards_declared():
    legal = playing("b5 r0", "b1", "b2").legal()
    assert "play b5" in legal
    assert "play set:5 b5 r0" in legal
    assert sum("one:" in action for action in legal) == 11
    assert not any("run" in action for action in legal)
    assert "play set:k b0 b0" in playing("b0 b0", "b1", "b2").legal()
    assert not any("set" in action for action in playing("bk be", "b1", "b2").legal())


def test_s2_1_the_dealer_leads():
    state = dealt(GAME)
    assert state.to_move() == "A"
    assert "out" not in state.legal()


def test_s2_2_stronger_or_more_and_a_common_colour():
    state = after(playing("b5 b8", "b6 r7 r5 b5 b5", "r1"), "play b5")
    assert state.legal() == ("out", "play b6", "play set:5 b5 b5", "play set:5 b5 b5 r5", "play set:5 b5 r5")
    state = after(playing("b5 r5 r8", "b6 r7 b4 b4 b4", "r1"), "play set:5 b5 r5")
    assert state.legal() == ("out", "play b6", "play r7"), "one card is enough for a set"


def test_s2_3_who_does_not_join_draws_three_and_is_out():
    state = after(playing("b5 b8", "b6 b7", "r1 b2"), "play b5", "play b6", "out")
    assert state.to_move() == "chance"
    state = after(state, "draw r2", "draw r3", "draw r4")
    assert len(state.hands[2]) == 5
    assert state.to_move() == "A"
    assert "out" in after(state, "play b8").legal()


def test_s2_4_the_last_one_takes_the_table_and_leads():
    drawing = ("out", "draw r2", "draw r3", "draw r4")
    state = after(playing("b5 b8", "b6 b7", "r1 b2"), "play b5", "play b6", *drawing, *drawing)
    assert state.taken[1] == ("b5", "b6")
    assert (state.dealer, state.to_move(), state.lead) == (1, "B", "")
    held = playing("b5 b8", "b6 b7", "r1 b2", options=("take=hand",))
    state = after(held, "play b5", "play b6", *drawing, *drawing)
    assert state.hands[1] == ("b5", "b6", "b7")
    assert state.taken == ((), (), ())
    gone = after(playing("b8", "b6 b7", "r1 b2"), "play b8", *drawing, *drawing)
    assert (gone.dealer, gone.to_move()) == (1, "B")


def test_a_simulation_counts_the_seasons_in_which_somebody_goes_out():
    game = find_module(GAME)
    start = playing("b8", "b6 b7 r1", "r1 b2", talon=("r2",))
    other = playing("b8 b1", "b6 b7", "r1 b2", talon=("r2",))
    actions = ("play b8", "out", "draw r2")
    for state, found in ((start, True), (other, False)):
        states = [state]
        for action in actions:
            states.append(states[-1].apply(action))
        entries = game.census.entries(states, actions)
        assert [entry.gained for entry in entries if entry.table == "seasons"] == [found, False]


def test_s3_1_going_out_gets_the_size_of_the_largest_hand():
    state = after(playing("b8", "b6 b7 r1", "r1 b2"), "play b8")
    assert points(state) == (3, 0, 0)
    assert state.done == (True, False, False)
    assert state.to_move() == "B"


def test_s3_2_the_season_ends_with_the_deck():
    few = {"talon": ("r2", "r3")}
    state = after(playing("b8 b1", "b6 b7", "r1 b2", **few), "play b8", "out", "draw r2", "draw r3")
    assert (state.season, state.dealer) == (1, 0)
    assert points(state) == (1, 0, 0), "fewest cards, and 親"
    other = playing("b8 b1 b1 b1 b1", "b6", "r1 b2", ahead=0, gained=(0, 0, 0), talon=("r2",))
    assert points(after(other, "play b8", "out", "draw r2")) == (0, 0, 0)
    last = playing("b8", "b6 b7", "", done=(False, False, True), gained=(0, 0, 9), points=(0, 0, 9))
    state = after(last, "play b8")
    assert points(state) == (2, 0, 9)
    assert (state.season, state.dealer) == (1, 2)
