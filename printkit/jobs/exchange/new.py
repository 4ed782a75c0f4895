"""Starts a kit as a copy of another, from a starter, or from what somebody has: a table, pictures, a deck."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from printkit.errors import InputError, Problem, nearest_hint
from printkit.files import make_folder, open_plain, read_plain, room_for, scratch_folder
from printkit.interchange.archive import KIT, unpacked_files
from printkit.interchange.import_deck import fill_kit
from printkit.interchange.loose_kit import LooseKit, files_beside, files_in, is_picture, is_table, kit_of
from printkit.interchange.tarot_deck import DECK_FILE
from printkit.jobs.exchange.update import copy_kit, take_table
from printkit.jobs.schema import add_schemas
from printkit.kit.find import starter_folder, starters
from printkit.kit.model_base import ID_PATTERN
from printkit.paths import templates_dir

__all__ = [
    "BLANK",
    "ImportedKit",
    "import_kit",
    "kit_folder",
    "new_folder",
    "new_kit",
    "starter_folder",
    "starters",
]


# ── starts a kit as a copy of another, or from a starter ─────────────────────────────────────────────────────────────

_LONGEST_ID = 64
BLANK = "poker"
"""The starter that `--blank` means."""


def new_kit(kit_id: str, like: str, folder: Path, cards: Path | None = None) -> Path:
    """Copy the kit `like` (an id or a folder) to `folder`/`kit_id` under its new id and return that folder.

    `cards` is a CSV or XLSX table whose cards take the place of the copied ones. The folder appears whole or not at
    all; a bad id, an unknown kit, a folder that exists and whatever is wrong with the table is an InputError.
    """
    source = kit_folder(like)
    with new_folder(kit_id, folder) as copy:
        copy_kit(source, copy)
        _rename(copy / "kit.toml", source.name, kit_id)
        if cards is not None:
            take_table(copy, cards, shown=folder / kit_id)
        add_schemas(copy)
    return folder / kit_id


@contextmanager
def new_folder(kit_id: str, folder: Path) -> Iterator[Path]:
    """A folder yet to be made, which takes its place as `folder`/`kit_id` when everything went well."""
    if not re.fullmatch(ID_PATTERN, kit_id) or len(kit_id) > _LONGEST_ID:
        raise InputError(
            f"{kit_id!r} is not a kit's id", hint="lower-case letters, digits and single hyphens: my-game"
        )
    target = folder / kit_id
    if target.exists() or target.is_symlink():
        raise InputError("this already exists", file=target, hint="choose another id or --dir")
    with scratch_folder(make_folder(folder)) as beside:
        made = beside / kit_id
        try:
            with room_for(target):
                yield made
        except InputError as error:
            raise InputError(problems=[_shown(problem, made, target) for problem in error.problems]) from None
        made.rename(target)


def _shown(problem: Problem, made: Path, target: Path) -> Problem:
    """The problem with the name the folder would have had."""
    return replace(problem, file=problem.file.replace(made.as_posix(), target.as_posix()))


def kit_folder(like: str) -> Path:
    """The folder of a kit by its id, or the folder itself; anything else is an InputError."""
    for folder in (templates_dir() / like, Path(like)):
        if (folder / "kit.toml").is_file():
            return folder.resolve()
    known = [path.parent.name for path in templates_dir().glob("*/kit.toml")]
    raise InputError(f"there is no kit {like!r}", hint=nearest_hint(like, known))


def _rename(kit_file: Path, old: str, new: str) -> None:
    """Put the new id where the old one stands as a whole value; comments and order stay as they are."""
    text = read_plain(kit_file).decode()
    pattern = rf"""(?m)^(\s*id\s*=\s*)(["']){re.escape(old)}\2"""
    kit_file.write_text(re.sub(pattern, rf'\g<1>"{new}"', text, count=1), encoding="utf-8", newline="\n")


# ── starts a kit from what somebody has ──────────────────────────────────────────────────────────────────────────────


class ImportedKit(NamedTuple):
    """The folder of a kit, what was used for what in it, and what to know of it, in words."""

    folder: Path
    use: str
    remarks: tuple[str, ...]


def import_kit(kit_id: str, source: Path, folder: Path) -> ImportedKit:
    """Make the kit `folder`/`kit_id` of what somebody has.

    That is a deck with a deck.toml, or a table with pictures, or pictures alone, in a folder or an archive; a table may
    be named alone, with the pictures below its folder. The kit's folder appears whole or not at all; all problems are
    one InputError.
    """
    with new_folder(kit_id, folder) as target:
        found = _loose_files(source)
        if found is None:
            use, remarks = "", fill_kit(kit_id, source, target)
        elif not any(is_table(path) or is_picture(path) for path in found.files):
            raise InputError(
                "has no table and no picture", file=source, hint="name what the cards are made of"
            )
        else:
            made = kit_of(found.files, kit_id, source.resolve().name if source.is_dir() else source.stem)
            for path, data in made.files.items():
                make_folder((target / path).parent)
                (target / path).write_bytes(data)
            use, remarks = made.use, (*made.remarks, *found.remarks)
        add_schemas(target, every=True)
    return ImportedKit(folder / kit_id, use, remarks)


def _loose_files(source: Path) -> LooseKit | None:
    """What lies in a source that is no deck with a deck.toml, and what of it is not taken."""
    if source.is_dir():
        if (source / KIT).is_file():
            raise InputError("is a kit", file=source, hint=f"--like {source} makes a copy")
        if (source / DECK_FILE).is_file():
            return None
        found, others = files_in(source)
        return LooseKit(found, remarks=tuple(f"not taken: {path}" for path in others))
    if not source.exists():
        raise InputError("there is no such file or folder", file=source, hint="see how the name is written")
    if is_table(source.name):
        return LooseKit(files_beside(source))
    if DECK_FILE in _names(source):
        return None
    files = unpacked_files(read_plain(source), source.name)
    if KIT in files:
        raise InputError("is a kit", file=source, hint="unpack it, and build it as it is")
    return LooseKit(files)


def _names(archive: Path) -> set[str]:
    """What the files in an archive are called; of what is none, that of a deck: its reader says what is wrong."""
    try:
        with open_plain(archive) as stream, zipfile.ZipFile(stream) as opened:
            return {PurePosixPath(name).name for name in opened.namelist()} or {DECK_FILE}
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        return {DECK_FILE}
