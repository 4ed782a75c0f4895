"""What must stand on the cards with the odds of a throw, computed from the throws the rules play with."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.games.proof import Fields, Figure, Line, Proof
from printkit.games.toolkit.turns import at_least, casts

__all__ = ["PROOF", "fields_of"]

_COLUMNS = ("dark", "odds", "least")


def fields_of(sticks: int) -> Fields:
    """A line for each number of dark sides: how often it comes in all throws, and how often it or more does."""
    throws = 2**sticks
    numbers = range(sticks + 1)
    return {
        "sticks": sticks,
        "dark": "\n".join(map(str, numbers)),
        "odds": "\n".join(str(odds * throws) for _, odds in casts(sticks)),
        "least": "\n".join(str(at_least(sticks, dark) * throws) for dark in numbers),
    }


def _lines(fields: Fields, turned: bool, words: Mapping[str, str]) -> tuple[Line, ...]:
    """The rows of the table; a card held upside down shows none."""
    if turned:
        return ()
    columns = [[Figure(text, key) for text in str(fields.get(key, "")).splitlines()] for key in _COLUMNS]
    return tuple(Line(row) for row in zip(*columns, strict=False))


PROOF = Proof(
    cards={f"odds-{sticks}": fields_of(sticks) for sticks in (5, 6)},
    lines=_lines,
    wrong=lambda fields: "",
    printed={},
    copies={"odds-5": 2, "odds-6": 2},
)
"""The cards a kit must have, their numbers compared figure by figure."""
