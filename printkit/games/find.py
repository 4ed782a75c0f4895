"""Finds the games by scanning this package: a game's id in, its module or its game value out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

import printkit.games
from printkit.errors import InputError, Problem, nearest_hint
from printkit.games.census import Census
from printkit.games.core import Game, Option, read_options
from printkit.games.players import Luck, Player
from printkit.games.tale import Tale

__all__ = [
    "GameModule",
    "check_stated",
    "find_census",
    "find_games",
    "find_module",
    "find_players",
    "find_tale",
    "make_game",
    "printed_words",
    "seats_option",
    "share_options",
]


class GameModule(Protocol):
    """What a module or folder of this package holds to be a game: its options, and the factory `game`."""

    OPTIONS: tuple[Option, ...]

    def game(
        self,
        cards: Mapping[Any, Any] | None = None,
        options: Mapping[str, str] | Sequence[str] = (),
    ) -> Game[Any]:
        """The game under these options, with these cards, told its own way (None: those its rules fix)."""
        ...

    # A game that can be played with a kit's cards also has `cards_of(cards)`: a kit's cards as `game` takes them;
    # and `CARDS_FIXED`, whatever it is, if its rules fix them, so that only a kit that is named is asked.
    # One of several seats has `SEATS_OPTION`, the key of the option that says how many, and may have `CENSUS`, `TALE`.

    def printed(self, options: Sequence[str]) -> Mapping[str, str]:
        """What these options put on paper: the words a kit's texts may name."""
        ...


@cache
def find_games() -> tuple[str, ...]:
    """The ids of all games, sorted: every module of this package that has a factory `game`."""
    return tuple(name.replace("_", "-") for name in _module_names() if hasattr(_module(name), "game"))


def find_module(game_id: str) -> GameModule:
    """The module of a game; raises `InputError` with the nearest id for one nobody knows."""
    name = game_id.replace("-", "_")
    # Only the game that is asked for is loaded; all of them only to name the nearest.
    if re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game_id) and name in _module_names():
        module = _module(name)
        if hasattr(module, "game"):
            return cast(GameModule, module)
    raise InputError(f"unknown game {game_id!r}", hint=nearest_hint(game_id, find_games()))


def make_game(
    game_id: str,
    options: Mapping[str, str] | Sequence[str] = (),
    cards: Mapping[Any, Any] | None = None,
) -> Game[Any]:
    """The game `game_id` under these options (`K=V` texts or a mapping), with these cards."""
    return find_module(game_id).game(cards, options)


@cache
def find_players(game_id: str) -> Mapping[str, Callable[[Game[Any], Luck], Player]]:
    """The players that know this game, by name: the tables `PLAYERS` of its module and of those in its folder."""
    found: dict[str, Callable[[Game[Any], Luck], Player]] = {}
    for module in _own_modules(game_id):
        found |= getattr(module, "PLAYERS", {})
    return dict(sorted(found.items()))


def find_census(game_id: str) -> Census | None:
    """What the game wants counted when it is simulated: its module's `CENSUS`, None if it has none."""
    census = getattr(find_module(game_id), "CENSUS", None)
    return census if isinstance(census, Census) else None


def find_tale(game_id: str) -> Tale | None:
    """What tells a play of this game moment by moment: its module's `TALE`, None if it has none."""
    tale: Tale | None = getattr(find_module(game_id), "TALE", None)
    return tale


def seats_option(game_id: str, seats: int) -> str:
    """The option (`K=V`) that seats so many; InputError for a game whose module names none as `SEATS_OPTION`."""
    key = getattr(find_module(game_id), "SEATS_OPTION", "")
    if not key:
        raise InputError(f"{game_id} is a solo game", key="--seats")
    return f"{key}={seats}"


def share_options(games: Sequence[str], options: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each game those of the options (`K=V` texts) it has; one that none has is the first game's to refuse."""
    known = {game_id: {option.key for option in find_module(game_id).OPTIONS} for game_id in games}
    anybody = frozenset().union(*known.values())
    shared: dict[str, tuple[str, ...]] = {}
    for index, game_id in enumerate(games):
        own = [
            text
            for text in options
            if (key := text.partition("=")[0]) in known[game_id] or (not index and key not in anybody)
        ]
        shared[game_id] = tuple(own)
    return shared


def check_stated(games: Sequence[str], options: Sequence[str], file: str) -> None:
    """What a kit for these games states as its options (`K=V`): bad ones are an InputError that names its file."""
    if options and not games:
        raise InputError("a kit without games has no options", file=file, key="options")
    try:
        for game_id, own in share_options(games, options).items():
            read_options(find_module(game_id).OPTIONS, own)
    except InputError as error:
        problems = [Problem(each.message, file, "options", each.hint) for each in error.problems]
        raise InputError(problems=problems) from error


def printed_words(games: Sequence[str], options: Sequence[str]) -> dict[str, str]:
    """What the options put on paper in all of these games together; a bad option is an InputError."""
    words: dict[str, str] = {}
    for game_id, own in reversed(share_options(games, options).items()):
        words |= find_module(game_id).printed(own)
    return words


@cache
def _module_names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(printkit.games.__path__)))


def _own_modules(game_id: str) -> Iterator[object]:
    """The game's module, and those in its folder if it is one."""
    module = find_module(game_id)
    yield module
    for inner in iter_modules(getattr(module, "__path__", ())):
        yield _module(f"{game_id.replace('-', '_')}.{inner.name}")


def _module(name: str) -> object:
    return import_module(f"{printkit.games.__name__}.{name}")
