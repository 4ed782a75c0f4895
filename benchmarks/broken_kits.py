"""Kits with random defects, for fuzzing."""

from __future__ import annotations

import copy
import json
import math
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

__all__ = ["spoil_file", "spoil_kit", "toml_text"]

VALUES: tuple[Any, ...] = (
    0, -1, 1, 2, 99, 2**31, -(2**63), 10**30, 0.0, -0.5, 1e-300, 1e300, math.inf, -math.inf, math.nan, True, False,
    "", " ", "x", "x" * 5000, "0", "-3mm", "1e9mm", "nan", "3mm\n", "\x00", "\x7f", "\u202e", "\ufeff", "𓀀", "é", "‍",
    "../..", "/etc/passwd", "art", ".", "a/b", "{", "{漢|", "{x}", "{漢字|かんじ}", "A", "true", "[[card]]", "\\", "%s",
    [], {}, [[]], [{}], [1, 2], [1, 2, 3], ["a"], {"a": 1}, [0, 0, 0, 0], [1e9, 1e9, 1, 1], [-5, -5, 1e-9, 1e-9],
)  # fmt: skip

NUMBER = re.compile(r"-?\d+(\.\d+)?")
NUMBERS = ("0", "-1", "1e-300", "1e300", "99999999999999999999", "nan", "0.001", "3.5", "")
TAILS = (
    '"',
    ",,,",
    "{icon:none}",
    "**",
    "W" * 3000,
    "日本",
    "{x}",
    "<",
    "|",
    "](x)",
    "![](x)",
    "# x",
    "\u202e",
)


def spoil_kit(kit: Path, luck: Random) -> str:
    """Change one to three things in the kit's files; returns a description."""
    done = []
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        file = luck.choice(sorted(kit.glob("*.toml")))
        if luck.random() < 0.08:
            done.append(_spoil_bytes(luck.choice([file, *kit.glob("*.md"), *kit.rglob("*.svg")]), luck))
            continue
        try:
            table = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            continue
        what = _spoil_table(table, luck)
        file.write_text(toml_text(table), encoding="utf-8")
        done.append(f"{file.name}: {what}")
    return "; ".join(done)


def spoil_file(file: Path, luck: Random) -> str:
    """Change one value of a TOML file, one number or line of another text, or bytes of either; returns what."""
    if luck.random() < 0.06:
        return _spoil_bytes(file, luck)
    if file.suffix == ".toml":
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        what = _spoil_table(table, luck)
        file.write_text(toml_text(table), encoding="utf-8")
        return f"{file.name}: {what}"
    lines = file.read_text(encoding="utf-8").split("\n")
    at = luck.randrange(len(lines))
    numbers = list(NUMBER.finditer(lines[at]))
    kind = luck.choice(("number", "number", "delete", "double", "move", "tail"))
    if kind == "number" and numbers:
        match = luck.choice(numbers)
        lines[at] = lines[at][: match.start()] + luck.choice(NUMBERS) + lines[at][match.end() :]
    elif kind == "double":
        lines[at:at] = [lines[at]] * luck.choice((1, 1, 300))
    elif kind == "move":
        lines.insert(luck.randrange(len(lines)), lines.pop(at))
    elif kind == "tail":
        lines[at] += luck.choice(TAILS)
    else:
        kind = "delete"
        del lines[at]
    file.write_text("\n".join(lines), encoding="utf-8")
    return f"{file.name}:{at + 1} {kind}"


def _spoil_bytes(file: Path, luck: Random) -> str:
    data = bytearray(file.read_bytes())
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(data) + 1)
        data[at : at + luck.choice((0, 1, 1, 20, 10**9))] = luck.randbytes(luck.choice((0, 1, 3)))
    file.write_bytes(bytes(data))
    return f"{file.name}: bytes"


def _nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Every value: its container, its key, and the path to it."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, key, (*path, key)
            yield from _nodes(inner, (*path, key))


def _spoil_table(table: dict[str, Any], luck: Random) -> str:
    places = list(_nodes(table))
    if not places:
        table["x"] = 1
        return "a key"
    holder, key, path = luck.choice(places)
    where = ".".join(map(str, path))
    kind = luck.choice(
        ("value", "value", "value", "delete", "rename", "double", "swap", "nest", "add", "near")
    )
    old = holder[key]
    if kind == "delete":
        del holder[key]
    elif kind == "rename" and isinstance(holder, dict):
        holder[luck.choice(("x", "", "a.b", "名", f"{key}s", key.upper()))] = holder.pop(key)
    elif kind == "double" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(old))
    elif kind == "swap":
        other, other_key, _ = luck.choice(places)
        # A copy: a table must not come to lie within itself.
        holder[key], other[other_key] = copy.deepcopy(other[other_key]), copy.deepcopy(old)
    elif kind == "nest":
        for _ in range(luck.choice((1, 2, 40))):
            old = [old] if luck.random() < 0.5 else {"x": old}
        holder[key] = old
    elif kind == "add" and isinstance(holder, dict):
        holder[luck.choice(("x", "art", "copies", "turned", "size", "min"))] = copy.deepcopy(
            luck.choice(VALUES)
        )
    elif kind == "near" and isinstance(old, int | float) and not isinstance(old, bool):
        holder[key] = old * luck.choice((-1, 0, 0.5, 2, 10, 1000)) + luck.choice((0, 1, 0.001))
    else:
        kind = "value"
        holder[key] = copy.deepcopy(luck.choice(VALUES))
    return f"{kind} {where}"


def toml_text(table: dict[str, Any]) -> str:
    """A table as TOML, all of it inline."""
    return "".join(f"{_quoted(str(key))} = {_inline(value)}\n" for key, value in table.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{_quoted(str(key))} = {_inline(inner)}" for key, inner in value.items()) + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, str):
        return _quoted(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007f")
