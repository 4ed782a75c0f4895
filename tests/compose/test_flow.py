"""Lines in several styles: broken by the language's rules, justified, with ruby and links."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.text.flow import FlowStyle, flow_lines
from printkit.compose.text.languages import NATIVE, Foreign
from printkit.compose.text.paragraphs import NOT_FIRST, NOT_LAST
from printkit.compose.text.typesetting import TextStyle
from printkit.errors import InputError
from printkit.kit.booklet import BOOK_FONTS
from printkit.kit.markdown import Run

JAPANESE_TOO = Foreign("ja")
TITLED = Foreign("ja", (("Linked ships", "en"),), native=True)
PLAIN, BOLD = (TextStyle(font, 3.0, tracking=0.0) for font in BOOK_FONTS)
STYLE = FlowStyle(PLAIN, BOLD, 1.6, replace(PLAIN, size=3.0))
JAPANESE = (
    "引いた札が「駒」を押し、盤の数（六枚の大アルカナ）がそれを押し返します。終わりの札が、出尽くしたとき、"
    * 4
)
ENGLISH = (
    "The cards you draw push the token over the board, and the numbers of the board push it back again. " * 4
)


def said(line):
    return "".join(glyphs.text for glyphs in line.glyphs)


@pytest.mark.parametrize("width", [40.0, 61.3, 118.0])
def test_no_line_begins_or_ends_with_what_must_not(width):
    lines = flow_lines((Run(JAPANESE),), STYLE, width)
    assert len(lines) > 1
    assert "".join(map(said, lines)) == JAPANESE
    assert not any(said(line)[0] in NOT_FIRST for line in lines)
    assert not any(said(line)[-1] in NOT_LAST for line in lines)


@pytest.mark.parametrize("text", [JAPANESE, ENGLISH])
def test_all_lines_but_the_last_are_as_wide_as_the_column(text):
    *lines, last = flow_lines((Run(text),), STYLE, 80.0)
    for line in lines:
        hanging = 3.0 if said(line)[-1] in "、。" else 0.0
        assert 80.0 - 1e-6 <= line.width <= 80.0 + hanging + 1e-6
    assert last.width <= 80.0 + 1e-6


@pytest.mark.parametrize(
    "text",
    ["三割を少し超え、95 %の確かさです。", "with three it wins 36.6 % of all games, or 3, 1, 2, … times"],
)
def test_a_unit_stays_with_its_figure(text):
    # Narrow columns would otherwise begin a line with it.
    lines = [
        line for width in range(12, 60) for line in flow_lines((Run(text * 2),), STYLE, float(width + 12))
    ]
    assert not any(said(line)[0] in "%…" for line in lines)


def test_words_are_never_cut():
    lines = flow_lines((Run(ENGLISH),), STYLE, 60.0)
    assert " ".join(said(line).strip() for line in lines).split() == ENGLISH.split()


def test_a_word_wider_than_the_line_is_one_clear_error():
    with pytest.raises(InputError, match=r"does not fit a line of 10\.0 mm"):
        flow_lines((Run("incomprehensibilities"),), STYLE, 10.0)


def test_ruby_stands_above_the_middle_of_its_word():
    (line,) = flow_lines((Run("盤の"), Run("卦", ruby="か")), STYLE, 60.0)
    _, base, reading = line.glyphs
    assert (base.text, reading.text) == ("卦", "か")
    assert reading.glyphs[0].y < -2.0
    middle = reading.glyphs[0].x + reading.size / 2
    assert middle == pytest.approx(base.glyphs[0].x + 1.5, abs=0.3)


def test_a_reading_follows_its_word():
    runs = (Run("この"), Run("盤", ruby="ばん"), Run("卦", ruby="か"), Run("です", link="#1"))
    (line,) = flow_lines(runs, STYLE, 60.0)
    stated = [(piece.words, piece.ruby, piece.link) for piece in line.pieces]
    assert stated == [
        ("この", "", ""),
        ("盤", "base", ""),
        ("ばん", "reading", ""),
        ("卦", "base", ""),
        ("か", "reading", ""),
        ("です", "", "#1"),
    ]


@pytest.mark.parametrize(
    ("text", "foreign", "stated"),
    [
        ("The words: 爻 and 応爻.", JAPANESE_TOO, [("爻", "ja"), ("応爻", "ja")]),
        ("Two rows of 天、地 and カード", JAPANESE_TOO, [("天、地", "ja"), ("カード", "ja")]),
        ("Chinese 象棋, Japanese ひらがな", Foreign(), [("ひらがな", "ja")]),
        ("“（ ）” and ・ are no words", JAPANESE_TOO, []),
        ("連船之遊は Linked ships です。", TITLED, [("Linked ships", "en")]),
        ("Linked shipsmen, K と Q", TITLED, []),
        ("盤と card", NATIVE, []),
    ],
)
def test_foreign_words_are_known_by_script_or_by_the_kit(text, foreign, stated):
    (line,) = flow_lines((Run(text),), replace(STYLE, foreign=foreign), 200.0)
    assert "".join(piece.words for piece in line.pieces) == text
    assert [(piece.words, piece.language) for piece in line.pieces if piece.language] == stated


def test_a_link_knows_where_it_lies():
    (line,) = flow_lines((Run("see "), Run("there", link="#4.1"), Run(" now")), STYLE, 80.0)
    (link,) = line.links
    assert link.link == "#4.1"
    assert 4.0 < link.box.x < link.box.right < line.width
