"""Card data as a table: converts a kit's cards and texts to rows and back."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from printkit.errors import InputError, Problem, nearest_hint
from printkit.files import parse_json
from printkit.kit.cards import OWN_KEYS
from printkit.kit.raw import KitFile, read_toml
from printkit.kit.text import flatten
from printkit.scene.source import read_source
from printkit.spreadsheet import FORMULA, MAX_BYTES, Value, named_sheet, read_rows, workbook_bytes

__all__ = ["TABLE_FORMS", "CardTable", "Columns", "Row", "card_rows", "read_table", "table_bytes"]

_WHOLE = re.compile(r"\s*([+-]?[0-9]{1,18})\s*\Z")
_PAIR = re.compile(r"\s*\[?\s*([+-]?[0-9]{1,18})\s*[,; ]\s*([+-]?[0-9]{1,18})\s*\]?\s*\Z")
_FLAGS = {"true": True, "false": False}

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Columns:
    """What a table of a kit may say: each column's kind of value, and which columns are texts of which language."""

    kinds: Mapping[str, str]
    texts: Mapping[str, tuple[str, str]]

    @classmethod
    def of(cls, spec: KitFile, words: Sequence[str] = ("name",)) -> Columns:
        """The columns of a kit: the keys of a card, its fields, and `words` (`name.ja`) in every language."""
        kinds = {"id": "text", "face": "text", "component": "text", "art": "art", "copies": "integer"}
        kinds |= {"back": "text"}
        kinds |= {name: field.type for name, field in spec.fields.items()}
        texts = {f"{word}.{language}": (word, language) for word in words for language in spec.languages}
        doubled = [*(texts.keys() & kinds.keys()), *(spec.fields.keys() & set(OWN_KEYS))]
        if doubled:
            hint = "give the field another name"
            raise InputError(
                f"{min(doubled)!r} would name two columns", file="kit.toml", key="fields", hint=hint
            )
        return cls({**kinds, **dict.fromkeys(texts, "text")}, texts)


@dataclass(frozen=True, slots=True)
class CardTable:
    """A table as it was read: its file, which columns are keys of cards.toml and which are texts, its rows' values.

    Each row has its number, counted from 1 with the heading, and nothing for empty cells.
    """

    file: str
    keys: tuple[str, ...]
    texts: Mapping[str, tuple[str, str]]
    rows: tuple[tuple[int, Row], ...]


def card_rows(folder: Path) -> list[tuple[Value, ...]]:
    """The table of a kit that has been checked: the names of the columns, then a row for every entry of cards.toml."""
    spec = KitFile.read(read_toml(folder / "kit.toml", "kit.toml"), "kit.toml")
    if spec.data:
        names = ", ".join(name for each in spec.data for name in each.files)
        raise InputError(
            "the cards come from a spreadsheet", file="kit.toml", key="data", hint=f"use {names}"
        )
    entries = read_toml(folder / "cards.toml", "cards.toml")["card"]
    texts = {
        language: flatten(read_toml(folder / f"text.{language}.toml", f"text.{language}.toml"), "")[0]
        for language in spec.languages
    }
    ids = {entry["id"] for entry in entries}
    words = {
        key.split(".", 2)[2]: None
        for each in texts.values()
        for key in each
        if key.count(".") >= 2 and key.startswith("card.") and key.split(".")[1] in ids
    }
    columns = Columns.of(spec, tuple(words))
    # Few decks have backs by card; others' tables need no empty column.
    shown = [name for name in columns.kinds if name != "back" or any("back" in entry for entry in entries)]
    rows: list[tuple[Value, ...]] = [tuple(shown)]
    for entry in entries:
        named = {
            column: texts[language].get(f"card.{entry['id']}.{word}")
            for column, (word, language) in columns.texts.items()
        }
        rows.append(tuple(_cell(column, {**entry, **named}.get(column)) for column in shown))
    return rows


def _cell(column: str, value: Any) -> Value:
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    if column == "art" and isinstance(value, str) and _is_list(value):
        raise InputError(
            f"{value!r} cannot be written to a table", file="cards.toml", key="art", hint="rename the file"
        )
    return cast(Value, value)


def _is_list(text: str) -> bool:
    return text.startswith("[") and text.endswith("]")


def _csv_bytes(rows: Sequence[Sequence[Value]]) -> bytes:
    """UTF-8 with the mark by which spreadsheet programs know it."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerows([_plain(value) for value in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")


def _plain(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(FORMULA) else value
    return str(value).lower()


TABLE_FORMS: dict[str, Callable[[Sequence[Sequence[Value]]], bytes]] = {
    "csv": _csv_bytes,
    "xlsx": workbook_bytes,
}


def table_bytes(folder: Path, form: str) -> bytes:
    """The cards of the kit in a folder as `csv` or `xlsx`."""
    return TABLE_FORMS[form](card_rows(folder))


def read_table(path: Path, spec: KitFile) -> CardTable:
    """The table in a CSV or XLSX file, its values in the types cards.toml has; all problems come with row and column.

    Values that do not fit stay as they are: reading them as cards says what is wrong with them.
    """
    path, sheet = named_sheet(path)
    file = str(path)
    data = read_source(path, file=file, root=path.parent.resolve(), limit=MAX_BYTES)
    heading, *cells = read_rows(data, file, sheet) or [()]
    names = [str(name).strip() if name is not None else "" for name in heading]
    columns = Columns.of(spec, _words(names, spec))
    problems = list(_heading_problems(names, columns, file))
    if problems:
        raise InputError(problems=problems)
    rows = []
    for number, row in enumerate(cells, 2):
        filled = [(at, value) for at, value in enumerate(row) if value not in (None, "")]
        if any(at >= len(names) or not names[at] for at, _ in filled):
            hint = "name the column, or put a text with commas in quotes"
            problems.append(Problem("a value has no column", file, f"row {number}", hint))
        named = [(names[at], value) for at, value in filled if at < len(names) and names[at]]
        if filled:
            rows.append((number, {name: _value(columns.kinds[name], value) for name, value in named}))
    problems += _id_problems(rows, file)
    if problems:
        raise InputError(problems=problems)
    texts = {name: columns.texts[name] for name in names if name in columns.texts}
    return CardTable(file, tuple(name for name in names if name and name not in texts), texts, tuple(rows))


def _words(names: Sequence[str], spec: KitFile) -> tuple[str, ...]:
    """The words of the columns that are texts: `name` of `name.ja`."""
    parts = (name.rpartition(".") for name in names if name not in spec.fields)
    return tuple(dict.fromkeys(("name", *(word for word, _, end in parts if word and end in spec.languages))))


def _heading_problems(names: Sequence[str], columns: Columns, file: str) -> Iterator[Problem]:
    if "id" not in names:
        yield Problem("there is no column id", file, "row 1", "the first row names the columns")
        return
    for at, name in enumerate(names):
        if name and name in names[:at]:
            yield Problem("two columns have this name", file, f"row 1, {name}")
        elif name and name not in columns.kinds:
            yield Problem("unknown column", file, f"row 1, {name[:60]}", nearest_hint(name, columns.kinds))


def _id_problems(rows: Sequence[tuple[int, Row]], file: str) -> Iterator[Problem]:
    if not rows:
        yield Problem("there are no cards", file, "row 2", "one row a card")
    seen: dict[str, int] = {}
    for number, row in rows:
        card_id = row.get("id")
        if card_id is None:
            yield Problem("the card has no id", file, f"row {number}, id")
        elif card_id in seen:
            yield Problem(f"{card_id!r} is here and in row {seen[card_id]}", file, f"row {number}, id")
        else:
            seen[card_id] = number


def _value(kind: str, value: Any) -> Any:
    """The value as cards.toml has it where it can be, else as it stands in the table."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if kind in ("text", "suit"):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if not isinstance(value, str):
        return value
    if kind == "integer":
        return int(match[1]) if (match := _WHOLE.match(value)) else value
    if kind == "pair":
        return [int(match[1]), int(match[2])] if (match := _PAIR.match(value)) else value
    if kind == "flag":
        return _FLAGS.get(value.strip().lower(), value)
    return _art(value)


def _art(value: str) -> Any:
    if not _is_list(value):
        return value
    try:
        names = parse_json(value)
    except ValueError:
        return value
    return names if isinstance(names, list) else value
