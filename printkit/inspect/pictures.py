"""Pages that are pictures: archives of images, and pages that a viewer moves because of whole pixels."""

from __future__ import annotations

import hashlib
import io
import math
import struct
import warnings
import zipfile
import zlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.errors import InputError, unreadable
from printkit.files import open_plain
from printkit.geometry import Affine
from printkit.inspect.pages import PdfFile, page_size, render_page

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["PictureFacts", "read_pictures", "render_warped"]


# ── reads archives of images: size, kind and fingerprint of each ─────────────────────────────────────────────────────

# Far beyond any deck: an archive may unpack to any size.
MAX_FILES = 5_000
MAX_BYTES = 60_000_000
# No card has more; such a picture is of the wrong size, and its pixels are not requested.
MAX_PIXELS = 40_000_000


class PictureFacts(NamedTuple):
    """One file of the archive: its name, its format and mode as Pillow calls them, its pixels, and its SHA-256.

    A file that is no picture has no format; one that is `damaged` has a head and not all of its pixels.
    """

    name: str
    form: str
    mode: str
    pixels: tuple[int, int]
    dpi: float
    digest: str
    damaged: bool = False


def read_pictures(path: Path) -> tuple[PictureFacts, ...]:
    """The archive's files in their order; one that cannot be read, or grows beyond all bounds, is an InputError."""
    try:
        with open_plain(path) as stream, zipfile.ZipFile(stream) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MAX_FILES:
                raise InputError(f"the archive holds more than {MAX_FILES} files", file=path)
            return tuple(_facts(archive, member, path) for member in members)
    except OSError as error:
        raise unreadable(error, path) from error
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise InputError("not a readable archive", file=path, hint="it may be damaged") from error


def _facts(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path) -> PictureFacts:
    from PIL import Image, UnidentifiedImageError

    with archive.open(member) as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{member.filename} is larger than {MAX_BYTES} bytes", file=path)
    digest = hashlib.sha256(data).hexdigest()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "TIFF", "GIF", "WEBP"))
        with image:
            dpi = float(image.info.get("dpi", (0.0, 0.0))[0])
            form, mode, size = image.format or "", image.mode, image.size
            return PictureFacts(member.filename, form, mode, size, dpi, digest, _is_damaged(image))
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError, SyntaxError):
        return PictureFacts(member.filename, "", "", (0, 0), 0.0, digest)


def _is_damaged(image: Image.Image) -> bool:
    """Whether pixels are missing: the head of a picture says nothing about how far the rest goes."""
    if image.width * image.height > MAX_PIXELS:
        return False
    try:
        image.load()
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error):
        return True
    return False


# ── moves pages that are pictures ────────────────────────────────────────────────────────────────────────────────────

# So many drawn pages are kept: one in each number of pixels it is asked for.
KEPT = 6


def render_warped(pdf: PdfFile, index: int, px_per_mm: float, place: Affine, size: tuple[int, int]) -> Any:
    """The page moved by a map of its mm to those of the picture, as rows of red, green and blue on white.

    `size` is columns and rows. The page is drawn once, and its pixels are moved.
    """
    import numpy
    from PIL import Image

    # What is enlarged is drawn larger, in steps, so that few drawings serve all.
    scale = 2.0 ** (round(2 * math.log2(math.hypot(place.a, place.b))) / 2)
    drawn = _drawn(pdf, index, px_per_mm * scale)
    width, height = page_size(pdf, index)
    to_pixels = Affine(drawn.width / width, 0.0, 0.0, drawn.height / height, 0.0, 0.0)
    back = Affine.scaling(1 / px_per_mm).then(place.inverse()).then(to_pixels)
    matrix = back.a, back.c, back.e, back.b, back.d, back.f
    moved = drawn.transform(
        size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)
    )
    return numpy.array(moved)


@lru_cache(KEPT)
def _drawn(pdf: PdfFile, index: int, px_per_mm: float) -> Any:
    from PIL import Image

    return Image.fromarray(render_page(pdf, index, 25.4 * px_per_mm, gray=False))
