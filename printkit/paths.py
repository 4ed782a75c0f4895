"""Where kits and fonts lie, in a checkout or an installed wheel."""

from __future__ import annotations

from pathlib import Path

from printkit.errors import InputError

__all__ = ["fonts_dir", "templates_dir"]

_PACKAGE = Path(__file__).resolve().parent


def fonts_dir() -> Path:
    """The folder of the shipped fonts; InputError where the installation has lost it."""
    return _data_dir("fonts")


def templates_dir() -> Path:
    """The folder of the shipped kits, one folder a kit; InputError where the installation has lost it."""
    return _data_dir("templates")


def _data_dir(name: str) -> Path:
    # A wheel carries both folders inside the package; a checkout has them beside it.
    for folder in (_PACKAGE / "data" / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise InputError(f"the folder {name}/ is missing from this installation", hint="install printkit again")
