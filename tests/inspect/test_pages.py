"""What is read back from finished files: letters to 0.05 mm, boxes, pixels; and files that cannot be read."""

from __future__ import annotations

import io

import numpy
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.fonts import find_font
from printkit.geometry import Affine, Rect, Size
from printkit.inspect.pages import (
    open_pdf,
    open_structure,
    page_boxes,
    page_chars,
    page_count,
    page_size,
    render_page,
)
from printkit.scene.model import Glyphs, Group, Path, PlacedGlyph
from printkit.scene.shapes import rectangle
from printkit.sheets.impose import card_per_page
from tests.helpers import FONT, INK, RED, page_of, pdf_of, scene_of, scene_pdf, words

NEAR = 0.05


def resaved(data, change):
    """The file after another program has changed its first page."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        change(pdf, pdf.pages[0])
        pdf.save(out)
    return out.getvalue()


def test_letters_are_where_they_were_placed():
    glyphs = words("Ag 漢字 2026", 7, 31, 4, ink=RED)
    chars = page_chars(scene_pdf(scene_of(glyphs, width=60, height=40, bleed=3)), 0)
    assert [char.text for char in chars] == list("Ag 漢字 2026")
    for char, glyph in zip(chars, glyphs.glyphs, strict=True):
        assert (char.x, char.y) == (
            pytest.approx(glyph.x + 3, abs=NEAR),
            pytest.approx(glyph.y + 3, abs=NEAR),
        )
        assert char.angle == 0
        assert char.size == pytest.approx(4, abs=0.001)
        assert char.fill == (255, 0, 0)
        assert char.render_mode == 0
        assert char.font.endswith("BIZUDPGothic-Bold")


def test_the_box_of_a_letter_is_its_ink():
    glyphs = words("Ag漢", 7, 31, 4)
    font = find_font(FONT)
    for char, glyph in zip(
        page_chars(scene_pdf(scene_of(glyphs, width=60, height=40)), 0), glyphs.glyphs, strict=True
    ):
        ink = font.ink_box(glyph.glyph)
        expected = Rect(glyph.x + ink.x * 4, glyph.y + ink.y * 4, ink.width * 4, ink.height * 4)
        # The reader rounds outlines to about a hundredth of the em.
        assert tuple(char.box) == pytest.approx(tuple(expected), abs=0.015 * 4)


@pytest.mark.parametrize("degrees", [0, 90, 180, 270, 30, 345])
def test_turned_letters_state_their_turn(degrees):
    turn = Affine.rotation(degrees).then(Affine.translation(30, 25))
    chars = page_chars(scene_pdf(scene_of(Group((words("Up", 0, 0),), turn), width=60, height=50)), 0)
    second = words("Up", 0, 0).glyphs[1]
    x, y = turn.point(second.x, second.y)
    assert (chars[1].x, chars[1].y) == (pytest.approx(x, abs=NEAR), pytest.approx(y, abs=NEAR))
    assert (chars[1].angle - degrees + 180) % 360 - 180 == pytest.approx(0, abs=0.05)


def test_stretched_letters_keep_their_size():
    glyphs = words("Wide", 5, 10, 6)
    row = tuple(PlacedGlyph(g.glyph, g.text, 5 + (g.x - 5) * 0.8, g.y) for g in glyphs.glyphs)
    chars = page_chars(scene_pdf(scene_of(Glyphs(FONT, 6, INK, row, 0.8), width=60, height=20)), 0)
    assert chars[0].size == pytest.approx(6, abs=0.001)
    assert chars[3].x == pytest.approx(row[3].x, abs=NEAR)


@given(
    x=st.floats(2, 50),
    y=st.floats(8, 70),
    size=st.floats(1.5, 12),
    text=st.text("AgQj漢字かな12.、", min_size=1, max_size=6),
)
def test_any_text_anywhere_is_found_where_it_is(x, y, size, text):
    glyphs = words(text, x, y, size)
    chars = page_chars(scene_pdf(scene_of(glyphs, width=140, height=80)), 0)
    assert "".join(char.text for char in chars) == text
    for char, glyph in zip(chars, glyphs.glyphs, strict=True):
        assert (char.x, char.y) == (pytest.approx(glyph.x, abs=NEAR), pytest.approx(glyph.y, abs=NEAR))


@given(
    steps=st.lists(st.floats(-0.9, 6), min_size=2, max_size=25),
    stretch=st.floats(0.6, 1.2),
)
def test_spaced_letters_stay_where_they_were_placed_to_the_end_of_the_line(steps, stretch):
    """Each step is added to the letter's own width, kerned in or spaced out; errors must not add up."""
    (glyph,) = find_font(FONT).shape("漢")
    x, row = 4.0, []
    for step in steps:
        row.append(PlacedGlyph(glyph.glyph, "漢", x, 10.0))
        x += 3 * stretch + step
    data = scene_pdf(scene_of(Glyphs(FONT, 3, INK, tuple(row), stretch), width=260, height=20))
    # Letters nearly on top of each other are merged by the reader, so places are compared and not counted.
    places = [char.x for char in page_chars(data, 0)]
    # A reader may merge a letter with its neighbour and call the middle its place, so only separate ones are held.
    apart = [
        placed.x for placed in row if all(abs(placed.x - other.x) > 1 for other in row if other is not placed)
    ]
    assert all(min(abs(place - x) for place in places) < NEAR for x in apart)
    assert max(places) == pytest.approx(max(placed.x for placed in row), abs=NEAR)


SQUARE_AND_WORD = scene_of(
    Path(rectangle(Rect(10, 20, 4, 4)), fill=RED), words("Fix", 30, 40), width=60, height=80
)


@pytest.mark.parametrize(
    ("turn", "size", "place", "angle"),
    [
        (0, (60, 80), (30, 40), 0),
        (90, (80, 60), (40, 30), 90),
        (180, (60, 80), (30, 40), 180),
        (270, (80, 60), (40, 30), 270),
    ],
)
def test_a_page_turned_by_another_program_is_read_as_shown(turn, size, place, angle):
    def rotate(_pdf, page):
        page.Rotate = turn

    data = resaved(scene_pdf(SQUARE_AND_WORD), rotate)
    assert tuple(page_size(data, 0)) == pytest.approx(size, abs=0.01)
    char = page_chars(data, 0)[0]
    assert (char.x, char.y) == (pytest.approx(place[0], abs=NEAR), pytest.approx(place[1], abs=NEAR))
    assert char.angle == pytest.approx(angle, abs=0.01)
    corners = {0: (12, 22), 90: (80 - 22, 12), 180: (48, 58), 270: (22, 60 - 12)}
    pixels = render_page(data, 0, 254, gray=False)
    column, row = (round(edge * 10) for edge in corners[turn])
    assert tuple(pixels[row, column]) == (255, 0, 0)


def test_a_crop_box_and_a_moved_origin_move_the_places():
    def crop(_pdf, page):
        mm = 72 / 25.4
        page.MediaBox = [-5 * mm, -7 * mm, 60 * mm, 80 * mm]
        page.CropBox = [10 * mm, 5 * mm, 55 * mm, 75 * mm]
        page.TrimBox = [12 * mm, 8 * mm, 50 * mm, 70 * mm]

    data = resaved(scene_pdf(SQUARE_AND_WORD), crop)
    assert tuple(page_size(data, 0)) == pytest.approx((45, 70), abs=0.01)
    char = page_chars(data, 0)[0]
    assert (char.x, char.y) == (pytest.approx(20, abs=NEAR), pytest.approx(35, abs=NEAR))
    boxes = page_boxes(data, 0)
    assert tuple(boxes["TrimBox"]) == pytest.approx((2, 5, 38, 62), abs=0.01)
    assert tuple(boxes["MediaBox"]) == pytest.approx((-15, -5, 65, 87), abs=0.01)
    assert tuple(render_page(data, 0, 254, gray=False)[165, 20]) == (255, 0, 0)


def test_only_boxes_that_are_stated_are_reported():
    data = pdf_of(*card_per_page(["a"], Size(60, 80), 0), faces=lambda _: SQUARE_AND_WORD)
    assert list(page_boxes(data, 0)) == ["MediaBox", "BleedBox", "TrimBox"]


def test_pixels_are_dark_where_ink_is_and_the_crop_is_that_part():
    data = scene_pdf(SQUARE_AND_WORD)
    whole = render_page(data, 0, 254)
    assert whole.shape == (800, 600)
    assert whole[:190].min() == 255
    assert whole[210:230, 110:130].max() < 100
    part = render_page(data, 0, 254, Rect(8, 18, 10, 10))
    assert part.shape == (100, 100)
    assert numpy.array_equal(part, whole[180:280, 80:180])


def test_invisible_text_is_read_with_its_mode():
    def hide(pdf, page):
        for form in page.Resources.XObject.values():
            form.write(form.read_bytes().replace(b"BT ", b"BT 3 Tr "))

    data = resaved(scene_pdf(SQUARE_AND_WORD), hide)
    assert [(char.text, char.render_mode) for char in page_chars(data, 0)] == [("F", 3), ("i", 3), ("x", 3)]


def test_a_hyphen_at_the_end_of_a_line_stays_a_hyphen():
    lines = words("over-", 3, 10).glyphs + words("print", 3, 16).glyphs
    chars = page_chars(scene_pdf(scene_of(Glyphs(FONT, 5, INK, lines), width=60, height=20)), 0)
    assert "".join(char.text for char in chars) == "over-print"


def test_an_open_file_is_read_page_by_page(tmp_path):
    file = tmp_path / "two.pdf"
    file.write_bytes(
        pdf_of(page_of(SQUARE_AND_WORD), page_of(SQUARE_AND_WORD), faces=lambda _: SQUARE_AND_WORD)
    )
    with open_pdf(file) as pdf:
        assert len(pdf) == page_count(pdf) == page_count(str(file)) == 2
        assert page_chars(pdf, 1) == page_chars(file, 0)
        with pytest.raises(InputError, match=r"two\.pdf: there is no page 3 \(it has 2 pages\)"):
            page_size(pdf, 2)
    with open_structure(file) as structure:
        assert len(structure.pages) == 2


def damaged(data):
    locked = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="a", user="b"))
    return {
        "empty": b"",
        "text": b"hello",
        "cut": data[:60],
        "locked": locked.getvalue(),
        "zeros": bytes(500),
    }


@pytest.mark.parametrize("kind", ["empty", "text", "cut", "locked", "zeros"])
def test_a_file_that_is_no_pdf_is_one_clear_error(tmp_path, kind):
    file = tmp_path / "bad.pdf"
    file.write_bytes(damaged(scene_pdf(SQUARE_AND_WORD))[kind])
    hint = "password" if kind == "locked" else "damaged"
    for reader in (open_pdf, open_structure):
        with pytest.raises(InputError, match=rf"bad\.pdf: not a readable PDF file \(it .*{hint}") as caught:
            reader(file)
        assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path):
    for reader in (open_pdf, open_structure):
        with pytest.raises(InputError, match=r"gone\.pdf: cannot be read: No such file"):
            reader(tmp_path / "gone.pdf")


@pytest.mark.parametrize("box", [[0, 0, 1e7, 1e7], [0, 0, 20, 90000]])
def test_a_page_of_absurd_size_is_refused(box):
    def blow_up(_pdf, page):
        page.MediaBox = box

    data = resaved(scene_pdf(SQUARE_AND_WORD), blow_up)
    for read in (page_size, page_chars, page_boxes):
        with pytest.raises(InputError, match=r"page 1 is .* mm"):
            read(data, 0)


def test_more_pixels_than_fit_in_memory_are_refused():
    with pytest.raises(InputError, match="cannot draw"):
        render_page(scene_pdf(SQUARE_AND_WORD), 0, 100_000)
