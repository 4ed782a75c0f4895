"""Files appear whole or not at all: bytes come in, a finished file under its own name goes out."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from printkit.errors import InputError

__all__ = ["Staging", "make_folder", "sha256_of", "staging"]


def make_folder(folder: Path) -> Path:
    """The folder, made with its parents; whatever keeps it from being made is an InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError("is a file where a folder is needed", file=folder) from None
    except NotADirectoryError:
        raise InputError("a part of the path is a file", file=folder) from None
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror or error}", file=folder) from error
    return folder


def sha256_of(file: Path) -> str:
    """The SHA-256 of a file's bytes, in hex."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class Staging:
    """Files in the making: each stands beside its place under another name until all of them are finished."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: dict[str, Path] = {}

    @contextlib.contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """A stream for the file of that name; the file takes its place only with `finish`."""
        try:
            descriptor, temporary = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=self.folder)
        except OSError as error:
            message = f"cannot be written: {error.strerror or error}"
            raise InputError(
                message, file=self.folder / name, hint="choose another folder with --out"
            ) from error
        self._made[name] = Path(temporary)
        with os.fdopen(descriptor, "wb") as stream:
            yield stream

    def write(self, name: str, data: bytes) -> None:
        """A whole file at once."""
        with self.open(name) as stream:
            stream.write(data)

    def path(self, name: str) -> Path:
        """Where the unfinished file lies."""
        return self._made[name]

    def finish(self) -> tuple[Path, ...]:
        """Every file takes its place, in the order written; returns where they are."""
        places = []
        for name, temporary in list(self._made.items()):
            place = self.folder / name
            try:
                temporary.chmod(0o666 & ~_umask())
                os.replace(temporary, place)
            except OSError as error:
                raise InputError(f"cannot be written: {error.strerror or error}", file=place) from error
            del self._made[name]
            places.append(place)
        return tuple(places)

    def discard(self) -> None:
        """Nothing unfinished is left behind."""
        for temporary in self._made.values():
            temporary.unlink(missing_ok=True)
        self._made.clear()


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def staging(folder: Path) -> Iterator[Staging]:
    """Files that appear in the folder together at the end, or not at all when anything goes wrong.

    Then folders that were made for them go too, unless somebody has put something there meanwhile.
    """
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    stage = Staging(make_folder(folder))
    try:
        yield stage
        stage.finish()
    except BaseException:
        stage.discard()
        for place in new:
            with contextlib.suppress(OSError):
                place.rmdir()
        raise
