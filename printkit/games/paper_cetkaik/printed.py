"""What must stand on the 48 strips: piece, colour, strength, how often each is there (paper-cetkaik §1); the track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from printkit.games.paper_cetkaik.deck import DECK, HIGHEST_NUMBER, KINDS, SHIP, strength
from printkit.games.proof import Fields, Figure, Line, Proof, TableFacts

__all__ = ["LEAST_BONUS", "PROOF", "fields_of"]

LEAST_BONUS = 2
"""親の加点 begins with this (paper-cetkaik §2.3)."""
_INKS = {"b": "black", "r": "red"}
_STRENGTH = "strength"


def fields_of(card: str) -> Fields:
    """What a card as records write it (`b5`) carries; 船, 王 and 皇 have no number."""
    fields: dict[str, int | str] = {"piece": KINDS[card[1]], "colour": _INKS[card[0]]}
    number = strength(card)
    if SHIP < number <= HIGHEST_NUMBER:
        fields[_STRENGTH] = number
    return fields


def _lines(fields: Fields, turned: bool, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The number of a card, the same either way up."""
    number = fields.get(_STRENGTH)
    return () if number is None else (Line((Figure(str(number), _STRENGTH),)),)


PROOF = Proof(
    cards={card: fields_of(card) for card in sorted(set(DECK))},
    lines=_lines,
    wrong=lambda fields: "",
    printed={},
    copies=Counter(DECK),
    table=TableFacts(tracks={"track.bonus": LEAST_BONUS}),
)
"""The strips a kit must have: 24 entries, 48 cards."""
