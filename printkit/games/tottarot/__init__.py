"""Tottarot, a game for two to six players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.games.core import SEATS, Seat
from printkit.games.game import GameModule
from printkit.games.tottarot.cards import fates_of
from printkit.games.tottarot.census import CENSUS
from printkit.games.tottarot.narration import narrate
from printkit.games.tottarot.proof import PROOF
from printkit.games.tottarot.rules import OPTIONS, make_rules
from printkit.games.tottarot.table import Table, start_of

__all__ = ["GAME"]


def _start(options: Mapping[str, str], cards: Any) -> Table:
    return start_of(make_rules(options, cards))


def _seats(options: Mapping[str, str]) -> tuple[Seat, ...]:
    return SEATS[: int(options["players"])]


def _printed(options: Mapping[str, str]) -> Mapping[str, str]:
    make_rules(options, None)
    return {key: options[key] for key in ("highest-token", "turns", "victories")}


GAME = GameModule(
    id="tottarot",
    names={"ja": "トッタロット", "en": "Tottarot"},
    start=_start,
    seats=_seats,
    options=OPTIONS,
    seats_option="players",
    cards_of=fates_of,
    printed=_printed,
    census=CENSUS,
    narration=narrate,
    proof=PROOF,
)
"""The game; a kit's cards say what each kind counts, else the table of tottarot §1.3 does."""
