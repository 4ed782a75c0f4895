"""What a game's laboratory registers: ways of its own that stand in for the generic ones, found by the game's id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from printkit.errors import InputError

__all__ = [
    "Laboratory",
    "find_laboratory",
    "laboratory_players",
    "offered",
    "offering_games",
    "offers",
    "required",
    "usable",
]

_PACKAGE = "printkit.lab"


@dataclass(frozen=True, slots=True)
class Laboratory:
    """One game's research: the ids it serves, and what it offers as `module:name`, loaded when it is asked for.

    `offers` are ways of doing what a command asks for, by the command's name; `players` sit down at the game's table,
    by name; `simulated` are the players its `simulate` knows. A laboratory holds its own as `LABORATORY` in
    `lab/GAME/__init__.py`.
    """

    games: tuple[str, ...]
    offers: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    simulated: tuple[str, ...] = ()


@cache
def _laboratories() -> tuple[Laboratory, ...]:
    folders = sorted(each.name for each in iter_modules(import_module(_PACKAGE).__path__) if each.ispkg)
    return tuple(import_module(f"{_PACKAGE}.{name}").LABORATORY for name in folders)


def find_laboratory(game_id: str) -> Laboratory | None:
    """The laboratory that serves this game; None if there is none."""
    return next((each for each in _laboratories() if game_id in each.games), None)


def offers(game_id: str, what: str) -> bool:
    """Whether this game's laboratory has a way of its own to do `what`, installed or not."""
    laboratory = find_laboratory(game_id)
    return laboratory is not None and what in laboratory.offers


def offered(game_id: str, what: str) -> Any | None:
    """The game's own way of doing `what`; None if its laboratory offers none."""
    laboratory = find_laboratory(game_id)
    entry = laboratory.offers.get(what) if laboratory else None
    return _loaded(entry) if entry else None


def usable(game_id: str, what: str) -> Any | None:
    """The same; None too where the packages it needs are not installed here (extra `lab`)."""
    try:
        return offered(game_id, what)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "printkit":
            raise
        return None


def required(game_id: str, what: str) -> Any:
    """The same; InputError that names the games that have it where this one has none."""
    found = offered(game_id, what)
    if found is None:
        raise InputError(
            f"the solver cannot play {game_id!r}", hint="known: " + ", ".join(offering_games(what))
        )
    return found


def offering_games(what: str) -> tuple[str, ...]:
    """The ids of the games whose laboratory offers `what`."""
    return tuple(game_id for each in _laboratories() if what in each.offers for game_id in each.games)


def laboratory_players(game_id: str) -> Mapping[str, Any]:
    """The players a game's laboratory brings, by name; each loads what it needs when it sits down."""
    laboratory = find_laboratory(game_id)
    return {name: partial(_player, entry) for name, entry in laboratory.players.items()} if laboratory else {}


def _player(entry: str, *seat: Any) -> Any:
    return _loaded(entry)(*seat)


def _loaded(entry: str) -> Any:
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)
