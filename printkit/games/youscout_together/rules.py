"""The options of one game of Youscout together, as seats, rounds and card numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from printkit.games.core import Option, Seat, choice
from printkit.games.youscout.cards import DEATH, FOOL, Card
from printkit.games.youscout.rules import COMMON_OPTIONS, COMPARISON, Numbers, Rules, make_rules

__all__ = ["GAME_ID", "OPEN_CARDS", "OPTIONS", "POINTS", "SEATS", "TERMINALS", "Agreed", "agree"]

GAME_ID = "youscout-together"

SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")
"""The seats to the left, from the player who starts the first round (together §1.1)."""

TERMINALS: tuple[Card, ...] = (FOOL, DEATH)

OPEN_CARDS = 3
"""How many cards lie open to choose from (together §2.2)."""

POINTS: Mapping[Card, Mapping[int, int]] = {FOOL: {6: 3, 5: 2}, DEATH: {2: 3, 5: 2}}
"""What a token on a place gets when a terminal comes (together §4.1)."""

EACH = "each"

OPTIONS: tuple[Option, ...] = (
    choice("players", "how many play (§1.1)", "3", "2", "4"),
    choice("rounds", "how many rounds; each: every player starts one (§5.1)", EACH, "1", "2", "3", "4"),
    *(option for option in COMMON_OPTIONS if option.key != "terminals"),
    COMPARISON,
)


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was agreed before the game; `rules` are those of a turn, which is the simplified game's."""

    players: int
    rounds: int
    rules: Rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return SEATS[: self.players]


def agree(options: Mapping[str, str], cards: Numbers | None) -> Agreed:
    """The rules for checked `options` and the numbers of `cards`; None: the table of youscout §1.5.

    Raises `InputError` for a table no game can be played with.
    """
    players = int(options["players"])
    rounds = players if options["rounds"] == EACH else int(options["rounds"])
    # How often terminals come is fixed here (together §4), but a turn's rules name it.
    return Agreed(players, rounds, make_rules(GAME_ID, {**options, "terminals": "1"}, cards))
