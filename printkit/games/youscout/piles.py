"""The piles on the table as one tuple, and the operations on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from printkit.games.youscout.cards import Card

__all__ = [
    "COINS",
    "DISCARDS",
    "NO_PILES",
    "PILE_NAMES",
    "SWORDS",
    "Pile",
    "Piles",
    "largest",
    "lay",
    "shift",
    "smallest",
    "sweep",
]

Pile: TypeAlias = tuple[Card, ...]
"""The cards of a pile in the order laid."""

Piles: TypeAlias = tuple[Pile, ...]
"""All piles: the discards at 0, the pile of each place at its number, then the swords and the coins."""

DISCARDS, SWORDS, COINS = 0, 7, 8
PILE_NAMES = ("D", "1", "2", "3", "4", "5", "6", "Sw", "Co")
NO_PILES: Piles = ((),) * 9


def lay(piles: Piles, target: int, *cards: Card) -> Piles:
    """The piles with `cards` laid on the pile `target`."""
    return (*piles[:target], piles[target] + cards, *piles[target + 1 :])


def shift(piles: Piles, card: Card, source: int, target: int) -> Piles:
    """The piles with `card` taken from `source` and laid on `target`."""
    rest = tuple(each for each in piles[source] if each != card)
    return lay((*piles[:source], rest, *piles[source + 1 :]), target, card)


def sweep(piles: Piles, *sources: int) -> Piles:
    """The piles with all of `sources` discarded."""
    gone = tuple(card for source in sources for card in piles[source])
    kept = tuple(() if index in sources else pile for index, pile in enumerate(piles))
    return lay(kept, DISCARDS, *gone)


def largest(pile: Iterable[Card], values: Mapping[Card, int]) -> Card | None:
    """The card with the largest value, the first laid of equals; None of an empty pile (youscout §3.4)."""
    return max(pile, key=values.__getitem__, default=None)


def smallest(pile: Iterable[Card], values: Mapping[Card, int]) -> Card | None:
    """The card with the smallest value, the first laid of equals; None of an empty pile (youscout §3.4)."""
    return min(pile, key=values.__getitem__, default=None)
