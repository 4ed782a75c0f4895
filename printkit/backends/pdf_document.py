"""The outer form of a PDF file, written as it goes: objects come in, bytes leave at once for the stream."""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, BinaryIO, NewType

__all__ = [
    "DATE",
    "PdfDocument",
    "Reference",
    "array",
    "box",
    "compressed",
    "dictionary",
    "inner_box",
    "name",
    "text",
]

# Levels above 4 cost three times the time for three per cent of the size: coordinates hardly repeat.
COMPRESSION = 4

# The moment in a file that must not depend on the clock.
DATE = "2000-01-01T00:00:00Z"
_DATE = f"(D:{DATE.translate(str.maketrans('', '', '-:T'))})"

Reference = NewType("Reference", bytes)

# What a name cannot say plainly (ISO 32000-1 §7.3.5), beside all that is no printable ASCII.
_NAME_ESCAPED = frozenset("%()<>{}[]#")
# PDFDocEncoding (ISO 32000-1 annex D): Latin-1 but for these codes, and three that mean nothing.
_DOC_CODES = {chr(code): code for code in range(256) if code not in (0x7F, 0x9F, 0xA0, 0xAD)}
for _first, _chars in ((0x18, "˘ˇˆ˙˝˛˚˜"), (0x80, "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž"), (0xA0, "€")):
    for _code, _char in enumerate(_chars, _first):
        _DOC_CODES.pop(chr(_code), None)
        _DOC_CODES[_char] = _code
# A byte as it stands in a string in brackets (ISO 32000-1 §7.3.4.2).
_LITERAL = [chr(code) if 0x20 <= code < 0x7F else f"\\{code:03o}" for code in range(256)]
for _bracket in "()\\":
    _LITERAL[ord(_bracket)] = f"\\{_bracket}"


def compressed(data: bytes) -> bytes:
    """The flate form every stream of a file is stored in."""
    return zlib.compress(data, COMPRESSION)


@lru_cache(maxsize=1024)
def name(word: str) -> str:
    """A PDF name."""
    plain = (
        char if "!" <= char <= "~" and char not in _NAME_ESCAPED else f"#{byte:02x}"
        for byte, char in ((byte, chr(byte)) for byte in word.encode("utf-8"))
    )
    return "/" + "".join(plain)


def text(words: str) -> bytes:
    """A PDF text string: in PDFDocEncoding where that has all its characters, else in UTF-16."""
    try:
        data = bytes([_DOC_CODES[char] for char in words])
    except KeyError:
        data = b"\xfe\xff" + words.encode("utf-16-be")
    return f"({''.join([_LITERAL[code] for code in data])})".encode("ascii")


def array(values: Iterable[Any]) -> bytes:
    """A PDF array."""
    return b"[ " + _in_lines(list(map(_written, values)), 10) + b" ]"


def dictionary(entries: Mapping[str, Any]) -> bytes:
    """A PDF dictionary; its keys are written in alphabetical order."""
    rows = [name(key).encode("ascii") + b" " + _written(entries[key]) for key in sorted(entries)]
    return b"<<\n" + _in_lines(rows, 6) + b"\n>>"


def _written(value: bytes | str | float) -> bytes:
    """A value as it stands in the file; bytes and texts are parts of this module that do already."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("ascii")
    if value == int(value):
        return b"%d" % value
    return f"{value:.6f}".rstrip("0").encode("ascii")


def _in_lines(parts: list[bytes], each: int) -> bytes:
    """The parts with so many of them in a line."""
    if len(parts) <= each:
        return b" ".join(parts)
    return b" \n  ".join([b" ".join(parts[at : at + each]) for at in range(0, len(parts), each)])


def box(left: float, bottom: float, right: float, top: float) -> bytes:
    """A rectangle in the units of whatever holds it, to a ten-thousandth."""
    return array(
        f"{value:.4f}".rstrip("0").rstrip(".") if round(value, 4) else "0"
        for value in (left, bottom, right, top)
    )


def inner_box(left: float, bottom: float, right: float, top: float) -> bytes:
    """The largest rectangle of ten-thousandths inside this one, so that a box never leaves the one around it."""
    # What lies nearer to a step than this is that step, written with the error of a float.
    noise = 1e-6
    return box(
        *(math.ceil(edge * 1e4 - noise) / 1e4 for edge in (left, bottom)),
        *(math.floor(edge * 1e4 + noise) / 1e4 for edge in (right, top)),
    )


class PdfDocument:
    """One PDF file being written; an object may be referred to before it is put, and is put exactly once."""

    def __init__(self, stream: BinaryIO, version: tuple[int, int]) -> None:
        self._stream = stream
        self._offsets: list[int] = []
        self._length = 0
        self._digest = hashlib.md5(usedforsecurity=False)
        self._write(b"%%PDF-%d.%d\n%%\x93\x8c\x8b\x9e\n" % version)

    @property
    def fingerprint(self) -> str:
        """32 hex digits that stand for everything written so far."""
        return self._digest.hexdigest()

    def _write(self, data: bytes) -> None:
        self._stream.write(data)
        self._digest.update(data)
        self._length += len(data)

    def _begin(self, reference: Reference) -> None:
        number = int(reference.split()[0])
        self._offsets[number - 1] = self._length
        self._write(b"%d 0 obj\n" % number)

    def reserve(self) -> Reference:
        """A reference to an object that will be put later."""
        self._offsets.append(0)
        return Reference(b"%d 0 R" % len(self._offsets))

    def put(self, value: bytes, reference: Reference | None = None) -> Reference:
        """Writes an object made of this module's parts; returns the reference to it."""
        reference = reference or self.reserve()
        self._begin(reference)
        self._write(value + b"\nendobj\n")
        return reference

    def put_stream(self, entries: Mapping[str, Any], data: bytes, encoding: str = "FlateDecode") -> Reference:
        """Writes a stream whose data already stand in that encoding, "" is none; returns the reference to it."""
        reference = self.reserve()
        self._begin(reference)
        packed = {"Filter": name(encoding)} if encoding else {}
        head = dictionary({**entries, **packed, "Length": len(data)})
        self._write(head + b"\nstream\n")
        self._write(data)
        self._write(b"\nendstream\nendobj\n")
        return reference

    def finish(self, catalog: Mapping[str, Any], info: Mapping[str, str]) -> None:
        """Writes the catalog, the document's information, the table of objects and the end."""
        root = self.put(dictionary({"Type": name("Catalog"), **catalog}))
        facts = {key: text(words) for key, words in info.items() if words}
        about = self.put(
            dictionary({**facts, "CreationDate": _DATE, "ModDate": _DATE, "Trapped": name("False")})
        )
        start = self._length
        table = "".join(f"{offset:010} 00000 n \n" for offset in self._offsets)
        self._write(f"xref\n0 {len(self._offsets) + 1}\n0000000000 65535 f \n{table}".encode("ascii"))
        mark = f"<{self.fingerprint}>"
        entries: dict[str, bytes | int] = {"ID": array([mark, mark]), "Info": about, "Root": root}
        entries["Size"] = len(self._offsets) + 1
        rows = [f"{name(key)} ".encode("ascii") + _written(value) for key, value in entries.items()]
        self._write(b"trailer\n<<\n%b\n>>\nstartxref\n%d\n%%%%EOF\n" % (b"\n".join(rows), start))
