"""The options of one game of Tottarot: seats, tokens and card values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from printkit.errors import InputError
from printkit.games.core import SEATS, Option, Seat, choice, count
from printkit.games.tottarot.cards import FATES, Fate, Fates, Kind, checked_fates

__all__ = ["DECLARE", "DRAW", "FORGO", "ICONS", "OPTIONS", "OVER", "SEIZE", "Rules", "make_rules"]

FORGO = "forgo"
DRAW, ICONS, DECLARE, SEIZE, OVER = "draw", "icons", "declare", "seize", "over"
"""The phases of a turn, and the end of the game."""

OPTIONS: tuple[Option, ...] = (
    choice("players", "how many play (§1.1)", "3", "2", "4", "5", "6"),
    choice("highest-token", "the will tokens of each player go from 0 to this (§2.1)", "3", "4"),
    choice("turns", "turns of a round (§2.2)", "3", "1", "2", "4", "5"),
    count("victories", 2, "victory tokens that win the game (§5.2)", least=1),
)


@dataclass(frozen=True, slots=True)
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

    def fate(self, kind: Kind) -> Fate:
        """What a kind of card counts; raises `KeyError` for one that is not played with."""
        for known, fate in self.fates:
            if known == kind:
                return fate
        raise KeyError(kind)


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
