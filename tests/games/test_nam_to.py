"""開樽, paragraph by paragraph."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.games.nam_to import HANDS, ranks_of
from tests.games.air_moments import after, dealt, hand, hands, moment, points

GAME = "nam-to"
TEXT = (Path(__file__).resolve().parent.parent.parent / "docs/rules/nam-to.md").read_text(encoding="utf-8")


def betting(*held, options=(), **fields):
    """A round of staking begins; A is 親 and everybody has paid one point."""
    held = held or ("b5 r5", "b6 b7", "r1 r2")
    return moment(
        GAME, *options, phase="bet", hands=hands(*held), **({"pot": 3, "points": (-1, -1, -1)} | fields)
    )  # fmt: skip


def best(own, board=""):
    return ranks_of(hand(own), hand(board))


def test_s1_1_two_cards_each():
    assert [len(held) for held in dealt(GAME).hands] == [2, 2, 2]


def test_s1_2_everybody_pays_one_point():
    assert (dealt(GAME).pot, points(dealt(GAME))) == (3, (-1, -1, -1))


def test_s2_1_everybody_stakes_once_or_folds():
    state = after(betting(), "bet 2")
    assert state.to_move() == "B"
    state = after(state, "bet 3", "bet 3")
    assert state.to_move() == "chance"
    assert (state.pot, points(state)) == (11, (-3, -4, -4))


def test_s2_2_at_least_as_much_as_the_seat_before():
    assert betting().legal() == ("bet 1", "bet 2", "bet 3", "bet 4", "bet 5", "fold")
    assert after(betting(), "bet 4").legal() == ("bet 4", "bet 5", "fold")
    assert after(betting(), "bet 4", "fold").legal() == ("bet 4", "bet 5", "fold")
    assert betting(options=("limit=2",)).legal() == ("bet 1", "bet 2", "fold")
    again = after(betting(), "bet 4", "bet 4", "bet 4", "turn b0")
    assert "bet 1" in again.legal()


def test_s2_3_who_folds_is_out_and_the_last_one_wins():
    state = after(betting(), "fold")
    assert (state.dealer, state.to_move()) == (1, "B")
    state = after(state, "bet 2", "fold")
    assert points(state) == (-1, 2, -1)
    assert state.dealer == 1


def test_s2_4_a_card_is_turned_up_after_each_of_three_rounds():
    bets = ("bet 1", "bet 1", "bet 1")
    state = after(betting(), *bets, "turn b0", *bets, "turn r0", *bets, "turn r7")
    assert (state.open, state.phase, state.season) == (hand("b0 r0 r7"), "bet", 0)
    assert after(state, *bets).season == 1
    assert after(betting(options=("community=0",)), *bets).season == 1


def test_s3_1_the_hands_in_their_order():
    rows = re.findall(r"^\| (\S+) \| ([s0-9ke]+) \|$", TEXT, re.M)
    assert dict(rows) == HANDS
    assert [name for name, _ in rows] == [*HANDS][::-1]
    made = [
        best("b" + kinds[0] + " r" + kinds[1], " ".join("b" + kind for kind in kinds[2:]))
        for _, kinds in rows
    ]
    made += [best("b2 b3", "b4"), best("b4 r4"), best("b8")]
    assert [rank[0][0] for rank in made] == [8, 7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("own", "board", "kind"),
    [("rs r6", "b7 b8", 2), ("bs r6", "b7 b8", 6), ("bk rs", "", 7), ("bs r3", "b0", 1), ("bs rs", "r5", 5)],
)
def test_s3_2_a_ship_stands_for_a_card_of_its_colour(own, board, kind):
    assert best(own, board)[0][0] >= kind
    assert best("bs r3", "b5")[0][0] == 5, "it is itself in 行行"


def test_s3_3_more_cards_then_higher_then_one_colour_then_the_next_hand():
    assert best("b2 r2", "b2") > best("b8 r8", "b3")
    assert best("b4 r4") > best("b3 r3")
    assert best("b4 b4") > best("b4 r4")
    assert best("b4 r4", "b7") > best("b4 r4", "b6")
    state = betting("b8 b2", "r8 r2", "b3 r1", options=("community=0",), pot=4)
    assert points(after(state, "bet 1", "bet 1", "bet 1")) == (2, 1, -2), "seven points for two"
