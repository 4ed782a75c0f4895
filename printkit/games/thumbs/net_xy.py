"""Rules of thumb for 六裁: the best prize, cups on the way, and whom to send back."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.net_xy import GOAL, LINES
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]


def _moves(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("move")]


def _step(seen: Any, at: int, action: Action) -> int:
    """Where a move leads; beyond the goal nothing moves."""
    step: int = seen.pieces[at][int(action.split()[1]) - 1].step
    return step + seen.dark if step + seen.dark <= GOAL else step


def prize(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Takes the highest prize left."""
    return best_by((each for each in legal if each.startswith("prize")), lambda each: int(each.split()[1]))


def cups(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Moves the piece that comes to stand on most lines."""
    return best_by(_moves(legal), lambda each: LINES.get(_step(seen, at, each), 0) if seen.dark else 0)


def back(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Else the one that sends another seat's piece back."""
    others = {piece.step for seat, theirs in enumerate(seen.pieces) if seat != at for piece in theirs}
    return [each for each in _moves(legal) if seen.dark and _step(seen, at, each) in others - {0, GOAL}]


THUMBS = (Thumb("prize", prize), Thumb("cups", cups), Thumb("back", back))
