"""Pictures that a browser decodes where there is no Pillow: formats it knows, profiles, and turned photos."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlencode

__all__ = ["Decode", "Pixels", "browser_pixels", "decode_by"]

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
