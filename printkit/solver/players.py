"""Players of every game: judges that look one action ahead, by worth or by games imagined; and searches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, inf, isqrt, log, sqrt
from random import Random
from typing import Any, TypeAlias

from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.players import Player, Sight
from printkit.games.state import State

__all__ = [
    "Judge",
    "Policy",
    "Search",
    "Stop",
    "at_random",
    "by_games",
    "by_proof",
    "by_worth",
    "choosing_best",
    "gains",
    "greedily",
    "ismcts",
    "margin",
    "minimax",
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
        return sight.legal[0] if len(sight.legal) == 1 else _best_of(judge(sight), rng)

    return play


_BOLD = 0.2
"""How often a greedy play-out acts at random: always the same answer would hide what else may come."""


def at_random(game: Game[Any], state: State, rng: Random) -> Action:
    """Any legal action, each as likely as any other."""
    legal = state.legal()
    return legal[int(rng.random() * len(legal))]


def greedily(game: Game[Any], state: State, rng: Random) -> Action:
    """The action after which the state is worth most to the seat to act; one time in five any action."""
    if rng.random() < _BOLD:
        return at_random(game, state, rng)
    seat = state.to_move()
    assert seat is not None
    return _best_of({action: game.worth(state.after(action), seat) for action in state.legal()}, rng)


def _best_of(values: Mapping[Action, float], rng: Random) -> Action:
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

_WORLDS = 8
"""How many deals of what is hidden a player imagines where it does not count games."""
_RIVALS = 6
"""So many actions, the first by worth, are tried where each has to prove itself."""


def worlds_of(sight: Sight, rng: Random) -> list[Any]:
    """States the seat cannot distinguish from the true one: one where nothing is hidden, else `_WORLDS`."""
    first, second = sight.imagine(rng), sight.imagine(rng)
    return [first] if first == second else [first, second, *(sight.imagine(rng) for _ in range(_WORLDS - 2))]


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


# ── A search that imagines games and keeps for every seat a tree of what that seat would know ────────────────────────

_CURIOSITY = 0.7
"""How much weight the bound gives to actions tried seldom (UCB1, values from 0 to 1)."""
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Search:
    """How to search: so many imagined games; whether actions are tried in the order of their worth, one more as the
    visits pass the next square; how a game goes on beyond the tree; whether it is valued at once instead.
    """

    games: int
    ordered: bool = True
    policy: Policy = at_random
    cut: bool = False


@dataclass(slots=True)
class _Node:
    """What a seat knows at one moment: its actions, how often each was tried, and what it brought in all."""

    legal: tuple[Action, ...]
    tried: int = 0
    visits: defaultdict[Action, int] = field(default_factory=lambda: defaultdict(int))
    gained: defaultdict[Action, float] = field(default_factory=lambda: defaultdict(float))

    def choose(self, ordered: bool, low: float, span: float) -> Action:
        """The action with the highest upper confidence bound; those never tried come first (UCB1)."""
        open_now = self.legal[: 1 + isqrt(self.tried)] if ordered else self.legal
        total = log(1 + self.tried)

        def bound(action: Action) -> float:
            tried = self.visits[action]
            if not tried:
                return inf
            mean = (self.gained[action] / tried - low) / span
            return mean + _CURIOSITY * sqrt(total / tried)

        return max(open_now, key=bound)

    def standing(self, action: Action, low: float, span: float) -> float:
        """How often an action was tried, and by less than one more what it brought on the mean."""
        tried = self.visits.get(action, 0)
        return tried + (self.gained[action] / tried - low) / (span + _LEAST) if tried else 0.0


@dataclass(slots=True)
class _Tree:
    """The nodes of all seats, and the least and most a seat has gained in an imagined game so far."""

    nodes: dict[tuple[Seat, str], _Node] = field(default_factory=dict)
    low: float = inf
    high: float = -inf

    def span(self) -> float:
        return max(self.high - self.low, _LEAST)


def ismcts(game: Game[Any], rng: Random, search: Search, stop: Stop = never) -> Judge:
    """Imagines games, each to the end of its stage, and values an action by how often it tried it.

    Multiple-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012). What is hidden
    from the seat is dealt anew for each game; every seat chooses by what it would know. Each seat is taken to want most
    points beyond the mean of all. Of actions tried equally often the one that won more comes first.
    """

    def judge(sight: Sight) -> Mapping[Action, float]:
        tree = _Tree()
        for turn in range(search.games):
            if turn and stop():
                break
            _imagine(game, sight.imagine(rng), tree, search, rng)
        root = tree.nodes[sight.seat, sight.view]
        return {action: root.standing(action, tree.low, tree.span()) for action in sight.legal}

    return judge


def _imagine(game: Game[Any], start: State, tree: _Tree, search: Search, rng: Random) -> None:
    """Play one game: each seat by its tree, at its first new moment and after it by the policy; and remember."""
    state, stage = start, start.stage()
    inside = dict.fromkeys(game.seats, True)
    path: list[tuple[_Node, Seat, Action]] = []
    for _ in range(game.module.ply_limit):
        seat = state.to_move()
        if seat is None or state.stage() != stage:
            break
        if seat == CHANCE:
            state = state.after(state.sample(rng))
            continue
        if not any(inside.values()):
            state = state if search.cut else play_on(game, state, search.policy, rng)
            break
        if inside[seat]:
            node = _node(game, tree, state, seat, search.ordered)
            inside[seat] = bool(node.tried)
            action = node.choose(search.ordered, tree.low, tree.span())
            path.append((node, seat, action))
        else:
            action = search.policy(game, state, rng)
        state = state.after(action)
    won = _won(game, start, state)
    tree.low, tree.high = min(tree.low, *won.values()), max(tree.high, *won.values())
    for node, seat, action in path:
        node.tried += 1
        node.visits[action] += 1
        node.gained[action] += won[seat]


def _node(game: Game[Any], tree: _Tree, state: State, seat: Seat, ordered: bool) -> _Node:
    key = (seat, state.view(seat))
    node = tree.nodes.get(key)
    if node is None:
        legal = state.legal()
        if ordered:
            worth = {action: game.worth(state.after(action), seat) for action in legal}
            legal = tuple(sorted(legal, key=lambda action: -worth[action]))
        node = tree.nodes[key] = _Node(legal)
    return node


def _won(game: Game[Any], start: State, state: State) -> dict[Seat, float]:
    """What each seat has won, with what the state is worth to it where the game was broken off."""
    if state.to_move() is None or state.stage() != start.stage() or not game.module.worth:
        return dict(zip(game.seats, gains(start, state), strict=True))
    worth = [game.worth(state, seat) for seat in game.seats]
    mean = sum(worth) / len(worth) if len(worth) > 1 else 0.0
    return {seat: value - mean for seat, value in zip(game.seats, worth, strict=True)}


# ── A search that looks some actions ahead ───────────────────────────────────────────────────────────────────────────

_MOST_CHANCES = 40
"""Of more chances than these, so many are sampled."""


def minimax(game: Game[Any], rng: Random, depth: int, stop: Stop = never) -> Judge:
    """Values an action by the margin of worth after `depth` actions of any seat.

    Every other seat is taken to play against this one. What is hidden is averaged over imagined deals; of chance
    actions in a row the first has its exact odds, and the others are sampled. A search that is stopped values the rest
    by the margin at once.
    """

    def judge(sight: Sight) -> Mapping[Action, float]:
        total = dict.fromkeys(sight.legal, 0.0)
        for world in worlds_of(sight, rng):
            for action in sight.legal:
                left = 0 if stop() else depth - 1
                total[action] += _value(game, world.after(action), sight.seat, left, (-inf, inf), rng)
        return total

    return judge


def _value(
    game: Game[Any], state: State, seat: Seat, depth: int, window: tuple[float, float], rng: Random
) -> float:
    mover = state.to_move()
    if mover is None:
        return margin(game, state, seat)
    if mover == CHANCE:
        return sum(
            float(odds) * _after_chance(game, state.after(action), seat, depth, rng)
            for action, odds in _chances(state, rng)
        )
    if depth < 1:
        return margin(game, state, seat)
    low, high = window
    own = mover == seat
    best = -inf if own else inf
    for action in _ordered(game, state, mover, depth):
        value = _value(game, state.after(action), seat, depth - 1, (low, high), rng)
        if own:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best


def _after_chance(game: Game[Any], state: State, seat: Seat, depth: int, rng: Random) -> float:
    """The value once chance has acted; chance that goes on is sampled, for its odds would multiply without end."""
    if depth < 1:
        return margin(game, state, seat)
    while state.to_move() == CHANCE:
        state = state.after(state.sample(rng))
    return _value(game, state, seat, depth, (-inf, inf), rng)


def _chances(state: State, rng: Random) -> tuple[tuple[Action, Fraction], ...]:
    chances = state.chances()
    if len(chances) <= _MOST_CHANCES:
        return chances
    share = Fraction(1, _MOST_CHANCES)
    return tuple((state.sample(rng), share) for _ in range(_MOST_CHANCES))


def _ordered(game: Game[Any], state: State, mover: Seat, depth: int) -> tuple[Action, ...]:
    """The best looking first, where that may save looking further."""
    legal = state.legal()
    if depth < 2 or len(legal) < 3:
        return legal
    worth = {action: game.worth(state.after(action), mover) for action in legal}
    return tuple(sorted(legal, key=lambda action: -worth[action]))
