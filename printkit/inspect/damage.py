"""Finds streams of a PDF whose data end early: pictures, fonts, colour profiles, shadings, and whatever is packed."""

from __future__ import annotations

import io
import math
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pikepdf import PdfError

from printkit.errors import InputError
from printkit.inspect.colour import read_space
from printkit.inspect.objects import (
    entries,
    entry,
    is_dictionary,
    is_stream,
    kids,
    name,
    number,
    numbers,
    objects,
    same_key,
    stream_data,
    whole,
)

__all__ = ["Damage", "damages"]

MAX_DEPTH = 64
MAX_DATA = 1_000_000_000
MAX_PIXELS = 400_000_000
_CHUNK = 1 << 20
# What leads away from a page and all that it shows.
_AWAY = {"Page", "Pages", "Catalog", "StructElem"}
_PLAIN = {"FlateDecode", "LZWDecode", "RunLengthDecode", "ASCIIHexDecode", "ASCII85Decode"}
_FONT_KEYS = ("/FontFile", "/FontFile2", "/FontFile3")


class Damage(NamedTuple):
    """A stream whose data end early.

    `kind` is `picture`, `font`, `profile`, `shading` or `stream`; `page` counts from 1, 0 where no page shows it.
    """

    kind: str
    page: int
    what: str


def damages(structure: Any) -> Iterator[Damage]:
    """Every damaged stream of the file, once, with the first page that shows it."""
    seen: set[Any] = set()
    for number_of, page in enumerate(structure.pages, 1):
        yield from _all_in(page.obj, number_of, seen)
    for value in objects(structure):
        yield from _all_in(value, 0, seen)


def _all_in(start: Any, page: int, seen: set[Any]) -> Iterator[Damage]:
    waiting: list[tuple[str, Any, int]] = [("", start, 0)]
    while waiting:
        key, value, depth = waiting.pop()
        own = same_key(value)
        if own in seen or depth > MAX_DEPTH:
            continue
        seen.update([own] if own else [])
        if is_stream(value):
            kind = _kind(key, value)
            what = _damage(kind, value)
            if what:
                yield Damage(kind, page, what)
        if is_dictionary(value):
            inside = entries(value)
        else:
            listed = kids(value) if not isinstance(value, str | bytes) else []
            inside = [(key, each) for each in listed if each is not value]
        waiting += [(key, each, depth + 1) for key, each in inside if name(entry(each, "/Type")) not in _AWAY]


def _kind(key: str, stream: Any) -> str:
    if name(entry(stream, "/Subtype")) == "Image":
        return "picture"
    if key in _FONT_KEYS:
        return "font"
    if entry(stream, "/ShadingType") is not None:
        return "shading"
    plain = entry(stream, "/Type") is None and entry(stream, "/FunctionType") is None
    return "profile" if plain and entry(stream, "/N") is not None else "stream"


def _damage(kind: str, stream: Any) -> str:
    """What is wrong with a stream; nothing where all of it is there, or it is packed in a way nobody knows."""
    try:
        packings = [name(each) for each in kids(entry(stream, "/Filter"))]
        if set(packings) <= _PLAIN:
            return _READERS[kind](stream)
        if kind == "picture" and packings == ["CCITTFaxDecode"]:
            return _fax(stream)
        if kind == "picture" and set(packings[:-1]) <= _PLAIN and packings[-1] in _CODECS:
            return _CODECS[packings[-1]](_unpacked(stream, packings[:-1]))
    except InputError as error:
        return error.problems[0].message
    except (PdfError, RuntimeError):
        return "its packing cannot be undone"
    return ""


def _unpacked(stream: Any, before: list[str]) -> bytes:
    """What the last packing is given."""
    data: bytes = stream.read_raw_bytes()
    for packing in before:
        if packing != "FlateDecode":
            raise InputError(f"packed in {packing} before anything else")
        data, ends = _inflate(data, keep=True)
        if not ends:
            raise InputError("its data end early")
    return data


def _inflate(data: bytes, *, keep: bool) -> tuple[bytes, bool]:
    """What is packed, or only as many noughts as it has bytes, and whether it comes to its end.

    The sum at the end is not asked for: some programs leave it out.
    """
    packer = zlib.decompressobj(-zlib.MAX_WBITS)
    data, size, parts = data[2:], 0, []
    try:
        while data and not packer.eof and size <= MAX_DATA:
            part = packer.decompress(data, _CHUNK)
            size += len(part)
            parts += [part] if keep else []
            data = packer.unconsumed_tail
        while not packer.eof and size <= MAX_DATA and (part := packer.decompress(b"", _CHUNK)):
            size += len(part)
            parts += [part] if keep else []
    except zlib.error:
        return (b"".join(parts) if keep else bytes(size)), False
    return (b"".join(parts) if keep else bytes(min(size, MAX_DATA))), packer.eof or size > MAX_DATA


def _packed(stream: Any) -> str:
    """Whether what is packed comes to its end, and a table of samples has all of them."""
    packings = kids(entry(stream, "/Filter"))
    raw: bytes = stream.read_raw_bytes()
    if packings and name(packings[0]) == "FlateDecode" and raw and not _inflate(raw, keep=False)[1]:
        return "its data end early"
    if whole(entry(stream, "/FunctionType")) == 0:
        values = math.prod(numbers(entry(stream, "/Size"))) * (len(numbers(entry(stream, "/Range"))) // 2)
        bits = values * (number(entry(stream, "/BitsPerSample")) or 0.0)
        if bits < 8 * MAX_DATA and len(stream_data(stream)) < math.ceil(bits / 8):
            return "a table of samples ends early"
    return ""


# Pictures


def _raster(picture: Any) -> str:
    """Pixels without a codec of their own: as many bytes as rows and columns need."""
    width, height = whole(entry(picture, "/Width")), whole(entry(picture, "/Height"))
    stencil = entry(picture, "/ImageMask") is True
    bits = 1 if stencil else whole(entry(picture, "/BitsPerComponent"))
    channels = 1 if stencil else read_space(entry(picture, "/ColorSpace")).channels
    if min(width, height, bits) < 1 or width * height > MAX_PIXELS:
        return "its size is missing or beyond all bounds"
    length, ends = _length(picture)
    row = math.ceil(width * max(channels, 1) * bits / 8)
    if row * height > length:
        return f"{length // row} of {height} rows of pixels are there"
    return "" if ends or channels else "its data end early"


def _length(picture: Any) -> tuple[int, bool]:
    """How many bytes of pixels there are, and whether the packing comes to its end."""
    packings = [name(each) for each in kids(entry(picture, "/Filter"))]
    if packings != ["FlateDecode"]:
        return len(picture.read_bytes() if packings else picture.read_raw_bytes()), True
    data, ends = _inflate(picture.read_raw_bytes(), keep=False)
    parameters = next((each for each in kids(entry(picture, "/DecodeParms")) if is_dictionary(each)), None)
    if (number(entry(parameters, "/Predictor")) or 1) < 10:
        return len(data), ends
    # Each row begins with the number of its predictor.
    columns = number(entry(parameters, "/Columns")) or 1
    colours, bits = (
        number(entry(parameters, key)) or usual for key, usual in (("/Colors", 1), ("/BitsPerComponent", 8))
    )
    row = math.ceil(columns * colours * bits / 8)
    full, left = divmod(len(data), row + 1)
    return full * row + max(left - 1, 0), ends


def _by_pillow(form: str) -> Callable[[bytes], str]:
    def read(data: bytes) -> str:
        from PIL import Image

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", Image.DecompressionBombWarning)
                image = Image.open(io.BytesIO(data), formats=(form,))
            if image.width * image.height > MAX_PIXELS:
                return "its size is beyond all bounds"
            # An eighth of the pixels takes all of the data.
            image.draft(None, (max(image.width // 8, 1), max(image.height // 8, 1)))
            image.load()
        except (OSError, SyntaxError, ValueError, EOFError, struct.error, Image.DecompressionBombError):
            return "it is no picture of its kind, or ends early"
        return ""

    return read


def _jpeg_2000(data: bytes) -> str:
    # Within its data no byte above 8F follows FF: the mark of the end is nowhere else.
    return _by_pillow("JPEG2000")(data) if b"\xff\xd9" in data else "its data end early"


def _jbig2(data: bytes) -> str:
    """Segments one after another, each as long as it says."""
    at = 0
    try:
        while at < len(data):
            own, flags, count = struct.unpack_from(">IBB", data, at)
            referred, at = count >> 5, at + 6
            if referred == 7:
                referred = struct.unpack_from(">I", data, at - 1)[0] & 0x1FFFFFFF
                at += 3 + (referred + 8) // 8
            at += referred * (1 if own <= 256 else 2 if own <= 65536 else 4) + (4 if flags & 64 else 1)
            (size,) = struct.unpack_from(">I", data, at)
            at += 4 + (0 if size == 0xFFFFFFFF else size)
            if size == 0xFFFFFFFF:
                return ""
    except struct.error:
        return "its data end early"
    return "" if data and at == len(data) else "its data end early"


def _fax(picture: Any) -> str:
    """Two-dimensional fax data end with a mark, unless they say that they do not; of others nobody can say it."""
    parameters = next((each for each in kids(entry(picture, "/DecodeParms")) if is_dictionary(each)), None)
    if (number(entry(parameters, "/K")) or 0.0) >= 0 or entry(parameters, "/EndOfBlock") is False:
        return ""
    data: bytes = picture.read_raw_bytes()[-64:]
    bits = "".join(f"{byte:08b}" for byte in data)
    return "" if "000000000001000000000001" in bits else "its data end early"


_CODECS: dict[str, Callable[[bytes], str]] = {
    "DCTDecode": _by_pillow("JPEG"),
    "JPXDecode": _jpeg_2000,
    "JBIG2Decode": _jbig2,
}

# Fonts, profiles, shadings


def _font(stream: Any) -> str:
    data = stream_data(stream)
    parts = [whole(entry(stream, key)) for key in ("/Length1", "/Length2")]
    if data[:4] in (b"\0\1\0\0", b"true", b"OTTO", b"ttcf"):
        return _tables(data)
    if entry(stream, "/Subtype") is not None:
        return _compact(data)
    if min(parts) > 0 and sum(parts) > len(data):
        return "its data end early"
    return "" if data[:1] in (b"%", b"\x80", b"\1") else "it is no font"


def _tables(data: bytes) -> str:
    try:
        (count,) = struct.unpack_from(">H", data, 4)
        ends = [sum(struct.unpack_from(">II", data, 12 + 16 * at + 8)) for at in range(count)]
    except struct.error:
        return "its data end early"
    return "" if data[:4] == b"ttcf" or (ends and max(ends) <= len(data)) else "its data end early"


def _compact(data: bytes) -> str:
    """A font in the compact format: its last letter is there."""
    from fontTools.cffLib import CFFFontSet

    try:
        fonts = CFFFontSet()
        fonts.decompile(io.BytesIO(data), None)
        letters = fonts[0].CharStrings.charStringsIndex
        last = letters[len(letters) - 1].bytecode
    # The library says in many ways that it cannot go on.
    except Exception:
        return "it is no font, or ends early"
    return "" if last else "its data end early"


def _profile(stream: Any) -> str:
    data = stream_data(stream)
    if len(data) < 132:
        return "it is no colour profile, or ends early"
    (size,), (count,) = struct.unpack_from(">I", data), struct.unpack_from(">I", data, 128)
    try:
        ends = [sum(struct.unpack_from(">II", data, 136 + 12 * at)) for at in range(min(count, 1000))]
    except struct.error:
        ends = [len(data) + 1]
    return "its data end early" if max([size, *ends]) > len(data) else ""


def _shading(stream: Any) -> str:
    kind = whole(entry(stream, "/ShadingType"))
    data = stream_data(stream)
    place, colour, flag = (
        whole(entry(stream, key)) for key in ("/BitsPerCoordinate", "/BitsPerComponent", "/BitsPerFlag")
    )
    channels = (
        1 if entry(stream, "/Function") is not None else read_space(entry(stream, "/ColorSpace")).channels
    )
    if kind not in (4, 5, 6, 7) or min(place, colour) < 1 or not channels:
        return ""
    if kind in (6, 7):
        left = _patches(data, flag, place, colour * channels, 12 if kind == 6 else 16)
    else:
        bits = 2 * place + colour * channels + (max(flag, 0) if kind == 4 else 0)
        rows = max(whole(entry(stream, "/VerticesPerRow")), 1) if kind == 5 else 1
        left = len(data) % (math.ceil(bits / 8) * rows)
    return "its data end early" if not data or (left and data[-left:].strip()) else ""


def _patches(data: bytes, flag: int, place: int, colour: int, points: int) -> int:
    """How many bytes are left over behind the last whole patch; each begins with how it hangs on the one before."""
    at = 0
    while at < len(data) and flag > 0:
        joined = data[at] >> max(8 - flag, 0) & 3
        bits = flag + 2 * place * (points - 4 if joined else points) + colour * (2 if joined else 4)
        size = math.ceil(bits / 8)
        if at + size > len(data):
            return len(data) - at
        at += size
    return 0


_READERS: dict[str, Callable[[Any], str]] = {
    "picture": _raster,
    "font": lambda stream: _packed(stream) or _font(stream),
    "profile": lambda stream: _packed(stream) or _profile(stream),
    "shading": lambda stream: _packed(stream) or _shading(stream),
    "stream": _packed,
}
