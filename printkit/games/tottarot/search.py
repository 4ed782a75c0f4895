"""A player of Tottarot who imagines rounds: what its seat sees in, the action that served it best out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import inf, log, sqrt
from typing import Any

from printkit.games.core import Action, Game, Seat
from printkit.games.players import Luck, Player
from printkit.games.tottarot.cards import Kind
from printkit.games.tottarot.position import read_view
from printkit.games.tottarot.rules import SEATS
from printkit.games.tottarot.table import DECLARE, DRAW, HIDDEN, OVER, Table, points_of

__all__ = ["PLAYERS", "ROUNDS", "search", "searching"]

ROUNDS = 400
"""Rounds imagined for each decision."""

_CURIOSITY = 0.7
_TRUST = 4.0
"""How much likelier a token is held to fit the card behind it, small for one that gains points, than not."""


@dataclass(slots=True)
class _Node:
    """What a seat knows at one moment: how often each action was tried there, and what it brought in all."""

    visits: Counter[Action] = field(default_factory=Counter)
    gains: defaultdict[Action, float] = field(default_factory=lambda: defaultdict(float))

    def choose(self, legal: tuple[Action, ...]) -> Action:
        """The action with the highest upper confidence bound; those never tried come first (UCB1)."""
        total = log(1 + sum(self.visits.values()))

        def bound(action: Action) -> float:
            tried = self.visits[action]
            return self.gains[action] / tried + _CURIOSITY * sqrt(total / tried) if tried else inf

        return max(legal, key=bound)


def search(game: Game[Any], luck: Luck) -> Player:
    """Imagines `ROUNDS` rounds for each decision."""
    return searching(ROUNDS)(game, luck)


PLAYERS: Mapping[str, Callable[[Game[Any], Luck], Player]] = {"search": search}
"""The player that thinks."""


def searching(rounds: int) -> Callable[[Game[Any], Luck], Player]:
    """A player who imagines this many rounds for each decision: the same random numbers give the same answer.

    It deals what it has not seen at random, follows the round to its end, and keeps for every seat a tree of what that
    seat would know (multiple-observer information-set search: Cowling, Powley and Whitehouse 2012). So the seats
    declare without knowing of each other (tottarot §3.3): a declaration is imagined from the first seat on, even if
    tokens lie already, since any token may have been laid.
    """

    def make(game: Game[Any], luck: Luck) -> Player:
        rules = game.start.rules

        def play(view: str, legal: tuple[Action, ...]) -> Action:
            if len(legal) == 1:
                return legal[0]
            seat, table = read_view(rules, view)
            nodes: dict[tuple[Seat, str], _Node] = {}
            if table.phase == DECLARE:
                table = replace(table, declared=(None,) * rules.players, at=0)
            for _ in range(rounds):
                _imagine(_dealt(table, luck), nodes, luck)
            visits = nodes[SEATS[seat], view].visits
            return max(legal, key=visits.__getitem__)

        return play

    return make


def _dealt(table: Table, luck: Luck) -> Table:
    """The table with a card for each hidden fate, drawn at random from those its seat has not seen."""
    deck, fates = table.unseen(), list(table.fates)
    for owner, fate in enumerate(table.fates):
        if fate is not None and fate.kind == HIDDEN:
            kinds = sorted(deck)
            kind = _lot({kind: deck[kind] * _fit(table, owner, kind) for kind in kinds}, luck)
            deck -= Counter((kind,))
            fates[owner] = fate._replace(kind=kind)
    return replace(table, fates=tuple(fates))


def _fit(table: Table, owner: int, kind: Kind) -> float:
    """How well a card goes with the token of the seat that drew it: small tokens hide what gains points."""
    fate, token = table.fates[owner], table.declared[owner]
    if table.phase == DECLARE or token is None or fate is None or fate.drawn_by != owner:
        return 1.0
    row = table.rows[owner]
    gains = points_of(table.rules, (*row, kind)) > points_of(table.rules, row)
    small = token < sorted((*table.unused(owner), token))[-1]
    return _TRUST if gains == small else 1.0


def _lot(weights: Mapping[Kind, float], luck: Luck) -> Kind:
    point = luck() * sum(weights.values())
    for kind, weight in weights.items():
        point -= weight
        if point < 0:
            return kind
    return max(weights)


def _imagine(table: Table, nodes: dict[tuple[Seat, str], _Node], luck: Luck) -> None:
    """Play the round once: each seat by its tree, at its first new moment and after it at random; and remember."""
    state, before, number = table, table.victories, table.round
    inside = [True] * table.rules.players
    path: list[tuple[_Node, int, Action]] = []
    while state.phase != OVER and state.round == number:
        if state.phase == DRAW:
            deck = state.unseen()
            action = f"draw {_lot({kind: deck[kind] for kind in sorted(deck)}, luck)}"
        else:
            seat, legal = state.actor, state.legal()
            action = legal[int(luck() * len(legal))]
            if inside[seat]:
                node = nodes.setdefault((SEATS[seat], state.view(SEATS[seat])), _Node())
                inside[seat] = bool(node.visits)
                action = node.choose(legal) if inside[seat] else action
                path.append((node, seat, action))
        state = state.apply(action)
    won = [now - then for now, then in zip(state.victories, before, strict=True)]
    mean = sum(won) / len(won)
    for node, seat, action in path:
        node.visits[action] += 1
        node.gains[action] += won[seat] - mean
