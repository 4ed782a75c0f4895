"""TOML as people write it: a file's text and new values come in, the text with only those values changed goes out."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from printkit.kit.text import flatten

__all__ = ["quoted", "same", "toml_value", "with_cards", "with_texts"]

Entry = Mapping[str, Any]

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
# A card's table begins with the comments that stand right above it.
_CARD = re.compile(r"(?m)^(?:[ \t]*#.*\n)*[ \t]*\[\[[ \t]*card[ \t]*\]\]")


def quoted(words: str) -> str:
    """A basic string of TOML, which escapes as JSON does, and the one control character JSON lets stand."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_value(value: Any) -> str:
    """A text, a number, true, false, or a list of those."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(toml_value, value))}]"
    return str(value)


def _key(name: str) -> str:
    return name if _BARE.match(name) else quoted(name)


def with_cards(source: str, entries: Sequence[Entry]) -> str:
    """The text of cards.toml with exactly these [[card]] tables, in this order.

    A table whose values stay keeps its text and its comments; where tables cannot be told apart, all is written anew.
    """
    old = tomllib.loads(source).get("card")
    if same(old, list(entries)):
        return source
    starts = [match.start() for match in _CARD.finditer(source)]
    head = source[: starts[0]] if starts else _comments(source)
    pieces = [source[start:end] for start, end in pairwise([*starts, len(source)])]
    read = [_entry(piece) for piece in pieces]
    if not same(read, old) or _entry(head) is not None:
        head, pieces, read = _comments(source), [], []
    known = {_exact(entry): piece.strip() for entry, piece in zip(read, pieces, strict=True)}
    tables = [known.get(_exact(entry)) or _table(entry) for entry in entries]
    top = f"{head.rstrip()}\n\n" if head.strip() else ""
    return top + "\n\n".join(tables) + "\n"


def _entry(piece: str) -> Any:
    """The one card a piece of text holds, None where it holds none or is no TOML by itself."""
    try:
        table = tomllib.loads(piece)
    except tomllib.TOMLDecodeError:
        return None
    cards = table.get("card")
    return cards[0] if list(table) == ["card"] and isinstance(cards, list) and len(cards) == 1 else None


def same(one: Any, other: Any) -> bool:
    """Whether two values of TOML are the same, types included; the order of keys says nothing."""
    return _exact(one) == _exact(other)


def _exact(entry: Any) -> str:
    """The entry as a text that tells 1 from true; the order of its keys says nothing."""
    return json.dumps(entry, sort_keys=True, default=str)


def _table(entry: Entry) -> str:
    return "\n".join(["[[card]]", *(f"{_key(name)} = {toml_value(value)}" for name, value in entry.items())])


def _comments(source: str) -> str:
    """The comments a file begins with."""
    return re.match(r"(?:[ \t]*(?:#.*)?\n)*", source)[0]  # type: ignore[index]


def with_texts(source: str, changes: Mapping[str, str | None]) -> str:
    """The text of text.<language>.toml with these texts, by their dotted keys; None takes one away.

    Lines change where they stand and new ones follow their like. A text no line has to itself makes the file be written
    anew, then without its comments.
    """
    old, _ = flatten(tomllib.loads(source), "")
    wanted = {key: text for key, text in {**old, **changes}.items() if text is not None}
    if wanted == old:
        return source
    edited = _edited(source, {key: text for key, text in changes.items() if old.get(key) != text})
    return edited if _texts(edited) == wanted else _anew(wanted)


def _texts(source: str) -> dict[str, str] | None:
    try:
        return flatten(tomllib.loads(source), "")[0]
    except tomllib.TOMLDecodeError:
        return None


def _edited(source: str, changes: Mapping[str, str | None]) -> str:
    lines: list[str] = []
    table, place, prefix = "", 0, ""
    left = dict(changes)
    for line in source.splitlines(keepends=True):
        key = _path(line)
        if line.lstrip().startswith("["):
            table = key
        elif key:
            key = f"{table}.{key}" if table else key
            if key in left:
                text = left.pop(key)
                line = "" if text is None else f"{line[: line.index('=')].rstrip()} = {quoted(text)}\n"
            place, prefix = (len(lines) + 1, table) if key.startswith("card.") else (place, prefix)
        lines.append(line)
    new = [(key, text) for key, text in left.items() if text is not None]
    if new and not place:
        lines.append("\n[card]\n")
        place, prefix = len(lines), "card"
    lines[place:place] = [f"{_within(key, prefix)} = {quoted(text)}\n" for key, text in new]
    return "".join(lines)


def _within(key: str, table: str) -> str:
    return ".".join(map(_key, key.removeprefix(f"{table}.").split(".")))


def _path(line: str) -> str:
    """The dotted key of a line that is whole by itself, or of the table it opens; else nothing."""
    try:
        value: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ""
    names = []
    while isinstance(value, dict) and len(value) == 1:
        ((name, value),) = value.items()
        names.append(name)
    return ".".join(names)


def _anew(texts: Mapping[str, str]) -> str:
    tables: dict[str, list[str]] = {}
    for key, text in texts.items():
        table, _, rest = key.rpartition(".") if key.count(".") < 2 else key.partition(".")
        tables.setdefault(table, []).append(f"{_within(rest, '')} = {quoted(text)}")
    ordered: Iterator[tuple[str, list[str]]] = iter(sorted(tables.items(), key=lambda item: item[0] != ""))
    return "\n".join("\n".join([f"[{_key(name)}]"] * bool(name) + lines) + "\n" for name, lines in ordered)
