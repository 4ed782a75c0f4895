"""Youscout §3.2 to §3.4: the talon, the terminal, the end and the piles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from printkit.games.core import CHANCE, IllegalAction
from printkit.games.find import make_game
from printkit.games.youscout.board import largest, lay, shift, smallest, sweep
from printkit.games.youscout.cards import MINORS


@pytest.mark.parametrize("game", ["youscout", "youscout-simplified"])
def test_s3_2_a_drawn_card_leaves_the_talon(table, game):
    state = table("token=4 terminal=0", game=game).apply("draw Co3")
    assert "draw Co3" not in state.legal()
    assert {weight for _, weight in state.chances()} == {Fraction(1, 56)}
    with pytest.raises(IllegalAction, match="illegal action 'draw Co3'"):
        state.apply("draw Co3")


def test_s3_2_the_terminal_counts_and_the_discards_return(table, piles):
    before = table("token=4 terminal=0 D=Wa1,Wa2 4=Co3 Sw=Sw4", "terminals=3")
    assert "draw Wa1" not in before.legal()
    after = before.apply("draw 0")
    assert after.terminals == 1
    assert after.to_move() == CHANCE
    assert piles(after) == {"4": "Co3", "Sw": "Sw4"}
    assert {"draw Wa1", "draw Wa2", "draw 0"} <= set(after.legal())
    assert not {"draw Co3", "draw Sw4"} & set(after.legal())
    assert len(after.legal()) == 55


def test_s3_2_terminals_is_usually_three_and_never_none():
    assert make_game("youscout").options["terminals"] == "3"
    assert make_game("youscout-simplified").options["terminals"] == "3"


@pytest.mark.parametrize("times", [1, 2, 5])
def test_s3_2_the_terminal_must_appear_so_often(table, times):
    state = table("token=4 terminal=0", f"terminals={times}")
    for _ in range(times):
        assert state.outcome() is None
        state = state.apply("draw 0")
    assert state.outcome() is not None
    assert state.legal() == ()
    assert state.to_move() is None


def test_s3_3_the_last_terminal_ends_the_game_and_lies_nowhere(table, piles):
    before = table("token=5 terminal=0 terminals=2 D=Wa1 5=Co2")
    after = before.apply("draw 0")
    assert piles(after) == {"D": "Wa1", "5": "Co2"}
    assert "0" not in after.talon
    with pytest.raises(IllegalAction, match="the game is over"):
        after.apply("draw Co3")


@pytest.mark.parametrize(
    ("terminal", "winning"), [("0", {5, 6}), ("13", {2, 5})], ids=["upper start", "lower start"]
)
def test_s3_3_where_the_token_wins(table, terminal, winning):
    for place in range(1, 7):
        state = table(f"token={place} terminal={terminal} terminals=2").apply(f"draw {terminal}")
        won = place in winning
        assert state.outcome().result == ("win" if won else "lose")
        assert state.outcome().scores == (int(won),)


def test_s3_4_largest_and_smallest_take_the_first_laid_of_equals():
    values = {"Cu11": 10, "Co14": 10, "Cu2": 2, "Co2": 2}
    assert largest(("Cu2", "Co14", "Cu11"), values) == "Co14"
    assert smallest(("Cu11", "Co2", "Cu2"), values) == "Co2"
    assert largest((), values) is None
    assert smallest((), values) is None


def test_s3_4_an_empty_pile_counts_nothing(table):
    state = table("token=4 terminal=0 4=Co3,Co13")
    assert (state.highest(4), state.total(4)) == (13, 16)
    assert (state.highest(5), state.total(5)) == (0, 0)


def _plays(state):
    """How many different plays lead from a state to the end of the game."""
    legal = state.legal()
    return sum(_plays(state.apply(action)) for action in legal) if legal else 1


def _all_but(*left):
    return "D=" + ",".join(card for card in MINORS if card not in left)


@pytest.mark.parametrize(("coins", "plays"), [(0, 1), (1, 2), (2, 5), (3, 16), (4, 65)])
def test_counts_of_plays_without_choices(table, coins, plays):
    """Coins above never move the token: the sum of n!/(n-k)! over the number k of coins drawn."""
    left = [f"Co{rank}" for rank in range(1, coins + 1)]
    state = table(f"token=4 terminal=0 terminals=2 {_all_but(*left)}")
    assert _plays(state) == plays


@pytest.mark.parametrize(("swords", "plays"), [(0, 1), (1, 3), (2, 11), (3, 49)])
def test_counts_of_plays_with_choices(table, swords, plays):
    """With a table of zeros each sword below is a choice, and above none: f(n) = 1 + n (f(n-1) + g(n-1)).

    f counts from below, g from above, where g is the count without choices.
    """
    left = [f"Sw{rank}" for rank in range(1, swords + 1)]
    state = table(f"token=2 terminal=13 terminals=2 {_all_but(*left)}")
    assert _plays(state) == plays


def test_piles_keep_the_order_laid():
    piles = lay(((), ("Cu1",), *((),) * 7), 1, "Cu9", "Cu3")
    assert piles[1] == ("Cu1", "Cu9", "Cu3")
    assert shift(piles, "Cu9", 1, 8)[1:2] == (("Cu1", "Cu3"),)
    assert shift(piles, "Cu9", 1, 8)[8] == ("Cu9",)
    assert sweep(piles, 1) == (("Cu1", "Cu9", "Cu3"), *((),) * 8)
