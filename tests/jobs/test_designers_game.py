"""A designer's game from an untouched spreadsheet: built, read back, handed over, as docs/tutorial.md shows it."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.kit.load import load_kit
from tests.press_files import write_icc

ROOT = Path(__file__).parents[2]
HARBOUR = ROOT / "tests" / "data" / "harbour"
MOST_LINES = 100


def words(text):
    return " ".join(text.split())


def test_the_kit_is_short():
    lines = [
        line
        for file in HARBOUR.glob("*.toml")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    assert len(lines) <= MOST_LINES


def test_the_tutorial_shows_the_kit_as_it_is():
    page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    files = words(" ".join(file.read_text(encoding="utf-8") for file in sorted(HARBOUR.glob("*.toml"))))
    shown = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 3
    assert [block for block in shown if words(block) not in files] == []
    (sheet,) = re.findall(r"```csv\n(.*?)```", page, re.DOTALL)
    assert (HARBOUR / "cards.csv").read_text(encoding="utf-8").startswith(sheet)
    lines = [
        line
        for file in HARBOUR.glob("*.toml")
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    assert f"{len(lines)}\nlines of TOML" in page


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    out = tmp_path_factory.mktemp("harbour")
    build(BuildRequest(kit_dir=HARBOUR, out=out))
    return out / "harbour"


def test_it_is_54_cards_of_three_kinds_and_a_leaflet(built):
    kit = load_kit(HARBOUR)
    assert {part.id: sum(card.copies for card in kit.cards_of(part.id)) for part in kit.components} == {
        "characters": 9, "orders": 27, "events": 18,
    }  # fmt: skip
    assert {file.name for file in built.glob("*.pdf")} == {
        "harbour-characters.pdf", "harbour-orders.pdf", "harbour-events.pdf",
        "harbour-leaflet-en.pdf", "harbour-leaflet-en-print.pdf",
    }  # fmt: skip


def test_every_text_of_every_card_is_read_back(built):
    (report,) = check_reports([built / "harbour-characters.pdf"], kit_dir=HARBOUR)
    assert report.findings == ()
    with open_pdf(built / "harbour-characters.pdf") as pdf:
        seen = "".join(char.text for page in range(len(pdf)) for char in page_chars(pdf, page))
    letters = "".join(seen.split())
    assert "Eachturn:lookatthetopcardofthetide" in letters
    assert [
        sign for sign in ("[c]", "{hull}", "**", "\N{OBJECT REPLACEMENT CHARACTER}") if sign in letters
    ] == []


@pytest.mark.parametrize("profile", ["drivethrucards", "japan-x1a", "makeplayingcards", "the-game-crafter"])
def test_every_print_service_gets_all_of_it(profile, tmp_path):
    (made,) = build(BuildRequest(kit_dir=HARBOUR, out=tmp_path, profile=profile))
    # MakePlayingCards sells 55; the card more is one to try colours with.
    cards = 55 if profile == "makeplayingcards" else 54
    assert (made.cards, made.pages) == (cards, 2 * cards)
    near = "cards of 63.5 × 88.9 mm are drawn at 63 × 88 mm, the size MakePlayingCards sells"
    assert made.warnings == ((near,) if profile == "makeplayingcards" else ())
    (report,) = check_reports([made.file], kit_dir=HARBOUR, profile=profile)
    assert report.findings == (), "not even that its pages could not be compared"


def test_a_print_service_gets_its_pictures(tmp_path):
    (made,) = build(BuildRequest(kit_dir=HARBOUR, out=tmp_path, profile="the-game-crafter"))
    assert made.cards == 54
    with zipfile.ZipFile(made.file) as archive:
        pictures = [name for name in archive.namelist() if name.endswith(".png")]
    assert len(pictures) == 2 * 54


def test_a_table_simulator_gets_all_of_it(tmp_path):
    files = export(ExportRequest("harbour", "tts", kit_dir=HARBOUR, out=tmp_path))
    (table,) = [file for file in files if file.suffix == ".json"]
    decks = json.loads(table.read_text(encoding="utf-8"))["ObjectStates"]
    assert sum(len(deck["DeckIDs"]) for deck in decks) == 54


@pytest.mark.parametrize("standard", ["x1a-2001", "x1a-2003", "x4"])
def test_a_press_gets_it_in_its_inks(standard, tmp_path):
    icc = {"icc": write_icc(tmp_path / "press.icc")} if standard == "x4" else {}
    made = build(BuildRequest(kit_dir=HARBOUR, out=tmp_path, press=standard, **icc))
    assert sum(file.cards for file in made) == 54
    for report in check_reports([file.file for file in made], kit_dir=HARBOUR):
        assert report.findings == (), report.closing
