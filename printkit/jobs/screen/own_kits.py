"""Kits that somebody brings to a page: kept, shown card by card with what is wrong, changed, handed back."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath
from shutil import rmtree
from typing import Any, NamedTuple

from printkit.errors import InputError, Problem
from printkit.files import make_folder, read_plain, read_start, scratch_folder, staging
from printkit.interchange.archive import KIT, MOST_BYTES, packed_files, unpacked_files
from printkit.interchange.csv_cell import with_cell
from printkit.interchange.loose_kit import kit_of
from printkit.jobs.screen.gallery import Gallery, KeptFaces, PreviewRequest, draw_gallery
from printkit.jobs.screen.screen_kits import whole_fonts
from printkit.kit.find import starter_folder, starters, stated_id
from printkit.kit.load import load_kit

__all__ = [
    "MARK",
    "MOST_KITS",
    "KitFileFacts",
    "Mend",
    "OwnKits",
    "card_of",
    "carried",
    "line_of",
    "mend_of",
    "own_cards",
    "row_of",
]

# ── kits that somebody brings to a page ──────────────────────────────────────────────────────────────────────────────

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
        return self._put(files if KIT in files else kit_of(files, stem, PurePosixPath(name).stem).files, stem)

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


# ── which card a problem of a kit is about, and the one word that would mend it ──────────────────────────────────────

# How a problem's key names its card, `card.ada.name` or `faces.x.y[2] card ada`, or the row it stands in.
_OF_CARD = re.compile(r"^card\.([^.]+)|\bcard (\S+)$")
_OF_ROW = re.compile(r"row (\d+)")
_LINE = re.compile(r"\bline (\d+)")
_MEANT = re.compile(r"did you mean '([^']+)'\?")
_WRONG = re.compile(r"'([^']+)'")


class Mend(NamedTuple):
    """A word of a file that is wrong, and the one that seems meant."""

    wrong: str
    meant: str


def card_of(problem: Problem, folder: Path, shown: Gallery | None) -> str:
    """The card a problem is about, by its key or by the row it stands in; empty where it is about none."""
    if named := _OF_CARD.search(problem.key):
        return named[1] or named[2]
    row = _OF_ROW.match(problem.key)
    file = Path(problem.file).relative_to(folder).as_posix() if problem.file.startswith(str(folder)) else ""
    return shown.rows.get((file, int(row[1])), "") if row and shown else ""


def row_of(problem: Problem) -> int:
    """The row or line of its file that a problem names; 0 where it names none."""
    found = _OF_ROW.match(problem.key) or _LINE.search(problem.message)
    return int(found[1]) if found else 0


def mend_of(problem: Problem) -> Mend | None:
    """What would mend a problem whose message quotes a word and whose hint names another."""
    wrong, meant = _WRONG.search(problem.message), _MEANT.search(problem.hint)
    return Mend(wrong[1], meant[1]) if wrong and meant else None


# ── the line of a TOML file that a key stands in, as problems name keys ──────────────────────────────────────────────

# No two parts of these may match the same blanks: a row of strangers may have a million.
_HEAD = re.compile(r"(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?$")
_PAIR = re.compile(r"([\w.-]+)\s*=")


def line_of(text: str, key: str) -> int:
    """The line, from 1, of `faces.wolf.poker[2].box`, else of the deepest table around it; 0 where none is there.

    What follows a space in a key, such as the card it is about, says nothing of the file. Of tables in a table of a
    list, the list's own line is found.
    """
    wanted, table, deepest, line = key.partition(" ")[0], "", "", 0
    seen: Counter[str] = Counter()
    for number, row in enumerate(text.splitlines(), 1):
        row = row.strip()
        if head := _HEAD.match(row):
            stands = table = name = head[2].strip().replace('"', "")
            if head[1] == "[[":
                stands = table = f"{name}[{seen[name]}]"
                seen[name] += 1
        elif pair := _PAIR.match(row):
            stands = f"{table}.{pair[1]}" if table else pair[1]
        else:
            continue
        if stands == wanted:
            return number
        if wanted.startswith((f"{stands}.", f"{stands}[")) and len(stands) > len(deepest):
            deepest, line = stands, number
    return line


# ── the cards of a kit while it is made ──────────────────────────────────────────────────────────────────────────────

MOST_LISTED = 60


def own_cards(folder: Path, language: str, kept: KeptFaces, known: Collection[str]) -> dict[str, Any]:
    """What a page shows of a kit: title, cards, looks it has not got (`known`), and faults; ready for JSON.

    Where pictures or texts are missing, cards have placeholders for them; `cards` is None where none can be drawn.
    """
    problems: list[Problem] = []
    try:
        load_kit(folder)
    except InputError as error:
        problems += error.problems
    shown: Gallery | None = None
    try:
        shown = draw_gallery(PreviewRequest(kit_dir=folder, draft=bool(problems)), kept)
        problems += shown.problems
    except InputError as error:
        problems = problems or list(error.problems)
    faults = _faults(list(dict.fromkeys(problems)), folder, shown)
    if shown is None:
        return {"title": folder.name, "cards": None, "faults": faults}
    data, other = shown.data, 0 if language == "en" else 1
    return {
        "title": shown.title,
        "shape": data["size"]["ratio"],
        "place": {name: data["size"][name] for name in ("left", "top", "wide", "high", "corner")},
        "sizes": shown.sizes,
        "groups": [[name, words[other]] for name, words in data["groups"].items() if name != "all"],
        "cards": [
            {
                "id": card["id"],
                "name": card["name"][language],
                "group": card["group"],
                "where": card["where"],
                "cells": card["cells"],
                "looks": [looks["full"] for looks in card["svgs"].values()],
            }
            for card in data["cards"]
        ],
        "looks": {look: svg for look, svg in data["svgs"].items() if look not in known},
        "faults": faults,
    }


def _faults(problems: Sequence[Problem], folder: Path, shown: Gallery | None) -> list[dict[str, Any]]:
    """What is wrong, where, and what mends it."""
    found = []
    for each in problems[:MOST_LISTED]:
        file = each.file.removeprefix(f"{folder.as_posix()}/")
        mend = mend_of(each)
        found.append(
            {
                "text": each.message,
                "hint": each.hint,
                "file": file,
                "key": each.key,
                "line": row_of(each) or _line(folder / file, each.key),
                "card": card_of(each, folder, shown),
                "mend": mend._asdict() if mend else None,
            }
        )
    return found


def _line(file: Path, key: str) -> int:
    if file.suffix != ".toml" or not file.is_file():
        return 0
    return line_of(read_plain(file).decode("utf-8", "replace"), key)


# ── work on a kit that lies in the page's first worker ───────────────────────────────────────────────────────────────


def carried(packed: bytes, folder: Path, work: Callable[..., Any], *arguments: Any) -> Any:
    """What `work` returns once the kit in a ZIP lies in that folder here; one that lies there already is left."""
    mark = folder.with_name(f".{folder.name}")
    digest = hashlib.sha256(packed).hexdigest()
    if not mark.is_file() or mark.read_text(encoding="ascii") != digest:
        rmtree(folder, ignore_errors=True)
        for path, data in unpacked_files(packed, folder.name).items():
            make_folder((folder / path).parent)
            (folder / path).write_bytes(data)
        mark.write_text(digest, encoding="ascii")
    whole_fonts(folder)
    return work(*arguments)
