"""Reads what an ICC profile says of itself, and what contradicts it."""

from __future__ import annotations

import struct

__all__ = ["icc_title", "icc_version", "other_condition", "same_condition", "too_new"]

_HEAD = 128
# From this version of PDF on profiles of version 4 are known.
_KNOWS_4 = (1, 5)
# How profiles call the registered conditions: letters and digits only.
_NAMES = {
    "JC200103": ("japancolor2001coated", "jc200103"),
    "FOGRA39": ("fogra39", "isocoatedv2"),
    "FOGRA51": ("fogra51", "psocoatedv3"),
    "FOGRA52": ("fogra52", "psouncoatedv3"),
    "CGATS TR 001": ("swop", "tr001"),
    "CGATS TR 006": ("gracol", "tr006"),
}


def icc_title(data: bytes) -> str:
    """The profile's own description, whichever of both forms it stands in; nothing where it cannot be read."""
    try:
        (count,) = struct.unpack_from(">I", data, _HEAD)
        for number in range(min(count, 100)):
            tag, offset, length = struct.unpack_from(">4sII", data, _HEAD + 4 + 12 * number)
            if tag != b"desc":
                continue
            if data[offset : offset + 4] == b"desc":
                (size,) = struct.unpack_from(">I", data, offset + 8)
                return data[offset + 12 : offset + 12 + min(size, length)].split(b"\0")[0].decode("ascii")
            if data[offset : offset + 4] == b"mluc":
                size, start = struct.unpack_from(">II", data, offset + 20)
                return (
                    data[offset + start : offset + start + min(size, length)].decode("utf-16-be").strip("\0")
                )
    except (struct.error, UnicodeDecodeError):
        return ""
    return ""


def icc_version(data: bytes) -> int:
    """The profile's major version."""
    return data[8] if len(data) > 8 else 0


def too_new(data: bytes, pdf_version: tuple[int, int]) -> bool:
    """Whether that version of PDF does not know profiles of this version."""
    return icc_version(data) >= 4 and pdf_version < _KNOWS_4


def other_condition(title: str, identifier: str) -> str:
    """The registered condition a profile of this title is for, if it is another than that one; else nothing."""
    words = _plain(title)
    meant = [known for known, names in _NAMES.items() if any(name in words for name in names)]
    if not meant or any(_plain(known) == _plain(identifier) for known in meant):
        return ""
    return meant[0] if any(_plain(known) == _plain(identifier) for known in _NAMES) else ""


def same_condition(one: str, other: str) -> bool:
    """Whether two identifiers name the same printing condition, registered or not."""
    plain = _plain(one), _plain(other)
    known = [
        {
            key
            for key, names in _NAMES.items()
            if any(
                each in (*names, _plain(key))
                for each in (words, words.removesuffix("l"), words.removeprefix("cgats"))
            )
        }
        for words in plain
    ]
    return plain[0] == plain[1] or bool(known[0] & known[1])


def _plain(words: str) -> str:
    return "".join(letter for letter in words.lower() if letter.isalnum())
