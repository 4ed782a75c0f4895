"""Columns and fields in the texts of cards: in files of texts, in tables, for all cards of a table, in blocks."""

from __future__ import annotations

import pytest

from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.errors import InputError
from printkit.jobs.build.make_job import print_variables
from printkit.kit.columns import from_html, literal_markup
from printkit.kit.load import load_kit
from printkit.scene.model import Glyphs, walk

KIT = """\
id = "trail"
version = "1.2"
languages = [{languages}]
size = "poker"
icons = {{ coin = "art/coin.svg", wood = "art/coin.svg" }}
shorthand = {{ "(C)" = "coin", "%n" = {{ text = "\\n" }}, "<<" = {{ text = "{{bold:" }}, ">>" = {{ text = "}}" }} }}

[fonts]
display = "lato-bold"
text = "lato-regular"
bold = "lato-bold"
italic = "lato-italic"

[components.deck]

[data]
files = ["cards.csv"]
face = "card"
{data}
"""
LAYOUT = '[sizes.poker]\nwidth = "63mm"\nheight = "88mm"\n'
BLOCK = '\n[[faces.card.poker]]\nblock = "text"\nbox = [6, {y}, 51, 20]\nem = 3\n{what}\n'
COIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/></svg>'


def trail(folder, table, *blocks, data="", texts="", languages='"en"'):
    kit = folder / "trail"
    (kit / "art").mkdir(parents=True)
    (kit / "art" / "coin.svg").write_text(COIN, encoding="utf-8")
    (kit / "kit.toml").write_text(KIT.format(data=data, languages=languages), encoding="utf-8")
    (kit / "cards.csv").write_text(table, encoding="utf-8")
    drawn = "".join(BLOCK.format(y=6 + 22 * at, what=what) for at, what in enumerate(blocks))
    (kit / "layout.toml").write_text(LAYOUT + drawn, encoding="utf-8")
    for language in languages.replace('"', "").split(","):
        (kit / f"text.{language.strip()}.toml").write_text(
            f'[kit]\ntitle = "Trail"\n{texts}', encoding="utf-8"
        )
    return kit


def lines(kit, card):
    scene = compose_face(kit, kit.card(card), Choices("poker", variables=print_variables(kit, ())))
    return [placed.item.text for placed in walk(scene) if isinstance(placed.item, Glyphs)]


TABLE = """\
name,cost,Trash 1,draw,text
Scout,3,Copper,1,Trash {trash-1}: draw {draw} {draw|card|cards}.
Camp,12,,2,{trash-1?x|Rest} {cost:02}/{version}
"""


def test_f11_a_cell_may_hold_columns_of_its_row(tmp_path):
    kit = load_kit(trail(tmp_path, TABLE, 'text = "card.{id}.text"'))
    assert lines(kit, "scout") == ["Trash Copper: draw 1 card."]
    assert lines(kit, "camp") == ["Rest 12/1.2"]


def test_a_text_for_all_cards_of_a_table(tmp_path):
    data = 'text.rule = "{name} costs {cost:02}{trash-1?: trash {trash-1}}"'
    kit = load_kit(trail(tmp_path, TABLE, 'text = "card.{id}.rule"', data=data))
    assert lines(kit, "scout") == ["Scout costs 03: trash Copper"]
    assert lines(kit, "camp") == ["Camp costs 12"]


def test_a_text_for_all_cards_may_have_the_name_of_the_column_it_holds(tmp_path):
    table = "name,Needs,Cost\nA,wood,2\nB,,3\n"
    data = 'text.needs = "{needs?{cost} {needs}|None}"'
    kit = load_kit(trail(tmp_path, table, 'text = "card.{id}.needs"', data=data))
    assert [lines(kit, card) for card in "ab"] == [["2 wood"], ["None"]]


def test_a_text_of_the_file_of_texts_holds_the_columns_of_each_card(tmp_path):
    texts = '[rule]\nprice = "Costs {cost} of {version}."\n'
    kit = load_kit(trail(tmp_path, TABLE, 'text = "rule.price"', texts=texts))
    assert lines(kit, "scout") == ["Costs 3 of 1.2."]


def test_a_block_states_its_own_words_in_one_language_or_several(tmp_path):
    one = trail(tmp_path / "one", TABLE, 'words = "Pay {cost}"', languages='"en", "de"')
    assert lines(load_kit(one), "scout") == ["Pay 3"]
    two = trail(
        tmp_path / "two", TABLE, 'words = { en = "Pay {cost}", de = "Zahle {cost}" }', languages='"en", "de"'
    )
    assert lines(load_kit(two), "scout") == ["Pay 3", "Zahle 3"]


def test_an_icon_by_value_and_styles_in_any_markup(tmp_path):
    table = "name,kind,text\nScout,wood,Take {icon:{kind}} (C)%n<<now>> or {italic:later}\n"
    kit = load_kit(trail(tmp_path, table, 'text = "card.{id}.text"'))
    assert kit.texts["en"]["card.scout.text"] == (
        "Take {icon:wood} {icon:coin}\n{bold:now} or {italic:later}"
    )
    assert [line.strip() for line in lines(kit, "scout")] == ["Take", "now", "or", "later"]


@pytest.mark.parametrize(
    ("table", "block", "message"),
    [
        ("name,text\nA,Pay {prize}\n", 'text = "card.{id}.text"', r"cards.csv \[row 2, text\]: unknown"),
        ("name,price\nA,2\n", 'words = "Pay {prise}"', r"layout.toml \[faces.card.poker\[0\].words\]: unknown"),
        ("name,text,rule\nA,{rule},{text}\n", 'text = "card.{id}.text"', r"stand in each other: \{.*\}"),
        ("name,cost\nA,two\n", 'words = "{cost:02}"', r"cost is 'two', no whole number"),
        ("name,cost\nA,日\n", 'words = "{cost}"', r"no glyph for '日'"),
    ],
)  # fmt: skip
def test_what_a_text_cannot_hold_is_named(tmp_path, table, block, message):
    with pytest.raises(InputError, match=message):
        lines(load_kit(trail(tmp_path, table, block)), "a")


def test_a_broken_cell_stops_only_the_texts_that_hold_it(tmp_path):
    table = "name,price,text\nA,#DIV/0!,none\n"
    assert lines(load_kit(trail(tmp_path / "a", table, 'text = "card.{id}.text"')), "a") == ["none"]
    with pytest.raises(InputError, match=r"cards.csv \[row 2, price\]: the cell of card 'a' "):
        load_kit(trail(tmp_path / "b", table.replace("none", "Pay {price}"), 'text = "card.{id}.text"'))


def test_a_column_comes_before_a_variable_of_its_name(tmp_path):
    table = "name,version,text\nA,two,{version}\n"
    blocks = ('text = "card.{id}.text"', 'words = "{version}"', 'words = "{version} {name}"')
    assert lines(load_kit(trail(tmp_path, table, *blocks)), "a") == ["two", "two", "two A"]


def test_an_unknown_name_is_answered_with_the_nearest_column(tmp_path):
    kit = load_kit(trail(tmp_path, "name,Trash 1,text\nA,2,{trash1}\n", 'text = "card.{id}.text"'))
    with pytest.raises(
        InputError, match=r"row 2, text\]: unknown variable \{trash1\} \(did you mean 'trash-1'"
    ):
        print_variables(kit, ())


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("a<br>b<BR/>c\\nd", "a\nb\nc\nd"),
        ("<b>Pay</b> <i>2 &amp; more</i>", "{bold:Pay} {italic:2 & more}"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<b>a <i>b</b> c</i>", "{bold:a {italic:b}}{italic: c}"),
        ("<strong>open", "{bold:open}"),
        ("1 < 2", "1 < 2"),
    ],
)
def test_f12_html_in_cells_is_read(cell, text):
    assert from_html(cell) == (text, ())


def test_html_is_read_where_the_kit_says_so_and_named_else(tmp_path):
    table = "name,text\nA,Pay<br><b>2</b>\n"
    plain = load_kit(trail(tmp_path / "plain", table, 'text = "card.{id}.text"'))
    assert literal_markup(plain.texts, plain.rows) == {"<br>": "a", "<b>": "a", "</b>": "a"}
    read = load_kit(trail(tmp_path / "read", table, 'text = "card.{id}.text"', data='markup = "html"'))
    assert literal_markup(read.texts, read.rows) == {}
    assert lines(read, "a") == ["Pay", "2"]
    for cell, tag in (("a<!-- b -->", "!--"), ("<u>x</u>", "u")):
        kit = trail(
            tmp_path / tag, f"name,text\nA,{cell}\n", 'text = "card.{id}.text"', data='markup = "html"'
        )
        with pytest.raises(InputError, match=rf"row 2, text\]: <{tag}> has no meaning on a card"):
            load_kit(kit)
