"""Reads the header of a bitmap file: digest, size in pixels and format."""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from printkit.errors import InputError
from printkit.scene.source import open_source

__all__ = ["MAX_PICTURE_BYTES", "MAX_PIXELS", "PictureInfo", "read_picture"]

MAX_PICTURE_BYTES = 64_000_000
# 40 million pixels are an A3 sheet at 450 dpi; unpacked they fill 160 MB.
MAX_PIXELS = 40_000_000

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"\x00\x00\x00\x00IEND\xaeB`\x82"
# Colour type: name, bits per sample that every reader we hand the file to unpacks alike.
_PNG_KINDS = {
    0: ("grey", (1, 2, 4, 8)),
    2: ("colour", (8,)),
    3: ("palette", (1, 2, 4, 8)),
    4: ("grey with alpha", (8,)),
    6: ("colour with alpha", (8,)),
}
_JPEG_FRAMES = {0xC0: "baseline", 0xC1: "extended", 0xC2: "progressive"}
_OTHER_FRAMES = frozenset({0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})

_WEBP_MOVES = 0x02

_SAVE_AGAIN = "open it and save it again as PNG or JPEG"


@dataclass(frozen=True, slots=True)
class PictureInfo:
    """A bitmap: SHA-256 of its bytes as hex, width and height in pixels, and what it is."""

    digest: str
    pixels: tuple[int, int]
    format: Literal["png", "jpeg", "webp"]


def read_picture(path: Path, *, file: str, root: Path | None = None) -> PictureInfo:
    """What a PNG, JPEG or WebP file says of itself; pixels are not unpacked.

    `file` is the name problems carry. A link may only lead into `root` (default: the file's folder).
    InputError: another format, a kind of PNG or JPEG that printing cannot promise (interlaced, 16 bits a
    sample, lossless JPEG), a file cut short, too many pixels or too many bytes.
    """
    stream, size = open_source(path, file=file, root=root, limit=MAX_PICTURE_BYTES)
    with stream:
        try:
            head = stream.read(8)
            if head == _PNG:
                kind: Literal["png", "jpeg", "webp"] = "png"
                pixels = _png(stream)
            elif head[:2] == b"\xff\xd8":
                kind = "jpeg"
                pixels = _jpeg(stream, size)
            elif head[:4] == b"RIFF" and stream.read(4) == b"WEBP":
                kind = "webp"
                pixels = _webp(stream, size)
            else:
                raise InputError("this is neither PNG, JPEG nor WebP", hint=_SAVE_AGAIN)
            _check_size(pixels)
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


def _check_size(pixels: tuple[int, int]) -> None:
    width, height = pixels
    if not width or not height:
        raise InputError(f"the picture has {width} × {height} pixels", hint=_SAVE_AGAIN)
    if width * height > MAX_PIXELS:
        raise InputError(
            f"the picture has {width:,} × {height:,} pixels",
            hint=f"at most {MAX_PIXELS // 1_000_000} million; 300 dpi is enough for print",
        )


def _png(stream: IO[bytes]) -> tuple[int, int]:
    head = stream.read(25)
    length, name, width, height, depth, colour, packing, filtering, interlace, check = struct.unpack(
        ">I4sIIBBBBBI", head
    )
    if name != b"IHDR" or length != 13 or zlib.crc32(head[4:21]) != check:
        raise InputError("the PNG header is damaged", hint="copy the file again")
    kind, depths = _PNG_KINDS.get(colour, ("unknown", ()))
    if depth not in depths:
        raise InputError(
            f"PNG of kind {kind!r} with {depth} bits per sample is not supported", hint="save it with 8 bits"
        )
    if interlace:
        raise InputError("an interlaced PNG is not supported", hint="save it without interlacing (Adam7)")
    if packing or filtering:
        raise InputError("the PNG header is damaged", hint="copy the file again")
    has_pixels = False
    at = 33
    while True:
        stream.seek(at)
        length, name = struct.unpack(">I4s", stream.read(8))
        if name == b"IEND":
            break
        has_pixels = has_pixels or name == b"IDAT"
        at += 12 + length
    stream.seek(at)
    if stream.read(13) != _PNG_END or not has_pixels:
        raise InputError("the PNG is damaged at its end", hint="copy the file again")
    return width, height


def _jpeg(stream: IO[bytes], size: int) -> tuple[int, int]:
    stream.seek(max(size - 2, 0))
    if stream.read(2) != b"\xff\xd9":
        raise InputError("the JPEG does not end where it should", hint=_SAVE_AGAIN)
    at = 2
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
            return _frame(stream.read(8), code)
        elif code in (0xD9, 0xDA):
            raise InputError("the JPEG has no header before its pixels", hint="copy the file again")
        else:
            (length,) = struct.unpack(">H", stream.read(2))
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
        if head[0] & _WEBP_MOVES:
            raise InputError("a WebP that moves is not supported", hint=_SAVE_AGAIN)
        return 1 + int.from_bytes(head[4:7], "little"), 1 + int.from_bytes(head[7:10], "little")
    if kind == b"VP8L" and head[0] == 0x2F:
        bits = int.from_bytes(head[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and head[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", head[6:10])
        return width & 0x3FFF, height & 0x3FFF
    raise InputError("the WebP header is damaged", hint="copy the file again")
