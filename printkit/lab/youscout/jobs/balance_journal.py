"""The journal of a long measurement, one line per finished chunk, for resuming."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import starmap
from pathlib import Path
from typing import TextIO

from printkit.errors import InputError
from printkit.files import only_writer, parse_json, read_plain, room_for, staging
from printkit.lab.youscout.measures import FIELDS, Counts

__all__ = ["Journal", "read_journal"]

_FORMAT = 1


class Journal:
    """A journal open for writing; a line that a break cut short is dropped when it is opened again.

    `engine` names the state of the rules' machine code: counts of another state are refused. Opening it is an
    InputError where another process has it open.
    """

    def __init__(self, file: Path, engine: str) -> None:
        self.file, self._engine = file, engine
        self.counted: dict[str, Counts] = {}
        self._stream: TextIO | None = None
        self._open = ExitStack()

    def __enter__(self) -> Journal:
        with ExitStack() as opening:
            hint = "wait for it, or choose another --out"
            opening.enter_context(only_writer(self.file, "balance", hint))
            if self.file.exists():
                self.counted = read_journal(self.file, self._engine)
            # What is kept is rewritten, whole lines only, and takes the old one's place at once.
            lines = [
                _line({"journal": _FORMAT, "engine": self._engine}),
                *starmap(_entry, self.counted.items()),
            ]
            with staging(self.file.parent) as stage:
                stage.write(self.file.name, "".join(lines).encode())
            self._stream = opening.enter_context(self.file.open("a", encoding="utf-8", newline="\n"))
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with room_for(self.file):
            self._open.close()

    def add(self, key: str, counts: Counts) -> None:
        """Keep the counts of a chunk: they are on their way to the disk when this returns."""
        if self._stream is None:
            raise ValueError("the journal is not open")
        self.counted[key] = counts
        with room_for(self.file):
            self._stream.write(_entry(key, counts))
            self._stream.flush()


def read_journal(file: Path, engine: str) -> dict[str, Counts]:
    """The counts in a journal by chunk; only its last line may be cut short.

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
        raise InputError("is not a journal of printkit balance", file=file)
    if head.get("engine") != engine:
        raise InputError(
            "was made by another version of printkit", file=file, hint="remove it, or choose another --out"
        )
    return dict(_checked(file, at, _read(file, at, line)) for at, line in enumerate(whole[1:], 2))


def _read(file: Path, at: int, line: str) -> dict[str, object]:
    try:
        entry = parse_json(line)
    except ValueError:
        entry = None
    if not isinstance(entry, dict):
        raise InputError(f"line {at} is damaged", file=file)
    return entry


def _checked(file: Path, at: int, entry: dict[str, object]) -> tuple[str, Counts]:
    key, counts = entry.get("chunk"), entry.get("counts")
    fields = FIELDS.get(key.partition(" ")[0], ()) if isinstance(key, str) else ()
    if (
        not isinstance(key, str)
        or not isinstance(counts, list)
        or len(counts) != len(fields)
        or not all(type(each) is int for each in counts)
    ):
        raise InputError(f"line {at} is damaged", file=file)
    return key, tuple(counts)


def _entry(key: str, counts: Iterable[int]) -> str:
    return _line({"chunk": key, "counts": list(counts)})


def _line(entry: dict[str, object]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"
