"""Searches: one that imagines games and keeps a tree for every seat, and one with the exact odds of chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, isqrt, log, sqrt
from random import Random
from typing import Any

from printkit.games.core import CHANCE, Action, Seat
from printkit.games.game import Game
from printkit.games.players import Sight
from printkit.games.state import State
from printkit.solver.simple_players import (
    Judge,
    Policy,
    Stop,
    at_random,
    gains,
    margin,
    never,
    play_on,
    worlds_of,
)

__all__ = ["Search", "ismcts", "minimax"]


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
