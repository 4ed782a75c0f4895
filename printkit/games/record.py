"""Records: the text of a play in, its lines and the states it passes through out, and back to the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from printkit.errors import InputError, WrongError
from printkit.games.core import CHANCE, UNFINISHED, Action, IllegalAction
from printkit.games.game import Game
from printkit.games.state import State

__all__ = ["MAGIC", "Line", "Record", "Step", "read_record", "record_of", "replay", "write_record"]

MAGIC = "printkit-record 1"
_BODY = "---"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONGEST = 2000
"""Characters in one line; no game comes near it."""

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Line:
    """One numbered line: an action or a macro, whether it is marked as chance, and its line in the file."""

    text: str
    chance: bool
    file_line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A play as written down: its lines are numbered from 1; `headers` are all keys but game and options.

    `options` are the pairs as written, not yet checked by the game. `result` is None where none is named.
    """

    game: str
    options: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    lines: tuple[Line, ...] = ()
    result: str | None = None
    result_line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One line of a replayed record: its number, itself, the actions it stood for, and the state after it."""

    number: int
    line: Line
    actions: tuple[Action, ...]
    state: S


def read_record(text: str, file: str | Path = "") -> Record:
    """The record in `text`; `file` only names it in errors.

    Raises `InputError` with file and line for whatever is not format 1: no head, misnumbered or overlong
    lines, control characters, text after the result. Whether the actions are legal is for `replay` to say.
    """
    rows = [(at, row) for at, row in enumerate(_rows(text, file), 1) if row]
    if not rows or rows[0][1] != MAGIC:
        raise InputError("not a record", file=file, hint=f"the first line must be {MAGIC!r}")
    border = next((index for index, (_, row) in enumerate(rows) if row == _BODY), None)
    if border is None:
        raise InputError("the record has no actions", file=file, hint=f"a line {_BODY!r} ends the header")
    headers = _headers(rows[1:border], file)
    game = headers.pop("game", "")
    if not game:
        raise InputError("the record names no game", file=file, hint="add a line such as 'game: youscout'")
    options = tuple(_option(part, file) for part in headers.pop("options", "").split())
    body = rows[border + 1 :]
    result, result_line = None, 0
    if body and (found := re.fullmatch(r"result:\s*(\S+)", body[-1][1])):
        result, result_line = found[1], body.pop()[0]
    lines = tuple(_line(number, at, row, file) for number, (at, row) in enumerate(body, 1))
    return Record(game, options, tuple(headers.items()), lines, result, result_line)


def write_record(record: Record) -> str:
    """The text that `read_record` turns into an equal record; raises `ValueError` where there is none."""
    head = [("game", record.game)]
    if record.options:
        head.append(("options", " ".join(f"{key}={value}" for key, value in record.options)))
    rows = [MAGIC, *(f"{key}: {value}" for key, value in (*head, *record.headers)), _BODY]
    rows += [f"{number}{'*' * line.chance} {line.text}" for number, line in enumerate(record.lines, 1)]
    rows += [f"result: {record.result}"] if record.result else []
    text = "\n".join(rows) + "\n"
    if read_record(text) != record:
        raise ValueError("a record cannot hold comments, line breaks or empty values")
    return text


def record_of(game: Game[Any], actions: Sequence[Action], headers: Mapping[str, str] | None = None) -> Record:
    """The record of these legal actions from the start of `game`, with its result, or `unfinished`."""
    state = _start(game, headers or {})
    lines: list[Line] = []
    for text in game.fold(actions):
        lines.append(Line(text, state.to_move() == CHANCE))
        for action in game.expand(text):
            state = state.apply(action)
    return Record(
        game.id,
        tuple(game.options.items()),
        tuple((headers or {}).items()),
        tuple(lines),
        _result(state),
    )


def replay(record: Record, game: Game[S], file: str | Path = "") -> Iterator[Step[S]]:
    """Every line of `record` played, one step after the other; `file` only names it in errors.

    Raises `IllegalAction` at the first illegal line, and `WrongError` where a `*` or the result does not fit.
    """
    state = _start(game, dict(record.headers), file)
    for number, line in enumerate(record.lines, 1):
        place = _place(file, line.file_line)
        actions = _expanded(game, state, number, line, place)
        for action in actions:
            try:
                after = state.apply(action)
            except IllegalAction as problem:
                inside = f" ({action!r})" if action != line.text else ""
                what = f"action {number}: illegal action {line.text!r}{inside}"
                raise IllegalAction(action, problem.legal, file=place, what=what) from None
            if line.chance != (state.to_move() == CHANCE):
                what = "is not a chance: no '*'" if line.chance else "is a chance: mark its number with '*'"
                raise WrongError(f"action {number}: {line.text!r} {what}", file=place)
            state = after
        yield Step(number, line, actions, state)
    if record.result is not None and record.result != _result(state):
        known = (*game.results, UNFINISHED)
        error = WrongError if record.result in known else InputError
        message = f"the result is {_result(state)!r}, not {record.result!r}"
        raise error(message, file=_place(file, record.result_line), hint="known: " + ", ".join(known))


def _start(game: Game[S], headers: Mapping[str, str], file: str | Path = "") -> S:
    """Where a play begins: at the position its header `start` names, else at the game's start."""
    position = headers.get("start")
    if position is None:
        return game.start
    try:
        return game.parse(position)
    except InputError as problem:
        raise InputError(str(problem.problems[0].message), file=file, key="start") from None


def _expanded(game: Game[S], state: S, number: int, line: Line, place: str) -> tuple[Action, ...]:
    try:
        return game.expand(line.text)
    except WrongError as problem:
        what = f"action {number}: {problem}"
        raise IllegalAction(line.text, state.legal(), file=place, what=what) from None


def _result(state: State) -> str:
    outcome = state.outcome()
    return outcome.result if outcome else UNFINISHED


def _place(file: str | Path, line: int) -> str:
    return f"{file}:{line}" if line else str(file)


def _rows(text: str, file: str | Path) -> Iterator[str]:
    for at, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        row = raw.removesuffix("\r").replace("\t", " ")
        if len(row) > _LONGEST:
            raise InputError(f"a line of {len(row)} characters", file=_place(file, at), hint="not a record")
        if _CONTROL.search(row):
            raise InputError("a line with control characters", file=_place(file, at), hint="not a record")
        yield row.partition(";")[0].strip()


def _headers(rows: Sequence[tuple[int, str]], file: str | Path) -> dict[str, str]:
    headers: dict[str, str] = {}
    for at, row in rows:
        found = re.fullmatch(r"([A-Za-z][A-Za-z0-9-]*):\s*(.*)", row)
        if not found:
            raise InputError(
                f"not a header line: {_short(row)!r}", file=_place(file, at), hint="write 'key: value'"
            )
        if found[1] in headers:
            raise InputError(f"the header {found[1]!r} stands twice", file=_place(file, at))
        headers[found[1]] = found[2]
    return headers


def _option(part: str, file: str | Path) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not (key and equals and value):
        raise InputError(f"not an option: {_short(part)!r}", file=file, key="options", hint="write K=V")
    return key, value


def _line(number: int, at: int, row: str, file: str | Path) -> Line:
    found = re.fullmatch(r"([0-9]{1,9})(\*?) +(.*)", row)
    if not found:
        hint = "write the number, '*' for a chance, and the action"
        raise InputError(f"not an action: {_short(row)!r}", file=_place(file, at), hint=hint)
    if int(found[1]) != number:
        raise InputError(f"action {found[1]} stands where {number} is due", file=_place(file, at))
    return Line(" ".join(found[3].split()), bool(found[2]), at)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "…"
