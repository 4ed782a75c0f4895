"""Spreadsheets as rows of plain values: reads CSV and XLSX, writes XLSX."""

from __future__ import annotations

import codecs
import csv
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import zip_longest
from pathlib import Path
from typing import Any, cast

from printkit.cell_formats import Cell, Shown, Unreadable, Value, shown_date, shown_number
from printkit.errors import InputError, Problem, nearest_hint
from printkit.open_document import read_sheets

__all__ = [
    "CARDS_SHEET",
    "FORMULA",
    "MAX_BYTES",
    "Cell",
    "Unreadable",
    "Value",
    "named_sheet",
    "read_rows",
    "read_values",
    "separator",
    "sheet_names",
    "workbook_bytes",
]

MAX_BYTES = 16_000_000
"""No larger file is read."""

FORMULA = tuple("=+-@\t\r'")
"""A spreadsheet program takes a text that begins so for a formula; an apostrophe before it says that it is none."""

_DELIMITERS = ",;\t|"
# A line some programs write first: it names the separator.
_SEPARATOR = re.compile(r"sep=(.)\r?\n")
_QUOTED = re.compile(r'"[^"]*"')
# What a workbook may hold unpacked: a hundred thousand cards fill less.
MAX_UNPACKED = 64_000_000
MAX_ROWS = 100_000
MAX_COLUMNS = 500
# So much of a file is looked at for its separator.
MAX_HEAD = 4000
# More than this a cell cannot hold.
LONGEST_TEXT = 32_767

CARDS_SHEET = "cards"
_MOMENT = (1980, 1, 1, 0, 0, 0)
_SAVED = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*")
# Characters XML has no place for, and what looks like their escape already.
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\b[^>]*>")
_AREA = re.compile(rb"""\bref=["']([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})["']""")
MAX_MERGED = 20_000
_SAVE_PLAIN = "save it as .xlsx or .ods from a spreadsheet program"


def workbook_bytes(rows: Sequence[Sequence[Value]]) -> bytes:
    """A workbook with one sheet, `cards`: the first row stays in view, every text is marked as text.

    The same rows give the same bytes. A text longer than a cell can hold is an InputError.
    """
    openpyxl = _library()
    from openpyxl.utils import get_column_letter

    book = openpyxl.Workbook()
    book.properties.creator = "printkit"
    sheet = book.active
    sheet.title = CARDS_SHEET
    sheet.freeze_panes = "B2"
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            if value is not None:
                _put(sheet.cell(number, column), value)
    for column, name in enumerate(rows[0], 1):
        sheet.column_dimensions[get_column_letter(column)].width = max(10, len(str(name)) + 2)
    stream = io.BytesIO()
    book.save(stream)
    return _timeless(stream.getvalue())


def _put(cell: Any, value: Value) -> None:
    if not isinstance(value, str):
        cell.value = value
        return
    text = _UNWRITABLE.sub(lambda match: f"_x{ord(match[0]):04X}_", value)
    if len(text) > LONGEST_TEXT:
        raise InputError(
            f"{value[:40]!r}… has {len(value):,} characters; a cell holds {LONGEST_TEXT:,}",
            hint="export as csv",
        )
    cell.value = text
    # Neither a formula nor an error, whatever it begins with; and a program that edits it leaves it a text.
    cell.data_type = "s"
    cell.number_format = "@"


def _timeless(data: bytes) -> bytes:
    """The same workbook without the moment it was saved."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            member = old.read(name)
            if name == "docProps/core.xml":
                member = _SAVED.sub(rb"\g<1>1980-01-01T00:00:00Z", member)
            info = zipfile.ZipInfo(name, _MOMENT)
            info.compress_type, info.create_system, info.external_attr = (
                zipfile.ZIP_DEFLATED,
                3,
                0o100644 << 16,
            )
            new.writestr(info, member)
    return stream.getvalue()


def read_rows(data: bytes, file: str, sheet: str = "") -> list[tuple[Value, ...]]:
    """The rows of a CSV or XLSX file that printkit wrote; every formula, date and unreadable cell is an InputError."""
    rows = _rows_of(data, file, sheet, stored=False)
    problems = [
        Problem(cell.reason, file, f"row {number}, {_named(rows[0], column)}", cell.hint)
        for number, row in enumerate(rows, 1)
        for column, cell in enumerate(row, 1)
        if isinstance(cell, Unreadable)
    ]
    if problems:
        raise InputError(problems=problems)
    return cast(list[tuple[Value, ...]], rows)


def named_sheet(path: Path) -> tuple[Path, str]:
    """A file and the sheet of it that is meant, empty for none: `game.xlsx#Deck`."""
    name, mark, sheet = path.name.partition("#")
    return (path.with_name(name), sheet) if mark and name and not path.exists() else (path, "")


def read_values(data: bytes, file: str, sheet: str = "") -> list[tuple[Cell, ...]]:
    """The rows of a sheet of anybody's CSV or XLSX file: a formula counts as the value stored for it.

    Numbers with a format of their own are `Shown`, dates as they are shown. A cell that has no value is Unreadable:
    whether that matters only its reader knows.
    """
    return _rows_of(data, file, sheet, stored=True)


def _rows_of(data: bytes, file: str, sheet: str, *, stored: bool) -> list[tuple[Cell, ...]]:
    """The rows of a file by the end of its name."""
    reader = _READERS.get(file.lower().rpartition(".")[2])
    if reader is None:
        raise InputError("is neither .csv, .tsv, .xlsx nor .ods", file=file, hint="save it as one of them")
    return [tuple(map(_checked, row)) for row in reader(data, file, sheet, stored)]


# What no text has: control characters but tabs and line ends, halves of pairs, and what is no character at all.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


# What spreadsheet programs write in place of a value that cannot be worked out.
_MEND = "mend its formula, or write its value"
_ERROR = re.compile(r"#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A|SPILL!|CALC!)|Err:[0-9]{3}")


def _checked(cell: Cell) -> Cell:
    if isinstance(cell, str) and (match := _CONTROL.search(cell)):
        return Unreadable(f"holds U+{ord(match[0]):04X}, which is no character of a text", "delete it")
    return cell


def separator(text: str) -> tuple[int, str]:
    """How many lines of a CSV file come before its rows, and the sign between its cells."""
    if named := _SEPARATOR.match(text):
        return 1, named[1]
    found = (sign for sign in _QUOTED.sub("", text[:MAX_HEAD]) if sign in _DELIMITERS)
    return 0, next(found, ",")


def _read_csv(data: bytes, file: str, sheet: str, stored: bool) -> list[tuple[Cell, ...]]:
    """The rows of a CSV file, separated as its first lines are: by comma, semicolon, tab or bar."""
    if sheet:
        raise InputError(f"a CSV file has no sheet {sheet!r}", file=file, hint="name the file alone")
    text = _decoded(data, file)
    skipped, delimiter = separator(text)
    # The line that names the separator stays a row, so that rows have their numbers.
    text = "\n" + text.partition("\n")[2] if skipped else text
    rows: list[tuple[Cell, ...]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            rows.append(tuple(_unquoted(text, stored) for text in row))
            if len(rows) > MAX_ROWS or len(row) > MAX_COLUMNS:
                most = f"at most {MAX_ROWS:,} rows of {MAX_COLUMNS} columns are read"
                raise InputError("is too large", file=file, key=f"row {len(rows)}", hint=most)
    except csv.Error as error:
        open_ = "a quotation mark that begins here is not closed" if "end of data" in str(error) else ""
        raise InputError(f"is not CSV: {error}", file=file, key=f"row {len(rows) + 1}", hint=open_) from error
    return rows


def _decoded(data: bytes, file: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 if it begins with the mark of that."""
    hint = "save it as CSV UTF-8"
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        code = "UTF-16" if wide else "UTF-8"
        raise InputError(f"is not {code} at byte {error.start}", file=file, hint=hint) from error
    if "\0" in text.partition("\n")[0]:
        raise InputError("is not UTF-8 but UTF-16, or no text", file=file, hint=hint)
    return text


def _unquoted(text: str, stored: bool) -> Cell:
    if text.startswith("=") and not stored:
        hint = "write its value in its place; a text that begins so has ' before it"
        return Unreadable("is a formula", hint)
    if stored and _ERROR.fullmatch(text):
        return Unreadable(f"is an error: {text}", _MEND)
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def _read_workbook(data: bytes, file: str, sheet: str, stored: bool) -> list[tuple[Cell, ...]]:
    """The rows of a sheet (`cards`, or the only one, where none is named) from the first; an empty cell is None.

    InputError: no workbook, a locked, damaged or enormous one, an entity or another program's part in it, more sheets
    than one. Unreadable: a formula (`stored`: one without a stored value), a date, an error value.
    """
    openpyxl = _library()
    _inspect(data, file)
    try:
        # openpyxl warns of what it leaves out (rules, pictures); nothing of it is a value.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cells = [
                _cells(openpyxl, data, file, sheet, second)
                for second in ((False, True) if stored else (False,))
            ]
            read = _shown if stored else _value
            rows = [tuple(map(read, row)) for row in _with_stored(cells)]
    except InputError:
        raise
    except Exception as error:
        # It lets out whatever it stumbles over: KeyError, TypeError, its own and those of two parsers.
        raise _no_workbook(error, file) from error
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _cells(openpyxl: Any, data: bytes, file: str, sheet: str, stored: bool) -> list[list[Any]]:
    """The cells of a sheet row by row, formulas as they are written or, `stored`, as their values."""
    # Formatted letters are not read in the mode that keeps memory small; the first reading has set bounds by then.
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=not stored, data_only=stored, rich_text=stored)
    found = book[_chosen(book.sheetnames, file, sheet)]
    if not stored:
        # The size a sheet claims to have is nothing to go by.
        found.reset_dimensions()
    else:
        _fill_merged(found)
    rows = list(_rows(found, file))
    book.close()
    return rows


def _fill_merged(sheet: Any) -> None:
    """Cells merged below one another all say what the first one does."""
    for area in list(sheet.merged_cells.ranges):
        if area.min_col == area.max_col:
            first = sheet.cell(area.min_row, area.min_col)
            sheet.unmerge_cells(area.coord)
            for row in range(area.min_row + 1, min(area.max_row, MAX_ROWS) + 1):
                copy = sheet.cell(row, area.min_col)
                copy.value, copy.data_type = first.value, first.data_type


def _with_stored(readings: Sequence[Sequence[Sequence[Any]]]) -> Iterator[list[Any]]:
    """The cells of the last reading; a formula without a stored value stays the formula it is in the first."""
    for first, last in zip(readings[0], readings[-1], strict=False):
        both = zip_longest(first, last)
        yield [cell if cell and (_has_value(cell) or not formula) else formula for formula, cell in both]


def _has_value(cell: Any) -> bool:
    """A stored text may be empty: what `=IF(A1>0,"yes","")` leaves has its type and nothing else."""
    return cell.value is not None or cell.data_type == "str"


def _inspect(data: bytes, file: str) -> None:
    """Nothing in the archive is larger than it may be, locked, or anything but plain XML."""
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise InputError("is locked with a password, or an old .xls", file=file, hint=_SAVE_PLAIN)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > MAX_UNPACKED:
                raise InputError(f"holds more than {MAX_UNPACKED // 1_000_000} MB unpacked", file=file)
            for member in members:
                if member.flag_bits & 1:
                    raise InputError("is locked with a password", file=file, hint=_SAVE_PLAIN)
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise InputError("is not packed like a workbook", file=file, hint=_SAVE_PLAIN)
                if member.filename.endswith((".xml", ".rels")):
                    _inspect_xml(archive.read(member), f"{file}: {member.filename}", file)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise InputError(f"is not a workbook: {error}", file=file, hint=_SAVE_PLAIN) from error


def _inspect_xml(data: bytes, part: str, file: str) -> None:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:200]:
        raise InputError("is not UTF-8", file=part, hint=_SAVE_PLAIN)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise InputError("<!DOCTYPE…> is not allowed", file=part, hint="a workbook has no entities")
    # The library makes every cell of a merged area.
    areas = (_AREA.search(tag) for tag in _MERGED.findall(data))
    if sum(_cells_in(area) if area else MAX_MERGED + 1 for area in areas) > MAX_MERGED:
        hint = "undo the merging, or merge only cells in use"
        raise InputError(f"has more than {MAX_MERGED:,} merged cells", file=file, hint=hint)


def _cells_in(area: re.Match[bytes]) -> int:
    left, top, right, bottom = (group.decode() for group in area.groups())
    return (_column(right) - _column(left) + 1) * (int(bottom) - int(top) + 1)


def _column(letters: str) -> int:
    """The number of the column that spreadsheets call so, A being 1."""
    return reduce(lambda number, letter: 26 * number + ord(letter) - ord("A") + 1, letters, 0)


def sheet_names(data: bytes, file: str) -> list[str]:
    """The sheets of a workbook that hold anything, in their order."""
    if file.lower().endswith(".ods"):
        return [name for name, rows in _open_document(data, file).items() if rows]
    if not file.lower().endswith(".xlsx"):
        raise InputError("has no sheets", file=file, hint="name the file alone")
    _inspect(data, file)
    try:
        book = _library().load_workbook(io.BytesIO(data), read_only=True)
        names = [sheet.title for sheet in book.worksheets if next(sheet.iter_rows(), None)]
        book.close()
    except InputError:
        raise
    except Exception as error:
        raise _no_workbook(error, file) from error
    return names


def _no_workbook(error: Exception, file: str) -> InputError:
    return InputError(f"is not a readable workbook ({type(error).__name__})", file=file, hint=_SAVE_PLAIN)


def _open_document(data: bytes, file: str) -> dict[str, list[tuple[Cell, ...]]]:
    _inspect(data, file)
    try:
        return read_sheets(data, file, MAX_ROWS, MAX_COLUMNS)
    except (ValueError, RecursionError) as error:
        raise _no_workbook(error, file) from error


def _read_open_document(data: bytes, file: str, sheet: str, stored: bool) -> list[tuple[Cell, ...]]:
    """The rows of a sheet of an OpenDocument spreadsheet; which one is as in other workbooks."""
    sheets = _open_document(data, file)
    if not sheets:
        raise InputError("has no sheets", file=file, hint=_SAVE_PLAIN)
    filled = [name for name in sheets if sheets[name] or name == sheet]
    rows = sheets[_chosen(filled or [*sheets][:1], file, sheet)]
    return rows if stored else [tuple(map(_number_of, row)) for row in rows]


def _number_of(cell: Cell) -> Cell:
    """The number behind what a cell shows."""
    if not isinstance(cell, Shown):
        return cell
    return int(cell.number) if float(cell.number).is_integer() else cell.number


def _chosen(names: Sequence[str], file: str, name: str) -> str:
    """The sheet of that name, else `cards`, else the only one."""
    if name and name not in names:
        raise InputError(f"has no sheet {name!r}", file=file, hint=nearest_hint(name, names))
    if not name and CARDS_SHEET not in names and len(names) != 1:
        hint = f"name the one with the cards {CARDS_SHEET!r}, or say which: {file}#{names[0]}"
        raise InputError(f"has {len(names)} sheets: {', '.join(names)[:80]}", file=file, hint=hint)
    return name or (CARDS_SHEET if CARDS_SHEET in names else names[0])


def _rows(sheet: Any, file: str) -> Iterator[list[Any]]:
    for number, row in enumerate(sheet.iter_rows(), 1):
        if number > MAX_ROWS:
            raise InputError(
                f"has more than {MAX_ROWS:,} rows", file=file, hint="delete the empty rows below"
            )
        cells = list(row)
        while cells and not _has_value(cells[-1]):
            cells.pop()
        if len(cells) > MAX_COLUMNS:
            raise InputError(f"has more than {MAX_COLUMNS} columns", file=file, key=f"row {number}")
        yield cells


def _value(cell: Any) -> Cell:
    value = cell.value if cell else None
    if cell and cell.data_type in _NO_VALUES:
        reason, hint = _NO_VALUES[cell.data_type]
        return Unreadable(reason.format(value), hint)
    if isinstance(value, list):
        # openpyxl's rich text: a list of plain and formatted pieces.
        value = "".join(map(_marked, value))
    if isinstance(value, str):
        return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), value)
    return value if isinstance(value, bool | int | float) else None


def _shown(cell: Any) -> Cell:
    """The cell as the spreadsheet shows it."""
    value: Any = cell.value if cell else None
    if cell and cell.data_type == "d":
        return shown_date(value, cell.number_format)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return shown_number(value, cell.number_format) or value
    return _value(cell)


# What has no value of its own, by openpyxl's name for the type of a cell.
_NO_VALUES = {
    "f": ("is a formula without a stored value", "paste its value in its place (paste special: values)"),
    "d": ("is a date or time: {}", "format the cell as text and type it again"),
    "e": ("is an error: {}", _MEND),
}


def _marked(piece: Any) -> str:
    """A piece of a cell's text with the marks of its bold and italic letters, `**so**` and `*so*`."""
    if isinstance(piece, str):
        return piece
    words = piece.text.strip()
    marks = ("**" if piece.font and piece.font.b else "") + ("*" if piece.font and piece.font.i else "")
    before, _, after = piece.text.partition(words) if words else (piece.text, "", "")
    return f"{before}{marks}{words}{marks[::-1]}{after}" if words else piece.text


def _named(heading: Sequence[Cell], column: int) -> str:
    """What a column is called in the first row, else by its letters."""
    name = heading[column - 1] if column <= len(heading) else None
    return name if isinstance(name, str) and name else f"column {_letters(column)}"


def _letters(column: int) -> str:
    """A, B, … Z, AA, … as spreadsheets name columns."""
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _library() -> Any:
    import openpyxl

    return openpyxl


_READERS: dict[str, Callable[[bytes, str, str, bool], list[tuple[Cell, ...]]]] = {
    **dict.fromkeys(("csv", "tsv", "txt"), _read_csv),
    "xlsx": _read_workbook,
    "ods": _read_open_document,
}
