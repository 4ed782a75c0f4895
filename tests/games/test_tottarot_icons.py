"""Tottarot §4: what the icons of fixed fates do."""

from __future__ import annotations

import pytest

from printkit.games.tottarot.rules import FATES
from printkit.games.tottarot.table import points_of
from tests.games.tottarot_plays import after, along, seen_by


def test_s4_1_mutual_look_shows_two_fates_to_each_other():
    table = after("lovers star hermit 0 1 3 forgo sun devil star meet-B")
    assert seen_by(table, "A") == ["sun", "devil", "?"]
    assert seen_by(table, "B") == ["sun", "devil", "?"]
    assert seen_by(table, "C") == ["?", "?", "star"]


def test_s4_1_everybody_sees_who_met_whom():
    views = [after(f"lovers star hermit 0 1 3 forgo sun devil star meet-{seat}").view("C") for seat in "BC"]
    assert views[0] != views[1]
    assert "?:A:AB/?:B:AB" in views[0]


def test_s4_2_one_sided_look_shows_one_fate_to_its_owner():
    table = after("star hermit sun 0 1 3 forgo sun devil star")
    assert (table.to_move(), table.legal()) == ("B", ("look A", "look C"))
    looked = along(table, "look-A")
    assert seen_by(looked, "B") == ["sun", "devil", "?"]
    assert seen_by(looked, "A") == ["sun", "?", "?"]
    assert seen_by(looked, "C") == ["?", "?", "star"]


def test_s4_3_forced_reveal_shows_the_fate_to_all_without_a_choice():
    table = after("tower star sun 0 1 3 forgo sun devil star")
    assert (table.to_move(), table.legal()) == ("A", ("declare 1", "declare 2", "declare 3"))
    assert [seen_by(table, seat)[0] for seat in "ABC"] == ["sun", "sun", "sun"]
    assert seen_by(table, "C") == ["sun", "?", "star"]


def test_s4_icons_act_in_order_from_the_start_player():
    first = after("hermit lovers devil 0 1 3 forgo sun devil star")
    assert first.to_move() == "A"
    assert along(first, "look-C").to_move() == "B"
    # In a second round B starts: its icon acts before A's.
    line = "sun star hermit 0 1 2 forgo star sun sun 2 0 1 forgo"
    second = after(f"{line} lovers devil hermit 0 3 1 forgo sun star star", "turns=2")
    assert (second.round, second.to_move()) == (2, "B")
    assert along(second, "meet-C").to_move() == "A"


def test_s4_a_reveal_waits_for_the_icons_before_it():
    table = after("hermit tower sun 0 1 3 forgo sun devil star")
    assert table.to_move() == "A"
    assert seen_by(table, "C") == ["?", "?", "star"]
    assert seen_by(along(table, "look-C"), "C") == ["?", "devil", "star"]


def test_s4_an_icon_seized_serves_whoever_fixed_it():
    table = after("lovers devil star 0 3 1 seize-A sun sun star")
    assert (table.to_move(), table.legal()) == ("B", ("meet A", "meet C"))


def test_s4_a_fate_discarded_has_no_icon():
    table = after("lovers sun star 3 0 1 forgo sun sun star")
    assert table.legal() == ("declare 0", "declare 1", "declare 2")


def test_s4_icons_do_not_reach_into_the_next_round():
    table = after("lovers star hermit 0 1 3 forgo sun devil star", "turns=1")
    assert table.round == 2
    assert table.legal()[0].startswith("declare")


def test_s4_4_the_flip_turns_the_fate_before_it():
    for before in FATES:
        line = f"{before} star star 0 1 3 forgo hanged-man hermit tower"
        looks = {"lovers": "meet-B ", "hermit": "look-B "}.get(before, "")
        table = along(after(line), f"{looks}1 2 0 forgo")
        expected = -FATES[before].points + FATES["hanged-man"].points
        assert table.points(0) == expected, before


def test_s4_4_the_flip_reaches_over_a_turn_without_a_fate():
    line = "sun star star 0 1 3 forgo  star hermit sun 3 0 1 forgo  hanged-man tower sun look-A 1 2 0 forgo"
    table = after(line, "victories=1")
    assert table.rows[0] == ("sun", None, "hanged-man")
    assert table.points(0) == -4


@pytest.mark.parametrize(
    ("row", "points"),
    [
        ((), 0),
        (("hanged-man",), -1),
        (("sun", "hanged-man"), -4),
        (("devil", "hanged-man"), 4),
        (("devil", None, "hanged-man"), 4),
        (("sun", "star", "hanged-man"), 0),
        (("hanged-man", "sun"), 2),
        (("hanged-man", "hanged-man"), 0),
        (("sun", "hanged-man", "hanged-man"), -3),
    ],
)
def test_s4_4_points_of_a_row(row, points):
    assert points_of(after("sun").rules, row) == points


def test_s4_4_a_flipped_icon_keeps_working():
    line = "sun star star 0 1 3 forgo  hanged-man star tower 1 2 0 forgo  hanged-man sun sun 2 3 1 forgo"
    table = after(line, "victories=1")
    # Turned by the second hanged man, the first counts +1, and the sun before it stays upside down.
    assert table.rows[0] == ("sun", "hanged-man", "hanged-man")
    assert table.points(0) == -3 + 1 - 1
