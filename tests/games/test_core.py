"""The contract's own values: options, macros, chances, illegal actions."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import EXIT_UNUSABLE, EXIT_WRONG, InputError, WrongError
from printkit.games.core import (
    IllegalAction,
    choice,
    count,
    even_chances,
    evenly,
    number,
    pick,
    read_options,
)
from printkit.games.find import make_game

KNOWN = (
    choice("size", "how large", "small", "large"),
    count("rounds", 3, "how many", least=1),
    count("limit", 2, "how many at most", infinite=True),
)


def test_missing_options_take_the_usual_value_in_the_order_declared():
    options = read_options(KNOWN, ["limit=7"])
    assert list(options.items()) == [("size", "small"), ("rounds", "3"), ("limit", "7")]
    assert read_options(KNOWN, {"limit": "7"}) == options


def test_counts_are_tidied():
    assert read_options(KNOWN, ["rounds=007", "limit=infinity"])["rounds"] == "7"
    assert (number("7"), number("infinity")) == (7, inf)


def test_numbers_are_listed_in_their_order_and_words_with_the_usual_first():
    assert choice("seats", "how many play", "3", "2", "10").allowed == "2|3|10"
    assert choice("way", "how", "usual", "other").allowed == "usual|other"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("sise=large", r"unknown option 'sise' \(did you mean 'size'\?\)"),
        ("size=huge", r"option 'size' cannot be 'huge' \(allowed: small\|large\)"),
        ("size", "option 'size' cannot be ''"),
        ("rounds=0", r"option 'rounds' cannot be '0' \(allowed: 1, 2, …\)"),
        ("rounds=infinity", "cannot be 'infinity'"),
        ("rounds=-1", "cannot be '-1'"),
        ("rounds=1.0", "cannot be '1.0'"),
        ("rounds=٣", "cannot be '٣'"),
        ("rounds=9999999", "cannot be '9999999'"),
    ],
)
def test_a_wrong_option_is_named(given, message):
    with pytest.raises(InputError, match=message) as caught:
        read_options(KNOWN, [given])
    assert caught.value.exit_code == EXIT_UNUSABLE


def test_all_wrong_options_are_named_together():
    with pytest.raises(InputError) as caught:
        read_options(KNOWN, ["size=huge", "depth=1", "rounds=2", "rounds=3"])
    assert len(caught.value.problems) == 3


def test_an_illegal_action_names_the_legal_ones():
    problem = IllegalAction("jump", ("move", "stay"))
    assert str(problem) == "illegal action 'jump' (legal: move, stay)"
    assert problem.exit_code == EXIT_WRONG
    assert "the game is over" in str(IllegalAction("jump", ()))


def test_a_macro_stands_for_a_row_of_actions():
    game = make_game("youscout")
    laid = ("lay 1", "lay 2r", "lay 3", "lay 4", "lay 5", "lay 6")
    assert game.expand("deal 1 2r 3 4 5 6") == laid
    assert game.fold([*laid, "place 4"]) == ("deal 1 2r 3 4 5 6", "place 4")
    assert game.fold(laid[:5]) == laid[:5]
    assert game.fold([]) == ()


def test_a_macro_of_the_wrong_length_is_refused():
    with pytest.raises(WrongError, match="'deal' takes 6 cards, not 2"):
        make_game("youscout").expand("deal 1 2")


@given(st.integers(1, 100), st.floats(0, 1, exclude_max=True))
def test_evenly_takes_what_pick_takes_at_even_odds(count, at):
    things = tuple(map(str, range(count)))
    assert evenly(things, at) == pick(even_chances(things), at)


def test_pick_gives_every_action_its_share():
    chances = (("a", Fraction(1, 4)), ("b", Fraction(1, 2)), ("c", Fraction(1, 4)))
    assert [pick(chances, at / 8) for at in range(8)] == list("aabbbbcc")
    with pytest.raises(ValueError, match="not in"):
        pick(chances, 1.0)
