"""A record on its way to standard output, which arrives somewhere however the play ends."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_state_path

from printkit.errors import InputError
from printkit.games.record import Record, write_record
from printkit.leaving import before_leaving

__all__ = ["RecordOut"]


class RecordOut:
    """Writes the record of a play, as far as it got, when it is over or a signal ends the process."""

    def __init__(self) -> None:
        self._so_far: Callable[[], Record] | None = None

    def __enter__(self) -> RecordOut:
        before_leaving(self._leave)
        return self

    def __exit__(self, *_: object) -> None:
        before_leaving(None)

    def begin(self, so_far: Callable[[], Record]) -> None:
        """From now on this makes the record of what was played so far."""
        self._so_far = so_far

    def write(self, record: Record) -> None:
        """The record to standard output; where that cannot be it is kept elsewhere, which an InputError names."""
        text = write_record(record)
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            message = f"the record cannot be written: {error.strerror or error}"
            raise InputError(message, hint=f"it is kept in {_kept(text)}") from error
        self._so_far = None

    def _leave(self) -> None:
        """Whatever was going on is cut short: only plain calls of the system are safe."""
        if self._so_far is None:
            return
        text = write_record(self._so_far())
        try:
            # A window that is closed shows nothing any more.
            if os.isatty(1):
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            _write_all(1, text.encode())
        except OSError:
            _write_all(2, f"printkit: the record is kept in {_kept(text)}\n".encode())


def _kept(text: str) -> str:
    """Where the record lies instead: the user's folder for such things, the temporary one, or else the screen."""
    for folder in (user_state_path("printkit") / "unfinished", Path(tempfile.gettempdir())):
        file = folder / f"game-{os.urandom(4).hex()}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
        except OSError:
            file.unlink(missing_ok=True)
            continue
        return str(file)
    _write_all(2, text.encode())
    return "the lines above"


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
