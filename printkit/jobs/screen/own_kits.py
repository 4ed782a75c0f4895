"""Kits that somebody brings to a page: taken from a ZIP, kept in one folder, their texts changed, handed back."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from shutil import rmtree
from typing import NamedTuple

from printkit.errors import InputError
from printkit.files import make_folder, read_plain, read_start, scratch_folder, staging
from printkit.interchange.csv_cell import with_cell
from printkit.interchange.kit_archive import KIT, MOST_BYTES, packed_files, unpacked_files
from printkit.interchange.loose_kit import kit_of
from printkit.kit.find import stated_id
from printkit.kit.starters import starter_folder, starters

__all__ = ["MARK", "MOST_KITS", "KitFileFacts", "OwnKits"]

MARK = "~"
"""What the folder of such a kit, and so its name in an address, begins with: no kit that printkit ships does."""
MOST_KITS = 20
"""Kits that are kept at once."""

_TEXTS = (".toml", ".csv", ".tsv", ".md", ".txt", ".svg")
MOST_TEXT = 1_000_000


class KitFileFacts(NamedTuple):
    """A file of a kit: its path, its bytes, and whether it is text that can be edited."""

    name: str
    size: int
    text: bool


class OwnKits(NamedTuple):
    """The kits in a folder; a KeyError for one there is not."""

    folder: Path

    def ids(self) -> tuple[str, ...]:
        """What their folders are called."""
        return tuple(sorted(each.name for each in self.folder.glob(f"{MARK}*") if each.is_dir()))

    def starters(self) -> tuple[str, ...]:
        """What one can begin from."""
        return starters()

    def place(self, kit: str) -> Path:
        """The folder of one."""
        if kit not in self.ids():
            raise KeyError(kit)
        return self.folder / kit

    def take(self, data: bytes, name: str) -> str:
        """Keep the kit in a ZIP, or one made of the table and pictures in it; its name in an address.

        InputError: what `unpacked_files` refuses, and what is no kit.
        """
        files = unpacked_files(data, name)
        stem = _id(PurePosixPath(name).stem)
        return self._put(files if KIT in files else kit_of(files, stem, PurePosixPath(name).stem), stem)

    def begin(self, starter: str) -> str:
        """Keep a copy of a starter; InputError for one there is not."""
        return self._put(_files(starter_folder(starter)), starter)

    def _put(self, files: Mapping[str, bytes], otherwise: str) -> str:
        make_folder(self.folder)
        if len(self.ids()) >= MOST_KITS:
            raise InputError(f"{MOST_KITS} kits are kept", hint="delete one that is not needed")
        with scratch_folder(self.folder) as scratch:
            made = scratch / otherwise
            for path, data in files.items():
                make_folder((made / path).parent)
                (made / path).write_bytes(data)
            stem = f"{MARK}{_id(stated_id(made)) or otherwise}"
            names = (stem, *(f"{stem}-{number}" for number in range(2, MOST_KITS + 2)))
            kit = next(each for each in names if each not in self.ids())
            made.rename(self.folder / kit)
        return kit

    def files(self, kit: str) -> tuple[KitFileFacts, ...]:
        """Its files, what is edited most first."""
        first = (KIT, "layout.toml", "cards.toml")
        names = {
            file.relative_to(self.place(kit)).as_posix(): file.stat().st_size
            for file in self.place(kit).rglob("*")
            if file.is_file()
        }
        ordered = sorted(
            names, key=lambda name: (first.index(name) if name in first else len(first), "/" in name, name)
        )
        return tuple(KitFileFacts(name, names[name], _is_text(name, names[name])) for name in ordered)

    def text(self, kit: str, name: str) -> str:
        """A text file of it; InputError where it is none."""
        data = read_plain(self._text_file(kit, name))
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError("is not UTF-8", file=name, hint="edit it in the program it comes from") from None

    def write(self, kit: str, name: str, text: str) -> None:
        """Put another text in the place of that of a file it has; what an editor adds stays UTF-8."""
        file = self._text_file(kit, name)
        if len(text) > MOST_TEXT:
            raise InputError("is too long", file=name, hint=f"at most {MOST_TEXT:,} characters")
        # Some spreadsheet programs know UTF-8 by a mark before it.
        mark = codecs.BOM_UTF8 if read_start(file, 3) == codecs.BOM_UTF8 else b""
        with staging(file.parent) as stage:
            stage.write(file.name, mark + text.encode())
            stage.finish()

    def cell(self, kit: str, name: str, row: int, column: str, value: str) -> None:
        """Put another value in a cell of a CSV file; InputError where there is no such cell."""
        self.write(kit, name, with_cell(self.text(kit, name), name, row, column, value))

    def mend(self, kit: str, name: str, wrong: str, meant: str) -> None:
        """Put the word that is meant in the place of the wrong one, in all of a file; InputError where it is not there.

        A picture's word may lack the folder that its name has.
        """
        text = self.text(kit, name)
        pairs = ((wrong, meant), (PurePosixPath(wrong).name, PurePosixPath(meant).name))
        for old, new in pairs:
            found = rf"(?<![\w.-]){re.escape(old)}(?![\w-])"
            if re.search(found, text):
                self.write(kit, name, re.sub(found, lambda _, new=new: new, text))  # type: ignore[misc]
                return
        raise InputError(f"{wrong!r} does not stand in it", file=name, hint="edit it by hand")

    def archive(self, kit: str) -> bytes:
        """All of it as a ZIP."""
        return packed_files(_files(self.place(kit)), kit.removeprefix(MARK))

    def remove(self, kit: str) -> None:
        """Delete it."""
        rmtree(self.place(kit))

    def _text_file(self, kit: str, name: str) -> Path:
        if not any(each.name == name and each.text for each in self.files(kit)):
            raise InputError("is no text of this kit", file=name[:80])
        return self.place(kit) / name


def _files(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): read_plain(file, MOST_BYTES)
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def _is_text(name: str, size: int) -> bool:
    return PurePosixPath(name).suffix.lower() in _TEXTS and size <= MOST_TEXT


def _id(name: str) -> str:
    """A name as an id has it; the usual one where nothing of it can stand in an id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-") or "my-kit"
