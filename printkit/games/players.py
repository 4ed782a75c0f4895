"""Players: what a seat may see and the legal actions in, one of these actions out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from printkit.errors import InputError, nearest_hint
from printkit.games.core import Action

__all__ = ["PREFERENCES", "GaveUp", "Luck", "Player", "asking", "make_player", "preferring"]

Player: TypeAlias = Callable[[str, tuple[Action, ...]], Action]
"""Takes the seat's view and the legal actions, never a state: what is hidden cannot reach a player."""

Luck: TypeAlias = Callable[[], float]
"""Gives a number in [0, 1), another one at each call."""

PREFERENCES: dict[str, tuple[Action, ...]] = {
    "random": (),
    "move": ("move", "done"),
    "stay": ("stay", "done"),
}
"""The players known by name: the actions each one takes wherever they are legal; else it draws lots."""


class GaveUp(Exception):  # noqa: N818 - no error: a player may leave the table
    """The player will not go on; the play ends unfinished."""


def make_player(
    name: str, luck: Luck, knowing: Mapping[str, Callable[[Luck], Player]] | None = None
) -> Player:
    """The player called `name`; `knowing` adds those that know the game. Unknown names are InputErrors."""
    if knowing and name in knowing:
        return knowing[name](luck)
    if name not in PREFERENCES:
        hint = nearest_hint(name, [*PREFERENCES, *(knowing or ()), "human"])
        raise InputError(f"unknown player {name!r}", hint=hint)
    return preferring(PREFERENCES[name], luck)


def preferring(wanted: tuple[Action, ...], luck: Luck) -> Player:
    """A player that takes the first of `wanted` that is legal, and otherwise any legal action, by lot."""

    def play(view: str, legal: tuple[Action, ...]) -> Action:
        for action in wanted:
            if action in legal:
                return action
        return legal[int(luck() * len(legal))]

    return play


def asking(answers: Iterator[str], tell: Callable[[str], None]) -> Player:
    """A player who answers with an action or its number, and is told again what is legal until it is one.

    Raises `GaveUp` when the answers end, or at `quit`.
    """

    def play(view: str, legal: tuple[Action, ...]) -> Action:
        tell("  ".join(f"{at}: {action}" for at, action in enumerate(legal, 1)))
        for answer in answers:
            words = " ".join(answer.split())
            if words == "quit":
                break
            if words in legal:
                return words
            if words.isascii() and words.isdigit() and len(words) < 5 and 1 <= int(words) <= len(legal):
                return legal[int(words) - 1]
            tell(f"{words!r} is not legal; choose one of: " + ", ".join(legal) + "; or quit")
        raise GaveUp

    return play
