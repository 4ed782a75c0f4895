"""Cards from a designer's own CSV or XLSX file: what its columns mean, and the cards and texts they give."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from printkit.cell_formats import Shown
from printkit.errors import InputError, Problem, nearest_hint
from printkit.kit.art_column import Art, ArtColumn
from printkit.kit.cell_markup import CellMarkup, from_html
from printkit.kit.table import Id, Table
from printkit.scene.source import read_source
from printkit.spreadsheet import MAX_BYTES, Cell, Unreadable, read_values, sheet_names

__all__ = ["TEXT_MISSING", "Data", "DataSpec", "Row", "read_data", "slug"]

TEXT_MISSING = "the text is missing"
"""What is wrong with a text of a card that no column and no file of texts gives."""

MOST_COPIES = 200
EVERY_SHEET = "#*"
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
# A column of numbers as they are written; 05 is a name.
_NUMBER = re.compile(r"[+-]?(?:0|[1-9][0-9]{0,14})")
_APART = re.compile(r"[^a-z0-9]+")
_COPIES = re.compile(r"(?:[x×] ?)?([0-9]{1,15})(?:\.0+)?(?: ?[x×])?", re.IGNORECASE)
# So many rows may stand above the names of the columns.
MOST_ABOVE = 10
# What designers call the columns every deck has; compared without case, spaces and signs.
COPIES = (
    *("copies", "count", "qty", "quantity", "duplication", "number of copies", "amount"),
    *("in deck", "copies in deck", "number in deck", "枚数"),
)
NAME = ("name", "title", "card name", "card title", "名前", "カード名", "名称")
TEXT = (
    *("text", "description", "main text", "body", "rules text", "card text", "rule text", "effect", "rules"),
    *("テキスト", "説明", "効果", "本文"),
)
FACE = ("face", "template", "front template", "layout")
BACK = ("back face", "back template", "back layout")
ART = ("art", "artwork", "image", "picture", "illustration", "絵", "画像", "イラスト")
ID = ("id", "card id")


class FieldColumn(Table):
    """A column that fills a field: `list` separates the items of a cell, `flag` is what stands there for true."""

    column: str
    list: str = ""
    flag: str = ""


class DataSpec(Table):
    """Spreadsheets of cards: `files` (`game.xlsx#Experts` names a sheet, `#*` every one) and what their columns mean.

    What is not mapped is found by its name. `kind` is the column that says which face a card has, in words that `faces`
    may translate; `face` is the face of all cards where no column says it. `components` are those of these words,
    `component` that of all others. `back` is the column that says which face the card's back has, in words that `backs`
    may translate; where its cell is empty, the component's back is the card's. With `art = false` no column is of
    pictures. A text with braces is one for all cards, with their columns in it: `rule = "Pay {cost}."`.
    """

    files: Annotated[tuple[str, ...], Field(min_length=1)]
    id: str = ""
    copies: str = ""
    kind: str = ""
    face: str = ""
    faces: Mapping[str, Id] = {}
    component: str = ""
    components: Mapping[str, Id] = {}
    back: str = ""
    backs: Mapping[str, Id] = {}
    art: Art = Field(default_factory=ArtColumn)
    fields: Mapping[Id, str | FieldColumn] = {}
    text: Mapping[str, str | Mapping[str, str]] = {}
    markup: CellMarkup = ""


class Row(NamedTuple):
    """Where a card stands: the file as the kit names it, its row as a spreadsheet counts, and each key's column.

    `heading` are all columns, which stand in the row of that number; `unreadable` are cells without a value by column.
    """

    file: str
    number: int
    columns: Mapping[str, str]
    heading: tuple[str, ...] = ()
    heading_row: int = 1
    unreadable: Mapping[str, Unreadable] = MappingProxyType({})

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


def slug(text: str) -> str:
    """The text as an id: lower-case words joined by hyphens; empty where no Latin letter or digit is in it."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _APART.sub("-", plain.lower().replace("'", "")).strip("-")


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
            for row, cells in sheet.rows:
                entry, wrong = sheet.entry(row, cells, rows)
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
    if problems:
        raise InputError(problems=problems)
    return Data(tuple(entries), texts, rows, types, unread)


def _names(folder: Path, spec: DataSpec, problems: list[Problem]) -> Iterator[str]:
    """The spreadsheets of a table, with each sheet of a book whose name is followed by `#*`."""
    for name in spec.files:
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
    rows: tuple[tuple[Row, Mapping[str, str]], ...]
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
        at = _heading_at(lines, spec, declared)
        heading = tuple(_text(cell).strip() for cell in (lines[at] if lines else ()))
        problems = [
            Problem("two columns have this name", file, f"row {at + 1}, {column}", "rename one of them")
            for place, column in enumerate(heading)
            if column and column in heading[:place]
        ]
        keys = _keys(spec, heading, declared)
        problems += _unknown(spec, heading, file, at + 1)
        if problems:
            raise InputError(problems=problems)
        wordings = tuple(_wordings(spec, heading, languages))
        columns = {key: column for _, key, column in wordings if not _is_template(column)} | keys
        used = {*keys.values(), *(column for _, column in _mapped(spec))}
        rows = tuple(
            (
                Row(name, number, columns, heading, at + 1, _unreadable(heading, row)),
                dict(zip(heading, map(_text, row), strict=False)),
            )
            for number, row in enumerate(lines[at + 1 :], at + 2)
            if any(_text(cell).strip() for cell in row) or used & _unreadable(heading, row).keys()
        )
        types = {
            key: declared.get(key) or _type(spec, key, column, rows)
            for key, column in keys.items()
            if key in spec.fields or key in declared
        }
        return cls(spec, rows, keys, types, wordings)

    def entry(
        self, row: Row, cells: Mapping[str, str], known: Mapping[str, Row]
    ) -> tuple[dict[str, Any] | None, list[Problem]]:
        """The row's card as cards.toml would have it, None where no copy of it is wanted; and what is wrong with it."""
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


def _unreadable(heading: Sequence[str], row: Sequence[Cell]) -> dict[str, Unreadable]:
    """The cells of a row that have no value, by column."""
    return {column: cell for column, cell in zip(heading, row, strict=False) if isinstance(cell, Unreadable)}


def _text(cell: Cell) -> str:
    if cell is None or isinstance(cell, Unreadable):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, Shown):
        return cell
    if isinstance(cell, float):
        # As many digits as spreadsheets show of a number without a format.
        return f"{cell:.10g}"
    return str(cell).lower() if isinstance(cell, bool) else str(cell).replace("\r\n", "\n")


def _stripped(text: str) -> str:
    return text if isinstance(text, Shown) else text.strip()


def _counted(text: str) -> str:
    """The whole number behind what a cell shows, `1000` of `1,000`; any other text as it is."""
    number = text.number if isinstance(text, Shown) else 0.5
    return str(int(number)) if float(number).is_integer() else text


def _plain(name: str) -> str:
    """A column's name without case, spaces and signs; one that has no Latin letter as it is."""
    return slug(name) or "".join(unicodedata.normalize("NFKC", name).split())


def _heading_at(lines: Sequence[Sequence[Cell]], spec: DataSpec, declared: Mapping[str, str]) -> int:
    """The row that names the columns: the first that is not empty, or a fuller one soon after it with more known names.

    Above the names many sheets have a title, notes, or heads over several columns.
    """
    known = {_plain(word) for words in (COPIES, NAME, TEXT, FACE, BACK, ART, ID) for word in words}
    known |= {_plain(word) for word in (*declared, *(column for _, column in _mapped(spec)))}
    words = [[text for cell in line if (text := _text(cell).strip())] for line in lines[:MOST_ABOVE]]
    found = next((at for at, row in enumerate(words) if row), 0)
    for at in range(found + 1, len(words)):
        fuller = len(words[at]) > len(words[found])
        if fuller and _known_in(words[at], known) > _known_in(words[found], known):
            found = at
    return found


def _known_in(words: Sequence[str], known: Collection[str]) -> int:
    return sum(_plain(word) in known for word in words)


def _found(words: Sequence[str], heading: Sequence[str]) -> str:
    """The first column that has one of these names, empty where none has."""
    plain = {_plain(column): column for column in reversed(heading) if column}
    return next((plain[_plain(word)] for word in words if _plain(word) in plain), "")


def _keys(spec: DataSpec, heading: Sequence[str], declared: Mapping[str, str]) -> dict[str, str]:
    """The column of each key of a card: as the kit maps it, else as it is called."""
    name = spec.text.get("name", "")
    by_language = {"en": name} if isinstance(name, str) else {"en": name.get("en", ""), **name}
    names = [each for each in by_language.values() if not _is_template(each)]
    named = {
        "id": spec.id or _found(ID, heading),
        "copies": spec.copies or _found(COPIES, heading),
        "face": spec.kind or ("" if spec.face else _found(FACE, heading)),
        "back": spec.back or _found(BACK, heading),
        "art": "" if spec.art.off else spec.art.column or _found(ART, heading),
        "name": next(filter(None, names), "") or _found(NAME, heading),
    }
    mapped = {key: _column(column) for key, column in spec.fields.items()}
    guessed = {key: _found((key,), heading) for key in declared if key not in mapped}
    return {key: column for key, column in (named | guessed | mapped).items() if column}


def _column(mapped: str | FieldColumn) -> str:
    return mapped if isinstance(mapped, str) else mapped.column


def _wordings(
    spec: DataSpec, heading: Sequence[str], languages: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """Every text there is, as (language, key, column): those mapped, the usual ones, and each column by its name."""
    usual = {"name": _found(NAME, heading), "text": _found(TEXT, heading)}
    plain = {slug(column): column for column in reversed(heading) if slug(column)}
    for language in languages:
        own = {
            key.removesuffix(f"-{language}"): column
            for key, column in plain.items()
            if key.endswith(f"-{language}")
        }
        mapped = {
            key: column if isinstance(column, str) else column.get(language, "")
            for key, column in spec.text.items()
        }
        for key, column in {**plain, **usual, **own, **mapped}.items():
            if column:
                yield language, key, column


def _wording(
    spec: DataSpec, row: Row, key: str, column: str, cells: Mapping[str, str]
) -> tuple[str, list[Problem]]:
    """A text of the row's card: one for all cards, or its cell, in printkit's own marks."""
    if _is_template(column):
        return column, []
    cell = cells.get(column, "").strip()
    if spec.markup != "html":
        return cell, []
    text, other = from_html(cell)
    hint = "<br>, <p>, <b>, <strong>, <i> and <em> are"
    return text, [row.problem(f"<{tag}> has no meaning on a card", key, hint) for tag in other]


def _is_template(column: str) -> bool:
    return "{" in column


def _mapped(spec: DataSpec) -> Iterator[tuple[str, str]]:
    """The columns that the kit names, each with its key."""
    yield from (
        ("id", spec.id),
        ("copies", spec.copies),
        ("kind", spec.kind),
        ("back", spec.back),
        ("art", spec.art.column),
    )
    yield from ((f"fields.{key}", _column(column)) for key, column in spec.fields.items())
    for key, column in spec.text.items():
        by_key = {"": column} if isinstance(column, str) else {f".{each}": column[each] for each in column}
        yield from ((f"text.{key}{more}", each) for more, each in by_key.items() if not _is_template(each))


def _unknown(spec: DataSpec, heading: Sequence[str], file: str, row: int) -> Iterator[Problem]:
    """Columns that the kit names and the file does not have."""
    for key, column in _mapped(spec):
        if column and column not in heading:
            hint = nearest_hint(column, [name for name in heading if name])
            yield Problem(f"there is no column {column!r}, which data.{key} names", file, f"row {row}", hint)


def _type(spec: DataSpec, key: str, column: str, rows: Sequence[tuple[Row, Mapping[str, str]]]) -> str:
    """The kind of value of a field that kit.toml does not declare."""
    mapped = spec.fields[key]
    if isinstance(mapped, FieldColumn) and (mapped.list or mapped.flag):
        return "list" if mapped.list else "flag"
    cells = [value for _, row in rows if (value := row.get(column, "").strip())]
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
