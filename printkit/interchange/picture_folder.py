"""A folder of pictures as cards: which they are, their backs, how often each is wanted, and what else lies there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from printkit.errors import InputError, Problem, unreadable
from printkit.files import open_plain, read_start
from printkit.material.unread import START, unread

__all__ = [
    "BESIDE",
    "MOST_FILES",
    "SUFFIXES",
    "Drawing",
    "FolderCard",
    "PictureFolder",
    "left_out",
    "read_folder",
]

SUFFIXES = (
    ".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".avif", ".tif", ".tiff", ".bmp", ".dib", ".ico",
    ".heic", ".heif", ".jp2", ".tga", ".ppm", ".pgm", ".pbm", ".pcx", ".qoi", ".sgi", ".mpo", ".svg",
    ".svgz", ".pdf",
)  # fmt: skip
# Where pictures begin so, whatever they are called.
_STARTS = (
    (0, b"\x89PNG\r\n\x1a\n"), (0, b"\xff\xd8\xff"), (0, b"GIF8"), (8, b"WEBP"), (0, b"II*\0"), (0, b"MM\0*"),
    (4, b"ftypavif"), (4, b"jP  \r\n"), (0, b"qoif"), (0, b"\x01\xda"), (0, b"%PDF-"),
)  # fmt: skip
MOST_FILES, MOST_COPIES = 5_000, 500
# What file managers leave in a folder of pictures.
BESIDE = ("thumbs.db", "desktop.ini")

_COPIES = re.compile(r"(?:[ _-]*[(\[]?(?:x(\d+)|(\d+)x)[)\]]?)$", re.IGNORECASE)
_COPIES_FIRST = re.compile(r"(\d+)x[ _-]+(?=\S)", re.IGNORECASE)
_SIDE = re.compile(r"[ ._-]*[(\[]?(front|back)[)\]]?$", re.IGNORECASE)
_NUMBERS = re.compile(r"(\d+)")


class Drawing(NamedTuple):
    """One picture: a file, or a page of a PDF or TIFF from 0."""

    file: Path
    page: int = 0


class FolderCard(NamedTuple):
    """A card: its name, its front, its back (None: it has none), and how often it is wanted."""

    name: str
    front: Drawing
    back: Drawing | None
    copies: int


class PictureFolder(NamedTuple):
    """The cards of a folder, and its files that are named as backs of cards which are not there."""

    cards: tuple[FolderCard, ...]
    lost: tuple[Path, ...]

    def refused(self, hint: str) -> InputError:
        """The error of backs that belong to no card."""
        return InputError(
            problems=[Problem("this back belongs to no card", str(file), hint=hint) for file in self.lost]
        )


def read_folder(folder: Path, pages: dict[Path, int] | None = None) -> PictureFolder:
    """The cards of a folder, in the natural order of their names (`card 2` before `card 10`).

    `dragon x3.png`, `dragon_3x.png`, `dragon (x3).png` and `3x dragon.png` stand for three copies, `dragon x0.png` for
    none. `dragon back.png` is the back of `dragon.png` (or of `dragon front.png`), and `back.png` that of every card
    without one of its own. A file of `pages` (so many) gives a card for each. Raises
    `InputError` for a folder that cannot be read and for one that has no picture.
    """
    fronts: list[tuple[str, Path, int]] = []
    backs: dict[str, Path] = {}
    for file in _files(folder):
        name, copies = _split_copies(file.stem, file)
        side = _SIDE.search(name)
        bare = name[: side.start()] if side else name
        if side and side[1].lower() == "back":
            backs[bare.lower()] = file
        else:
            fronts.append((bare if bare else name, file, copies))
    if not fronts:
        none = Problem("there is no picture in the folder", str(folder), hint=" ".join(SUFFIXES))
        raise InputError(problems=[none, *left_out(folder)[0]])
    known = {name.lower() for name, _, _ in fronts}
    common = backs.get("")
    cards = tuple(_cards(fronts, backs, Drawing(common) if common else None, pages or {}))
    return PictureFolder(cards, tuple(file for name, file in backs.items() if name and name not in known))


def _cards(
    fronts: Sequence[tuple[str, Path, int]],
    backs: dict[str, Path],
    common: Drawing | None,
    pages: dict[Path, int],
) -> Iterator[FolderCard]:
    for name, file, copies in sorted(fronts, key=lambda each: (_natural(each[0]), each[1].name)):
        own = backs.get(name.lower())
        back = Drawing(own) if own else common
        count = pages.get(file, 1)
        for page in range(count):
            yield FolderCard(f"{name} {page + 1}" if count > 1 else name, Drawing(file, page), back, copies)


def _visible(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if not entry.name.startswith(".")]
    except NotADirectoryError:
        raise InputError("is a file where a folder is needed", file=folder, hint="name its folder") from None
    except OSError as error:
        raise unreadable(error, folder) from error


def _files(folder: Path) -> list[Path]:
    found = [Path(entry.path) for entry in _visible(folder)]
    files = [file for file in found if _picture_file(file)]
    if len(files) > MOST_FILES:
        raise InputError(f"{len(files):,} pictures", file=folder, hint=f"at most {MOST_FILES:,} at a time")
    return sorted(files)


def _picture_file(file: Path) -> bool:
    """Whether a file is called as pictures are, or begins as one."""
    if file.suffix.lower() in SUFFIXES:
        return True
    start = read_start(file, START)
    return any(start[at:].startswith(mark) for at, mark in _STARTS)


def left_out(folder: Path) -> tuple[tuple[Problem, ...], tuple[str, ...]]:
    """What lies in a folder and is not read as a picture: why, for what may be meant, and the names of plain texts.

    Hidden files are not looked at. Raises `InputError` as `read_folder`.
    """
    meant: list[Problem] = []
    texts: list[str] = []
    for entry in sorted(_visible(folder), key=lambda each: each.name):
        if entry.name.lower() in BESIDE or _picture_file(Path(entry.path)):
            continue
        try:
            if entry.is_file() and _is_text(Path(entry.path)):
                texts.append(entry.name)
            else:
                meant.append(_unprinted(entry))
        except OSError as error:
            # A link to itself is neither file nor folder.
            meant += unreadable(error, entry.path, name=entry.name).problems
    return tuple(meant), tuple(texts)


def _unprinted(entry: os.DirEntry[str]) -> Problem:
    if entry.is_dir():
        return Problem("is a folder: the pictures in it are not printed", entry.name, hint="name that folder")
    known = unread(read_start(entry.path, START))
    what, hint = known or ("no picture and no PDF", "export it as PNG or PDF")
    return Problem(f"is {what}", entry.name, hint=hint)


def _is_text(file: Path) -> bool:
    try:
        with open_plain(file) as stream:
            start = stream.read(4096)
    except OSError:
        return False
    # A letter may be cut in two at the end. Some documents of programs are text.
    words = b"\0" not in start and "\ufffd" not in start.decode("utf-8", "replace")[:-1]
    return words and not (start and unread(start[:START]))


def _split_copies(stem: str, file: Path) -> tuple[str, int]:
    """The name without its number of copies, and that number."""
    if first := _COPIES_FIRST.match(stem):
        return stem[first.end() :], _copies(first[1], file)
    found = _COPIES.search(stem)
    if not found or not stem[: found.start()].strip(" _-"):
        return stem, 1
    return stem[: found.start()], _copies(found[1] or found[2], file)


def _copies(digits: str, file: Path) -> int:
    if len(digits) > 4 or int(digits) > MOST_COPIES:
        raise InputError(f"{digits} copies", file=file, hint=f"0 to {MOST_COPIES}")
    return int(digits)


def _natural(name: str) -> list[tuple[int, str]]:
    """Sorts numbers in names by their value."""
    return [(int(part), "") if part.isdecimal() else (-1, part.lower()) for part in _NUMBERS.split(name)]
