"""Judges that look one action ahead, by worth or by games imagined to their end, and playing states on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum, sqrt
from random import Random
from typing import Any, TypeAlias

from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.state import State

__all__ = [
    "BOLD",
    "WORLDS",
    "Judge",
    "Policy",
    "Stop",
    "at_random",
    "best_of",
    "by_games",
    "by_proof",
    "by_worth",
    "choosing_best",
    "gains",
    "greedily",
    "margin",
    "never",
    "play_on",
    "worlds_of",
]


# ── playing states on ────────────────────────────────────────────────────────────────────────────────────────────────

Policy: TypeAlias = Callable[[Game[Any], Any, Random], Action]
"""Chooses an action in a state in which a seat is to act."""

Judge: TypeAlias = Callable[[Sight], Mapping[Action, float]]
"""Values every legal action of a seat, on any scale."""

Stop: TypeAlias = Callable[[], bool]
"""Asked between two imagined games: whether the search is to answer with what it has found so far."""


def never() -> bool:
    """A search that is left to its end."""
    return False


def choosing_best(judge: Judge, rng: Random) -> Player:
    """A player that takes what its judge values most; among equals any."""

    def play(sight: Sight) -> Action:
        return sight.legal[0] if len(sight.legal) == 1 else best_of(judge(sight), rng)

    return play


BOLD = 0.2
"""How often a greedy play-out acts at random: always the same answer would hide what else may come."""


def at_random(game: Game[Any], state: State, rng: Random) -> Action:
    """Any legal action, each as likely as any other."""
    legal = state.legal()
    return legal[int(rng.random() * len(legal))]


def greedily(game: Game[Any], state: State, rng: Random) -> Action:
    """The action after which the state is worth most to the seat to act; one time in five any action."""
    if rng.random() < BOLD:
        return at_random(game, state, rng)
    seat = state.to_move()
    assert seat is not None
    return best_of({action: game.worth(state.after(action), seat) for action in state.legal()}, rng)


def best_of(values: Mapping[Action, float], rng: Random) -> Action:
    """The action with the highest value; among equals any."""
    most = max(values.values())
    best = [action for action, value in values.items() if value == most]
    return best[int(rng.random() * len(best))] if len(best) > 1 else best[0]


def play_on(game: Game[Any], state: Any, policy: Policy, rng: Random) -> Any:
    """The state at the end of this one's stage, of the game, or after as many actions as a game may have."""
    stage = state.stage()
    for _ in range(game.module.ply_limit):
        seat = state.to_move()
        if seat is None or state.stage() != stage:
            break
        state = state.after(state.sample(rng) if seat == CHANCE else policy(game, state, rng))
    return state


def gains(before: State, after: State) -> tuple[float, ...]:
    """What each seat has won in between, beyond the mean of all; of a game for one, what it has won."""
    won = [now - then for now, then in zip(after.returns(), before.returns(), strict=True)]
    if len(won) == 1:
        return tuple(won)
    mean = sum(won) / len(won)
    return tuple(each - mean for each in won)


def margin(game: Game[Any], state: State, seat: Seat) -> float:
    """What a state is worth to a seat beyond the best of the others."""
    own = game.worth(state, seat)
    others = [game.worth(state, other) for other in game.seats if other != seat]
    return own - max(others) if others else own


# ── judges that look one action ahead ────────────────────────────────────────────────────────────────────────────────

WORLDS = 8
"""How many deals of what is hidden a player imagines where it does not count games."""
_RIVALS = 6
"""So many actions, the first by worth, are tried where each has to prove itself."""


def worlds_of(sight: Sight, rng: Random) -> list[Any]:
    """States the seat cannot distinguish from the true one: one where nothing is hidden, else `WORLDS`."""
    first, second = sight.imagine(rng), sight.imagine(rng)
    return [first] if first == second else [first, second, *(sight.imagine(rng) for _ in range(WORLDS - 2))]


def by_worth(game: Game[Any], rng: Random) -> Judge:
    """Values an action by what the state is worth after it, on the mean over what may be hidden."""

    def judge(sight: Sight) -> Mapping[Action, float]:
        worlds = worlds_of(sight, rng)
        return {
            action: fsum(game.worth(world.after(action), sight.seat) for world in worlds) / len(worlds)
            for action in sight.legal
        }

    return judge


def by_games(game: Game[Any], rng: Random, games: int, policy: Policy, stop: Stop = never) -> Judge:
    """Values an action by so many imagined games, shared evenly among the actions: what it won on the mean.

    With more actions than games only those of the highest worth are tried.
    """

    def judge(sight: Sight) -> Mapping[Action, float]:
        legal = sight.legal
        at = game.start.index(sight.seat)
        if len(legal) > games:
            world = sight.imagine(rng)
            worth = {action: game.worth(world.after(action), sight.seat) for action in legal}
            legal = tuple(sorted(legal, key=lambda action: -worth[action]))[:games]
        total = dict.fromkeys(legal, 0.0)
        rounds = 0
        while rounds < max(1, games // len(legal)) and not (rounds and stop()):
            rounds += 1
            world = sight.imagine(rng)
            for action in legal:
                total[action] += gains(world, play_on(game, world.after(action), policy, rng))[at]
        return {action: won / rounds for action, won in total.items()}

    return judge


def by_proof(game: Game[Any], rng: Random, games: int, policy: Policy, stop: Stop = never) -> Judge:
    """Values an action by what it won beyond the greedy one in the same imagined games, less the error of that.

    So an action is preferred to the greedy one only where the games show it to be better. A third of the games goes to
    all rivals, the rest to the better half and then to the better half of these.
    """
    by_greed = by_worth(game, rng)

    def judge(sight: Sight) -> Mapping[Action, float]:
        at, worth = game.start.index(sight.seat), by_greed(sight)
        rivals = sorted(worth, key=lambda action: (-worth[action], action))[:_RIVALS]
        greedy, left, beyond = rivals[0], list(rivals), {action: [0.0] for action in rivals}
        lots = [games // 3] * 3
        for lot in lots:
            for turn in range(lot // len(left)):
                if turn and stop():
                    return {action: _sure(beyond[action]) for action in left}
                world, seed = sight.imagine(rng), rng.getrandbits(32)
                won = {
                    action: gains(world, play_on(game, world.after(action), policy, Random(seed)))[at]
                    for action in left
                }
                for action in left:
                    beyond[action].append(won[action] - won[greedy])
            left.sort(key=lambda action: (action != greedy, -sum(beyond[action])))
            left = left[: max(2, (len(left) + 1) // 2)]
        return {action: _sure(beyond[action]) for action in left}

    return judge


def _sure(gained: list[float]) -> float:
    """The mean of these gains less its standard error."""
    if len(gained) < 3:
        return 0.0
    mean = fsum(gained) / len(gained)
    spread = fsum((each - mean) ** 2 for each in gained) / (len(gained) - 1)
    return mean - sqrt(spread / len(gained))
