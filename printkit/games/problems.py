"""Positions with one right answer: what a game finds in them, for a sheet of problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from printkit.games.core import Action
from printkit.games.narration import Sentence

__all__ = ["BEST", "GRADES", "HAND", "SAVE", "Answer", "Solve", "find_problems"]

HAND, BEST, SAVE = "hand", "best", "save"
GRADES = (HAND, BEST, SAVE)
"""Make a hand this turn; the best move; save the king. In this order they get harder."""


class Answer(NamedTuple):
    """What a search found: every action that solves the position, and why, in the words of narrations."""

    actions: tuple[Action, ...]
    reasons: tuple[Sentence, ...] = ()


Solve: TypeAlias = Callable[[Any], Answer]
"""Takes a state in which a side is to move, and tries each of its actions."""


def find_problems(module: Any) -> Mapping[str, Solve]:
    """What the module of a game can solve, by grade."""
    solvers: Mapping[str, Solve] = module.problems
    return solvers
