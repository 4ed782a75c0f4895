"""Holds a game against the contract that searches, records, the table and the page rely on."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from printkit.errors import InputError
from printkit.games.find import find_module, join_game
from printkit.games.game import Game, GameModule
from printkit.jobs.check.check_report import Report
from printkit.preflight.model import ERROR, NOTE, Finding
from printkit.solver.contract import LAWS, Breach, breaches, options_of, random_play

__all__ = ["PLAYS", "check_game"]

PLAYS = 40
# Actions of one play; a longer one is broken off, as a game may be anywhere.
_LONGEST = 120
# So often options are drawn that go together.
_TRIES = 50
# A position is shown up to here.
_SHOWN = 300
_LANGUAGES = ("en", "ja")


def check_game(
    name: str, plays: int = PLAYS, progress: Callable[[int, int], None] = lambda done, total: None
) -> Report:
    """What a game breaks of its contract in so many random plays, under options drawn anew for each but the first.

    `name` is a game's id, or the `.py` file of one; a file that cannot be loaded is an InputError that says where.
    """
    game_id = _joined(Path(name)) if name.endswith(".py") else name
    module = find_module(game_id)
    found: dict[str, Breach] = {each.law: each for each in _statements(module)}
    moments = 0
    for number in range(plays):
        rng = Random(number)
        game = _game(module, rng if number else None)
        play = _played(game, rng, found)
        moments += len(play)
        for breach in breaches(game, play, rng) if play else ():
            found.setdefault(breach.law, breach)
        progress(number + 1, plays)
    seen = f"{plays} random plays, {moments:,} moments, {len(LAWS)} laws"
    findings = tuple(
        Finding(ERROR, f"game-{each.law}", each.message, name, found=each.position[:_SHOWN])
        for each in found.values()
    )
    if module.actions is None:
        unstated = "the game states no actions: they have no numbers, and research tools cannot play it"
        hint = "GAME needs actions: docs/new-game.md"
        findings = (*findings, Finding(NOTE, "game-actions", unstated, name, hint=hint))
    return Report(name, "", seen, findings, passed="no law is broken in these plays")


def _joined(file: Path) -> str:
    """The id of the game in a file; it is found from now on."""
    try:
        return join_game(file)
    except InputError:
        raise
    except Exception as error:
        lines = [
            each.lineno for each in traceback.extract_tb(error.__traceback__) if Path(each.filename) == file
        ]
        line = getattr(error, "lineno", None) or (lines[-1] if lines else None)
        where = f", line {line}" if line else ""
        raise InputError(f"cannot be loaded{where}: {type(error).__name__}: {error}", file=file) from error


def _statements(module: GameModule[Any]) -> Iterator[Breach]:
    """What is wrong with what the game says about itself."""
    for language in _LANGUAGES:
        if not module.names.get(language):
            yield Breach("name", f"the game has no name in the language {language!r}", "")
    for option in module.options:
        if option.read(option.usual) != option.usual:
            yield Breach(
                "options", f"option {option.key!r} does not allow its usual value {option.usual!r}", ""
            )
        if option.read("no such value") is not None:
            yield Breach("options", f"option {option.key!r} allows anything", "")
        if not option.meaning or option.key != option.key.lower():
            yield Breach("options", f"option {option.key!r} has no meaning, or capitals in its key", "")


def _game(module: GameModule[Any], rng: Random | None) -> Game[Any]:
    """The game under its usual options, or under any that go together."""
    for _ in range(_TRIES if rng else 0):
        assert rng is not None
        chosen = {key: values[int(rng.random() * len(values))] for key, values in options_of(module).items()}
        try:
            return module.game(options=chosen)
        except InputError:
            # Alone, each of them is allowed; a game may refuse a combination.
            continue
    return module.game()


def _played(game: Game[Any], rng: Random, found: dict[str, Breach]) -> tuple[Any, ...]:
    """A random play; empty where the rules crash, which is a breach."""
    try:
        return random_play(game, rng, _LONGEST)
    except Exception as error:
        found.setdefault(
            "playing", Breach("playing", f"{type(error).__name__}: {error}", game.start.position())
        )
        return ()
