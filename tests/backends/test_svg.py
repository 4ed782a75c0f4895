"""What an SVG file holds: millimetres, layers, letters as outlines with their text, always the same bytes."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree

import numpy
import pytest
from PIL import Image

from printkit.backends.png import scene_png
from printkit.backends.svg import scene_svg, sheet_svg
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.scene.model import Group, Path, Scene, Use
from printkit.scene.shapes import rectangle
from printkit.sheets.impose import ImpositionSpec, impose
from tests.helpers import BLUE, RED, difference, pdf_of, pdf_pixels, png_pixels, scene_of, words

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"

CARD = Scene(
    "the-card",
    30,
    40,
    2,
    (
        Path(rectangle(Rect(-2, -2, 34, 10)), fill=BLUE),
        Group((words('Say "A<B" & 剣', 2, 20, 3),), layer="text"),
        Path(rectangle(Rect(4, 30, 5, 5)), fill=RED),
        Group((Path(rectangle(Rect(0, 0, 30, 40)), stroke=RED, width=0.3),), layer="cut"),
    ),
)


def parsed(svg):
    return ElementTree.fromstring(svg.encode("utf-8"))


@pytest.mark.parametrize(
    ("bleed", "size", "view"), [(True, (34, 44), "-2 -2 34 44"), (False, (30, 40), "0 0 30 40")]
)
def test_the_view_is_the_card_in_millimetres(bleed, size, view):
    root = parsed(scene_svg(CARD, bleed=bleed))
    assert (root.get("width"), root.get("height")) == (f"{size[0]}mm", f"{size[1]}mm")
    assert root.get("viewBox") == view


def test_layers_are_groups_in_painting_order():
    groups = [
        (group.get("id"), group.get(LABEL)) for group in parsed(scene_svg(CARD)) if group.tag == SVG + "g"
    ]
    assert groups == [("art", "art"), ("text", "text"), ("art-2", "art"), ("cut", "cut")]


def test_only_the_layers_asked_for_are_drawn():
    root = parsed(scene_svg(CARD, layers=("cut",)))
    assert [path.get("stroke") for path in root.iter(SVG + "path")] == ["#ff0000"]


def test_letters_are_outlines_and_say_what_they_are():
    root = parsed(scene_svg(CARD))
    assert not list(root.iter(SVG + "text"))
    assert [path.get("aria-label") for path in root.iter(SVG + "path") if path.get("role")] == [
        'Say "A<B" & 剣'
    ]


def test_the_title_is_the_scenes_id():
    assert parsed(scene_svg(CARD)).findtext(SVG + "title") == "the-card"


def test_a_used_scene_is_stored_once():
    mark = Scene("mark", 2, 2, 0, (Path(rectangle(Rect(0, 0, 2, 2)), fill=RED),))
    root = parsed(scene_svg(scene_of(Use(mark), Use(mark), Use(mark))))
    assert len(list(root.iter(SVG + "path"))) == 1
    assert len(list(root.iter(SVG + "use"))) == 3


def test_the_same_scene_gives_the_same_text():
    assert scene_svg(CARD) == scene_svg(CARD)


def test_a_sheet_looks_the_same_in_pdf_and_svg():
    import cairosvg

    sheets = list(impose(["a", "b", "c"], Size(30, 40), 2, ImpositionSpec(Size(120, 130), duplex="short")))
    for sheet in sheets:
        svg = sheet_svg(sheet, lambda _: CARD)
        width, height = (round(edge * 10) for edge in sheet.paper)
        drawn = cairosvg.svg2png(bytestring=svg.encode(), output_width=width, output_height=height)
        pdf = pdf_pixels(pdf_of(sheet, faces=lambda _: CARD), 254)
        assert difference(pdf, png_pixels(drawn)) < 30
        assert pdf.min() == 0


def test_a_png_has_the_size_asked_for_and_a_white_ground():
    with Image.open(io.BytesIO(scene_png(CARD, 300 / 25.4))) as image:
        assert image.size == (402, 520)
        assert image.convert("RGBA").getpixel((200, 500)) == (255, 255, 255, 255)
    trimmed = png_pixels(scene_png(CARD, 10, bleed=False))
    assert trimmed.shape == (400, 300, 3)
    assert numpy.array_equal(trimmed[5, 150], (0, 0, 255))


def test_a_png_beyond_all_reason_is_refused():
    with pytest.raises(InputError, match="cannot draw"):
        scene_png(CARD, 10_000)


def test_without_cairo_png_is_one_clear_error(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cairosvg", None)
    with pytest.raises(InputError, match=r"need the cairo library.*apt install libcairo2"):
        scene_png(CARD, 10)
