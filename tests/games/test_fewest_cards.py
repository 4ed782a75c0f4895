"""The fewest cards that are worth what a hand and the open cards are."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from random import Random

import pytest

from printkit.games import mak_kaik
from printkit.games.nam_to import ranks_of
from printkit.games.paper_cetkaik.deck import DECK
from printkit.games.paper_cetkaik.narration import fewest


def best(own, others):
    return ranks_of(own, others)[0]


def made(board_plays):
    return partial(mak_kaik._made, board_plays=board_plays)


@pytest.mark.parametrize(("rank", "held"), [(best, 2), (made(False), 3), (made(True), 3)])
def test_they_are_worth_as_much_and_no_fewer_are(rank, held):
    for number in range(60):
        # Of each card one, so that its name says where it is.
        cards = Random(number).sample(sorted({*DECK}), held + 3)
        hand, board = tuple(cards[:held]), tuple(cards[held:])

        def worth(some, hand=hand):
            own, others = (tuple(card for card in some if (card in hand) == mine) for mine in (True, False))
            return rank(own, others)

        found = fewest(hand, board, rank)
        assert worth(found) == rank(hand, board)
        fewer = (some for count in range(1, len(found)) for some in combinations(cards, count))
        assert all(worth(some) != rank(hand, board) for some in fewer)


@pytest.mark.parametrize(
    ("rank", "hand", "board", "found"),
    [
        # Open cards alone, where they may be the best hand; the same card in hand and on the table.
        (best, "b0 b1", "r6 r7 r8", "r6 r7 r8"),
        (best, "b0 b1", "r8 r4 b6", "r8"),
        (best, "b1 b5", "b1 r1 b8", "b1 b1 r1"),
        (made(True), "b0 b1 b3", "r8 b8 bs", "b8 bs r8"),
        (made(False), "b0 b1 b8", "r8 r4 b6", "b8 r8"),
    ],
)
def test_cards_of_the_hand_are_among_them_where_they_must_be(rank, hand, board, found):
    assert fewest(tuple(hand.split()), tuple(board.split()), rank) == tuple(found.split())
