"""Bitmaps for PDF: a PNG or JPEG file comes in, the entries and data of an image object go out."""

from __future__ import annotations

import io
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import numpy
from PIL import Image, ImageChops

from printkit.backends.pdf_content import Colours
from printkit.backends.pdf_document import compressed, name
from printkit.errors import InputError

__all__ = ["StoredPicture", "read_picture"]


class StoredPicture(NamedTuple):
    """An image object: its dictionary without length and filter, its data, and the filter they stand in."""

    entries: dict[str, Any]
    data: bytes
    encoding: str


def read_picture(file: str, colours: Colours, ink_limits: tuple[float, float] | None = None) -> StoredPicture:
    """The picture of a file, a JPEG as it is; transparency is laid on white, colours follow the printing.

    `ink_limits` holds the most ink in one place for the press, as shares: of the three colours together, and of
    all four; where a picture has more, its three colours are taken back alike.
    """
    try:
        data = FilePath(file).read_bytes()
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            image.load()
            if image.format == "JPEG" and image.mode in _JPEG_SPACES[colours]:
                space = _JPEG_SPACES[colours][image.mode]
                return StoredPicture(_entries(image.size, space), data, "DCTDecode")
            flat = _flattened(image, colours)
            if ink_limits is not None and flat.mode == "CMYK":
                flat = _limited(flat, *ink_limits)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise InputError("cannot read the picture", file=file, hint="a PNG or JPEG file is needed") from error
    return StoredPicture(_entries(flat.size, _SPACES[flat.mode]), compressed(flat.tobytes()), "FlateDecode")


_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
# A JPEG in four inks may hold them upside down, so it is unpacked like any other picture.
_JPEG_SPACES = {
    "srgb": {"L": "DeviceGray", "RGB": "DeviceRGB"},
    "cmyk": {"L": "DeviceGray"},
    "grey": {"L": "DeviceGray"},
}


def _entries(size: tuple[int, int], space: str) -> dict[str, Any]:
    return {
        "Type": name("XObject"),
        "Subtype": name("Image"),
        "Width": size[0],
        "Height": size[1],
        "ColorSpace": name(space),
        "BitsPerComponent": 8,
    }


def _flattened(image: Image.Image, colours: Colours) -> Image.Image:
    if image.mode == "CMYK" and colours == "cmyk":
        return image
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        ground = Image.new("RGBA", layer.size, "white")
        image = Image.alpha_composite(ground, layer).convert("RGB")
    if image.mode in ("1", "L"):
        return image.convert("L")
    image = image.convert("RGB")
    if colours == "grey":
        return image.convert("L")
    return image if colours == "srgb" else _four_inks(image)


def _four_inks(image: Image.Image) -> Image.Image:
    """The plain conversion with black taken out of the three colours, so that grey prints in black alone."""
    cyan, magenta, yellow = (ImageChops.invert(band) for band in image.split())
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    inks = [ImageChops.subtract(band, black) for band in (cyan, magenta, yellow)]
    return Image.merge("CMYK", [*inks, black])


def _limited(image: Image.Image, colours: float, total: float) -> Image.Image:
    """The picture with nowhere more ink than allowed; each of both limits is a share, 4 is all four inks full."""
    inks = numpy.asarray(image).astype(numpy.float32)
    three, black = inks[..., :3].sum(axis=2), inks[..., 3]
    room = numpy.minimum(colours * 255, total * 255 - black)
    share = numpy.where(three > room, room / numpy.maximum(three, 1), 1.0)
    if share.min() == 1.0:
        return image
    inks[..., :3] = numpy.floor(inks[..., :3] * share[..., None])
    return Image.frombytes("CMYK", image.size, inks.astype(numpy.uint8).tobytes())
