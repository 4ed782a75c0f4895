"""Renders scenes and SVG as PNG, and packs pixels as pictures for pages on a screen."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Collection
from typing import Any

from printkit.backends.svg import scene_svg
from printkit.errors import InputError
from printkit.scene.model import Layer, Scene

__all__ = ["cairo_library", "pixels_png", "png_jpeg", "png_webp", "scene_png", "svg_png"]

# More than a large-format printer needs; beyond it the bitmap alone would fill the memory.
MAX_PIXELS = 200_000_000
# Signature and IHDR.
_HEADER = 33


def scene_png(
    scene: Scene,
    px_per_mm: float,
    *,
    layers: Collection[Layer] | None = None,
    bleed: bool = True,
    ground: str | None = "white",
) -> bytes:
    """One drawing on white or on nothing, width and height rounded up to whole pixels."""
    size = scene.extent if bleed else scene.trim
    return svg_png(scene_svg(scene, layers=layers, bleed=bleed), size.width, size.height, px_per_mm, ground)


def svg_png(svg: str, width: float, height: float, px_per_mm: float, ground: str | None = "white") -> bytes:
    """An SVG of that size in mm, on white or on nothing."""
    pixels = [-int(-round(edge * px_per_mm, 6) // 1) for edge in (width, height)]
    if min(pixels) < 1 or pixels[0] * pixels[1] > MAX_PIXELS:
        raise InputError(
            f"cannot draw {pixels[0]} × {pixels[1]} pixels", hint=f"at most {MAX_PIXELS:,} pixels"
        )
    data = cairo_library().svg2png(
        bytestring=svg.encode("utf-8"),
        output_width=pixels[0],
        output_height=pixels[1],
        background_color=ground,
    )
    return _described(bytes(data), px_per_mm)


def pixels_png(pixels: Any) -> bytes:
    """Rows by columns of red, green and blue, 0 to 255, as they are."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def png_jpeg(png: bytes) -> bytes:
    """The same picture as a JPEG of high quality, all colours at full resolution."""
    from PIL import Image

    stream = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        image.convert("RGB").save(stream, "JPEG", quality=92, subsampling=0)
    return stream.getvalue()


def png_webp(png: bytes, description: str = "", quality: int = 85) -> bytes:
    """The same picture as a WebP of that quality of 100, with a description that programs can read if there is one."""
    from PIL import Image
    from PIL.ExifTags import Base

    stream = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        exif = image.getexif()
        if description:
            exif[Base.ImageDescription] = description
        image.convert("RGB").save(stream, "WEBP", quality=quality, method=6, exif=exif)
    return stream.getvalue()


def _described(png: bytes, px_per_mm: float) -> bytes:
    """The PNG with its colour space (sRGB) and its resolution, behind the header: cairo states neither."""
    metre = round(px_per_mm * 1000)
    chunks = _chunk(b"sRGB", b"\0") + _chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1))
    return png[:_HEADER] + chunks + png[_HEADER:]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def cairo_library() -> Any:
    """cairosvg; without it, or without libcairo, an InputError that says how to get it."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        raise InputError(
            "PNG pictures need the cairo library, which is not installed",
            hint="apt install libcairo2, or brew install cairo",
        ) from error
    return cairosvg
