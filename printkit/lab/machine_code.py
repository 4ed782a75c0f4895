"""Where the machine code of the laboratories is kept, and whether it is there; numba itself is not loaded."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from functools import cache
from pathlib import Path

import platformdirs

__all__ = ["cache_folder", "engine_state", "is_ready"]

_STATES_KEPT = 6
_IMPORT = re.compile(rb"from (printkit\.(?:lab\.[\w.]+|games\.youscout\.seeded_deal)) import")


@cache
def engine_state() -> str:
    """A word for the state of the sources of all machine code: whatever is counted by one state is equal."""
    sources = hashlib.sha256()
    for text in _kernel_sources():
        sources.update(text)
    return sources.hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """Where machine code is kept: a folder of its own for each state of its sources; None: nowhere.

    It lies in `NUMBA_CACHE_DIR`, else in the user's cache. Numba by itself looks at one file only, and would
    run old code when another one has changed.
    """
    root = os.environ.get("NUMBA_CACHE_DIR") or str(Path(platformdirs.user_cache_dir("printkit")) / "numba")
    folder = Path(root) / f"printkit-{engine_state()}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            _forget_old(folder)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _kernel_sources() -> list[bytes]:
    """The modules that hold machine code and all those of the laboratories they read constants from, by name."""
    above = Path(__file__).parents[2]
    texts = {
        ".".join(file.relative_to(above).with_suffix("").parts): file.read_bytes()
        for folder in ("lab", "games")
        for file in (above / "printkit" / folder).rglob("*.py")
    }
    wanted = {name for name, text in texts.items() if b"from printkit.lab.compiled import" in text}
    waiting = sorted(wanted)
    while waiting:
        named = {name.decode() for name in _IMPORT.findall(texts[waiting.pop()])}
        needed = named & texts.keys() - wanted
        wanted |= needed
        waiting += sorted(needed)
    return [texts[name] for name in sorted(wanted)]


def _forget_old(folder: Path) -> None:
    """Keep the machine code of a few states of the sources, the newest; each takes some megabytes."""
    states = sorted(folder.parent.glob("printkit-*"), key=lambda each: each.stat().st_mtime)
    for old in states[:-_STATES_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def is_ready(function: str = "") -> bool:
    """Whether machine code (of this function) lies on disk already; if not, the first use compiles for some seconds."""
    folder = cache_folder()
    return folder is not None and any(folder.rglob(f"*.{function}-*.nbi" if function else "*.nbi"))
