"""A PDF document written as it goes: reportlab's own, but every finished object leaves for the stream at once."""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Mapping
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import (
    PDFCatalog,
    PDFCrossReferenceTable,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFInfo,
    PDFName,
    PDFObject,
    PDFObjectReference,
    PDFPages,
    PDFStream,
    PDFStreamFilterZCompress,
    PDFString,
    PDFTrailer,
    xObjectName,
)

__all__ = ["DATE", "Facts", "StreamedDocument", "box", "inner_box", "stream_of", "text"]

# Levels above 4 cost three times the time for three per cent of the size: coordinates hardly repeat.
COMPRESSION = 4

# The moment in a file that must not depend on the clock.
DATE = "2000-01-01T00:00:00Z"

# What the environment and reportlab's settings files may say otherwise, and the bytes with it.
SETTINGS = {
    "canvas_baseColor": None,
    "canvas_basefontname": "Helvetica",
    "documentLang": None,
    "imageReaderFlags": 0,
    "invariant": 1,
    "pdfComments": 0,
    "pdfMultiLine": 0,
    "useA85": 0,
}
for _setting, _value in SETTINGS.items():
    setattr(rl_config, _setting, _value)

# Stands for every object that has left.
_WRITTEN = PDFObject()


def text(words: str) -> PDFString:
    """A PDF text string: plain where all of it is printable ASCII, else in UTF-16.

    The encoding between the two is left alone: whose table of it is read depends on which libraries are loaded.
    """
    return PDFString(words, enc="auto" if words.isascii() and words.isprintable() else "utf-16")


def stream_of(entries: Mapping[str, Any], data: bytes) -> PDFStream:
    """A stream with these entries, which is packed where it is written."""
    return PDFStream(PDFDictionary(dict(entries)), data)


def box(left: float, bottom: float, right: float, top: float) -> list[str]:
    """The edges of a rectangle to a ten-thousandth; reportlab's six digits would move those of large papers."""
    return [
        f"{edge:.4f}".rstrip("0").rstrip(".") if round(edge, 4) else "0"
        for edge in (left, bottom, right, top)
    ]


def inner_box(left: float, bottom: float, right: float, top: float) -> list[str]:
    """The largest rectangle of ten-thousandths inside this one, so that a box never leaves the one around it."""
    # What lies nearer to a step than this is that step, written with the error of a float.
    noise = 1e-6
    return box(
        *(math.ceil(edge * 1e4 - noise) / 1e4 for edge in (left, bottom)),
        *(math.floor(edge * 1e4 + noise) / 1e4 for edge in (right, top)),
    )


class _Flate(PDFStreamFilterZCompress):
    def encode(self, text: str | bytes) -> bytes:
        return zlib.compress(text.encode("ascii") if isinstance(text, str) else text, COMPRESSION)


class Facts(PDFInfo):
    """The information dictionary: a press standard's own entries are taken, empty ones left out."""

    def __init__(self, facts: Mapping[str, str], date: str = DATE) -> None:
        super().__init__()
        self.facts, self.date = facts, date

    def format(self, document: PDFDocument) -> bytes:
        """The dictionary as it stands in the file."""
        date = text(f"D:{self.date.translate(str.maketrans('', '', '-:T'))}")
        entries: dict[str, Any] = {key: text(words) for key, words in self.facts.items() if words}
        entries |= {"CreationDate": date, "ModDate": date, "Trapped": PDFName("False")}
        return PDFDictionary(entries).format(document)


class StreamedDocument(PDFDocument):
    """One PDF file being written: what is put leaves at once, what is only referred to at the end.

    `page` holds the entries of the page that ends next, beyond those the canvas gives it.
    """

    Pages: PDFPages
    Catalog: PDFCatalog
    defaultStreamFilters: tuple[_Flate, ...] | None = (_Flate(),)  # noqa: N815

    def __init__(self, stream: BinaryIO, version: tuple[int, int]) -> None:
        super().__init__(compression=0, invariant=1, pdfVersion=version)
        self.page: dict[str, Any] = {}
        self._file = PDFFile(version)
        head = b"".join(self._file.strings)
        stream.write(head)
        self._file.write = stream.write  # type: ignore[assignment]
        # The file's name comes from its bytes alone; reportlab begins it with a moment.
        self.signature = hashlib.md5(head, usedforsecurity=False)
        # Every page names the tree, which is complete when the last one is.
        self.refer(self.Pages)
        self.Catalog.__NoDefault__ = [*self.Catalog.__NoDefault__, "OCProperties", "OutputIntents"]

    @property
    def fingerprint(self) -> str:
        """32 hex digits that stand for everything written so far."""
        digest: str = self.signature.hexdigest()
        return digest

    def refer(self, thing: PDFObject, name: str | None = None) -> PDFObjectReference:
        """The reference to an object, which may change until the file ends."""
        reference: PDFObjectReference = self.Reference(thing, name)  # type: ignore[no-untyped-call]
        return reference

    def put(self, thing: PDFObject, name: str | None = None, *, packed: bool = True) -> PDFObjectReference:
        """Writes an object, and those in it that must stand alone; returns the reference to it."""
        at = self.objectcounter
        reference = self.refer(thing, name)
        if not packed:
            self.defaultStreamFilters = None
        while at < self.objectcounter:
            at += 1
            self._write(self.numberToId[at])
        if not packed:
            del self.defaultStreamFilters
        return reference

    def _write(self, name: str) -> None:
        data = PDFIndirectObject(name, self.idToObject[name]).format(self)
        self.updateSignature(data)
        self.idToOffset[name] = self._file.add(data)
        # Its name is taken for good; the object itself may go.
        self.idToObject[name] = _WRITTEN

    def addPage(self, page: Any) -> None:  # noqa: N802
        """Writes a page that has ended, with the entries that were waiting for it."""
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.Rotate = page.Trans = None
        for key, value in self.page.items():
            setattr(page, key, value)
        self.page = {}
        self.Pages.addPage(self.put(page, self.thisPageName()))
        self.pageCounter += 1
        self.inObject = None

    def addForm(self, name: str, form: Any) -> None:  # noqa: N802
        """Writes a form under the name it has by now; one that is there already is the same and goes."""
        self.inObject = None
        if not self.hasForm(form.name):
            self.put(form, xObjectName(form.name))

    def format(self) -> bytes:
        """Writes everything still referred to; returns the end of the file."""
        root, info = self.refer(self.Catalog), self.refer(self.info)
        at = 0
        while at < self.objectcounter:
            at += 1
            name = self.numberToId[at]
            if name not in self.idToOffset:
                self._write(name)
        table = PDFCrossReferenceTable()
        table.addsection(0, [self.numberToId[number] for number in range(1, at + 1)])
        start = self._file.add(table.format(self))
        return PDFTrailer(startxref=start, Size=at + 1, Root=root, Info=info, ID=self.ID()).format(self)
