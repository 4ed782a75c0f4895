"""Tottarot §3: proclamation, declaration, seizure and fixing."""

from __future__ import annotations

import pytest

from printkit.games.core import CHANCE, IllegalAction
from tests.games.tottarot_plays import after, along, kinds, seen_by, tottarot


def test_s3_1_each_draws_one_fate_in_order_and_looks_at_it():
    table = tottarot().start
    for seat, kind in enumerate(("sun", "devil", "star")):
        assert table.to_move() == CHANCE
        table = along(table, kind)
        assert kinds(table)[seat] == kind
    assert table.to_move() == "A"
    assert seen_by(table, "A") == ["sun", "?", "?"]
    assert seen_by(table, "B") == ["?", "devil", "?"]
    assert seen_by(table, "C") == ["?", "?", "star"]


def test_s3_1_the_start_player_draws_first():
    second = after("sun star hermit 0 1 2 forgo devil", "turns=1")
    assert kinds(second) == [None, "devil", None]


def test_s3_2_icons_act_between_proclamation_and_declaration():
    drawn = after("lovers star hermit 0 1 3 forgo sun sun star")
    assert drawn.to_move() == "A"
    assert drawn.legal() == ("meet B", "meet C")
    assert along(drawn, "meet-B").legal() == ("declare 1", "declare 2", "declare 3")


def test_s3_2_only_icons_of_the_turn_before_act():
    third = after("lovers star devil 0 1 3 forgo sun sun star meet-B 1 3 0 forgo hermit sun star")
    assert third.legal() == ("declare 2", "declare 3")


def test_s3_3_nobody_sees_a_token_before_the_last_one_lies():
    table = after("sun devil star 0 3")
    assert (table.to_move(), table.legal()) == ("C", ("declare 0", "declare 1", "declare 2", "declare 3"))
    assert "declared=0/?/-" in table.view("A")
    assert "declared=?/3/-" in table.view("B")
    assert "declared=?/?/-" in table.view("C")
    turned = along(table, "1")
    assert all("declared=0/3/1" in turned.view(seat) for seat in "ABC")


def test_s3_3_what_others_declared_does_not_change_what_is_legal():
    assert len({after(f"sun devil star {first}").legal() for first in (0, 1, 2, 3)}) == 1


def test_s3_4_the_highest_discards_and_takes_a_fate_unseen():
    table = after("sun devil star 0 3 1")
    assert (table.to_move(), table.legal()) == ("B", ("forgo", "seize A", "seize C"))
    assert seen_by(table, "B") == ["?", "devil", "?"]
    fixed = along(table, "seize-A")
    assert fixed.discards == ("devil",)
    assert fixed.rows == ((None,), ("sun",), ("star",))


def test_s3_4_the_discard_lies_open_and_the_new_fate_is_seen_by_its_taker_alone():
    # A and B are both highest, so that A's seizure can be looked at before the fates are fixed.
    table = after("tower devil star 3 3 1 seize-C")
    assert all("discards=tower" in table.view(seat) for seat in "ABC")
    assert seen_by(table, "A") == ["star", "?", "-"]
    assert seen_by(table, "B") == ["?", "devil", "-"]
    assert seen_by(table, "C") == ["star", "?", "-"]


def test_s3_4_whoever_takes_none_has_nothing_this_turn():
    table = after("sun devil star 0 3 1 forgo")
    assert table.rows == (("sun",), (None,), ("star",))
    assert [table.points(seat) for seat in range(3)] == [3, 0, 2]


def test_s3_5_several_highest_act_in_order_from_the_start_player():
    table = after("sun devil star 3 1 3")
    assert table.to_move() == "A"
    assert along(table, "forgo").to_move() == "C"
    # In the second round B starts, so that C comes before A.
    later = after("sun star hermit 0 1 2 forgo  devil star sun 1 3 3", "turns=1")
    assert later.to_move() == "C"
    assert along(later, "forgo").to_move() == "A"


def test_s3_5_who_was_robbed_before_acting_cannot_seize():
    table = after("sun devil star 3 3 1 seize-B")
    assert table.to_move() == CHANCE
    assert table.rows == (("devil",), (None,), ("star",))
    assert table.discards == ("sun",)


def test_s3_5_a_seized_fate_may_be_seized_again():
    table = after("tower devil sun 3 3 0 seize-C")
    assert (table.to_move(), table.legal()) == ("B", ("forgo", "seize A"))
    again = along(table, "seize-A")
    assert again.rows == ((None,), ("sun",), (None,))
    assert again.discards == ("tower", "devil")


def test_s3_5_a_later_one_may_find_nothing_to_take():
    table = after("tower devil 3 3 forgo", "players=2")
    assert (table.to_move(), table.legal()) == ("B", ("forgo",))


def test_s3_6_fates_are_fixed_and_safe_and_tokens_spent():
    table = after("sun devil star 0 3 1 forgo")
    assert kinds(table) == [None, None, None]
    assert table.used == ((0,), (3,), (1,))
    second = along(table, "tower tower hermit 3 0 2")
    # The sun in A's row is not to be had: only what is proclaimed can be seized.
    assert along(second, "seize-B").rows == (("sun", "tower"), (None, None), ("star", "hermit"))


@pytest.mark.parametrize("wrong", ["seize B", "seize D", "declare 0", "draw sun", "forgo "])
def test_s3_an_illegal_action_names_the_legal_ones(wrong):
    table = after("sun devil star 0 3 1")
    with pytest.raises(IllegalAction, match="legal: forgo, seize A, seize C"):
        table.apply(wrong)
