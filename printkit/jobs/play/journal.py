"""A journal of counts that a broken run goes on from, and evaluations of choices as headers of a record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from typing import Any, Generic, TextIO, TypeVar

from printkit.compose.youscout.sample_games import ChoiceValue
from printkit.errors import InputError
from printkit.files import only_writer, parse_json, read_plain, room_for, staging
from printkit.games.record import Record
from printkit.solver.evaluation import Judgement

__all__ = ["Entries", "Journal", "open_journal", "read_choice_values", "read_journal", "value_headers"]


# ── A journal of counts, kept as each part of a run is counted ───────────────────────────────────────────────────────

_FORMAT = 1
_ANEW = "remove it, or choose another --out"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entries(Generic[T]):
    """What a journal holds: the state of the engine that counts, and counts as JSON and back.

    `read` gets the key of a part and what JSON holds of it, and raises `ValueError`, `TypeError` or
    `AttributeError` for what it never wrote.
    """

    engine: str
    facts: Callable[[T], object]
    read: Callable[[str, Any], T]

    def line(self, key: str, counts: T) -> str:
        """One part as a line of the journal."""
        return _line({"chunk": key, "counts": self.facts(counts)})


class Journal(Generic[T]):
    """A journal open for writing: what it held, and what is added."""

    def __init__(self, file: Path, entries: Entries[T], counted: dict[str, T], stream: TextIO) -> None:
        self.file, self.counted = file, counted
        self._entries, self._stream = entries, stream

    def add(self, key: str, counts: T) -> None:
        """Keep the counts of a part: they are on their way to the disk when this returns."""
        self.counted[key] = counts
        with room_for(self.file):
            self._stream.write(self._entries.line(key, counts))
            self._stream.flush()


@contextmanager
def open_journal(file: Path, entries: Entries[T]) -> Iterator[Journal[T]]:
    """Open a journal for one writer; a line that a break cut short is dropped.

    Raises `InputError` where another process has it open, and as `read_journal` does.
    """
    with only_writer(file, "balance", "wait for it, or choose another --out"):
        counted = read_journal(file, entries) if file.exists() else {}
        # What is kept is rewritten, whole lines only, and takes the old one's place at once.
        head = _line({"journal": _FORMAT, "engine": entries.engine})
        with staging(file.parent) as stage:
            stage.write(file.name, "".join([head, *starmap(entries.line, counted.items())]).encode())
        with room_for(file), file.open("a", encoding="utf-8", newline="\n") as stream:
            yield Journal(file, entries, counted, stream)


def read_journal(file: Path, entries: Entries[T]) -> dict[str, T]:
    """The counts in a journal by part; only its last line may be cut short.

    Raises `InputError` for another format, a line that is none, and counts of another state of the engine.
    """
    try:
        lines = read_plain(file).decode().splitlines(keepends=True)
    except UnicodeDecodeError:
        raise InputError("is not a journal", file=file) from None
    # An incomplete last line was being written when the run was interrupted.
    whole = [line for line in lines if line.endswith("\n")]
    head = _read(file, 1, whole[0]) if whole else {}
    if head.get("journal") != _FORMAT:
        raise InputError("is not a journal of printkit balance", file=file, hint=_ANEW)
    if head.get("engine") != entries.engine:
        raise InputError("was made by another version of printkit", file=file, hint=_ANEW)
    return dict(_entries(file, entries, whole[1:]))


def _entries(file: Path, entries: Entries[T], lines: Iterable[str]) -> Iterator[tuple[str, T]]:
    for at, line in enumerate(lines, 2):
        entry = _read(file, at, line)
        key, counts = entry.get("chunk"), entry.get("counts")
        try:
            if not isinstance(key, str):
                raise TypeError
            yield key, entries.read(key, counts)
        except (ValueError, TypeError, AttributeError):
            raise _damaged(file, at) from None


def _read(file: Path, at: int, line: str) -> dict[str, object]:
    try:
        entry = parse_json(line)
    except ValueError:
        entry = None
    if not isinstance(entry, dict):
        raise _damaged(file, at)
    return entry


def _damaged(file: Path, at: int) -> InputError:
    return InputError(f"line {at} is damaged", file=file, hint=_ANEW)


def _line(entry: dict[str, object]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


# ── evaluations of choices as headers of a record ────────────────────────────────────────────────────────────────────

PREFIX = "worth-"
_PARTS = " | "
_VERDICTS = {True: "won", False: "lost", None: "open"}
_KNOWN = {word: verdict for verdict, word in _VERDICTS.items()}


def value_headers(judgement: Judgement) -> dict[str, str]:
    """A header for each choice, `worth-12: move 0.6123 0.6049 0.6197 won | stay …`.

    After each answer stand its odds, their 95 % interval, and what it is worth with the talon as it came.
    """
    return {
        f"{PREFIX}{choice.line}": _PARTS.join(
            f"{answer.action} {answer.odds:.4f} {answer.interval[0]:.4f} {answer.interval[1]:.4f} "
            f"{_VERDICTS[answer.clairvoyant]}"
            for answer in choice.answers
        )
        for choice in judgement.choices
    }


def read_choice_values(record: Record, file: str = "") -> Mapping[int, tuple[ChoiceValue, ...]]:
    """The choice values in a record's headers, by the number of the line; InputError for headers that hold none."""
    values: dict[int, tuple[ChoiceValue, ...]] = {}
    for key, value in record.headers:
        number = key.removeprefix(PREFIX)
        if key.startswith(PREFIX):
            if not number.isdecimal() or len(number) > 6:
                raise InputError(f"the header {key!r} names no line", file=file, hint=f"like {PREFIX}12")
            values[int(number)] = tuple(_choice_value(part, key, file) for part in value.split(_PARTS))
    return values


def _choice_value(text: str, key: str, file: str) -> ChoiceValue:
    words = text.split()
    try:
        *action, odds, low, high, verdict = words
        value = ChoiceValue(" ".join(action), float(odds), float(low), float(high), _KNOWN[verdict])
        if not action or not 0 <= value.low <= value.odds <= value.high <= 1:
            raise ValueError
    except (ValueError, KeyError):
        hint = "an answer, its odds and their interval from 0 to 1, and won, lost or open"
        raise InputError(f"not a value: {text[:40]!r}", file=file, key=key, hint=hint) from None
    return value
