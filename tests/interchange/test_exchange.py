"""Decks for other programs: a saved object of Tabletop Simulator, a deck of the Tarot Deck Specification."""

from __future__ import annotations

import io
import json
import tomllib
import zipfile

import numpy
import pytest
from PIL import Image

from printkit.backends.png import pixels_png
from printkit.compose.faces.context import Choices
from printkit.errors import InputError
from printkit.geometry import Size
from printkit.interchange.exchange import _grids, _smaller, tarot_files
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Scenes
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.kit.find import find_kit
from tests.tiny_kit import spoil, write_kit


@pytest.fixture
def tiny(tmp_path):
    return spoil(write_kit(tmp_path / "kits"), "cards.toml", "number = 2", "copies = 3\nnumber = 2")


def _export(kit, tmp_path, form, **choices):
    return export(ExportRequest(kit="", form=form, kit_dir=kit, out=tmp_path / "out", **choices))


def test_a_saved_object_places_every_copy_on_pictures_that_are_there(tiny, tmp_path):
    files = {file.name: file for file in _export(tiny, tmp_path, "tts")}
    assert set(files) == {"tiny.json", "tiny-deck-1.png", "tiny-deck-back.png"}
    (deck,) = json.loads(files["tiny.json"].read_text(encoding="utf-8"))["ObjectStates"]
    assert deck["DeckIDs"] == [100, 101, 101, 101]
    assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [card["Nickname"] for card in deck["ContainedObjects"]][:2] == ["一 One", "二 Two"]
    sheet = deck["CustomDeck"]["1"]
    assert sheet["FaceURL"] == files["tiny-deck-1.png"].resolve().as_uri()
    assert sheet["BackURL"] == files["tiny-deck-back.png"].resolve().as_uri()
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (2, 2)


@pytest.mark.parametrize(("count", "shape"), [(1, (2, 2)), (18, (5, 4)), (54, (9, 6)), (70, (10, 7))])
def test_f17_cards_lie_so_that_their_faces_are_largest(count, shape):
    (grid,) = _grids(tuple(range(count)), 1, Size(63.0, 88.0))
    assert (grid.columns, grid.rows) == shape


def test_pictures_are_as_large_as_may_be_and_no_larger(tiny, tmp_path):
    for file in _export(tiny, tmp_path, "tts"):
        if file.suffix == ".png":
            with Image.open(io.BytesIO(file.read_bytes())) as picture:
                assert max(picture.size) <= 4096
                assert max(picture.size) in (4096, 1024)


def test_a_card_lies_in_its_cell(tiny, tmp_path):
    files = {file.name: file for file in _export(tiny, tmp_path, "tts")}
    with Image.open(files["tiny-deck-1.png"]) as picture:
        sheet = picture.convert("RGB")
    cell = sheet.width / 2
    # The picture of both cards is a square in the middle of a box that is 30 mm high, 15 mm from the top.
    middle = int(30 / 60 * sheet.height / 2)
    assert sheet.getpixel((int(0.5 * cell), middle)) == (0, 0, 0)
    assert sheet.getpixel((int(1.5 * cell), middle)) == (0xC6, 0x40, 0x33)
    assert sheet.getpixel((int(0.5 * cell), sheet.height // 2 + middle)) == (255, 255, 255)


def test_an_address_takes_the_place_of_the_folder(tiny, tmp_path):
    *_, save = _export(tiny, tmp_path, "tts", url="https://example.org/tiny/")
    (deck,) = json.loads(save.read_text(encoding="utf-8"))["ObjectStates"]
    assert deck["CustomDeck"]["1"]["FaceURL"] == "https://example.org/tiny/tiny-deck-1.png"


def test_the_same_kit_gives_the_same_bytes(tiny, tmp_path):
    for form in ("tts", "tarot-deck-spec"):
        url = {"url": "x"} if form == "tts" else {}
        first = [file.read_bytes() for file in _export(tiny, tmp_path, form, **url)]
        assert [file.read_bytes() for file in _export(tiny, tmp_path, form, **url)] == first


def test_cards_no_standard_knows_are_custom_and_the_others_excluded(tiny, tmp_path):
    (file,) = _export(tiny, tmp_path, "tarot-deck-spec")
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        deck = tomllib.loads(archive.read("tiny/deck.toml").decode())
        japanese = tomllib.loads(archive.read("tiny/names/ja.toml").decode())
    assert deck["deck"]["schema_version"] == "1.0"
    custom = deck["custom_cards"]["major_arcana"]
    assert {card["position"] for card in custom.values()} == {22, 23}
    assert {f"tiny/{card['image']}" for card in custom.values()} <= names
    assert len(deck["deck"]["excluded_cards"]["cards"]) == 78
    assert japanese["major_arcana"] == {"one": "一", "two": "二"}
    assert "tiny/card_backs/default.svg" in names


def test_a_tarot_has_all_78_cards_under_their_own_ids():
    kit = find_kit("youscout", ("full",), ())
    scenes = Scenes(kit, Choices(kit.default_size, "full", print_variables(kit, ())))
    files = tarot_files(kit, scenes)
    name, data = next(files)
    assert name == "youscout/deck.toml"
    deck = tomllib.loads(data.decode())
    assert "excluded_cards" not in deck["deck"]
    assert deck["aliases"]["suits"] == {"pentacles": "Coins"}
    own = len(kit.cards) - 78
    assert len(deck["custom_cards"]["major_arcana"]) == own
    names = tomllib.loads(next(data for name, data in files if name.endswith("en.toml")).decode())
    assert names["minor_arcana"]["pentacles"]["ace"] == "Ace of Coins"
    assert len(names["major_arcana"]) == 22 + own
    assert {len(table) for table in names["minor_arcana"].values()} == {14}


def test_a_deck_is_handed_over_whole(tiny, tmp_path):
    with pytest.raises(InputError, match="whole kit"):
        _export(tiny, tmp_path, "tts", cards=("one",))


def test_a_picture_is_a_jpeg_where_that_halves_it(monkeypatch):
    noise = numpy.random.default_rng(7).integers(0, 256, (300, 300, 3), numpy.uint8)
    smooth = numpy.full((300, 300, 3), 200, numpy.uint8)
    photo = numpy.clip(numpy.kron(noise[:20, :20], numpy.ones((15, 15, 1))) + noise / 16, 0, 255)
    monkeypatch.setattr("printkit.interchange.exchange.SMALL", 1000)
    for pixels, ending in ((photo.astype(numpy.uint8), ".jpg"), (smooth, ".png")):
        name, data = _smaller("deck-1", pixels_png(pixels))
        assert name == f"deck-1{ending}"
        with Image.open(io.BytesIO(data)) as image:
            assert image.format == {".jpg": "JPEG", ".png": "PNG"}[ending]
            apart = numpy.abs(numpy.asarray(image, int) - pixels.astype(int))
        assert apart.mean() < 4
    monkeypatch.setattr("printkit.interchange.exchange.SMALL", 10**7)
    assert _smaller("deck-1", pixels_png(photo.astype(numpy.uint8)))[0] == "deck-1.png"


def test_the_saved_object_names_the_pictures_as_they_are(tiny, tmp_path, monkeypatch):
    monkeypatch.setattr("printkit.interchange.exchange._smaller", lambda stem, png: (f"{stem}.jpg", png))
    files = {file.name: file for file in _export(tiny, tmp_path, "tts")}
    assert {name for name in files if "-" in name} == {"tiny-deck-1.jpg", "tiny-deck-back.jpg"}
    (deck,) = json.loads(files["tiny.json"].read_bytes())["ObjectStates"]
    sheet = deck["CustomDeck"]["1"]
    assert (sheet["FaceURL"][-4:], sheet["BackURL"][-4:]) == (".jpg", ".jpg")
