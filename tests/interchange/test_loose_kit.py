"""`printkit new --from`: a kit of a spreadsheet and pictures as a designer has them, or of pictures alone."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from unicodedata import normalize

import pytest
from openpyxl import Workbook
from openpyxl.drawing.image import Image as Picture
from PIL import Image

from printkit.errors import InputError
from printkit.interchange.archive import packed_files
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.exchange.new import import_kit
from printkit.kit.load import load_kit


def png(colour):
    stream = io.BytesIO()
    Image.new("RGB", (60, 80), colour).save(stream, "PNG")
    return stream.getvalue()


def designers_folder(folder):
    """A workbook of two sheets with a title, a formula and pictures in folders, among other things."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Deck"
    for row in (
        ["My great game, third draft"],
        [],
        ["Card Title", "Qty", "Cost", "Rules Text", "Picture"],
        ["Wolf", 2, "=1+1", "Howls.", "units\\Wolf.png"],
        ["Fire", 1, 3, "Burns.", "spells/wolf.png"],
        ["Ghost", 1, 0, "Is not there.", "spells/ghost.png"],
    ):
        sheet.append(row)
    book.create_sheet("To do").append(["nothing"])
    for name, data in (
        ("units/wolf.PNG", png("red")),
        ("spells/wolf.png", png("blue")),
        ("spells/other.png", png("green")),
        (".hidden/wolf.png", png("green")),
        ("readme.md", b"hello"),
    ):
        (folder / "pics" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pics" / name).write_bytes(data)
    book.save(folder / "game.xlsx")
    return folder


def source_of(form, folder):
    if form == "table":
        return folder / "game.xlsx"
    if form == "folder":
        return folder
    files = {
        each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()
    }
    packed = folder.parent / "game.zip"
    packed.write_bytes(packed_files(files, "game"))
    return packed


@pytest.mark.parametrize("form", ["table", "folder", "archive"])
def test_a_designers_spreadsheet_becomes_a_kit(tmp_path, form):
    """As it is: with a title, several sheets, formulas, and pictures in folders of which two are called alike."""
    source = source_of(form, designers_folder(tmp_path / "mine"))
    made = import_kit("wolves", source, tmp_path)
    assert made.use == (
        "names from the column 'Card Title', words from the column 'Rules Text', copies from the column 'Qty', "
        "pictures from the column 'Picture'"
    )
    sheet, missing = made.remarks[:2]
    assert "the sheet 'Deck'" in sheet
    assert missing.startswith("not there: spells/ghost.png; put them into art/pics/ of the kit")
    unnamed = () if form == "table" else ("no card names art/pics/spells/other.png",)
    assert made.remarks[2:] == unnamed + (("not taken: pics/readme.md",) if form == "folder" else ())
    assert (made.folder / "art/pics/spells/other.png").exists() == (form != "table"), "not named by the table"
    shutil.copy(made.folder / "art/pics/spells/wolf.png", made.folder / "art/pics/spells/ghost.png")
    kit = load_kit(made.folder)
    assert [(card.id, card.copies) for card in kit.cards] == [("wolf", 2), ("fire", 1), ("ghost", 1)]
    assert kit.text("en", "card.wolf.text") == "Howls."
    assert build(BuildRequest(kit_dir=made.folder, out=tmp_path / "out"))


def test_pictures_alone_become_cards(tmp_path):
    folder = tmp_path / "animals"
    folder.mkdir()
    for name in ("wolf x3.png", "bear.png", "back.png"):
        (folder / name).write_bytes(png("red"))
    made = import_kit("animals-2", folder, tmp_path)
    assert (made.use, made.remarks) == ("", ())
    assert [(card.id, card.copies) for card in load_kit(made.folder).cards] == [("bear", 1), ("wolf", 3)]


@pytest.mark.parametrize("form", ["table", "folder"])
@pytest.mark.parametrize(
    ("table", "use"),
    [
        (
            "Karte;Anzahl;Bild\nWolf;2;grey wolf\nBär;1;pics/Bear\nGeist;1;\n",
            "names from the column 'Karte', copies from the column 'Anzahl', pictures from the column 'Bild'",
        ),
        (
            "Name,Qty,Cost\nGrey wolf,2,3\nBear,1,2\nGhost,1,-1\n",
            "names from the column 'Name', copies from the column 'Qty', pictures from the column 'Name'",
        ),
    ],
)
def test_pictures_are_named_without_their_endings(tmp_path, form, table, use):
    """Or as the cards are; and numbers are no words, those of copies least of all."""
    mine = tmp_path / "mine"
    bare = "pics/" not in table
    for name in ("Grey Wolf.PNG", "bear.png", "ghost.png") if bare else ("pics/bear.png", "Grey Wolf.PNG"):
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_bytes(png("red"))
    (mine / "cards.csv").write_text(table)
    made = import_kit("game", mine / "cards.csv" if form == "table" else mine, tmp_path)
    assert (made.use, made.remarks) == (use, ())
    assert [card.copies for card in load_kit(made.folder).cards] == [2, 1, 1]
    (built,) = build(BuildRequest(kit_dir=made.folder, out=tmp_path / "out"))
    assert built.cards == 4


def test_pictures_in_cells_are_counted_as_not_read(tmp_path):
    book = Workbook()
    for row in (["Name", "Drawing"], ["Wolf", ""], ["Bear", ""]):
        book.active.append(row)
    for at, colour in (("B2", "red"), ("B3", "blue")):
        book.active.add_image(Picture(io.BytesIO(png(colour))), at)
    book.save(tmp_path / "a.xlsx")
    made = import_kit("game", tmp_path / "a.xlsx", tmp_path)
    assert made.remarks == (
        "pictures in cells are not read (2): save them as files and name them in a column",
    )


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("Name,Qty,No\nWolf,2,1\nBear,1,2\nFox,3,3", "No"),
        ("Name,Cost,Picture\nWolf,2,1\nBear,1,2\nFox,3,3", "Picture"),
        ("Name,Art\n1,1\n2,2\n3,3", "Art"),
    ],
)
def test_of_columns_that_may_name_pictures_the_one_called_so_does(tmp_path, table, column):
    """Numbers of copies and costs named them, for the pictures are called 1 to 3."""
    (tmp_path / "a.csv").write_text(table)
    for name in ("1.png", "2.png", "3.png"):
        (tmp_path / name).write_bytes(png("red"))
    made = import_kit("game", tmp_path / "a.csv", tmp_path)
    assert made.use.endswith(f"pictures from the column {column!r}")
    assert [card.art for card in load_kit(made.folder).cards] == ["art/1", "art/2", "art/3"]


@pytest.mark.parametrize("form", ["table", "folder"])
def test_names_differ_in_case_and_in_the_form_of_accents(tmp_path, form):
    """As a Mac and its archives have them."""
    mine = tmp_path / "mine"
    (mine / "Tiere").mkdir(parents=True)
    (mine / "Tiere" / normalize("NFD", "Bär.png")).write_bytes(png("red"))
    (mine / "a.csv").write_text("Name,Bild\nBär,Tiere/bär.png\nWolf,\n")
    made = import_kit("game", mine / "a.csv" if form == "table" else mine, tmp_path)
    assert made.remarks == ()
    assert load_kit(made.folder)


def test_what_a_folder_and_columns_are_called_makes_no_kit_unreadable(tmp_path, monkeypatch):
    """A folder named as `.`, one with a dot, a sign in a table's name, and a column Art that holds kinds."""
    mine = tmp_path / "my cards v1.2"
    mine.mkdir()
    (mine / "deck#1.csv").write_text("Name,Art,Text\nWolf,Tier,heult\n")
    monkeypatch.chdir(mine)
    kit = load_kit(import_kit("game", Path(), tmp_path).folder)
    assert kit.text("en", "kit.title") == "my cards v1.2"
    assert [card.art for card in kit.cards] == [""]


def test_two_pictures_of_one_name_need_their_endings(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"Name,Art\nWolf,wolf\nBear,bear.png")
    for name in ("wolf.png", "wolf.gif", "bear.png"):
        (tmp_path / name).write_bytes(png("red"))
    made = import_kit("game", tmp_path / "a.csv", tmp_path)
    with pytest.raises(InputError, match=r"no art file 'art/wolf' \(which one\? art/wolf.gif, art/wolf.png"):
        load_kit(made.folder)


def test_pictures_yet_to_be_drawn_are_named(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"Name,Says,Drawing\nWolf,howls,wolf.png\nBear,growls,bear.png")
    made = import_kit("game", tmp_path / "a.csv", tmp_path)
    assert made.use.endswith("pictures from the column 'Drawing'")
    assert made.remarks == ("not there: wolf.png, bear.png; put them into art/ of the kit",)


@pytest.mark.parametrize(
    ("files", "named", "words"),
    [
        ({"kit.toml": b"", "a.png": b""}, "", "is a kit .--like"),
        ({"a/wolf.png": b"", "b/wolf.png": b""}, "", "wolf.png: 2 pictures have this name"),
        ({"wolf.png": b"", "red back.png": b""}, "", "red back.png: this back belongs to no card"),
        ({"a.csv": b"Name", "wolf.png": b""}, "a.csv", "a.csv: has no cards"),
        ({"a.txt": b""}, "", "has no table and no picture"),
        ({"a.txt": b""}, "b.csv", "there is no such file or folder"),
        ({"a.zip": b"x"}, "a.zip", "is not a readable archive"),
    ],
)
def test_what_makes_no_kit_is_said_and_nothing_is_written(tmp_path, files, named, words):
    folder = tmp_path / "mine"
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data or png("red"))
    with pytest.raises(InputError, match=words) as caught:
        import_kit("game", folder / named, tmp_path / "kits")
    assert all("printkit-pictures" not in each.file for each in caught.value.problems)
    assert not (tmp_path / "kits" / "game").exists()
