"""行戦, paragraph by paragraph."""

from __future__ import annotations

import re

import pytest

from printkit.kit.find import find_kit
from tests.games.air_moments import after, dealt, hands, moment, points

GAME = "mok-kaik"


def playing(*held, options=(), **fields):
    """A trick is about to begin; A leads."""
    return moment(GAME, *options, phase="play", hands=hands(*held), **fields)


@pytest.mark.parametrize(("players", "size"), [(2, 10), (4, 10), (5, 8), (6, 8)])
def test_s1_1_ten_or_eight_cards_each_and_the_dealer_leads(players, size):
    state = dealt(GAME, f"players={players}")
    assert {len(held) for held in state.hands} == {size}
    assert state.to_move() == "A"


def test_s2_1_the_leader_lays_one_card_a_set_or_a_run():
    state = playing("b4 b5 b6 r6", "", "")
    assert state.legal() == (
        "play b4", "play b5", "play b6", "play r6", "play run:6 b4 b5 b6", "play set:6 b6 r6",
    )  # fmt: skip


def test_s2_2_every_other_seat_has_one_turn_and_need_not_beat():
    state = after(playing("b4 b5", "b6 b7", "b0 r1"), "play b5")
    assert state.to_move() == "B"
    assert {"play b6", "play b7", "discard b6", "discard b7"} == {*state.legal()}
    state = after(state, "discard b7")
    assert state.to_move() == "C"
    assert after(state, "discard b0").to_move() == "A"


def test_s2_3_what_beats_has_the_same_type_number_and_colours_and_is_stronger():
    state = after(playing("b4 r4 r4 b0", "b5 r5 r5 b5", "b0 r0 r0 b1"), "play set:4 b4 r4 r4")
    assert [action for action in state.legal() if "play" in action] == ["play set:5 b5 r5 r5"]
    state = after(playing("b4 b1", "b5 b2", "b4 b5 r8"), "play b4", "play b5")
    assert [action for action in state.legal() if "play" in action] == [], "neither equal nor weaker"
    lead = after(playing("b4 b1", "b7 b2", "b5 b7", options=("beat=lead",)), "play b4", "play b7")
    assert "play b5" in lead.legal()
    assert after(lead, "play b7").leader == 1, "of equals the earliest"
    assert after(lead, "play b5").leader == 1


def test_s2_3_a_ship_is_declared():
    state = after(playing("b4 r4 b0", "b6 rs b1", "r0 b2 r5"), "play set:4 b4 r4")
    assert [action for action in state.legal() if "play" in action] == ["play set:6 b6 rs"]


def test_s2_4_discards_lie_face_down():
    state = after(playing("b4 r4 b0", "b6 r1 b1", "r0 b2 r5"), "play set:4 b4 r4", "discard b1 r1")
    assert state.down[1] == ("b1", "r1")
    assert "b1" in state.view("B")
    assert "down=/?,?/" in state.view("A")
    assert "discard b0 r0" not in state.legal()


def test_s2_5_the_winner_keeps_the_cards_open_and_leads():
    state = after(playing("b4 b5", "b6 b7", "b8 r1"), "play b4", "play b6", "play b8")
    assert state.won == ((), (), ("b8",))
    assert state.out == ("b4", "b6")
    assert state.to_move() == "C"


def test_s3_1_the_last_trick_wins_the_season():
    state = after(playing("b4", "b6", "r8"), "play b4", "play b6", "discard r8")
    assert (state.season, state.dealer) == (1, 1)


def test_s3_2_losers_pay_six_less_their_open_cards():
    """The worked example of the source: A is 親 with +2 and has 7 open cards, B 2 and C 1, and B wins."""
    won = (("b0",) * 7, ("b1",) * 1, ("r0",))
    state = playing("b4", "b6", "r8", won=won, bonus=2, dealer=0)
    assert points(after(state, "play b4", "play b6", "discard r8")) == (2, 3, -5)


@pytest.mark.parametrize(("open_cards", "dealer", "paid"), [(1, 0, 10), (6, 0, 0), (1, 2, 5)])
def test_s3_2_the_examples_of_the_leaflet(open_cards, dealer, paid):
    state = playing("b4", "b6", "r8", won=(("b0",) * open_cards, (), ()), dealer=dealer)
    assert points(after(state, "play b4", "play b6", "discard r8"))[0] == -paid


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        (
            "en",
            r"bonus (\d) and has (\d) open cards, B and C have (\d) each.* so B pays A (\d)\. C pays B (\d)\.",
        ),
        ("ja", r"加点(\d)）は公開札が(\d)枚、BとCは(\d)枚ずつ.*BがAに(\d)点払います。CはBに(\d)点"),
    ],
)
def test_s3_2_the_worked_example_of_the_leaflet_can_be_played(language, numbers):
    """R2: of ten cards each, ten are open in the end; the engine pays what the example says."""
    text = (find_kit("paper-cetkaik").folder / f"rules.{language}.md").read_text(encoding="utf-8")
    found = re.search(numbers, text)
    assert found, "the example was written anew: read its numbers anew"
    bonus, first, others, to_dealer, to_winner = (int(group[0]) for group in found.groups())
    assert first + 2 * others == 10
    won = (("b0",) * first, ("b0",) * (others - 1), ("r0",) * others)
    state = playing("b4", "b6", "r8", won=won, dealer=0, bonus=bonus)
    ended = after(state, "play b4", "play b6", "discard r8")
    assert points(ended) == (to_dealer, to_winner - to_dealer, -to_winner)
    assert (ended.dealer, ended.bonus) == (1, 2)


def test_s3_3_the_bonus_counts_when_the_dealer_wins_too():
    fields = {"dealer": 1, "bonus": 3}
    actions = ("play b4", "play b6", "discard r8")
    assert points(after(playing("b4", "b6", "r8", **fields), *actions)) == (-18, 36, -18)
    plain = playing("b4", "b6", "r8", options=("winner-bonus=no",), **fields)
    assert points(after(plain, *actions)) == (-6, 12, -6)
    losing = playing("b4", "b6", "r8", options=("winner-bonus=no",), dealer=0, bonus=3)
    assert points(after(losing, *actions)) == (-18, 24, -6)
