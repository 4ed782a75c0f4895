"""What is agreed before a game of Tottarot: seats, tokens, and what each kind of fate card counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from printkit.errors import InputError, Problem, nearest_hint
from printkit.games.core import SEATS, Option, Seat, choice, count
from printkit.games.toolkit.kit_cards import entries_of
from printkit.kit.model import Card

__all__ = [
    "FATES", "FLIP", "FORGO", "LOOK", "MUTUAL_LOOK", "OPTIONS", "RECONSTRUCTED", "REVEAL", "SIGNS",
    "Fate", "Fates", "Kind", "Phase", "Rules", "fates_of", "make_rules",
]  # fmt: skip

Kind: TypeAlias = str
"""A kind of fate card by its id, as a kit's card carries it: `sun`, `hanged-man`."""

MUTUAL_LOOK, LOOK, REVEAL, FLIP = SIGNS = ("mutual-look", "look", "reveal", "flip")
"""The four icons by what they do (tottarot §4.1 to §4.4)."""


class Fate(NamedTuple):
    """What a kind of card is worth upright, its icon (empty: none), and how many there are of it."""

    points: int
    icon: str = ""
    copies: int = 3


Fates: TypeAlias = Mapping[Kind, Fate]

FATES: dict[Kind, Fate] = {
    "sun": Fate(+3),
    "star": Fate(+2),
    "lovers": Fate(+1, MUTUAL_LOOK),
    "hermit": Fate(0, LOOK),
    "hanged-man": Fate(-1, FLIP),
    "tower": Fate(-2, REVEAL),
    "devil": Fate(-5),
}
"""The table of tottarot §1.3; stated here on its own, whatever a kit prints."""

RECONSTRUCTED: frozenset[Kind] = frozenset(FATES) - {"sun", "devil"}
"""The kinds whose points and icons are our guess: the pictures that showed them are lost (tottarot §1.3)."""

_KIND = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MOST_POINTS = 99
_MOST_COPIES = 200


def fates_of(cards: Iterable[Card]) -> dict[Kind, Fate]:
    """The fates of a kit's cards: those with the field `points`, by their entry in the kit; copies add up.

    Raises `InputError` for fields of another type, and for cards of one kind that differ; `checked_fates` says whether
    a game can be played with the result.
    """
    entries = entries_of(cards, {"points": int, "icon": str}, "points")
    return {kind: Fate(each["points"], each["icon"], copies) for kind, (each, copies) in entries.items()}


def checked_fates(fates: Fates, needed: int) -> dict[Kind, Fate]:
    """The table with its kinds sorted; `needed` is how many cards a round uses up (tottarot §1.1).

    Raises `InputError` with all problems: bad ids, points, icons or copies, too few cards.
    """
    problems = [
        Problem(f"{kind}: {said}" if said else f"{kind!r} is not a card id", hint=hint)
        for kind, fate in fates.items()
        for right, said, hint in _checks(kind, fate)
        if not right
    ]
    there = sum(fate.copies for fate in fates.values()) if not problems else needed
    if there < needed:
        said = f"a round takes {needed} fate cards, but there are {there}"
        problems.append(Problem(said, hint="fewer players or fewer turns"))
    if problems:
        raise InputError(problems=problems)
    return dict(sorted(fates.items()))


def _checks(kind: Kind, fate: Fate) -> Iterator[tuple[bool, str, str]]:
    points, icon, copies = fate
    yield bool(_KIND.fullmatch(kind)), "", "lower-case words joined by hyphens"
    fits = type(points) is int and abs(points) <= _MOST_POINTS
    yield fits, f"{points!r} points", f"at most {_MOST_POINTS}"
    yield not icon or icon in SIGNS, f"unknown icon {icon!r}", nearest_hint(icon, SIGNS)
    fits = type(copies) is int and 1 <= copies <= _MOST_COPIES
    yield fits, f"{copies!r} copies", f"1 to {_MOST_COPIES}"


FORGO = "forgo"

Phase: TypeAlias = Literal["draw", "icons", "declare", "seize", "over"]
"""The phases of a turn, and the end of the game."""

OPTIONS: tuple[Option, ...] = (
    choice("players", "how many play (§1.1)", "3", "2", "4", "5", "6"),
    choice("highest-token", "the will tokens of each player go from 0 to this (§2.1)", "3", "4"),
    choice("turns", "turns of a round (§2.2)", "3", "1", "2", "4", "5"),
    count("victories", 2, "victory tokens that win the game (§5.2)", least=1),
)


@dataclass(frozen=True)
class Rules:
    """What was agreed before the game; `fates` says what each kind of card counts, in the order of the ids."""

    players: int
    highest_token: int
    turns: int
    victories: int
    fates: tuple[tuple[Kind, Fate], ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return SEATS[: self.players]

    @property
    def tokens(self) -> tuple[int, ...]:
        """The will tokens each player begins a round with (tottarot §2.1)."""
        return tuple(range(self.highest_token + 1))

    @cached_property
    def deck(self) -> tuple[Kind, ...]:
        """Every card of a round, in the order of the ids."""
        return tuple(kind for kind, fate in self.fates for _ in range(fate.copies))

    @cached_property
    def fate(self) -> Callable[[Kind], Fate]:
        """What a kind of card counts; raises `KeyError` for one that is not played with."""
        return dict(self.fates).__getitem__


def make_rules(options: Mapping[str, str], cards: Fates | None) -> Rules:
    """The rules for checked `options` and these cards; None: the table of tottarot §1.3.

    Raises `InputError` if the options do not go together (tottarot §1.1) or the cards cannot be played with.
    """
    players, highest, turns = (int(options[key]) for key in ("players", "highest-token", "turns"))
    if turns > highest + 1:
        hint = f"highest-token={highest} gives each player {highest + 1} tokens"
        raise InputError(f"a round cannot have {turns} turns", hint=hint)
    fates = checked_fates(FATES if cards is None else cards, players * turns)
    return Rules(players, highest, turns, int(options["victories"]), tuple(fates.items()))
