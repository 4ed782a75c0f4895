"""Edits TOML with tomlkit, so that comments and unchanged text stay."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import getitem
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Comment, Key, Null, SingleKey, Table, Whitespace

from printkit.kit.text import flatten

__all__ = ["same", "with_cards", "with_texts"]

Entry = Mapping[str, Any]
# What tomlkit keeps of a table: keys with values, and without a key comments, blank lines and what is deleted.
_Body = list[tuple[Any, Any]]


def same(one: Any, other: Any) -> bool:
    """Whether two values of TOML are the same, types included; the order of keys says nothing."""
    return _exact(one) == _exact(other)


def _exact(entry: Any) -> str:
    """The entry as a text in which 1 and true differ; the order of its keys says nothing."""
    return json.dumps(entry, sort_keys=True, default=str)


def with_cards(source: str, entries: Sequence[Entry]) -> str:
    """The text of cards.toml with exactly these [[card]] tables, in this order.

    Comments directly above a table go with it, and values that stay keep their text.
    """
    if same(tomllib.loads(source).get("card"), list(entries)):
        return source
    document = _parsed(source)
    old = document.pop("card", None)
    tables = list(old) if isinstance(old, AoT) else []
    bodies = [document.body, *(table.value.body for table in tables)][: len(tables)]
    above = map(_taken_comments, bodies)
    known = {str(table.get("id")): (table, comments) for table, comments in zip(tables, above, strict=True)}
    cards = tomlkit.aot()
    for entry in entries:
        table, comments = known.pop(str(entry.get("id")), (tomlkit.item([{}])[0], ""))
        _change(table, entry)
        table.trivia.indent = f"\n{comments}"
        cards.append(table)
    document.append("card", cards)
    return document.as_string().lstrip("\n")


def _parsed(source: str) -> tomlkit.TOMLDocument:
    """The text as tomlkit reads it; a text it cannot read is written from scratch."""
    try:
        return tomlkit.parse(f"{source.rstrip()}\n" if source.strip() else "")
    except TOMLKitError:
        return tomlkit.document()


def _taken_comments(body: _Body) -> str:
    """The comments a table ends with, taken out of it: they belong to the table below."""
    while body and isinstance(body[-1][1], Table):
        body = body[-1][1].value.body
    taken = ""
    while body and isinstance(body[-1][1], Comment | Null):
        taken = body.pop()[1].as_string() + taken
    while body and isinstance(body[-1][1], Whitespace):
        body.pop()
    return taken


def _change(table: Table, entry: Entry) -> None:
    old = table.unwrap()
    for key in old.keys() - entry.keys():
        del table[key]
    for key, value in entry.items():
        if key in old and not same(old[key], value):
            table[key] = value
    _add(table, [(SingleKey(key), value) for key, value in entry.items() if key not in old])


def _add(table: Table | tomlkit.TOMLDocument, values: Iterable[tuple[Key, Any]]) -> None:
    """Add values behind the others, before the comments the table ends with."""
    container = table.value if isinstance(table, Table) else table
    body: _Body = container.body
    closing = []
    while body and isinstance(body[-1][1], Comment | Whitespace):
        closing.append(body.pop())
    # Without tables inside, the place is the end; for each value tomlkit would look through all others.
    at_end = not any(isinstance(value, Table) and not key.is_dotted() for key, value in body)
    container.parsing(at_end)
    for key, value in values:
        table.append(key, value)
    container.parsing(False)
    body += reversed(closing)


def with_texts(source: str, changes: Mapping[str, str | None]) -> str:
    """The text of text.<language>.toml with these texts, by their dotted keys; None takes one away.

    Texts change where they stand and new ones follow their like. Where tomlkit cannot do that, the file is written
    from scratch, without its comments.
    """
    old, _ = flatten(tomllib.loads(source), "")
    wanted = {key: text for key, text in {**old, **changes}.items() if text is not None}
    if wanted == old:
        return source
    try:
        document = _parsed(source)
        for key in filter(old.__contains__, changes):
            if changes[key] != old[key]:
                _change_text(document, key.split("."), changes[key])
        _add_texts(document, {key: text for key, text in wanted.items() if key not in old})
        if flatten(tomllib.loads(document.as_string()), "")[0] == wanted:
            return document.as_string()
    except (TOMLKitError, tomllib.TOMLDecodeError):
        pass
    document = tomlkit.document()
    _add_texts(document, wanted)
    return document.as_string()


def _change_text(document: tomlkit.TOMLDocument, words: Sequence[str], text: str | None) -> None:
    holder: Any = reduce(getitem, words[:-1], document)
    if text is None:
        del holder[words[-1]]
    else:
        holder[words[-1]] = text


def _add_texts(document: tomlkit.TOMLDocument, texts: Mapping[str, str]) -> None:
    """Add texts to the innermost tables they belong to."""
    places: dict[int, tuple[Any, list[tuple[Key, str]]]] = {}
    for key, text in texts.items():
        words = key.split(".")
        table: Any = document
        if len(words) > 1 and words[0] not in document:
            document.append(words[0], tomlkit.table())
        while len(words) > 1 and isinstance(table.get(words[0]), Table):
            table = table[words.pop(0)]
        places.setdefault(id(table), (table, []))[1].append((tomlkit.key(words), text))
    for table, values in places.values():
        _add(table, values)
