"""The outer form of a PDF file, written as it goes: objects come in, bytes leave at once for the stream."""

from __future__ import annotations

import hashlib
import math
import sys
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.util import LazyLoader, find_spec, module_from_spec
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


def _load_reportlab() -> Any:
    """reportlab's PDF objects; it states few types for this layer, so it is named once as what it is.

    It imports Pillow for its own pictures, which are never drawn here: so Pillow is loaded by whoever uses it first.
    """
    spec = find_spec("PIL.Image") if "PIL.Image" not in sys.modules else None
    if spec is not None and spec.loader is not None:
        spec.loader = LazyLoader(spec.loader)
        waiting = module_from_spec(spec)
        sys.modules["PIL.Image"] = waiting
        vars(sys.modules["PIL"])["Image"] = waiting
        spec.loader.exec_module(waiting)
    import reportlab.pdfbase.pdfdoc

    return reportlab.pdfbase.pdfdoc


pdfdoc = _load_reportlab()

# Nothing is encrypted and references are bytes, so reportlab's objects need no document of its own. That one
# would keep every object three times until the end, which does not fit in memory for thousands of cards.
_CONTEXT = pdfdoc.DummyDoc()

# Levels above 4 cost three times the time for three per cent of the size: coordinates hardly repeat.
COMPRESSION = 4

# The moment in a file that must not depend on the clock.
DATE = "2000-01-01T00:00:00Z"
_DATE = f"(D:{DATE.translate(str.maketrans('', '', '-:T'))})"

Reference = NewType("Reference", bytes)


def compressed(data: bytes) -> bytes:
    """The flate form every stream of a file is stored in."""
    return zlib.compress(data, COMPRESSION)


@lru_cache(maxsize=1024)
def name(word: str) -> str:
    """A PDF name."""
    return str(pdfdoc.PDFName(word))


def text(words: str) -> bytes:
    """A PDF text string in whatever encoding the characters need."""
    return _written(pdfdoc.PDFString(words))


def array(values: Iterable[Any]) -> bytes:
    """A PDF array."""
    return b"[ " + _in_lines(list(map(_written, values)), 10) + b" ]"


def dictionary(entries: Mapping[str, Any]) -> bytes:
    """A PDF dictionary; its keys are written in alphabetical order."""
    rows = [name(key).encode("ascii") + b" " + _written(entries[key]) for key in sorted(entries)]
    return b"<<\n" + _in_lines(rows, 6) + b"\n>>"


def _written(value: Any) -> bytes:
    """A value as it stands in the file; bytes and texts are parts of this module that do already."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("ascii")
    if isinstance(value, int | float) and value == int(value):
        return b"%d" % value
    return bytes(pdfdoc.format(value, _CONTEXT))


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
        mark = pdfdoc.PDFText(self._digest.digest(), enc="raw")
        trailer = pdfdoc.PDFTrailer(
            start, Size=len(self._offsets) + 1, Root=root, Info=about, ID=pdfdoc.PDFArrayCompact([mark, mark])
        )
        self._write(pdfdoc.format(trailer, _CONTEXT))
