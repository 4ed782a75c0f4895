"""Rules of thumb for 古机戦: the kings first, then captures that cost less than they gain."""

from __future__ import annotations

from typing import Any

from printkit.games.cetkaik_old.board import (
    BEAST,
    BOW,
    CART,
    COLOURS,
    GENERAL,
    KING,
    PAWN,
    PROMOTED,
    SHIP,
    Cells,
    Move,
    made,
    moves_of,
    reaches_king,
)
from printkit.games.cetkaik_old.match import MOVE, other_side
from printkit.games.core import Action
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]

_PRICES = {PAWN: 1, PROMOTED: 3, BOW: 4, CART: 5, BEAST: 6, GENERAL: 6, SHIP: 6, KING: 99}


def _moves(seen: Any, legal: tuple[Action, ...]) -> dict[Action, Move]:
    return {each: seen.move(each) for each in legal if ">" in each} if seen.phase == MOVE else {}


def _price(cells: Cells, square: int) -> int:
    piece = cells[square]
    return _PRICES.get(piece[1], 3) if piece else 0


def king(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the king."""
    moves = _moves(seen, legal).items()
    return [each for each, move in moves if any(seen.board[prey][1] == KING for prey in move.prey)]


def save(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leaves its own king where nothing reaches him."""
    moves = _moves(seen, legal).items()
    other = COLOURS[other_side(seen.turn)] if moves else ""
    return [each for each, move in moves if not reaches_king(seen.rules, made(seen.board, move), other)]


def trade(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the most, less the most the other side may capture then."""
    moves = _moves(seen, legal)

    def gain(action: Action) -> int:
        move = moves[action]
        after = made(seen.board, move)
        answers = moves_of(seen.rules, after, COLOURS[other_side(seen.turn)])
        loss = max((_price(after, prey) for answer in answers for prey in answer.prey), default=0)
        given = _price(seen.board, move.source) if move.lost else 0
        return sum(_price(seen.board, prey) for prey in move.prey) - given - loss

    return best_by(moves, gain)


def forward(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else moves a 兵, which will be 無."""
    moves = _moves(seen, legal).items()
    return [each for each, move in moves if seen.board[move.source][1] == PAWN]


def fight(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Refuses draws and offers none."""
    return [each for each in legal if each not in ("accept", "offer", "claim", "resign")]


THUMBS = (
    Thumb("king", king), Thumb("save", save), Thumb("trade", trade), Thumb("forward", forward), Thumb("fight", fight),
)  # fmt: skip
