"""What stands on the cards of Youscout, from the canonical number table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from printkit.errors import InputError
from printkit.games.proof import Fields, Figure, Line, Proof
from printkit.games.youscout.cards import BOARD_MAJORS, COURTS, NUMBERS, keeps_checksum
from printkit.games.youscout.rules import as_played, checked_row
from printkit.games.youscout.words import TABLE
from printkit.kit.model import Card

__all__ = ["FIGURES", "PAIRS", "PROOF", "numbers_of"]

PAIRS: dict[str, tuple[str, str]] = {
    "sword": ("attack", "guard"),
    "coin": ("pain", "joy"),
    "cup": ("upstream", "downstream"),
    "wand": ("upstream", "downstream"),
}
"""The four pairs of a major in the order they stand, and what the two numbers are called (youscout §1.5)."""

FIGURES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""How the ranks 1 to 14 are written (youscout §1.1)."""

_RANKS = range(1, len(FIGURES) + 1)
_FIRST_COURT = 11


def numbers_of(cards: Iterable[Card]) -> dict[int, tuple[int, ...]]:
    """The numbers of a kit's majors, as a game takes them: those of the cards that have all four pairs.

    Raises `InputError` for a card with pairs but no whole number of its own, and for two of one number.
    """
    numbers: dict[int, tuple[int, ...]] = {}
    for card in cards:
        pairs = [card.fields.get(name) for name in PAIRS]
        if None in pairs:
            continue
        number = card.fields.get("number")
        if type(number) is not int or not all(isinstance(pair, tuple) for pair in pairs):
            raise InputError(f"the card {card.id} needs a number and four pairs of numbers")
        if number in numbers:
            raise InputError(f"the card {card.id} has the number {number}, which another card has")
        numbers[number] = tuple(each for pair in pairs for each in cast("tuple[int, int]", pair))
    return numbers


def _cards() -> dict[str, Fields]:
    cards: dict[str, Fields] = {}
    for number, row in NUMBERS.items():
        pairs = {name: (row[2 * index], row[2 * index + 1]) for index, name in enumerate(PAIRS)}
        cards[f"major-{number:02}"] = {"number": number, **pairs}
    for suit in PAIRS:
        cards |= {f"{suit}s-{rank:02}": {"suit": suit, "rank": rank} for rank in _RANKS}
    # The two rule cards of the author's full set (youscout §1.3); their rows are proved against the engine elsewhere.
    return cards | {"rule-upper": {}, "rule-lower": {}}


def _lines(fields: Fields, turned: bool, variables: Mapping[str, str]) -> tuple[Line, ...]:
    if "number" in fields:
        return _major_lines(fields, turned)
    if "rank" in fields and "suit" in fields:
        return _minor_lines(fields, variables)
    return ()


def _major_lines(fields: Fields, turned: bool) -> tuple[Line, ...]:
    """Turned by 180°, the two numbers of each suit change places (youscout §1.6)."""
    figures: list[Figure] = []
    for name, parts in PAIRS.items():
        pair = cast("tuple[int, int]", fields.get(name, (-1, -1)))
        row = [Figure(str(number), name, part) for number, part in zip(pair, parts, strict=True)]
        # The first place of the turned row is still the attack: it now holds the other number.
        figures += (
            [Figure(row[1].text, name, parts[0]), Figure(row[0].text, name, parts[1])] if turned else row
        )
    emblems = tuple((name, 2 * index) for index, name in enumerate(PAIRS))
    return Line(tuple(figures), emblems), Line((Figure(str(fields["number"]), "number"),))


def _minor_lines(fields: Fields, variables: Mapping[str, str]) -> tuple[Line, ...]:
    rank = cast(int, fields["rank"])
    text = FIGURES[rank - 1] if rank in _RANKS else str(rank)
    line = Line((Figure(text, "rank"),), ((str(fields["suit"]), -1),))
    value = variables.get(str(rank)) if rank >= _FIRST_COURT else None
    return (line,) if value is None else (line, Line((Figure(value, "value"),), needed=False))


def _wrong(fields: Fields) -> str:
    if "number" not in fields:
        return ""
    numbers = [number for name in PAIRS for number in cast("tuple[int, int]", fields.get(name, ()))]
    if keeps_checksum(numbers):
        return ""
    return f"{numbers} (sum {sum(numbers)}) is neither spread every major has: 0 3 3 3 5 5 7 7 or 0 3 5 5 5 5 5 5"


def _played(fields: Fields, turned: bool, influence: str) -> dict[str, tuple[int, int]]:
    """The pairs as the engine's own rules use them."""
    row = [number for name in PAIRS for number in cast("tuple[int, int]", fields[name])]
    numbers = as_played(checked_row(BOARD_MAJORS[0], row), influence)[turned]
    return {name: (numbers[2 * index], numbers[2 * index + 1]) for index, name in enumerate(PAIRS)}


PROOF = Proof(
    cards=_cards(),
    lines=_lines,
    wrong=_wrong,
    printed={
        "court": tuple(COURTS),
        "influence": ("2", "1", "1.5", "3"),
        "terminals": ("3", "1", "2", "4", "5", "6"),
    },
    played=_played,
    factor="influence",
    identity=("number", "suit", "rank"),
    table=TABLE,
)
"""The proof of a deck for Youscout, original and simplified."""
