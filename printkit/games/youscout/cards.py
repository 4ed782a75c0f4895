"""The cards of Youscout: codes, suits, values, and the canonical number table with its checksum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

__all__ = [
    "ATTACK",
    "BOARD_MAJORS",
    "COIN",
    "COURTS",
    "CUP",
    "CUP_DOWN",
    "CUP_UP",
    "DEATH",
    "FOOL",
    "GUARD",
    "JOY",
    "MAJOR_NAMES",
    "MINORS",
    "NUMBERS",
    "PAIN",
    "SUITS",
    "SWORD",
    "WAND",
    "WAND_DOWN",
    "WAND_UP",
    "Card",
    "keeps_checksum",
    "major_number",
    "rank",
    "suit",
]

Card: TypeAlias = str
"""A card's code (youscout §1.2): `Sw1`…`Wa14`, `0`…`21`, with `r` after a reversed major: `8r`."""

SWORD, COIN, CUP, WAND = SUITS = ("Sw", "Co", "Cu", "Wa")
FOOL: Card = "0"
DEATH: Card = "13"

MINORS: tuple[Card, ...] = tuple(sorted(f"{suit}{rank}" for suit in SUITS for rank in range(1, 15)))
"""The 56 minor arcana, sorted as text, as actions are."""

BOARD_MAJORS: tuple[int, ...] = tuple(number for number in range(22) if str(number) not in (FOOL, DEATH))
"""The 20 majors that can lie on the board (youscout §2.1)."""

ATTACK, GUARD, PAIN, JOY, CUP_UP, CUP_DOWN, WAND_UP, WAND_DOWN = range(8)
"""The columns of a major's numbers, two a suit; reversing the card swaps the two of each suit."""

NUMBERS: dict[int, tuple[int, ...]] = {
    0: (0, 5, 5, 5, 5, 5, 3, 5),
    1: (3, 3, 5, 7, 0, 3, 7, 5),
    2: (0, 5, 7, 3, 7, 5, 3, 3),
    3: (3, 3, 0, 3, 7, 5, 5, 7),
    4: (3, 3, 0, 3, 5, 7, 7, 5),
    5: (5, 0, 7, 3, 3, 3, 7, 5),
    6: (3, 3, 5, 3, 5, 7, 7, 0),
    7: (7, 7, 3, 3, 0, 3, 5, 5),
    8: (5, 5, 0, 3, 7, 7, 3, 3),
    9: (0, 7, 7, 3, 3, 3, 5, 5),
    10: (5, 5, 5, 5, 5, 5, 3, 0),
    11: (5, 5, 5, 5, 0, 3, 5, 5),
    12: (3, 5, 3, 7, 3, 5, 0, 7),
    13: (5, 0, 5, 5, 5, 3, 5, 5),
    14: (5, 5, 7, 3, 3, 7, 0, 3),
    15: (5, 3, 3, 7, 5, 0, 3, 7),
    16: (5, 7, 5, 3, 7, 0, 3, 3),
    17: (5, 3, 5, 7, 3, 3, 7, 0),
    18: (3, 7, 0, 7, 5, 5, 3, 3),
    19: (7, 3, 0, 7, 3, 3, 5, 5),
    20: (5, 0, 7, 3, 3, 5, 3, 7),
    21: (0, 5, 3, 7, 7, 3, 3, 5),
}
"""The table of youscout §1.5, upright and unmultiplied; stated here on its own, whatever a kit prints."""

MAJOR_NAMES: tuple[str, ...] = (
    "Fool",
    "Magician",
    "High Priestess",
    "Empress",
    "Emperor",
    "Hierophant",
    "Lovers",
    "Chariot",
    "Strength",
    "Hermit",
    "Wheel of Fortune",
    "Justice",
    "Hanged Man",
    "Death",
    "Temperance",
    "Devil",
    "Tower",
    "Star",
    "Moon",
    "Sun",
    "Judgement",
    "World",
)

COURTS: dict[str, tuple[int, int, int, int]] = {
    "K14": (11, 12, 13, 14),
    "K13a": (11, 12, 12, 13),
    "K13b": (11, 11, 12, 13),
    "K10": (10, 10, 10, 10),
}
"""The values of page, knight, queen, king under each `court` (youscout §1.9)."""

_SPREADS = ((0, 3, 3, 3, 5, 5, 7, 7), (0, 3, 5, 5, 5, 5, 5, 5))


def keeps_checksum(numbers: Sequence[int]) -> bool:
    """Whether eight numbers are one of the two spreads every major of the table has (youscout §1.7)."""
    return tuple(sorted(numbers)) in _SPREADS


def suit(minor: Card) -> str:
    """The suit code of a minor card."""
    return minor[:2]


def rank(minor: Card) -> int:
    """The rank of a minor card, 1 (ace) to 14 (king)."""
    return int(minor[2:])


def major_number(code: Card) -> int:
    """The number of a major, whichever way up it lies."""
    return int(code.removesuffix("r"))
