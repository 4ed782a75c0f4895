"""Editions of a kit in one of its languages: every part it has, no words of another, and `check` knows them."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.check.check import check_reports, stated_edition
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.kit.edition import in_language
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit

KANA = re.compile("[ぁ-ヿ]")
FONT = Path(__file__).parents[1] / "data" / "fonts" / "directions.ttf"
# Title, name and text.
WORDS = {
    "en": ("Wolves", "Wolf", "Howl at the moon."),
    "de": ("Wölfe", "Wolf", "Den Mond anheulen."),
    "he": ("זאבים", "זאב", "שלום 12 זאב"),
    "zh": ("狼群", "狼", "望月長吟。"),
    "ja": ("おおかみ", "おおかみ", "つきにほえる。"),
}
KIT = """\
id = "wolves"
version = "1"
languages = [{languages}]
size = "poker"
[fonts]
display = "{font}"
text = "{font}"
[components.deck]
back = "back"
"""
LAYOUT = """\
[sizes.poker]
width = 63.5
height = 88.9
[[faces.card.poker]]
block = "names"
left = 8
width = 36
lines = [{lines}]
[[faces.card.poker]]
block = "text"
box = [5, 35, 53, 30]
text = "card.{{id}}.text"
em = 3
[[faces.card.poker]]
block = "text"
box = [5, 70, 53, 8]
words = "7"
em = 3
[[faces.back.poker]]
block = "shape"
box = [-3, -3, 69.5, 94.9]
ink = "red"
"""


def made(folder, *languages):
    """A kit of one card in these languages."""
    kit = folder / "wolves"
    (kit / "fonts").mkdir(parents=True)
    shutil.copy(FONT, kit / "fonts")
    font = "directions" if "he" in languages else "biz-udpgothic-regular"
    quoted = ", ".join(f'"{each}"' for each in languages)
    lines = ", ".join(
        f'{{ language = "{each}", em = 4, baseline = {10 + 5 * at} }}' for at, each in enumerate(languages)
    )
    files = {
        "kit.toml": KIT.format(languages=quoted, font=font),
        "cards.toml": '[[card]]\nid = "wolf"\nface = "card"\ncopies = 2\n',
        "layout.toml": LAYOUT.format(lines=lines),
    }
    for each in languages:
        title, name, text = WORDS[each]
        files[f"text.{each}.toml"] = (
            f'[kit]\ntitle = "{title}"\n[card.wolf]\nname = "{name}"\ntext = "{text}"\n'
        )
        if each != "he":
            # Books are set in printkit's own fonts.
            files[f"rules.{each}.md"] = f"# {title}\n\n{text}\n"
    for file, words in files.items():
        (kit / file).write_text(words, encoding="utf-8")
    return kit


def letters(file):
    """All letters of a PDF, without spaces."""
    with open_pdf(file) as pdf:
        found = "".join(char.text for page in range(len(pdf)) for char in page_chars(pdf, page))
    return "".join(found.split())


def built(folder, out, **asked):
    files = build(BuildRequest(kit_dir=folder, out=out, **asked))  # type: ignore[arg-type]
    return {file.file.name: file.file for file in files}


def found_in(files, kit):
    return [each.text for report in check_reports(list(files), kit_dir=kit) for each in report.findings]


@pytest.mark.parametrize("language", ["de", "he", "zh"])
def test_a_kit_in_one_foreign_language_builds_whole_without_japanese(tmp_path, language):
    kit = made(tmp_path, language)
    files = built(kit, tmp_path / "out", lang=language)
    books = () if language == "he" else (f"wolves-leaflet-{language}.pdf",)
    assert {"wolves-deck.pdf", *books} <= files.keys()
    for file in files.values():
        words = letters(file)
        assert words
        assert KANA.search(words) is None, file.name
        if language != "zh":
            assert re.search("[\u3000-\u9fff]", words) is None, file.name
    assert "printat100%" in letters(files["wolves-deck.pdf"])
    assert found_in(files.values(), kit) == []


def test_a_deck_is_printed_in_each_language_or_in_all(tmp_path):
    kit = made(tmp_path, "en", "de", "ja")
    texts = {each: "".join(WORDS[each][2].split()) for each in ("en", "de", "ja")}
    together = letters(built(kit, tmp_path / "out", only=("deck",))["wolves-deck.pdf"])
    assert [each for each in texts if texts[each] not in together] == []
    for language in texts:
        files = built(kit, tmp_path / "out", lang=language)
        words = letters(files[f"wolves-deck-{language}.pdf"])
        assert [each for each in texts if texts[each] in words] == [language]
        assert (KANA.search(words) is None) == (language != "ja")
        assert "7" in words
        assert f"lang={language}" in words
        assert found_in(files.values(), kit) == []


@pytest.mark.parametrize("paper", ["letter", "card"])
def test_an_edition_is_compared_with_its_own_language(tmp_path, paper):
    kit = made(tmp_path, "en", "de")
    (file,) = built(kit, tmp_path / "out", only=("deck",), lang="de", paper=paper).values()
    assert found_in([file], kit) == []
    text = kit / "text.de.toml"
    text.write_text(text.read_text(encoding="utf-8").replace("Mond", "Mund"), encoding="utf-8")
    assert found_in([file], kit)


def test_an_edition_without_properties_is_known_by_its_label(tmp_path):
    kit = made(tmp_path, "en", "de")
    (file,) = built(kit, tmp_path / "out", only=("deck",), lang="de").values()
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        del pdf.docinfo["/Subject"]
        pdf.save()
    assert stated_edition(file, [load_kit(kit)]) == ("wolves", "de")


def test_a_language_the_kit_does_not_have_is_refused_at_once(tmp_path):
    kit = made(tmp_path, "en", "de")
    for act in (
        lambda: built(kit, tmp_path / "out", lang="fr"),
        lambda: export(ExportRequest("", "png", kit_dir=kit, lang="fr", out=tmp_path / "out")),
    ):
        with pytest.raises(InputError, match="no texts in 'fr'") as refused:
            act()
        assert "de, en" in str(refused.value)
    assert not (tmp_path / "out").exists()


def test_pictures_of_an_edition_lie_in_a_folder_of_their_own(tmp_path):
    kit = made(tmp_path, "en", "de")
    out = tmp_path / "out"
    (both, *_) = export(ExportRequest("", "svg", kit_dir=kit, out=out))
    (german, *_) = export(ExportRequest("", "svg", kit_dir=kit, out=out, lang="de"))
    assert german.parent.name == "svg-de"
    assert both.read_bytes() != german.read_bytes()


def test_decks_and_cut_lines_of_an_edition_are_its_own(tmp_path):
    kit = made(tmp_path, "en", "de")
    (deck,) = export(ExportRequest("", "tarot-deck-spec", kit_dir=kit, out=tmp_path / "out", lang="de"))
    with zipfile.ZipFile(deck) as archive:
        assert [name for name in archive.namelist() if "/names/" in name] == ["wolves/names/de.toml"]
    (lines,) = export(ExportRequest("", "cut-svg", kit_dir=kit, out=tmp_path / "out", lang="de"))
    assert lines.parent.name == "cut-svg-de"


@pytest.mark.parametrize(
    ("kit_id", "language"), [(each, code) for each in kit_ids() for code in find_kit(each, ()).languages]
)
def test_every_shipped_kit_has_an_edition_in_each_of_its_languages(kit_id, language):
    kit = find_kit(kit_id, ())
    job = make_job(kit, BuildRequest(lang=language), kit.default_size)
    job.scenes.compose(card.id for card in job.kit.cards)
    assert job.kit.languages == (language,)
    for name, part in parts_of(kit).items():
        if part.editions and part.module != "cards":
            assert [sheet for each in part.documents(job, name) for sheet in each.sheets], name


@pytest.mark.parametrize("kit_id", ["youscout", "tottarot"])
def test_a_card_that_is_there_in_each_language_is_printed_once(kit_id):
    kit = find_kit(kit_id)
    assert {"start-ja", "start-en"} <= {card.id for card in kit.cards}
    for language, other in (("ja", "en"), ("en", "ja")):
        cards = {card.id for card in in_language(kit, language).cards}
        assert {card.id for card in kit.cards} - cards == {f"start-{other}"}


def test_cards_of_one_language_alone_stay_where_nothing_else_says_the_same(tmp_path):
    kit = load_kit(made(tmp_path, "en", "de"))
    assert [card.id for card in in_language(kit, "de").cards] == [card.id for card in kit.cards]
