"""Starting a kit: an id and a kit to copy come in, the new kit's folder goes out."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from printkit.errors import InputError, nearest_hint
from printkit.kit.raw import ID_PATTERN
from printkit.paths import templates_dir

__all__ = ["new_kit"]

_LONGEST_ID = 64
_IGNORED = shutil.ignore_patterns(".*", "*~", "__pycache__")


def new_kit(kit_id: str, like: str, folder: Path) -> Path:
    """Copy the kit `like` (an id or a folder) to `folder`/`kit_id` under its new id and return that folder.

    The folder appears whole or not at all; a bad id, an unknown kit or a folder that exists is an InputError.
    """
    if not re.fullmatch(ID_PATTERN, kit_id) or len(kit_id) > _LONGEST_ID:
        raise InputError(
            f"{kit_id!r} is not a kit's id", hint="small letters, digits and single hyphens: my-game"
        )
    source = _source(like)
    target = folder / kit_id
    if target.exists() or target.is_symlink():
        raise InputError("this already exists", file=target, hint="choose another id or --dir")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{kit_id}-", dir=folder) as beside:
        copy = Path(beside) / kit_id
        # Contents only: a kit inside an installed package may be read-only.
        shutil.copytree(source, copy, ignore=_IGNORED, copy_function=shutil.copyfile)
        _rename(copy / "kit.toml", source.name, kit_id)
        copy.rename(target)
    return target


def _source(like: str) -> Path:
    for folder in (templates_dir() / like, Path(like)):
        if (folder / "kit.toml").is_file():
            return folder.resolve()
    known = [path.parent.name for path in templates_dir().glob("*/kit.toml")]
    raise InputError(f"there is no kit {like!r}", hint=nearest_hint(like, known))


def _rename(kit_file: Path, old: str, new: str) -> None:
    """Put the new id where the old one stands as a whole value; comments and order stay as they are."""
    text = kit_file.read_text(encoding="utf-8")
    pattern = rf"""(?m)^(\s*id\s*=\s*)(["']){re.escape(old)}\2"""
    kit_file.write_text(re.sub(pattern, rf'\g<1>"{new}"', text, count=1), encoding="utf-8", newline="\n")
