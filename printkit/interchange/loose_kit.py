"""A kit made of what somebody has: a table with pictures, or a folder of pictures as cards."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from printkit.errors import InputError, Problem, unreadable
from printkit.files import open_plain, read_start, temporary_folder
from printkit.fonts import SUFFIXES as FONTS
from printkit.material.unread import START, unread
from printkit.spreadsheet import read_rows

__all__ = ["SUFFIXES", "Drawing", "FolderCard", "PictureFolder", "kit_of", "left_out", "read_folder"]


# ── A folder of pictures as cards ────────────────────────────────────────────────────────────────────────────────────

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
_BESIDE = ("thumbs.db", "desktop.ini")

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
        if entry.name.lower() in _BESIDE or _picture_file(Path(entry.path)):
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


# ── A kit made of what somebody has ──────────────────────────────────────────────────────────────────────────────────

_TABLES = (".csv", ".tsv", ".xlsx", ".ods")
_KIT = """\
id = {id}
version = "0.1"
languages = ["{language}"]
size = "poker"
colours = "kept"
fonts = {{ {fonts} }}

[components.deck]
{back}
[data]
files = [{table}]
face = "card"
"""
# Of a language the fonts that have its letters, for display, text, bold and italic.
_FONTS = {
    "en": ("caladea-bold", "lato-regular", "lato-bold", "lato-italic"),
    "ja": (
        "shippori-mincho-extrabold",
        "biz-udpgothic-regular",
        "biz-udpgothic-bold",
        "biz-udpgothic-regular",
    ),
}
_JAPANESE = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uff66-\uff9f]")
# Lengths in mm; the picture of a card without words covers all of it, bleed too.
_LAYOUT = """\
[sizes.poker]
width = 63.5
height = 88.9
"""
_BLOCK = """
[[faces.{face}.poker]]
block = "picture"
{art}box = [{box}]
"""
_NAME = """
[[faces.card.poker]]
name = "title"
block = "text"
text = "card.{id}.name"
box = [6, 5, 51.5, 9]
em = "14pt"
least = "8pt"
font = "display"
"""
_TEXT = """
[[faces.card.poker]]
name = "text"
block = "text"
text = "card.{id}.text"
box = [6, 54, 51.5, 29]
em = "10pt"
least = "6pt"
leading = 1.3
markup = "full"
"""
_WHOLE, _UPPER = "-3, -3, 69.5, 94.9", "6, 15, 51.5, 37"
_NAMES = ("name", "title", "card name", "名前")
_WORDS = ("text", "description", "main text", "rules", "effect", "body", "テキスト")


def kit_of(files: Mapping[str, bytes], kit_id: str, title: str) -> dict[str, bytes]:
    """The files of a kit of these: of a table and the pictures it names, else of pictures, one a card.

    It is in Japanese where the table or a name is. What is neither stays beside them, fonts where a kit has its own.
    InputError where there is neither, or are several tables.
    """
    tables = [path for path in files if PurePosixPath(path).suffix.lower() in _TABLES]
    pictures = {PurePosixPath(path).name: data for path, data in files.items() if _is_picture(path)}
    if len(tables) > 1:
        raise InputError(f"{len(tables)} tables, and no kit.toml", hint="drop one of them with its pictures")
    made = {f"art/{name}": data for name, data in pictures.items()}
    made |= {
        _place(path): data for path, data in files.items() if path not in tables and not _is_picture(path)
    }
    rows: list[list[str]] = []
    if tables:
        table = PurePosixPath(tables[0]).name
        rows = _rows(files[tables[0]], table)
        more, layout, back = _of_table(rows, table, pictures)
        made[table] = files[tables[0]]
    elif pictures:
        table, layout, back, more = "cards.csv", _block("card", _WHOLE), "", ""
        made[table], back = _of_pictures(pictures)
        layout += _block("back", _WHOLE, back) if back else ""
    else:
        raise InputError("there is no kit.toml, no table and no picture", hint="drop the folder of a kit")
    stated = 'back = "back"\n' if back else ""
    said = " ".join((title, *pictures, *(cell for row in rows for cell in row)))
    language = "ja" if _JAPANESE.search(said) else "en"
    fonts = zip(("display", "text", "bold", "italic"), _FONTS[language], strict=True)
    kit = _KIT.format(
        id=json.dumps(kit_id),
        back=stated,
        table=json.dumps(table, ensure_ascii=False),
        language=language,
        fonts=", ".join(f'{name} = "{font}"' for name, font in fonts),
    )
    made["kit.toml"] = (kit + more).encode()
    made["layout.toml"] = (_LAYOUT + layout).encode()
    made[f"text.{language}.toml"] = f"kit.title = {json.dumps(title, ensure_ascii=False)}\n".encode()
    return made


def _is_picture(path: str) -> bool:
    return PurePosixPath(path).suffix.lower() in SUFFIXES


def _place(path: str) -> str:
    """Where a file that is no picture and no table lies in the kit."""
    name = PurePosixPath(path).name
    return f"fonts/{name}" if PurePosixPath(path).suffix.lower() in FONTS else name


def _rows(data: bytes, table: str) -> list[list[str]]:
    return [["" if cell is None else str(cell).strip() for cell in row] for row in read_rows(data, table)]


def _block(face: str, box: str, art: str = "") -> str:
    named = f"art = {json.dumps(f'art/{art}', ensure_ascii=False)}\n" if art else ""
    return _BLOCK.format(face=face, box=box, art=named)


def _of_table(
    rows: Sequence[Sequence[str]], table: str, pictures: Mapping[str, bytes]
) -> tuple[str, str, str]:
    """What kit.toml says of the columns, the layout, and the file of the back (empty: there is none)."""
    at = next((at for at, row in enumerate(rows) if sum(map(bool, row)) > 1), 0)
    if at + 1 >= len(rows):
        raise InputError(
            "has no cards", file=table, hint="a row with the names of the columns, then a row a card"
        )
    heading, cards = rows[at], rows[at + 1 :]
    columns = {
        name: [row[column] for row in cards if len(row) > column]
        for column, name in enumerate(heading)
        if name
    }
    known = {name.lower() for name in pictures}
    named = {name: sum(cell.lower() in known for cell in cells) for name, cells in columns.items()}
    art = max(named, key=lambda name: named[name], default="")
    said, layout = "", ""
    if art and named[art]:
        said += f'art = {{ column = {json.dumps(art, ensure_ascii=False)}, folder = "art" }}\n'
        layout += _block("card", _UPPER)
    others = [name for name in columns if name != art]
    title = _found(others, _NAMES) or (others[0] if others else "")
    words = _found(others, _WORDS) or _longest({name: columns[name] for name in others if name != title})
    if title:
        said += f"text.name = {json.dumps(title, ensure_ascii=False)}\n"
        layout += _NAME
    if words:
        said += f"text.text = {json.dumps(words, ensure_ascii=False)}\n"
        layout += _TEXT
    back = next((name for name in pictures if re.fullmatch(r"back\.\w+", name, re.IGNORECASE)), "")
    return said, layout + (_block("back", _WHOLE, back) if back else ""), back


def _found(columns: Sequence[str], names: Sequence[str]) -> str:
    return next((column for column in columns if column.lower() in names), "")


def _longest(columns: Mapping[str, Sequence[str]]) -> str:
    lengths = {name: sum(map(len, cells)) for name, cells in columns.items()}
    return max(lengths, key=lambda name: lengths[name], default="")


def _of_pictures(pictures: Mapping[str, bytes]) -> tuple[bytes, str]:
    """A table of the pictures, as `printkit sheets` reads their names, and the file of the back of all of them."""
    with temporary_folder("printkit-pictures-") as folder:
        for name in pictures:
            # What a picture is says its name; its content is looked at where it is drawn.
            (folder / name).write_bytes(pictures[name])
        found = read_folder(folder)
        if found.lost:
            raise found.refused("name it like its front, or back.png for all")
    cards = found.cards
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(("Name", "Copies", "Art"))
    table.writerows((card.name, card.copies, f"art/{card.front.file.name}") for card in cards)
    backs = {card.back.file.name for card in cards if card.back}
    if len(backs) > 1:
        raise InputError("several backs", hint="a kit has one back a component: see docs/new-kit.md")
    return stream.getvalue().encode(), next(iter(backs), "")
