"""Youscout §4: one turn of the original game. The numbers of every board are 0 but for those a test names."""

from __future__ import annotations

import pytest

from printkit.games.core import CHANCE, PLAYER

UPPER = "terminal=0"
LOWER = "terminal=13"


@pytest.mark.parametrize(("place", "ahead", "across"), [(4, 5, 1), (5, 6, 2), (6, 1, 3)])
def test_s4_1_cup_moves_forward_and_joins_the_pile_across(table, piles, place, ahead, across):
    weak = {f"p{place}_cup_up": 2, f"p{ahead}_wand_up": 6}
    moved = table(f"token={place} {UPPER}", **weak).apply("draw Cu5")
    assert (moved.token, piles(moved)) == (ahead, {str(across): "Cu5"})
    stuck = table(f"token={place} {UPPER}", **weak).apply("draw Cu4")
    assert (stuck.token, piles(stuck)) == (place, {str(across): "Cu4"})


@pytest.mark.parametrize(("place", "behind"), [(4, 3), (5, 4), (6, 5)])
def test_s4_2_sword_moves_backward_and_joins_the_swords(table, piles, place, behind):
    numbers = {f"p{behind}_guard": 4, f"p{behind}_pain": 3}
    pile = f"{place}=Co2,Co6,Co1"
    moved = table(f"token={place} {UPPER} {pile}", **numbers).apply("draw Sw6")
    assert (moved.token, piles(moved)) == (behind, {str(place): "Co2 Co6 Co1", "Sw": "Sw6"})
    assert table(f"token={place} {UPPER} {pile}", **numbers).apply("draw Sw7").token == place


@pytest.mark.parametrize(("place", "target"), [(4, "5"), (5, "6"), (6, "Co")])
def test_s4_2_sword_held_off_pushes_the_largest_coin_on(table, piles, place, target):
    pile = f"{place}=Co2,Co6,Co1"
    stuck = table(f"token={place} {UPPER} {pile}").apply("draw Sw6")
    assert stuck.token == place
    assert piles(stuck) == {str(place): "Co2 Co1", target: "Co6", "D": "Sw6"}


def test_s4_2_sword_held_off_from_an_empty_pile_is_discarded_alone(table, piles):
    stuck = table(f"token=4 {UPPER}", p3_guard=5).apply("draw Sw5")
    assert (stuck.token, piles(stuck)) == (4, {"D": "Sw5"})


@pytest.mark.parametrize(("place", "across"), [(4, 1), (5, 2), (6, 3)])
def test_s4_3_wand_moves_across_against_the_sum_of_the_coins(table, piles, place, across):
    numbers = {f"p{place}_wand_up": 1, f"p{across}_cup_down": 2, f"p{place}_joy": 3}
    position = f"token={place} {UPPER} {across}=Cu2,Cu4 {place}=Co1,Co5"
    moved = table(position, **numbers).apply("draw Wa3")
    assert (moved.token, piles(moved)) == (
        across,
        {"D": "Wa3 Cu4", str(across): "Cu2", str(place): "Co1 Co5"},
    )
    stuck = table(position, **numbers).apply("draw Wa2")
    assert stuck.token == place
    assert piles(stuck) == {"D": "Wa2", str(across): "Cu2 Cu4", str(place): "Co1", "Co": "Co5"}


def test_s4_3_wand_needs_a_card_across(table, piles):
    stuck = table(f"token=4 {UPPER} 4=Co1", p4_wand_up=9).apply("draw Wa14")
    assert (stuck.token, piles(stuck)) == (4, {"D": "Wa14", "Co": "Co1"})
    empty = table(f"token=4 {UPPER}", p4_wand_up=9).apply("draw Wa14")
    assert (empty.token, piles(empty)) == (4, {"D": "Wa14"})


def test_s4_4_coin_joins_the_pile_and_the_token_rests(table, piles):
    rested = table(f"token=5 {UPPER} 5=Co9", p5_pain=9).apply("draw Co3")
    assert (rested.token, piles(rested)) == (5, {"5": "Co9 Co3"})


@pytest.mark.parametrize(("place", "ahead", "across"), [(1, 2, 4), (2, 3, 5), (3, 4, 6)])
def test_s4_5_coin_moves_forward_and_joins_the_pile_across(table, piles, place, ahead, across):
    numbers = {f"p{place}_pain": 2, f"p{ahead}_joy": 6}
    moved = table(f"token={place} {LOWER}", **numbers).apply("draw Co5")
    assert (moved.token, piles(moved)) == (ahead, {str(across): "Co5"})


def test_s4_5_coin_held_off_joins_the_lower_coins(table, piles):
    stuck = table(f"token=3 {LOWER} Co=Co1", p3_pain=2, p4_joy=6).apply("draw Co4")
    assert (stuck.token, piles(stuck)) == (3, {"Co": "Co1 Co4"})


@pytest.mark.parametrize(("place", "behind"), [(1, 6), (2, 1), (3, 2)])
def test_s4_6_wand_moves_backward_over_the_smallest_suitable_cup(table, piles, place, behind):
    numbers = {f"p{place}_wand_down": 3, f"p{behind}_cup_down": 4}
    position = f"token={place} {LOWER} {place}=Cu9,Cu3,Cu5"
    moved = table(position, **numbers).apply("draw Wa5")
    assert (moved.token, piles(moved)) == (behind, {"D": "Wa5 Cu3", str(place): "Cu9 Cu5"})
    several = table(position, **numbers).apply("draw Wa8")
    assert piles(several) == {"D": "Wa8 Cu3", str(place): "Cu9 Cu5"}
    stuck = table(position, **numbers).apply("draw Wa4")
    assert (stuck.token, piles(stuck)) == (place, {"D": "Wa4", str(place): "Cu9 Cu3 Cu5"})


def test_s4_6_wand_without_a_cup_is_discarded(table, piles):
    stuck = table(f"token=2 {LOWER}", p2_wand_down=9).apply("draw Wa14")
    assert (stuck.token, piles(stuck)) == (2, {"D": "Wa14"})


@pytest.mark.parametrize(("place", "across"), [(1, 4), (2, 5), (3, 6)])
def test_s4_7_sword_leaves_the_choice_if_attack_and_coins_are_more(table, place, across):
    numbers = {f"p{place}_attack": 2, f"p{across}_guard": 3}
    position = f"token={place} {LOWER} {across}=Co3,Co5 Co=Co2,Co7 Sw=Sw1,Sw4"
    waits = table(position, **numbers).apply("draw Sw6")
    assert waits.to_move() == PLAYER
    assert waits.drawn == "Sw6"
    assert waits.legal() == ("move", "stay")
    held = table(position, **numbers).apply("draw Sw5")
    assert held.to_move() == CHANCE
    assert held.token == place


def test_s4_7_move_clears_swords_and_coins_and_lays_the_sword(table, piles):
    waits = table(f"token=2 {LOWER} 2=Cu4 5=Co1 Co=Co9,Co8 Sw=Sw1").apply("draw Sw5")
    moved = waits.apply("move")
    assert moved.token == 5
    assert piles(moved) == {"D": "Sw1 Co9 Co8", "Sw": "Sw5", "2": "Cu4", "5": "Co1"}
    assert moved.drawn == ""
    assert moved.to_move() == CHANCE


def test_s4_7_stay_clears_the_pile_and_the_sword(table, piles):
    waits = table(f"token=2 {LOWER} 2=Cu4,Cu3 5=Co1 Co=Co9 Sw=Sw1").apply("draw Sw5")
    stayed = waits.apply("stay")
    assert stayed.token == 2
    assert piles(stayed) == {"D": "Cu4 Cu3 Sw5", "Sw": "Sw1", "Co": "Co9", "5": "Co1"}


def test_s4_7_sword_held_off_takes_the_largest_cup_with_it(table, piles):
    held = table(f"token=2 {LOWER} 2=Cu4,Cu9,Cu3", p5_guard=5).apply("draw Sw5")
    assert (held.token, piles(held)) == (2, {"D": "Sw5 Cu9", "2": "Cu4 Cu3"})
    empty = table(f"token=2 {LOWER}", p5_guard=5).apply("draw Sw5")
    assert (empty.token, piles(empty)) == (2, {"D": "Sw5"})


def test_s4_8_cup_joins_the_pile_and_the_token_rests(table, piles):
    rested = table(f"token=3 {LOWER} 3=Cu9", p3_cup_up=9).apply("draw Cu1")
    assert (rested.token, piles(rested)) == (3, {"3": "Cu9 Cu1"})


def test_s4_ties_in_value_go_to_the_first_laid(table, piles):
    stuck = table(f"token=4 {UPPER} 4=Co12,Co14,Co11", "court=K10").apply("draw Sw10")
    assert piles(stuck) == {"4": "Co14 Co11", "5": "Co12", "D": "Sw10"}


def test_s4_reversed_majors_count_their_other_numbers(table):
    upright = table(f"token=4 {UPPER}", p5_wand_up=9).apply("draw Cu5")
    reversed_ahead = table(f"board=14,15,16,17,18r,19 token=4 {UPPER}", p5_wand_up=9).apply("draw Cu5")
    assert (upright.token, reversed_ahead.token) == (4, 5)


# Rules of piles for variants: what becomes of the largest card, and of Sw and Co.


@pytest.mark.parametrize(
    ("option", "coins", "drawn", "after"),
    [
        ("upper-sword-card=ahead", "Co2,Co6,Co1", "Sw6", {"4": "Co2 Co1", "5": "Co6", "D": "Sw6"}),
        ("upper-sword-card=stays", "Co2,Co6,Co1", "Sw6", {"4": "Co2 Co6 Co1", "D": "Sw6"}),
        ("upper-sword-card=discarded", "Co2,Co6,Co1", "Sw6", {"4": "Co2 Co1", "D": "Sw6 Co6"}),
        ("upper-wand-card=coins", "Co2,Co6", "Wa5", {"4": "Co2", "D": "Wa5", "Co": "Co6"}),
        ("upper-wand-card=stays", "Co2,Co6", "Wa5", {"4": "Co2 Co6", "D": "Wa5"}),
        ("upper-wand-card=discarded", "Co2,Co6", "Wa5", {"4": "Co2", "D": "Wa5 Co6"}),
    ],
)
def test_s4_2_s4_3_what_becomes_of_the_largest_card_when_a_card_fails_above(
    table, piles, option, coins, drawn, after
):
    stuck = table(f"token=4 {UPPER} 4={coins}", option).apply(f"draw {drawn}")
    assert (stuck.token, piles(stuck)) == (4, after)


@pytest.mark.parametrize(
    ("value", "after"),
    [("discarded", {"1": "Cu2", "D": "Sw1 Cu6"}), ("stays", {"1": "Cu2 Cu6", "D": "Sw1"})],
)
def test_s4_7_what_becomes_of_the_largest_card_when_a_sword_fails_below(table, piles, value, after):
    held = {"p4_guard": 9}
    stuck = table(f"token=1 {LOWER} 1=Cu2,Cu6", f"lower-sword-card={value}", **held).apply("draw Sw1")
    assert (stuck.token, piles(stuck)) == (1, after)


@pytest.mark.parametrize(
    ("value", "after"),
    [
        ("both", {"Sw": "Sw9", "D": "Sw2 Co4"}),
        ("swords", {"Sw": "Sw9", "Co": "Co4", "D": "Sw2"}),
        ("coins", {"Sw": "Sw2 Sw9", "D": "Co4"}),
        ("neither", {"Sw": "Sw2 Sw9", "Co": "Co4"}),
    ],
)
def test_s4_7_what_a_chosen_move_discards(table, piles, value, after):
    asked = table(f"token=1 {LOWER} Sw=Sw2 Co=Co4", f"move-discards={value}").apply("draw Sw9")
    moved = asked.apply("move")
    assert (moved.token, piles(moved)) == (4, after)
