"""Players that always give one answer: the ends between which every other player of Youscout lies."""

from __future__ import annotations

from random import Random
from typing import Any

from printkit.games.game import Game
from printkit.games.players import Player, preferring

__all__ = ["LEVELS", "PLAYERS", "mover", "stayer"]

PLAYERS = {
    "move": "printkit.games.youscout.players:mover",
    "stay": "printkit.games.youscout.players:stayer",
}

LEVELS = {"beginner": "move", "easy": "starter", "medium": "thumb", "strong": "learned"}
"""The players behind the levels; the others are the laboratory's, and need no more than the plain install."""


def mover(game: Game[Any], rng: Random) -> Player:
    """Moves wherever it may, replaces nothing, and else plays at random."""
    return preferring(("move", "done"), rng)


def stayer(game: Game[Any], rng: Random) -> Player:
    """Stays wherever it may, replaces nothing, and else plays at random."""
    return preferring(("stay", "done"), rng)
