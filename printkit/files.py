"""Files: plain ones are read, never pipes or devices; those written appear whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

from printkit import leaving
from printkit.errors import InputError, way_out

__all__ = [
    "HeldError",
    "NoRoomError",
    "Staging",
    "alone",
    "folder_stamp",
    "make_folder",
    "open_plain",
    "parse_json",
    "read_all",
    "read_json",
    "read_plain",
    "read_start",
    "refuse_place",
    "room_for",
    "scratch_folder",
    "sha256_of",
    "staging",
    "temporary_folder",
]

MAX_BYTES = 2_000_000_000
MAX_JSON_BYTES = 200_000_000

# Full disk, full quota, and the most a file may have.
_NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}

_ANOTHER = "choose another place, or move the file away"

# The hidden folder of files in the making.
_PREFIX, _SUFFIX = ".printkit-", ".tmp"


class NoRoomError(InputError):
    """There is no room for a file."""


def make_folder(folder: Path) -> Path:
    """The folder, made with its parents; whatever keeps it from being made is an InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError("is a file where a folder is needed", file=folder, hint=_ANOTHER) from None
    except NotADirectoryError:
        raise InputError("a part of the path is a file", file=folder, hint=_ANOTHER) from None
    except OSError as error:
        hint = way_out(error, folder)
        raise InputError(f"cannot be made: {error.strerror or error}", file=folder, hint=hint) from error
    return folder


def open_plain(file: Path | str) -> BufferedReader:
    """A plain file opened for reading; a pipe, a socket, a device or a folder is an OSError that says so, at once."""
    _refuse_special(os.stat(file).st_mode, file)
    # Another thing may have taken its place meanwhile: without blocking, opening a pipe waits for nobody.
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _refuse_special(os.fstat(descriptor).st_mode, file)
        return open(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _refuse_special(mode: int, file: Path | str) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "not a plain file", str(file))


def read_plain(file: Path | str, most: int = MAX_BYTES) -> bytes:
    """All bytes of a plain file; more than `most` are an OSError, as is what `open_plain` refuses."""
    with open_plain(file) as stream:
        data = read_all(stream, most)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", str(file))
    return data


def read_all(stream: BufferedReader, most: int) -> bytes:
    """All bytes of an opened plain file; of a longer one the first `most` and one more."""
    stated = min(most, os.fstat(stream.fileno()).st_size)
    data = stream.read(stated + 1)
    # A read makes room for all it asks for: only a file that is longer than its size says is read again.
    return data + stream.read(most + 1 - len(data)) if stated < len(data) <= most else data


def read_start(file: Path | str, count: int = 1024) -> bytes:
    """The first bytes of a plain file; nothing of one that cannot be read, which is said where all of it is."""
    try:
        with open_plain(file) as stream:
            return stream.read(count)
    except OSError:
        return b""


def read_json(file: Path | str, most: int = MAX_JSON_BYTES) -> Any:
    """What the JSON of a plain file says; OSError as `read_plain`, ValueError as `parse_json`."""
    return parse_json(read_plain(file, most))


def parse_json(text: str | bytes) -> Any:
    """What a JSON text says; whatever is wrong with it, too deep or no finite number, is a ValueError."""
    try:
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _finite(word: str) -> float:
    number = float(word)
    if number - number != 0:
        raise ValueError(f"{word[:20]} is not a finite number")
    return number


def folder_stamp(folder: Path) -> str:
    """Other words whenever a file in the folder is another, or was written to; none where it cannot be listed."""
    try:
        facts = sorted(_facts(folder))
    except OSError:
        return ""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]


def _facts(folder: Path | str) -> Iterator[tuple[str, int, int]]:
    """Every file in the folder, as it is listed: each view of a table looks at them all."""
    with os.scandir(folder) as listed:
        for entry in listed:
            if entry.is_dir(follow_symlinks=False):
                yield from _facts(entry.path)
            elif entry.is_file():
                status = entry.stat()
                yield entry.path, status.st_mtime_ns, status.st_size


def sha256_of(file: Path) -> str:
    """The SHA-256 of a plain file's bytes, in hex."""
    with open_plain(file) as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class Staging:
    """Files in the making: each lies in a hidden folder beside its place until all of them are finished."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self._scratch = scratch
        self._made: dict[str, Path] = {}

    @contextlib.contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """A stream for the file of that name; the file takes its place only with `finish`."""
        unfinished = self._scratch / name
        refuse_place(self.folder / name)
        try:
            stream = unfinished.open("wb")
        except OSError as error:
            raise _unwritable(self.folder / name, error) from error
        self._made[name] = unfinished
        with room_for(self.folder / name), stream:
            yield stream

    def write(self, name: str, data: bytes) -> None:
        """A whole file at once."""
        with self.open(name) as stream:
            stream.write(data)

    def path(self, name: str) -> Path:
        """Where the unfinished file lies."""
        return self._made[name]

    def finish(self, *names: str) -> tuple[Path, ...]:
        """These files, or all, take their places, in the order named or written; returns where they are."""
        places = []
        for name in names or tuple(self._made):
            unfinished = self._made[name]
            place = self.folder / name
            refuse_place(place)
            try:
                os.replace(unfinished, place)
            except OSError as error:
                raise _unwritable(place, error) from error
            del self._made[name]
            places.append(place)
        return tuple(places)


@contextlib.contextmanager
def room_for(place: Path) -> Iterator[None]:
    """No room for what is written within is a `NoRoomError` of this place: the system names none, or the source."""
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        raise _unwritable(place, error) from error


def refuse_place(place: Path) -> None:
    """Only a plain file, or a link, gives way to a new one; anything else is an InputError."""
    try:
        mode = place.lstat().st_mode
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
        reason = "is a folder" if stat.S_ISDIR(mode) else "is not a plain file"
        raise InputError(f"cannot be written: {reason}", file=place, hint="move it away")


@contextlib.contextmanager
def staging(folder: Path) -> Iterator[Staging]:
    """Files that appear in the folder together at the end, or not at all when anything goes wrong.

    Then folders that were made for them go too, unless somebody has put something there meanwhile.
    """
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        with scratch_folder(make_folder(folder)) as scratch:
            stage = Staging(folder, scratch)
            yield stage
            stage.finish()
    except BaseException:
        for place in new:
            with contextlib.suppress(OSError):
                place.rmdir()
        raise


@contextlib.contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """A hidden folder in this one, gone afterwards; what a process that was killed left here goes first."""
    # One at a time, so that nobody clears away what another is about to hold.
    door = _lock(folder, wait=True)
    try:
        _clear(folder)
        scratch = _new_folder(folder)
        held = _lock(scratch)
    except OSError as error:
        raise _unwritable(folder, error) from error
    finally:
        _unlock(door)
    try:
        yield scratch
    finally:
        _remove(scratch)
        _unlock(held)


@contextlib.contextmanager
def temporary_folder(prefix: str) -> Iterator[Path]:
    """A folder for temporary files, gone afterwards even where a signal ends the process."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix=prefix) as name:
        leaving.hold(name)
        try:
            yield Path(name)
        finally:
            leaving.release(name)


def _new_folder(folder: Path) -> Path:
    """A hidden folder in this one with a name nobody has, for nobody else to look into."""
    while True:
        made = folder / f"{_PREFIX}{os.urandom(8).hex()}{_SUFFIX}"
        with contextlib.suppress(FileExistsError):
            leaving.hold(made)
            made.mkdir(mode=0o700)
            return made
        leaving.release(made)


def _remove(folder: Path) -> None:
    """Remove a folder as far as that can be done; usually nothing is left in it."""
    try:
        folder.rmdir()
    except OSError:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
    leaving.release(folder)


def _clear(folder: Path) -> None:
    """Remove hidden folders that no process holds: their process was killed."""
    for left in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        held = _lock(left)
        if held is not None:
            _remove(left)
            _unlock(held)


def _lock(folder: Path, *, wait: bool = False) -> int | None:
    """Hold a folder until unlocked or the process ends; None where another holds it or nothing can be held."""
    if sys.platform != "win32":
        import fcntl

        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NONBLOCK)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except OSError:
                os.close(descriptor)
                raise
            return descriptor
    return None


def _unlock(descriptor: int | None) -> None:
    if descriptor is not None:
        os.close(descriptor)


class HeldError(InputError):
    """Another process holds a file; `note` is what it left there."""

    def __init__(self, file: Path, note: str) -> None:
        super().__init__("another process works here", file=file)
        self.note = note


@contextlib.contextmanager
def alone(file: Path, note: str) -> Iterator[None]:
    """No other process gets this far with the same file until this one is out or ended, however it ends.

    The file holds the note meanwhile, and stays only where the process is killed. Raises `HeldError` where another
    holds it, and `InputError` where nothing can be held.
    """
    descriptor = _hold(file)
    try:
        with contextlib.suppress(OSError):
            os.truncate(descriptor, 0)
            os.write(descriptor, note.encode())
        yield
    finally:
        with contextlib.suppress(OSError):
            file.unlink()
        os.close(descriptor)


@contextlib.contextmanager
def only_writer(file: Path, command: str, hint: str) -> Iterator[None]:
    """No other run of the command writes this file until this one is out; where one does, an InputError says so."""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(alone(file.with_name(f".{file.name}.held"), ""))
        except HeldError:
            raise InputError(f"another {command} is writing here", file=file, hint=hint) from None
        yield


def _hold(file: Path) -> int:
    """The file opened and held; one that its holder has taken away meanwhile is made anew."""
    while True:
        refuse_place(file)
        try:
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        except OSError as error:
            raise _unwritable(file, error) from error
        try:
            if not _taken(descriptor, file):
                raise HeldError(file, os.read(descriptor, 400).decode(errors="replace"))
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), os.stat(file)):
                    return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _taken(descriptor: int, file: Path) -> bool:
    """Whether the file is ours now; it is let go with the descriptor."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # Beyond its end, so that the note can be read by others.
            os.lseek(descriptor, 1_000_000, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
            os.lseek(descriptor, 0, os.SEEK_SET)
            return False
        hint = "choose a folder on a disk of this machine"
        raise InputError(f"cannot be kept to oneself: {error.strerror}", file=file, hint=hint) from error
    return True


def _unwritable(file: Path, error: OSError) -> InputError:
    message = f"cannot be written: {error.strerror or error}"
    if error.errno in _NO_ROOM:
        return NoRoomError(message, file=file, hint="make room, or choose another folder")
    return InputError(message, file=file, hint="make it writable, or choose another folder")
