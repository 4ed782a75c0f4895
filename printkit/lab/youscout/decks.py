"""The order of all cards in every pass of a deck with open cards."""

from __future__ import annotations

from typing import Any

import numpy

from printkit.games.youscout.seeded_deal import TERMINAL
from printkit.lab.compiled import inner, shared
from printkit.lab.youscout.bits import philox_block
from printkit.lab.youscout.tables import TERMINALS

__all__ = ["next_card", "shuffle"]

DECK_STREAM = 7
"""The second word of the random keys of decks."""

_U64 = numpy.uint64
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
