"""JSON Schema for editors: printed, written to a folder, or added to a kit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from printkit.errors import InputError, nearest_hint
from printkit.files import make_folder, read_plain, staging
from printkit.kit.schema import FILES, kind_of, schema_name, schema_of, schema_text

__all__ = ["add_schemas", "schema_for", "schemas", "write_schemas"]

FOLDER = "schema"
# The line by which an editor finds a file's schema.
_LINE = re.compile(r"\A#:schema[^\n]*\n")


def schemas(kind: str = "") -> dict[str, Any]:
    """The schema of one kind of file, or without a kind all of them by theirs; an unknown kind is an InputError."""
    return schema_of(_known(kind)) if kind else {each: schema_of(each) for each in FILES}


def schema_for(file: str) -> dict[str, Any] | None:
    """The schema of a kit's file by its name; None where there is none."""
    kind = kind_of(file)
    return schema_of(kind) if kind else None


def write_schemas(folder: Path, kind: str = "") -> tuple[Path, ...]:
    """Write one schema, or all of them, as `<kind>.schema.json`; returns the files."""
    kinds = (_known(kind),) if kind else tuple(FILES)
    with staging(folder) as stage:
        for each in kinds:
            stage.write(schema_name(each), schema_text(each).encode())
        return stage.finish()


def add_schemas(kit: Path, *, every: bool = False) -> None:
    """Give a kit a `schema` folder of its own, and name it where a file names its schema, or in `every` file."""
    for path in sorted(kit.glob("*.toml")):
        kind = kind_of(path.name)
        text = read_plain(path).decode("utf-8-sig")
        if not kind or not (every or _LINE.match(text)):
            continue
        name = schema_name(kind)
        (make_folder(kit / FOLDER) / name).write_text(schema_text(kind), encoding="utf-8", newline="\n")
        line = f"#:schema {FOLDER}/{name}\n"
        path.write_text(line + _LINE.sub("", text), encoding="utf-8", newline="")


def _known(kind: str) -> str:
    if kind not in FILES:
        raise InputError(f"no file of a kit is called {kind!r}", hint=nearest_hint(kind, FILES))
    return kind
