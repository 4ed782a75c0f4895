"""A kit made of what somebody has: a table with pictures, or pictures alone; its files are there to be edited."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from printkit.errors import InputError
from printkit.files import temporary_folder
from printkit.fonts import SUFFIXES as FONTS
from printkit.interchange.picture_folder import SUFFIXES, read_folder
from printkit.spreadsheet import read_rows

__all__ = ["kit_of"]

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
        cards = read_folder(folder)
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(("Name", "Copies", "Art"))
    table.writerows((card.name, card.copies, f"art/{card.front.file.name}") for card in cards)
    backs = {card.back.file.name for card in cards if card.back}
    if len(backs) > 1:
        raise InputError("several backs", hint="a kit has one back a component: see docs/new-kit.md")
    return stream.getvalue().encode(), next(iter(backs), "")
