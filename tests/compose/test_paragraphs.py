"""Paragraphs: Japanese breaks between phrases and by kinsoku, English between words; what does not fit is an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unicode_rules import breaks_agree, rows
from uniseg.linebreak import line_break_units

from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.paragraphs import (
    NOT_FIRST,
    NOT_LAST,
    break_lines,
    characters,
    phrases,
    set_paragraphs,
    too_wide,
)
from printkit.compose.text.rich_text import Icon, RichStyle, Setting, set_rich
from printkit.compose.text.typesetting import TextStyle, line_width
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.markdown import Run as Words
from printkit.kit.markup import parse_text
from printkit.scene.inks import BLACK, HOUSE_INKS
from printkit.scene.model import Glyphs

UNICODE = Path(__file__).parents[1] / "data" / "unicode"
STYLE = TextStyle("zen-kaku-gothic-new-bold", 3.0)
NOTHING = Rect(0.0, 0.0, 1.0, 1.0)
JAPANESE = "コマは好きな爻に置く。上卦なら「愚者」を、下卦なら「死神」を小アルカナの山にまぜる。"


@pytest.mark.parametrize("width", [12.0, 18.0, 25.0, 40.0, 80.0])
def test_japanese_lines_fit_and_obey_kinsoku(width):
    lines = break_lines(JAPANESE, STYLE, width, "ja")
    assert "".join(lines) == JAPANESE
    assert all(line_width(line, STYLE) <= width for line in lines)
    assert not any(line[0] in NOT_FIRST for line in lines)
    assert not any(line[-1] in NOT_LAST for line in lines)


CARD = (
    "筆：投げる。3以下：次の手番まで、ほかの人の虎と将を受けない。4以上：銭2を得る。「将」（赤）なら2〜4枚！"
)


def on_cards(width):
    return [*break_lines(CARD, STYLE, width, "ja")]


def in_books(width):
    plain = FlowStyle(STYLE, STYLE, 1.5, STYLE, justified=False)
    return [
        "".join(glyphs.text for glyphs in line.glyphs) for line in flow_lines((Words(CARD),), plain, width)
    ]


def in_rich_text(width):
    look = RichStyle(
        lambda bold, italic: STYLE.font, BLACK, HOUSE_INKS.__getitem__, lambda name: Icon((), NOTHING), "ja"
    )
    rows: dict[float, str] = {}
    for item in set_rich([(look, parse_text(CARD, "full"))], Setting(Rect(0, 0, width, 900), 3.0, 3.0, 1.25)):
        assert isinstance(item, Glyphs)
        rows[item.glyphs[0].y] = rows.get(item.glyphs[0].y, "") + item.text
    return [*rows.values()]


@pytest.mark.parametrize("setter", [on_cards, in_books, in_rich_text])
def test_cards_and_books_begin_no_line_with_a_closing_sign(setter):
    """The full-width colon too, whatever the width (look L-5)."""
    for width in range(16, 60):
        lines = setter(float(width))
        assert "".join(lines) == CARD
        assert not any(line[0] in NOT_FIRST or line[-1] in NOT_LAST for line in lines), (width, lines)


def test_english_breaks_between_words():
    lines = break_lines("The token may start anywhere on the board.", STYLE, 25.0, "en")
    assert " ".join(lines) == "The token may start anywhere on the board."
    assert len(lines) > 1


def test_latin_words_in_japanese_stay_whole():
    lines = break_lines("数表は terminals と influence で決まる", STYLE, 22.0, "ja")
    assert any("terminals" in line for line in lines)
    assert any("influence" in line for line in lines)


def test_no_line_begins_with_the_space_it_was_broken_at():
    lines = break_lines("目印、役の札。文字の形は sozysozbot/cerke によります。", STYLE, 36.0, "ja")
    assert len(lines) > 1
    assert lines == tuple(line.strip() for line in lines)


def test_a_word_wider_than_the_box_is_an_error():
    with pytest.raises(InputError, match="wider than its box"):
        break_lines("incomprehensibility", STYLE, 10.0, "en")


def test_too_many_lines_are_an_error():
    with pytest.raises(InputError, match=r"text of \d+ lines?, .* mm each, does not fit"):
        set_paragraphs([("ja", JAPANESE)], STYLE, Rect(0, 0, 20, 5), 1.4, "start")


def test_lines_stand_one_leading_apart_from_the_top():
    items = set_paragraphs([("en", "One two"), ("en", "Three")], STYLE, Rect(4, 10, 60, 20), 1.5, "start")
    baselines = [item.glyphs[0].y for item in items]
    assert baselines == pytest.approx([10 + 0.88 * 3, 10 + 0.88 * 3 + 4.5])


@pytest.mark.parametrize(
    "text",
    ["投げる。3以下：次の手番まで他人の虎と将を受けない。4以上：銭2を得る。", "投げる。4以上：1マス進む。"],
)
def test_r27_no_japanese_phrase_begins_with_what_never_begins_a_line(text):
    parts = phrases(text, "ja")
    assert "".join(parts) == text
    assert not [part for part in parts if part[0] in NOT_FIRST]
    assert not [part for part in parts[:-1] if part[-1] in NOT_LAST]


def test_the_standards_own_line_breaks_agree():
    lines = list(rows(UNICODE / "LineBreakTest.txt"))
    assert len(lines) > 250
    assert [line for line in lines if not breaks_agree(line)] == []


@given(st.text(alphabet="ab9éдא(),.;:!?'’ -–—/“”«+%*\u00a0\u200b\ufffc字", max_size=24))
def test_plain_words_are_broken_as_the_standard_does(text):
    assert list(phrases(text, "en")) == list(line_break_units(text))


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("a\u00a0b c", "en", ["a\u00a0b ", "c"]),
        ("well-known", "en", ["well-", "known"]),
        ("ab\u200bcd", "en", ["ab\u200b", "cd"]),
        ("他说：「好。」", "zh", ["他", "说：", "「好。」"]),
        ("카드를 두 장", "ko", ["카드를 ", "두 ", "장"]),
        ("วันนี้อากาศดี (ไพ่)", "th", ["วัน", "นี้", "อากาศ", "ดี ", "(ไพ่)"]),
        ("วันนี้อากาศดี", "en", ["วัน", "นี้", "อากาศ", "ดี"]),
    ],
)
def test_lines_break_as_each_script_does(text, language, expected):
    found = phrases(text, language)
    assert "".join(found) == text
    assert [*found] == expected


def test_a_long_word_is_not_cut_at_a_letter_with_an_accent():
    with pytest.raises(InputError, match="Überraschungsangriff"):
        break_lines("Überraschungsangriff", STYLE, 12.0, "de")
    assert characters("数Überzug表", "ja") == ["数", "Überzug", "表"]


def test_scripts_without_blanks_ask_for_places_to_break():
    assert "U+200B" in str(too_wide("ສະບາຍດີ", 10.0))
    assert "U+200B" not in str(too_wide("Kartenspiel", 10.0))
