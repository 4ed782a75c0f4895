"""A kit made of what somebody has: a table with pictures, or pictures alone."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import zipfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import normalize

from printkit.errors import InputError, unreadable
from printkit.files import read_plain, temporary_folder
from printkit.fonts import SUFFIXES as FONTS
from printkit.interchange.picture_folder import BESIDE, MOST_FILES, SUFFIXES, read_folder
from printkit.kit.columns import ART, COPIES, ID, NAME, TEXT, cell_text, found_column
from printkit.spreadsheet import CARDS_SHEET, read_values, sheet_names

__all__ = ["LooseKit", "files_beside", "files_in", "is_picture", "is_table", "kit_of"]

_TABLES = (".csv", ".tsv", ".xlsx", ".ods")
_WORKBOOKS = (".xlsx", ".ods")
_BACK = re.compile(r"back\.\w+", re.IGNORECASE)
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


class LooseKit(NamedTuple):
    """The files of a kit that was made, what of a table was used for what, and what else to know, in words."""

    files: dict[str, bytes]
    use: str = ""
    remarks: tuple[str, ...] = ()


class _Deck(NamedTuple):
    """What a table or pictures alone give: the table as `data.files` names it, its bytes, and what kit.toml says of it.

    `arts` are pictures by their places in the kit, `back` is that of all cards (empty: there is none), `use` says which
    columns are used.
    """

    table: str
    data: bytes
    said: str
    layout: str
    arts: Mapping[str, bytes]
    back: str
    use: str = ""
    remarks: tuple[str, ...] = ()


def kit_of(files: Mapping[str, bytes], kit_id: str, title: str) -> LooseKit:
    """The kit of these files: of a table and the pictures it names, else of pictures, one a card.

    It is in Japanese where the table or a name is. What is neither stays beside them, fonts where a kit has its own.
    InputError where there is neither, or are several tables.
    """
    tables = [path for path in files if is_table(path)]
    pictures = {path: data for path, data in files.items() if is_picture(path)}
    if len(tables) > 1:
        raise InputError(f"{len(tables)} tables, and no kit.toml", hint="drop one of them with its pictures")
    others = {path for path in files if path not in tables and path not in pictures}
    made = {_place(path): files[path] for path in files if path in others}
    rows: list[list[str]] = []
    if tables:
        # What stands after the sign would be a sheet.
        table = PurePosixPath(tables[0]).name.replace("#", "-")
        sheet, rows = _rows(files[tables[0]], table)
        deck = _of_table(rows, f"{table}#{sheet}" if sheet else table, files[tables[0]], pictures)
    elif pictures:
        deck = _of_pictures(pictures)
    else:
        raise InputError("there is no kit.toml, no table and no picture", hint="drop the folder of a kit")
    said = " ".join((title, *pictures, *(cell for row in rows for cell in row)))
    language = "ja" if _JAPANESE.search(said) else "en"
    fonts = zip(("display", "text", "bold", "italic"), _FONTS[language], strict=True)
    kit = _KIT.format(
        id=_quoted(kit_id),
        back='back = "back"\n' if deck.back else "",
        table=_quoted(deck.table),
        language=language,
        fonts=", ".join(f'{name} = "{font}"' for name, font in fonts),
    )
    made |= deck.arts
    made[deck.table.partition("#")[0]] = deck.data
    made["kit.toml"] = (kit + deck.said).encode()
    made["layout.toml"] = (_LAYOUT + deck.layout).encode()
    made[f"text.{language}.toml"] = f"kit.title = {_quoted(title)}\n".encode()
    inside = _pictures_inside(deck.data) if deck.table.partition("#")[0].lower().endswith(_WORKBOOKS) else 0
    unread = (f"pictures in cells are not read ({inside}): save them as files and name them in a column",)
    return LooseKit(made, deck.use, deck.remarks + (unread if inside else ()))


def files_beside(table: Path) -> dict[str, bytes]:
    """A table and those pictures below its folder that it names, by their paths there; raises `InputError`."""
    found = {table.name: _bytes(table)}
    _, rows = _rows(found[table.name], table.name)
    named = {PurePosixPath(_path(cell)).name for row in rows for cell in row if cell}
    for file in _below(table.parent):
        called = {_path(file.name), _path(file.stem)}
        if is_picture(file.name) and (called & named or _BACK.fullmatch(file.name)):
            found[file.relative_to(table.parent).as_posix()] = _bytes(file)
    return found


def files_in(folder: Path) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The tables, pictures and fonts below a folder by their paths, and what else is there; raises `InputError`."""
    paths = {file.relative_to(folder).as_posix(): file for file in _below(folder)}
    wanted = {*_TABLES, *SUFFIXES, *FONTS}
    found = {path: _bytes(file) for path, file in paths.items() if file.suffix.lower() in wanted}
    return found, tuple(path for path in paths if path not in found)


def is_table(path: str) -> bool:
    """Whether a file is called as tables are."""
    return PurePosixPath(path).suffix.lower() in _TABLES


def is_picture(path: str) -> bool:
    """Whether a file is called as pictures are."""
    return PurePosixPath(path).suffix.lower() in SUFFIXES


def _below(folder: Path) -> list[Path]:
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        visible = (name for name in names if not name.startswith(".") and name.lower() not in BESIDE)
        found += sorted(file for name in visible if (file := Path(place, name)).is_file())
        if len(found) > MOST_FILES:
            raise InputError(
                f"more than {MOST_FILES:,} files",
                file=folder,
                hint="put what the cards need into a folder of its own",
            )
    return found


def _bytes(file: Path) -> bytes:
    try:
        return read_plain(file)
    except OSError as error:
        raise unreadable(error, file) from error


def _quoted(text: str) -> str:
    """A text as TOML has it."""
    return json.dumps(text, ensure_ascii=False)


def _place(path: str) -> str:
    """Where a file that is no picture and no table lies in the kit."""
    name = PurePosixPath(path).name
    return f"fonts/{name}" if PurePosixPath(path).suffix.lower() in FONTS else name


def _rows(data: bytes, table: str) -> tuple[str, list[list[str]]]:
    """The rows of a table as texts; of several sheets, none called `cards`, those of the first one with cards."""
    names = sheet_names(data, table) if table.lower().endswith(_WORKBOOKS) else []
    sheets = names if len(names) > 1 and CARDS_SHEET not in names else [""]
    for sheet in sheets:
        rows = [[cell_text(cell).strip() for cell in row] for row in read_values(data, table, sheet)]
        at = _heading(rows)
        if len(rows) > at + 1:
            return sheet, rows[at:]
    hint = "a row with the names of the columns, then a row a card"
    raise InputError("has no cards", file=table, hint=hint)


def _pictures_inside(workbook: bytes) -> int:
    """How many pictures a workbook that was read has between or in its cells."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        return sum(
            is_picture(name) and name.startswith(("xl/media/", "Pictures/")) for name in parts.namelist()
        )


def _heading(rows: Sequence[Sequence[str]]) -> int:
    """The row with the names of the columns: the first in which more than a title stands."""
    return next((at for at, row in enumerate(rows) if sum(map(bool, row)) > 1), 0)


def _path(cell: str) -> str:
    """A cell, or a file's path, as one that can be compared: in small letters, accents in one form."""
    return normalize("NFC", cell).replace("\\", "/").lower()


def _block(face: str, box: str, art: str = "") -> str:
    named = f"art = {_quoted(art)}\n" if art else ""
    return _BLOCK.format(face=face, box=box, art=named)


def _of_table(rows: Sequence[Sequence[str]], table: str, data: bytes, pictures: Mapping[str, bytes]) -> _Deck:
    """A card a row, its name, words and picture by what the columns are called and hold."""
    heading, cards = rows[0], rows[1:]
    columns = {
        name: [row[column] for row in cards if len(row) > column]
        for column, name in enumerate(heading)
        if name
    }
    art = _art_column(columns, pictures)
    folder, arts = _placed(columns.get(art, ()), pictures)
    copies, number = found_column(COPIES, heading), found_column(ID, heading)
    others = {name: cells for name, cells in columns.items() if name not in (art, copies, number)}
    # Pictures may be called as the cards are.
    bare = not any(map(is_picture, columns.get(art, ())))
    title = found_column(NAME, [*others, art] if bare else [*others]) or next(
        iter(others), art if bare else ""
    )
    said = {name: cells for name, cells in others.items() if name != title and not _all_numbers(cells)}
    words = found_column(TEXT, [*said]) or _longest(said)
    back = next((path for path in arts if _BACK.fullmatch(PurePosixPath(path).name)), "")
    mapped = (
        # One that is called so and names no picture holds something else.
        ("" if art else found_column(ART, heading), "art = false\n"),
        (art, f"art = {{ column = {_quoted(art)}, folder = {_quoted(folder)} }}\n"),
        (title, f"text.name = {_quoted(title)}\n"),
        (words, f"text.text = {_quoted(words)}\n"),
    )
    layout = (
        (art, _block("card", _UPPER)),
        (title, _NAME),
        (words, _TEXT),
        (back, _block("back", _WHOLE, back)),
    )
    used = ("names", title), ("words", words), ("copies", copies), ("pictures", art)
    return _Deck(
        table,
        data,
        "".join(line for name, line in mapped if name),
        "".join(block for drawn, block in layout if drawn),
        arts,
        back,
        ", ".join(f"{what} from the column {name!r}" for what, name in used if name),
        tuple(_remarks(table, columns.get(art, ()), folder, [path for path in arts if path != back])),
    )


def _art_column(columns: Mapping[str, Sequence[str]], pictures: Mapping[str, bytes]) -> str:
    """The column that names most pictures, with their endings or without, else most files called as pictures are.

    Of several that is the one called as such a column is, never that of copies; empty where none names any.
    """
    copies, usual = found_column(COPIES, [*columns]), found_column(ART, [*columns])
    order = sorted((column for column in columns if column != copies), key=lambda column: column != usual)
    whole = {_path(PurePosixPath(path).name) for path in pictures}
    stems = {PurePosixPath(name).stem for name in whole}
    for is_named in (whole.__contains__, stems.__contains__, is_picture):
        named = {
            column: len(
                {name for cell in columns[column] if is_named(name := PurePosixPath(_path(cell)).name)}
            )
            for column in order
        }
        best = max(order, key=lambda column: named[column], default="")
        if best and named[best]:
            return best
    return ""


def _remarks(table: str, cells: Sequence[str], folder: str, arts: Collection[str]) -> Iterator[str]:
    """Which sheet is meant, which pictures are named and not there, and which are there and not named."""
    _, mark, sheet = table.partition("#")
    if mark:
        yield f"the cards are those of the sheet {sheet!r}; data.files in kit.toml says which"
    there = {_path(path): path for path in arts}
    bare: dict[str, list[str]] = {}
    for path in there:
        bare.setdefault(path.removesuffix(PurePosixPath(path).suffix), []).append(path)
    wanted = {cell: _path(f"{folder}/{cell}") for cell in cells if cell}
    found = {cell: [path] if path in there else bare.get(path, []) for cell, path in wanted.items()}
    missing = [cell for cell, paths in found.items() if not paths]
    if missing:
        yield f"not there: {_few(missing)}; put them into {folder}/ of the kit"
    named = {path for paths in found.values() for path in paths}
    unnamed = [path for lower, path in there.items() if lower not in named]
    if unnamed:
        yield f"no card names {_few(unnamed)}"


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more


def _all_numbers(cells: Sequence[str]) -> bool:
    """Whether cells hold numbers and nothing else: they are no words."""
    return all(re.fullmatch(r"[-+0-9.,]*", cell) for cell in cells)


def _placed(cells: Sequence[str], pictures: Mapping[str, bytes]) -> tuple[str, dict[str, bytes]]:
    """The folder in which cells name their pictures, and the pictures by their places in the kit.

    They lie side by side, but where cells or equal names tell their folders.
    """
    names = {_path(PurePosixPath(path).name) for path in pictures}
    if len(names) == len(pictures) and not any("/" in _path(cell) for cell in cells):
        return "art", {f"art/{PurePosixPath(path).name}": data for path, data in pictures.items()}
    above = Counter(
        form[: len(form) - len(normalize("NFC", cell))].rstrip("/")
        for cell in cells
        for path in map(partial(normalize, "NFC"), pictures)
        for form in (path, path.removesuffix(PurePosixPath(path).suffix))
        if cell and f"/{_path(form)}".endswith(f"/{_path(cell)}")
    )
    best = max(above, key=lambda folder: above[folder], default="")
    return "/".join(filter(None, ("art", best))), {f"art/{path}": data for path, data in pictures.items()}


def _longest(columns: Mapping[str, Sequence[str]]) -> str:
    lengths = {name: sum(map(len, cells)) for name, cells in columns.items()}
    return max(lengths, key=lambda name: lengths[name], default="")


def _of_pictures(pictures: Mapping[str, bytes]) -> _Deck:
    """A card a picture, as `printkit sheets` reads their names."""
    counted = Counter(PurePosixPath(path).name for path in pictures)
    with temporary_folder("printkit-pictures-") as folder:
        for path, data in pictures.items():
            name = PurePosixPath(path).name
            if counted[name] > 1:
                raise InputError(
                    f"{counted[name]} pictures have this name", file=name, hint="rename one of them"
                )
            # What a picture is says its name; its content is looked at where it is drawn.
            (folder / name).write_bytes(data)
        found = read_folder(folder)
        if found.lost:
            lost = found._replace(lost=tuple(Path(file.name) for file in found.lost))
            raise lost.refused("name it like its front, or back.png for all")
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(("Name", "Copies", "Art"))
    table.writerows((card.name, card.copies, f"art/{card.front.file.name}") for card in found.cards)
    backs = {card.back.file.name for card in found.cards if card.back}
    if len(backs) > 1:
        raise InputError("several backs", hint="a kit has one back a component: see docs/new-kit.md")
    back = f"art/{next(iter(backs))}" if backs else ""
    layout = _block("card", _WHOLE) + (_block("back", _WHOLE, back) if back else "")
    arts = {f"art/{PurePosixPath(path).name}": data for path, data in pictures.items()}
    return _Deck("cards.csv", stream.getvalue().encode(), "", layout, arts, back)
