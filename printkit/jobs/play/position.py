"""Shows positions of a game: what lies where, who is to act and what is legal, drawn or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from printkit.errors import InputError, PrintkitError, raise_together
from printkit.files import parse_json
from printkit.games.core import CHANCE
from printkit.games.game import Game
from printkit.jobs.play.kit_game import kit_game
from printkit.jobs.play.replay import read_text

__all__ = ["position_lines"]


def position_lines(
    game_id: str,
    files: Sequence[str] = (),
    *,
    options: Mapping[str, str] | Sequence[str] = (),
    as_json: bool = False,
    kit_dir: Path | None = None,
) -> Iterator[str]:
    """The positions in `files`, `-` being the standard input, one after another; without files the start.

    A file holds the game's one-line text or its exchange form, a JSON object; with the ending `.jsonl` one object a
    line. A position that cannot be read does not stop those after it: at the end all problems are raised together.
    """
    game = kit_game(game_id, options, kit_dir)
    write = _json_line if as_json else _drawn
    if not files:
        yield write(game, game.start, "", 0)
    failures: list[PrintkitError] = []
    for file in files:
        try:
            texts = _texts(file)
        except InputError as problem:
            failures.append(problem)
            continue
        for line, text in texts:
            try:
                yield write(game, _read(game, text), file, line)
            except InputError as problem:
                named = [replace(each, file=f"{file}:{line}") for each in problem.problems]
                failures.append(InputError(problems=named))
    raise_together(failures)


def _texts(file: str) -> list[tuple[int, str]]:
    """The positions of a file with the lines they begin on."""
    text = read_text(file, "a file of positions")
    if file.endswith(".jsonl"):
        found = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    else:
        found = [(1, text.strip())] if text.strip() else []
    if not found:
        raise InputError("holds no position", file=file)
    return found


def _read(game: Game[Any], text: str) -> Any:
    if not text.lstrip().startswith("{"):
        return game.parse(text)
    try:
        found = parse_json(text)
    except ValueError as problem:
        raise InputError(f"is no JSON object: {problem}") from None
    if game.module.exchanged is None:
        position = found.get("position")
        if not isinstance(position, str):
            raise InputError(f"{game.id} has no exchange form", hint='write its text under "position"')
        return game.parse(position)
    return game.module.exchanged(game.start, found)


def _json_line(game: Game[Any], state: Any, file: str, line: int) -> str:
    added = game.module.added(state) if game.module.added else {}
    facts = {
        "file": file,
        "line": line,
        "position": state.position(),
        "to_move": state.to_move(),
        "legal": list(state.legal()),
        **added,
    }
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def _drawn(game: Game[Any], state: Any, file: str, line: int) -> str:
    seat, outcome = state.to_move(), state.outcome()
    eyes = game.seats[0] if seat in (None, CHANCE) else seat
    lines = [f"{file}:{line}"] if file else []
    lines += [game.picture(state, eyes), state.position()]
    if outcome:
        lines.append(f"{outcome.result}: {outcome.reason}")
    else:
        lines.append(f"{seat} to act: " + ", ".join(state.legal()))
    return "\n".join(lines)
