"""What lies on a board of Youscout, as zones of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.games.core import Seat
from printkit.games.youscout.board import COINS, DISCARDS, PILE_NAMES, PLACES, SWORDS, Piles
from printkit.games.youscout.cards import Card
from printkit.games.zones import Item, Zone

__all__ = ["board_zones"]


def board_zones(
    board: Sequence[Card], piles: Piles, tokens: Sequence[tuple[Seat, int]], drawn: Card = ""
) -> Iterator[Zone]:
    """Each place with its cards and its major on top, the other piles, the tokens and the card in the hand.

    A token's face is the place it stands on.
    """
    for place in PLACES:
        laid = tuple(map(Item, piles[place]))
        major = board[place - 1 : place]
        top = tuple(Item(code.removesuffix("r"), turned=code.endswith("r")) for code in major)
        yield Zone(str(place), "pile", (*laid, *top))
    for pile in (SWORDS, COINS, DISCARDS):
        yield Zone(PILE_NAMES[pile], "pile", tuple(map(Item, piles[pile])))
    standing = tuple(Item(str(place), seat) for seat, place in tokens if place)
    yield Zone("token", "track", standing)
    yield Zone("drawn", "hand", (Item(drawn),) if drawn else ())
