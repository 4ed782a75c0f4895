"""One card looks the same in PDF, PNG and SVG, pixel by pixel, whatever the file of its picture is."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable

import numpy
import pikepdf
import pytest
from PIL import Image

from printkit.backends.png import scene_png
from printkit.backends.svg import scene_svg
from printkit.kit.art import ArtSource, art_of
from printkit.material.pixels import on_white, svg_pixels
from printkit.scene.inks import Palette
from printkit.scene.model import Path as DrawnPath
from printkit.scene.model import Scene
from printkit.scene.shapes import rectangle
from tests.helpers import INK, pdf_pixels, png_pixels, scene_pdf

# Of 255, at the one pixel that differs most but for so many of a hundred: edges are smoothed each in its own way.
APART, EDGES = 24, 2.0
SIZE = (240, 320)


def photo(mode="RGB"):
    across, down = Image.linear_gradient("L").rotate(90).resize(SIZE), Image.linear_gradient("L").resize(SIZE)
    bands = [across, down, Image.radial_gradient("L").resize(SIZE)]
    return (
        Image.merge("RGBA", [*bands, across]) if mode == "RGBA" else Image.merge("RGB", bands).convert(mode)
    )


def saved(image, form, **options):
    stream = io.BytesIO()
    image.save(stream, form, **options)
    return stream.getvalue()


def deep():
    grey = numpy.linspace(0, 65535, SIZE[0] * SIZE[1]).astype(numpy.uint16).reshape(SIZE[::-1])
    return saved(Image.fromarray(grey), "PNG")


def turned():
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(photo().rotate(90, expand=True), "JPEG", quality=95, exif=exif)


def svg(inner):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">{inner}</svg>'.encode()


GRADIENT = (
    '<linearGradient id="a"><stop stop-color="gold"/><stop offset="1" stop-color="teal"/></linearGradient>'
)
FILES: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved(photo(), "JPEG", quality=95),
    "grey jpeg": lambda: saved(photo("L"), "JPEG", quality=95),
    "jpeg in four inks": lambda: saved(photo("CMYK"), "JPEG", quality=95),
    "jpeg on its side": turned,
    "png": lambda: saved(photo(), "PNG"),
    "grey png": lambda: saved(photo("L"), "PNG"),
    "png of a palette": lambda: saved(photo("P"), "PNG"),
    "png of a bit": lambda: saved(photo("L").convert("1", dither=Image.Dither.NONE), "PNG"),
    "transparent png": lambda: saved(photo("RGBA"), "PNG"),
    "png of 16 bits": deep,
    "webp": lambda: saved(photo("RGBA"), "WEBP", quality=90),
    "gif": lambda: saved(photo("P"), "GIF"),
    "avif": lambda: saved(photo("RGBA"), "AVIF", quality=90),
    "tiff": lambda: saved(photo("CMYK"), "TIFF"),
    "paths": lambda: svg('<path d="M5 5h50v70z" fill="teal"/><circle cx="20" cy="50" r="9" fill="#e65a28"/>'),
    "a page of vectors": lambda: svg(
        f'{GRADIENT}<rect width="60" height="80" fill="url(#a)" opacity="0.5"/>'
    ),
    "a filter": lambda: svg(
        '<filter id="a"><feGaussianBlur stdDeviation="4"/></filter>'
        '<circle cx="30" cy="40" r="20" fill="teal" filter="url(#a)"/>'
    ),
}
KEPT = ("jpeg", "grey jpeg", "png", "grey png", "png of a palette", "png of a bit")


def card(folder, data):
    """The picture on a ground of half ink, half paper."""
    file = folder / "picture"
    file.write_bytes(data)
    art = art_of(ArtSource(file, folder, Palette(others="kept"), (0, hash(data))))
    view = art.view
    half = view._replace(width=view.width / 2)
    return Scene("a", view.width, view.height, 0.0, (DrawnPath(rectangle(half), INK), *art.items))


@pytest.mark.parametrize("kind", FILES)
def test_pdf_png_and_svg_show_the_same_pixels(tmp_path, kind):
    scene = card(tmp_path, FILES[kind]())
    scale = SIZE[0] / scene.width
    pdf = pdf_pixels(scene_pdf(scene), scale * 25.4)
    png = png_pixels(scene_png(scene, scale))
    with Image.open(io.BytesIO(svg_pixels(scene_svg(scene).encode(), "a.svg", SIZE[1]))) as image:
        svg = numpy.asarray(on_white(image))
    assert pdf.shape == png.shape == svg.shape
    for other in (png, svg):
        apart = numpy.abs(pdf.astype(int) - other).max(axis=2)
        assert numpy.mean(apart > APART) * 100 <= EDGES
    assert len(numpy.unique(pdf.reshape(-1, 3), axis=0)) > 1


@pytest.mark.parametrize("kind", KEPT)
def test_a_picture_used_as_it_is_keeps_its_bytes_in_pdf_and_svg(tmp_path, kind):
    data = FILES[kind]()
    scene = card(tmp_path, data)
    with pikepdf.open(io.BytesIO(scene_pdf(scene))) as pdf:
        (stored,) = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Width" in each]
        assert stored.read_raw_bytes() in data
    assert base64.b64encode(data).decode() in scene_svg(scene)
