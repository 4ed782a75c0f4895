"""Rules of thumb for 機戦 on any board: the kings first, then whatever can be captured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.games.cetkaik.boards import EMPEROR, KING, SEATS
from printkit.games.cetkaik.hands import VALUES
from printkit.games.cetkaik.match import DECLARE, MOVE
from printkit.games.cetkaik.moves import Cells, Move, enters_water, of_text, piece_moves
from printkit.games.core import Action
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]


def _moves(seen: Any, legal: tuple[Action, ...]) -> Iterator[tuple[Action, Move]]:
    """The moves of pieces among these actions; drops and those of 皇 are none."""
    if seen.phase == MOVE:
        yield from ((each, of_text(seen.rules.board, each)) for each in legal if ">" in each)


def _preys(seen: Any, legal: tuple[Action, ...]) -> Iterator[tuple[Action, str, bool]]:
    """The captures: the kind that is captured, and whether no throw is needed."""
    for action, move in _moves(seen, legal):
        piece = seen.board[move.target]
        if piece and piece != EMPEROR and move.target != move.source:
            yield action, piece[1], not (move.far or enters_water(seen.rules.board, seen.board, move))


def king(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the king, without a throw if it can."""
    kings = {action: sure for action, kind, sure in _preys(seen, legal) if kind == KING}
    return best_by(kings, kings.__getitem__)


def save(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Leaves its own king where nothing reaches him."""
    after: dict[Action, Cells] = {}
    for action, move in _moves(seen, legal):
        cells = list(seen.board)
        cells[move.source], cells[move.target] = None, cells[move.source]
        after[action] = tuple(cells)
    return [action for action, cells in after.items() if not _hangs(seen, cells, at)]


def _hangs(seen: Any, cells: Cells, at: int) -> bool:
    """Whether this seat's king may be captured on that board."""
    moves = piece_moves(seen.rules.board, cells, SEATS[1 - at], own_square=seen.rules.tam_hue)
    own = {square for square, piece in enumerate(cells) if piece and piece[1:] == KING + SEATS[at]}
    return any(move.target in own for move in moves)


def capture(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Captures the strongest piece it can, without a throw if it can."""
    prey = {action: (VALUES[kind], sure) for action, kind, sure in _preys(seen, legal)}
    return best_by(prey, prey.__getitem__)


def declare(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Ends a season with a gain at once, and goes on after a loss."""
    return ["taxot" if seen.due > 0 else "tymok"] if seen.phase == DECLARE else []


THUMBS = (Thumb("king", king), Thumb("save", save), Thumb("capture", capture), Thumb("declare", declare))
