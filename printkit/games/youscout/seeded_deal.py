"""Seeded shuffle 1: the board and the card order of a deal, by its number or code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from printkit.errors import InputError
from printkit.games.youscout.cards import BOARD_MAJORS, COIN, CUP, DEATH, FOOL, SWORD, WAND, Card, rank, suit

__all__ = [
    "CODE_LENGTH",
    "DEALS",
    "KERNEL_SUITS",
    "TERMINAL",
    "Deal",
    "card_index",
    "card_of",
    "major_of",
    "numbered_deal",
    "philox",
    "read_deal",
]

KERNEL_SUITS = (SWORD, COIN, CUP, WAND)
"""The suits in the order of card indices: a minor is 14 × suit + rank - 1."""

TERMINAL = 56
"""The index of the terminal, whether it is 0 or 13: so the order does not depend on the start."""

DEALS = 2**35
"""How many deals there are: their numbers are 0 to DEALS - 1."""

CODE_LENGTH = 8

_MASK = 2**64 - 1
_MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
_WEYL = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
_ROUNDS = 10

DEAL_STREAM = 1
"""The second word of every deal's key; other streams use other words."""

ORDER, BOARD = 0, 1
"""The third word of the counter: what the bits are for."""


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Philox4x64-10 (Salmon and others, 2011): the four 64-bit words of this counter under this key."""
    a, b, c, d = counter
    first, second = key
    for _ in range(_ROUNDS):
        left, right = a * _MULTIPLIERS[0], c * _MULTIPLIERS[1]
        a, b, c, d = right >> 64 ^ b ^ first, right & _MASK, left >> 64 ^ d ^ second, left & _MASK
        first, second = first + _WEYL[0] & _MASK, second + _WEYL[1] & _MASK
    return a, b, c, d


@cache
def card_index(card: Card) -> int:
    """The index of a minor, or of either terminal."""
    return TERMINAL if card in (FOOL, DEATH) else 14 * KERNEL_SUITS.index(suit(card)) + rank(card) - 1


def card_of(index: int) -> Card:
    """The minor with this index."""
    return f"{KERNEL_SUITS[index // 14]}{index % 14 + 1}"


def major_of(index: int) -> Card:
    """The code of a major as laid: twice its place in `BOARD_MAJORS`, one more if it is reversed."""
    return f"{BOARD_MAJORS[index // 2]}{'r' * (index % 2)}"


@dataclass(frozen=True, slots=True, order=True)
class Deal:
    """All random choices of one game, whatever its rules and its start: a board, and an order for every pass."""

    number: int

    def __post_init__(self) -> None:
        if not 0 <= self.number < DEALS:
            raise ValueError(f"a deal's number is 0 to {DEALS - 1}, not {self.number}")

    @property
    def code(self) -> str:
        """The number as people write it: seven characters and a check digit, `XCDJ-J10V`."""
        digits = [self.number >> shift & 31 for shift in range(30, -1, -5)]
        text = "".join(_ALPHABET[digit] for digit in (*digits, _check_digit(digits)))
        return f"{text[:4]}-{text[4:]}"

    def laid(self) -> tuple[Card, ...]:
        """The six majors as laid, place 1 first, before 8 and 11 trade places (youscout §2.1)."""
        words = _words(self.number, 0, BOARD, len(BOARD_MAJORS))
        first = sorted(range(len(BOARD_MAJORS)), key=lambda each: _sort_key(words[each], each))[:6]
        return tuple(major_of(2 * each + (words[each] & 1)) for each in first)

    def order(self, after: int, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards, first drawn first, in the pass that begins when the terminal has come `after` times.

        Where two cards stand to each other never depends on which other cards there are.
        """
        words = _words(self.number, after, ORDER, TERMINAL + 1)
        return tuple(sorted(cards, key=lambda card: _sort_key(words[card_index(card)], card_index(card))))


def numbered_deal(number: int) -> Deal:
    """A deal for any number; numbers beyond the last deal begin again."""
    return Deal(number % DEALS)


def read_deal(code: str) -> Deal:
    """The deal with this code, in capitals or small letters, hyphens and blanks left out at will.

    As Crockford proposed, `O` reads as `0`, and `I` and `L` as `1`. Raises `InputError` for anything else, and
    where the check digit does not fit: every single wrong character and every exchange of two is found.
    """
    text = re.sub(r"[\s-]", "", code).upper().translate(_LOOKALIKES)
    if len(text) != CODE_LENGTH or not set(text) <= set(_ALPHABET):
        raise InputError(
            f"not a deal code: {code[:40]!r}", hint=f"{CODE_LENGTH} letters and digits such as {Deal(0).code}"
        )
    digits = [_ALPHABET.index(each) for each in text]
    if _check_digit(digits[:-1]) != digits[-1]:
        raise InputError(
            f"the deal code {code!r} has a typing error",
            hint="its check digit does not fit: compare each letter",
        )
    number = 0
    for digit in digits[:-1]:
        number = number << 5 | digit
    return Deal(number)


_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES = str.maketrans("OIL", "011")


def _check_digit(digits: Iterable[int]) -> int:
    """The sum of the digits in the field of 32 elements, each times its own power of x."""
    check = 0
    for digit in digits:
        check = _times_x(check ^ digit)
    return check


def _times_x(element: int) -> int:
    """In the field of 32 elements, modulo x⁵ + x² + 1."""
    return element << 1 ^ (0b100101 if element & 16 else 0)


@cache
def _words(number: int, after: int, purpose: int, count: int) -> tuple[int, ...]:
    """A 64-bit word for each index: four indices share one block."""
    key = (number, DEAL_STREAM)
    blocks = (philox((block, after, purpose, 0), key) for block in range(-(-count // 4)))
    return tuple(word for block in blocks for word in block)[:count]


def _sort_key(word: int, index: int) -> int:
    """The upper 58 bits of the word, then the index: so no two cards are ever equal."""
    return word & ~63 | index
