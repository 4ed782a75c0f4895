"""Files of art and fonts by the names people write.

Of art, case, the form of accents and an ending that is left out are no difference where only one file fits.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

from printkit.errors import nearest_hint
from printkit.material.font_data import SUFFIXES
from printkit.scene.source import lies_inside

__all__ = ["FONTS", "existing", "misplaced_fonts", "near_names", "own_fonts"]

FONTS = "fonts"
"""The folder of a kit's own fonts."""

# A hint names no more files than this.
MOST_NAMES = 12


def existing(path: Path) -> Path | None:
    """The file of that path, or the only one there called so but for case, the form of accents or an ending."""
    if path.is_file():
        return path
    folder = path.parent
    if not folder.is_dir():
        parent = _only(folder)
        if parent is None:
            return None
        folder = parent
    found = _only(folder / path.name)
    return found if found and found.is_file() else None


def _only(path: Path) -> Path | None:
    """The one entry of the folder called so but for case, else the one picture called so before its ending."""
    stamp, name = _stamp(path.parent), _folded(path.name)
    same = _listed(path.parent, stamp).get(name) or _without_endings(path.parent, stamp).get(name, ())
    return path.parent / same[0] if len(same) == 1 else None


# What a kit's folder holds beside its pictures.
_NO_PICTURES = (".toml", ".csv", ".tsv", ".xlsx", ".ods", ".md", ".json", ".txt")


def near_names(name: str, folders: Iterable[Path]) -> str:
    """A hint that names the files most like that one in the folders where it is looked for."""
    place = os.path.dirname(name)
    names = [
        f"{place}/{each}" if place else each
        for folder in folders
        for entries in _listed(folder / place, _stamp(folder / place)).values()
        for each in entries
        if (folder / place / each).is_file() and not each.lower().endswith(_NO_PICTURES)
    ]
    same = [each for each in names if _folded(name) in (_folded(each), _folded(os.path.splitext(each)[0]))]
    if len(same) > 1:
        return "which one? " + ", ".join(sorted(same)[:MOST_NAMES])
    hint = nearest_hint(name, names)
    return hint if hint.startswith("did") or len(names) <= MOST_NAMES else ""


def _folded(name: str) -> str:
    return normalize("NFC", name).casefold()


def _stamp(folder: Path) -> int:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=64)
def _listed(folder: Path, _stamp: int) -> dict[str, tuple[str, ...]]:
    """The names in a folder as it is at that time, by their folded form; none where it cannot be read."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        names = sorted(entry.name for entry in folder.iterdir())
    except (OSError, ValueError):
        return found
    for name in names:
        found[_folded(name)] = (*found.get(_folded(name), ()), name)
    return found


@lru_cache(maxsize=64)
def _without_endings(folder: Path, stamp: int) -> dict[str, tuple[str, ...]]:
    """The names of pictures in that folder by their folded form without its ending."""
    found: dict[str, tuple[str, ...]] = {}
    for folded, names in _listed(folder, stamp).items():
        stem, ending = os.path.splitext(folded)
        if ending and ending not in _NO_PICTURES:
            found[stem] = (*found.get(stem, ()), *names)
    return found


def own_fonts(folders: Sequence[Path]) -> dict[str, Path]:
    """The files in the folders `fonts/` of a kit and of those it shares, by name; the first of a name counts.

    Before all others come those that end as fonts do.
    """
    ends = {end: at for at, end in enumerate(SUFFIXES)}
    found: dict[str, Path] = {}
    for folder in folders:
        files = sorted((folder / FONTS).glob("*"))
        for path in sorted(files, key=lambda path: ends.get(path.suffix.lower(), len(ends))):
            if path.is_file() and lies_inside(path, path.parent):
                found.setdefault(path.stem, path)
    return found


def misplaced_fonts(folder: Path, name: str) -> list[str]:
    """Files of that font which lie in a kit's folder, but not where fonts do."""
    return [file.name for end in SUFFIXES if (file := folder / f"{name}{end}").is_file()]
