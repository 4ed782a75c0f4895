"""Sheets of an OpenDocument spreadsheet (ISO/IEC 26300): what LibreOffice and others save as .ods."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, fromstring

from printkit.cell_formats import Cell, Shown, Unreadable
from printkit.errors import InputError

__all__ = ["read_sheets"]

_SPACES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "style": "urn:oasis:names:tc:opendocument:xmlns:style:1.0",
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
}
_NUMBERS = frozenset({"float", "percentage", "currency"})
_MARKS = {("font-weight", "bold"): "**", ("font-style", "italic"): "*"}


def _name(prefixed: str) -> str:
    """A name as the parser writes it."""
    space, _, name = prefixed.partition(":")
    return f"{{{_SPACES[space]}}}{name}"


def read_sheets(
    data: bytes, file: str, most_rows: int, most_columns: int
) -> dict[str, list[tuple[Cell, ...]]]:
    """The rows of each sheet by its name, cells as they are shown, empty ones at the end left out.

    InputError: no such spreadsheet, or one with more rows or columns.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            root = fromstring(archive.read("content.xml"))
    except (KeyError, ParseError, RuntimeError) as error:
        hint = "save it as .ods or .xlsx, without a password, from a spreadsheet program"
        raise InputError("is no OpenDocument spreadsheet, or locked", file=file, hint=hint) from error
    styles = dict(_styles(root))
    sheets = {}
    for table in root.iter(_name("table:table")):
        name = table.get(_name("table:name"), "")
        sheets[name] = list(_rows(table, styles, file, most_rows, most_columns))
    return sheets


def _styles(root: Element) -> Iterator[tuple[str, str]]:
    """The marks of bold and italic letters by the name of their style."""
    for style in root.iter(_name("style:style")):
        look = style.find(_name("style:text-properties"))
        if look is not None:
            marks = "".join(
                sign for (key, value), sign in _MARKS.items() if look.get(_name(f"fo:{key}")) == value
            )
            yield style.get(_name("style:name"), ""), marks


def _rows(
    table: Element, styles: dict[str, str], file: str, most_rows: int, most_columns: int
) -> Iterator[tuple[Cell, ...]]:
    empty, number = 0, 0
    # Cells merged with one above them, by column: what it says and in how many rows still.
    below: dict[int, tuple[Cell, int]] = {}
    for row in table.iter(_name("table:table-row")):
        times = int(row.get(_name("table:number-rows-repeated"), "1"))
        cells = _cells(row, styles, below, file, most_columns)
        if not cells:
            empty += times
            continue
        number += empty + times
        if number > most_rows:
            hint = f"at most {most_rows:,} are read"
            raise InputError(f"has more than {most_rows:,} rows", file=file, hint=hint)
        yield from [()] * empty
        yield from [cells] * times
        empty = 0


def _cells(
    row: Element, styles: dict[str, str], below: dict[int, tuple[Cell, int]], file: str, most_columns: int
) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    blank = 0
    for cell in row:
        if cell.tag not in (_name("table:table-cell"), _name("table:covered-table-cell")):
            continue
        times = int(cell.get(_name("table:number-columns-repeated"), "1"))
        value = _value(cell, styles)
        at = len(cells) + blank
        down = int(cell.get(_name("table:number-rows-spanned"), "1"))
        if down > 1 and cell.get(_name("table:number-columns-spanned"), "1") == "1":
            below[at] = value, down - 1
        elif at in below and cell.tag == _name("table:covered-table-cell"):
            value, left = below.pop(at)
            if left > 1:
                below[at] = value, left - 1
        if value is None:
            blank += times
            continue
        if at + times > most_columns:
            raise InputError(f"has more than {most_columns} columns", file=file)
        cells += [None] * blank + [value] * times
        blank = 0
    return tuple(cells)


def _value(cell: Element, styles: dict[str, str]) -> Cell:
    kind = cell.get(_name("office:value-type"), "")
    text = "\n".join(_text(line, styles) for line in cell.findall(_name("text:p")))
    formula = cell.get(_name("table:formula"), "")
    if formula and text.startswith(("#", "Err:")):
        return Unreadable(f"is an error: {text}", "mend its formula, or write its value")
    if kind == "boolean":
        return cell.get(_name("office:boolean-value")) == "true"
    if kind in _NUMBERS:
        number = float(cell.get(_name("office:value"), "0"))
        return Shown(text, number) if text else number
    return text if kind or text else None


def _text(element: Element, styles: dict[str, str]) -> str:
    """What a paragraph or a piece of it says, with the marks of its bold and italic letters."""
    parts = [element.text or ""]
    for child in element:
        if child.tag == _name("text:s"):
            parts.append(" " * int(child.get(_name("text:c"), "1")))
        elif child.tag == _name("text:line-break"):
            parts.append("\n")
        elif child.tag == _name("text:tab"):
            parts.append("\t")
        elif child.tag in (_name("text:span"), _name("text:a")):
            words = _text(child, styles)
            marks = styles.get(child.get(_name("text:style-name"), ""), "") if words.strip() else ""
            own = words.strip()
            parts.append(words.replace(own, f"{marks}{own}{marks[::-1]}", 1) if marks else words)
        parts.append(child.tail or "")
    return "".join(parts)
