"""Comparing pixels: a shape agrees with itself, and with nothing else."""

from __future__ import annotations

import numpy
import pytest

from printkit.fonts import find_font
from printkit.geometry import Affine, Outline, Rect
from printkit.preflight.pixels import PageImage, best, look, neutral, same_colour, stray, verdict
from printkit.scene.raster import coverage, segments
from printkit.scene.shapes import circle, rectangle

FONT = find_font("shippori-mincho-extrabold")
EM = 5.0
AT = (3.0, 6.0)
DIGITS = "0123456789"


def rows_of(text):
    return segments(FONT.outline(FONT.shape(text)[0].glyph))


def place(x=AT[0], y=AT[1]):
    return Affine(EM, 0.0, 0.0, EM, x, y)


def box_of(text):
    return place().rect(FONT.ink_box(FONT.shape(text)[0].glyph)).grown(0.2)


def paper(*texts, ink=0.0, ground=255.0, x=AT[0], y=AT[1]):
    """A page of 10 × 10 mm with these letters one over the other."""
    pixels = numpy.full((100, 100, 3), ground)
    for text in texts:
        cover = coverage(rows_of(text), place(x, y).then(Affine.scaling(10.0)), 100, 100)[:, :, None]
        pixels = pixels * (1 - cover) + ink * cover
    return PageImage(pixels.round())


def judged(page, text, **more):
    return verdict(look(page, rows_of(text), place(), box_of(text)), dark=True, **more)


@pytest.mark.parametrize("text", DIGITS)
def test_every_digit_is_itself_and_no_other(text):
    page = paper(text)
    looks = {other: look(page, rows_of(other), place(), box_of(other)) for other in DIGITS}
    assert verdict(looks[text], dark=True) == ""
    assert {other for other, seen in looks.items() if verdict(seen, dark=True) == ""} == {text}
    assert best(looks) == text


def test_half_a_pixel_aside_is_the_same_place():
    assert judged(paper("7", x=AT[0] + 0.05, y=AT[1] - 0.05), "7") == ""


def test_four_pixels_aside_is_another_place():
    assert judged(paper("7", x=AT[0] + 0.4), "7") == "hidden"


def test_nothing_is_invisible():
    assert judged(paper(), "7") == "invisible"


def test_pale_ink_is_invisible():
    assert judged(paper("7", ink=225.0), "7") == "invisible"


def test_light_on_dark_is_reversed_where_dark_is_wanted():
    page = paper("7", ink=255.0, ground=0.0)
    assert judged(page, "7") == "reversed"
    assert verdict(look(page, rows_of("7"), place(), box_of("7")), dark=False) == ""


def test_a_hole_of_a_third_of_a_millimetre_is_seen():
    page = paper("7")
    page.pixels[23:26, 42:46] = 255.0
    assert judged(page, "7") == "hidden"


def test_the_ink_is_named_though_no_pixel_is_full():
    page = paper("1", ink=40.0)
    seen = look(page, rows_of("1"), place(), box_of("1"))
    assert seen.ink == pytest.approx((40.0, 40.0, 40.0), abs=6.0)


def test_a_shape_covers_its_area():
    cover = coverage(segments(circle(5.0, 5.0, 3.0), 20), Affine.scaling(10.0), 100, 100)
    assert cover.sum() / 100 == pytest.approx(3.14159 * 9, rel=0.01)


def test_a_hole_is_empty_with_either_rule():
    ring = circle(5.0, 5.0, 4.0) + _reversed(circle(5.0, 5.0, 2.0))
    for even_odd in (False, True):
        cover = coverage(segments(ring), Affine.scaling(10.0), 100, 100, even_odd=even_odd)
        assert cover[50, 50] == 0.0
        assert cover[50, 80] == 1.0


def _reversed(outline: Outline) -> Outline:
    """The same circle the other way round: mirrored about its own axis."""
    return outline.moved_by(Affine(-1.0, 0.0, 0.0, 1.0, 10.0, 0.0))


def test_what_is_explained_is_not_stray():
    rows = numpy.concatenate([segments(rectangle(Rect(1, 1, 3, 3))), segments(rectangle(Rect(6, 1, 2, 2)))])
    pixels = numpy.full((100, 100, 3), 255.0)
    pixels[10:40, 10:40] = 0.0
    pixels[10:30, 60:80] = 0.0
    assert stray(PageImage(pixels), rows, Rect(0, 0, 10, 10)) is None
    pixels[60:70, 20:40] = 0.0
    area, box = stray(PageImage(pixels), rows, Rect(0, 0, 10, 10))
    assert area == pytest.approx(2.0)
    assert box == pytest.approx((2.1, 6.1, 1.8, 0.8), abs=0.11)


def test_colours_are_named_by_their_family():
    red, dark_red, blue, grey = (198, 64, 51), (150, 40, 40), (13, 108, 169), (90, 92, 95)
    assert same_colour(red, dark_red)
    assert not same_colour(red, blue)
    assert not same_colour(red, grey)
    assert neutral(grey)
    assert not neutral(blue)
