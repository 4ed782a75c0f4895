"""Opens one file of a kit safely."""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from io import BufferedReader
from pathlib import Path

from printkit.errors import InputError
from printkit.files import open_plain, read_all

__all__ = ["lies_inside", "open_source", "read_source"]


def open_source(path: Path, *, file: str, root: Path | None, limit: int) -> tuple[BufferedReader, int]:
    """The opened file and its size in bytes; the caller closes it.

    A link may only lead to a place inside `root` (without one: the folder the path lies in).
    A missing file, a folder, a device, too many bytes or a path that leaves the root is an InputError.
    """
    try:
        real, allowed = _real_path(path), _real_path(path.parent if root is None else root)
        kind = os.stat(real)
        if not _within(real, allowed):
            hint = f"copy it into {os.path.basename(allowed)}/"
            raise InputError("the file lies outside its folder", file=file, hint=hint)
        if stat.S_ISDIR(kind.st_mode):
            raise InputError("this is a folder, not a file", file=file, hint="name the file inside it")
        if not stat.S_ISREG(kind.st_mode):
            raise InputError("this is not a plain file", file=file, hint="only files on disk are read")
        if kind.st_size > limit:
            raise InputError(
                f"the file has {kind.st_size:,} bytes", file=file, hint=f"at most {limit:,} bytes are read"
            )
        return open_plain(real), kind.st_size
    except (OSError, ValueError) as error:
        # ValueError: a NUL in the name.
        raise InputError(
            f"cannot read the file: {_reason(error)}", file=file, hint="check its name"
        ) from error


def lies_inside(path: Path, folder: Path) -> bool:
    """Whether a path, with its links followed, lies in a folder or is it."""
    return _within(_real_path(path), _real_path(folder))


def _within(real: str, allowed: str) -> bool:
    return real == allowed or real.startswith(allowed.rstrip(os.sep) + os.sep)


def _real_path(path: Path) -> str:
    """The path without links. Thousands of files lie in one folder: what that really is, is found out once."""
    text = os.fspath(path)
    folder, name = os.path.split(text)
    # What `..` leads to only the file system knows.
    if name in ("", ".", "..") or os.path.islink(text):
        return os.path.realpath(text)
    return os.path.join(
        _real_folder(os.path.join("" if os.path.isabs(folder) else os.getcwd(), folder)), name
    )


@lru_cache(maxsize=8)
def _real_folder(folder: str) -> str:
    return os.path.realpath(folder)


def read_source(path: Path, *, file: str, root: Path | None, limit: int) -> bytes:
    """All bytes of a file, under the same conditions as `open_source`."""
    stream, _ = open_source(path, file=file, root=root, limit=limit)
    with stream:
        try:
            data = read_all(stream, limit)
        except OSError as error:
            raise InputError(f"cannot read the file: {_reason(error)}", file=file) from error
    if len(data) > limit:
        raise InputError(
            "the file grew while it was read", file=file, hint=f"at most {limit:,} bytes are read"
        )
    return data


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error) or type(error).__name__
