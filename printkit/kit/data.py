"""Cards from a designer's own CSV or XLSX file, or from a copy of a table that comes from an address."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from printkit.cell_formats import Shown
from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.columns import (
    DataSpec,
    FieldColumn,
    card_columns,
    cell_text,
    column_key,
    from_html,
    heading_at,
    is_template,
    mapped_columns,
    slug,
    text_columns,
    unknown_columns,
)
from printkit.kit.condition import parse_where
from printkit.kit.markup import filled, names
from printkit.kit.model_base import Table
from printkit.kit.raw import read_toml
from printkit.scene.source import read_source
from printkit.spreadsheet import MAX_BYTES, Cell, Unreadable, read_values, sheet_names

__all__ = [
    "LOCK",
    "MOST_BYTES",
    "TABLES",
    "TEXT_MISSING",
    "Data",
    "Row",
    "TableCopy",
    "copy_name",
    "is_address",
    "lock_text",
    "read_data",
    "read_lock",
]


# ── tables that come from an address ─────────────────────────────────────────────────────────────────────────────────

LOCK, TABLES = "tables.lock.toml", "tables"
MOST_BYTES = MAX_BYTES
"""A table may have as many bytes as a spreadsheet."""


class TableCopy(Table):
    """An address with the file of its copy in the kit and the SHA-256 of that."""

    address: str
    file: str
    sha256: str


class _Lock(Table):
    """tables.lock.toml."""

    table: tuple[TableCopy, ...] = ()


def is_address(name: str) -> bool:
    """Whether a table's name is an address of the web."""
    return name.lower().startswith(("https://", "http://"))


def read_lock(folder: Path) -> dict[str, TableCopy]:
    """The copies a kit has, by address; none where nothing was fetched yet."""
    if not (folder / LOCK).is_file():
        return {}
    return {copy.address: copy for copy in _Lock.read(read_toml(folder / LOCK, LOCK), LOCK).table}


def lock_text(copies: Iterable[TableCopy]) -> str:
    """What the file says of these copies."""
    head = "# Written by `printkit update`: where the tables of this kit come from. Keep it with them.\n"
    tables = (
        "\n[[table]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in dict(copy).items())
        for copy in copies
    )
    return head + "".join(tables)


def copy_name(folder: Path, address: str) -> str:
    """The file of the copy of an address; InputError where there is none, or it is not what was fetched."""
    copy = read_lock(folder).get(address)
    hint = f"printkit update {folder.name} fetches it; nothing else reaches the network"
    if copy is None or not (folder / copy.file).is_file():
        raise InputError(f"there is no copy of {address}", file="kit.toml", key="data.files", hint=hint)
    data = read_source(folder / copy.file, file=copy.file, root=folder.resolve(), limit=MAX_BYTES)
    if hashlib.sha256(data).hexdigest() != copy.sha256:
        raise InputError(
            "is not the copy that was fetched",
            file=copy.file,
            hint="edit the table at its address, and fetch it again: printkit update; or name the file in data.files",
        )
    return copy.file


# ── cards from a designer's own CSV or XLSX file ─────────────────────────────────────────────────────────────────────

TEXT_MISSING = "the text is missing"
"""What is wrong with a text of a card that no column and no file of texts gives."""

MOST_COPIES = 200
EVERY_SHEET = "#*"
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
# A column of numbers as they are written; 05 is a name.
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,14})")
_COPIES = re.compile(r"(?:[x×] ?)?([0-9]{1,15})(?:\.0+)?(?: ?[x×])?", re.IGNORECASE)


class Row(NamedTuple):
    """Where a card stands: the file as the kit names it, its row as a spreadsheet counts, and each key's column.

    `heading` are all columns, which stand in the row of that number; `unreadable` are cells without a value by column,
    `cells` the others.
    """

    file: str
    number: int
    columns: Mapping[str, str]
    heading: tuple[str, ...] = ()
    heading_row: int = 1
    unreadable: Mapping[str, Unreadable] = MappingProxyType({})
    cells: Mapping[str, str] = MappingProxyType({})

    def problem(self, message: str, key: str, hint: str = "") -> Problem:
        """What is wrong with the card, at its row and the column of that key."""
        column = self.columns.get(key, "")
        return Problem(message, self.file, f"row {self.number}" + (f", {column}" if column else ""), hint)

    def unread(self, column: str, card: str) -> Problem:
        """Why the card's cell in that column, which is used, cannot be read."""
        cell = self.unreadable[column]
        place = f"row {self.number}, {column}"
        whose = f"the cell of card {card!r}" if card else "the cell"
        return Problem(f"{whose} {cell.reason}", self.file, place, cell.hint)

    def no_column(self, text: str) -> Problem:
        """That no column gives a text cards show."""
        columns = ", ".join(filter(None, self.heading))[:200]
        hint = f"kit.toml: data.text.{text} = the column; there are: {columns}"
        return Problem(f"no column gives the text {text!r}", self.file, f"row {self.heading_row}", hint)


@dataclass(frozen=True, slots=True)
class Data:
    """What spreadsheets give: entries as cards.toml has them, texts by language, and the row of each card.

    `types` are the fields that kit.toml does not declare, by the kind of value their columns have; `unread` are cells
    without a value, by the language and key of the text they would be.
    """

    entries: tuple[dict[str, Any], ...] = ()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rows: Mapping[str, Row] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    unread: Mapping[tuple[str, str], Problem] = field(default_factory=dict)


def read_data(
    folder: Path, specs: Sequence[DataSpec], languages: Sequence[str], declared: Mapping[str, str]
) -> Data:
    """The cards of all spreadsheets in their order; `declared` are the fields of kit.toml with their types.

    Every problem, with file, row and column, is in one InputError.
    """
    problems: list[Problem] = []
    entries: list[dict[str, Any]] = []
    texts: dict[str, dict[str, str]] = {language: {} for language in languages}
    rows: dict[str, Row] = {}
    types: dict[str, str] = {}
    unread: dict[tuple[str, str], Problem] = {}
    for spec in specs:
        for name in _names(folder, spec, problems):
            try:
                sheet = _Sheet.read(folder, name, spec, languages, declared)
            except InputError as error:
                problems += error.problems
                continue
            types |= {key: kind for key, kind in sheet.types.items() if key not in declared}
            for row in sheet.rows:
                cells = row.cells
                entry, wrong = sheet.entry(row, rows)
                problems += wrong
                if entry is None or wrong:
                    continue
                entries.append(entry)
                rows[entry["id"]] = row
                for language, key, column in sheet.wordings:
                    place = f"card.{entry['id']}.{key}"
                    if column in row.unreadable:
                        unread[language, place] = row.unread(column, entry["id"])
                    else:
                        texts[language][place], wrong = _wording(spec, row, key, column, cells)
                        problems += wrong
    wheres = [spec.where for spec in specs if spec.where]
    if wheres and not entries and not problems:
        shown = wheres[0] if isinstance(wheres[0], str) else " and ".join(wheres[0])
        problems.append(Problem(f"no row fits {shown!r}", "kit.toml", "data.where"))
    if problems:
        raise InputError(problems=problems)
    return Data(tuple(entries), texts, rows, types, unread)


def _names(folder: Path, spec: DataSpec, problems: list[Problem]) -> Iterator[str]:
    """The spreadsheets of a table, with each sheet of a book whose name is followed by `#*`."""
    for name in spec.files:
        if is_address(name):
            try:
                yield copy_name(folder, name)
            except InputError as error:
                problems += error.problems
            continue
        file = name.removesuffix(EVERY_SHEET)
        if file == name:
            yield name
            continue
        try:
            data = read_source(folder / file, file=file, root=folder.resolve(), limit=MAX_BYTES)
            yield from [f"{file}#{sheet}" for sheet in sheet_names(data, file)]
        except InputError as error:
            problems += error.problems


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One spreadsheet: its rows as texts by column, and which column each key of a card has."""

    spec: DataSpec
    rows: tuple[Row, ...]
    keys: Mapping[str, str]
    types: Mapping[str, str]
    wordings: tuple[tuple[str, str, str], ...]

    @classmethod
    def read(
        cls,
        folder: Path,
        name: str,
        spec: DataSpec,
        languages: Sequence[str],
        declared: Mapping[str, str],
    ) -> _Sheet:
        """The spreadsheet of that name; problems of its file and heading are one InputError."""
        file, _, sheet = name.partition("#")
        data = read_source(folder / file, file=file, root=folder.resolve(), limit=MAX_BYTES)
        lines = read_values(data, file, sheet)
        at = heading_at(lines, spec, declared)
        heading = tuple(cell_text(cell).strip() for cell in (lines[at] if lines else ()))
        problems = [
            Problem("two columns have this name", file, f"row {at + 1}, {column}", "rename one of them")
            for place, column in enumerate(heading)
            if column and column in heading[:place]
        ]
        keys = card_columns(spec, heading, declared)
        problems += unknown_columns(spec, heading, file, at + 1)
        if problems:
            raise InputError(problems=problems)
        wordings = tuple(text_columns(spec, heading, languages))
        columns = {key: column for _, key, column in wordings if not is_template(column)} | keys
        used = {*keys.values(), *(column for _, column in mapped_columns(spec))}
        rows = tuple(
            Row(
                name,
                number,
                columns,
                heading,
                at + 1,
                _unreadable(heading, row),
                dict(zip(heading, map(cell_text, row), strict=False)),
            )
            for number, row in enumerate(lines[at + 1 :], at + 2)
            if any(cell_text(cell).strip() for cell in row) or used & _unreadable(heading, row).keys()
        )
        rows = _fitting(rows, spec, heading)
        types = {
            key: declared.get(key) or _type(spec, key, column, rows)
            for key, column in keys.items()
            if key in spec.fields or key in declared
        }
        return cls(spec, rows, keys, types, wordings)

    def entry(self, row: Row, known: Mapping[str, Row]) -> tuple[dict[str, Any] | None, list[Problem]]:
        """The row's card as cards.toml would have it, None where no copy of it is wanted; and what is wrong with it."""
        cells = row.cells
        problems = [
            row.unread(
                column, cells.get(self.keys.get("name", ""), "") or cells.get(self.keys.get("id", ""), "")
            )
            for column in dict.fromkeys(self.keys.values())
            if column in row.unreadable
        ]
        if problems:
            return None, problems
        given = {key: _stripped(cells.get(column, "")) for key, column in self.keys.items()}
        copies = _counted(given.get("copies") or "1")
        number = _COPIES.fullmatch(copies)
        if not number or int(number[1]) > MOST_COPIES:
            problems.append(
                row.problem(f"{copies!r} is no number of copies", "copies", f"0 to {MOST_COPIES}")
            )
        elif int(number[1]) == 0:
            return None, []
        entry: dict[str, Any] = {"id": self._id(row, given, known, problems)}
        entry["face"] = (
            self.spec.faces.get(given.get("face", ""), "") or slug(given.get("face", "")) or self.spec.face
        )
        if not entry["face"]:
            problems.append(
                row.problem(
                    "nothing says what face the card has",
                    "face",
                    "data.kind names a column, data.face a face",
                )
            )
        component = self.spec.components.get(given.get("face", ""), self.spec.component)
        if component:
            entry["component"] = component
        if back := given.get("back"):
            entry["back"] = self.spec.backs.get(back, "") or slug(back)
        picture = self.spec.art.picture(given.get("art", ""))
        if picture is None:
            hint = (
                nearest_hint(given["art"], self.spec.art.words) or 'other = "…" is the picture of all others'
            )
            problems.append(row.problem(f"data.art has no picture for {given['art']!r}", "art", hint))
        elif picture:
            entry["art"] = picture
        if number and int(number[1]) != 1 and not problems:
            entry["copies"] = int(number[1])
        for key, kind in self.types.items():
            if given[key]:
                entry[key] = _value(kind, given[key], self.spec.fields.get(key))
            elif kind == "flag":
                entry[key] = False
        return entry, problems

    def _id(
        self, row: Row, given: Mapping[str, str], known: Mapping[str, Row], problems: list[Problem]
    ) -> str:
        """The id in the row, or one made of its name or number."""
        if given.get("id"):
            made = slug(given["id"])
            if not made:
                problems.append(row.problem(f"{given['id']!r} is no id", "id", "Latin letters and digits"))
            elif made in known:
                first = known[made]
                place = (
                    f"{first.file}, row {first.number}" if first.file != row.file else f"row {first.number}"
                )
                problems.append(row.problem(f"{given['id']!r} is here and in {place}", "id"))
            return made
        name = slug(given.get("name", "")) or f"card-{row.number}"
        made, again = name, 1
        while made in known:
            again += 1
            made = f"{name}-{again}"
        return made


def _fitting(rows: tuple[Row, ...], spec: DataSpec, heading: Sequence[str]) -> tuple[Row, ...]:
    """The rows that are cards by `data.where`; a column there is not is an InputError."""
    columns = {column_key(column): column for column in reversed(heading) if column}
    for text in (spec.where,) if isinstance(spec.where, str) else spec.where:
        test = parse_where(text, "data.where", "kit.toml")
        column = columns.get(column_key(test.column))
        if not column:
            raise InputError(
                f"there is no column {test.column!r}",
                file="kit.toml",
                key="data.where",
                hint=nearest_hint(test.column, columns.values()),
            )
        rows = tuple(row for row in rows if test.holds(row.cells.get(column, "")))
    return rows


def _unreadable(heading: Sequence[str], row: Sequence[Cell]) -> dict[str, Unreadable]:
    """The cells of a row that have no value, by column."""
    return {column: cell for column, cell in zip(heading, row, strict=False) if isinstance(cell, Unreadable)}


def _stripped(text: str) -> str:
    return text if isinstance(text, Shown) else text.strip()


def _counted(text: str) -> str:
    """The whole number behind what a cell shows, `1000` of `1,000`; any other text as it is."""
    number = text.number if isinstance(text, Shown) else 0.5
    return str(int(number)) if float(number).is_integer() else text


def _wording(
    spec: DataSpec, row: Row, key: str, column: str, cells: Mapping[str, str]
) -> tuple[str, list[Problem]]:
    """A text of the row's card: one for all cards, or its cell, in printkit's own marks."""
    template = column if is_template(column) else ""
    if template:
        # Its own name in a text for all cards is the column of that name, not the text itself.
        own = {column_key(each): each for each in reversed(row.heading) if each}.get(key, "")
        column = own or row.columns.get(key, "")
        if not column or key not in names(template):
            return template, []
    cell = cells.get(column, "").strip()
    cell, other = from_html(cell) if spec.markup == "html" else (cell, ())
    hint = "<br>, <p>, <b>, <strong>, <i> and <em> are"
    problems = [row.problem(f"<{tag}> has no meaning on a card", key, hint) for tag in other]
    return filled(template, {key: cell}, partly=True) if template else cell, problems


def _type(spec: DataSpec, key: str, column: str, rows: Sequence[Row]) -> str:
    """The kind of value of a field that kit.toml does not declare."""
    mapped = spec.fields[key]
    if isinstance(mapped, FieldColumn) and (mapped.list or mapped.flag):
        return "list" if mapped.list else "flag"
    cells = [value for row in rows if (value := row.cells.get(column, "").strip())]
    return "integer" if cells and all(map(_NUMBER.fullmatch, cells)) else "text"


def _value(kind: str, cell: str, mapped: str | FieldColumn | None) -> Any:
    """The cell as cards.toml has it; one that does not fit stays a text, which reading the card reports."""
    column = mapped if isinstance(mapped, FieldColumn) else FieldColumn(column="")
    if kind == "list":
        return [item for each in cell.split(column.list or ",") if (item := each.strip())]
    if kind == "flag":
        yes = (column.flag.lower(),) if column.flag else ("x", "yes", "true", "1")
        no = () if column.flag else ("no", "false", "0", "-")
        return True if cell.lower() in yes else False if cell.lower() in no else cell
    if kind == "integer":
        cell = _counted(cell)
    if kind == "integer" and _WHOLE.fullmatch(cell):
        return int(cell)
    if kind == "pair":
        return [int(each) for each in _WHOLE.findall(cell)]
    return slug(cell) if kind == "suit" else cell
