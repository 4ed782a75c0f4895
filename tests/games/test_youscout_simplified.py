"""Youscout §6: the simplified game. The numbers of every board are 0 but for those a test names."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.core import CHANCE, PLAYER
from printkit.games.find import make_game

GAME = "youscout-simplified"
UPPER = "terminal=0"
LOWER = "terminal=13"


@pytest.fixture
def simple(table):
    """A table of the simplified game."""

    def make(position, *options, **numbers):
        return table(position, *options, game=GAME, **numbers)

    return make


def test_s6_1_neither_swords_nor_coins_have_a_pile(simple):
    for pile in ("Sw=Sw1", "Co=Co1"):
        with pytest.raises(InputError, match="no field"):
            simple(f"token=4 {UPPER} {pile}")


def test_s6_1_there_is_no_replacement():
    with pytest.raises(InputError, match="unknown option 'replacements'"):
        make_game(GAME, ["replacements=3"])


def test_s6_2_only_attack_and_pain_count_and_reversed_guard_and_joy(simple):
    others = {"p3_guard": 99, "p3_joy": 99, "p3_cup_up": 99, "p4_joy": 99, "p4_cup_down": 99, "p4_attack": 99}
    assert simple(f"token=4 {UPPER}", **others).apply("draw Sw1").token == 3
    turned = "board=14,15,16r,17,18,19"
    assert simple(f"{turned} token=4 {UPPER}", p3_attack=99, p3_pain=99).apply("draw Sw1").token == 3
    assert simple(f"{turned} token=4 {UPPER}", p3_guard=1).apply("draw Sw1").token == 4
    assert simple(f"{turned} token=4 {UPPER}", p3_joy=1).apply("draw Sw1").token == 4


def test_s6_3_a_pile_counts_its_largest_card_and_not_the_major(simple):
    numbers = {"p4_pain": 9, "p3_attack": 5}
    assert simple(f"token=4 {UPPER}", **numbers).apply("draw Sw1").token == 3
    assert simple(f"token=4 {UPPER} 4=Co2,Co4,Co3", **numbers).apply("draw Sw1").token == 4
    assert simple(f"token=4 {UPPER} 4=Co2,Co4,Co3", **numbers).apply("draw Sw2").token == 3


def test_s6_4_a_tie_is_lost_unless_agreed_beforehand(simple):
    position = f"token=4 {UPPER} 3=Cu6 4=Co2"
    assert simple(position, p3_attack=1).apply("draw Sw5").token == 4
    assert simple(position, p3_attack=1).apply("draw Sw6").token == 3
    assert simple(position, "comparison=greater-equal", p3_attack=1).apply("draw Sw5").token == 3
    assert simple(position, "comparison=greater-equal", p3_attack=1).apply("draw Sw4").token == 4
    assert make_game(GAME).options["comparison"] == "greater"


def test_s6_4_won_costs_the_card_that_backed_it(simple, piles):
    won = simple(f"token=4 {UPPER} 3=Cu1,Cu2 4=Co2,Co9").apply("draw Sw5")
    assert (won.token, piles(won)) == (3, {"D": "Sw5 Co9", "3": "Cu1 Cu2", "4": "Co2"})
    bare = simple(f"token=4 {UPPER} 3=Cu1", p4_pain=9).apply("draw Sw5")
    assert (bare.token, piles(bare)) == (3, {"D": "Sw5", "3": "Cu1"})


def test_s6_4_lost_costs_the_card_that_held_it_off(simple, piles):
    lost = simple(f"token=4 {UPPER} 3=Cu1,Cu12 4=Co2").apply("draw Sw5")
    assert (lost.token, piles(lost)) == (4, {"D": "Sw5 Cu12", "3": "Cu1", "4": "Co2"})
    bare = simple(f"token=4 {UPPER} 4=Co2", p3_pain=9).apply("draw Sw5")
    assert (bare.token, piles(bare)) == (4, {"D": "Sw5", "4": "Co2"})


def test_s6_4_of_equal_cards_the_first_laid_is_discarded(simple, piles):
    lost = simple(f"token=4 {UPPER} 3=Cu12,Cu14", "court=K10").apply("draw Sw10")
    assert piles(lost) == {"D": "Sw10 Cu12", "3": "Cu14"}


@pytest.mark.parametrize(("place", "ahead", "behind", "across"), [(4, 5, 3, 1), (5, 6, 4, 2), (6, 1, 5, 3)])
def test_s6_5_upper(simple, piles, place, ahead, behind, across):
    state = simple(f"token={place} {UPPER}")
    cup, sword, wand, coin = (state.apply(f"draw {card}") for card in ("Cu1", "Sw1", "Wa1", "Co1"))
    assert (cup.token, piles(cup)) == (ahead, {str(across): "Cu1"})
    assert (sword.token, piles(sword)) == (behind, {"D": "Sw1"})
    assert (wand.token, piles(wand)) == (across, {"D": "Wa1"})
    assert (coin.token, piles(coin)) == (place, {str(place): "Co1"})
    assert {each.to_move() for each in (cup, sword, wand, coin)} == {CHANCE}


@pytest.mark.parametrize(("place", "ahead", "behind", "across"), [(1, 2, 6, 4), (2, 3, 1, 5), (3, 4, 2, 6)])
def test_s6_6_lower(simple, piles, place, ahead, behind, across):
    state = simple(f"token={place} {LOWER} {place}=Cu9")
    coin, wand, cup = (state.apply(f"draw {card}") for card in ("Co1", "Wa1", "Cu1"))
    assert (coin.token, piles(coin)) == (ahead, {str(place): "Cu9", str(across): "Co1"})
    assert (wand.token, piles(wand)) == (behind, {"D": "Wa1 Cu9"})
    assert (cup.token, piles(cup)) == (place, {str(place): "Cu9 Cu1"})
    sword = state.apply("draw Sw1")
    assert (sword.to_move(), sword.drawn, sword.legal()) == (PLAYER, "Sw1", ("move", "stay"))
    moved, stayed = sword.apply("move"), sword.apply("stay")
    assert (moved.token, piles(moved)) == (across, {"D": "Sw1 Cu9"})
    assert (stayed.token, piles(stayed)) == (place, {"D": "Sw1", str(place): "Cu9"})


def test_s6_6_a_lost_sword_leaves_no_choice(simple, piles):
    lost = simple(f"token=2 {LOWER} 2=Cu3 5=Co9").apply("draw Sw6")
    assert lost.to_move() == CHANCE
    assert (lost.token, piles(lost)) == (2, {"D": "Sw6 Co9", "2": "Cu3"})
