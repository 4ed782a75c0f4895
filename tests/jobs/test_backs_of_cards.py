"""Backs by card: several in one deck, and backs that show what is their card's alone, whole wherever a deck goes."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.expected import DUPLEX
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil

CARDS = 56
KIT = """\
id = "quiz"
version = "1.0"
languages = ["en"]
size = "poker"
fonts = { display = "lato-bold", text = "lato-regular" }

[components]
deck = { back = "dawn" }

[data]
files = ["cards.csv"]
face = "question"
back = "Back"
backs = { "Night side" = "dusk" }
"""
LAYOUT = """\
[sizes.poker]
width = 63.5
height = 88.9

[[faces.question.poker]]
block = "text"
text = "card.{id}.name"
box = [6, 30, 51.5, 20]
em = 5

[[faces.dawn.poker]]
block = "shape"
box = [-3, -3, 69.5, 94.9]
ink = "red"

"""
DUSK = """\
[[faces.dusk.poker]]
block = "shape"
box = [-3, -3, 69.5, 94.9]
ink = "blue"
"""
ANSWER = """\
[[faces.dusk.poker]]
block = "text"
text = "card.{id}.answer"
box = [6, 30, 51.5, 20]
em = 5
"""
WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "haven")


def row(number):
    first, second = WORDS[number // 8], WORDS[number % 8]
    return f"Ask {first} {second},{'Night side' if number % 2 else ''},Say {second} of {first}"


@pytest.fixture
def kit(tmp_path):
    """56 cards in one deck, every other one with a back of its own kind."""
    folder = tmp_path / "quiz"
    folder.mkdir()
    (folder / "kit.toml").write_text(KIT, encoding="utf-8")
    (folder / "layout.toml").write_text(LAYOUT + DUSK, encoding="utf-8")
    rows = "\n".join(["Name,Back,Answer", *map(row, range(CARDS))])
    (folder / "cards.csv").write_text(rows + "\n", encoding="utf-8")
    (folder / "text.en.toml").write_text('kit.title = "Quiz"\n', encoding="utf-8")
    return folder


@pytest.fixture
def quiz(kit):
    """18 of them, where every other back says the answer to its card's question."""
    spoil(kit, "layout.toml", DUSK, ANSWER)
    rows = (kit / "cards.csv").read_text(encoding="utf-8").splitlines()
    (kit / "cards.csv").write_text("\n".join(rows[:19]) + "\n", encoding="utf-8")
    return kit


def built(folder, **asked):
    out = folder.parent / "out"
    return [file.file for file in build(BuildRequest(kit_dir=folder, out=out, **asked))]  # type: ignore[arg-type]


def codes(file, folder):
    (report,) = check_reports([file], kit_dir=folder)
    return sorted({finding.code for finding in report.findings})


def test_two_backs_in_one_deck_take_seven_sheets(kit):
    (file,) = built(kit)
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == 2 * 7
    assert codes(file, kit) == []


def test_the_right_back_lies_behind_each_card(kit):
    from printkit.geometry import Rect
    from printkit.inspect.pages import page_size, render_page

    (file,) = built(kit)
    manifest = json.loads((file.parent / "manifest.json").read_text(encoding="utf-8"))
    ((_, entry),) = manifest["files"].items()
    with open_pdf(file) as pdf:
        for place in entry["placements"]:
            if place["side"] == "back" and place["page"] < 5:
                pixels = render_page(pdf, place["page"] - 1, 25.4, Rect(0, 0, *page_size(pdf, 0)), gray=False)
                x, y, width, height = place["trim_mm"]
                red, _, blue = pixels[int(y + height / 2), int(x + width / 2)][:3]
                dusk = WORDS.index(place["card"].split("-")[2]) % 2 == 1
                assert (blue > red) == dusk, place


@pytest.mark.parametrize(
    ("paper", "duplex"),
    [*(("a4", each) for each in DUPLEX), ("card", "long"), ("card", "none"), ("a3", "long")],
)
def test_answers_are_read_back_in_every_way_of_printing(quiz, paper, duplex):
    (file,) = built(quiz, duplex=duplex, paper=paper)
    with open_pdf(file) as pdf:
        seen = "".join(char.text for page in range(len(pdf)) for char in page_chars(pdf, page))
    assert ("Saybirchofamber" in "".join(seen.split())) == (duplex != "none")
    assert codes(file, quiz) == []


def test_an_answer_behind_another_card_is_found(quiz):
    (file,) = built(quiz, paper="card")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        # The backs of cards 2 and 4.
        pdf.pages[3].Contents, pdf.pages[7].Contents = pdf.pages[7].Contents, pdf.pages[3].Contents
        pdf.pages[3].Resources, pdf.pages[7].Resources = pdf.pages[7].Resources, pdf.pages[3].Resources
        pdf.save(file)
    assert "back-of-another" in codes(file, quiz)


@pytest.mark.parametrize("duplex", [each for each in DUPLEX if each != "none"])
def test_exchanged_answers_are_found_however_the_backs_are_printed(quiz, tmp_path, duplex):
    other = tmp_path / "other" / "quiz"
    shutil.copytree(quiz, other)
    rows = (other / "cards.csv").read_text(encoding="utf-8").splitlines()
    answers = [line.rpartition(",")[2] for line in rows]
    rows[2] = rows[2].replace(answers[2], answers[4])
    rows[4] = rows[4].replace(answers[4], answers[2])
    (other / "cards.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (file,) = built(other, duplex=duplex)
    (report,) = check_reports([file], kit_dir=quiz)
    assert [finding for finding in report.findings if finding.severity == "error"] != []
    assert codes(file, other) == []


def test_an_answer_that_is_not_there_is_missed(quiz):
    (file,) = built(quiz, paper="card")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.pages[3].Contents = pdf.make_stream(b"")
        pdf.save(file)
    assert "card-missing" in codes(file, quiz)


def test_backs_of_either_kind_are_exported_by_name(quiz, tmp_path):
    files = export(ExportRequest("quiz", "svg", kit_dir=quiz, out=tmp_path / "out"))
    names = {file.stem for file in files}
    assert len(names) == 18 + 1 + 9
    assert {"deck-back", "ask-amber-birch-back"} <= names
    assert "ask-amber-amber-back" not in names


def test_a_table_simulator_gets_each_card_its_back(quiz, tmp_path):
    files = export(ExportRequest("quiz", "tts", kit_dir=quiz, out=tmp_path / "out"))
    (table,) = [file for file in files if file.suffix == ".json"]
    (deck,) = json.loads(table.read_text(encoding="utf-8"))["ObjectStates"]
    (grid,) = deck["CustomDeck"].values()
    assert grid["UniqueBack"] is True
    pictures = [url.rpartition("/")[2] for url in (grid["FaceURL"], grid["BackURL"])]
    faces, backs = ((table.parent / name).read_bytes() for name in pictures)
    assert faces != backs
    assert len(deck["DeckIDs"]) == 18


def test_a_print_service_gets_each_card_its_back(quiz, tmp_path):
    (made,) = build(BuildRequest(kit_dir=quiz, out=tmp_path / "out", profile="the-game-crafter"))
    with zipfile.ZipFile(made.file) as archive:
        pictures = {name: archive.read(name) for name in archive.namelist() if name.endswith(".png")}
    assert len(pictures) == 2 * 18
    backs = [picture for name, picture in pictures.items() if "back" in name]
    assert len(backs) == 18
    assert len(set(backs)) == 1 + 9


def test_a_tarot_deck_has_every_back(kit, tmp_path):
    files = export(ExportRequest("quiz", "tarot-deck-spec", kit_dir=kit, out=tmp_path / "out"))
    with zipfile.ZipFile(files[0]) as deck:
        backs = {Path(name).stem for name in deck.namelist() if "card_backs" in name}
    assert backs == {"default", "deck-dusk"}


def test_a_card_without_a_back_among_others_is_refused(kit):
    spoil(kit, "kit.toml", 'deck = { back = "dawn" }', "deck = {}")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert "cards.csv [row 2, Back]: others of its component have a back, it has none" in str(caught.value)


def test_a_back_there_is_no_face_for_is_named_at_its_row(kit):
    spoil(kit, "cards.csv", "amber amber,,", "amber amber,Duskk,")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert "cards.csv [row 2, Back]: unknown face 'duskk' (did you mean 'dusk'?)" in str(caught.value)


def test_a_line_of_cards_toml_names_a_back_too(kit):
    (kit / "cards.toml").write_text(
        '[[card]]\nid = "last"\nface = "question"\nback = "dusk"\n', encoding="utf-8"
    )
    spoil(kit, "text.en.toml", "kit.title", 'card.last.name = "Last"\nkit.title')
    assert load_kit(kit).card("last").back == "dusk"
