"""Pictures without Pillow, as in a browser: what JPEG and PNG say, and whatever else the browser decodes."""

from __future__ import annotations

import io
import struct
import zlib
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import IO, Any, NamedTuple
from urllib.parse import urlencode

from printkit.errors import InputError
from printkit.material.png_data import PNG_MARK, png_chunks
from printkit.material.unread import START, unread

__all__ = [
    "BarePicture",
    "Decode",
    "Opened",
    "Pixels",
    "bare_picture",
    "browser_pixels",
    "decode_by",
    "opened",
    "unfilter_by",
]


# ── pictures that a browser decodes where there is no Pillow ─────────────────────────────────────────────────────────

Decode = Callable[[bytes, str], bytes | None]
"""Decodes a file, as a query says: width and height (4 bytes each, little-endian), then three or four bytes a pixel.

Where these are too many there are none. `convert` applies the file's colour profile; `under` is the colour (hex) of
what is transparent. None where it cannot.
"""

# Where it begins so, Pillow's name of the format.
_FORMATS = (
    (8, b"WEBP", "WEBP"), (0, b"GIF8", "GIF"), (0, b"BM", "BMP"), (4, b"ftypavif", "AVIF"), (0, b"\xff\xd8", "JPEG"),
    (0, b"\x89PNG", "PNG"),
)  # fmt: skip
_PROFILES = (b"ICC_PROFILE", b"iCCP", b"ICCP", b"colrprof")
_SRGB = (b"sRGB", b"s\0R\0G\0B")
_decode: list[Decode] = []


class Pixels(NamedTuple):
    """The pixels of a picture: Pillow's mode (L, RGB or RGBA), width and height, the channels, and its format.

    Where they are too many, there are no channels.
    """

    mode: str
    size: tuple[int, int]
    data: bytes
    format: str


def decode_by(function: Decode) -> None:
    """Decode by this; without it nothing is decoded."""
    _decode.append(function)


def browser_pixels(data: bytes) -> Pixels | None:
    """What a browser makes of a file; None where there is none, or it does not know the format."""
    form = next((name for at, mark, name in _FORMATS if data[at:].startswith(mark)), "")
    if not _decode or not form:
        return None
    profile = any(mark in data for mark in _PROFILES) and not any(name in data for name in _SRGB)
    under = _under(data) if form == "GIF" else ""
    made = _decode[-1](data, urlencode({"convert": "1" if profile else "", "under": under}))
    if made is None:
        return None
    width, height = struct.unpack_from("<II", made)
    channels = (len(made) - 8) // (width * height)
    if channels == 3 and _grey(data, form):
        return Pixels("L", (width, height), made[8::3], form)
    return Pixels({0: "RGB", 3: "RGB", 4: "RGBA"}[channels], (width, height), made[8:], form)


def _under(data: bytes) -> str:
    """The colour that a GIF's transparent pixels have in its palette, which a browser leaves out: PDFs hold it."""
    try:
        at, palette = _palette(data, 10, 13)
        key = -1
        while data[at] == 0x21:
            if data[at + 1] == 0xF9 and data[at + 3] & 1:
                key = data[at + 6]
            at += 2
            while data[at]:
                at += data[at] + 1
            at += 1
        palette = _palette(data, at + 9, at + 10)[1] or palette
    except IndexError:
        return ""
    return palette[3 * key : 3 * key + 3].hex() if key >= 0 else ""


def _grey(data: bytes, form: str) -> bool:
    """Whether a palette says grey as Pillow reads it: each number is its own brightness, or two are black and white."""
    if form == "GIF":
        palette = _palette(data, 10, 13)[1]
    elif form == "BMP" and int.from_bytes(data[28:30], "little") <= 8:
        # No more than its bits can name: browsers read a file that says so.
        start, most = 14 + data[14], 1 << data[28]
        count = min(int.from_bytes(data[46:50], "little") or most, most)
        palette = b"".join(data[at : at + 3] for at in range(start, start + 4 * count, 4))
    else:
        return False
    count = len(palette) // 3
    ramp = range(0, 256, 255) if form == "BMP" and count == 2 else range(count)
    return count > 0 and palette == bytes(value for value in ramp for _ in range(3))


def _palette(data: bytes, flags: int, at: int) -> tuple[int, bytes]:
    """What follows a palette, and the palette: none where its flags say so."""
    end = at + (6 << (data[flags] & 7) if data[flags] & 0x80 else 0)
    return end, data[at:end]


# ── pictures without Pillow, as in a browser ─────────────────────────────────────────────────────────────────────────

Unfilter = Callable[[bytes, int, int], bytes]
"""The rows of a PNG, each with its filter before it, the bytes of a row and of a pixel; the rows as they were."""

_HINT = "save it as PNG or JPEG of 8 bits in sRGB, or build this kit with the installed printkit"
# Bytes of a colour profile: the largest of real printers have a few million.
_MOST_PROFILE = 16_000_000
# Colour type: Pillow's mode, and channels.
_KINDS = {0: ("L", 1), 2: ("RGB", 3), 3: ("P", 1), 4: ("LA", 2), 6: ("RGBA", 4)}
# The passes of an interlaced PNG: first column and row, and steps.
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_JPEG_MODES = {1: "L", 3: "RGB", 4: "CMYK"}
_SPACES = {"L": b"GRAY", "LA": b"GRAY", "RGB": b"RGB ", "RGBA": b"RGB "}
_ORIENTATION = 0x0112
_SMALLER = "save it smaller, 600 dpi is enough for print"
# Browsers turn JPEGs alone.
_TURN_HINT = "turn it, save it again, or build this kit with the installed printkit"
_TURN = "is turned by what its EXIF says, which is not done here"


class Opened(NamedTuple):
    """What a file is: its picture, its format, and whether its own bytes show just these pixels in every program."""

    image: BarePicture
    format: str
    plain: bool


class BarePicture:
    """A picture as far as it is needed to write a PDF; it answers to the names that Pillow has for the same.

    What only Pillow can do with it is an InputError.
    """

    def __init__(
        self, mode: str, size: tuple[int, int], pixels: Callable[[], bytes], file: str = "", form: str = ""
    ) -> None:
        self.mode, self.size, self.format, self.file = mode, size, form, file
        self.width, self.height = size
        self.info: dict[str, Any] = {}
        self._pixels = pixels

    def __getattr__(self, name: str) -> Any:
        # Libraries look whether it has a file, a name.
        if name.startswith("_") or name in ("fp", "filename", "fileName"):
            raise AttributeError(name)
        raise InputError("would have to be changed, which cannot be done here", file=self.file, hint=_HINT)

    @cached_property
    def _bytes(self) -> bytes:
        return self._pixels()

    def tobytes(self) -> bytes:
        """The channels of each pixel, row by row."""
        return self._bytes

    def getchannel(self, name: str) -> BarePicture:
        """One channel alone."""
        at, step = self.mode.index(name), len(self.mode)
        return BarePicture("L", self.size, lambda: self._bytes[at::step], self.file)

    def getextrema(self) -> tuple[int, int]:
        """The least and the greatest value of a picture of one channel."""
        return min(self._bytes), max(self._bytes)

    def getcolors(self, most: int = 256) -> tuple[()]:
        """No answer that would make a photo of it: nothing here can pack one."""
        return ()

    def save(self, stream: IO[bytes], form: str, **_given: object) -> None:
        """Write it as PNG."""
        line, kind = (
            self.width * len(self.mode),
            next(kind for kind, (mode, _) in _KINDS.items() if mode == self.mode),
        )
        rows = b"".join(b"\0" + self._bytes[at : at + line] for at in range(0, len(self._bytes), line))
        head = struct.pack(">IIBBBBB", *self.size, 8, kind, 0, 0, 0)
        stream.write(PNG_MARK)
        for name, data in ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b"")):
            stream.write(
                struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            )

    def convert(self, mode: str) -> BarePicture:
        """The same, or without its transparency."""
        if mode == self.mode:
            return self
        if mode != self.mode.removesuffix("A"):
            raise InputError(f"is {self.mode}, and {mode} is needed", file=self.file, hint=_HINT)
        step = len(self.mode)
        return BarePicture(mode, self.size, lambda: _woven([self._bytes[at::step] for at in range(step - 1)]))


def bare_picture(data: bytes, file: str) -> Opened:
    """The picture of a JPEG or PNG, or of what the browser decodes; InputError for any other file."""
    try:
        return _bare(data, file)
    except InputError as error:
        # What is damaged a browser would show in part.
        found = browser_pixels(data) if error.problems[0].hint == _HINT else None
        if found is None:
            known = unread(data[:START])
            raise (InputError(f"is {known[0]}", file=file, hint=known[1]) if known else error) from None
    if not found.data:
        width, height = found.size
        raise InputError(f"has {width:,} × {height:,} pixels", file=file, hint=_SMALLER)
    image = BarePicture(found.mode, found.size, lambda: found.data, file, found.format)
    return Opened(image, found.format, plain=False)


def _bare(data: bytes, file: str) -> Opened:
    if data.startswith(PNG_MARK):
        return _png(data, file)
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data, file)
    if data[8:12] == b"WEBP" and _turned(data.partition(b"EXIF")[2][4:].removeprefix(b"Exif\0\0")):
        raise InputError(_TURN, file=file, hint=_TURN_HINT)
    if data[:4] in (b"II*\0", b"MM\0*"):
        raise InputError("is a TIFF, which browsers do not read", file=file, hint=_HINT)
    raise InputError("is no picture that this browser reads", file=file, hint=_HINT)


def opened(stream: IO[bytes]) -> BarePicture:
    """The same of a stream, for libraries that ask Pillow."""
    return bare_picture(stream.read(), "").image


def _woven(channels: list[bytes]) -> bytes:
    made = bytearray(len(channels) * len(channels[0]))
    for at, channel in enumerate(channels):
        made[at :: len(channels)] = channel
    return bytes(made)


def _checked_profile(profile: bytes, mode: str, file: str) -> None:
    """Refuse a profile by which colours would have to be converted; one of other channels says nothing."""
    name = profile.replace(b"\0", b"")
    if len(profile) > 128 and profile[16:20] == _SPACES.get(mode) and b"sRGB" not in name:
        raise InputError("has a colour profile, which cannot be applied here", file=file, hint=_HINT)


# ── PNG ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Head(NamedTuple):
    width: int
    height: int
    depth: int
    kind: int
    packing: int
    filtering: int
    interlaced: int


def _png(data: bytes, file: str) -> Opened:
    try:
        parts = defaultdict[bytes, list[bytes]](list)
        for name, part in png_chunks(data):
            parts[name].append(part)
        chunks = {name: b"".join(each) if name == b"IDAT" else each[-1] for name, each in parts.items()}
        head = _Head(*struct.unpack(">IIBBBBB", chunks[b"IHDR"]))
        mode, channels = _KINDS[head.kind]
        key = chunks.get(b"tRNS", b"")
        if (head.depth == 16 and head.kind == 0) or (key and head.kind != 3):
            raise InputError("has 16 bits of grey, or one transparent colour", file=file, hint=_HINT)
        if mode == "P":
            mode = "RGBA" if key else "RGB"
        if _turned(chunks.get(b"eXIf", b"")):
            raise InputError(_TURN, file=file, hint=_TURN_HINT)
        if profile := chunks.get(b"iCCP"):
            _checked_profile(_unpacked(profile.partition(b"\0")[2][1:], _MOST_PROFILE), mode, file)
    except (KeyError, TypeError, struct.error, zlib.error) as error:
        raise InputError("is not a readable image", file=file, hint="save it again as PNG") from error
    palette = chunks.get(b"PLTE", b"")

    def pixels() -> bytes:
        try:
            values = _values(head, channels, chunks[b"IDAT"])
        except (KeyError, IndexError, ValueError, zlib.error) as error:
            raise InputError("is not a readable image", file=file, hint="save it again as PNG") from error
        return _by_palette(values, palette, key) if palette and head.kind == 3 else values

    return Opened(
        BarePicture(mode, (head.width, head.height), pixels, file, "PNG"), "PNG", plain=head.depth != 16
    )


def _unpacked(packed: bytes, most: int) -> bytes:
    """At most so many bytes: more may be packed in a small file than memory holds."""
    return zlib.decompressobj().decompress(packed, max(most, 1))


def _values(head: _Head, channels: int, packed: bytes) -> bytes:
    """The values of every channel as bytes, row by row."""
    passes = _PASSES if head.interlaced else ((0, 0, 1, 1),)
    sizes = [
        (-(-(head.width - left) // across), -(-(head.height - top) // down))
        for left, top, across, down in passes
    ]
    rest = _unpacked(packed, sum(height * (_line(head, width, channels) + 1) for width, height in sizes))
    if not head.interlaced:
        return _rows(head, *sizes[0], channels, rest)[0]
    made = bytearray(head.width * head.height * channels)
    for (left, top, across, down), (width, height) in zip(passes, sizes, strict=True):
        if width < 1 or height < 1:
            continue
        rows, rest = _rows(head, width, height, channels, rest)
        for row in range(height):
            start = (top + row * down) * head.width * channels
            line = rows[row * width * channels : (row + 1) * width * channels]
            end = start + head.width * channels
            for channel in range(channels):
                made[start + left * channels + channel : end : across * channels] = line[channel::channels]
    return bytes(made)


def _line(head: _Head, width: int, channels: int) -> int:
    return -(-width * channels * head.depth // 8)


def _rows(head: _Head, width: int, height: int, channels: int, packed: bytes) -> tuple[bytes, bytes]:
    """Unfiltered rows as a byte a value, and what follows them."""
    line = _line(head, width, channels)
    size = height * (line + 1)
    if len(packed) < size:
        raise ValueError("too few rows")
    rows = _unfilter[-1](packed[:size], line, max(1, channels * head.depth // 8))
    if head.depth == 16:
        # As Pillow reads them: the lower half is left out.
        return rows[::2], packed[size:]
    if head.depth < 8:
        rows = _spread(rows, line, width, head)
    return rows, packed[size:]


def _spread(rows: bytes, line: int, width: int, head: _Head) -> bytes:
    """A byte a value where a byte holds several; grey is as bright as it was."""
    count, most = 8 // head.depth, (1 << head.depth) - 1
    times = 255 // most if head.kind == 0 else 1
    table = [
        bytes(times * (byte >> (8 - head.depth * (at + 1)) & most) for at in range(count))
        for byte in range(256)
    ]
    lines = (rows[at : at + line] for at in range(0, len(rows), line))
    return b"".join(b"".join(table[byte] for byte in each)[:width] for each in lines)


def _by_palette(values: bytes, palette: bytes, key: bytes) -> bytes:
    tables = [palette[at::3].ljust(256, b"\0") for at in range(3)]
    if key:
        tables.append(key.ljust(256, b"\xff"))
    return _woven([values.translate(table) for table in tables])


def _unfiltered(packed: bytes, line: int, step: int) -> bytes:
    before, made = bytearray(line), []
    for at in range(0, len(packed), line + 1):
        row = bytearray(packed[at + 1 : at + 1 + line])
        _undo(packed[at], row, before, step)
        made.append(row)
        before = row
    return b"".join(made)


def _undo(kind: int, row: bytearray, above: bytearray, step: int) -> None:
    """Take back one filter: the difference to the left, above, their mean, or the nearest of three (Paeth)."""
    for at, value in enumerate(row):
        left = row[at - step] if at >= step else 0
        up, corner = above[at], above[at - step] if at >= step else 0
        if kind == 1:
            row[at] = value + left & 255
        elif kind == 2:
            row[at] = value + up & 255
        elif kind == 3:
            row[at] = value + (left + up >> 1) & 255
        elif kind == 4:
            far = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            row[at] = value + (left, up, corner)[far.index(min(far))] & 255


# In a browser its own code does this many times faster.
_unfilter: list[Unfilter] = [_unfiltered]


def unfilter_by(function: Unfilter) -> None:
    """Undo the filters of PNG by this."""
    _unfilter.append(function)


# ── JPEG ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _jpeg(data: bytes, file: str) -> Opened:
    profile, turned = b"", False
    stream = io.BytesIO(data)
    stream.seek(2)
    try:
        while True:
            mark, code = struct.unpack(">BB", stream.read(2))
            if mark != 0xFF:
                raise ValueError("no segment")
            if code == 0xFF:
                stream.seek(-1, io.SEEK_CUR)
                continue
            (length,) = struct.unpack(">H", stream.read(2))
            segment = stream.read(length - 2)
            if code in (0xC0, 0xC1, 0xC2):
                break
            if code == 0xE2 and segment.startswith(b"ICC_PROFILE\0"):
                profile += segment[14:]
            if code == 0xE1 and segment.startswith(b"Exif\0\0"):
                turned = _turned(segment[6:])
        _, height, width, count = struct.unpack(">BHHB", segment[:6])
        mode = _JPEG_MODES[count]
    except (KeyError, ValueError, struct.error) as error:
        raise InputError("is not a readable image", file=file, hint="save it again as PNG") from error
    _checked_profile(profile, mode, file)

    def pixels() -> bytes:
        raise InputError("is a JPEG whose pixels would have to be changed", file=file, hint=_HINT)

    if turned:
        raise InputError(_TURN, file=file, hint=_HINT)
    return Opened(BarePicture(mode, (width, height), pixels, file, "JPEG"), "JPEG", plain=True)


def _turned(exif: bytes) -> bool:
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    try:
        if order is None:
            return False
        (at,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, at)
        entries = (struct.unpack_from(f"{order}HHIH", exif, at + 2 + 12 * each) for each in range(count))
        return any(tag == _ORIENTATION and value in range(2, 9) for tag, _, _, value in entries)
    except struct.error:
        return False
