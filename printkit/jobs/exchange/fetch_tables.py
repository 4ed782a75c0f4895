"""Fetches the tables of a kit that come from an address; nothing else of printkit reaches the network."""

from __future__ import annotations

import hashlib
import http.client
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from printkit.errors import InputError, Problem
from printkit.files import make_folder, staging
from printkit.kit.data import LOCK, MOST_BYTES, TABLES, TableCopy, is_address, lock_text, read_lock
from printkit.kit.raw import KitFile, read_toml
from printkit.scene.source import lies_inside

__all__ = ["Fetched", "fetch_tables"]

KIT = "kit.toml"
# Seconds without a byte, and in all.
SILENCE, LONGEST = 20.0, 120.0
_CHUNK = 65_536
_PUBLISH = "publish the sheet as CSV (Google Sheets: File, Share, Publish to web) and name that address"


class Fetched(NamedTuple):
    """A table that was fetched: its copy in the kit, its address, and whether it differs from the one before."""

    file: str
    address: str
    changed: bool


def fetch_tables(folder: Path, *, silence: float = SILENCE, longest: float = LONGEST) -> tuple[Fetched, ...]:
    """Fetch every table of the kit that has an address into `tables/`; `tables.lock.toml` says which is which.

    Nothing is written unless all came; what is wrong with any is in one InputError. `silence` and `longest` are seconds
    to wait for the next byte and for a whole table.
    """
    spec = KitFile.read(read_toml(folder / KIT, KIT), KIT)
    named = (name for data in spec.data for name in data.files if is_address(name))
    addresses = tuple(dict.fromkeys(named))
    if not addresses:
        raise InputError(
            "no table of this kit comes from an address",
            file=folder / KIT,
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
    return tuple(Fetched(copy.file, copy.address, old.get(copy.address) != copy.sha256) for copy in copies)


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
