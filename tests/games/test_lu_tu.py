"""新遊, paragraph by paragraph, with its exact odds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.games.find import find_board, make_game
from printkit.games.lu_tu import PAYS, edge
from printkit.games.toolkit.turns import casts
from tests.games.air_moments import after, points

GAME = "lu-tu"
TEXT = (Path(__file__).resolve().parent.parent.parent / "docs/rules/lu-tu.md").read_text(encoding="utf-8")


def thrown(bets, dark, *options):
    return after(make_game(GAME, options).start, "first A", *bets, f"cast {dark}")


def test_s1_1_each_seat_is_dealer_once():
    state = make_game(GAME).start
    dealers = []
    state = after(state, "first B")
    while state.outcome() is None:
        dealers.append(state.dealer)
        state = after(state, "bet 1 on 2", "bet 1 on 3", "cast 0")
    assert dealers == [1, 2, 0]
    assert points(state) == (0, 0, 0)
    assert thrown(("bet 1 on 2", "bet 1 on 3"), 0, "rounds=2").stage() == 1


def test_s1_2_the_others_stake_on_a_number():
    state = after(make_game(GAME, ["limit=2"]).start, "first A")
    assert state.to_move() == "B"
    assert state.legal() == tuple(f"bet {stake} on {number}" for stake in (1, 2) for number in range(6))
    state = after(state, "bet 2 on 3", "bet 1 on 3")
    assert state.to_move() == "chance"


def test_s1_3_the_dealer_throws_five_sticks():
    state = after(make_game(GAME).start, "first A", "bet 1 on 2", "bet 1 on 3")
    assert state.chances() == casts(5)


@pytest.mark.parametrize(("number", "pays"), [*enumerate((8, 4, 2, 2, 4, 8))])
def test_s1_4_the_number_pays_and_the_others_lose(number, pays):
    bets = (f"bet 3 on {number}", f"bet 2 on {(number + 1) % 6}")
    assert points(thrown(bets, number)) == (2 - 3 * pays, 3 * pays, -2)
    assert points(thrown(bets, number, "odds=included")) == (2 - 3 * (pays - 1), 3 * (pays - 1), -2)


def test_s1_4_what_the_dealer_keeps_is_what_the_table_says():
    rows = re.findall(r"^\| (\d), (\d) \| (\d+)/32 \| ([\d.]+) % \| ([\d.]+) % \|$", TEXT, re.M)
    assert len(rows) == 3
    for low, high, odds, on_top, included in rows:
        for number in map(int, (low, high)):
            assert casts(5)[number][1] * 32 == int(odds)
            assert 100 * float(edge(number)) == pytest.approx(float(on_top), abs=0.0501)
            assert 100 * float(edge(number, on_top=False)) == pytest.approx(float(included), abs=0.0501)


@pytest.mark.parametrize("odds", ["on-top", "included"])
def test_s1_4_the_edges_are_those_of_the_engine(odds):
    """Every number staked on by B, every throw of 親: the mean loss."""
    for number in range(len(PAYS)):
        mean = sum(
            share * points(thrown((f"bet 1 on {number}", "bet 1 on 0"), dark, f"odds={odds}"))[1]
            for dark, (_, share) in enumerate(casts(5))
        )
        assert -mean == edge(number, on_top=odds == "on-top")


def test_s1_4_the_mat_shows_what_numbers_pay_and_how_often_they_come():
    stakes = find_board(GAME).stakes.values()
    assert [(each.number, each.pays) for each in stakes] == [
        (str(n), f"×{pays}") for n, pays in enumerate(PAYS)
    ]
    assert [each.odds for each in stakes] == [f"{odds * 32}/32" for _, odds in casts(5)]
