"""Tables that come from an address: their copies in the kit, and the file that says which copy is of which address."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from printkit.errors import InputError
from printkit.kit.model_base import Table
from printkit.kit.raw import read_toml
from printkit.scene.source import read_source
from printkit.spreadsheet import MAX_BYTES

__all__ = ["LOCK", "MOST_BYTES", "TABLES", "TableCopy", "copy_name", "is_address", "lock_text", "read_lock"]

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
