"""PDFs with random defects, and decompression bombs, for fuzzing."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pikepdf

__all__ = ["BOMBS", "make_bomb", "spoil_pdf"]

_NUMBER = re.compile(rb"(?<![\w.#])-?\d+(?:\.\d+)?(?![\w.])")
_NAME = re.compile(rb"/[A-Za-z][A-Za-z0-9]*")
NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"65536",
    b"2147483648",
    b"-9999999999",
    b"1e9",
    b"0.0000001",
    b"99999999999999999999",
    b"NaN",
)


def spoil_pdf(source: Path, target: Path, luck: Random) -> str:
    """Break bytes, words or whole parts of the file, its streams compressed or not; returns a description."""
    packed = luck.random() < 0.3
    if packed:
        data = bytearray(source.read_bytes())
    else:
        with pikepdf.open(source) as pdf:
            pdf.save(target, qdf=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
        data = bytearray(target.read_bytes())
    done = []
    for _ in range(luck.choice((1, 1, 2, 5))):
        kind = luck.choice(("flip", "cut", "splice", "number", "number", "name", "name", "reference"))
        _BREAKS[kind](data, luck)
        done.append(kind)
    target.write_bytes(bytes(data))
    return f"{source.parent.name} {'packed' if packed else 'open'}: {', '.join(done)}"


def _flip(data: bytearray, luck: Random) -> None:
    for _ in range(luck.choice((1, 3, 30))):
        if data:
            data[luck.randrange(len(data))] = luck.randrange(256)


def _cut(data: bytearray, luck: Random) -> None:
    start = luck.randrange(len(data) + 1)
    del data[start : start + luck.choice((1, 50, 2000, 10**9))]


def _splice(data: bytearray, luck: Random) -> None:
    start, place = luck.randrange(len(data) + 1), luck.randrange(len(data) + 1)
    data[place:place] = data[start : start + luck.choice((10, 300, 5000))]


def _replace(data: bytearray, luck: Random, pattern: re.Pattern[bytes], words: Callable[[], bytes]) -> None:
    found = list(pattern.finditer(bytes(data)))
    if found:
        match = luck.choice(found)
        data[match.start() : match.end()] = words()


def _number(data: bytearray, luck: Random) -> None:
    _replace(data, luck, _NUMBER, lambda: luck.choice(NUMBERS))


def _name(data: bytearray, luck: Random) -> None:
    names = _NAME.findall(bytes(data)) or [b"/X"]
    _replace(data, luck, _NAME, lambda: luck.choice(names))


def _reference(data: bytearray, luck: Random) -> None:
    """An object refers to a wrong object, perhaps to itself or to its container."""
    numbers = re.findall(rb"(\d+) 0 obj", bytes(data)) or [b"1"]
    _replace(data, luck, re.compile(rb"\d+ 0 R"), lambda: luck.choice(numbers) + b" 0 R")


_BREAKS: dict[str, Callable[[bytearray, Random], None]] = {
    "flip": _flip,
    "cut": _cut,
    "splice": _splice,
    "number": _number,
    "name": _name,
    "reference": _reference,
}


def make_bomb(name: str, source: Path, target: Path) -> str:
    """Write the bomb of that name, made from a good PDF."""
    with pikepdf.open(source) as pdf:
        BOMBS[name](pdf)
        pdf.save(target, compress_streams=False)
    return name


def _page(pdf: pikepdf.Pdf) -> Any:
    return pdf.pages[0]


def _form(pdf: pikepdf.Pdf, words: bytes, **keys: Any) -> Any:
    stream = pdf.make_stream(words)
    stream.Type, stream.Subtype, stream.BBox = (
        pikepdf.Name.XObject,
        pikepdf.Name.Form,
        pikepdf.Array([0, 0, 99, 99]),
    )
    for key, value in keys.items():
        stream[f"/{key}"] = value
    return stream


def _packed(pdf: pikepdf.Pdf, data: bytes, times: int) -> None:
    """The page's content: a stream that decompresses to many times its size."""
    packer = zlib.compressobj(9)
    packed = b"".join([*(packer.compress(data) for _ in range(times)), packer.flush()])
    stream = pdf.make_stream(b"")
    stream.write(packed, filter=pikepdf.Name.FlateDecode)
    _page(pdf).Contents = stream


def _forms_in_a_circle(pdf: pikepdf.Pdf) -> None:
    one, two = pdf.make_indirect(_form(pdf, b"/Y Do")), pdf.make_indirect(_form(pdf, b"/X Do /X Do"))
    one.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Y=two))
    two.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=one))
    _page(pdf).Resources.XObject = pikepdf.Dictionary(X=one)
    _page(pdf).Contents = pdf.make_stream(b"/X Do")


def _laughing_forms(pdf: pikepdf.Pdf) -> None:
    inner = pdf.make_indirect(_form(pdf, b"0 0 1 1 re f"))
    for _ in range(12):
        holder = pdf.make_indirect(_form(pdf, b"/X Do " * 10))
        holder.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=inner))
        inner = holder
    _page(pdf).Resources.XObject = pikepdf.Dictionary(X=inner)
    _page(pdf).Contents = pdf.make_stream(b"/X Do")


def _pages_in_a_circle(pdf: pikepdf.Pdf) -> None:
    root = pdf.Root.Pages
    root.Kids = pikepdf.Array([*root.Kids, root])


def _pages_without_end(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Pages.Kids = pikepdf.Array([pdf.Root.Pages.Kids[0]] * 30_000)
    pdf.Root.Pages.Count = 30_000


def _deep_arrays(pdf: pikepdf.Pdf) -> None:
    value = pikepdf.Array([])
    for _ in range(400):
        value = pikepdf.Array([value])
    _page(pdf).Annots = value


def _large_paper(pdf: pikepdf.Pdf) -> None:
    _page(pdf).MediaBox = pikepdf.Array([0, 0, 10**7, 10**7])
    for box in ("/TrimBox", "/BleedBox", "/CropBox"):
        if box in _page(pdf):
            del _page(pdf)[box]


def _large_picture(pdf: pikepdf.Pdf) -> None:
    stream = pdf.make_stream(zlib.compress(b"\0" * 1000))
    stream.write(zlib.compress(b"\0" * 1000), filter=pikepdf.Name.FlateDecode)
    for key, value in {
        "Subtype": pikepdf.Name.Image,
        "Width": 60_000,
        "Height": 60_000,
        "BitsPerComponent": 8,
    }.items():
        stream[f"/{key}"] = value
    stream.Type, stream.ColorSpace = pikepdf.Name.XObject, pikepdf.Name.DeviceCMYK
    _page(pdf).Resources.XObject = pikepdf.Dictionary(X=stream)
    _page(pdf).Contents = pdf.make_stream(b"200 0 0 200 0 0 cm /X Do")


def _tiny_tiles(pdf: pikepdf.Pdf) -> None:
    tile = _form(pdf, b"0 0 .01 .01 re f", PatternType=1, PaintType=1, TilingType=1, XStep=0.001, YStep=0.001)
    tile.Type, tile.BBox, tile.Resources = (
        pikepdf.Name.Pattern,
        pikepdf.Array([0, 0, 0.01, 0.01]),
        pikepdf.Dictionary(),
    )
    _page(pdf).Resources.Pattern = pikepdf.Dictionary(P=tile)
    _page(pdf).Contents = pdf.make_stream(b"/Pattern cs /P scn 0 0 500 500 re f")


def _many_dashes(pdf: pikepdf.Pdf) -> None:
    _page(pdf).Contents = pdf.make_stream(b"[0.00001 0.00001] 0 d 0 0 m 500 500 l S\n" * 50)


BOMBS: dict[str, Callable[[pikepdf.Pdf], None]] = {
    "80 MB of blanks": lambda pdf: _packed(pdf, b" " * 1_000_000, 80),
    "six million figures": lambda pdf: _packed(pdf, b"0 0 1 1 re f\n" * 100_000, 60),
    "ten million saved states": lambda pdf: _packed(pdf, b"q " * 100_000, 100),
    "forms in a circle": _forms_in_a_circle,
    "forms that draw each other a million million times": _laughing_forms,
    "pages in a circle": _pages_in_a_circle,
    "30 000 pages": _pages_without_end,
    "arrays in arrays": _deep_arrays,
    "a page as large as a town": _large_paper,
    "a picture of 14 GB": _large_picture,
    "a pattern of tiny tiles": _tiny_tiles,
    "dashes without end": _many_dashes,
}
