"""The numbers of the majors as they count in play."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import cast

from printkit.kit.model import Card, Kit

__all__ = ["FACTORS", "Column", "as_played", "largest_number", "table_cards"]

FACTORS = ("1", "1.5", "2", "3")
"""By what the numbers of the table may be multiplied (youscout §1.8)."""


@dataclass(frozen=True, slots=True)
class Column:
    """One number a suit has: the field, and whether it is the left one of the pair."""

    suit: str
    left: bool


def table_cards(kit: Kit) -> tuple[Card, ...]:
    """The cards that carry a pair of numbers for every suit, in the deck's order; none in a kit without suits."""
    if not kit.suits:
        return ()
    return tuple(card for card in kit.cards if all(isinstance(card.fields.get(s), tuple) for s in kit.suits))


def as_played(card: Card, column: Column, factor: str, turned: bool) -> int:
    """A number of the table as it counts: exchanged if turned, times the factor, rounded up (youscout §1.6, §1.8)."""
    left, right = cast("tuple[int, int]", card.fields[column.suit])
    return ceil((left if column.left != turned else right) * Fraction(factor))


def largest_number(kit: Kit, factor: str) -> int:
    """The largest number of the whole table under this factor: it says how wide figures must be."""
    pairs = (cast("tuple[int, int]", card.fields[suit]) for card in table_cards(kit) for suit in kit.suits)
    return ceil(max(max(pair) for pair in pairs) * Fraction(factor))
