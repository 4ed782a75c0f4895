"""Tottarot §1, §2 and §5: the parts, a round and its end, and who wins."""

from __future__ import annotations

from fractions import Fraction

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE
from printkit.games.tottarot.rules import FATES, RECONSTRUCTED, Fate, checked_fates, fates_of
from printkit.kit.model import Card
from tests.games.tottarot_plays import after, along, tottarot


def test_s1_1_there_are_21_fate_cards_three_of_each_kind():
    assert len(FATES) == 7
    assert {fate.copies for fate in FATES.values()} == {3}
    assert len(tottarot().start.undealt()) == 21


@pytest.mark.parametrize("players", ["2", "3", "4", "5", "6"])
def test_s1_1_two_to_six_play(players):
    assert len(tottarot(f"players={players}").seats) == int(players)
    assert len(tottarot().seats) == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("players=6", "turns=4"), "a round takes 24 fate cards, but there are 21"),
        (("players=5", "turns=5", "highest-token=4"), "a round takes 25 fate cards"),
        (("turns=5",), "a round cannot have 5 turns .*highest-token=3 gives each player 4 tokens"),
    ],
)
def test_s1_1_cards_and_tokens_must_last_for_a_round(options, said):
    with pytest.raises(InputError, match=said):
        tottarot(*options)
    tottarot("players=5", "turns=4")
    tottarot("players=4", "turns=5", "highest-token=4")


def test_s1_2_points_and_icons_are_those_of_the_cards_given():
    cards = {"moon": Fate(7, "flip", 4), "sun": Fate(-2, "", 5)}
    table = after("moon sun moon sun 0 1 2 3 forgo", "players=4", "turns=1", cards=cards)
    assert table.rules.fate("moon") == Fate(7, "flip", 4)
    assert table.victories == (1, 0, 0, 0)
    assert tottarot(cards=cards).start != tottarot().start


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"Sun": Fate(1, "", 9)}, "'Sun' is not a card id"),
        ({"sun": Fate(100, "", 9)}, "sun: 100 points"),
        ({"sun": Fate(1, "heart", 9)}, "unknown icon 'heart'"),
        ({"sun": Fate(1, "", 0)}, "sun: 0 copies"),
        ({"sun": Fate(1, "", 8)}, "a round takes 9 fate cards, but there are 8"),
        ({}, "but there are 0"),
    ],
)
def test_s1_2_cards_that_cannot_be_played_with_are_refused(cards, said):
    with pytest.raises(InputError, match=said):
        tottarot(cards=cards)


def test_s1_2_a_kits_cards_become_fates():
    sun = Card("sun", "fate", "deck", 0, {"points": 4, "icon": "look"}, "", 2)
    rule = Card("how-to", "rule", "rules", 1, {}, "", 1)
    assert fates_of([sun, rule]) == {"sun": Fate(4, "look", 2)}
    twins = [Card(f"star-{at}", "fate", "deck", at, {"points": 2}, "", 1, "star") for at in range(3)]
    assert fates_of([*twins, sun]) == {"star": Fate(2, "", 3), "sun": Fate(4, "look", 2)}
    with pytest.raises(InputError, match="star-9 differs from another one of the kind star"):
        fates_of([*twins, Card("star-9", "fate", "deck", 9, {"points": 1}, "", 1, "star")])
    with pytest.raises(InputError, match="the card sun needs a whole number"):
        fates_of([Card("sun", "fate", "deck", 0, {"points": "many"}, "", 1)])


def test_s1_3_sun_and_devil_are_known_and_the_rest_is_marked_as_reconstructed():
    assert {kind: tuple(fate[:2]) for kind, fate in FATES.items()} == {
        "sun": (3, ""),
        "star": (2, ""),
        "lovers": (1, "mutual-look"),
        "hermit": (0, "look"),
        "hanged-man": (-1, "flip"),
        "tower": (-2, "reveal"),
        "devil": (-5, ""),
    }
    assert set(FATES) - RECONSTRUCTED == {"sun", "devil"}
    assert checked_fates(FATES, 21) == FATES


def test_s2_1_the_deck_is_shuffled_and_everybody_takes_his_tokens():
    start = tottarot().start
    assert start.to_move() == CHANCE
    assert {weight for _, weight in start.chances()} == {Fraction(1, 7)}
    assert [start.unused(seat) for seat in range(3)] == [(0, 1, 2, 3)] * 3
    assert tottarot("highest-token=4").start.unused(2) == (0, 1, 2, 3, 4)


def test_s2_1_the_marker_passes_to_the_left_after_each_round():
    options = ("turns=1", "victories=9")
    table = after("sun star hermit", *options)
    assert table.to_move() == "A"
    second = along(table, "0 1 2 forgo sun star hermit")
    assert (second.round, second.to_move()) == (2, "B")
    third = along(second, "0 1 2 forgo sun star hermit")
    assert (third.round, third.to_move()) == (3, "C")
    assert along(third, "0 1 2 forgo sun star hermit").to_move() == "A"


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_s2_2_a_round_has_the_turns_agreed_on(turns):
    lines = ["sun hermit 0 1 forgo", "sun tower 1 2 forgo", "sun star 2 3 forgo", "star star 3 0 forgo"]
    table = after(" ".join(lines[:turns]), "players=2", f"turns={turns}", "victories=1")
    assert table.to_move() is None
    assert tottarot().options["turns"] == "3"


def test_s2_2_a_card_that_came_up_is_gone_until_the_round_is_over():
    two = after("sun sun devil 0 1 3 forgo")
    odds = dict(two.chances())
    assert odds["draw sun"] == Fraction(1, 18)
    assert odds["draw devil"] == Fraction(2, 18)
    assert odds["draw star"] == Fraction(3, 18)
    last = along(two, "sun star star")
    assert "draw sun" not in dict(along(last, "1 2 0 forgo").chances())
    fresh = along(two, "star star star 1 3 0 forgo  hermit hermit hermit 2 0 1 forgo")
    assert fresh.round == 2
    assert {weight for _, weight in fresh.chances()} == {Fraction(1, 7)}


def test_s2_3_a_used_token_is_out_of_reach_until_the_round_is_over():
    second = after("sun star hermit 0 1 3 forgo star star sun")
    assert second.to_move() == "A"
    assert second.legal() == ("declare 1", "declare 2", "declare 3")
    again = along(second, "1 2 0 forgo  sun hermit hermit 2 3 1 forgo")
    assert again.round == 2
    assert [again.unused(seat) for seat in range(3)] == [(0, 1, 2, 3)] * 3


def test_s5_1_the_highest_sum_wins_a_victory_token():
    table = after("sun star hermit 0 1 2 forgo", "turns=1")
    assert table.victories == (1, 0, 0)


def test_s5_1_of_equal_sums_more_unused_tokens_win():
    table = after("sun sun devil 1 0 2 forgo", "turns=1")
    assert table.victories == (0, 1, 0)


def test_s5_1_all_who_are_still_equal_get_a_token():
    table = after("sun sun devil 1 1 2 forgo", "turns=1")
    assert table.victories == (1, 1, 0)


def test_s5_1_a_turn_without_a_fate_counts_nothing():
    table = after("devil tower devil 1 0 2 seize-B", "turns=1")
    assert table.victories == (0, 1, 0)


def test_s5_2_the_first_with_two_victory_tokens_wins():
    first = "sun star hermit 0 1 2 forgo"
    table = after(first, "turns=1")
    assert table.outcome() is None
    # B starts the second round, so B and C draw before A.
    won = along(table, "star hermit sun 1 2 0 forgo")
    assert won.outcome().result == "A"
    assert won.outcome().scores == (2, 0, 0)
    assert "round 2" in won.outcome().reason
    assert won.legal() == ()


def test_s5_2_another_number_may_be_agreed():
    assert after("sun star hermit 0 1 2 forgo", "turns=1", "victories=1").outcome().result == "A"
    assert tottarot().options["victories"] == "2"


def test_s5_2_several_at_once_share_the_win():
    shared = after("sun sun devil 1 1 2 forgo", "turns=1", "victories=1").outcome()
    assert (shared.result, shared.scores) == ("A+B", (1, 1, 0))
    assert "share" in shared.reason
    assert {"A", "A+B", "A+C", "A+B+C"} <= set(tottarot().results)
