"""Where tables are kept: a record file each, whole or not at all, so that refresh, kill and restart lose nothing."""

from __future__ import annotations

import re
import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from printkit.errors import InputError, PrintkitError
from printkit.files import HeldError, alone, make_folder, read_plain, staging
from printkit.web.session import Session, resumed, written

__all__ = ["MOST_TABLES", "Kept", "Store", "sole_server"]

MOST_TABLES = 500
"""Tables kept in the folder."""

_IN_MEMORY = 24
_SERVED = "served"
_ID = re.compile(r"[a-z0-9]{8}")
_LARGEST = 4_000_000


@contextmanager
def sole_server(folder: Path, address: str) -> Iterator[None]:
    """This process alone keeps tables in the folder; InputError that says where they are served already."""
    with ExitStack() as stack:
        try:
            stack.enter_context(alone(make_folder(folder) / _SERVED, address))
        except HeldError as error:
            where = f", at {error.note}" if error.note else ""
            hint = "go on there, or choose another folder with --state-dir"
            raise InputError(f"is served already{where}", file=folder, hint=hint) from None
        yield


class Kept(NamedTuple):
    """What a list says of a table: its id, its game, who sits there, how many actions it has, and its result."""

    id: str
    game: str
    players: str
    actions: int
    result: str


class Store:
    """The tables in a folder; those in use are in memory too."""

    def __init__(self, folder: Path, kit_dir: Path | None = None) -> None:
        self.folder, self.kit_dir = make_folder(folder), kit_dir
        self._open: OrderedDict[str, Session] = OrderedDict()
        # Tables are read by threads and written by the server: one at a time at memory and file.
        self._door = Lock()

    def add(self, session: Session) -> str:
        """A new table; InputError where the folder has as many as it may hold."""
        if sum(1 for _ in self._files()) >= MOST_TABLES:
            raise InputError(f"{MOST_TABLES} tables are kept", file=self.folder, hint="remove some of them")
        table = "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(8))
        self.put(table, session)
        return table

    def get(self, table: str) -> Session:
        """The table of that id; KeyError for one there is not, InputError or WrongError for one that was spoiled."""
        if not _ID.fullmatch(table):
            raise KeyError(table)
        file = self.folder / f"{table}.txt"
        stamp, session = None, None
        # While it was read somebody else may have read and changed it, or removed it.
        while True:
            with self._door:
                if table in self._open:
                    session = self._open[table]
                if session is not None and (table in self._open or stamp == _stamp(file)):
                    return self._remember(table, session)
            stamp = _stamp(file)
            try:
                text = read_plain(file, _LARGEST).decode()
            except (OSError, UnicodeDecodeError):
                raise KeyError(table) from None
            session = resumed(text, file.name, self.kit_dir)

    def put(self, table: str, session: Session) -> None:
        """The table as it is now."""
        with staging(self.folder) as stage, self._door:
            stage.write(f"{table}.txt", written(session).encode())
            stage.finish()
            self._remember(table, session)

    def changed(self, table: str) -> float:
        """When the table was changed last, in seconds of the epoch."""
        return (self.folder / f"{table}.txt").stat().st_mtime

    def look(self, table: str, session: Session) -> None:
        """Another seat looks; that is kept in memory alone."""
        with self._door:
            self._remember(table, session)

    def remove(self, table: str) -> None:
        """The table is gone."""
        with self._door:
            self._open.pop(table, None)
            if _ID.fullmatch(table):
                (self.folder / f"{table}.txt").unlink(missing_ok=True)

    def kept(self) -> Iterator[Kept]:
        """Every table that can be read, the latest first; only the heads of the files are read."""
        for file in sorted(self._files(), key=lambda each: -each.stat().st_mtime_ns):
            try:
                yield _kept(file)
            except (OSError, UnicodeDecodeError, KeyError, PrintkitError):
                continue

    def _files(self) -> Iterator[Path]:
        return (file for file in self.folder.glob("*.txt") if _ID.fullmatch(file.stem))

    def _remember(self, table: str, session: Session) -> Session:
        self._open[table] = session
        self._open.move_to_end(table)
        while len(self._open) > _IN_MEMORY:
            self._open.popitem(last=False)
        return session


def _stamp(file: Path) -> tuple[int, int, int]:
    """What changes when a file is replaced; zeros where there is none."""
    try:
        facts = file.stat()
    except OSError:
        return (0, 0, 0)
    return (facts.st_ino, facts.st_mtime_ns, facts.st_size)


def _kept(file: Path) -> Kept:
    text = read_plain(file, _LARGEST).decode()
    head, _, body = text.partition("\n---\n")
    headers = dict(line.split(": ", 1) for line in head.splitlines()[1:] if ": " in line)
    lines = body.splitlines()
    result = lines[-1].removeprefix("result: ") if lines and lines[-1].startswith("result: ") else ""
    return Kept(file.stem, headers["game"], headers["players"], max(0, len(lines) - 1), result)
