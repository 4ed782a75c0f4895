"""The texts of a kit as one table for translators: a row a text, a column a language, or a PO file a language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polib

from printkit.errors import InputError, Problem, nearest_hint
from printkit.interchange.tables import TABLE_FORMS
from printkit.kit.columns import cell_text
from printkit.kit.model import Kit
from printkit.kit.raw import read_toml
from printkit.kit.text import flatten
from printkit.scene.source import read_source
from printkit.spreadsheet import MAX_BYTES, Value, named_sheet, read_rows

__all__ = ["TEXT_FORMS", "TextTable", "changed_texts", "own_texts", "read_texts", "text_files"]

KEY, WHERE = "key", "where"
# What is named of many.
_SHOWN = 8

# A comment, or a keyword with words in quotes, or such words that go on.
_PO_LINE = re.compile(r'\s*(?:#.*|(?:msg(?:ctxt|id|id_plural|str(?:\[\d+\])?)\s+)?"(?:[^"\\]|\\.)*"\s*)?')

Texts = Mapping[str, Mapping[str, str]]
TEXT_FORMS = {"texts": "xlsx", "texts-csv": "csv", "texts-po": "po"}
"""The forms of export, and the ends of their files' names."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """Texts by language and key as a file has them, and its name."""

    file: str
    texts: Texts


def own_texts(folder: Path, languages: Sequence[str]) -> dict[str, dict[str, str]]:
    """The texts of a kit's own files by language and key; a language without a file has none yet."""
    found = {}
    for language in languages:
        name = f"text.{language}.toml"
        found[language] = (
            flatten(read_toml(folder / name, name), name)[0] if (folder / name).is_file() else {}
        )
    return found


def text_files(kit: Kit, form: str) -> Iterator[tuple[str, bytes]]:
    """The files of a form by their names: one table, or a PO file for each language but the first."""
    texts = own_texts(kit.folder, kit.languages)
    places = {key: _where(kit, key) for key in dict.fromkeys(key for each in texts.values() for key in each)}
    if TEXT_FORMS[form] != "po":
        rows: list[tuple[Value, ...]] = [(KEY, WHERE, *kit.languages)]
        rows += [
            (key, place, *(texts[language].get(key) for language in kit.languages))
            for key, place in places.items()
        ]
        yield f"{kit.id}-texts.{TEXT_FORMS[form]}", TABLE_FORMS[TEXT_FORMS[form]](rows)
        return
    first = kit.languages[0]
    for language in kit.languages[1:] or kit.languages:
        yield f"{kit.id}-texts.{language}.po", _po(kit, language, texts[first], texts[language], places)


def _where(kit: Kit, key: str) -> str:
    """Where a text stands: on which card, on the faces of which kind, else nothing."""
    _, _, rest = key.partition("card.")
    entry = rest.partition(".")[0] if key.startswith("card.") else ""
    component = next((card.component for card in kit.cards if card.entry == entry), "")
    if component:
        return f"{component}: {entry}"
    faces = dict.fromkeys(
        face for (face, _), blocks in kit.faces.items() for block in blocks if key in dict(block.text_keys())
    )
    return f"faces: {', '.join(faces)}" if faces else ""


def _po(
    kit: Kit, language: str, source: Mapping[str, str], texts: Mapping[str, str], places: Mapping[str, str]
) -> bytes:
    file = polib.POFile(wrapwidth=0)
    file.metadata = {
        "Project-Id-Version": f"{kit.id} {kit.version}",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for key, place in places.items():
        words = source.get(key) or texts[key]
        file.append(polib.POEntry(msgctxt=key, msgid=words, msgstr=texts.get(key, ""), comment=place))
    return f"{file}\n".encode()


def read_texts(path: Path, languages: Sequence[str]) -> TextTable | None:
    """The texts in a CSV, XLSX, ODS or PO file for these languages; None for a table that is none of texts.

    What is wrong with its shape is an InputError with row and column.
    """
    path, sheet = named_sheet(path)
    file = str(path)
    data = read_source(path, file=file, root=path.parent.resolve(), limit=MAX_BYTES)
    if path.suffix.lower() == ".po":
        return TextTable(file, _read_po(data, file, languages))
    heading, *rows = read_rows(data, file, sheet) or [()]
    names = [str(name or "").strip() for name in heading]
    if KEY not in names or "id" in names:
        return None
    problems = list(_heading_problems(names, languages, file))
    if problems:
        raise InputError(problems=problems)
    texts: dict[str, dict[str, str]] = {name: {} for name in names if name in languages}
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, 2):
        cells = dict(zip(names, row, strict=False))
        key = str(cells.get(KEY) or "").strip()
        if not key:
            if any(value not in (None, "") for value in row):
                problems.append(Problem("the text has no key", file, f"row {number}, {KEY}"))
        elif key in seen:
            problems.append(Problem(f"{key!r} is here and in row {seen[key]}", file, f"row {number}, {KEY}"))
        else:
            seen[key] = number
            for language, own in texts.items():
                own[key] = cell_text(cells.get(language))
    if problems:
        raise InputError(problems=problems)
    return TextTable(file, texts)


def _heading_problems(names: Sequence[str], languages: Sequence[str], file: str) -> Iterator[Problem]:
    for at, name in enumerate(names):
        if name and name in names[:at]:
            yield Problem("two columns have this name", file, f"row 1, {name}")
        elif name and name not in (KEY, WHERE, *languages):
            hint = f"the kit's languages are {', '.join(languages)}; kit.toml: languages adds one"
            yield Problem("no language of the kit", file, f"row 1, {name[:60]}", hint)
    if not set(names) & set(languages):
        yield Problem("there is no column of a language", file, "row 1", f"known: {', '.join(languages)}")


def _read_po(data: bytes, file: str, languages: Sequence[str]) -> Texts:
    try:
        source = data.decode("utf-8-sig")
        entries = polib.pofile(source)
    except (UnicodeDecodeError, OSError, ValueError) as error:
        raise InputError("is no PO file in UTF-8", file=file, hint="save it as gettext PO") from error
    for number, line in enumerate(source.splitlines(), 1):
        if not _PO_LINE.fullmatch(line):
            # polib passes over it, and with it over words.
            raise InputError("is no line of a PO file", file=file, key=f"line {number}")
    language = entries.metadata.get("Language", "").strip()
    if language not in languages:
        hint = f"the kit's languages are {', '.join(languages)}; kit.toml: languages adds one"
        raise InputError(f"no language of the kit: {language!r}", file=file, key="Language", hint=hint)
    texts: dict[str, str] = {}
    for entry in entries:
        if entry.obsolete:
            continue
        key = entry.msgctxt or ""
        if not key or key in texts:
            said = "two texts have the context" if key else "a text has no context (msgctxt)"
            raise InputError(f"{said} {key}".strip(), file=file, key=f"line {entry.linenum}")
        # What a translator has not looked at is as good as missing.
        texts[key] = "" if entry.fuzzy else entry.msgstr
    return {language: texts}


def changed_texts(table: TextTable, before: Texts) -> dict[str, dict[str, str]]:
    """What the table changes, by language and key; unknown, missing and emptied texts are one InputError."""
    known = dict.fromkeys(key for each in before.values() for key in each)
    stated = dict.fromkeys(key for each in table.texts.values() for key in each)
    problems = [
        Problem("the kit has no text of this key", table.file, key, nearest_hint(key, known))
        for key in stated
        if key not in known
    ]
    missing = [key for key in known if key not in stated]
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        hint = "a table has every text of the kit; export it anew"
        problems.append(
            Problem(f"texts are missing: {', '.join(missing[:_SHOWN])}{more}", table.file, KEY, hint)
        )
    for language, texts in table.texts.items():
        problems += [
            Problem(f"the text has no words in {language}", table.file, f"{key}, {language}")
            for key, text in texts.items()
            if key in known and not text and (key in before[language] or not before[language])
        ]
    if problems:
        raise InputError(problems=problems)
    return {
        language: {key: text for key, text in texts.items() if text and before[language].get(key) != text}
        for language, texts in table.texts.items()
    }
