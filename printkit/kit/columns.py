"""What the columns of a designer's table mean, which one names pictures, and the markup that its cells have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from printkit.cell_formats import Shown
from printkit.errors import Problem, nearest_hint
from printkit.kit.model_base import Id, Table
from printkit.spreadsheet import Cell, Unreadable

__all__ = [
    "COPIES",
    "ID",
    "NAME",
    "TEXT",
    "Art",
    "ArtColumn",
    "CellMarkup",
    "DataSpec",
    "FieldColumn",
    "card_columns",
    "cell_text",
    "column_key",
    "found_column",
    "from_html",
    "heading_at",
    "is_template",
    "literal_markup",
    "mapped_columns",
    "slug",
    "text_columns",
    "unknown_columns",
]


# ── which column of a spreadsheet says a card's picture ──────────────────────────────────────────────────────────────


class ArtColumn(Table):
    """A column that names pictures, which lie in `folder`, or has the `words` of pictures; `other` is any other card's.

    In a file the column of words is `by`, and each word a key: `{ by = "Kind", Wood = "wood.svg" }`.
    """

    column: str = ""
    folder: str = ""
    other: str = ""
    words: Mapping[str, str] = {}
    off: bool = False

    def picture(self, cell: str) -> str | None:
        """The picture a cell asks for, empty for none; None for a word that has none."""
        name = cell.replace("\\", "/")
        if self.words and cell:
            folded = {word.casefold(): picture for word, picture in self.words.items()}
            found = self.words.get(cell) or folded.get(cell.casefold())
            if not (found or self.other):
                return None
            name = found or ""
        return (
            "/".join(filter(None, (self.folder.strip("/"), name or self.other))) if name or self.other else ""
        )


def _art(value: Any) -> Any:
    """What a file says of pictures as the keys of `ArtColumn`."""
    if value is False:
        return {"off": True}
    if isinstance(value, str):
        return {"column": value}
    if not isinstance(value, dict):
        raise ValueError("the name of a column, a table, or false where no column is of pictures")
    own = {"folder", "other"}
    if "by" not in value:
        wrong = next((key for key in value if key not in {"column", *own}), "")
        if wrong or not value:
            known = "column, folder and other, or by and the words of the column"
            raise ValueError(f"unknown key {wrong!r}; {known}" if wrong else f"no key; {known}")
        return value
    words = {key: each for key, each in value.items() if key not in {"by", *own}}
    return {"column": value["by"], "words": words} | {key: value[key] for key in own & value.keys()}


class _ArtSchema:
    """What JSON Schema says of pictures: a column, none, or a table of texts."""

    def __get_pydantic_json_schema__(self, _core_schema: Any, _handler: Any) -> dict[str, Any]:
        table = {"type": "object", "additionalProperties": {"type": "string"}}
        return {"anyOf": [{"type": "string"}, {"const": False}, table]}


Art = Annotated[ArtColumn, BeforeValidator(_art), _ArtSchema()]
"""What `art` of a table of data may be: a column, `false`, or a table of either form."""


# ── markup that other programs' tables have in their cells ───────────────────────────────────────────────────────────

CellMarkup = Literal["", "html"]
"""What a cell's signs mean: nothing but the kit's own, or HTML's line breaks, bold, italic and entities."""

_STYLES = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_LINES = {"br": "\n", "p": "\n\n", "div": "\n"}
_FOREIGN = re.compile(
    r"\\n|</?(?:br|b|i|p|strong|em|u|span|font|div)\b[^<>]*>|&(?:amp|lt|gt|nbsp|quot);", re.IGNORECASE
)


class _Reader(HTMLParser):
    """Gathers a cell's text with printkit's own marks; tags without a meaning here are kept in `other`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.opened: list[str] = []
        self.other: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _STYLES:
            self.opened.append(_STYLES[tag])
            self.parts.append(f"{{{_STYLES[tag]}:")
        elif tag in _LINES:
            self.parts.append(_LINES[tag] if self.parts else "")
        else:
            self.other.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _STYLES and _STYLES[tag] in self.opened:
            at = len(self.opened) - 1 - self.opened[::-1].index(_STYLES[tag])
            inner = self.opened[at + 1 :]
            # Tags that cross are opened again behind the one that ends.
            again = "".join(f"{{{style}:" for style in inner)
            self.parts.append("}" * (len(inner) + 1) + again)
            self.opened[at:] = inner

    def handle_comment(self, data: str) -> None:
        self.other.append("!--")

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def from_html(cell: str) -> tuple[str, tuple[str, ...]]:
    """The cell in printkit's own marks, and the tags that have no meaning on a card."""
    reader = _Reader()
    reader.feed(cell.replace("\\n", "\n"))
    reader.close()
    text = "".join(reader.parts) + "}" * len(reader.opened)
    return re.sub(r"\n{3,}", "\n\n", text).strip(), tuple(dict.fromkeys(reader.other))


def literal_markup(all_texts: Mapping[str, Mapping[str, str]], cards: Container[str]) -> Mapping[str, str]:
    """Marks of other programs that texts of these cards, by language and key, would print; each with its first card."""
    found: dict[str, str] = {}
    for texts in all_texts.values():
        for key, text in texts.items():
            card = key.split(".")[1] if key.startswith("card.") else ""
            if card in cards:
                for match in _FOREIGN.finditer(text):
                    found.setdefault(match[0], card)
    return found


# ── what the columns of a designer's table mean ──────────────────────────────────────────────────────────────────────

_APART = re.compile(r"[^a-z0-9]+")
# So many rows may stand above the names of the columns.
MOST_ABOVE = 10
# What designers call the columns every deck has; compared without case, spaces and signs.
COPIES = (
    *("copies", "count", "qty", "quantity", "duplication", "number of copies", "amount"),
    *("in deck", "copies in deck", "number in deck", "枚数"),
    *("anzahl", "quantité", "cantidad", "quantità", "aantal"),
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

    A file may be the address of a published CSV, of which `printkit update` fetches a copy.

    What is not mapped is found by its name. `kind` is the column that says which face a card has, in words that `faces`
    may translate; `face` is the face of all cards where no column says it. `components` are those of these words,
    `component` that of all others. `back` is the column that says which face the card's back has, in words that `backs`
    may translate; where its cell is empty, the component's back is the card's. With `art = false` no column is of
    pictures. A text with braces is one for all cards, with their columns in it: `rule = "Pay {cost}."`.
    Only rows that fit every comparison of `where` are cards.
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
    where: str | tuple[str, ...] = ()


def slug(text: str) -> str:
    """The text as an id: lower-case words joined by hyphens; empty where no Latin letter or digit is in it."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _APART.sub("-", plain.lower().replace("'", "")).strip("-")


def column_key(name: str) -> str:
    """A column's name without case, spaces and signs; one that has no Latin letter as it is."""
    return slug(name) or "".join(unicodedata.normalize("NFKC", name).split())


def cell_text(cell: Cell) -> str:
    """A cell as a text, empty where it has no value."""
    if cell is None or isinstance(cell, Unreadable):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, Shown):
        return cell
    if isinstance(cell, float):
        # As many digits as spreadsheets show of a number without a format.
        return f"{cell:.10g}"
    return str(cell).upper() if isinstance(cell, bool) else str(cell).replace("\r\n", "\n")


def heading_at(lines: Sequence[Sequence[Cell]], spec: DataSpec, declared: Mapping[str, str]) -> int:
    """The row that names the columns: the first that is not empty, or a fuller one soon after it with more known names.

    Above the names many sheets have a title, notes, or heads over several columns.
    """
    known = {column_key(word) for words in (COPIES, NAME, TEXT, FACE, BACK, ART, ID) for word in words}
    known |= {column_key(word) for word in (*declared, *(column for _, column in mapped_columns(spec)))}
    words = [[text for cell in line if (text := cell_text(cell).strip())] for line in lines[:MOST_ABOVE]]
    found = next((at for at, row in enumerate(words) if row), 0)
    for at in range(found + 1, len(words)):
        fuller = len(words[at]) > len(words[found])
        if fuller and _known_in(words[at], known) > _known_in(words[found], known):
            found = at
    return found


def _known_in(words: Sequence[str], known: Collection[str]) -> int:
    return sum(column_key(word) in known for word in words)


def found_column(words: Sequence[str], heading: Sequence[str]) -> str:
    """The first column that has one of these names, empty where none has."""
    plain = {column_key(column): column for column in reversed(heading) if column}
    return next((plain[column_key(word)] for word in words if column_key(word) in plain), "")


def card_columns(spec: DataSpec, heading: Sequence[str], declared: Mapping[str, str]) -> dict[str, str]:
    """The column of each key of a card: as the kit maps it, else as it is called."""
    name = spec.text.get("name", "")
    by_language = {"en": name} if isinstance(name, str) else {"en": name.get("en", ""), **name}
    names = [each for each in by_language.values() if not is_template(each)]
    named = {
        "id": spec.id or found_column(ID, heading),
        "copies": spec.copies or found_column(COPIES, heading),
        "face": spec.kind or ("" if spec.face else found_column(FACE, heading)),
        "back": spec.back or found_column(BACK, heading),
        "art": "" if spec.art.off else spec.art.column or found_column(ART, heading),
        "name": next(filter(None, names), "") or found_column(NAME, heading),
    }
    mapped = {key: _column(column) for key, column in spec.fields.items()}
    guessed = {key: found_column((key,), heading) for key in declared if key not in mapped}
    return {key: column for key, column in (named | guessed | mapped).items() if column}


def _column(mapped: str | FieldColumn) -> str:
    return mapped if isinstance(mapped, str) else mapped.column


def text_columns(
    spec: DataSpec, heading: Sequence[str], languages: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """Every text there is, as (language, key, column): those mapped, the usual ones, and each column by its name."""
    usual = {"name": found_column(NAME, heading), "text": found_column(TEXT, heading)}
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


def is_template(column: str) -> bool:
    """Whether what stands for a column is a text for all cards, with columns in braces."""
    return "{" in column


def mapped_columns(spec: DataSpec) -> Iterator[tuple[str, str]]:
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
        yield from ((f"text.{key}{more}", each) for more, each in by_key.items() if not is_template(each))


def unknown_columns(spec: DataSpec, heading: Sequence[str], file: str, row: int) -> Iterator[Problem]:
    """Columns that the kit names and the file does not have."""
    for key, column in mapped_columns(spec):
        if column and column not in heading:
            hint = nearest_hint(column, [name for name in heading if name])
            yield Problem(f"there is no column {column!r}, which data.{key} names", file, f"row {row}", hint)
