"""Reads PDF objects of any origin into plain values, without trusting them."""

from __future__ import annotations

import hashlib
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import pikepdf

from printkit.errors import InputError

__all__ = [
    "MAX_CONTENT",
    "drawing_digests",
    "drawn_digests",
    "entries",
    "entry",
    "inherited",
    "is_dictionary",
    "is_indirect",
    "is_stream",
    "kids",
    "name",
    "name_object",
    "name_of_bytes",
    "number",
    "numbers",
    "objects",
    "page_digests",
    "refuse_enormous",
    "resources_of",
    "same_key",
    "stream_data",
    "whole",
    "words",
    "written",
]

# Far beyond every real page; a small file can be unpacked to any size.
MAX_CONTENT = 64_000_000
MAX_OBJECTS = 1_000_000
# Some two million figures: a page of them is 600 MB in the hands of the program that draws it.
MAX_DRAWN = 32_000_000
MAX_DRAWN_IN_ALL = 1_000_000_000
MAX_PAGES = 20_000
MAX_TILES = 20_000_000
MAX_DEPTH = 64
# States saved and not yet restored; programs that draw PDF hold 28 to some hundred, each in 170 bytes.
MAX_SAVED = 10_000
# What draws less than this many bytes may be alike by chance.
LEAST_DRAWING = 300
_DO = re.compile(rb"(/[^\s/<>\[\](){}%]+)\s+Do\b")
_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
_SAVE = re.compile(rb"(?<![^\s()<>\[\]{}%])[qQ](?![^\s()<>\[\]{}/%])")
# What the packings other than Flate can grow by, at most.
_GROWTH = {"LZWDecode": 1400, "RunLengthDecode": 64, "ASCIIHexDecode": 1, "ASCII85Decode": 5}


def is_stream(value: Any) -> bool:
    """Whether it is a stream."""
    return isinstance(value, pikepdf.Stream)


def is_dictionary(value: Any) -> bool:
    """Whether it has keys: a dictionary or a stream."""
    return isinstance(value, pikepdf.Dictionary | pikepdf.Stream)


def is_indirect(value: Any) -> bool:
    """Whether it is an object with a number of its own."""
    return isinstance(value, pikepdf.Object) and value.is_indirect


def same_key(value: Any) -> tuple[int, int] | None:
    """What distinguishes an object with a number from all others; None for one without."""
    return value.objgen if is_indirect(value) else None


def name_object(word: str) -> Any:
    """The name (`/Word`) as an object; bytes that are no UTF-8 stand in the word as lone surrogates."""
    if word.isascii() and len(word) > 1:
        return pikepdf.Name(word)
    escaped = "".join(f"#{byte:02x}" for byte in word[1:].encode("utf-8", "surrogateescape"))
    return pikepdf.Object.parse(b"/" + escaped.encode("ascii"))


def name_of_bytes(data: bytes) -> str:
    """A name as written in a stream of operators, its stroke kept."""
    if b"#" in data:
        data = _ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), data)
    return data.decode("utf-8", "surrogateescape")


def entry(value: Any, key: str) -> Any:
    """The entry of that key (`/Key`); None where there is none or no dictionary."""
    if not is_dictionary(value):
        return None
    return value.get(key if key.isascii() else name_object(key))


def entries(value: Any) -> list[tuple[str, Any]]:
    """All keys with their values, sorted by key; nothing of what is no dictionary."""
    return sorted(value.items(), key=_first) if is_dictionary(value) else []


def _first(pair: tuple[str, Any]) -> str:
    return pair[0]


def kids(value: Any) -> list[Any]:
    """The elements of an array; a lone value is an array of one, nothing is none."""
    if isinstance(value, pikepdf.Array):
        return list(value)
    return [] if value is None else [value]


def name(value: Any) -> str:
    """A name without its stroke; empty for anything else. Names are bytes: those that are no UTF-8 are surrogates."""
    return bytes(value)[1:].decode("utf-8", "surrogateescape") if isinstance(value, pikepdf.Name) else ""


def words(value: Any) -> str:
    """The text of a string; empty for anything else. One that is no text in its own encoding is read as Latin-1."""
    if not isinstance(value, pikepdf.String):
        return ""
    try:
        return str(value)
    except UnicodeDecodeError:
        return bytes(value).decode("latin-1")


def number(value: Any) -> float | None:
    """A finite number; None for anything else."""
    if isinstance(value, bool):
        return None
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if abs(found) < 1e12 else None


def whole(value: Any) -> int:
    """A number as a whole one; -1 for anything else."""
    found = number(value)
    return -1 if found is None else int(found)


def numbers(value: Any) -> tuple[float, ...]:
    """The numbers of an array; empty when anything else is among them."""
    found = [number(each) for each in kids(value)] if isinstance(value, pikepdf.Array) else []
    return tuple(each for each in found if each is not None) if None not in found else ()


def objects(structure: Any) -> Iterator[Any]:
    """Every dictionary and stream with a number of its own."""
    for count, value in enumerate(structure.objects):
        if count >= MAX_OBJECTS:
            raise InputError(f"the PDF has more than {MAX_OBJECTS} objects")
        if is_dictionary(value):
            yield value


def resources_of(page: Any) -> Any:
    """A page's resources, its own or those it inherits; None where there are none."""
    return inherited(page, "/Resources")


def written(value: Any) -> bytes:
    """The object as a file would have it."""
    return bytes(value.unparse()) if isinstance(value, pikepdf.Object) else repr(value).encode()


def stream_data(stream: Any, limit: int = MAX_CONTENT) -> bytes:
    """The unpacked bytes of a stream; more than the limit, or a packing that is not for text, is an InputError."""
    data: bytes = stream.read_raw_bytes()
    parameters = kids(entry(stream, "/DecodeParms"))
    packings = [name(each) for each in kids(entry(stream, "/Filter"))]
    if any(is_dictionary(each) for each in parameters) or set(packings) - {"FlateDecode", *_GROWTH}:
        packings = ["?", *packings]
    for packing in packings:
        if packing == "FlateDecode":
            data = _inflated(data, limit)
        elif packing in ("ASCIIHexDecode", "ASCII85Decode") and len(data) <= limit:
            data = _from_letters(data, packing)
        else:
            growth = max((_GROWTH.get(each, 1400) for each in packings), default=1)
            if len(data) * growth > limit * 4 or packings.count("FlateDecode") > 1:
                raise InputError("a stream is packed so that it may grow beyond all bounds")
            data = stream.read_bytes()
            break
    if len(data) > limit:
        raise InputError(f"a stream is longer than {limit} bytes")
    return data


def refuse_enormous(structure: Any, file: str) -> None:
    """An InputError where a page would draw more than MAX_DRAWN bytes of content, each form as often as it is drawn.

    Asked before anything draws: a few bytes can stand for more figures than any memory holds.
    """
    known: dict[tuple[int, int], int | None] = {}
    total, area = 0, 0.0
    try:
        count = number(entry(structure.Root.Pages, "/Count"))
        if count is not None and count > MAX_PAGES:
            raise InputError(f"the PDF has {count:.0f} pages")
        for at, page in enumerate(structure.pages, 1):
            contents = kids(entry(page.obj, "/Contents"))
            words = b" ".join(stream_data(each) for each in contents if isinstance(each, pikepdf.Stream))
            _refuse_saved(words)
            drawn = _drawn(words, resources_of(page.obj), known, 0)
            total += drawn
            area = max(area, _area(page.obj))
            if drawn > MAX_DRAWN or total > MAX_DRAWN_IN_ALL:
                raise InputError(
                    f"page {at} draws more than {MAX_DRAWN:,} bytes of content, or all draw too much"
                )
        for each in objects(structure):
            if _tiles(each, area) > MAX_TILES:
                raise InputError(f"a pattern has more than {MAX_TILES:,} tiles on a page")
            for stream in _contents(each):
                _refuse_saved(stream_data(stream))
    except InputError as error:
        raise InputError(error.problems[0].message, file=file, hint="it is no print job") from None
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError) as error:
        raise InputError("not a readable PDF file", file=file, hint="it may be damaged") from error


def _area(page: Any) -> float:
    """How large the page is, in square points; nothing where it does not say."""
    box = numbers(entry(page, "/MediaBox"))
    return abs((box[2] - box[0]) * (box[3] - box[1])) if len(box) == 4 else 0.0


def _contents(value: Any) -> Iterator[Any]:
    """The streams of operators that an object other than a page holds: a form, a pattern, the letters of a font."""
    if is_stream(value) and (
        name(entry(value, "/Subtype")) == "Form" or number(entry(value, "/PatternType")) == 1
    ):
        yield value
    elif is_dictionary(value) and name(entry(value, "/Subtype")) == "Type3":
        yield from (letter for _, letter in entries(entry(value, "/CharProcs")) if is_stream(letter))


def _refuse_saved(words: bytes) -> None:
    """An InputError where more states are saved, one within the other, than any program needs."""
    if words.count(b"q") <= MAX_SAVED:
        return
    depth = 0
    for match in _SAVE.finditer(words):
        depth = depth + 1 if match[0] == b"q" else max(0, depth - 1)
        if depth > MAX_SAVED:
            raise InputError(f"more than {MAX_SAVED:,} graphics states are saved one within the other")


def _tiles(value: Any, area: float) -> float:
    """How often a tiling pattern is repeated on so much paper; nothing for all else."""
    if not is_stream(value) or number(entry(value, "/PatternType")) != 1:
        return 0.0
    matrix = numbers(entry(value, "/Matrix"))
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) if len(matrix) == 6 else 1.0
    cell = abs((number(entry(value, "/XStep")) or 0.0) * (number(entry(value, "/YStep")) or 0.0)) * scale
    return area / cell if cell else 0.0


def _drawn(words: bytes, resources: Any, known: dict[tuple[int, int], int | None], depth: int) -> int:
    """How many bytes of content are drawn, those of its forms with it."""
    if depth > MAX_DEPTH:
        raise InputError(f"forms are nested deeper than {MAX_DEPTH}")
    total = len(words)
    forms = entry(resources, "/XObject") if is_dictionary(resources) else None
    for called, times in Counter(_DO.findall(words)).items() if is_dictionary(forms) else ():
        form = entry(forms, name_of_bytes(called))
        if not isinstance(form, pikepdf.Stream) or name(entry(form, "/Subtype")) != "Form":
            continue
        if form.objgen not in known:
            known[form.objgen] = None
            inner = entry(form, "/Resources")
            own = resources if inner is None else inner
            known[form.objgen] = _drawn(stream_data(form), own, known, depth + 1)
        weight = known[form.objgen]
        if weight is None:
            raise InputError("a form draws itself")
        total += times * weight
    return total


def _inflated(data: bytes, limit: int) -> bytes:
    """What is packed, as far as it can be read."""
    packer = zlib.decompressobj()
    parts: list[bytes] = []
    size = 0
    try:
        while data and size <= limit:
            parts.append(packer.decompress(data, min(limit + 1 - size, 1 << 20)))
            size += len(parts[-1])
            data = packer.unconsumed_tail
    except zlib.error:
        pass
    return b"".join(parts)


def _from_letters(data: bytes, packing: str) -> bytes:
    import base64

    body = re.sub(rb"\s", b"", data)
    if packing == "ASCIIHexDecode":
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", body.partition(b">")[0])
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    try:
        return base64.a85decode(body.removeprefix(b"<~").partition(b"~>")[0])
    except ValueError as error:
        raise InputError("a stream is not what its packing says") from error


def drawing_digests(data: bytes) -> frozenset[bytes]:
    """What identifies the drawings in a file: digests of what pages and forms draw, unpacked; small ones are left out.

    A file that cannot be read has none.
    """
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            return frozenset(_drawings(pdf))
    except (pikepdf.PdfError, InputError, OSError, RuntimeError, ValueError):
        return frozenset()


def _drawings(pdf: Any) -> Iterator[bytes]:
    forms = [each for each in pdf.objects if is_stream(each) and name(entry(each, "/Subtype")) == "Form"]
    contents = [each for page in pdf.pages for each in kids(entry(page.obj, "/Contents"))]
    for each in (*forms, *contents):
        if is_stream(each):
            data = stream_data(each).strip()
            if len(data) > LEAST_DRAWING:
                yield hashlib.sha256(data).digest()


_USED = ("/XObject", "/Font", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/Properties")
_SHOWN = ("/MediaBox", "/CropBox", "/Rotate", "/UserUnit", "/Group")


def page_digests(structure: Any) -> tuple[str, ...]:
    """A short text for each page: pages with the same one draw the same."""
    return tuple(_page_digest(page.obj) for page in structure.pages)


def _page_digest(page: Any) -> str:
    """What the page draws with, by numbers, and how, by bytes."""
    state = hashlib.sha256()
    size = 0
    for part in kids(entry(page, "/Contents")):
        if is_stream(part):
            data = part.read_raw_bytes()
            size += len(data)
            if size > MAX_CONTENT:
                break
            state.update(written(entry(part, "/Filter")))
            state.update(data)
    resources = resources_of(page)
    for kind in _USED:
        for key, value in entries(entry(resources, kind)):
            _identify(state, f"{kind} {key}", value)
    for note in kids(entry(page, "/Annots")):
        _identify(state, "/Annots", note)
    for key in _SHOWN:
        _identify(state, key, inherited(page, key))
    return state.hexdigest()


def _identify(state: Any, key: str, value: Any) -> None:
    """Adds an object's number to a digest, or what it is where it has none."""
    state.update(f"{key} {same_key(value)}".encode("utf-8", "surrogateescape"))
    if same_key(value) is None:
        state.update(written(value)[:100_000])


# What a page holds that is not drawn, or is the page again.
_UNDRAWN = {"/Parent", "/Annots", "/StructParents", "/StructParent", "/Tabs"}
_PACKED = {"/Length", "/Filter", "/DecodeParms"}


# A file and what it should be are held against each other more than once; no more of them are kept.
@lru_cache(2)
def drawn_digests(data: bytes) -> tuple[bytes, ...]:
    """For each page a digest of all that draws it, down to fonts and pictures, however it is packed and numbered.

    Pages of two files with the same one draw the same. A file that cannot be read has none.
    """
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            known: dict[tuple[int, int], bytes] = {}
            around = [_drawn_by(pdf.Root.get(key), known, 0) for key in ("/OCProperties", "/AcroForm")]
            return tuple(_drawn_on(page.obj, around, known) for page in pdf.pages)
    except (pikepdf.PdfError, InputError, OSError, RuntimeError, ValueError, TypeError):
        return ()


def _drawn_on(page: Any, around: Sequence[bytes], known: dict[tuple[int, int], bytes]) -> bytes:
    state = hashlib.sha256(b" ".join(around))
    shown = (*_SHOWN, "/Resources")
    for key in shown:
        state.update(key.encode() + _drawn_by(inherited(page, key), known, 0))
    for key, value in entries(page):
        if key not in _UNDRAWN and key not in shown:
            state.update(key.encode("utf-8", "surrogateescape") + _drawn_by(value, known, 0))
    if not all(map(_is_invisible, kids(entry(page, "/Annots")))):
        # Programs draw notes each in its own way.
        state.update(b"notes" + _drawn_by(entry(page, "/Annots"), known, 0))
    return state.digest()


def _is_invisible(note: Any) -> bool:
    """Whether an annotation is a link without a border, which leaves no mark."""
    bare = numbers(entry(note, "/Border")) == (0.0, 0.0, 0.0)
    return name(entry(note, "/Subtype")) == "Link" and bare and not {"/AP", "/BS"} & set(note.keys())


def _drawn_by(value: Any, known: dict[tuple[int, int], bytes], depth: int) -> bytes:
    """A digest of an object and of all it refers to."""
    if depth > MAX_DEPTH:
        raise InputError(f"objects are nested deeper than {MAX_DEPTH}")
    key = same_key(value)
    if key is not None and key in known:
        return known[key]
    if key is not None:
        known[key] = b"around"  # What refers to itself is like nothing of ours.
    if isinstance(value, pikepdf.Array):
        state = hashlib.sha256(b"array")
        for each in value:
            state.update(_drawn_by(each, known, depth + 1))
    elif is_dictionary(value):
        state = hashlib.sha256(b"stream" if is_stream(value) else b"dictionary")
        if is_stream(value):
            state.update(_unpacked(value))
        undrawn = _UNDRAWN | _PACKED if is_stream(value) else _UNDRAWN
        for called, each in entries(value):
            if called not in undrawn:
                state.update(called.encode("utf-8", "surrogateescape") + _drawn_by(each, known, depth + 1))
    else:
        plain = value.unparse(resolved=True) if isinstance(value, pikepdf.Object) else written(value)
        state = hashlib.sha256(b"value " + plain)
    if key is not None:
        known[key] = state.digest()
    return state.digest()


def _unpacked(stream: Any) -> bytes:
    """A digest of what a stream holds: unpacked where it is packed without loss and plainly, else as it is."""
    plain = not any(is_dictionary(each) for each in kids(entry(stream, "/DecodeParms")))
    if plain and [name(each) for each in kids(entry(stream, "/Filter"))] in (["FlateDecode"], []):
        return hashlib.sha256(stream_data(stream)).digest()
    how = (written(entry(stream, key)) for key in ("/Filter", "/DecodeParms"))
    return hashlib.sha256(b" ".join((*how, stream.read_raw_bytes()))).digest()


def inherited(page: Any, key: str) -> Any:
    """An entry of a page or of what it lies in; None where there is none."""
    value = page
    for _ in range(MAX_DEPTH):
        found = entry(value, key)
        if found is not None or value is None:
            return found
        value = entry(value, "/Parent")
    return None
