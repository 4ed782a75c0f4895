"""The fewest cards that are worth what a hand and the open cards are."""

from __future__ import annotations

from itertools import combinations
from random import Random

from printkit.games.nam_to import ranks_of
from printkit.games.paper_cetkaik.deck import DECK
from printkit.games.paper_cetkaik.narration import fewest


def best(own, others):
    return ranks_of(own, others)[0]


def test_they_are_worth_as_much_and_no_fewer_are():
    for number in range(60):
        # Of each card one, so that its name says where it is.
        cards = Random(number).sample(sorted({*DECK}), 6)
        hand, board = tuple(cards[:2]), tuple(cards[2:])
        whole, found = best(hand, board), fewest(hand, board, best)
        assert {*found} & {*hand}
        own, others = (tuple(card for card in found if (card in hand) == mine) for mine in (True, False))
        assert best(own, others) == whole
        fewer = (some for count in range(1, len(found)) for some in combinations(cards, count))
        assert all(
            best(tuple(c for c in some if c in hand), tuple(c for c in some if c in board)) != whole
            for some in fewer
            if {*some} & {*hand}
        )
