"""Seeded shuffle 1: the same deal everywhere, and codes that find typing errors."""

from __future__ import annotations

import hashlib
import itertools

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.games.youscout.cards import BOARD_MAJORS, DEATH, FOOL, MINORS, major_number
from printkit.games.youscout.seeded_deal import (
    CODE_LENGTH,
    DEALS,
    TERMINAL,
    Deal,
    card_index,
    card_of,
    philox,
    read_deal,
)

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
deals = st.integers(0, DEALS - 1).map(Deal)
words = st.integers(0, 2**64 - 1)


@given(st.tuples(words, words, words, words), st.tuples(words, words))
def test_philox_is_numpys(counter, key):
    # NumPy counts up before it draws, through all four words.
    number = sum(word << 64 * at for at, word in enumerate(counter)) - 1
    generator = numpy.random.Philox(counter=number % 2**256, key=key[0] | key[1] << 64)
    assert list(philox(counter, key)) == [int(word) for word in generator.random_raw(4)]


def test_philox_gives_the_published_answers():
    # From the test vectors of Random123: philox 4x64 10 rounds, all zero and all one.
    ones = 2**64 - 1
    assert philox((0, 0, 0, 0), (0, 0))[0] == 0x16554D9ECA36314C
    assert philox((ones, ones, ones, ones), (ones, ones))[0] == 0x87B092C3013FE90B


def test_every_card_has_an_index():
    assert [card_index(card_of(index)) for index in range(TERMINAL)] == list(range(TERMINAL))
    assert card_index(FOOL) == card_index(DEATH) == TERMINAL


@given(deals)
def test_a_code_is_read_back_however_it_is_written(deal):
    code = deal.code
    assert len(code.replace("-", "")) == CODE_LENGTH
    loose = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert read_deal(code) == read_deal(loose) == deal


@given(deals, st.integers(0, CODE_LENGTH - 1), st.sampled_from(ALPHABET))
def test_every_wrong_character_is_found(deal, at, wrong):
    text = deal.code.replace("-", "")
    typed = text[:at] + wrong + text[at + 1 :]
    if typed != text:
        with pytest.raises(InputError, match="typing error"):
            read_deal(typed)


@given(deals)
def test_every_exchange_of_two_characters_is_found(deal):
    text = deal.code.replace("-", "")
    for one, other in itertools.combinations(range(CODE_LENGTH), 2):
        typed = list(text)
        typed[one], typed[other] = typed[other], typed[one]
        if "".join(typed) != text:
            with pytest.raises(InputError, match="typing error"):
                read_deal("".join(typed))


@pytest.mark.parametrize("text", ["", "0000-000", "0000-00000", "0000-000U", "ÄÖÜ", "0000-000é", "x" * 5000])
def test_what_is_no_code_is_refused_in_one_line(text):
    with pytest.raises(InputError, match="not a deal code") as caught:
        read_deal(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("number", [-1, DEALS])
def test_there_are_no_other_deals(number):
    with pytest.raises(ValueError, match="0 to"):
        Deal(number)


@given(deals, st.integers(0, 5), st.sets(st.sampled_from(MINORS)))
def test_two_cards_stand_to_each_other_whatever_the_others_are(deal, after, cards):
    whole = deal.order(after, (*MINORS, DEATH))
    assert deal.order(after, cards) == tuple(card for card in whole if card in cards)


@given(deals, st.integers(0, 5))
def test_the_terminal_has_one_key_whether_it_is_0_or_13(deal, after):
    lower, upper = deal.order(after, (*MINORS, DEATH)), deal.order(after, (*MINORS, FOOL))
    assert tuple(FOOL if card == DEATH else card for card in lower) == upper


@given(deals)
def test_six_different_majors_are_laid(deal):
    numbers = [major_number(code) for code in deal.laid()]
    assert len(set(numbers)) == 6
    assert set(numbers) <= set(BOARD_MAJORS)


def test_passes_differ():
    deal = Deal(12345)
    assert len({deal.order(after, MINORS) for after in range(20)}) == 20


def test_cards_and_ways_are_dealt_evenly():
    first = {}
    for number in range(2000):
        code = Deal(number).laid()[0]
        first[code] = first.get(code, 0) + 1
    # 40 equally likely outcomes: the chi-square of 39 degrees exceeds 73 once in a thousand.
    assert (
        sum(
            (first.get(code, 0) - 50) ** 2 / 50
            for code in [*map(str, BOARD_MAJORS)] + [f"{n}r" for n in BOARD_MAJORS]
        )
        < 73
    )


def test_deals_stay_what_they_are_for_ever():
    text = "\n".join(
        " ".join((deal.code, *deal.laid(), *deal.order(0, (*MINORS, DEATH)), *deal.order(7, MINORS)))
        for deal in map(Deal, [0, 1, 2**20, 31_555_405_856, DEALS - 1])
    )
    assert text.startswith("0000-0000 9r 8 2r 21 5r 6 Co8 Cu11 Cu8 Sw3 Co13")
    assert hashlib.sha256(text.encode()).hexdigest() == (
        "0191d4d52dade6b3dab2308da6a3d8b454085fb9241c27431d4bf91e56f15ad3"
    )
