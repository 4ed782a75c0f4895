"""Pictures made ready for print: drawings as pixels, fitted to a card, with bleed where they have none."""

from __future__ import annotations

import io
from typing import Any, Literal, NamedTuple

from printkit.backends.pdf_pages import one_page
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.inspect.pages import open_pdf, page_boxes, page_size, render_page
from printkit.material.bitmaps import bitmap_shape, drawing, in_srgb, read_bitmap
from printkit.material.drawings import natural_size
from printkit.material.svg_tree import is_svg, read_svg

__all__ = ["Bleed", "Fitted", "fitted_picture", "one_page", "page_count", "picture_shape"]

Bleed = Literal["mirror", "extend", "white", "scale"]
"""Bleed that a picture lacks: its edge mirrored, or extended, white, or the whole picture enlarged."""

# A picture is taken to have bleed, or none, if its shape is that of the card so nearly.
_NEAR = 0.02
# So many mm are no difference between the trim a page states and the card.
_NEARLY = 0.5
_QUALITY = 95
# What is drawn in such a format is a photo, or near one.
_PHOTOS = ("JPEG", "WEBP", "AVIF", "HEIF", "JPEG2000")
# Corners are rounded by no more than this share of the shorter edge.
_CORNER = 0.12
# A picture on white has no more pixels a mm: 600 dpi.
_FINEST = 600 / 25.4
# Drawings longer than so many times their width, or with edges so long, are refused.
_SLIM, _LONGEST = 8, 1e6


class Fitted(NamedTuple):
    """A picture as wide as card and bleed: its bytes, its size in pixels, and what became of it in words."""

    data: bytes
    suffix: str
    pixels: tuple[int, int]
    note: str


def page_count(data: bytes) -> int:
    """How many pages a PDF has; InputError for one that cannot be read."""
    with open_pdf(data) as pdf:
        return len(pdf)


def picture_shape(data: bytes, file: str, page: int) -> float:
    """The width of a picture through its height as it is seen; 1 where the file does not say.

    What cannot be read is said where the picture is drawn.
    """
    try:
        if b"%PDF-" in data[:1024]:
            with open_pdf(data) as pdf:
                width, height = page_boxes(pdf, page).get("TrimBox", (0.0, 0.0, *page_size(pdf, page)))[2:]
        elif is_svg(data):
            width, height = natural_size(read_svg(data, file).root) or (1.0, 1.0)
        else:
            return bitmap_shape(data, file, page)
    except (InputError, IndexError, ValueError):
        return 1.0
    return width / height if height > 0 else 1.0


def fitted_picture(
    data: bytes, file: str, page: int, card: Size, bleed: float, make: Bleed, room: Rect | None = None
) -> Fitted:
    """The picture of a file for a card of that size (mm), with `bleed` (mm) on every side.

    A picture of the shape of card and bleed is taken as it is. One of the shape of the card gets its bleed as `make`
    says. Any other is cut to the card's shape, the middle stays, or where `room` (mm) is given, it lies whole within
    that, on white, in at most 600 dpi. Raises `InputError` for what is no picture.
    """
    whole = Size(card.width + 2 * bleed, card.height + 2 * bleed)
    own = photo = False
    if b"%PDF-" in data[:1024]:
        picture = _pdf_page(data, file, page, card, bleed)
    elif is_svg(data):
        picture = drawing(data, file, *_svg_size(data, file, card, whole), 600.0)
    else:
        bitmap = read_bitmap(data, file, page)
        picture, own, photo = bitmap.image, bitmap.plain, bitmap.format in _PHOTOS
    shape = picture.width / picture.height
    apart = {name: _apart(shape, size) for name, size in (("card", card), ("whole", whole))}
    note = ""
    if min(apart.values()) > _NEAR and room is not None:
        return _saved(_on_white(in_srgb(picture), whole, room), photo, note)
    if min(apart.values()) > _NEAR:
        picture, own = _cut(picture, card), False
        note = "cut to the shape of the card"
        apart["card"] = 0.0
    if not bleed or (apart["whole"] <= apart["card"] and not note):
        suffix = file.rpartition(".")[2].lower()
        return Fitted(data, f".{suffix}", picture.size, note) if own else _saved(picture, photo, note)
    across, down = (round(picture.width * bleed / card.width), round(picture.height * bleed / card.height))
    return _saved(_grown(in_srgb(picture), across, down, make), photo, note)


def _svg_size(data: bytes, file: str, card: Size, whole: Size) -> Size:
    """The size in mm an SVG is drawn at: with bleed where its shape is that of card and bleed."""
    size = natural_size(read_svg(data, file).root)
    if size is None:
        return card
    width, height = size
    if not (width < _LONGEST and height < _LONGEST and 1 / _SLIM < width / height < _SLIM):
        raise InputError(
            f"is {width:g} × {height:g}", file=file, hint=f"at most {_SLIM} times as long as wide"
        )
    nearest = min((card, whole), key=lambda size: _apart(width / height, size))
    if _apart(width / height, nearest) <= _NEAR:
        return nearest
    return Size(nearest.height * width / height, nearest.height)


def _apart(shape: float, size: Size) -> float:
    """How far a shape, width through height, is from that of a size."""
    return abs(shape * size.height / size.width - 1)


def _pdf_page(data: bytes, file: str, page: int, card: Size, bleed: float) -> Any:
    """The page as pixels; of one that states its trim only that, with the bleed it has where it has enough."""
    from PIL import Image

    with open_pdf(data) as pdf:
        if not 0 <= page < len(pdf):
            raise InputError(f"has no page {page + 1}", file=file)
        boxes = page_boxes(pdf, page)
        part = boxes.get("TrimBox")
        if part is not None:
            nearly = abs(part.width - card.width) < _NEARLY and abs(part.height - card.height) < _NEARLY
            if nearly and boxes.get("BleedBox", part).contains(part.grown(bleed), _NEARLY):
                part = part.grown(bleed)
        long = max(page_size(pdf, page) if part is None else part[2:])
        dpi = min(600.0, 6_000 / max(long, 1.0) * 25.4)
        return Image.fromarray(render_page(pdf, page, dpi, part, gray=False))


def _cut(picture: Any, card: Size) -> Any:
    """The middle of a picture in the shape of the card."""
    width = min(picture.width, round(picture.height * card.width / card.height))
    height = min(picture.height, round(picture.width * card.height / card.width))
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    return picture.crop((left, top, left + width, top + height))


def _on_white(picture: Any, whole: Size, room: Rect) -> Any:
    """The whole picture in the middle of card and bleed, as large as the room lets it be."""
    from PIL import Image

    px_per_mm = max(picture.width / room.width, picture.height / room.height)
    if px_per_mm > _FINEST:
        share = _FINEST / px_per_mm
        px_per_mm, size = _FINEST, (max(1, round(edge * share)) for edge in picture.size)
        picture = picture.resize(tuple(size), Image.Resampling.LANCZOS)
    width, height = (round(edge * px_per_mm) for edge in whole)
    paper = Image.new(picture.mode, (width, height), (255,) * len(picture.getbands()))
    paper.paste(picture, ((width - picture.width) // 2, (height - picture.height) // 2))
    return paper


def _grown(picture: Any, across: int, down: int, make: Bleed) -> Any:
    import numpy
    from PIL import Image

    size = (picture.width + 2 * across, picture.height + 2 * down)
    if make == "scale":
        return picture.resize(size, Image.Resampling.LANCZOS)
    modes: dict[str, dict[str, Any]] = {
        "mirror": {"mode": "symmetric"},
        "extend": {"mode": "edge"},
        "white": {"mode": "constant", "constant_values": 255},
    }
    pixels = numpy.asarray(picture)
    if make != "white" and picture.mode in ("LA", "RGBA"):
        pixels = _square_corners(pixels)
    around = ((down, down), (across, across), (0, 0))[: pixels.ndim]
    return Image.fromarray(numpy.pad(pixels, around, **modes[make]))


def _square_corners(pixels: Any) -> Any:
    """A card with rounded corners made square by the nearest pixels that cover; other pictures as they are.

    `pixels` has the shape (height, width, channels), the last channel is how much each covers.
    """
    import numpy

    high, wide = pixels.shape[:2]
    solid = pixels[..., -1] == 255
    reach = round(_CORNER * min(high, wide))
    middle_x, middle_y = slice(reach, wide - reach), slice(reach, high - reach)
    edges = (solid[0, middle_x], solid[-1, middle_x], solid[middle_y, 0], solid[middle_y, -1])
    if not reach or not all(edge.all() for edge in edges):
        return pixels
    square = pixels.copy()
    for rows in (slice(0, reach), slice(high - reach, high)):
        for columns in (slice(0, reach), slice(wide - reach, wide)):
            corner = numpy.nonzero(~solid[rows, columns])
            y, x = corner[0] + rows.start, corner[1] + columns.start
            # The way to the first pixel that covers, along the row and along the column, towards the middle.
            inner_x = _first_solid(solid[rows], columns.start == 0)[corner[0]]
            inner_y = _first_solid(solid[:, columns].T, rows.start == 0)[corner[1]]
            along = abs(inner_x - x) <= abs(inner_y - y)
            square[y, x] = pixels[numpy.where(along, y, inner_y), numpy.where(along, inner_x, x)]
    return square


def _first_solid(lines: Any, from_start: bool) -> Any:
    """Where in each line of truth values the first true one is, counted from either end."""
    import numpy

    return (
        numpy.argmax(lines, axis=1)
        if from_start
        else lines.shape[1] - 1 - numpy.argmax(lines[:, ::-1], axis=1)
    )


def _saved(picture: Any, photo: bool, note: str) -> Fitted:
    stream = io.BytesIO()
    if photo and picture.mode in ("L", "RGB", "CMYK"):
        in_srgb(picture).save(stream, "JPEG", quality=_QUALITY, subsampling=0)
        return Fitted(stream.getvalue(), ".jpg", picture.size, note)
    in_srgb(picture).save(stream, "PNG", compress_level=1)
    return Fitted(stream.getvalue(), ".png", picture.size, note)
