"""Players by name and by level: those of every game, those that know one, and how a weaker one chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from printkit.errors import InputError, nearest_hint
from printkit.games.core import CHANCE, Action, Seat
from printkit.games.find import find_module, find_players, loaded_entry
from printkit.games.game import Game, winners_of
from printkit.games.players import Player, PlayerMaker, Sight, preferring
from printkit.games.state import State, shuffled
from printkit.solver.laboratory import laboratory_players
from printkit.solver.players import (
    Judge,
    Search,
    Stop,
    at_random,
    by_games,
    by_proof,
    by_worth,
    choosing_best,
    gains,
    greedily,
    ismcts,
    minimax,
    never,
    worlds_of,
)

__all__ = [
    "HUMAN",
    "LEVELS",
    "hands_over",
    "known_players",
    "level_names",
    "nearly_best",
    "seated",
    "telling_players",
    "wins_at_once",
]

# ── the four levels of players every game has, and how a weaker one chooses ──────────────────────────────────────────

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


# ── players by name ──────────────────────────────────────────────────────────────────────────────────────────────────

HUMAN = "human"
_MOST = 10**6
_POLICIES = {"random": at_random, "greedy": greedily}


def _greedy(game: Game[Any], rng: Random, number: int, ways: frozenset[str], stop: Stop) -> Judge:
    return by_worth(game, rng)


def _flat(game: Game[Any], rng: Random, number: int, ways: frozenset[str], stop: Stop) -> Judge:
    return (by_proof if "sure" in ways else by_games)(game, rng, number, _policy(ways), stop)


def _ismcts(game: Game[Any], rng: Random, number: int, ways: frozenset[str], stop: Stop) -> Judge:
    ordered = "plain" not in ways and (game.module.worth is not None or "ordered" in ways)
    return ismcts(game, rng, Search(number, ordered, _policy(ways), "cut" in ways), stop)


def _minimax(game: Game[Any], rng: Random, number: int, ways: frozenset[str], stop: Stop) -> Judge:
    return minimax(game, rng, number, stop)


def _values(game: Game[Any], rng: Random, number: int, ways: frozenset[str], stop: Stop) -> Judge:
    """The game's own judge; it looks at one imagined state, so games that have one are open."""
    own: Callable[[Any], Mapping[str, float]] = loaded_entry(game.module.values)
    return lambda sight: own(sight.imagine(rng))


def _policy(ways: frozenset[str]) -> Callable[[Game[Any], Any, Random], str]:
    return _POLICIES["greedy" if "greedy" in ways else "random"]


_Counted = Callable[[Game[Any], Random, int, frozenset[str], Stop], Judge]

_COUNTED: Mapping[str, tuple[_Counted, int, tuple[str, ...]]] = {
    "greedy": (_greedy, 0, ()),
    "flat": (_flat, 200, ("random", "greedy", "sure")),
    "ismcts": (_ismcts, 400, ("random", "greedy", "plain", "ordered", "cut")),
    "minimax": (_minimax, 2, ()),
    "values": (_values, 0, ()),
}
"""Players that take a number, as in `ismcts:1000`: the usual one (0: they take none), and the variants that may follow
it. `values` is for games that declare some.
"""


_ALIASES = {"search": "ismcts:400"}


@cache
def _own_players(game_id: str) -> Mapping[str, PlayerMaker]:
    """The players that know this game: its own, and those of its laboratory."""
    return {**find_players(game_id), **laboratory_players(game_id)}


def known_players(game_id: str) -> tuple[str, ...]:
    """The names that `seated` takes for this game, without numbers and variants: the levels first."""
    inner = {*_own_players(game_id), "random", *_counted(game_id), *_ALIASES}
    return (*LEVELS, *sorted(inner - {*LEVELS}))


def telling_players(game_id: str) -> tuple[str, ...]:
    """The players beside the levels from whom something is learnt at this game: its own, then the generic ones.

    Without the worth of a state `greedy` and `minimax` have nothing to go by; `minimax` hardly sees what is hidden.
    """
    module, own = find_module(game_id), _own_players(game_id)
    idle = {
        "greedy": module.worth is None,
        "minimax": module.worth is None or module.game().start.has_secrets(),
    }
    generic = (
        name for name in ("random", *sorted(_counted(game_id))) if not idle.get(name) and name not in own
    )
    return (*sorted(own), *generic)


def _counted(game_id: str) -> Iterable[str]:
    return _COUNTED if find_module(game_id).values else _COUNTED.keys() - {"values"}


def seated(game: Game[Any], name: str, rng: Random, stop: Stop = never) -> Player:
    """The player called `name` at this game, such as `medium`, `random`, `greedy`, `ismcts:1000` or `flat:200:greedy`.

    With `~` and a margin behind it, as in `greedy~0.5`, it takes any action that is so nearly the best
    (`nearly_best`). A generic search that `stop` ends answers with what it has found by then. Raises `InputError`
    for an unknown name, number or variant.
    """
    name = level_names(game).get(name, name)
    own = _own_players(game.id)
    if name in own:
        return own[name](game, rng)
    if name == "random":
        return preferring((), rng)
    name, nearly, margin = name.partition("~")
    if nearly and name in known_players(game.id) and name not in (*_counted(game.id), *_ALIASES):
        raise InputError(f"{name!r} takes no margin", hint=f"{name}, or a search such as ismcts:400~0.5")
    judge = _judge(game, name, rng, stop)
    if not nearly:
        return choosing_best(judge, rng)
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", margin):
        raise InputError(f"no player {name + nearly + margin!r}", hint=f"{name}~MARGIN, such as {name}~0.5")
    return nearly_best(game, judge, float(margin), rng)


def _judge(game: Game[Any], name: str, rng: Random, stop: Stop) -> Judge:
    word, *rest = _ALIASES.get(name, name).split(":")
    if word not in _counted(game.id):
        hint = nearest_hint(word, [*known_players(game.id), HUMAN])
        raise InputError(f"unknown player {name!r}", hint=hint)
    make, number, variants = _COUNTED[word]
    if number and rest and re.fullmatch(r"[1-9][0-9]{0,6}", rest[0]):
        number = int(rest.pop(0))
    ways = frozenset(rest)
    if number > _MOST or not ways <= {*variants}:
        allowed = f"{word}:NUMBER" * bool(number) + "".join(f"[:{each}]" for each in variants)
        hint = f"{allowed}, at most {_MOST:,}" if number else word
        raise InputError(f"no player {name!r}", hint=hint)
    return make(game, rng, number, ways, stop)
