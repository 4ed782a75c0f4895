"""The four levels of players every game has, and how a weaker one chooses: among nearly the best, and with care."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game, winners_of
from printkit.games.players import Player, Sight
from printkit.games.state import State, shuffled
from printkit.solver.playing import Judge, gains
from printkit.solver.simple_players import worlds_of

__all__ = ["LEVELS", "hands_over", "level_names", "nearly_best", "wins_at_once"]

LEVELS = ("beginner", "easy", "medium", "strong")
"""From the weakest up."""

_USUAL: Mapping[str, str] = {
    "beginner": "greedy~1",
    "easy": "greedy~0.3",
    "medium": "ismcts:50",
    "strong": "ismcts:200",
}
_WITHOUT_WORTH: Mapping[str, str] = {
    "beginner": "flat:12~1",
    "easy": "flat:48~0.3",
    "medium": "ismcts:100",
    "strong": "ismcts:400",
}
"""The players behind the levels where a game does not name its own (`GameModule.levels`)."""

_FOLLOWED = 2
"""How many actions of one seat in a row may make up one win: a capture and what is declared after it."""


def level_names(game: Game[Any]) -> Mapping[str, str]:
    """The player behind each level of this game, from the weakest up."""
    usual = _USUAL if game.module.worth else _WITHOUT_WORTH
    return {**usual, **game.module.levels}


def nearly_best(game: Game[Any], judge: Judge, margin: float, rng: Random) -> Player:
    """A player that takes a win at once, hands none over, and else any action that is nearly the best.

    Nearly the best are those valued at most `margin` less than the best, on the judge's scale. What is hidden is
    imagined; where every action hands over a win it takes one that does in the fewest imagined deals.
    """

    def play(sight: Sight) -> Action:
        if len(sight.legal) == 1:
            return sight.legal[0]
        worlds = worlds_of(sight, rng)
        for action in sight.legal:
            if all(wins_at_once(game, world, action) for world in worlds):
                return action
        risks: dict[Action, int] = {}
        for action in _in_turn(judge(sight), margin, rng):
            risks[action] = sum(hands_over(game, world.after(action), sight.seat) for world in worlds)
            if not risks[action]:
                return action
        return min(risks, key=lambda action: risks[action])

    return play


def _in_turn(values: Mapping[Action, float], margin: float, rng: Random) -> Iterator[Action]:
    """The nearly best in any order, then the rest from the best down."""
    least = max(values.values()) - margin
    yield from shuffled(sorted(action for action in values if values[action] >= least), rng)
    yield from sorted((action for action in values if values[action] < least), key=lambda each: -values[each])


def wins_at_once(game: Game[Any], state: State, action: Action, followed: int = _FOLLOWED) -> bool:
    """Whether an action wins the game alone, or ends its stage with the most gained, whatever chance does.

    Looks as far as the same seat goes on acting, so many actions at most.
    """
    seat, after = state.to_move(), state.after(action)
    assert seat not in (None, CHANCE)
    mover = after.to_move()
    if mover is None and len(game.seats) == 1:
        return bool(winners_of(game, after.outcome()))
    if mover is None or after.stage() != state.stage():
        return _ahead(state, after, seat)
    return (
        mover == seat
        and followed > 1
        and any(wins_at_once(game, after, each, followed - 1) for each in after.legal())
    )


def _ahead(before: State, after: State, seat: Seat) -> bool:
    """Whether the seat gained something, and more than every other seat."""
    won = gains(before, after)
    own = won[before.index(seat)]
    return own > 0 and won.count(own) == 1 and own == max(won)


def hands_over(game: Game[Any], state: State, seat: Seat) -> bool:
    """Whether the next seat, if it is another one, can win at once."""
    mover = state.to_move()
    if mover in (None, CHANCE, seat):
        return False
    return any(wins_at_once(game, state, action) for action in state.legal())
