"""Rules of thumb for 終季: keep what fits together, and do not lay it open."""

from __future__ import annotations

from typing import Any

from printkit.games.core import Action
from printkit.games.paper_cetkaik.deck import SHIPS, strength
from printkit.games.toolkit.cards import take
from printkit.games.toolkit.thumbs import Thumb, best_by

__all__ = ["THUMBS"]


def _fits(card: str, other: str) -> int:
    """2 for two cards of a set or a 船, 1 for two of a run."""
    if card in SHIPS or other in SHIPS or strength(card) == strength(other):
        return 2
    return int(card[0] == other[0] and abs(strength(card) - strength(other)) < 3)


def _discards(legal: tuple[Action, ...]) -> list[Action]:
    return [each for each in legal if each.startswith("discard")]


def end(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Ends the season as soon as it may."""
    return [each for each in legal if each == "end"]


def quiet(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Never calls and lays nothing open."""
    return [each for each in legal if each.split()[0] not in ("call", "lay")]


def apart(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Discards the card that fits fewest others."""

    def fits(action: Action) -> int:
        card = action.split()[1]
        return sum(_fits(card, other) for other in take(seen.hands[at], (card,)))

    return best_by(_discards(legal), lambda each: -fits(each))


def high(seen: Any, at: int, legal: tuple[Action, ...]) -> list[Action]:
    """Of two alike discards the stronger, which others want least: it fits fewer runs."""
    return best_by(_discards(legal), lambda each: strength(each.split()[1]))


THUMBS = (Thumb("end", end), Thumb("quiet", quiet), Thumb("apart", apart), Thumb("high", high))
