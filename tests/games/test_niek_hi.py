"""連友, paragraph by paragraph."""

from __future__ import annotations

import pytest

from printkit.games.niek_hi import beats, plays_of
from printkit.games.paper_cetkaik.deck import play_of
from tests.games.air_moments import after, dealt, hand, hands, moment, points

GAME = "niek-hi"


def playing(*held, options=(), **fields):
    return moment(GAME, *options, phase="play", hands=hands(*held), talon=(), **fields)


def texts(cards):
    return {play.text() for play in plays_of(hand(cards))}


@pytest.mark.parametrize(("players", "size", "left"), [(2, 24, 0), (3, 16, 0), (5, 9, 3), (6, 8, 0)])
def test_s1_1_the_deck_is_dealt_evenly(players, size, left):
    state = dealt(GAME, f"players={players}")
    assert {len(held) for held in state.hands} == {size}
    assert len(state.talon) == left
    assert (state.to_move(), state.lead) == ("A", "")


def test_s2_1_cards_sets_runs_and_runs_of_sets_of_any_colours():
    assert texts("b1 r2 b3") == {"b1", "r2", "b3", "run:3 b1 b3 r2"}
    found = texts("b1 r1 b2 r2 b3 r3")
    assert "run2:3 b1 b2 b3 r1 r2 r3" in found
    assert "set:2 b2 r2" in found
    assert texts("b7 r8 bk") == {"b7", "r8", "bk"}, "王 is no 9"


def test_s2_2_a_ship_is_any_card():
    assert texts("b1 bs r3") >= {"run:3 b1 bs r3", "set:1 b1 bs", "set:3 bs r3", "bs"}
    assert "set:3 bs r3" in texts("b1 bs r3")
    assert "run2:3 b1 b1 b2 bs r3 rs" in texts("b1 b1 b2 r3 bs rs")
    assert len({text for text in texts("bs rs") if "set" in text}) == 10
    assert texts("b5 r5") == {"b5", "set:5 b5 r5"}, "one for plays that differ in colour only"


def test_s2_3_the_same_type_with_as_many_cards_and_stronger():
    state = after(playing("b4 r4 b1", "b5 r5 b6 r0", "b1 b2"), "play set:4 b4 r4")
    assert state.legal() == ("pass", "play set:5 b5 r5")
    assert not beats(play_of("run:4 b2 b3 b4"), play_of("set:1 b1 r1"))
    assert not beats(play_of("set:4 r4 r4"), play_of("set:4 b4 b4"))
    assert not beats(play_of("run:8 b5 b6 b7 b8"), play_of("run:4 b2 b3 b4"))


def test_s2_4_a_set_of_three_goes_on_anything():
    three, four, higher = (play_of(f"set:{text}") for text in ("1 b1 b1 r1", "1 b1 b1 r1 r1", "2 b2 b2 r2"))
    for lead in ("re", "run:8 b6 b7 b8", "set:k bk re"):
        assert beats(three, play_of(lead))
    assert beats(four, higher)
    assert beats(higher, three)
    assert not beats(three, higher)
    assert not beats(play_of("run:8 b6 b7 b8"), three)


def test_s2_5_the_last_to_play_leads_when_all_others_have_passed():
    state = after(playing("b4 b1", "b5 b6", "b7 b2"), "play b4", "pass", "play b7", "pass")
    assert state.to_move() == "B"
    assert "play b6" not in state.legal()
    state = after(state, "pass")
    assert (state.to_move(), state.lead) == ("C", "")
    assert state.discards == ("b4", "b7")
    out = after(playing("b4 b1", "b8 b6", "b7 b2", options=("return=no",)), "play b4", "pass", "play b7")
    assert after(out, "pass").to_move() == "C"


def test_s3_1_a_general_banishes_a_strength():
    state = after(playing("b8 b3 r1", "r3 b5 r5", "bk r6", discards=("b3",)), "play b8")
    assert "banish k" in state.legal()
    assert "banish s" in state.legal()
    gone = after(state, "banish 3")
    assert gone.hands == (("r1",), ("b5", "r5"), ("bk", "r6"))
    assert gone.gone == ("b3", "b3", "r3")
    assert gone.laid == ("b8",)
    assert gone.to_move() == "B"
    two = after(playing("b8 r8 b3", "r3 b5", "bk r6"), "play set:8 b8 r8")
    assert "banish 3 5" in two.legal()
    assert "banish 3" not in two.legal()
    wild = after(playing("bs b3 r8", "r3 b5", "bk r6"), "play set:8 bs r8")
    assert wild.owed == 1
    assert all(len(action.split()) == 2 for action in wild.legal())


def test_s3_2_or_fetches_discards_but_no_general():
    state = after(playing("b8 b3", "r3 b5", "bk r6", discards=hand("b5 r8 re")), "play b8")
    assert {action for action in state.legal() if "fetch" in action} == {"fetch b5", "fetch re"}
    state = after(state, "fetch re")
    assert state.hands[0] == ("b3", "re")
    assert "hands=re,?/" in state.view("B"), "all have seen it"
    few = after(playing("b8 r8 b3", "r3 b5", "bk r6", discards=("b5",)), "play set:8 b8 r8")
    assert "fetch b5" in few.legal()
    none = after(playing("b8 b3", "r3 b5", "bk r6"), "play b8")
    assert not any("fetch" in action for action in none.legal())


def test_s4_1_the_first_without_cards_has_won():
    state = after(playing("b8", "r3 b5", "bk r6"), "play b8")
    assert (state.season, state.dealer) == (1, 0)
    named = after(playing("b3 b8 r4", "r3", "r3 b3", turn=0), "play b8", "banish 3")
    assert named.dealer == 1
    both = after(playing("b3 b8", "r3", "r3 b3", turn=0), "play b8", "banish 3")
    assert both.dealer == 0


def test_s4_2_everybody_pays_one_point():
    state = playing("b8", "r3 b5", "bk r6", dealer=1, bonus=3)
    assert points(after(state, "play b8")) == (4, -3, -1)
