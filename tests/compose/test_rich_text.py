"""Rich text: lines, sizes, icons and lists in a box."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.text.rich_text import Icon, RichStyle, Setting, hyphenated, set_rich
from printkit.compose.text.typesetting import TextStyle, line_width, set_line
from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.kit.markup import parse_text
from printkit.scene.inks import BLACK, HOUSE_INKS
from printkit.scene.model import Glyphs, Group

FONTS = {(False, False): "lato-regular", (True, False): "lato-bold", (False, True): "lato-italic"}
COIN = Icon((), Rect(0, 0, 20, 10))


def ink(name):
    return HOUSE_INKS[name]


def style(language="en"):
    return RichStyle(lambda bold, italic: FONTS[bold, italic], BLACK, ink, lambda name: COIN, language)


def set_text(text, box, size=4.0, least=4.0, **where):
    return set_rich([(style(), parse_text(text, "full"))], Setting(box, size, least, 1.25, **where))


def lines(items):
    """What stands on each baseline, `*` for an icon, pieces of other fonts in round brackets."""
    rows: dict[float, str] = {}
    for item in items:
        if isinstance(item, Glyphs):
            y = item.glyphs[0].y
            rows[y] = rows.get(y, "") + (item.text if item.font == "lato-regular" else f"({item.text})")
        elif isinstance(item, Group):
            y = list(rows)[-1]
            rows[y] += "*"
    return list(rows.values())


def test_words_of_other_styles_stand_in_their_line():
    assert lines(set_text("Take **two** or *one* now", Rect(0, 0, 60, 10))) == ["Take (two) or (one) now"]


def test_lines_break_between_words_and_never_beside_an_icon():
    box = Rect(0, 0, line_width("Pay the ferry 3", TextStyle("lato-regular", 4.0)) + 2.0, 30)
    assert lines(set_text("Pay the ferry 3{icon:coin} to cross", box)) == ["Pay the ferry", "3* to cross"]


def test_an_icon_is_one_em_high_and_as_wide_as_it_is():
    (_, icon, after) = set_text("a{icon:coin}b", Rect(0, 0, 60, 10))
    assert isinstance(icon, Group)
    assert isinstance(after, Glyphs)
    assert icon.transform.a == pytest.approx(0.4)
    assert after.glyphs[0].x - icon.transform.e == pytest.approx(8.0, abs=1e-3)


def test_coloured_words_have_their_ink():
    inks = [
        item.ink.name for item in set_text("all {red:red} on", Rect(0, 0, 60, 10)) if isinstance(item, Glyphs)
    ]
    assert inks == ["black", "red", "black"]


def test_a_list_is_set_in_behind_its_signs():
    items = [item for item in set_text("Do:\n- one\n- two", Rect(3, 0, 60, 30)) if isinstance(item, Glyphs)]
    starts = {item.text: item.glyphs[0].x for item in items}
    assert starts["•"] == starts["Do:"] == 3.0
    assert starts["one"] == pytest.approx(3.0 + 1.15 * 4.0)


def test_a_text_is_set_smaller_until_it_fits_width_and_height():
    text = "Look at the hands of both neighbours, then draw two cards and keep one of them."
    items = set_text(text, Rect(0, 0, 40, 14), 5.0, 2.0)
    sizes = {item.size for item in items if isinstance(item, Glyphs)}
    assert len(sizes) == 1
    assert 2.0 <= min(sizes) < 5.0
    assert "".join(lines(items)) == text.replace(" ", "") or " ".join(lines(items)) == text
    assert max(item.glyphs[0].y for item in items if isinstance(item, Glyphs)) < 14.0
    with pytest.raises(InputError, match=r"wider than its box of 10\.0 mm"):
        set_text("incomprehensibility", Rect(0, 0, 10, 14))


def test_what_does_not_fit_is_counted():
    with pytest.raises(
        InputError, match=r"5 lines of 4\.00 mm do not fit 10 mm: 3 too many, about \d+ characters"
    ):
        set_text("one\ntwo\nthree\nfour\nfive", Rect(0, 0, 40, 10))


@pytest.mark.parametrize(("down", "top"), [(0.0, 3.52), (0.5, 11.52), (1.0, 19.52)])
def test_a_text_stands_where_it_is_wanted_in_its_box(down, top):
    (item,) = set_text("one", Rect(0, 0, 40, 20), down=down)
    assert isinstance(item, Glyphs)
    assert item.glyphs[0].y == pytest.approx(top)


def test_a_text_stands_in_the_middle_with_its_icon():
    items = set_text("a{icon:coin}", Rect(0, 0, 40, 20), across=0.5)
    width = line_width("a", TextStyle("lato-regular", 4.0)) + 8.0
    assert isinstance(items[0], Glyphs)
    assert items[0].glyphs[0].x == pytest.approx(20 - width / 2, abs=1e-3)


def test_words_are_divided_where_the_language_allows_it():
    broken = set_rich(
        [(replace(style(), hyphenate=True), parse_text("The neighbourhood trades", "full"))],
        Setting(Rect(0, 0, 28, 40), 4.0, 4.0, 1.25),
    )
    assert lines(broken) == ["The neighbour-", "hood trades"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("extraordinary", [("ex", True), ("traordin", True), ("ary", False)]),
        ("two-player", [("two-", False), ("player", False)]),
        ("10-12", [("10-", False), ("12", False)]),
        ("cards", [("cards", False)]),
    ],
)
def test_a_hyphen_is_written_only_inside_words(text, parts):
    assert list(hyphenated(text, "en")) == parts


def test_a_language_without_a_dictionary_divides_no_words():
    assert list(hyphenated("incomprehensibility", "tlh")) == [("incomprehensibility", False)]


def column(text, box):
    """The glyphs of a vertical text in Japanese, those on their side left out."""
    vertical = RichStyle(
        lambda bold, italic: "zen-kaku-gothic-new-bold", BLACK, ink, lambda name: COIN, "ja", True
    )
    found = set_rich([(vertical, parse_text(text, "full"))], Setting(box, 4.0, 4.0, 1.5))
    return [item for item in found if isinstance(item, Glyphs)]


def test_columns_run_down_and_from_right_to_left():
    first, second = column("渡し舟を待つ", Rect(10, 5, 20, 17))
    assert (first.text, second.text) == ("渡し舟を", "待つ")
    assert [glyph.y for glyph in first.glyphs] == sorted(glyph.y for glyph in first.glyphs)
    # The first column's middle is half an em from the right edge, the next one leading further left.
    assert first.glyphs[0].x == pytest.approx(30.0 - 2.0 - 2.0)
    assert second.glyphs[0].x == pytest.approx(first.glyphs[0].x - 1.5 * 4.0)
    assert first.glyphs[0].y == pytest.approx(5.0 + 0.88 * 4.0, abs=0.2)


def test_a_column_has_the_forms_made_for_columns():
    (standing,) = column("「ー」", Rect(0, 0, 10, 30))
    level = set_line("「ー」", TextStyle("zen-kaku-gothic-new-bold", 4.0), 0.0, 0.0)
    assert all(one.glyph != other.glyph for one, other in zip(standing.glyphs, level.glyphs, strict=True))


def test_short_numbers_stand_across_a_column_and_words_on_their_side():
    text = "12番のFerry"
    vertical = RichStyle(
        lambda bold, italic: "zen-kaku-gothic-new-bold", BLACK, ink, lambda name: COIN, "ja", True
    )
    number, signs, word = set_rich(
        [(vertical, parse_text(text, "full"))], Setting(Rect(0, 0, 10, 60), 4.0, 4.0, 1.5)
    )
    assert isinstance(number, Glyphs)
    assert [glyph.y for glyph in number.glyphs] == [number.glyphs[0].y] * 2
    assert isinstance(signs, Glyphs)
    assert signs.text == "番の"
    assert isinstance(word, Group)
    assert (word.transform.a, word.transform.b) == (0.0, 1.0)


def test_columns_that_do_not_fit_are_counted():
    with pytest.raises(
        InputError, match=r"3 columns of 4\.00 mm do not fit 10 mm: 1 too many, about 1 character "
    ):
        column("渡し舟を待つ人", Rect(0, 0, 10, 12.5))


def test_a_soft_hyphen_is_seen_only_where_a_line_ends():
    text = "Karten\u00adspiel"
    narrow = Rect(0, 0, line_width("Karten-", TextStyle("lato-regular", 4.0)) + 0.5, 20)
    assert [line.replace("\u00ad", "") for line in lines(set_text(text, narrow))] == ["Karten-", "spiel"]
    assert lines(set_text(text, Rect(0, 0, 60, 20)))[0].replace("\u00ad", "") == "Kartenspiel"
