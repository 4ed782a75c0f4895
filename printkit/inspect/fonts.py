"""Measures the text of PDFs: what a string is made of and how far it goes; and what PDF/UA-1 asks of fonts."""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as _pdfium

from printkit.errors import InputError
from printkit.inspect.objects import (
    entries,
    entry,
    is_stream,
    kids,
    name,
    number,
    numbers,
    resources_of,
    same_key,
    stream_data,
    whole,
    words,
)

__all__ = ["NO_FACE", "FontFace", "FontFault", "font_faults", "read_face", "string_bytes"]


# ── measures the text of PDFs ────────────────────────────────────────────────────────────────────────────────────────

pdfium: Any = _pdfium

EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")
# What a font that says nothing moves by, in ems: fonts for two-byte codes are as wide as high.
USUAL, USUAL_WIDE = 0.5, 1.0
MAX_CODES = 70_000
MAX_CMAP = 4_000_000
_STRING_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|[\r\n])|(.))", re.DOTALL)
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
# Encodings of the registry whose codes are one byte or two, and those of four; all others have two.
_MIXED = re.compile("RKSJ|EUC|GBK2K|B5|UHC")
_CODE_SPACE = re.compile(rb"begincodespacerange(.*?)endcodespacerange", re.DOTALL)
_CID_RANGE = re.compile(rb"begincidrange(.*?)endcidrange", re.DOTALL)
_CID_CHAR = re.compile(rb"begincidchar(.*?)endcidchar", re.DOTALL)
_HEX_PAIR = re.compile(rb"<\s*([0-9A-Fa-f]+)\s*>\s*<\s*([0-9A-Fa-f]+)\s*>")
_HEX_RANGE = re.compile(rb"<\s*([0-9A-Fa-f]+)\s*>\s*<\s*([0-9A-Fa-f]+)\s*>\s*(\d+)")
_HEX_CHAR = re.compile(rb"<\s*([0-9A-Fa-f]+)\s*>\s*(\d+)")
_STANDARD = ("Courier", "Helvetica", "Times")
_ALIASES = {"Arial": "Helvetica", "TimesNewRoman": "Times", "CourierNew": "Courier"}

Split = Callable[[bytes], Iterator[tuple[int, int]]]


class FontFace(NamedTuple):
    """What text in a font needs: its name, whether it is in the file, and its widths.

    `split` gives the codes of a string, each with its number of bytes. `widths` are by code, in ems. With `upright`
    text runs down the page and widths are heights.
    """

    name: str
    embedded: bool
    split: Split
    widths: Mapping[int, float]
    usual: float
    upright: bool = False

    def width(self, code: int, size: int) -> float:
        """How far a code of so many bytes moves the pen, in ems."""
        known = self.widths.get(code)
        return (
            self.usual * (0.5 if size == 1 and self.usual == USUAL_WIDE else 1.0) if known is None else known
        )


def string_bytes(token: bytes) -> bytes:
    """The bytes a string of a content stream means, however it is written."""
    if token.startswith(b"<"):
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", token)
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    body = token[1:-1]
    return _STRING_ESCAPE.sub(_unescaped, body) if b"\\" in body else body


def _unescaped(match: re.Match[bytes]) -> bytes:
    if match[1]:
        return bytes([int(match[1], 8) & 255])
    return b"" if match[2] else _LETTERS.get(match[3], match[3])


def _by_one(data: bytes) -> Iterator[tuple[int, int]]:
    return ((code, 1) for code in data)


def _by_two(data: bytes) -> Iterator[tuple[int, int]]:
    return ((int.from_bytes(data[at : at + 2]), 2) for at in range(0, len(data), 2))


def _mixed(data: bytes) -> Iterator[tuple[int, int]]:
    """One byte below 128, and two from there on."""
    at = 0
    while at < len(data):
        size = 1 if data[at] < 128 else 2
        yield int.from_bytes(data[at : at + size]), size
        at += size


def _by_four(data: bytes) -> Iterator[tuple[int, int]]:
    return ((int.from_bytes(data[at : at + 4]), 4) for at in range(0, len(data), 4))


def _by_space(spaces: list[tuple[int, int, int]]) -> Split:
    """Codes as the ranges of an encoding say: bytes, least and greatest."""
    shortest = min(size for size, _, _ in spaces)

    def split(data: bytes) -> Iterator[tuple[int, int]]:
        at = 0
        while at < len(data):
            own = (s for s, low, high in spaces if low <= int.from_bytes(data[at : at + s]) <= high)
            size = next(own, shortest)
            yield int.from_bytes(data[at : at + size]), size
            at += size

    return split


NO_FACE = FontFace("?", False, _by_one, {}, USUAL)


def read_face(font: Any) -> FontFace:
    """A font of a file; what it does not say is guessed, what is malformed passed over."""
    kind = name(entry(font, "/Subtype"))
    inner = next(iter(kids(entry(font, "/DescendantFonts"))), font)
    descriptor = entry(inner, "/FontDescriptor")
    embedded = kind == "Type3" or any(entry(descriptor, each) is not None for each in EMBEDDED)
    called = name(entry(font, "/BaseFont")) or "?"
    if kind == "Type0":
        return _composite(called, embedded, font, inner)
    first, listed = max(whole(entry(font, "/FirstChar")), 0), kids(entry(font, "/Widths"))
    if not listed:
        return FontFace(called, embedded, _by_one, _standard_widths(called), USUAL)
    matrix = numbers(entry(font, "/FontMatrix")) if kind == "Type3" else ()
    unit = abs(matrix[0]) if len(matrix) == 6 else 0.001
    widths = {first + at: (number(each) or 0.0) * unit for at, each in enumerate(listed[:256])}
    return FontFace(
        called, embedded, _by_one, widths, (number(entry(descriptor, "/MissingWidth")) or 0.0) * unit
    )


def _composite(called: str, embedded: bool, font: Any, inner: Any) -> FontFace:
    encoding = entry(font, "/Encoding")
    word = name(encoding) or name(entry(encoding, "/CMapName"))
    upright = word.endswith("V") or whole(entry(encoding, "/WMode")) == 1
    default = number(entry(inner, "/DW"))
    usual = USUAL_WIDE if default is None else default / 1000
    split: Split = _by_two
    by_cid = {} if upright else dict(_listed_widths(kids(entry(inner, "/W"))))
    codes: Mapping[int, int] = {}
    if is_stream(encoding):
        split, codes = _own_encoding(encoding)
        by_cid = {code: by_cid.get(cid, usual) for code, cid in codes.items()} if codes else by_cid
    elif "UTF32" in word:
        split, by_cid = _by_four, {}
    elif word not in ("Identity-H", "Identity-V", ""):
        # Which glyph a code of the registry is, only its tables say.
        split, by_cid = (_mixed if _MIXED.search(word) else _by_two), {}
    if upright:
        down = numbers(entry(inner, "/DW2"))
        usual = abs(down[1]) / 1000 if len(down) == 2 else USUAL_WIDE
    return FontFace(called, embedded, split, by_cid, usual, upright)


def _listed_widths(listed: list[Any]) -> Iterator[tuple[int, float]]:
    """Widths of glyphs by number, in ems: `first [widths]` or `first last width`."""
    at = 0
    while at + 1 < len(listed) and at < MAX_CODES:
        first, second = whole(listed[at]), listed[at + 1]
        row = kids(second) if number(second) is None else []
        if row:
            yield from (
                (first + step, (number(each) or 0.0) / 1000) for step, each in enumerate(row[:MAX_CODES])
            )
            at += 2
        else:
            width = (number(listed[at + 2]) or 0.0) / 1000 if at + 2 < len(listed) else USUAL_WIDE
            yield from ((code, width) for code in range(first, min(whole(second), first + MAX_CODES) + 1))
            at += 3


def _own_encoding(stream: Any) -> tuple[Split, dict[int, int]]:
    """How an encoding in the file cuts strings into codes, and the glyph of each code."""
    try:
        data = stream_data(stream, MAX_CMAP)
    except InputError:
        return _by_two, {}
    pairs = [pair for block in _CODE_SPACE.findall(data) for pair in _HEX_PAIR.findall(block)]
    spaces = sorted((len(low) // 2 or 1, int(low, 16), int(high, 16)) for low, high in pairs[:100])
    codes: dict[int, int] = {}
    for block in _CID_RANGE.findall(data):
        for low, high, cid in _HEX_RANGE.findall(block):
            first = int(low, 16)
            last = min(int(high, 16), first + MAX_CODES - len(codes))
            codes |= {code: int(cid) + code - first for code in range(first, last + 1)}
    for block in _CID_CHAR.findall(data):
        codes |= {int(code, 16): int(cid) for code, cid in _HEX_CHAR.findall(block)[:MAX_CODES]}
    return (_by_space(spaces) if spaces else _by_two), codes


@cache
def _standard_widths(called: str) -> dict[int, float]:
    """The widths of a font every reader has, which need not stand in the file; of others nothing is known."""
    plain = called.rpartition("+")[2].replace(" ", "")
    for alias, real in _ALIASES.items():
        plain = plain.replace(alias, real)
    family = next((each for each in _STANDARD if plain.startswith(each)), "")
    if not family:
        return {}
    bold, slanted = "Bold" in plain, re.search("Oblique|Italic", plain) is not None
    slant = "Italic" if family == "Times" else "Oblique"
    style = ("Bold" if bold else "") + (slant if slanted else "") or ("Roman" if family == "Times" else "")
    full = f"{family}-{style}" if style else family
    document: Any = pypdfium2.PdfDocument.new()
    width = ctypes.c_float()
    found = {}
    try:
        face = pdfium.FPDFText_LoadStandardFont(document, full.encode("ascii"))
        for code in range(32, 256):
            letter = bytes([code]).decode("cp1252", "replace")
            if face and pdfium.FPDFFont_GetGlyphWidth(face, ord(letter), 1000.0, ctypes.byref(width)):
                found[code] = width.value / 1000
    finally:
        document.close()
    return found


# ── what PDF/UA-1 asks of the fonts of a file ────────────────────────────────────────────────────────────────────────

MAX_DEPTH = 24
SYMBOLIC, PLAIN = 4, 32
# Collections whose glyphs have characters by a public list.
_COLLECTIONS = {"GB1", "CNS1", "Japan1", "Korea1"}
_REGISTERED = re.compile(r"(?:.*-)?[HV]\Z|Identity-[HV]\Z")
_TARGETS = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)
_HEX = re.compile(rb"<\s*([0-9A-Fa-f\s]*)>")
_NO_CHARACTERS = {0, 0xFEFF, 0xFFFE}


class FontFault(NamedTuple):
    """The clause a font fails, its name, and what is wrong with it."""

    clause: str
    font: str
    what: str


def font_faults(structure: Any) -> Iterator[FontFault]:
    """Every fault of the fonts that pages and forms list."""
    seen: set[Any] = set()
    for page in structure.pages:
        for font in _listed(resources_of(page.obj), seen, 0):
            for clause, ask in _RULES:
                what = _asked(ask, font)
                if what:
                    yield FontFault(clause, name(entry(font, "/BaseFont")) or "?", what)


def _asked(ask: Callable[[Any, Any, Any], str], font: Any) -> str:
    inner = next(iter(kids(entry(font, "/DescendantFonts"))), font)
    try:
        return ask(font, inner, entry(inner, "/FontDescriptor"))
    except InputError as error:
        return error.problems[0].message


def _listed(resources: Any, seen: set[Any], depth: int) -> Iterator[Any]:
    if depth > MAX_DEPTH:
        return
    for kind in ("/Font", "/XObject", "/Pattern"):
        for _, value in entries(entry(resources, kind)):
            key = same_key(value)
            if key is not None and key in seen:
                continue
            seen.update([key] if key else [])
            if kind == "/Font":
                yield value
            yield from _listed(entry(value, "/Resources"), seen, depth + 1)


def _collection(font: Any, inner: Any, descriptor: Any) -> str:
    encoding = entry(font, "/Encoding")
    if not is_stream(encoding):
        return ""
    one, other = entry(inner, "/CIDSystemInfo"), entry(encoding, "/CIDSystemInfo")
    for key in ("/Registry", "/Ordering"):
        if words(entry(one, key)) != words(entry(other, key)):
            return "its glyphs and its encoding are of two collections"
    if (number(entry(one, "/Supplement")) or 0) > (number(entry(other, "/Supplement")) or 0):
        return "its glyphs are of a later collection than its encoding"
    return ""


def _glyph_numbers(font: Any, inner: Any, descriptor: Any) -> str:
    if name(entry(inner, "/Subtype")) != "CIDFontType2" or entry(descriptor, "/FontFile2") is None:
        return ""
    table = entry(inner, "/CIDToGIDMap")
    return "" if is_stream(table) or name(table) == "Identity" else "nothing says which glyph a code is"


def _encoding_stream(font: Any, inner: Any, descriptor: Any) -> str:
    encoding = entry(font, "/Encoding")
    if not is_stream(encoding):
        return ""
    stated = re.search(rb"/WMode\s+(\d)\s+def", stream_data(encoding))
    inside = int(stated[1]) if stated else 0
    if max(whole(entry(encoding, "/WMode")), 0) != inside:
        return "its encoding says two directions of writing"
    used = entry(encoding, "/UseCMap")
    if name(used) and not _REGISTERED.match(name(used)):
        return f"its encoding needs {name(used)}, which is not in the file"
    return ""


def _listed_letters(font: Any, inner: Any, descriptor: Any) -> str:
    """What a subset says that it holds is what it holds."""
    listed, bits = words(entry(descriptor, "/CharSet")), entry(descriptor, "/CIDSet")
    program = entry(descriptor, "/FontFile3")
    if listed:
        letters = _type_1(entry(descriptor, "/FontFile")) if program is None else _compact(program)
        return "" if set(listed.split("/")) >= letters - {".notdef"} else "its list of letters is not whole"
    outlines = entry(descriptor, "/FontFile2")
    if is_stream(bits) and (is_stream(program) or name(entry(inner, "/CIDToGIDMap")) == "Identity"):
        data = stream_data(bits)
        glyphs = _drawn(outlines) if program is None else _numbered(program)
        there = all(at // 8 < len(data) and data[at // 8] >> (7 - at % 8) & 1 for at in glyphs)
        return "" if there else "its list of glyphs is not whole"
    return ""


def _compact(program: Any) -> set[str]:
    from fontTools.cffLib import CFFFontSet

    fonts = CFFFontSet()
    try:
        fonts.decompile(io.BytesIO(stream_data(program)), None)
        return set(fonts[0].charset)
    # The library says in many ways that it cannot read a font.
    except Exception:
        return set()


def _numbered(program: Any) -> set[int]:
    return {int(each[3:]) for each in _compact(program) if re.fullmatch(r"cid\d+", each)}


def _drawn(program: Any) -> set[int]:
    """The glyphs of a TrueType font that have an outline."""
    from fontTools.ttLib import TTFont

    try:
        places = TTFont(io.BytesIO(stream_data(program)), lazy=True)["loca"].locations
    except Exception:
        return set()
    return {at for at, (start, end) in enumerate(pairwise(places)) if end > start}


def _type_1(program: Any) -> set[str]:
    from fontTools.t1Lib import T1Font

    if not is_stream(program):
        return set()
    try:
        font = T1Font()
        font.data = stream_data(program)
        font.encoding = "ascii"
        font.parse()
        return set(font.font["CharStrings"])
    except Exception:
        return set()


def _encoding(font: Any, inner: Any, descriptor: Any) -> str:
    if name(entry(font, "/Subtype")) != "TrueType":
        return ""
    encoding, flags = entry(font, "/Encoding"), max(whole(entry(descriptor, "/Flags")), 0)
    if flags & SYMBOLIC:
        return "a font of symbols has an encoding" if encoding is not None else ""
    base = name(encoding) or name(entry(encoding, "/BaseEncoding"))
    if flags & PLAIN and base not in ("WinAnsiEncoding", "MacRomanEncoding"):
        return "its encoding is neither of the two known ones"
    from fontTools.agl import AGL2UV

    changed = [name(each) for each in kids(entry(encoding, "/Differences")) if name(each)]
    strange = [each for each in changed if each not in AGL2UV and each != ".notdef"]
    return f"its encoding names letters nobody knows: {strange[0]}" if strange else ""


def _characters(font: Any, inner: Any, descriptor: Any) -> str:
    table = entry(font, "/ToUnicode")
    composite = name(entry(font, "/Subtype")) == "Type0"
    if is_stream(table):
        for kind, block in _TARGETS.findall(stream_data(table)):
            found = _HEX.findall(block)
            step = 2 if kind == b"bfchar" else 3
            targets = found[step - 1 :: step] if b"[" not in block else found
            values = {int(each, 16) for each in (b"".join(one.split()) for one in targets) if each}
            if values & _NO_CHARACTERS and b"[" not in block:
                return "a letter is mapped to no character"
        return ""
    ordering = words(entry(entry(inner, "/CIDSystemInfo"), "/Ordering"))
    if composite:
        return "" if ordering in _COLLECTIONS else "its letters cannot be read as characters"
    return "its letters cannot be read as characters" if entry(font, "/Encoding") is None else ""


_RULES: tuple[tuple[str, Callable[[Any, Any, Any], str]], ...] = (
    ("7.21.3.1", _collection),
    ("7.21.3.2", _glyph_numbers),
    ("7.21.3.3", _encoding_stream),
    ("7.21.4.2", _listed_letters),
    ("7.21.6", _encoding),
    ("7.21.7", _characters),
)
