"""Bitmaps for PDF: colours as the printing has them, transparency as a soft mask, no more ink than it allows."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFImageXObject, PDFObjectReference, PDFStream

from printkit.backends.pdf_document import stream_of
from printkit.errors import InputError, unreadable
from printkit.files import read_plain
from printkit.material.bitmaps import Bitmap, in_srgb, read_bitmap
from printkit.material.png_data import packed_png
from printkit.scene.inks import Colours

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["DPI", "PrintedPicture", "in_four_inks", "is_shade", "opaque_picture", "read_picture"]

DPI = 600
"""How finely pictures are needed at most, as large as they are printed."""

# JPEGs that are stored as they are. One in four inks may hold them upside down: it is unpacked like any other picture.
_JPEGS_KEPT = {"srgb": ("L", "RGB"), "cmyk": ("L",), "grey": ("L",)}
# A picture of more colours than these is a photo, which JPEG keeps well: drawings and pixel art have fewer.
_PHOTO_COLOURS = {"RGB": 4096, "L": 192}
_PHOTO_QUALITY = 92
_OPAQUE = "fill them in a paint program, or print with --press x4 --icc FILE"
# Where nothing may show through in part, each pixel of the picture has so many by so many that do or do not, as long as
# there are no more than these in all.
_FINER, _MOST_STEPS = 4, 64_000_000
# Pixels that cover between these shares of 255 are the soft edge of a shape, or a shade.
_NOTHING, _ALL = 8, 247
# So many rows are computed at once: in floats a picture fills four times as much.
_ROWS = 512
# So many times smaller at least; less is not worth what JPEG takes away.
_WORTH = 2


class PrintedPicture(NamedTuple):
    """A picture as an image of the file, and what of it covers the ground (None: all of it).

    The cover is a soft mask; where transparency is not allowed a stencil of 1 bit, finer than the picture. An image
    that is `packed` is written as it is.
    """

    image: PDFImageXObject | PDFStream
    cover: PDFImageXObject | PDFStream | None = None
    packed: bool = False

    def masked(self, cover: PDFObjectReference) -> PDFImageXObject | PDFStream:
        """The image with a reference to its cover."""
        if isinstance(self.image, PDFStream):
            self.image.dictionary["Mask"] = cover
        else:
            self.image.smask = cover  # type: ignore[attr-defined]
        return self.image


def read_picture(
    file: str,
    name: str,
    colours: Colours,
    ink_limits: tuple[float, float] | None = None,
    transparency: bool = True,
    finest: tuple[int, int] | None = None,
) -> PrintedPicture:
    """The picture of a file as an image of that name: a JPEG or PNG as it is, where a PDF can hold it.

    Of the others photos become JPEG where that is smaller, if they do not go to a press in its inks. `finest` is how
    many pixels it has at the most: one that has more is not kept as it is, but for line art of one bit.

    `ink_limits` holds the most ink in one place for the press, as shares: of the three colours together, and of
    all four; where a picture has more, its three colours are taken back alike. InputError: no bitmap, or one with
    half-transparent areas where `transparency` is not allowed.
    """
    try:
        data = read_plain(file)
    except OSError as error:
        raise unreadable(error, file) from error
    bitmap = read_bitmap(data, file)
    try:
        whole = bitmap.plain and finest is None
        if whole and bitmap.format == "JPEG" and bitmap.image.mode in _JPEGS_KEPT[colours]:
            kept = PDFImageXObject(name, ImageReader(io.BytesIO(data)))
            # What it cannot read it replaces by a picture of its own.
            if (kept.width, kept.height) == bitmap.image.size:
                return PrintedPicture(kept)
    except (OSError, ValueError, SyntaxError) as error:
        raise InputError("cannot read the picture", file=file, hint="save it again as PNG") from error
    stored = _packed(data, bitmap, colours, 8 if finest is None else 1) if bitmap.plain else None
    if stored is not None:
        return PrintedPicture(stored, packed=True)
    if finest and bitmap.image.width * bitmap.image.height > finest[0] * finest[1]:
        bitmap = bitmap._replace(image=_scaled(bitmap.image, finest))
    cover: PDFImageXObject | PDFStream | None = None
    if bitmap.transparent and transparency:
        cover = PDFImageXObject(f"{name}-cover", ImageReader(bitmap.image.getchannel("A")))
    flat = in_four_inks(bitmap.image, ink_limits) if colours == "cmyk" else _in_colours(bitmap.image, colours)
    if bitmap.transparent and not transparency:
        alpha = bitmap.image.getchannel("A")
        if is_shade(alpha):
            raise InputError(
                "has half-transparent areas, which PDF/X-1a cannot hold and which are too large to be"
                " printed opaque at 600 dpi",
                file=file,
                hint=_OPAQUE,
            )
        return opaque_picture(flat, _finer(alpha))
    photo = b"" if cover else _photo(flat)
    if photo and _WORTH * len(photo) < len(data):
        return PrintedPicture(PDFImageXObject(name, ImageReader(io.BytesIO(photo))))
    return PrintedPicture(PDFImageXObject(name, ImageReader(flat)), cover)


def _scaled(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    from PIL import Image

    # Pixels of a palette, or of one bit, have nothing between them.
    many = image.convert({"1": "L", "P": "RGB"}.get(image.mode, image.mode))
    made = many.resize(size, Image.Resampling.BOX)
    made.info["icc_profile"] = image.info.get("icc_profile")
    return made


def _packed(data: bytes, bitmap: Bitmap, colours: Colours, most_bits: int) -> PDFStream | None:
    """The pixels of a PNG as they are packed in its file; None where they are other colours, or not of that kind."""
    png = packed_png(data) if bitmap.format == "PNG" else None
    # A palette is colour even where all of it is grey.
    coloured = png is not None and (png.channels == 3 or bool(png.palette))
    if png is None or png.depth > most_bits or (coloured and colours != "srgb"):
        return None
    space = "/DeviceRGB" if png.channels == 3 else "/DeviceGray"
    if png.palette:
        space = f"[/Indexed /DeviceRGB {len(png.palette) // 3 - 1} <{png.palette.hex()}>]"
    rows = {"Predictor": 15, "Colors": png.channels, "BitsPerComponent": png.depth, "Columns": png.width}
    entries = {
        "Type": "/XObject", "Subtype": "/Image", "Width": png.width, "Height": png.height,
        "BitsPerComponent": png.depth, "ColorSpace": space, "Filter": "/FlateDecode",
        "DecodeParms": PDFDictionary(rows),
    }  # fmt: skip
    return stream_of(entries, png.packed)


def is_shade(alpha: Image.Image) -> bool:
    """Whether something is half transparent that is wider than the soft edge of a shape."""
    from PIL import ImageFilter

    half = alpha.point(lambda value: 255 if _NOTHING < value < _ALL else 0)
    return half.filter(ImageFilter.MinFilter(5)).getextrema()[1] != 0


def _finer(alpha: Image.Image) -> Image.Image:
    """What covers and what does not, along the line where half of a pixel does."""
    from PIL import Image

    finer = max(1, min(_FINER, int((_MOST_STEPS / (alpha.width * alpha.height)) ** 0.5)))
    size = (alpha.width * finer, alpha.height * finer)
    return alpha.resize(size, Image.Resampling.BICUBIC).point(lambda value: 255 if value > 127 else 0)


def opaque_picture(image: Image.Image, covers: Image.Image | None) -> PrintedPicture:
    """A picture as it is, cut out where it does not cover (mode L, 0 or 255; None: it covers everywhere)."""
    if covers is None:
        return PrintedPicture(_raw(image))
    # A stencil paints where it has no ink.
    cut = covers.point(lambda value: 255 - value).convert("1")
    entries = {"Type": "/XObject", "Subtype": "/Image", "ImageMask": "true", "BitsPerComponent": 1}
    size = {"Width": cut.width, "Height": cut.height}
    return PrintedPicture(_raw(image), stream_of({**entries, **size}, cut.tobytes()))


def _raw(image: Image.Image) -> PDFStream:
    space = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}[image.mode]
    entries = {"Type": "/XObject", "Subtype": "/Image", "BitsPerComponent": 8, "ColorSpace": space}
    return stream_of({**entries, "Width": image.width, "Height": image.height}, image.tobytes())


def _photo(image: Image.Image) -> bytes:
    """The picture as a JPEG; nothing where it is no photo, or goes to a press as it is."""
    if image.getcolors(_PHOTO_COLOURS.get(image.mode, image.width * image.height)) is not None:
        return b""
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=_PHOTO_QUALITY, subsampling=0)
    return stream.getvalue()


def _in_colours(image: Image.Image, colours: Colours) -> Image.Image:
    """The colours of a picture without its transparency."""
    if image.mode == "CMYK" and colours == "cmyk":
        return image
    image = in_srgb(image)
    if image.mode in ("L", "LA") or colours == "grey":
        return image.convert("L")
    # Without what the colour space would have laid below: where nothing covers, the colour says nothing.
    if image.mode != "RGB":
        image = image.convert("RGB")
    return image if colours == "srgb" else _four_inks(image)


def in_four_inks(image: Image.Image, limits: tuple[float, float] | None) -> Image.Image:
    """The colours of a picture in the inks of a press, with no more of them than `limits` has (see `read_picture`)."""
    flat = _in_colours(image, "cmyk")
    return _limited(flat, *limits) if limits is not None and flat.mode == "CMYK" else flat


def _four_inks(image: Image.Image) -> Image.Image:
    """The plain conversion with black taken out of the three colours, so that grey prints in black alone."""
    from PIL import Image, ImageChops

    cyan, magenta, yellow = (ImageChops.invert(band) for band in image.split())
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    inks = [ImageChops.subtract(band, black) for band in (cyan, magenta, yellow)]
    return Image.merge("CMYK", [*inks, black])


def _limited(image: Image.Image, colours: float, total: float) -> Image.Image:
    """The picture with nowhere more ink than allowed; each of both limits is a share, 4 is all four inks full."""
    from PIL import Image

    taken = [
        _strip_limited(image.crop((0, top, image.width, min(top + _ROWS, image.height))), colours, total)
        for top in range(0, image.height, _ROWS)
    ]
    return Image.frombytes("CMYK", image.size, b"".join(taken))


def _strip_limited(strip: Image.Image, colours: float, total: float) -> bytes:
    import numpy

    inks = numpy.asarray(strip).astype(numpy.float32)
    three, black = inks[..., :3].sum(axis=2), inks[..., 3]
    room = numpy.minimum(colours * 255, total * 255 - black)
    share = numpy.where(three > room, room / numpy.maximum(three, 1), 1.0)
    if share.min() == 1.0:
        return strip.tobytes()
    inks[..., :3] = numpy.floor(inks[..., :3] * share[..., None])
    return inks.astype(numpy.uint8).tobytes()
