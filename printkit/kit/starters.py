"""The starters: small kits that are made to be changed."""

from __future__ import annotations

from pathlib import Path

from printkit.errors import InputError, nearest_hint
from printkit.paths import templates_dir

__all__ = ["starter_folder", "starters"]

_STARTERS = "starters"


def starters() -> tuple[str, ...]:
    """The names of the starters."""
    return tuple(sorted(path.parent.name for path in (templates_dir() / _STARTERS).glob("*/kit.toml")))


def starter_folder(name: str) -> Path:
    """The folder of a starter; an unknown one is an InputError."""
    if name not in starters():
        raise InputError(
            f"there is no starter {name!r}", key="--starter", hint=nearest_hint(name, starters())
        )
    return templates_dir() / _STARTERS / name
