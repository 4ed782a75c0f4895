"""Position fingerprints and the transposition table that searches share, and the order of cards in every pass."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy
import numpy.typing

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.bits import lowest_bit, philox_block
from printkit.lab.youscout.tables import TERMINALS, TIED, Integers

__all__ = ["Memory", "make_memory", "next_card", "shuffle"]


# ── position fingerprints and the transposition table that searches share ─────────────────────────────────────────────

_U64 = numpy.uint64
_FIRST, _SECOND = _U64(0x9E3779B97F4A7C15), _U64(0xD1B54A32D192ED03)
_MIX_1, _MIX_2 = _U64(0xBF58476D1CE4E5B9), _U64(0x94D049BB133111EB)
_S30, _S27, _S31 = _U64(30), _U64(27), _U64(31)
_PROBES = 8


class Memory(NamedTuple):
    """Results by 128-bit fingerprints of positions; one that belongs to an earlier search counts as empty.

    Two positions with the same fingerprint would be taken for one: among 2^40 positions the odds are 2^-49.
    """

    keys: numpy.typing.NDArray[numpy.uint64]
    values: numpy.typing.NDArray[numpy.float64]
    search: Integers
    key: numpy.typing.NDArray[numpy.uint64]


def make_memory(size: int) -> Memory:
    """A memory for `size` results, a power of two."""
    return Memory(
        keys=numpy.zeros((size, 2), numpy.uint64),
        values=numpy.zeros(size, numpy.float64),
        search=numpy.zeros(size + 1, numpy.int64),
        key=numpy.zeros(2, numpy.uint64),
    )


@inner
def forget(memory: Any) -> None:
    """Begin another search: nothing is known."""
    memory.search[memory.search.shape[0] - 1] += 1


@inner
def _mixed(word: Any) -> Any:
    word = (word ^ word >> _S30) * _MIX_1
    word = (word ^ word >> _S27) * _MIX_2
    return word ^ word >> _S31


@inner
def _take(memory: Any, word: Any) -> None:
    memory.key[0] = _mixed(memory.key[0] + _FIRST ^ _U64(word))
    memory.key[1] = _mixed(memory.key[1] * _SECOND + _U64(word))


@inner
def _order_of_ties(rules: Any, pile: Any, laid: Any) -> Any:
    """A number for the order in which the cards of equal value of one pile were laid."""
    order = _U64(0)
    cards = pile
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        rivals = pile & rules.alike[card % 14] & ~(1 << card)
        earlier = 0
        while rivals:
            earlier += laid[lowest_bit(rivals)] < laid[card]
            rivals &= rivals - 1
        if earlier:
            order += _mixed(_U64(card * 64 + earlier) * _FIRST)
    return order


@inner
def take_fingerprint(
    rules: Any, memory: Any, piles: Any, laid: Any, first: Any, one: Any, other: Any
) -> None:
    """Make the fingerprint of the piles from `first` on and two more words the key to look up."""
    memory.key[0] = _SECOND
    memory.key[1] = _U64(other)
    _take(memory, one)
    _take(memory, other)
    for pile in range(first, 9):
        _take(memory, piles[pile])
        if rules.options[TIED] and pile:
            _take(memory, _order_of_ties(rules, piles[pile], laid))


@inner
def find(memory: Any, first: Any, second: Any) -> Any:
    """Where the result with this key lies, or -1."""
    size = memory.values.shape[0]
    current = memory.search[size]
    at = numpy.int64(first & _U64(size - 1))
    for _ in range(_PROBES):
        if memory.search[at] != current:
            return -1
        if memory.keys[at, 0] == first and memory.keys[at, 1] == second:
            return at
        at = (at + 1) & (size - 1)
    return -1


@inner
def remember(memory: Any, first: Any, second: Any, value: Any) -> None:
    """Keep a result; where all places are taken, in the place of another."""
    size = memory.values.shape[0]
    current = memory.search[size]
    at = numpy.int64(first & _U64(size - 1))
    home = at
    for _ in range(_PROBES):
        if memory.search[at] != current:
            home = at
            break
        at = (at + 1) & (size - 1)
    memory.search[home] = current
    memory.keys[home, 0] = first
    memory.keys[home, 1] = second
    memory.values[home] = value


# ── the order of all cards in every pass of a deck with open cards ────────────────────────────────────────────────────

DECK_STREAM = 7
"""The second word of the random keys of decks."""

_INDEX = _U64(63)


@shared
def shuffle(bound_work: Any, rules: Any, seed: Any, board: Any, deck: Any) -> None:
    """The orders of all cards in all passes of one deck: by words that depend on these numbers and the card alone."""
    words, play_work = bound_work.words, bound_work.play_work
    for after in range(rules.options[TERMINALS]):
        for block in range(15):
            philox_block(
                _U64(block),
                _U64(after),
                _U64(deck),
                _U64(board),
                _U64(seed),
                _U64(DECK_STREAM),
                play_work.stream,
            )
            for lane in range(4):
                words[4 * block + lane] = play_work.stream[lane]
        _sort_cards(words)
        for at in range(57):
            bound_work.orders[after, at] = numpy.int64(words[at] & _INDEX)


@inner
def _sort_cards(words: Any) -> None:
    """The cards in the order of their words, which end with the card."""
    for card in range(57):
        key = words[card] & ~_INDEX | _U64(card)
        at = card
        while at > 0 and words[at - 1] > key:
            words[at] = words[at - 1]
            at -= 1
        words[at] = key


@inner
def next_card(bound_work: Any, after: Any, talon: Any, last: Any) -> Any:
    """The first card of the order that is in the talon; in the last pass the terminal is left out, -1 at the end."""
    orders = bound_work.orders
    for at in range(57):
        card = orders[after, at]
        if card == TERMINAL:
            if not last:
                return card
        elif talon >> card & 1:
            return card
    return -1
