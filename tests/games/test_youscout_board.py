"""Youscout §2 and §3.1: the board, the swap of 8 and 11, the hexagram, where the token may start."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from unicodedata import name as unicode_name

import pytest

from printkit.games.core import CHANCE, PLAYER
from printkit.games.find import make_game
from printkit.games.youscout.board import ACROSS, BACKWARD, FORWARD, line_pattern, swapped, whirl
from printkit.games.youscout.cards import HEXAGRAMS, hexagram


def _board(text):
    return tuple(text.split())


def _dealt(deal, *options):
    game = make_game("youscout", options)
    state = game.start
    for action in game.expand(f"deal {deal}"):
        state = state.apply(action)
    return state


def test_s2_1_forty_ways_to_lay_the_first_card_then_two_fewer_each_time():
    state = make_game("youscout").start
    for card, left in zip(("8r", "16r", "12", "6r", "1r", "7r"), (40, 38, 36, 34, 32, 30), strict=True):
        assert state.to_move() == CHANCE
        assert len(state.legal()) == left
        assert {weight for _, weight in state.chances()} == {Fraction(1, left)}
        state = state.apply(f"lay {card}")
        assert not {f"lay {card.removesuffix('r')}", f"lay {card.removesuffix('r')}r"} & set(state.legal())
    assert state.to_move() == PLAYER


def test_s2_1_fool_and_death_are_not_laid():
    legal = make_game("youscout").start.legal()
    assert not {"lay 0", "lay 0r", "lay 13", "lay 13r"} & set(legal)


def test_s2_2_neighbours():
    assert FORWARD == {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 1}
    assert BACKWARD == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 1: 6}
    assert ACROSS == {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}


def test_s2_3_the_way_up_belongs_to_the_place():
    assert _dealt("8r 16r 12 6r 1r 7r").board == _board("11r 16r 12 6r 1r 7r")
    assert _dealt("8r 16r 11 6r 1r 7r").board == _board("11r 16r 8 6r 1r 7r")


@pytest.mark.parametrize(
    ("swap", "laid", "after"),
    [
        ("memorial", "8 1 3 5 7 9", "11 1 3 5 7 9"),
        ("memorial", "11 1 3 5 7 9", "8 1 3 5 7 9"),
        ("memorial", "1 2 3 4 5 6", "1 2 3 4 5 6"),
        # expansive: both lie there
        ("expansive", "8 11r 1 3 5 7", "11 8r 1 3 5 7"),
        ("expansive", "8 11r 2 4 6 10", "11 8r 2 4 6 10"),
        # only 8: more than three odd
        ("expansive", "8 1 3 5 7 2", "11 1 3 5 7 2"),
        ("expansive", "8 1 3 2 4 6", "8 1 3 2 4 6"),
        # only 11: fewer than three odd, itself counted
        ("expansive", "11 1 2 4 6 10", "8 1 2 4 6 10"),
        ("expansive", "11 1 3 5 2 4", "11 1 3 5 2 4"),
        # exactly three odd: only if that card is upright
        ("expansive", "8 1 3 5 2 4", "11 1 3 5 2 4"),
        ("expansive", "8r 1 3 5 2 4", "8r 1 3 5 2 4"),
        ("expansive", "11 1 3 2 4 6", "8 1 3 2 4 6"),
        ("expansive", "11r 1 3 2 4 6", "11r 1 3 2 4 6"),
        # solid: two, three or four odd before the swap
        ("solid", "8 2 4 6 10 1", "8 2 4 6 10 1"),
        ("solid", "8 2 4 6 1 3", "11 2 4 6 1 3"),
        ("solid", "8 2 4 1 3 5", "11 2 4 1 3 5"),
        ("solid", "11 1 3 5 2 4", "8 1 3 5 2 4"),
        ("solid", "11 1 3 5 7 2", "11 1 3 5 7 2"),
        ("solid", "8 2 4 6 10 12", "8 2 4 6 10 12"),
        ("solid", "11 1 3 5 7 9", "11 1 3 5 7 9"),
        ("solid", "8r 11 2 4 1 3", "11r 8 2 4 1 3"),
    ],
)
def test_s2_3_swap(swap, laid, after):
    assert swapped(_board(laid), swap) == _board(after)


def test_s2_3_swap_is_usually_memorial():
    assert make_game("youscout").options["swap"] == "memorial"
    assert make_game("youscout-simplified").options["swap"] == "memorial"


@pytest.mark.parametrize(
    ("board", "english", "start"),
    [
        ("1 3 5 2 4 6", "force whirl", (1, 2, 3)),
        ("1r 3r 5r 2r 4r 6r", "field whirl", (4, 5, 6)),
        ("1 3 5 2r 4r 6r", "force eclipse", (1, 2, 3)),
        ("1r 3r 5r 2 4 6", "field eclipse", (4, 5, 6)),
    ],
)
def test_s2_3_solid_obliges_the_token(board, english, start):
    found = whirl(_board(board), "solid")
    assert found is not None
    assert (found.en, found.start) == (english, start)
    state = _dealt(board, "swap=solid")
    assert state.legal() == tuple(f"place {place}" for place in start)


@pytest.mark.parametrize("board", ["1 3 5 2 4r 6", "1r 3 5 2 4 6", "1 3 5 7 2 4", "1 3 2 4 6 10"])
def test_s2_3_solid_seldom_obliges_the_token(board):
    assert whirl(_board(board), "solid") is None
    assert _dealt(board, "swap=solid").legal() == tuple(f"place {place}" for place in range(1, 7))


def test_s2_3_the_whirl_is_seen_after_the_swap():
    state = _dealt("8 2 4 6 1 3", "swap=solid")
    assert state.board == _board("11 2 4 6 1 3")
    assert state.legal() == ("place 1", "place 2", "place 3")


@pytest.mark.parametrize("swap", ["memorial", "expansive"])
def test_s2_3_only_solid_obliges(swap):
    assert len(_dealt("1 3 5 2 4 6", f"swap={swap}").legal()) == 6


def test_s2_4_odd_is_unbroken_and_place_1_is_the_lowest_line():
    assert line_pattern(_board("1 2r 3 4 6 10r")) == (True, False, True, False, False, False)
    assert hexagram(line_pattern(_board("1 2 3 4 6 10"))).ja == "地火明夷"


def test_s2_4_the_hexagrams_are_all_64_in_king_wen_order():
    assert [each.number for each in HEXAGRAMS] == list(range(1, 65))
    assert {each.lines for each in HEXAGRAMS} == set(product((True, False), repeat=6))
    for lines in product((True, False), repeat=6):
        assert hexagram(lines).lines == lines
    assert len({each.ja for each in HEXAGRAMS}) == len({each.character for each in HEXAGRAMS}) == 64


def test_s2_4_king_wen_pairs_are_turned_over_or_else_opposite():
    for odd, even in zip(HEXAGRAMS[::2], HEXAGRAMS[1::2], strict=True):
        opposite = tuple(not line for line in odd.lines)
        turned = odd.lines[::-1]
        assert even.lines == (opposite if turned == odd.lines else turned), (odd, even)


def test_s2_4_english_names_are_those_of_the_character_set():
    for each in HEXAGRAMS:
        assert unicode_name(each.symbol) == f"HEXAGRAM FOR {each.en.upper()}"


@pytest.mark.parametrize(
    ("number", "lines", "japanese"),
    [
        (1, "111111", "乾為天"),
        (2, "000000", "坤為地"),
        (3, "100010", "水雷屯"),
        (11, "111000", "地天泰"),
        (12, "000111", "天地否"),
        (29, "010010", "坎為水"),
        (49, "101110", "沢火革"),
        (63, "101010", "水火既済"),
        (64, "010101", "火水未済"),
    ],
)
def test_s2_4_well_known_hexagrams(number, lines, japanese):
    found = hexagram([line == "1" for line in lines])
    assert (found.number, found.ja) == (number, japanese)


@pytest.mark.parametrize(("place", "terminal", "aside"), [(4, "0", "13"), (6, "0", "13"), (3, "13", "0")])
def test_s3_1_the_start_chooses_the_terminal(place, terminal, aside):
    state = _dealt("1 2 3 4 5 6").apply(f"place {place}")
    assert state.token == place
    assert f"draw {terminal}" in state.legal()
    assert f"draw {aside}" not in state.legal()
    assert len(state.legal()) == 57
    assert {weight for _, weight in state.chances()} == {Fraction(1, 57)}
