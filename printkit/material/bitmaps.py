"""Bitmaps of any program as upright pixels of 8 bits in sRGB (or four inks), with their transparency."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, cast

from printkit.errors import InputError
from printkit.material.bare_pictures import bare_picture
from printkit.material.pixels import EDGE_PIXELS, is_pdf, page_image, svg_pixels
from printkit.material.svg_tree import is_svg
from printkit.material.unread import START, unread

if TYPE_CHECKING:
    from PIL import Image, ImageCms

__all__ = [
    "FORMATS",
    "MAX_DECLARED",
    "MAX_PIXELS",
    "NO_PILLOW",
    "Bitmap",
    "check_size",
    "drawing",
    "in_srgb",
    "pictures_in",
    "png_of",
    "read_bitmap",
]

# An A3 sheet with bleed at 600 dpi; of more than that no printer shows anything.
MAX_PIXELS = 75_000_000
# What a larger picture may have by its header, and fill unpacked, before it is scaled down to that.
MAX_DECLARED, MAX_UNPACKED = 400_000_000, 600_000_000
# Bytes that a pixel fills while a picture is unpacked; in every other mode four.
_UNPACKED = {"1": 1, "L": 1, "P": 1, "I;16": 2, "I;16B": 2}
# So many rows are scaled at once: a whole copy would need as much memory again.
_ROWS = 256

FORMATS = (
    "PNG", "JPEG", "WEBP", "GIF", "AVIF", "TIFF", "BMP", "DIB", "ICO", "JPEG2000", "TGA", "PPM", "PCX",
    "QOI", "SGI",
)  # fmt: skip
"""The formats of bitmaps that are read, by Pillow's names; HEIF too where pillow-heif is installed."""

NO_PILLOW = "0"
"""The version of what stands in for Pillow where there is none: JPEG and PNG are read all the same."""

_ORIENTATION = 0x0112
# How a picture is turned back, by what EXIF says of it: Pillow's names.
_TURNS = {
    2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM", 5: "TRANSPOSE", 6: "ROTATE_270", 7: "TRANSVERSE",
    8: "ROTATE_90",
}  # fmt: skip
_SPACES = {"L": "GRAY", "RGB": "RGB", "CMYK": "CMYK"}


class Bitmap(NamedTuple):
    """The pixels of a file (mode L, LA, RGB, RGBA or CMYK, 8 bits each, upright), and what the file was.

    `plain` says that the file's own bytes show just these pixels in every program: no turn, no profile, no more
    than 8 bits.
    """

    image: Image.Image
    format: str
    plain: bool

    @property
    def transparent(self) -> bool:
        """Whether any pixel lets the ground show through."""
        return self.image.mode in ("LA", "RGBA") and self.image.getchannel("A").getextrema()[0] != 255


def read_bitmap(data: bytes, file: str, at: int = 0) -> Bitmap:
    """A picture of a file in any of `FORMATS`, known by its content; an SVG or a PDF's first page drawn.

    `at` counts the pages of a TIFF, from 0; of any other file the first picture is read. It is turned as its EXIF says;
    16 bits and floats are scaled to 8; an embedded profile is applied (four inks keep theirs, see `in_srgb`); one of
    more than `MAX_PIXELS` is scaled down to these. InputError: another format, a damaged file, what `check_size`
    refuses.
    """
    import PIL
    from PIL import Image

    if PIL.__version__ == NO_PILLOW:
        bare = bare_picture(data, file)
        width, height = bare.image.size
        check_size(bare.image.size, width * height * len(bare.image.mode), file)
        return Bitmap(cast("Image.Image", bare.image), bare.format, bare.plain)
    if is_pdf(data):
        return Bitmap(page_image(data, file, EDGE_PIXELS), "PDF", plain=False)
    drawn = is_svg(data)
    if drawn:
        data = svg_pixels(data, file)
    try:
        with warnings.catch_warnings():
            # What Pillow warns of is refused here, or of no use to whoever prints: too many pixels, odd EXIF.
            warnings.simplefilter("ignore")
            image, large = _opened(data, file, at)
            form = "JPEG" if image.format == "MPO" else image.format or ""
            if form == "TIFF" and _is_preview(image):
                raise InputError(
                    "is a raw photograph, with a small preview", file=file, hint="export it as PNG or JPEG"
                )
            deep = form == "PNG" and data[24:25] == b"\x10"
            image.load()
            turn = _TURNS.get(image.getexif().get(_ORIENTATION, 1))
            image = _scaled_down(image) if large else _eight_bits(image)
            if turn:
                profile = image.info.get("icc_profile")
                image = image.transpose(Image.Transpose[turn])
                image.info["icc_profile"] = profile
            converted = _by_profile(image)
    except (InputError, MemoryError):
        raise
    except Exception as error:
        # Pillow raises whatever it stumbles over: errors of its own, of struct, of lists.
        raise InputError("is not a readable image", file=file, hint="save it again as PNG") from error
    plain = not drawn and form in ("PNG", "JPEG") and not (turn or deep or large) and converted is image
    return Bitmap(converted, form, plain)


# No file is looked through for more pages.
_MOST_PAGES = 10_000
# How files begin that may hold several pictures; PNG and AVIF are looked into for what moves.
_OF_SEVERAL = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"GIF8", b"RIFF", b"\x89PNG", b"\0\0\0")
# TIFF tags: what kind of picture the first one is (an odd number: a smaller copy), and the version of DNG.
_KIND, _DNG = 254, 50706


def _is_preview(image: Image.Image) -> bool:
    tags: Mapping[int, int] = getattr(image, "tag_v2", {})
    return bool(tags.get(_KIND, 0) & 1) or _DNG in tags


def pictures_in(data: bytes) -> tuple[int, ...]:
    """Where the pictures of a file are: pages of a TIFF (not their smaller copies), or frames of an animation.

    Of a TIFF that breaks off, the page that cannot be reached is one of them, so that reading it says so. One for
    every other file, and for one that cannot be opened.
    """
    import PIL

    if PIL.__version__ == NO_PILLOW or not any(data.startswith(mark) for mark in _OF_SEVERAL):
        return (0,)
    from PIL import Image

    found: list[int] = []
    with warnings.catch_warnings(), suppress(Exception):
        warnings.simplefilter("ignore")
        Image.MAX_IMAGE_PIXELS = MAX_DECLARED
        image = Image.open(io.BytesIO(data), formats=("GIF", "WEBP", "PNG", "AVIF", "TIFF"))
        if image.format != "TIFF":
            return tuple(range(getattr(image, "n_frames", 1)))
        if _DNG in getattr(image, "tag_v2", {}):
            # A raw photograph: its first picture says so.
            return (0,)
        for at in range(_MOST_PAGES):
            try:
                image.seek(at)
            except EOFError:
                break
            except Exception:
                found.append(at)
                break
            if not _is_preview(image):
                found.append(at)
    return tuple(found) or (0,)


def bitmap_shape(data: bytes, file: str, at: int = 0) -> float:
    """The width of a bitmap through its height, as its EXIF turns it; its pixels are not unpacked.

    InputError for a file whose pixels `read_bitmap` would not unpack.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            image, _ = _opened(data, file, at)
            on_its_side = image.getexif().get(_ORIENTATION, 1) in range(5, 9)
        except (InputError, MemoryError):
            raise
        except Exception as error:
            raise InputError("is not a readable image", file=file) from error
    width, height = image.size
    return height / width if on_its_side else width / height


def _opened(data: bytes, file: str, at: int) -> tuple[Image.Image, bool]:
    """The picture, and whether it has more than `MAX_PIXELS`."""
    from PIL import Image, UnidentifiedImageError

    # Pillow's own bound is lower than ours.
    Image.MAX_IMAGE_PIXELS = MAX_DECLARED
    try:
        image = Image.open(io.BytesIO(data), formats=_formats())
    except Image.DecompressionBombError:
        raise InputError("has too many pixels", file=file, hint=_AT_MOST) from None
    except UnidentifiedImageError as error:
        what, hint = unread(data[:START]) or ("not a readable image", "save it as PNG or JPEG")
        raise InputError(f"is {what}", file=file, hint=hint) from error
    if image.format == "TIFF":
        image.seek(pictures_in(data)[at])
    declared = image.size
    if image.format == "JPEG":
        # A JPEG can be unpacked at a half, a fourth or an eighth of its size.
        image.draft(None, _down(*declared))
    check_size(declared, image.width * image.height * _UNPACKED.get(image.mode, 4), file)
    return image, declared[0] * declared[1] > MAX_PIXELS


_AT_MOST = (
    f"at most {MAX_DECLARED // 1_000_000} million, and {MAX_UNPACKED // 1_000_000} MB unpacked: "
    "save it smaller, 600 dpi is enough for print"
)


def check_size(pixels: tuple[int, int], unpacked: int, file: str = "") -> None:
    """InputError for a picture of no pixels, or of more than may be, or that fills too many bytes `unpacked`."""
    width, height = pixels
    if width < 1 or height < 1:
        raise InputError(f"has {width} × {height} pixels", file=file, hint="save it again as PNG or JPEG")
    if width * height > MAX_DECLARED:
        raise InputError(f"has {width:,} × {height:,} pixels", file=file, hint=_AT_MOST)
    if unpacked > MAX_UNPACKED:
        raise InputError(f"fills {unpacked / 1e6:,.0f} MB unpacked", file=file, hint=_AT_MOST)


def _down(width: int, height: int) -> tuple[int, int]:
    """The size at which a picture has no more than `MAX_PIXELS`."""
    scale = min(1.0, math.sqrt(MAX_PIXELS / max(width * height, 1)))
    return max(1, int(width * scale)), max(1, int(height * scale))


def _scaled_down(image: Image.Image) -> Image.Image:
    """The picture of 8 bits in no more than `MAX_PIXELS`, each the mean of those it stands for."""
    from PIL import Image

    if image.mode in ("I", "F"):
        # What is white is known of the whole picture only.
        image = _eight_bits(image)
    size = _down(*image.size)
    made: Image.Image | None = None
    for top in range(0, size[1], _ROWS):
        end = min(top + _ROWS, size[1])
        first, last = (row * image.height / size[1] for row in (top, end))
        strip = _eight_bits(image.crop((0, int(first), image.width, math.ceil(last))))
        window = (0, first - int(first), image.width, min(last - int(first), strip.height))
        strip = strip.resize((size[0], end - top), Image.Resampling.BOX, window)
        if made is None:
            made = Image.new(strip.mode, size)
        made.paste(strip, (0, top))
    assert made is not None
    made.info["icc_profile"] = image.info.get("icc_profile")
    return made


def _formats() -> tuple[str, ...]:
    try:
        from pillow_heif import register_heif_opener  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return FORMATS
    register_heif_opener()
    return (*FORMATS, "HEIF")


def _eight_bits(image: Image.Image) -> Image.Image:
    """The picture in one of the five modes, without a profile's meaning changed."""
    mode, profile = image.mode, image.info.get("icc_profile")
    if mode.startswith("I;16") or mode == "I":
        # Whole numbers of 32 bits are as deep as the largest of them says.
        whites, greatest = ((255, 65535, 2**31 - 1), _greatest(image)) if mode == "I" else ((65535,), 0.0)
        flat = _scaled(image, next(white for white in whites if greatest <= white))
    elif mode == "F":
        greatest = _greatest(image)
        flat = _scaled(image, 1.0 if greatest <= 1.0 else max(greatest, 255.0))
    elif image.has_transparency_data:
        flat = image.convert("LA" if mode in ("1", "L", "LA", "La") else "RGBA")
    elif mode == "LAB":
        flat = _lab(image)
    else:
        flat = image if mode in ("L", "RGB", "CMYK") else image.convert("L" if mode == "1" else "RGB")
    if profile and flat is not image:
        flat.info["icc_profile"] = profile
    return flat


def _lab(image: Image.Image) -> Image.Image:
    from PIL import ImageCms

    return _transformed(image, ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")), "LAB")


def _greatest(image: Image.Image) -> float:
    return float(image.getextrema()[1])  # type: ignore[arg-type]


def _scaled(image: Image.Image, white: float) -> Image.Image:
    """Grey of more than 8 bits, and what of it is the one transparent value, if a value is."""
    from PIL import Image, ImageChops

    values = image.convert("F")
    key = image.info.get("transparency")
    grey = values.point(lambda value: value * (255.0 / white) + 0.0).convert("L")
    if not isinstance(key, int):
        return grey
    above = values.point(lambda value: value * 1.0 - float(key)).convert("L")
    below = values.point(lambda value: value * -1.0 + float(key)).convert("L")
    alpha = ImageChops.lighter(above, below).point(lambda value: 255 if value else 0)
    return Image.merge("LA", (grey, alpha))


def _by_profile(image: Image.Image) -> Image.Image:
    """The picture in sRGB; the same value where there is nothing to convert, and four inks as they are."""
    from PIL import ImageCms

    data = image.info.get("icc_profile")
    if not data or image.mode == "CMYK":
        return image
    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        solid = image.convert("L" if image.mode in ("L", "LA") else "RGB")
        if profile.profile.xcolor_space.strip() != _SPACES[solid.mode] or _is_srgb(profile):
            return image
        colours = _transformed(solid, profile, solid.mode)
    except (ImageCms.PyCMSError, OSError):
        # A profile that cannot be read says nothing: browsers and viewers take such a picture for sRGB.
        return image
    if solid.mode == "L":
        colours = colours.convert("L")
    if image.mode in ("LA", "RGBA"):
        colours.putalpha(image.getchannel("A"))
    return colours


def _is_srgb(profile: ImageCms.ImageCmsProfile) -> bool:
    return "sRGB" in (profile.profile.profile_description or "")


def _transformed(image: Image.Image, profile: ImageCms.ImageCmsProfile, mode: str) -> Image.Image:
    from PIL import ImageCms

    srgb = ImageCms.createProfile("sRGB")
    transform = ImageCms.buildTransform(profile, srgb, mode, "RGB", ImageCms.Intent.RELATIVE_COLORIMETRIC)
    found = ImageCms.applyTransform(image, transform)
    assert found is not None
    found.info.pop("icc_profile", None)
    return found


def in_srgb(image: Image.Image) -> Image.Image:
    """Four inks as sRGB, by the profile they carry (without one by plain subtraction); any other mode as it is."""
    if image.mode != "CMYK":
        return image
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(image.info.get("icc_profile") or b""))
        if profile.profile.xcolor_space.strip() == "CMYK":
            return _transformed(image, profile, "CMYK")
    except (ImageCms.PyCMSError, OSError):
        pass
    return image.convert("RGB")


def drawing(data: bytes, file: str, width: float, height: float, dpi: float) -> Image.Image:
    """An SVG as pixels filling that many mm, at that resolution or as many as `MAX_PIXELS` allows."""
    fine = min(1.0, math.sqrt(MAX_PIXELS / (width * height)) / dpi * 25.4)
    wide, high = (max(1, round(edge / 25.4 * dpi * fine)) for edge in (width, height))
    image = read_bitmap(svg_pixels(data, file, max(wide, high)), file).image
    return image if image.size == (wide, high) else image.resize((wide, high))


def png_of(image: Image.Image) -> bytes:
    """A PNG in sRGB, transparency kept, all else than pixels left out."""
    stream = io.BytesIO()
    plain = in_srgb(image)
    if plain.mode in ("LA", "RGBA") and plain.getchannel("A").getextrema()[0] == 255:
        plain = plain.convert("L" if plain.mode == "LA" else "RGB")
    plain.info.clear()
    plain.save(stream, "PNG", compress_level=6)
    return stream.getvalue()
