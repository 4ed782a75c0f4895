"""Titles of any length: one that fits stays as it is, others get smaller, then are split between phrases."""

from __future__ import annotations

import pytest

from printkit.compose.books.book import BookLook, Picture, compose_book
from printkit.compose.text.titles import fit_title, shrunk, squeezed
from printkit.compose.text.typesetting import TextStyle, line_width
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.kit.markdown import Paragraph, Run
from printkit.scene.inks import BLACK
from printkit.scene.model import Glyphs, Group, Path
from printkit.scene.shapes import rectangle

STYLE = TextStyle("shippori-mincho-extrabold", 13.0)
WIDTH = 124.0
LONG = "むかしむかしあるところにおじいさんとおばあさんがいました物語"


def test_a_title_that_fits_stays_as_it_is():
    assert fit_title("易双六", STYLE, WIDTH) == (("易双六",), STYLE)


def test_a_longer_one_gets_smaller_in_one_line():
    lines, style = fit_title("吊るされた男の長い旅", STYLE, WIDTH)
    assert len(lines) == 1
    assert 0.75 * STYLE.size <= style.size < STYLE.size


@pytest.mark.parametrize("words", [LONG, "The Very Long Story of an Old Man and an Old Woman Long Ago"])
def test_a_long_one_is_divided_between_phrases_into_lines_that_fit(words):
    lines, style = fit_title(words, STYLE, WIDTH)
    assert 2 <= len(lines) <= 3
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert max(line_width(line, style) for line in lines) <= WIDTH
    assert all(line in words for line in lines)


def test_a_title_without_end_is_an_input_error():
    with pytest.raises(InputError, match="too long for 124 mm"):
        fit_title("果てしなき" * 30, STYLE, WIDTH)


def test_a_running_title_gets_smaller():
    assert shrunk("易双六", STYLE, WIDTH) == STYLE
    assert line_width(LONG, shrunk(LONG, STYLE, 90.0)) == pytest.approx(90.0)


def test_a_title_for_one_line_is_narrowed_and_then_gets_smaller_down_to_what_can_be_read():
    assert squeezed("易双六", STYLE, WIDTH, 0.7, 2.4) == STYLE
    narrowed = squeezed("吊るされた男の長い旅", STYLE, WIDTH, 0.7, 2.4)
    assert narrowed.size == STYLE.size
    assert 0.7 <= narrowed.stretch < 1
    smaller = squeezed(LONG, STYLE, WIDTH, 0.7, 2.4)
    assert smaller.size < STYLE.size
    assert smaller.stretch == 0.7
    assert line_width(LONG, smaller) == pytest.approx(WIDTH)
    with pytest.raises(InputError, match=r"35\.0 mm are free"):
        squeezed(LONG, STYLE, 35.0, 0.7, 2.4)


@pytest.mark.parametrize(
    "title", [("易双六", "Youscout"), (LONG, "A Long Story of an Old Man and an Old Woman")]
)
def test_a_cover_keeps_its_titles_on_the_page_and_the_picture_off_them(title):
    page = Size(148.0, 210.0)
    picture = Picture(90.0, 133.0, (Path(rectangle(Rect(0, 0, 90, 133)), BLACK),), "cover")
    look = BookLook(page, "ja", STYLE.font)
    book = compose_book([Paragraph("", (Run("文。"),), 1)], look, title, "", picture, lambda name, width: ())
    drawn, *texts = book.pages[0].parts
    group = drawn.items[0]
    assert isinstance(group, Group)
    foot = group.transform.rect(Rect(0, 0, 90, 133)).bottom
    lines = [item for part in texts for item in part.items if isinstance(item, Glyphs)]
    assert [len(part.items) for part in texts] == ([1, 1] if title[0] == "易双六" else [3, 1])
    assert foot + 10 < min(line.glyphs[0].y for line in lines)
    assert max(line.glyphs[0].y for line in lines) <= page.height - 19
    assert all(12 <= glyph.x <= page.width - 12 for line in lines for glyph in line.glyphs)


def test_no_words_need_no_room():
    """The second title of a bar, in a kit of one language, beside a first one that takes all of it."""
    assert shrunk("", STYLE, -4.0) == STYLE
    with pytest.raises(InputError, match="has no room"):
        shrunk("a", STYLE, -4.0)
