"""Plays a deal on the readable engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from printkit.errors import InputError
from printkit.games.core import CHANCE, Action
from printkit.games.game import Game
from printkit.games.players import Player, Sight, sight_of
from printkit.games.youscout.seeded_deal import Deal

__all__ = ["Order", "answering", "chance_of", "play_deal", "play_order"]

Order = Callable[[int, Sequence[str]], Sequence[str]]
"""Puts the cards of a talon in order, for the pass that begins when the terminal has come this many times."""


def play_deal(game: Game[Any], deal: Deal, player: Player, start: int | None = None) -> tuple[Action, ...]:
    """All actions of the play of a deal; the player chooses the start too, unless one is given.

    Raises `InputError` where the board forbids the start.
    """
    return play_order(game, deal.laid(), deal.order, player, start)


def play_order(
    game: Game[Any], laid: Sequence[str], order: Order, player: Player, start: int | None = None
) -> tuple[Action, ...]:
    """The same for a board and any order of the talon. The player gets the view and never the order."""
    state = game.start
    actions: list[Action] = []
    talon: list[str] = []
    passed = -1
    while (seat := state.to_move()) is not None:
        if seat == CHANCE and len(state.board) < len(laid):
            action = f"lay {laid[len(state.board)]}"
        elif seat == CHANCE:
            if state.terminals != passed:
                passed = state.terminals
                talon = list(reversed(order(passed, state.talon)))
            action = f"draw {talon.pop()}"
        elif not state.token and start is not None:
            action = f"place {start}"
            if action not in state.legal():
                raise InputError(f"this board forbids a start on {start}", hint=", ".join(state.legal()))
        else:
            action = player(sight_of(game, state, seat))
        actions.append(action)
        state = state.apply(action)
    return tuple(actions)


def chance_of(deal: Deal, state: Any) -> Action:
    """What chance does next in a state of this deal."""
    if len(state.board) < len(deal.laid()):
        return f"lay {deal.laid()[len(state.board)]}"
    return f"draw {deal.order(state.terminals, state.talon)[0]}"


def answering(answers: Sequence[Action]) -> Player:
    """A player who gives these answers one after the other."""
    left = iter(answers)

    def play(sight: Sight) -> Action:
        return next(left)

    return play
