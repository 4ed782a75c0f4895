"""Reads what a bitmap file says of itself: digest, size in pixels as it is seen, and format."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from printkit.errors import InputError
from printkit.material.bitmaps import check_size, read_bitmap
from printkit.scene.source import open_source

__all__ = ["MAX_PICTURE_BYTES", "PictureInfo", "read_picture"]

MAX_PICTURE_BYTES = 256_000_000

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"\x00\x00\x00\x00IEND\xaeB`\x82"
# Colour type: bits per sample.
_PNG_KINDS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_JPEG_FRAMES = {0xC0: "baseline", 0xC1: "extended", 0xC2: "progressive"}
_OTHER_FRAMES = frozenset({0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_APP1 = 0xE1

# EXIF: the tag that says how a picture is turned, and the turns that lay it on its side.
_ORIENTATION, _ON_ITS_SIDE = 0x0112, range(5, 9)

_SAVE_AGAIN = "open it and save it again as PNG or JPEG"


@dataclass(frozen=True, slots=True)
class PictureInfo:
    """A bitmap: SHA-256 of its bytes as hex, width and height in pixels as it is seen, and its format's name."""

    digest: str
    pixels: tuple[int, int]
    format: str


def read_picture(path: Path, *, file: str, root: Path | None = None) -> PictureInfo:
    """What a bitmap file says of itself; the pixels of PNG, JPEG and WebP are not unpacked.

    The format is that of the content, whatever the file is called. `file` is the name problems carry. A link may
    only lead into `root` (default: the file's folder). InputError: no bitmap, a kind of JPEG that no reader takes
    (lossless), a file cut short, too many pixels or too many bytes.
    """
    stream, size = open_source(path, file=file, root=root, limit=MAX_PICTURE_BYTES)
    with stream:
        try:
            start = stream.read(12)
            stream.seek(0)
            kind = next((kind for kind, (mark, at, _) in _READERS.items() if start[at:].startswith(mark)), "")
            if kind:
                pixels = _READERS[kind][2](stream, size)
            else:
                kind, pixels = _other(stream.read(), file)
            check_size(pixels, 0)
            stream.seek(0)
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except struct.error:
            raise InputError("the file is truncated", file=file, hint="copy the file again") from None
        except InputError as error:
            problem = error.problems[0]
            raise InputError(problem.message, file=file, hint=problem.hint) from error
        except OSError as error:
            raise InputError("cannot read the file", file=file, hint="copy the file again") from error
    return PictureInfo(digest, pixels, kind)


def _other(data: bytes, file: str) -> tuple[str, tuple[int, int]]:
    bitmap = read_bitmap(data, file)
    return bitmap.format.lower(), bitmap.image.size


def _seen(pixels: tuple[int, int], exif: bytes) -> tuple[int, int]:
    """The size of a picture after the turn that its EXIF asks for; EXIF that makes no sense asks for none."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    try:
        if order is None:
            return pixels
        (at,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, at)
        for entry in range(count):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, at + 2 + 12 * entry)
            if tag == _ORIENTATION:
                return pixels[::-1] if value in _ON_ITS_SIDE else pixels
    except struct.error:
        pass
    return pixels


def _png(stream: IO[bytes], size: int) -> tuple[int, int]:
    stream.seek(8)
    head = stream.read(25)
    length, name, width, height, depth, colour, packing, filtering, interlace, check = struct.unpack(
        ">I4sIIBBBBBI", head
    )
    if name != b"IHDR" or length != 13 or zlib.crc32(head[4:21]) != check:
        raise InputError("the PNG header is damaged", hint="copy the file again")
    if packing or filtering or interlace > 1 or depth not in _PNG_KINDS.get(colour, ()):
        raise InputError("the PNG header is damaged", hint="copy the file again")
    has_pixels, exif = False, b""
    at = 33
    while True:
        stream.seek(at)
        length, name = struct.unpack(">I4s", stream.read(8))
        if name == b"IEND":
            break
        has_pixels = has_pixels or name == b"IDAT"
        if name == b"eXIf":
            exif = stream.read(length)
        at += 12 + length
    stream.seek(at)
    if stream.read(13) != _PNG_END or not has_pixels:
        raise InputError("the PNG is damaged at its end", hint="copy the file again")
    # Pillow unpacks grey and palettes to a byte a pixel, all else to four.
    check_size((width, height), width * height * (1 if colour in (0, 3) and depth <= 8 else 4))
    return _seen((width, height), exif)


def _jpeg(stream: IO[bytes], size: int) -> tuple[int, int]:
    stream.seek(max(size - 2, 0))
    if stream.read(2) != b"\xff\xd9":
        raise InputError("the JPEG does not end where it should", hint=_SAVE_AGAIN)
    at, exif = 2, b""
    while True:
        stream.seek(at)
        mark, code = struct.unpack("BB", stream.read(2))
        if mark != 0xFF:
            raise InputError("the JPEG header is damaged", hint="copy the file again")
        if code == 0xFF:
            at += 1
        elif code in _ALONE:
            at += 2
        elif code in _JPEG_FRAMES or code in _OTHER_FRAMES:
            return _seen(_frame(stream.read(8), code), exif)
        elif code in (0xD9, 0xDA):
            raise InputError("the JPEG has no header before its pixels", hint="copy the file again")
        else:
            (length,) = struct.unpack(">H", stream.read(2))
            if code == _APP1 and not exif and stream.read(6) == b"Exif\0\0":
                exif = stream.read(max(length - 8, 0))
            at += 2 + max(length, 2)


def _frame(head: bytes, code: int) -> tuple[int, int]:
    _, depth, height, width, components = struct.unpack(">HBHHB", head)
    if code in _OTHER_FRAMES:
        raise InputError("this kind of JPEG (lossless or arithmetic) is not supported", hint=_SAVE_AGAIN)
    if depth != 8:
        raise InputError(f"a JPEG with {depth} bits per sample is not supported", hint="save it with 8 bits")
    if components not in (1, 3, 4):
        raise InputError(
            f"a JPEG with {components} colour channels is not supported", hint="save it as grey, RGB or CMYK"
        )
    return width, height


def _webp(stream: IO[bytes], size: int) -> tuple[int, int]:
    """Width and height of a still WebP, from whichever of the three kinds of first chunk it has."""
    stream.seek(4)
    (length,) = struct.unpack("<I", stream.read(4))
    if length + 8 > size:
        raise InputError("the file is truncated", hint="copy the file again")
    stream.seek(12)
    kind, _, head = struct.unpack("<4sI10s", stream.read(18))
    if kind == b"VP8X":
        pixels = 1 + int.from_bytes(head[4:7], "little"), 1 + int.from_bytes(head[7:10], "little")
        return _seen(pixels, _webp_exif(stream, size))
    if kind == b"VP8L" and head[0] == 0x2F:
        bits = int.from_bytes(head[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and head[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", head[6:10])
        return width & 0x3FFF, height & 0x3FFF
    raise InputError("the WebP header is damaged", hint="copy the file again")


def _webp_exif(stream: IO[bytes], size: int) -> bytes:
    at = 12
    while at + 8 <= size:
        stream.seek(at)
        name, length = struct.unpack("<4sI", stream.read(8))
        if name == b"EXIF":
            return stream.read(length).removeprefix(b"Exif\0\0")
        at += 8 + length + length % 2
    return b""


_READERS: dict[str, tuple[bytes, int, Callable[[IO[bytes], int], tuple[int, int]]]] = {
    "png": (_PNG, 0, _png),
    "jpeg": (b"\xff\xd8", 0, _jpeg),
    "webp": (b"WEBP", 8, _webp),
}
