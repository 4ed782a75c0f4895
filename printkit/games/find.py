"""Finds the games by scanning: the modules of this package, and those of the folders in `PRINTKIT_GAMES`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import printkit.games
from printkit.errors import InputError, Problem, nearest_hint
from printkit.games.board_facts import BoardFacts
from printkit.games.core import read_options
from printkit.games.game import Game, GameModule
from printkit.games.narration import Narration, narrate
from printkit.games.players import THUMB, PlayerMaker, Thumb, following
from printkit.kit.model import Kit

__all__ = [
    "FOLDERS",
    "check_stated",
    "find_board",
    "find_games",
    "find_module",
    "find_narration",
    "find_players",
    "find_thumbs",
    "join_game",
    "kit_cards",
    "loaded_entry",
    "make_game",
    "printed_words",
    "seats_option",
    "share_options",
]

FOLDERS = "PRINTKIT_GAMES"
"""The environment variable that names folders with games of one's own, joined as in PATH."""


@cache
def find_games() -> tuple[str, ...]:
    """The ids of all games, sorted: every module that declares `GAME`."""
    return tuple(name.replace("_", "-") for name in _module_names() if hasattr(_module(name), "GAME"))


def find_module(game_id: str) -> GameModule[Any]:
    """What a game declares; raises `InputError` with the nearest id for one that does not exist."""
    name = game_id.replace("-", "_")
    # Only the game that is asked for is loaded; all of them only to name the nearest.
    if re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game_id) and name in _module_names():
        module = getattr(_module(name), "GAME", None)
        if isinstance(module, GameModule):
            return module
    raise InputError(f"unknown game {game_id!r}", hint=nearest_hint(game_id, find_games()))


def join_game(file: Path) -> str:
    """The id of the game in a file of one's own, which is found from now on; InputError for a file without one."""
    if not file.is_file():
        raise InputError("there is no such file", file=file, hint="name a game's id or the .py file of one")
    game_id = file.stem.replace("_", "-")
    if file.stem in _module_names() and Path(str(_module(file.stem).__file__)).resolve() != file.resolve():
        raise InputError(f"another game is called {game_id!r}", file=file, hint="give the file another name")
    folder = str(file.resolve().parent)
    if folder not in _folders():
        printkit.games.__path__.append(folder)
        for known in (_folders, _module_names, find_games):
            known.cache_clear()
    if not isinstance(getattr(_module(file.stem), "GAME", None), GameModule):
        raise InputError("declares no game", file=file, hint="GAME = GameModule(…): docs/new-game.md")
    return game_id


def make_game(
    game_id: str,
    options: Mapping[str, str] | Sequence[str] = (),
    cards: Any = None,
) -> Game[Any]:
    """The game `game_id` under these options (`K=V` texts or a mapping), with these cards."""
    return find_module(game_id).game(cards, options)


def kit_cards(kit: Kit, game_id: str) -> Mapping[Any, Any] | None:
    """The kit's cards as one of its games takes them; None for a game that only knows its own."""
    cards_of = find_module(game_id).cards_of
    return cards_of(kit.cards) if cards_of else None


@cache
def find_players(game_id: str) -> Mapping[str, PlayerMaker]:
    """The players that know this game, by name."""
    module = find_module(game_id)
    own = {name: loaded_entry(entry) for name, entry in module.players.items()}
    thumbs = {THUMB: following(find_thumbs(game_id))} if module.thumbs else {}
    return dict(sorted((own | thumbs).items()))


def find_thumbs(game_id: str) -> Sequence[Thumb]:
    """The rules of thumb of this game in their order; none if it states none."""
    entry = find_module(game_id).thumbs
    return loaded_entry(entry) if entry else ()


def find_narration(game_id: str) -> Narration:
    """What narrates a play of this game: its own words, else the default."""
    own: Narration | None = find_module(game_id).narration
    return own or narrate


def seats_option(game_id: str, seats: int) -> str:
    """The option (`K=V`) that seats so many; InputError for a game whose number of seats is fixed."""
    key = find_module(game_id).seats_option
    if not key:
        raise InputError(f"{game_id} does not let you choose how many play", key="--seats")
    return f"{key}={seats}"


def share_options(games: Sequence[str], options: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each game those of the options (`K=V` texts) it has; one that none has is the first game's to refuse."""
    known = {game_id: {option.key for option in find_module(game_id).options} for game_id in games}
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
            read_options(find_module(game_id).options, own)
    except InputError as error:
        problems = [Problem(each.message, file, "options", each.hint) for each in error.problems]
        raise InputError(problems=problems) from error


def find_board(game_id: str, options: Sequence[str] = ()) -> BoardFacts:
    """What the game puts on a board under its options (`K=V`); InputError for a game that has none."""
    module = find_module(game_id)
    if module.board is None:
        raise InputError(f"{game_id} has no board to print", key="game")
    return module.board(read_options(module.options, options))


def printed_words(games: Sequence[str], options: Sequence[str]) -> dict[str, str]:
    """What the options put on paper in all of these games together; a bad option is an InputError."""
    words: dict[str, str] = {}
    for game_id, own in reversed(share_options(games, options).items()):
        module = find_module(game_id)
        words |= module.printed(read_options(module.options, own))
    return words


def loaded_entry(entry: str) -> Any:
    """What `module:name` names."""
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)


@cache
def _folders() -> tuple[str, ...]:
    own = [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]
    # The folders join the package, so that their modules are found and imported like its own.
    printkit.games.__path__.extend(each for each in own if each not in printkit.games.__path__)
    return tuple(printkit.games.__path__)


@cache
def _module_names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in iter_modules(_folders())))


def _module(name: str) -> ModuleType:
    return import_module(f"{printkit.games.__name__}.{name}")
