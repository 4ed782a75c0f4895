"""The rule leaflet: one folded sheet in each language, whose list of cards is made from cards.toml."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest

from printkit.compose.books.card_list import CardList, card_list, flag_signs
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.errors import InputError
from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.bound_book import title_emblem
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.part_table import PARTS
from printkit.jobs.check.check import check_paths
from printkit.kit.find import find_kit
from printkit.kit.leaflets import listed_flags, listed_kinds, load_leaflet
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from tests.tiny_kit import spoil, write_kit


@pytest.fixture
def own_kit(tmp_path):
    return Path(shutil.copytree(templates_dir() / "tottarot", tmp_path / "tottarot"))


def listed(kit, language, size="poker"):
    choices = Choices(size, "full", print_variables(kit, ()))
    faces = {card.id: compose_face(kit, card, choices) for card in kit.cards}
    return [row.words for row in card_list(CardList(kit, language, faces.__getitem__, choices), 124.0)]


@pytest.mark.parametrize(
    ("language", "titles"),
    [("en", ("Saupxy獣裁", "Ataglance")), ("ja", ("獣裁ザウプシュー", "ひと目で"))],
)
def test_a_game_with_two_names_has_both_in_its_bar(tmp_path, language, titles):
    """The name in the book's own language comes first; a chapter with one name has it alone."""
    request = BuildRequest(kits=("throwing-sticks",), only=("leaflet",), lang=language, out=tmp_path)
    with open_pdf(build(request)[0].file) as pdf:
        chars = [char for page in range(len(pdf.document)) for char in page_chars(pdf, page, looks=False)]
    large = "".join(char.text for char in chars if char.size > 4 and char.text.strip())
    assert [large.count(title) for title in titles] == [1, 1]


def test_titles_that_no_bar_holds_are_set_in_lines(tmp_path):
    """A book of a kit without a box: its first cards stand in the band, nothing is shrunk."""
    kit = write_kit(tmp_path)
    long = "A title that is much too long for one line of the page, and for two"
    for language in ("en", "ja"):
        text = f"# 狼 The wolf {{#wolf}}\n\nRules.\n\n# {long} {{#long}}\n\nMore.\n"
        (kit / f"rules.{language}.md").write_text(text, encoding="utf-8")
    files = build(BuildRequest(kit_dir=kit, only=("leaflet",), lang="en", out=tmp_path / "out"))
    with open_pdf(files[0].file) as pdf:
        chars = [char for char in page_chars(pdf, 0, looks=False) if char.text.strip()]
    said = "".join(char.text for char in chars)
    assert "Thewolf狼" in said
    at = said.index(long.replace(" ", "")[:20])
    assert chars[at].size == pytest.approx(chars[said.index("Thewolf")].size)
    band = Job(
        load_kit(kit), BuildRequest(), choices := Choices("small", "full"), Scenes(load_kit(kit), choices)
    )
    assert title_emblem(band) is not None


def test_a_kit_with_rules_and_no_booklet_has_a_leaflet():
    (leaflet,) = [part for part in PARTS if part.module == "leaflet"]
    assert leaflet.names(find_kit("tottarot", ())) == ("leaflet",)
    assert leaflet.names(find_kit("youscout", ())) == ()


def test_each_kind_is_listed_once_with_its_number_and_icon():
    kit = find_kit("tottarot", ())
    words = " · ".join(listed(kit, "en"))
    assert words.count("×3") == len(listed_kinds(kit)) == 7
    assert "The Sun ×3 +3 · The Star ×3 +2" in words
    assert "The Lovers ×3 +1 Show each other After" in words
    assert "The Devil ×3 −5" in words


def test_the_list_follows_the_cards(own_kit):
    spoil(own_kit, "cards.toml", "points = 2\n", 'points = -4\nicon = "look"\n')
    assert "星 ×3 −4 のぞく 次の" in " ".join(listed(load_kit(own_kit), "ja"))


def test_what_is_reconstructed_is_marked_and_stated(own_kit):
    kit = find_kit("tottarot", ())
    marked = {card.entry for card in listed_kinds(kit) if listed_flags(card)}
    assert marked == {"star", "lovers", "hermit", "hanged-man", "tower"}
    assert flag_signs(listed_kinds(kit)) == {"reconstructed": "†"}
    # In the place that the last of seven kinds leaves free.
    assert "悪魔 ×3 −5 · † 点とアイコンは推定復元" in listed(kit, "ja")[-1]
    text = (own_kit / "cards.toml").read_text(encoding="utf-8")
    (own_kit / "cards.toml").write_text(text.replace("reconstructed = true\n", ""), encoding="utf-8")
    assert not any("†" in row for row in listed(load_kit(own_kit), "en"))


@pytest.mark.parametrize("size", ["poker", "tarot"])
def test_it_is_two_sheets_folded_together(tmp_path, size):
    built = build(BuildRequest(kits=("tottarot",), only=("leaflet",), card=size, out=tmp_path))
    assert {file.file.name: file.pages for file in built} == {
        # Eight pages and one to check how they are printed; two sheets, and one for that.
        "tottarot-leaflet-ja.pdf": 9,
        "tottarot-leaflet-ja-print.pdf": 5,
        "tottarot-leaflet-en.pdf": 9,
        "tottarot-leaflet-en-print.pdf": 5,
    }
    for language, words in (("ja", "宣告"), ("en", "Proclamation")):
        pdf = pypdfium2.PdfDocument(tmp_path / "tottarot" / f"tottarot-leaflet-{language}.pdf")
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
        assert words in text
        assert "†" in text


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("![](cards)", "![](crads)", r"rules\.en\.md:\d+: unknown picture 'crads'.*'cards'"),
        ("2.2. ", "2.4. ", r"rules\.en\.md:\d+.*paragraph 2\.4 stands where"),
        ("A bluffing game", "A game of 🂡", r"rules\.en\.md:\d+.*no glyph"),
    ],
)
def test_what_is_wrong_with_its_text_is_reported_by_line(own_kit, old, new, words):
    kit = load_kit(spoil(own_kit, "rules.en.md", old, new))
    with pytest.raises(InputError, match=words):
        load_leaflet(kit)


def test_check_reads_the_kits_leaflet_too(own_kit):
    spoil(own_kit, "rules.ja.md", "![](cards)", "![](crads)")
    with pytest.raises(InputError, match="unknown picture 'crads'"):
        check_paths([own_kit])


def test_a_number_the_cards_do_not_have_is_found_on_paper(own_kit, tmp_path):
    spoil(own_kit, "cards.toml", "points = 2\n", "points = 4\n")
    request = BuildRequest(kit_dir=own_kit, only=("leaflet",), lang="ja", out=tmp_path / "out")
    file = build(request)[0].file
    assert check_paths([file], kit_dir=own_kit) == ()
    found = check_paths([file], kit="tottarot")
    assert [each.page for each in found if "2" in each.expected and "4" in each.found] != []


def test_a_kit_without_a_game_lists_its_cards_without_a_word_on_suits(tmp_path):
    """Its starter has each emblem twice on a card, which the list names once."""
    kit = tmp_path / "poker"
    shutil.copytree(Path("templates") / "starters" / "poker", kit)
    (kit / "rules.en.md").write_text("# Rules\n\n![The cards](cards)\n", encoding="utf-8")
    build(BuildRequest(kit_dir=kit, only=("leaflet",), out=tmp_path / "out"))
    assert check_paths([tmp_path / "out" / "poker"], kit_dir=kit) == ()
    with open_pdf(tmp_path / "out" / "poker" / "poker-leaflet-en.pdf") as pdf:
        seen = "".join(char.text for char in page_chars(pdf, 0))
    assert (seen.count("Item"), seen.count("Event")) == (2, 1)
