"""Rules of thumb for 値戦: what to exchange for, what to stay in with, and what to stake high on."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.mak_kaik import rank_of
from printkit.games.toolkit.cards import put, take
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]

_RUN, _SET = 2, 3
"""Levels of hands, as `rank_of` counts them."""


def _rank(seen: Any, at: int, exchange: Action = "") -> tuple[int, int, tuple[int, ...]]:
    """What a seat's hand is worth, after an exchange if there is one."""
    hand, board, (word, *cards) = seen.hands[at], seen.open, (exchange or "none").split()
    if word != "none":
        old, new = (cards[0], cards[2]) if word == "swap" else (cards[2], cards[0])
        hand = put(take(hand, (old,)), new)
        board = put(take(board, (new,)) if word == "swap" else board, old)
    return rank_of(hand, board, seen.board_plays)


def draw(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Draws, unless a swap makes a set of three."""
    swaps = [each for each in legal if each.startswith("swap")]
    made = any(_rank(seen, at, each)[0] >= _SET for each in swaps)
    return [each for each in legal if (each == "draw") != made] if swaps else []


def best(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of the exchanges takes the one that leaves the best hand."""
    exchanges = [each for each in legal if each.split()[0] in ("swap", "keep")]
    return best_by(exchanges, lambda each: _rank(seen, at, each))


def fold(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stays in with a run or a set of three, and else folds."""
    if "fold" not in legal:
        return []
    return [each for each in legal if (each == "fold") == (_rank(seen, at)[0] < _RUN)]


def high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Stakes most with a set of three, and least with a run."""
    bases = [each for each in legal if each.startswith("base")]
    sign = 1 if bases and _rank(seen, at)[0] >= _SET else -1
    return best_by(bases, lambda each: sign * int(each.split()[1]))


THUMBS = (Thumb("draw", draw), Thumb("best", best), Thumb("fold", fold), Thumb("high", high))
