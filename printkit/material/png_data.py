"""The packed pixels of a PNG as they stand in the file, where a PDF can hold them so."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["PNG_MARK", "PackedPng", "packed_png", "png_chunks"]

PNG_MARK = b"\x89PNG\r\n\x1a\n"
"""What every PNG begins with."""
# Colour type: channels. The others have alpha.
_CHANNELS = {0: 1, 2: 3, 3: 1}


class PackedPng(NamedTuple):
    """Rows of an opaque picture, each filtered as PNG does, packed by deflate; `palette` is RGB triples or empty."""

    width: int
    height: int
    depth: int
    channels: int
    palette: bytes
    packed: bytes


def packed_png(data: bytes) -> PackedPng | None:
    """The pixels of a PNG of 1 to 8 bits a channel; None for an interlaced or transparent one, or another file.

    The packed data is not checked: the caller has unpacked the picture before.
    """
    if not data.startswith(PNG_MARK):
        return None
    try:
        chunks = list(png_chunks(data))
        width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    except (struct.error, IndexError):
        return None
    names = {name for name, _ in chunks}
    palette = b"".join(part for name, part in chunks if name == b"PLTE") if colour == 3 else b""
    if interlaced or depth > 8 or colour not in _CHANNELS or b"tRNS" in names or b"acTL" in names:
        return None
    if colour == 3 and not (palette and len(palette) % 3 == 0):
        return None
    packed = b"".join(part for name, part in chunks if name == b"IDAT")
    return PackedPng(width, height, depth, _CHANNELS[colour], palette, packed)


def png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG up to its end, each with its name; struct.error where the file ends before."""
    at, name = len(PNG_MARK), b""
    while name != b"IEND":
        length, name = struct.unpack_from(">I4s", data, at)
        yield name, data[at + 8 : at + 8 + length]
        at += 12 + length
