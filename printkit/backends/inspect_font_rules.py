"""What PDF/UA-1 asks of the fonts of a file, as far as their dictionaries and programs show it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from printkit.backends.inspect_objects import (
    entries,
    entry,
    is_stream,
    kids,
    name,
    number,
    resources_of,
    same_key,
    stream_data,
    whole,
    words,
)
from printkit.errors import InputError

__all__ = ["FontFault", "font_faults"]

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
