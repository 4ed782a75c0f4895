"""机戦 in its standard form, and what its games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.games.actions import Actions, Either, Row, Words, numbers
from printkit.games.cetkaik.boards import EMPEROR, SEATS, STANDARD
from printkit.games.cetkaik.exchange import added, exchanged, facts
from printkit.games.cetkaik.match import STICKS, Match, start_of
from printkit.games.cetkaik.moves import all_moves
from printkit.games.cetkaik.narration import narrate
from printkit.games.cetkaik.players import worth
from printkit.games.cetkaik.printed import CENSUS, PROBLEMS, PROOF, find_board, picture, printed_words
from printkit.games.cetkaik.rules import make_rules, options_of
from printkit.games.core import Seat
from printkit.games.game import GameModule
from printkit.games.observation import Bag, Coding, OneOf, Texts

__all__ = ["GAME", "game_on"]

PLY_LIMIT = 1_000
"""Careful players can move 皇 to and fro without end (docs/findings.md)."""


def _actions(start: Match) -> Actions:
    board = start.rules.board
    return Actions(
        Either(
            all_moves(board),
            Words(("again", "go", "stay", "taxot", "tymok")),
            Row("go ", Words(board.grid.names)),
        ),
        Either(Row("first ", Words(SEATS)), Row("cast ", numbers(0, STICKS))),
    )


def _codings(start: Match) -> Mapping[str, Coding]:
    board = start.rules.board
    pieces = tuple(sorted(piece for piece in board.pieces if piece != EMPEROR))
    return {
        "board": OneOf((EMPEROR, *(piece + side for side in SEATS for piece in pieces))),
        "captured": Bag(pieces),
        "turn": OneOf(SEATS),
        "move": Texts(all_moves(board)),
    }


def game_on(board: str, names: Mapping[str, str]) -> GameModule[Match]:
    """The game on the board with this id."""

    def start(chosen: Mapping[str, str], cards: Any) -> Match:
        return start_of(make_rules(board, chosen))

    def seats(chosen: Mapping[str, str]) -> tuple[Seat, ...]:
        return SEATS

    return GameModule(
        id=board,
        names=names,
        start=start,
        seats=seats,
        options=options_of(board),
        actions=_actions,
        codings=_codings,
        exchanged=exchanged,
        added=added,
        facts=facts,
        picture=picture,
        worth=worth,
        ply_limit=PLY_LIMIT,
        players={"expectimax": "printkit.games.cetkaik.players:expectimax"},
        thumbs="printkit.games.cetkaik.players:THUMBS",
        levels={"beginner": "greedy~10", "easy": "greedy~0.5", "medium": "values~3", "strong": "expectimax"},
        values="printkit.games.cetkaik.players:values",
        census=CENSUS,
        narration=narrate,
        board=find_board(board),
        printed=printed_words,
        proof=PROOF,
        problems=PROBLEMS,
    )


GAME = game_on(STANDARD, {"ja": "標準机戦", "en": "Standard cetkaik"})
