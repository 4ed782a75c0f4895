"""Rules of thumb for 行山: what to lay and what to sell."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from printkit.games.core import SEATS, Action
from printkit.games.game import Game
from printkit.games.players import Player, by_score

__all__ = ["climbing", "thumb"]

_ORDER = "s5e2k310"
"""The kinds of cards in the order in which they are laid."""


def climbing(laid: str, coins: str) -> Callable[[Any, int, Action], float]:
    """Which kinds of cards to lay, the rest sold; whether to change rice into coin (`coins`) from 15 on."""

    def score(seen: Any, at: int, action: Action) -> float:
        word, *rest = action.split()
        if word == "install":
            return 500.0 - _ORDER.find(rest[0][1]) if rest[0][1] in laid else -1.0
        if word == "exchange":
            return 600.0 if coins == "coins" and seen.rice[at] >= 15 else -1.0
        if word == "sell":
            return 100.0 if rest[0][1] != "s" else -1.0
        if word == "move":
            return 50.0 + (rest[0] == "rice")
        if word in ("destroy", "mark"):
            return -5.0 if rest[0] == SEATS[at] else 1.0
        return -2.0 if word in ("dismantle", "skip") else 0.0

    return score


def thumb(game: Game[Any], rng: Random) -> Player:
    """The best rule of thumb (docs/findings.md): lays 船 and 馬 only, sells the rest, always moves."""
    return by_score(climbing("s5", "coins"), rng)
