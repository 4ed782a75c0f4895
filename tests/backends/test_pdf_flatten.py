"""Half-transparent pictures for PDF/X-1a: opaque, and the same to look at as where transparency is allowed."""

from __future__ import annotations

import io
import subprocess

import numpy
import pikepdf
import pytest
import resvg_py
from PIL import Image

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.backends.png import scene_png
from printkit.backends.press import find_press
from printkit.backends.svg import scene_svg
from printkit.geometry import Affine, Rect
from printkit.inspect.plates import open_plates
from printkit.inspect.written import unfaithful
from printkit.scene.inks import BLACK, CUT, HOUSE_INKS
from printkit.scene.model import Group, Item, Path, Picture, Scene, Use
from printkit.scene.shapes import rectangle, segment
from printkit.sheets.model import FaceKey
from tests.helpers import BLUE, GREEN, RED, page_of, scene_of, words
from tests.press_files import write_icc

# Five dots a mm: no page ends within one.
DPI = 127
# Of 255, and how many pixels may be further apart: edges of pictures, and letters, which pdfium draws a little lighter.
NEAR, EDGES, LETTERS = 12, 0.005, 0.02


def pdf(scene, press):
    stream = io.BytesIO()
    write_pdf(stream, [page_of(scene)], lambda _: scene, DocumentInfo("Flat"), press=press)
    return stream.getvalue()


def inks(data, folder):
    """The four inks of the page, 0 to 255, as poppler blends and overprints them."""
    (folder / "page.pdf").write_bytes(data)
    options = ["-r", str(DPI), "-jpegcmyk", "-jpegopt", "quality=100", "-overprint", "-singlefile"]
    subprocess.run(["pdftoppm", *options, "page.pdf", "page"], check=True, cwd=folder)
    with Image.open(folder / "page.jpg") as image:
        assert image.mode == "CMYK"
        return numpy.asarray(image).astype(int)


def apart(one, other):
    """The share of pixels that are unlike the same pixel of the other and those around it: programs smooth edges alike
    to a pixel only."""
    height, width = map(min, one.shape[:2], other.shape[:2])
    near = numpy.lib.stride_tricks.sliding_window_view(other[:height, :width], (3, 3), axis=(0, 1))
    inside = one[1 : height - 1, 1 : width - 1]
    unlike = (inside < near.min(axis=(3, 4)) - NEAR) | (inside > near.max(axis=(3, 4)) + NEAR)
    return float(unlike.any(axis=2).mean())


@pytest.fixture
def shade(tmp_path):
    """Red that fades to the right, a hole in its middle, half of black below."""
    fading = numpy.zeros((80, 100, 4), numpy.uint8)
    fading[..., 0] = 255
    fading[..., 3] = numpy.linspace(255, 20, 100)[None]
    fading[30:50, 40:60] = 0
    fading[60:] = (0, 0, 0, 128)
    return saved(tmp_path / "shade.png", fading)


def saved(path, pixels):
    Image.fromarray(pixels).save(path)
    height, width = pixels.shape[:2]
    return Picture(str(path), path.stem.ljust(64, "0"), Rect(4, 3, 25, 20), (width, height))


def composed(shade, folder):
    """Areas, lines and letters below, an opaque picture among them; the shade in two clips, turned, and once more."""
    photo = saved(folder / "photo.png", numpy.full((200, 200, 3), (0, 128, 255), numpy.uint8))
    ground: tuple[Item, ...] = (
        Path(rectangle(Rect(0, 0, 20, 40)), GREEN),
        Path(rectangle(Rect(20, 0, 20, 40)), BLUE),
        Group((photo._replace(box=Rect(2, 20, 30, 6)),), Affine.rotation(10, (20, 20))),
        words("below", 3, 12, 8, ink=BLACK),
        Path(segment(0, 16, 40, 16), stroke=BLACK, width=1.5),
    )
    inner = Group((Path(rectangle(Rect(6, 5, 8, 4)), RED), shade), clip=Rect(5, 4, 22, 30))
    turned = Group((inner,), Affine.rotation(25, (20, 20)), clip=Rect(2, 2, 30, 19))
    again = Use(scene_of(shade, words("x", 8, 10), width=30, height=30), Affine(0.5, 0.1, -0.2, 0.7, 12, 20))
    return scene_of(*ground, turned, again, words("above", 4, 36, 8, ink=BLACK), width=40, height=40)


def test_it_has_no_transparency_and_the_inks_of_one_that_has(shade, tmp_path):
    scene = composed(shade, tmp_path)
    flat = pdf(scene, find_press("x1a-2003"))
    with pikepdf.open(io.BytesIO(flat)) as file:
        assert not any("/SMask" in each or "/ca" in each for each in file.objects if hasattr(each, "keys"))
    assert (
        apart(
            inks(flat, tmp_path), inks(pdf(scene, find_press("x4", write_icc(tmp_path / "a.icc"))), tmp_path)
        )
        < EDGES
    )


def test_pdf_png_and_svg_show_it_alike(shade, tmp_path):
    """Without overprint, which screens do not show; inks that are taken away from white are the colours of a screen."""
    scene = composed(shade, tmp_path)
    scene = Scene(
        "plain", 40, 40, 0, tuple(item for item in scene.items if getattr(item, "stroke", None) is None)
    )
    with pikepdf.open(io.BytesIO(pdf(scene, find_press("x1a-2003", ink_limit=250)))) as file:
        with open_plates(file)[0] as plates:
            four = plates.page(0, DPI).astype(int)
    paper = (255 - four[..., :3] - four[..., 3:]).clip(0, 255)
    png = numpy.asarray(Image.open(io.BytesIO(scene_png(scene, DPI / 25.4))).convert("RGB")).astype(int)
    drawn = bytes(resvg_py.svg_to_bytes(svg_string=scene_svg(scene), dpi=DPI, background="white"))
    svg = numpy.asarray(Image.open(io.BytesIO(drawn)).convert("RGB")).astype(int)
    assert apart(paper, png) < LETTERS
    assert apart(paper, svg) < LETTERS
    assert apart(png, svg) < LETTERS


def test_the_comparison_sees_a_clip_that_is_lost(shade, tmp_path):
    """Were only the innermost clip kept, more of the ground would be blended."""
    scene = composed(shade, tmp_path)
    loose = tuple(item._replace(clip=None) if isinstance(item, Group) else item for item in scene.items)
    lost = pdf(Scene("loose", 40, 40, 0, loose), find_press("x1a-2003"))
    assert apart(inks(pdf(scene, find_press("x1a-2003")), tmp_path), inks(lost, tmp_path)) > LETTERS


def test_no_ink_goes_over_the_limit_and_the_rest_stays_as_it_is(shade, tmp_path):
    """Letters stay letters, a cut prints nothing below a picture, and the second witness finds all as composed."""
    dark = saved(tmp_path / "dark.png", numpy.full((20, 20, 4), (40, 20, 10, 200), numpy.uint8))
    cut = Path(rectangle(Rect(5, 5, 10, 10)), stroke=CUT, width=3)
    ground = Path(rectangle(Rect(0, 0, 40, 40)), HOUSE_INKS["red"])
    scene = scene_of(ground, words("■", 2, 14, 12, ink=BLACK), cut, dark, width=40, height=40)
    press = find_press("x1a-2003", ink_limit=240)
    data = pdf(scene, press)
    with pikepdf.open(io.BytesIO(data)) as file:
        (image,) = (each for each in file.objects if each.get("/ColorSpace") == "/DeviceCMYK")
        assert str(image.ColorSpace) == "/DeviceCMYK"
        pixels = numpy.frombuffer(image.read_bytes(), numpy.uint8).reshape(-1, 4)
    assert pixels.astype(int).sum(axis=1).max() <= 2.4 * 255
    assert not any(unfaithful(data, 1, lambda _: page_scene(scene), "cmyk"))
    whole = Scene("without", 40, 40, 0, tuple(item for item in scene.items if item is not cut))
    with pikepdf.open(io.BytesIO(pdf(whole, press))) as file:
        (same,) = (each for each in file.objects if each.get("/ColorSpace") == "/DeviceCMYK")
        assert numpy.array_equal(numpy.frombuffer(same.read_bytes(), numpy.uint8).reshape(-1, 4), pixels)


def page_scene(scene):
    """The page of `page_of` as one drawing."""
    return Scene("page", 40, 40, 0, (Group((Group((Use(scene),), clip=scene.trim),)),))


def test_the_same_input_gives_the_same_bytes(shade, tmp_path):
    scene = composed(shade, tmp_path)
    assert pdf(scene, find_press("x1a-2001")) == pdf(scene, find_press("x1a-2001"))


def test_a_face_that_many_cards_share_is_made_opaque_once(shade, tmp_path):
    scene = composed(shade, tmp_path)
    stream = io.BytesIO()
    keys = [FaceKey(name, "back") for name in "abc"]
    write_pdf(
        stream,
        [page_of(scene, key) for key in keys],
        lambda _: scene,
        DocumentInfo("Flat"),
        press=find_press("x1a-2003"),
    )
    with pikepdf.open(stream) as file:
        assert (
            sum(each.get("/ColorSpace") == "/DeviceCMYK" for each in file.objects if hasattr(each, "keys"))
            == 3
        )
