"""Replays records, and shows positions: what lies where, who is to act and what is legal, as text, drawn or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from printkit.errors import InputError, PrintkitError, raise_together, unreadable
from printkit.files import open_plain, parse_json
from printkit.games.core import CHANCE
from printkit.games.game import Game
from printkit.games.record import Record, Step, read_record, replay
from printkit.jobs.play.play_book import kit_game

__all__ = [
    "STANDARD_INPUT",
    "changes",
    "position_lines",
    "read_record_file",
    "read_text",
    "replay_file",
    "replay_lines",
]


# ── replays records, one line per action, as text or JSON ────────────────────────────────────────────────────────────

STANDARD_INPUT = "-"
_LARGEST = 8_000_000
"""Bytes; the longest play anybody could write down is far smaller."""

_Writer: TypeAlias = Callable[[str, Record, Game[Any], Iterator[Step[Any]]], Iterator[str]]


def read_record_file(file: str) -> Record:
    """The record in `file`, `-` being the standard input; raises `InputError`."""
    return read_record(read_text(file, "a record"), file)


def read_text(file: str, what: str) -> str:
    """The UTF-8 text of a file, `-` being the standard input; `what` it should be is named in the `InputError`s."""
    try:
        if file == STANDARD_INPUT:
            content = sys.stdin.buffer.read(_LARGEST + 1)
        else:
            with open_plain(file) as stream:
                content = stream.read(_LARGEST + 1)
    except OSError as problem:
        raise unreadable(problem, file) from None
    except ValueError as problem:
        raise InputError(
            f"cannot be read: {problem}", file=file, hint="see how the name is written"
        ) from None
    if len(content) > _LARGEST:
        raise InputError(f"is too large for {what}", file=file, hint=f"at most {_LARGEST} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise InputError("is not UTF-8 text", file=f"{file}:{line}") from None


def replay_file(file: str, kit_dir: Path | None = None) -> tuple[Record, Game[Any], Iterator[Step[Any]]]:
    """The record in `file`, its game, and its steps, which are played as they are requested.

    Raises `InputError` for what cannot be read; the steps raise `WrongError` where the play is not legal.
    """
    record = read_record_file(file)
    try:
        options = [f"{key}={value}" for key, value in record.options]
        game = kit_game(record.game, options, kit_dir, settled=True)
    except InputError as problem:
        raise InputError(
            problems=[replace(each, file=each.file or file) for each in problem.problems]
        ) from None
    return record, game, replay(record, game, file)


def replay_lines(
    files: Sequence[str], *, as_json: bool = False, kit_dir: Path | None = None
) -> Iterator[str]:
    """The lines for all `files`: one JSON object after each action, or a trace to read.

    `kit_dir` is the kit whose cards they were played with (None: see `kit_game`).

    A file that fails does not stop the ones after it: at the end all problems are raised together, as
    `WrongError` if every file could be read, else as `InputError`.
    """
    write: _Writer = _json_lines if as_json else _trace_lines
    failures: list[PrintkitError] = []
    for file in files:
        try:
            record, game, steps = replay_file(file, kit_dir)
            yield from write(file, record, game, steps)
        except PrintkitError as problem:
            failures.append(problem)
    raise_together(failures)


def _json_lines(file: str, record: Record, game: Game[Any], steps: Iterator[Step[Any]]) -> Iterator[str]:
    for step in steps:
        outcome = step.state.outcome()
        yield json.dumps(
            {
                "file": file,
                "n": step.number,
                "action": step.line.text,
                **game.facts(step.state),
                "to_move": step.state.to_move(),
                "legal": list(step.state.legal()),
                "result": outcome.result if outcome else None,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )


def _trace_lines(file: str, record: Record, game: Game[Any], steps: Iterator[Step[Any]]) -> Iterator[str]:
    yield f"{file}: {game.id} " + " ".join(f"{key}={value}" for key, value in game.options.items())
    state = game.start
    before = game.facts(state)
    for step in steps:
        state = step.state
        after = game.facts(state)
        mark = "*" if step.line.chance else " "
        yield f"{step.number:>5}{mark} {step.line.text:<20} {'; '.join(changes(before, after))}".rstrip()
        before = after
    outcome = state.outcome()
    yield f"       {outcome.result}: {outcome.reason}" if outcome else "       unfinished"


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What became of a position's facts, each changed one as `key: value`."""
    old = _flat(before)
    return [f"{key}: {text}" for key, text in _flat(after).items() if old.get(key) != text]


def _flat(facts: dict[str, Any]) -> dict[str, str]:
    """The facts as one level of texts, so that what an action changed can be listed."""
    flat: dict[str, str] = {}
    for key, fact in facts.items():
        if isinstance(fact, dict):
            flat |= _flat(fact)
        elif isinstance(fact, list):
            flat[key] = " ".join(map(_word, fact)) or "-"
        else:
            flat[key] = _word(fact)
    return flat


def _word(fact: object) -> str:
    """A fact as one word: a list within a list is joined by commas."""
    if isinstance(fact, list):
        return ",".join(map(_word, fact)) or "-"
    return "-" if fact is None else str(fact)


# ── shows positions of a game ────────────────────────────────────────────────────────────────────────────────────────


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
