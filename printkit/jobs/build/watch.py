"""Watches the folders of kits for changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from printkit.errors import InputError
from printkit.jobs.build.build import build_folders
from printkit.jobs.build.request import BuildRequest
from printkit.kit.raw import read_toml
from printkit.paths import templates_dir

__all__ = ["changes", "watched_folders"]

# So often, in milliseconds, Ctrl-C is listened for.
STEP_MS = 200


def watched_folders(request: BuildRequest) -> tuple[Path, ...]:
    """The folders a build reads: those of its kits, and those these share with others."""
    folders = [folder.resolve() for folder in build_folders(request)]
    shared = [place for folder in folders for place in _shared(folder)]
    return tuple(dict.fromkeys((*folders, *shared)))


def _shared(folder: Path) -> Iterator[Path]:
    try:
        names = read_toml(folder / "kit.toml", "kit.toml").get("uses", ())
    except InputError:
        return
    for name in names if isinstance(names, list) else ():
        places = (folder.parent / str(name), templates_dir() / str(name))
        yield from (place for place in places if place.is_dir())


def changes(folders: Sequence[Path], out: Path) -> Iterator[tuple[Path, ...]]:
    """The files that changed since the last time, from now on; what is written to `out` is no change.

    Ends with KeyboardInterrupt. Needs the extra `serve`.
    """
    import watchfiles

    away = out.resolve()
    usual = watchfiles.DefaultFilter(ignore_paths=[away])

    def wanted(change: Any, path: str) -> bool:
        return usual(change, path) and not any(part.startswith(".") for part in Path(path).parts[-1:])

    watcher = watchfiles.watch(*folders, watch_filter=wanted, yield_on_timeout=True, rust_timeout=STEP_MS)
    # It looks from its first answer on, which is none.
    next(watcher)
    return (tuple(sorted({Path(path) for _, path in found})) for found in watcher if found)
