"""Youscout §1: the cards, their numbers and their values."""

from __future__ import annotations

import re

import pytest

from printkit.errors import InputError
from printkit.games.find import make_game
from printkit.games.youscout.cards import (
    BOARD_MAJORS,
    DEATH,
    FOOL,
    MAJOR_NAMES,
    MINORS,
    NUMBERS,
    keeps_checksum,
    rank,
    suit,
)
from printkit.games.youscout.rules import COMMON_OPTIONS, make_rules

USUAL = {option.key: option.usual for option in COMMON_OPTIONS}


def _rules(**options):
    return make_rules("youscout", USUAL | options, None)


def test_s1_1_four_suits_of_fourteen_and_twenty_two_majors():
    assert len(MINORS) == len(set(MINORS)) == 56
    assert {suit(card) for card in MINORS} == {"Sw", "Co", "Cu", "Wa"}
    assert sorted(rank(card) for card in MINORS) == sorted(list(range(1, 15)) * 4)
    assert list(NUMBERS) == list(range(22))
    assert len(MAJOR_NAMES) == 22


def test_s1_2_minors_are_sorted_as_text():
    assert MINORS[:3] == ("Co1", "Co10", "Co11")
    assert list(MINORS) == sorted(MINORS)


def test_s1_5_the_rule_text_prints_the_table_of_the_engine(root):
    text = (root / "docs/rules/youscout.md").read_text(encoding="utf-8")
    printed = {}
    for number, name, row in re.findall(r"^\| (\d+) ([A-Z][A-Za-z ]+) \| ([0-9/ |]+) \|$", text, re.M):
        assert MAJOR_NAMES[int(number)] == name
        printed[int(number)] = tuple(map(int, re.findall(r"\d+", row)))
    assert printed == NUMBERS


@pytest.mark.parametrize(
    ("major", "row"),
    [
        (1, (3, 3, 5, 7, 0, 3, 7, 5)),
        (7, (7, 7, 3, 3, 0, 3, 5, 5)),
        (12, (3, 5, 3, 7, 3, 5, 0, 7)),
        (21, (0, 5, 3, 7, 7, 3, 3, 5)),
    ],
)
def test_s1_5_upright_numbers(major, row):
    assert _rules(influence="1").numbers[str(major)] == row


def test_s1_6_reversing_swaps_the_two_numbers_of_each_suit():
    numbers = _rules(influence="1").numbers
    assert numbers["16"] == (5, 7, 5, 3, 7, 0, 3, 3)
    assert numbers["16r"] == (7, 5, 3, 5, 0, 7, 3, 3)


def test_s1_7_every_row_is_one_of_two_spreads():
    assert all(keeps_checksum(row) for row in NUMBERS.values())
    assert {number for number, row in NUMBERS.items() if row.count(5) > 2} == {0, 10, 11, 13}
    assert {sum(row) for row in NUMBERS.values()} == {33}
    assert {row.count(0) for row in NUMBERS.values()} == {1}


def test_s1_7_the_checksum_finds_any_single_wrong_digit():
    for row in NUMBERS.values():
        for column in range(8):
            for digit in set(range(10)) - {row[column]}:
                assert not keeps_checksum((*row[:column], digit, *row[column + 1 :]))


@pytest.mark.parametrize(
    ("influence", "row"),
    [
        ("1", (7, 3, 0, 7, 3, 3, 5, 5)),
        ("1.5", (11, 5, 0, 11, 5, 5, 8, 8)),
        ("2", (14, 6, 0, 14, 6, 6, 10, 10)),
        ("3", (21, 9, 0, 21, 9, 9, 15, 15)),
    ],
)
def test_s1_8_influence_multiplies_and_rounds_each_product_up(influence, row):
    assert _rules(influence=influence).numbers["19"] == row


def test_s1_8_influence_is_usually_two():
    assert USUAL["influence"] == "2"


@pytest.mark.parametrize(
    ("court", "king_to_page"),
    [
        ("K14", (14, 13, 12, 11)),
        ("K13a", (13, 12, 12, 11)),
        ("K13b", (13, 12, 11, 11)),
        ("K10", (10, 10, 10, 10)),
    ],
)
def test_s1_9_court_values(court, king_to_page):
    values = _rules(court=court).values
    for suit_code in ("Sw", "Co", "Cu", "Wa"):
        assert tuple(values[f"{suit_code}{each}"] for each in (14, 13, 12, 11)) == king_to_page
        assert [values[f"{suit_code}{each}"] for each in range(1, 11)] == list(range(1, 11))


def test_s1_9_court_is_usually_k14():
    assert USUAL["court"] == "K14"


def test_the_terminals_are_not_on_the_board():
    assert set(BOARD_MAJORS) == set(range(22)) - {int(FOOL), int(DEATH)}


def test_a_kit_of_other_numbers_can_be_played():
    other = dict.fromkeys(BOARD_MAJORS, (1, 2, 3, 4, 5, 6, 7, 8))
    start = make_game("youscout", ["influence=1"], other).start
    assert start.rules.numbers["9r"] == (2, 1, 4, 3, 6, 5, 8, 7)
    assert start != make_game("youscout", ["influence=1"]).start
    assert start == make_game("youscout", ["influence=1"], dict(other)).start


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({5: (1, 2, 3)}, "major 5 needs eight numbers"),
        ({5: (0, 0, 0, 0, 0, 0, 0, -1)}, "major 5 needs eight numbers"),
        ({5: (0, 0, 0, 0, 0, 0, 0, 1.5)}, "major 5 needs eight numbers"),
        ({5: None}, "major 5 has no numbers"),
    ],
)
def test_a_kit_with_broken_numbers_is_refused(change, message):
    cards = {major: row for major, row in (NUMBERS | change).items() if row is not None}
    with pytest.raises(InputError, match=message):
        make_game("youscout", (), cards)
