"""Text in both directions: Unicode's own tests, HarfBuzz's glyphs, and what is set line by line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import uharfbuzz as hb
from unicode_rules import bidi_agrees, rows

from printkit.compose.text.bidi import has_right_to_left, levels, paragraph_level, runs
from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.paragraphs import set_paragraphs
from printkit.compose.text.rich_text import Icon, RichStyle, Setting, set_rich
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.fonts import find_font, own_font_id
from printkit.geometry import Rect
from printkit.kit.markdown import Run
from printkit.kit.markup import parse_text
from printkit.scene.inks import BLACK, HOUSE_INKS
from printkit.scene.model import Glyphs, Group

DATA = Path(__file__).parents[1] / "data"
FONT_FILE = DATA / "fonts" / "directions.ttf"
FONT = own_font_id(FONT_FILE)
STYLE = TextStyle(FONT, 4.0)
COIN = Icon((), Rect(0, 0, 20, 10))


@pytest.mark.parametrize("part", range(4))
def test_the_standards_own_lines_agree(part):
    lines = list(rows(DATA / "unicode" / "BidiCharacterTest.txt"))[part::4]
    assert len(lines) > 150
    assert [line for line in lines if not bidi_agrees(line)] == []


def shown(text, style=STYLE):
    """What stands there from left to right, each sign as it looks."""
    return "".join(
        glyph.text for glyph in sorted(set_line(text, style, 0, 0).glyphs, key=lambda each: each.x)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("קח 12 קלפים", "םיפלק 12 חק"),
        ("עד 2026 או 15%", "15% וא 2026 דע"),
        ("Take קלף now", "Take ףלק now"),
        # The brackets belong to the Hebrew and are turned round (rule N0).
        ("קלף (אחד) Wolf", "Wolf (דחא) ףלק"),
        ("Wolf (אחד) x", "Wolf (דחא) x"),
        ("12", "12"),
    ],
)
def test_numbers_and_words_keep_their_own_direction(text, expected):
    assert shown(text) == expected


def glyphs_of(text, direction, script):
    """HarfBuzz's own answer: glyph numbers and advances."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.direction, buffer.script, buffer.language = direction, script, "und"
    hb.shape(hb.Font(hb.Face(hb.Blob(FONT_FILE.read_bytes()))), buffer)
    return [
        (info.codepoint, place.x_advance)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "script"),
    [("שלום (עולם)", "Hebr"), ("שָׁלוֹם", "Hebr"), ("خذ ورقة لا غير", "Arab"), ("مَرحبًا (بك)", "Arab")],
)
def test_words_of_one_direction_are_harfbuzz_s_own(text, script):
    shaped = find_font(FONT).shape(text, direction="rtl")
    em = find_font(FONT).units_per_em
    assert [(each.glyph, round(each.advance * em)) for each in shaped] == glyphs_of(text, "rtl", script)


def test_letters_that_hang_together_have_no_room_between_them():
    em = find_font(FONT).units_per_em
    advances = sum(advance for _, advance in glyphs_of("كتاب", "rtl", "Arab"))
    assert line_width("كتاب", STYLE) == pytest.approx(advances / em * STYLE.size)


def test_a_text_of_two_scripts_is_shaped_script_by_script():
    both = [each.glyph for each in find_font(FONT).shape("שלום كتاب", direction="rtl")]
    parts = [glyphs_of("كتاب", "rtl", "Arab"), glyphs_of("שלום ", "rtl", "Hebr")]
    assert both == [glyph for part in parts for glyph, _ in part]


def test_a_font_without_the_letters_is_refused_with_the_script():
    with pytest.raises(InputError, match="no glyph") as error:
        set_line("קח", TextStyle("lato-regular", 4.0), 0, 0)
    assert "Hebrew letters" in str(error.value)


def test_signs_that_nobody_sees_need_no_glyph():
    seen = set_line("a\u200b\u200fb\u2067", TextStyle("lato-regular", 4.0), 0, 0)
    assert [glyph.text.strip("\u200b\u200f\u2067") for glyph in seen.glyphs] == ["a", "b"]


def style(language="en"):
    inks = {"red": HOUSE_INKS["red"]}
    return RichStyle(lambda bold, italic: FONT, BLACK, inks.__getitem__, lambda name: COIN, language)


def set_text(text, box, language="en", across=0.0, size=4.0):
    return set_rich([(style(language), parse_text(text, "full"))], Setting(box, size, size, 1.25, across))


def rows_of(items):
    """What stands on each line from left to right, `*` for an icon."""
    found: dict[int, list[tuple[float, str]]] = {}
    for item in items:
        if isinstance(item, Glyphs):
            row = found.setdefault(round(item.glyphs[0].y), [])
            row += [(glyph.x, glyph.text) for glyph in item.glyphs]
        elif isinstance(item, Group):
            found[list(found)[-1]].append((item.transform.e, "*"))
    return ["".join(text for _, text in sorted(row)) for row in found.values()]


def test_styles_and_icons_stay_where_they_are_read():
    items = set_text("קח {red:12} קל{icon:coin} פים", Rect(0, 0, 80, 10))
    assert rows_of(items) == ["םיפ *לק 12 חק"]
    assert [item.text for item in items if isinstance(item, Glyphs) and item.ink != BLACK] == ["12"]


def test_lines_are_broken_as_read_and_ordered_one_by_one():
    width = line_width("קח 12 קלפים", STYLE) + 1.0
    items = set_text("קח 12 קלפים ועוד 15%", Rect(0, 0, width, 30))
    assert rows_of(items) == ["םיפלק 12 חק", "15% דועו"]
    embedded = set_text("Take קח 12 קלפים now", Rect(0, 0, line_width("Take קח 12", STYLE) + 1.0, 30))
    assert rows_of(embedded) == ["Take 12 חק", "םיפלק now"]


@pytest.mark.parametrize(
    ("text", "language", "right"), [("קח", "en", True), ("12", "he", True), ("12", "en", False)]
)
def test_a_paragraph_begins_at_the_side_it_is_read_from(text, language, right):
    (line,) = set_text(text, Rect(10, 0, 60, 10), language)
    assert isinstance(line, Glyphs)
    end = line.glyphs[0].x + line_width(text, STYLE)
    assert (end == pytest.approx(70)) is right
    (other,) = set_text(text, Rect(10, 0, 60, 10), language, across=1.0)
    assert isinstance(other, Glyphs)
    assert (other.glyphs[0].x == pytest.approx(10)) is right


def test_the_sign_of_a_list_stands_before_its_words():
    sign, *words = (item for item in set_text("1. קח", Rect(0, 0, 60, 10)) if isinstance(item, Glyphs))
    assert sign.text == ".1"
    assert sign.glyphs[0].x > max(glyph.x for item in words for glyph in item.glyphs)


def test_a_word_in_two_styles_still_hangs_together():
    whole = [each.glyph for each in set_line("كتاب", STYLE, 0, 0).glyphs]
    items = set_text("{red:كت}اب", Rect(0, 0, 60, 10))
    assert [glyph.glyph for item in items if isinstance(item, Glyphs) for glyph in item.glyphs] == whole
    assert rows_of(items) == ["باتك"]


def test_columns_are_refused():
    column = replace(style(), vertical=True)
    with pytest.raises(InputError, match="do not stand in columns"):
        set_rich([(column, parse_text("קח 12", "plain"))], Setting(Rect(0, 0, 20, 60), 4.0, 4.0, 1.25))


def test_paragraphs_of_labels_and_boxes_know_the_side_too():
    (line,) = set_paragraphs([("en", "קח 12")], STYLE, Rect(0, 0, 50, 10), 1.2, "start")
    assert isinstance(line, Glyphs)
    assert line.text == "12 חק"
    assert line.glyphs[0].x == pytest.approx(50 - line_width("קח 12", STYLE))


def test_lines_of_books_are_ordered_and_spread():
    flow = FlowStyle(STYLE, STYLE, 1.4, STYLE)
    text = "קח 12 קלפים ועוד Wolf (אחד) מן החפיסה"
    first, *_, last = flow_lines([Run(text)], flow, 40.0)
    order = sorted((glyph.x, glyph.text) for glyphs in first.glyphs for glyph in glyphs.glyphs)
    assert "".join(letter for _, letter in order).split()[-3:] == ["םיפלק", "12", "חק"]
    assert max(glyph.x for glyphs in last.glyphs for glyph in glyphs.glyphs) > 30.0
    assert "".join(piece.words for line in (first, last) for piece in line.pieces).startswith("קח 12")


def test_the_levels_of_a_text_of_one_direction_are_its_own():
    assert levels("Wolf 12") == (0,) * 7
    assert set(levels("זאב", 0)) == {1}
    assert (paragraph_level("12 זאב"), paragraph_level("Wolf זאב"), paragraph_level("12")) == (1, 0, 0)
    assert has_right_to_left("a\u200fb")
    assert not has_right_to_left("日本")
    assert runs("", (), 0) == []
