"""Small ICC profiles for tests: only their header and their name, which is all a PDF/X writer reads."""

from __future__ import annotations

import struct
from pathlib import Path


def icc_bytes(
    *,
    form: str = "desc",
    use: bytes = b"prtr",
    space: bytes = b"CMYK",
    sign: bytes = b"acsp",
    size: int | None = None,
    length: int | None = None,
    words: str = "Test press",
    version: int = 2,
) -> bytes:
    """A profile of that use and colour space, called so in the form of version 2 or 4, or in none."""
    tags = b""
    if form == "desc":
        tags = b"desc" + bytes(4) + struct.pack(">I", len(words) + 1) + words.encode() + bytes(1)
    elif form == "mluc":
        tags = b"mluc" + bytes(4) + struct.pack(">II4sII", 1, 12, b"enUS", 2 * len(words), 28)
        tags += words.encode("utf-16-be")
    table = struct.pack(">I", 1) + struct.pack(">4sII", b"desc", 144, len(tags)) if form else b""
    body = table + tags
    head = bytearray(128)
    head[0:4] = (128 + len(body) if size is None else size).to_bytes(4, "big")
    head[8] = version
    head[12:16], head[16:20], head[20:24], head[36:40] = use, space, b"Lab ", sign
    return bytes(head + body)[:length]


def write_icc(path: Path, *, form: str = "desc", words: str = "Test press", version: int = 2) -> Path:
    """A good profile in a file."""
    path.write_bytes(icc_bytes(form=form, words=words, version=version))
    return path
