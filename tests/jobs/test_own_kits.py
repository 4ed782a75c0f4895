"""Kits that somebody brings to a page: taken, made of a table or of pictures, shown with their faults, changed."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from printkit.errors import InputError
from printkit.interchange.archive import packed_files, unpacked_files
from printkit.interchange.csv_cell import with_cell
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.screen.gallery import KeptFaces
from printkit.jobs.screen.own_kits import MOST_KITS, OwnKits, carried, own_cards
from printkit.kit.find import starters
from printkit.kit.load import load_kit
from printkit.paths import fonts_dir

HARBOUR = Path(__file__).parents[1] / "data" / "harbour"


@pytest.fixture
def own(tmp_path):
    return OwnKits(tmp_path / "own")


def files_of(folder):
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def harbour(**changed):
    return packed_files(
        files_of(HARBOUR) | {name.replace("__", "."): data for name, data in changed.items()}, "h"
    )


def shown(own, kit, kept=None, known=()):
    return own_cards(own.place(kit), "en", kept or KeptFaces(), known)


def png(colour):
    stream = io.BytesIO()
    Image.new("RGB", (60, 84), colour).save(stream, "PNG")
    return stream.getvalue()


def test_a_kit_is_kept_as_it_is_and_handed_back(own):
    kit = own.take(harbour(), "anything.zip")
    assert kit == "~harbour"
    assert files_of(own.place(kit)) == files_of(HARBOUR)
    assert unpacked_files(own.archive(kit), "") == files_of(HARBOUR)
    assert own.take(harbour(), "again.zip") == "~harbour-2"
    own.remove(kit)
    assert own.ids() == ("~harbour-2",)
    with pytest.raises(KeyError):
        own.place("../own")


def test_cards_are_drawn_once_and_every_one_is_there(own):
    kit, kept = own.take(harbour(), "h.zip"), KeptFaces()
    view = shown(own, kit, kept)
    assert view["faults"] == []
    assert [card["id"] for card in view["cards"]] == [card.id for card in load_kit(HARBOUR).cards]
    looks = {look for card in view["cards"] for look in card["looks"]}
    assert view["looks"].keys() == looks
    assert shown(own, kit, kept, tuple(looks))["looks"] == {}


def test_a_fault_names_its_card_and_what_mends_it(own):
    cards = (HARBOUR / "cards.csv").read_bytes().replace(b"emre.jpg", b"emmre.jpg")
    kit = own.take(harbour(cards__csv=cards), "h.zip")
    view = shown(own, kit)
    (fault,) = view["faults"]
    assert (fault["card"], fault["file"], fault["line"]) == ("emre-the-cook", "cards.csv", 6)
    assert len(view["cards"]) == len(load_kit(HARBOUR).cards)
    own.mend(kit, fault["file"], **fault["mend"])
    assert files_of(own.place(kit)) == files_of(HARBOUR)
    assert shown(own, kit)["faults"] == []


def test_a_kit_that_cannot_be_drawn_says_why(own):
    kit = own.take(harbour(), "h.zip")
    own.write(kit, "layout.toml", own.text(kit, "layout.toml").replace('"shape"\n', '"shap"\n', 1))
    view = shown(own, kit)
    assert view["cards"] is None
    assert view["faults"][0]["mend"] == {"wrong": "shap", "meant": "shape"}
    own.mend(kit, "layout.toml", "shap", "shape")
    assert shown(own, kit)["faults"] == []


@pytest.mark.parametrize("name", ["art/ada.jpg", "../h/kit.toml", "nothing.toml"])
def test_only_its_own_texts_are_read_and_changed(own, name):
    kit = own.take(harbour(), "h.zip")
    for work in (lambda: own.text(kit, name), lambda: own.write(kit, name, "")):
        with pytest.raises(InputError, match="no text of this kit"):
            work()


def test_a_cell_is_changed_and_nothing_else(own):
    kit = own.take(harbour(), "h.zip")
    own.cell(kit, "cards.csv", 3, "Rules", 'Say "ahoy", then\nrest.')
    before, after = (
        text.splitlines() for text in (own.text("~harbour", "cards.csv"), (HARBOUR / "cards.csv").read_text())
    )
    assert load_kit(own.place(kit)).text("en", "card.brook-the-smuggler.rules") == 'Say "ahoy", then\nrest.'
    assert len({*before} ^ {*after}) == 4, "two lines are others, in both"
    own.cell(kit, "cards.csv", 3, "Rules", "Take [c] whenever a {hull} sinks.\nYou may hide **one** card.")
    assert files_of(own.place(kit)) == files_of(HARBOUR)


@pytest.mark.parametrize(("row", "column"), [(3, "Colour"), (99, "Rules"), (1, "Rules")])
def test_only_cells_that_are_there_are_changed(own, row, column):
    kit = own.take(harbour(), "h.zip")
    with pytest.raises(InputError, match="has no such cell"):
        own.cell(kit, "cards.csv", row, column, "x")


def test_marks_and_separators_of_a_table_stay():
    text = "sep=;\r\nName;Text\r\nWolf;howls\r\n"
    assert with_cell(text, "", 3, "Text", "a;b") == 'sep=;\r\nName;Text\r\nWolf;"a;b"\r\n'


@pytest.mark.parametrize("starter", starters())
def test_every_starter_is_begun_without_faults(own, starter):
    view = shown(own, own.begin(starter))
    assert view["cards"]
    assert view["faults"] == []


def test_pictures_become_cards_as_sheets_reads_their_names(own):
    pictures = {"wolf x3.png": png("red"), "bear.png": png("blue"), "back.png": png("black")}
    kit = own.take(packed_files(pictures, "animals"), "animals.zip")
    assert kit == "~animals"
    cards = load_kit(own.place(kit)).cards
    assert [(card.id, card.copies) for card in cards] == [("bear", 1), ("wolf", 3)]
    assert all(card.back for card in cards)
    assert shown(own, kit)["faults"] == []
    assert build(BuildRequest(kit_dir=own.place(kit), out=own.folder / "out"))


def workbook(rows):
    book, stream = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_table_with_pictures_becomes_a_kit(own, form):
    rows: list[list[object]] = [
        ["Animal", "Photo", "Says", "Qty"],
        ["Wolf", "wolf.png", "It howls all night.", 2],
    ]
    csv = "\n".join(",".join(map(str, row)) for row in rows).encode()
    table = csv if form == "csv" else workbook(rows)
    files = {f"animals.{form}": table, "pictures/wolf.png": png("grey")}
    kit = own.take(packed_files(files, "animals"), "animals.zip")
    assert shown(own, kit)["faults"] == []
    (card,) = load_kit(own.place(kit)).cards
    assert (card.id, card.copies, card.art) == ("wolf", 2, "art/wolf.png")
    assert load_kit(own.place(kit)).text("en", "card.wolf.text") == "It howls all night."


def test_a_table_in_japanese_has_its_fonts_and_its_language(own):
    table = "名前,絵,説明\n狼,wolf.png,夜どおし遠吠えをします。\n".encode("utf-16")
    kit = own.take(packed_files({"動物.csv": table, "wolf.png": png("grey")}, "animals"), "animals.zip")
    found = load_kit(own.place(kit))
    assert found.languages == ("ja",)
    assert found.text("ja", f"card.{found.cards[0].id}.text") == "夜どおし遠吠えをします。"
    assert shown(own, kit)["faults"] == []
    assert build(BuildRequest(kit_dir=own.place(kit), out=own.folder / "out"))


def test_what_makes_no_card_stays_in_the_kit(own):
    font = (fonts_dir() / "lato-bold.ttf").read_bytes()
    files = {"wolf.png": png("grey"), "notes.txt": b"to do", "more/My Font.ttf": font}
    kit = own.take(packed_files(files, "animals"), "animals.zip")
    kept = files_of(own.place(kit))
    assert (kept["notes.txt"], kept["fonts/My Font.ttf"]) == (b"to do", font)
    assert shown(own, kit)["faults"] == []


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"letter.doc": b"x"}, "no kit.toml, no table and no picture"),
        ({"a.csv": b"a,b\n1,2", "b.csv": b"a,b\n1,2"}, "2 tables"),
        ({"a.csv": b"Name"}, "has no cards"),
    ],
)
def test_what_is_no_kit_is_said(own, files, words):
    with pytest.raises(InputError, match=words):
        own.take(packed_files(files, "x"), "x.zip")
    assert own.ids() == ()


def test_only_so_many_are_kept(own):
    for at in range(MOST_KITS):
        (own.folder / f"~kit-{at}").mkdir(parents=True)
    with pytest.raises(InputError, match="are kept"):
        own.begin("poker")


def test_a_kit_is_carried_to_where_the_work_is_done(own):
    kit = own.take(harbour(), "h.zip")
    packed, place = own.archive(kit), own.place(kit)
    shutil.rmtree(place)
    assert carried(packed, place, files_of, place) == files_of(HARBOUR)
    (place / "kit.toml").unlink()
    # The same archive lies there already; another takes its place.
    assert "kit.toml" not in carried(packed, place, files_of, place)
    assert carried(harbour(kit__toml=b"other"), place, files_of, place)["kit.toml"] == b"other"
