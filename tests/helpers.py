"""Comparisons of drawings: a scene with a picture typed as letters, or two ways to draw it; both must agree."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy
from PIL import Image

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.backends.png import scene_png
from printkit.fonts import find_font
from printkit.geometry import Affine, Rect, Size
from printkit.inspect.pages import render_page
from printkit.scene.inks import Ink
from printkit.scene.model import Glyphs, Item, PlacedGlyph, Scene
from printkit.sheets.model import FaceKey, Placement, Sheet

FONT = "biz-udpgothic-bold"
Pixels = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]

# Pure colours, one letter each, so that a picture can be typed.
RED = Ink("red", (255, 0, 0), (0.0, 1.0, 1.0, 0.0))
GREEN = Ink("green", (0, 255, 0), (1.0, 0.0, 1.0, 0.0))
BLUE = Ink("blue", (0, 0, 255), (1.0, 1.0, 0.0, 0.0))
INK = Ink("ink", (0, 0, 0), (0.0, 0.0, 0.0, 1.0))
WHITE = Ink("white", (255, 255, 255), (0.0, 0.0, 0.0, 0.0))

LETTERS = {
    "_": (255, 255, 255),
    "R": (255, 0, 0),
    "G": (0, 255, 0),
    "B": (0, 0, 255),
    "K": (0, 0, 0),
    "r": (255, 127, 127),
}


def scene_of(*items: Item, width: float = 10.0, height: float = 8.0, bleed: float = 0.0) -> Scene:
    """A small scene with these items."""
    return Scene("test", width, height, bleed, items)


def words(text: str, x: float, y: float, size: float = 5.0, *, font: str = FONT, ink: Ink = INK) -> Glyphs:
    """Text set from a point to the right."""
    glyphs = []
    for shaped in find_font(font).shape(text):
        glyphs.append(PlacedGlyph(shaped.glyph, shaped.text, x + shaped.dx * size, y + shaped.dy * size))
        x += shaped.advance * size
    return Glyphs(font, size, ink, tuple(glyphs))


CARD_FRONT = FaceKey("card", "front")


def page_of(scene: Scene, key: FaceKey = CARD_FRONT) -> Sheet:
    """A page exactly as large as the scene with its bleed."""
    box = Rect(scene.bleed, scene.bleed, scene.width, scene.height)
    placement = Placement(key, Affine.translation(scene.bleed, scene.bleed), box, box.grown(scene.bleed))
    paper = Size(scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed)
    return Sheet(1, "front", paper, (placement,), trim_box=box, bleed_box=box.grown(scene.bleed))


def pdf_of(
    *pages: Sheet,
    faces: Mapping[FaceKey, Scene] | Callable[[FaceKey], Scene],
    info: DocumentInfo | None = None,
    colours: Literal["srgb", "cmyk"] = "srgb",
) -> bytes:
    """The PDF of these pages."""
    stream = io.BytesIO()
    look_up = faces if callable(faces) else faces.__getitem__
    write_pdf(stream, pages, look_up, info or DocumentInfo("test"), colours)
    return stream.getvalue()


def scene_pdf(scene: Scene, colours: Literal["srgb", "cmyk"] = "srgb") -> bytes:
    """The PDF of one scene on a page of its size."""
    return pdf_of(page_of(scene), faces=lambda _: scene, colours=colours)


def pdf_pixels(data: bytes, dpi: float) -> Pixels:
    """The first page as rows of red, green and blue."""
    return render_page(data, 0, dpi, gray=False)


def png_pixels(data: bytes) -> Pixels:
    """A PNG as rows of red, green and blue."""
    with Image.open(io.BytesIO(data)) as image:
        return numpy.asarray(image.convert("RGB"))


def typed(pixels: Pixels, px_per_mm: int) -> str:
    """The picture as letters, one the middle of each square millimetre; `?` where no letter is near."""
    middle = pixels[px_per_mm // 2 :: px_per_mm, px_per_mm // 2 :: px_per_mm].astype(int)
    return "\n".join("".join(_letter(tuple(pixel)) for pixel in row) for row in middle)


def _letter(pixel: tuple[int, ...]) -> str:
    near = (
        letter
        for letter, colour in LETTERS.items()
        if max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) < 30
    )
    return next(near, "?")


def assert_pixels(scene: Scene, picture: str) -> None:
    """The scene, drawn as PDF and as SVG, is the typed picture: one letter a square millimetre."""
    expected = "\n".join(line.strip() for line in picture.strip().splitlines())
    assert typed(pdf_pixels(scene_pdf(scene), 254), 10) == expected
    assert typed(png_pixels(scene_png(scene, 10.0)), 10) == expected


# Two renderers smooth edges differently, so not pixels are compared but how dark each square millimetre is.
TOLERANCE = 32.0


def difference(one: Pixels, other: Pixels, px_per_mm: int = 10) -> float:
    """How much the square millimetre that differs most differs, of 255."""
    assert one.shape == other.shape
    return float(numpy.abs(_blocks(one, px_per_mm) - _blocks(other, px_per_mm)).max())


def _blocks(pixels: Pixels, px_per_mm: int) -> numpy.ndarray[Any, Any]:
    rows, columns = (edge // px_per_mm for edge in pixels.shape[:2])
    whole = pixels[: rows * px_per_mm, : columns * px_per_mm].astype(float)
    return whole.reshape(rows, px_per_mm, columns, px_per_mm, 3).mean(axis=(1, 3))


def assert_same_drawing(scene: Scene, data: bytes | None = None) -> None:
    """The PDF (of the scene, or the one given) and the SVG of the scene look the same at 254 dpi."""
    worst = difference(pdf_pixels(data or scene_pdf(scene), 254), png_pixels(scene_png(scene, 10.0)))
    assert worst <= TOLERANCE, f"a square millimetre differs by {worst:.0f} of 255"
