"""Zip files whose bytes never change: named pictures, and kits as people bring them, read within bounds."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from printkit.errors import InputError
from printkit.files import Staging

__all__ = ["KIT", "MOST_BYTES", "MOST_FILES", "Archive", "packed_files", "unpacked_files", "write_archive"]


# ── zip files of named pictures whose bytes never change ─────────────────────────────────────────────────────────────

# A zip counts years from 1980; nothing in it may depend on the clock.
MOMENT = (1980, 1, 1, 0, 0, 0)
PLAIN_FILE = 0o100644 << 16
UNIX = 3


@dataclass(frozen=True, slots=True)
class Archive:
    """One zip file: its name, its members in order when requested, and facts for the manifest."""

    name: str
    members: Callable[[], Iterable[tuple[str, bytes]]]
    cards: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)


def write_archive(stage: Staging, archive: Archive, watch: Callable[[int], None]) -> int:
    """Write one archive and return the number of files in it; `watch` is called with how many are done."""
    count = 0

    def counted() -> Iterator[tuple[str, bytes]]:
        nonlocal count
        for member in archive.members():
            count += 1
            watch(count)
            yield member

    with stage.open(archive.name) as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as file:
        for name, data in counted():
            info = zipfile.ZipInfo(name, MOMENT)
            info.external_attr, info.create_system = PLAIN_FILE, UNIX
            file.writestr(info, data)
    return count


# ── A kit in a ZIP as people bring it ────────────────────────────────────────────────────────────────────────────────

KIT = "kit.toml"
MOST_FILES, MOST_BYTES = 2_000, 300_000_000
"""What may come out of one archive."""

_LONGEST = 240
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_USUAL = "pack it by the usual method, deflate"
_UTF8 = 0x800
_LOCKED = 0x1
# What systems leave beside files.
_BESIDE = ("__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__")
_AGAIN = "pack the folder of the kit again"


def unpacked_files(data: bytes, name: str) -> dict[str, bytes]:
    """The files of an archive by their paths below the kit's folder; `name` is what problems call the archive.

    Of several folders that with the kit's file is taken, else what all lie in. InputError: no ZIP, a damaged or locked
    one, names that lead out of it, links, too many files or bytes, two kits.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = _checked(archive, name)
            files = {path: archive.read(info) for path, info in found.items()}
    except InputError:
        raise
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        raise InputError(f"is no ZIP that can be read: {error}", file=name, hint=_AGAIN) from None
    return _below(files, name)


def packed_files(files: Mapping[str, bytes], folder: str) -> bytes:
    """A ZIP of these files in a folder; nothing in it depends on the clock."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            info = zipfile.ZipInfo(f"{folder}/{path}", MOMENT)
            info.external_attr, info.create_system, info.compress_type = (
                PLAIN_FILE,
                UNIX,
                zipfile.ZIP_DEFLATED,
            )
            archive.writestr(info, data)
    return stream.getvalue()


def _checked(archive: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    """The files of an archive by their paths, once all of them may be unpacked."""
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise InputError(f"holds {len(entries):,} files", file=name, hint=f"at most {MOST_FILES:,}")
    size = sum(info.file_size for info in entries)
    if size > MOST_BYTES:
        raise InputError(
            f"fills {size / 1e6:,.0f} MB unpacked", file=name, hint=f"at most {MOST_BYTES / 1e6:,.0f} MB"
        )
    found: dict[str, zipfile.ZipInfo] = {}
    for info in entries:
        path = _path(info, name)
        if info.is_dir() or any(part in _BESIDE or part.startswith(".") for part in path.split("/")):
            continue
        if path in found:
            raise InputError(f"holds {path[:80]!r} twice", file=name, hint=_AGAIN)
        if info.flag_bits & _LOCKED:
            raise InputError("is locked by a password", file=name, hint="pack it without one")
        if info.compress_type not in _METHODS:
            raise InputError(f"holds {path[:80]!r} packed as few programs can", file=name, hint=_USUAL)
        found[path] = info
    for path in found:
        if above := next((str(each) for each in PurePosixPath(path).parents if str(each) in found), None):
            raise InputError(f"holds {above[:80]!r} as a file and as a folder", file=name, hint=_AGAIN)
    return found


def _path(info: zipfile.ZipInfo, name: str) -> str:
    """The path an entry says, if it stays in the folder it is unpacked to."""
    # Before names were Unicode a ZIP had those of its system: of Japanese ones Shift JIS.
    said = info.orig_filename
    if not info.flag_bits & _UTF8:
        raw = said.encode("cp437", "replace")
        said = next((text for text in (_decoded(raw, each) for each in ("utf-8", "cp932")) if text), said)
    path = said.replace("\\", "/").rstrip("/")
    parts = path.split("/")
    leaves = ".." in parts or "" in parts[:-1] or path.startswith("/") or ":" in path
    if not path or leaves or len(path) > _LONGEST or not path.isprintable():
        raise InputError(
            f"holds {said[:80]!r}, a name outside its folder", file=name, hint="nothing was unpacked"
        )
    if stat.S_ISLNK(info.external_attr >> 16):
        raise InputError(f"holds the link {path[:80]!r}", file=name, hint="put the file itself in its place")
    return path


def _decoded(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return ""


def _below(files: dict[str, bytes], name: str) -> dict[str, bytes]:
    """The files below the folder that is the kit's."""
    kits = [PurePosixPath(path) for path in files if PurePosixPath(path).name == KIT]
    top = min((len(kit.parts) for kit in kits), default=0)
    highest = sorted(str(kit.parent) for kit in kits if len(kit.parts) == top)
    if len(highest) > 1:
        raise InputError(f"holds the kits {', '.join(highest[:4])}", file=name, hint="drop one of them")
    folder = highest[0] if highest else _common(files)
    if folder in ("", "."):
        return files
    return {
        path.removeprefix(f"{folder}/"): data for path, data in files.items() if path.startswith(f"{folder}/")
    }


def _common(files: Mapping[str, bytes]) -> str:
    """The one folder that all files lie in, empty where they lie in several or none."""
    tops = {path.split("/")[0] for path in files}
    (top,) = tops if len(tops) == 1 else ("",)
    return top if top not in files else ""
