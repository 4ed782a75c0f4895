"""古机戦, the old game: colour is side, no throws and no hands; who captures the king has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.games.cetkaik_old.board import OPTIONS, SEATS, make_rules
from printkit.games.cetkaik_old.census import CENSUS
from printkit.games.cetkaik_old.match import GAME_ID, Match, start_of
from printkit.games.cetkaik_old.narration import narrate
from printkit.games.cetkaik_old.picture import picture
from printkit.games.cetkaik_old.players import worth
from printkit.games.cetkaik_old.printed import board_facts
from printkit.games.cetkaik_old.problems import PROBLEMS
from printkit.games.core import Seat
from printkit.games.game import GameModule

__all__ = ["GAME"]

PLY_LIMIT = 1_000


def _start(chosen: Mapping[str, str], cards: Any) -> Match:
    return start_of(make_rules(chosen))


def _seats(chosen: Mapping[str, str]) -> tuple[Seat, ...]:
    return SEATS


GAME = GameModule(
    id=GAME_ID,
    names={"ja": "古机戦", "en": "Old cetkaik"},
    start=_start,
    seats=_seats,
    options=OPTIONS,
    picture=picture,
    worth=worth,
    ply_limit=PLY_LIMIT,
    players={"alphabeta": "printkit.games.cetkaik_old.players:alphabeta"},
    values="printkit.games.cetkaik_old.players:values",
    census=CENSUS,
    narration=narrate,
    board=board_facts,
    problems=PROBLEMS,
)
