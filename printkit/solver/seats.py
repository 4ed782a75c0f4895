"""Players by name: those of every game, those that know one, and how strong they are asked to play."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from printkit.errors import InputError, nearest_hint
from printkit.games.find import find_players
from printkit.games.game import Game
from printkit.games.players import Player, PlayerMaker, preferring
from printkit.solver.ismcts import Search, ismcts
from printkit.solver.laboratory import laboratory_players
from printkit.solver.minimax import minimax
from printkit.solver.playing import at_random, greedily
from printkit.solver.simple_players import flat, greedy

__all__ = ["HUMAN", "known_players", "seated"]

HUMAN = "human"
_MOST = 10**6
_POLICIES = {"random": at_random, "greedy": greedily}


def _flat(game: Game[Any], rng: Random, number: int, ways: frozenset[str]) -> Player:
    return flat(game, rng, number, _policy(ways))


def _ismcts(game: Game[Any], rng: Random, number: int, ways: frozenset[str]) -> Player:
    ordered = "plain" not in ways and (game.module.worth is not None or "ordered" in ways)
    return ismcts(game, rng, Search(number, ordered, _policy(ways), "cut" in ways))


def _minimax(game: Game[Any], rng: Random, number: int, ways: frozenset[str]) -> Player:
    return minimax(game, rng, number)


def _policy(ways: frozenset[str]) -> Callable[[Game[Any], Any, Random], str]:
    return _POLICIES["greedy" if "greedy" in ways else "random"]


_Counted = Callable[[Game[Any], Random, int, frozenset[str]], Player]

_COUNTED: Mapping[str, tuple[_Counted, int, tuple[str, ...]]] = {
    "flat": (_flat, 200, ("random", "greedy")),
    "ismcts": (_ismcts, 400, ("random", "greedy", "plain", "ordered", "cut")),
    "minimax": (_minimax, 2, ()),
}
"""Players that take a number, as in `ismcts:1000`: the usual one, and the variants that may follow it."""


_ALIASES = {"search": "ismcts:400"}


@cache
def _own_players(game_id: str) -> Mapping[str, PlayerMaker]:
    """The players that know this game: its own, and those of its laboratory."""
    return {**find_players(game_id), **laboratory_players(game_id)}


def known_players(game_id: str) -> tuple[str, ...]:
    """The names that `seated` takes for this game, without numbers and variants."""
    return tuple(sorted({*_own_players(game_id), "random", "greedy", *_COUNTED, *_ALIASES}))


def seated(game: Game[Any], name: str, rng: Random) -> Player:
    """The player called `name` at this game, such as `random`, `greedy`, `ismcts:1000` or `flat:200:greedy`.

    Raises `InputError` for an unknown name, number or variant.
    """
    own = _own_players(game.id)
    if name in own:
        return own[name](game, rng)
    if name == "random":
        return preferring((), rng)
    if name == "greedy":
        return greedy(game, rng)
    word, *rest = _ALIASES.get(name, name).split(":")
    if word not in _COUNTED:
        hint = nearest_hint(word, [*known_players(game.id), HUMAN])
        raise InputError(f"unknown player {name!r}", hint=hint)
    make, number, variants = _COUNTED[word]
    if rest and re.fullmatch(r"[1-9][0-9]{0,6}", rest[0]):
        number = int(rest.pop(0))
    ways = frozenset(rest)
    if number > _MOST or not ways <= {*variants}:
        allowed = f"{word}:NUMBER" + "".join(f"[:{each}]" for each in variants)
        raise InputError(f"no player {name!r}", hint=f"{allowed}, at most {_MOST:,}")
    return make(game, rng, number, ways)
