"""Updates a kit's cards and names, or its texts, from a table, and fetches tables that come from an address.

Nothing else of printkit reaches the network.
"""

from __future__ import annotations

import hashlib
import http.client
import re
import shutil
import socket
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from printkit.errors import InputError, Problem
from printkit.files import Staging, make_folder, read_plain, room_for, staging, temporary_folder
from printkit.interchange.tables import CardTable, Row, read_table
from printkit.interchange.text_tables import TextTable, changed_texts, own_texts, read_texts
from printkit.interchange.toml_text import same, with_cards, with_texts
from printkit.kit.cards import OWN_KEYS, read_cards
from printkit.kit.data import LOCK, MOST_BYTES, TABLES, TableCopy, is_address, lock_text, read_lock
from printkit.kit.load import load_kit
from printkit.kit.raw import KitFile, read_toml
from printkit.kit.text import flatten
from printkit.scene.source import lies_inside

__all__ = ["Update", "copy_kit", "fetch_tables", "take_table", "update_kit"]

_KIT, _CARDS = "kit.toml", "cards.toml"
# How problems name a card's key: by the order of the entries, by the card's id, and in a file of texts.
_ENTRY = re.compile(r"card\[(?P<at>\d+)\]\.(?P<key>\w+)\Z")
_CARD = re.compile(r"card (?P<id>[^.\s]+)(?:\.(?P<key>.+))?\Z")
_TEXT = re.compile(r"card\.(?P<id>[^.]+)\.(?P<key>.+)\Z")
_IGNORED = (".", "__pycache__")


class Update(NamedTuple):
    """What a table changed: ids of cards that are new, gone, or differ in a value or a name; or keys of texts."""

    new: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[str, ...]


def update_kit(folder: Path, file: Path) -> Update:
    """Make the cards of the kit those of the table, in its order, or the texts those of a table of texts.

    Columns the table lacks stay as they are.
    Files whose values stay keep every byte. Nothing changes where anything is wrong: every problem of table and kit is
    in one InputError, those of the table with their row and column.
    """
    folder = Path(folder)
    if not (folder / _KIT).is_file():
        raise InputError("there is no kit in this folder", file=folder, hint="name a folder with a kit.toml")
    with temporary_folder("printkit-update-") as scratch, room_for(scratch):
        copy = scratch / folder.resolve().name
        copy_kit(folder, copy)
        for name in KitFile.read(read_toml(folder / _KIT, _KIT), _KIT).uses:
            if (shared := folder.resolve().parent / name).is_dir() and name != copy.name:
                copy_kit(shared, scratch / name)
        spec = KitFile.read(read_toml(folder / _KIT, _KIT), _KIT)
        texts = read_texts(Path(file), spec.languages)
        if texts is None:
            update, changed = take_table(copy, file, shown=folder)
        else:
            update, changed = _take_texts(copy, texts, shown=folder)
        _put(folder, {name: (copy / name).read_bytes() for name in changed})
    return update


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Files of a kit take their places: behind a link if there is one, with the mode the old ones had.

    In this order; nothing changes before all are on the disk.
    """
    with ExitStack() as stack:
        stages: dict[Path, Staging] = {}
        made = []
        for name, data in files.items():
            place = (folder / name).resolve()
            if place.parent not in stages:
                stages[place.parent] = stack.enter_context(staging(place.parent))
            stage = stages[place.parent]
            stage.write(place.name, data)
            if place.exists():
                stage.path(place.name).chmod(stat.S_IMODE(place.stat().st_mode))
            made.append((stage, place.name))
        for stage, name in made:
            stage.finish(name)


def copy_kit(source: Path, target: Path) -> None:
    """Copy a kit's folder, contents only: one inside an installed package may be read-only.

    Hidden files, backups and Python's own stay; anything that is no plain file or folder is an InputError.
    """
    target.mkdir()
    for path in sorted(source.iterdir()):
        if path.name.startswith(_IGNORED) or path.name.endswith("~"):
            continue
        if path.is_dir():
            copy_kit(path, target / path.name)
        elif path.is_file():
            shutil.copyfile(path, target / path.name)
        else:
            raise InputError("is not a plain file", file=path, hint="only files on disk are read")


def take_table(folder: Path, file: Path, shown: Path) -> tuple[Update, tuple[str, ...]]:
    """Write a table into a kit's folder and read the kit again; what changed, and in which files.

    `shown` is the folder that problems name.
    """
    spec = KitFile.read(read_toml(folder / _KIT, _KIT), _KIT)
    if spec.data:
        raise InputError(
            "the cards come from a spreadsheet", file=shown / _KIT, key="data", hint="edit that file"
        )
    old = _entries(read_toml(folder / _CARDS, _CARDS))
    table = read_table(Path(file), spec)
    entries = [_entry(row, old.get(row["id"], {}), table, spec) for _, row in table.rows]
    files = {_CARDS: with_cards(_source(folder / _CARDS), entries)}
    update = _difference(old, _entries({"card": entries}))
    renamed: set[str] = set()
    try:
        read_cards({"card": entries}, spec, _CARDS)
        for language in spec.languages:
            name = f"text.{language}.toml"
            before, _ = flatten(read_toml(folder / name, name), name)
            changes = dict(_texts(table, language, before, update.gone))
            renamed |= {key.split(".")[1] for key, text in changes.items() if before.get(key) != text}
            files[name] = with_texts(_source(folder / name), changes)
        # The cards come last: until they are there, the same table given again ends what was begun.
        order = sorted(files, key=_CARDS.__eq__)
        changed = tuple(name for name in order if files[name] != _source(folder / name))
        for name in changed:
            (folder / name).write_text(files[name], encoding="utf-8", newline="")
        load_kit(folder, ("full", "low"))
    except InputError as error:
        raise InputError(
            problems=[_located(problem, table, folder, shown) for problem in error.problems]
        ) from None
    known = [card_id for card_id in _entries({"card": entries}) if card_id not in update.new]
    touched = {*update.changed, *renamed}
    return update._replace(changed=tuple(card_id for card_id in known if card_id in touched)), changed


def _take_texts(folder: Path, table: TextTable, shown: Path) -> tuple[Update, tuple[str, ...]]:
    """Write texts into a kit's folder and read the kit again; which changed, and in which files."""
    changes = changed_texts(table, own_texts(folder, tuple(table.texts)) | _others(folder, table))
    changed = []
    for language, texts in changes.items():
        name = f"text.{language}.toml"
        before = _source(folder / name) if (folder / name).is_file() else ""
        after = with_texts(before, texts)
        if after != before:
            changed.append(name)
            (folder / name).write_text(after, encoding="utf-8", newline="")
    try:
        load_kit(folder, ("full", "low"))
    except InputError as error:
        raise InputError(problems=[_named(each, table, folder, shown) for each in error.problems]) from None
    keys = dict.fromkeys(key for texts in changes.values() for key in texts)
    return Update((), (), tuple(keys)), tuple(changed)


def _others(folder: Path, table: TextTable) -> dict[str, dict[str, str]]:
    """The texts of the languages that the table leaves as they are."""
    spec = KitFile.read(read_toml(folder / _KIT, _KIT), _KIT)
    return own_texts(folder, [each for each in spec.languages if each not in table.texts])


def _named(problem: Problem, table: TextTable, folder: Path, shown: Path) -> Problem:
    """The problem with its place in the table where it is about a text of it."""
    language = Path(problem.file).name.removeprefix("text.").removesuffix(".toml")
    if problem.key in table.texts.get(language, {}):
        return replace(problem, file=table.file, key=f"{problem.key}, {language}")
    return _from_copy(problem, folder, shown)


def _from_copy(problem: Problem, folder: Path, shown: Path) -> Problem:
    return replace(problem, file=problem.file.replace(folder.as_posix(), shown.as_posix(), 1))


def _source(path: Path) -> str:
    return read_plain(path).decode("utf-8-sig")


def _entries(table: Mapping[str, Any]) -> dict[str, Any]:
    """The entries of cards.toml by their ids."""
    entries = table.get("card")
    named = [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return {entry["id"]: entry for entry in named if isinstance(entry.get("id"), str)}


def _entry(row: Row, old: Mapping[str, Any], table: CardTable, spec: KitFile) -> Row:
    """The card's entry: what the table says, and what the kit says where the table has no column."""
    values = {key: value for key, value in old.items() if key not in table.keys}
    values |= {key: row[key] for key in table.keys if key in row}
    order = [*OWN_KEYS, *spec.fields]
    return {
        key: values[key] for key in sorted(values, key=lambda key: order.index(key) if key in order else -1)
    }


def _texts(
    table: CardTable, language: str, before: Mapping[str, str], gone: Sequence[str]
) -> Iterator[tuple[str, str | None]]:
    """The texts of one language that the table states or ends, by their keys."""
    yield from ((key, None) for key in before if key.startswith("card.") and key.split(".")[1] in gone)
    for _, row in table.rows:
        for column, (word, of) in table.texts.items():
            if of == language:
                yield f"card.{row['id']}.{word}", row.get(column)


def _difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Update:
    changed = (key for key in new if key in old and not same(new[key], old[key]))
    return Update(
        tuple(key for key in new if key not in old),
        tuple(key for key in old if key not in new),
        tuple(changed),
    )


def _located(problem: Problem, table: CardTable, folder: Path, shown: Path) -> Problem:
    """The problem with the row and column of the table it comes from; any other with the kit's own folder."""
    file = Path(problem.file).name
    for pattern, column in ((_ENTRY, "{key}"), (_CARD, "{key}"), (_TEXT, "{key}.{language}")):
        match = pattern.match(problem.key)
        if match and (file == _CARDS or pattern is _TEXT):
            row = _row(match.groupdict(), table)
            if row:
                language = file.removeprefix("text.").removesuffix(".toml")
                key = column.format(key=match["key"] or "id", language=language)
                return replace(problem, file=table.file, key=f"row {row}, {key}")
    return _from_copy(problem, folder, shown)


def _row(found: Mapping[str, str], table: CardTable) -> int | None:
    """The number of the row of a card, or of the entry it is one picture of."""
    if "at" in found:
        return table.rows[int(found["at"])][0]
    numbers = {row["id"]: number for number, row in table.rows}
    return numbers.get(found["id"]) or numbers.get(found["id"].rpartition("-")[0])


# Seconds without a byte, and in all.
SILENCE, LONGEST = 20.0, 120.0
_CHUNK = 65_536
_PUBLISH = "publish the sheet as CSV (Google Sheets: File, Share, Publish to web) and name that address"


class _Fetched(NamedTuple):
    """A table that was fetched: its copy in the kit, its address, and whether it differs from the one before."""

    file: str
    address: str
    changed: bool


def fetch_tables(folder: Path, *, silence: float = SILENCE, longest: float = LONGEST) -> tuple[_Fetched, ...]:
    """Fetch every table of the kit that has an address into `tables/`; `tables.lock.toml` says which is which.

    Nothing is written unless all came; what is wrong with any is in one InputError. `silence` and `longest` are seconds
    to wait for the next byte and for a whole table.
    """
    spec = KitFile.read(read_toml(folder / _KIT, _KIT), _KIT)
    named = (name for data in spec.data for name in data.files if is_address(name))
    addresses = tuple(dict.fromkeys(named))
    if not addresses:
        raise InputError(
            "no table of this kit comes from an address",
            file=folder / _KIT,
            key="data.files",
            hint="name the table: printkit update FOLDER FILE",
        )
    if not lies_inside(folder / TABLES, folder):
        raise InputError("leads out of the kit", file=folder / TABLES, hint="make it a folder")
    before = read_lock(folder)
    problems: list[Problem] = []
    tables: dict[str, bytes] = {}
    for address in addresses:
        try:
            tables[address] = _fetched(address, silence, time.monotonic() + longest)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems=problems)
    copies = [
        TableCopy(
            address=address,
            file=f"{TABLES}/cards{f'-{number}' if number > 1 else ''}.csv",
            sha256=hashlib.sha256(data).hexdigest(),
        )
        for number, (address, data) in enumerate(tables.items(), 1)
    ]
    with staging(make_folder(folder / TABLES)) as stage:
        for copy in copies:
            stage.write(Path(copy.file).name, tables[copy.address])
    with staging(folder) as stage:
        stage.write(LOCK, lock_text(copies).encode())
    old = {address: copy.sha256 for address, copy in before.items()}
    return tuple(_Fetched(copy.file, copy.address, old.get(copy.address) != copy.sha256) for copy in copies)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows an address to another of the web, and to nothing else."""

    max_redirections = 5

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if not is_address(newurl):
            raise InputError(
                f"leads to {newurl}", file=req.full_url, hint="only addresses of the web are read"
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _fetched(address: str, silence: float, end: float) -> bytes:
    """The bytes of a CSV at an address; anything else is an InputError."""
    parts = urlsplit(address)
    if not parts.hostname or parts.username or not address.isascii() or any(each <= " " for each in address):
        raise InputError("is no address of a table", file=address, hint=_PUBLISH)
    opener = urllib.request.build_opener(_Redirects())
    request = urllib.request.Request(
        address, headers={"User-Agent": "printkit", "Accept": "text/csv, */*;q=0.1"}
    )
    try:
        with opener.open(request, timeout=silence) as answer:
            data = _read(answer, address, end)
            kind = answer.headers.get_content_type()
    except urllib.error.HTTPError as error:
        error.close()
        hint = _PUBLISH if error.code in (401, 403, 404, 410) else "try again later"
        lines = str(error.reason).splitlines()
        said = f"the server answers {error.code} {lines[0] if lines else ''}".rstrip()
        raise InputError(said, file=address, hint=hint) from None
    except TimeoutError:
        raise InputError(f"no answer in {silence:g} s", file=address, hint="try again later") from None
    except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, socket.timeout):
            raise InputError(f"no answer in {silence:g} s", file=address, hint="try again later") from None
        raise InputError(f"cannot be reached: {reason}", file=address, hint="is the network there?") from None
    start = data[:512].removeprefix(b"\xef\xbb\xbf").lstrip()
    if kind == "text/html" or start[:1] == b"<":
        raise InputError("is a page, not a table", file=address, hint=_PUBLISH)
    if not start or (b"\0" in start and data[:2] not in (b"\xff\xfe", b"\xfe\xff")):
        raise InputError("is no CSV", file=address, hint=_PUBLISH)
    return data


def _read(answer: Any, address: str, end: float) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while chunk := answer.read1(_CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > MOST_BYTES:
            raise InputError(f"has more than {MOST_BYTES:,} bytes", file=address, hint="split the table")
        if time.monotonic() > end:
            raise InputError("takes too long to arrive", file=address, hint="try again later")
    length = answer.headers.get("Content-Length", "")
    if length.isdecimal() and size < int(length):
        raise InputError("broke off", file=address, hint="try again")
    return b"".join(chunks)
