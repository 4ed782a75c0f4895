"""古机戦, the old game: colour is side, no throws and no hands; who captures the king has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.games.actions import Actions, Chain, Either, Row, Words
from printkit.games.cetkaik_old.board import COLOURS, GRID, OPTIONS, PIECES, PROMOTED, SEATS, SHIP, make_rules
from printkit.games.cetkaik_old.match import ARRANGEMENTS, GAME_ID, Match, start_of
from printkit.games.cetkaik_old.narration import narrate
from printkit.games.cetkaik_old.players import worth
from printkit.games.cetkaik_old.printed import CENSUS, PROBLEMS, board_facts, picture
from printkit.games.core import Seat
from printkit.games.game import GameModule
from printkit.games.observation import OneOf

__all__ = ["GAME"]

PLY_LIMIT = 1_000


def _start(chosen: Mapping[str, str], cards: Any) -> Match:
    return start_of(make_rules(chosen))


def _seats(chosen: Mapping[str, str]) -> tuple[Seat, ...]:
    return SEATS


def _actions(start: Match) -> Actions:
    square = Words(GRID.names)
    ships = sum(copies for piece, copies in PIECES.items() if piece[1] == SHIP)
    jumps = sum(PIECES.values()) if start.rules.jump_on else 1
    move = Row(square, Chain(Row("*", square), 0, ships), Chain(Row(">", square), 1, jumps))
    return Actions(
        Either(
            Row(move, Either("", "!")) if start.rules.sacrifice else move,
            Words(("pass", "offer", "claim", "resign", "accept", "refuse", *ARRANGEMENTS)),
        ),
        Row("first ", Words(SEATS)),
    )


GAME = GameModule(
    id=GAME_ID,
    names={"ja": "古机戦", "en": "Old cetkaik"},
    start=_start,
    seats=_seats,
    options=OPTIONS,
    actions=_actions,
    codings=lambda start: {
        "board": OneOf((*PIECES, *(colour + PROMOTED for colour in COLOURS.values()))),
        "turn": OneOf(SEATS),
    },
    picture=picture,
    worth=worth,
    ply_limit=PLY_LIMIT,
    players={
        name: f"printkit.games.cetkaik_old.players:{name}" for name in ("alphabeta", "halfway", "shallow")
    },
    thumbs="printkit.games.cetkaik_old.players:THUMBS",
    levels={"beginner": "greedy~0.1", "easy": "shallow", "medium": "halfway", "strong": "alphabeta"},
    values="printkit.games.cetkaik_old.players:values",
    census=CENSUS,
    narration=narrate,
    board=board_facts,
    problems=PROBLEMS,
)
