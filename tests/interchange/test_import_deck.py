"""A deck of the Tarot Deck Specification becomes a kit: what printkit exports comes back, what others make is taken."""

from __future__ import annotations

import io
import zipfile

import pytest
from PIL import Image

from printkit.compose.faces.context import Choices
from printkit.errors import InputError
from printkit.interchange.exchange import tarot_files
from printkit.interchange.tarot_deck import read_tarot_deck
from printkit.jobs.build.part import Scenes
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.jobs.exchange.new import import_kit
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.scene.model import Scene
from tests.tiny_kit import write_kit

DECK = '[deck]\nid = "small"\nname = "Small"\nversion = "2.1"\nschema_version = "1.0"\n'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 11 19"><path fill="{}" d="M1 1h9v17h-9z"/></svg>'


def _png(colour="red", size=(110, 190)):
    stream = io.BytesIO()
    Image.new("RGB", size, colour).save(stream, "PNG")
    return stream.getvalue()


def _deck(folder, files):
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


def _import(tmp_path, files, toml=DECK):
    deck = _deck(tmp_path / "deck", {"deck.toml": toml, **files})
    made, _, remarks = import_kit("mine", deck, tmp_path / "kits")
    return load_kit(made), remarks


def _wrong(tmp_path, files, toml=DECK):
    with pytest.raises(InputError) as caught:
        _import(tmp_path, files, toml)
    assert not (tmp_path / "kits" / "mine").exists()
    return str(caught.value).replace(str(tmp_path) + "/", "")


FOOL = {"h1200/major_arcana/00.png": _png()}


def test_a_kit_that_was_exported_comes_back_with_its_cards_names_and_copies(tmp_path):
    kit = load_kit(write_kit(tmp_path / "kits"))
    (file,) = export(ExportRequest(kit="", form="tarot-deck-spec", kit_dir=kit.folder, out=tmp_path / "out"))
    made, _, remarks = import_kit("again", file, tmp_path / "kits")
    again = load_kit(made)
    assert remarks == ()
    assert [(card.id, card.component, card.copies) for card in again.cards] == [
        (card.id, card.component, card.copies) for card in kit.cards
    ]
    assert again.languages == kit.languages
    for language in kit.languages:
        for card in kit.cards:
            key = f"card.{card.id}.name"
            assert again.text(language, key) == kit.text(language, key)
    assert again.components == kit.components


def test_youscout_comes_back_with_every_id_name_and_component_in_order(tmp_path):
    kit = find_kit("youscout")
    scenes = Scenes(kit, Choices(kit.default_size, "full", {}))
    blank = Scene("blank", 70.0, 120.0, 0.0, ())

    class Blank:
        front = staticmethod(lambda card_id: blank)
        __call__ = staticmethod(lambda key: blank)

    assert scenes.front
    files = {name.removeprefix("youscout/"): data for name, data in tarot_files(kit, Blank())}
    made, _, remarks = import_kit("again", _deck(tmp_path / "deck", files), tmp_path / "kits")
    again = load_kit(made)
    assert remarks == ()
    assert [(card.id, card.component) for card in again.cards] == [
        (card.id, card.component) for card in kit.cards
    ]
    assert [again.text("ja", f"card.{card.id}.name") for card in kit.cards] == [
        kit.text("ja", f"card.{card.id}.name") for card in kit.cards
    ]
    assert (again.default_size, again.size().width, again.size().height) == ("tarot", 70.0, 120.0)
    assert again.languages == kit.languages


def test_a_deck_of_pictures_alone_has_the_standard_names_and_size(tmp_path):
    kit, remarks = _import(tmp_path, {**FOOL, "h1200/minor_arcana/cups/queen.png": _png()})
    assert [card.id for card in kit.cards] == ["major-00", "cups-13"]
    assert kit.languages == ("en",)
    assert [kit.text("en", f"card.{card.id}.name") for card in kit.cards] == ["The Fool", "Queen of Cups"]
    assert (kit.default_size, kit.size().width, kit.size().height) == ("tgc-tarot", 69.85, 120.65)
    assert kit.version == "2.1"
    assert [remark[:22] for remark in remarks] == ["the deck has no back; "]


def test_names_that_a_language_lacks_are_those_of_the_decks_own(tmp_path):
    names = {
        "names/en.toml": '[major_arcana]\n00 = "Wanderer"\n',
        "names/ja.toml": "",
        "names/pt-BR.toml": "",
    }
    kit, _ = _import(tmp_path, {**FOOL, **names})
    assert kit.languages == ("en", "ja")
    assert {kit.text(language, "card.major-00.name") for language in kit.languages} == {"Wanderer"}


def test_a_language_no_font_can_print_is_left_out_and_said(tmp_path):
    names = {"names/th.toml": '[major_arcana]\n00 = "คนโง่"\n', "names/en.toml": ""}
    kit, remarks = _import(tmp_path, {**FOOL, **names, "card_backs/x.png": _png()}, DECK)
    assert kit.languages == ("en",)
    assert len(remarks) == 1
    assert remarks[0].startswith("the names in th are left out: no font has ")


def test_cards_and_suits_of_a_decks_own_are_taken_in_their_places(tmp_path):
    own = """
[custom_cards.major_arcana.late]
name = "Late"
image = "late.png"
position = 30
[custom_cards.major_arcana.happy_squirrel]
name = "The Happy Squirrel"
image = "h1200/squirrel.png"
position = 22
[custom_cards.minor_arcana.stars]
name = "Stars"
ranks = ["ace", "comet"]
[deck.excluded_cards]
cards = ["major_arcana.01"]
"""
    stars = {f"h1200/minor_arcana/stars/{rank}.png": _png() for rank in ("ace", "comet")}
    more = {"late.png": _png(), "h1200/squirrel.png": _png(), "h1200/major_arcana/01.png": _png()}
    kit, _ = _import(tmp_path, {**FOOL, **stars, **more}, DECK + own)
    assert [card.id for card in kit.cards] == [
        "major-00",
        "happy-squirrel",
        "late",
        "stars-ace",
        "stars-comet",
    ]
    assert kit.text("en", "card.happy-squirrel.name") == "The Happy Squirrel"
    assert kit.text("en", "card.stars-comet.name") == "Comet of Stars"


@pytest.mark.parametrize(
    ("files", "art"),
    [
        ({"scalable/major_arcana/00.svg": SVG.format("#0d6ca9"), **FOOL}, "art/major-00.svg"),
        ({"scalable/major_arcana/00.svg": SVG.format("#123456"), **FOOL}, "art/major-00.png"),
        ({"scalable/major_arcana/00.svg": SVG.format("#123456")}, "art/major-00.png"),
        ({"h1200/major_arcana/00.webp": "webp"}, "art/major-00.webp"),
        ({"h750/major_arcana/00.jpg": "jpeg"}, "art/major-00.jpg"),
    ],
    ids=[
        "a drawing in inks",
        "a bitmap rather than a drawing in colours",
        "a drawing in colours",
        "webp",
        "jpeg",
    ],
)
def test_the_best_picture_a_kit_can_take_is_taken(tmp_path, files, art):
    for name, data in files.items():
        if data in ("webp", "jpeg"):
            stream = io.BytesIO()
            Image.new("RGB", (110, 190), "blue").save(stream, data)
            files = {name: stream.getvalue()}
    kit, _ = _import(tmp_path, files)
    assert [card.art for card in kit.cards] == [art]


def test_a_drawing_in_colours_is_drawn_as_fine_as_print_needs(tmp_path):
    kit, _ = _import(tmp_path, {"scalable/major_arcana/00.svg": SVG.format("#123456")})
    with Image.open(kit.folder / "art" / "major-00.png") as picture:
        assert picture.size == (1650, 2850)
        assert picture.getpixel((800, 1400)) == (0x12, 0x34, 0x56)
        assert picture.getpixel((5, 5)) == (255, 255, 255)


def test_the_back_is_the_one_the_deck_says(tmp_path):
    backs = {f"card_backs/{name}.png": _png(colour) for name, colour in (("a", "red"), ("b", "blue"))}
    kit, _ = _import(tmp_path, {**FOOL, **backs}, DECK + '[card_backs]\ndefault = "b"\n')
    assert [component.back for component in kit.components] == ["back"]
    with Image.open(kit.folder / "art" / "back.png") as picture:
        assert picture.getpixel((9, 9)) == (0, 0, 255)


def test_the_kit_builds_and_its_paper_is_clean(run, tmp_path):
    deck = _deck(tmp_path / "deck", {"deck.toml": DECK, "card_backs/a.png": _png("blue", (880, 1520)),
                                     "h2400/major_arcana/00.png": _png("red", (880, 1520))})  # fmt: skip
    assert run("new", "mine", "--from", str(deck), "--dir", str(tmp_path / "kits")).code == 0
    out = tmp_path / "out"
    assert (
        run("build", "--kit-dir", str(tmp_path / "kits" / "mine"), "--paper", "card", "--out", str(out)).code
        == 0
    )
    answer = run("check", str(out / "mine"))
    assert (answer.code, "structural checks passed" in answer.out) == (0, True)


LAUGHS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 11 19"><path id="a0" fill="#123456" d="M0 0h1v1z"/>'
    + "".join(f'<g id="a{at}">{f"""<use href="#a{at - 1}"/>""" * 10}</g>' for at in range(1, 9))
    + "</svg>"
)


@pytest.mark.parametrize(
    ("files", "toml", "wanted"),
    [
        (FOOL, DECK.replace('"1.0"', '"2.0"'), "deck.toml [deck.schema_version]: schema 2.0 is not read (1.0 or 1.1)"),
        ({}, DECK, "deck: the deck has no pictures"),
        (FOOL, "x", "deck.toml: is not TOML"),
        ({**FOOL, "names/en.toml": "x"}, DECK, "names/en.toml: is not TOML"),
        ({"h1200/major_arcana/00.png": b"x"}, DECK, "deck/h1200/major_arcana/00.png: is not a readable image"),
        ({"scalable/major_arcana/00.svg": "<svg"}, DECK, "deck/scalable/major_arcana/00.svg: is not XML"),
        ({"scalable/major_arcana/00.svg": LAUGHS}, DECK, "deck/scalable/major_arcana/00.svg: draws more"),
        ({"scalable/major_arcana/00.svg": "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>"}, DECK,
         "deck/scalable/major_arcana/00.svg: entities"),
        (FOOL, DECK + '[card_backs]\ndefault = "a"\n[card_backs.variants.a]\nimage = "../b.png"\n',
         "deck.toml [card_backs.variants.a.image]: '../b.png' leaves the deck's folder"),
        (FOOL, DECK + '[custom_cards.major_arcana.a]\nimage = "a.png"\n',
         "deck.toml [custom_cards.major_arcana.a.image]: there is no picture 'a.png'"),
        ({**FOOL, "a.png": _png()}, DECK + '[custom_cards.major_arcana."major 00"]\nimage = "a.png"\n',
         "deck: two cards of the deck would have one id"),
        ({**FOOL, "names/en.toml": '[major_arcana]\n00 = "{"\n'}, DECK, "kits/mine/text.en.toml [card.major-00"),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_reported_in_one_line(tmp_path, files, toml, wanted):
    said = _wrong(tmp_path, files, toml)
    assert said.startswith(wanted)
    assert "\n" not in said


def _zip(tmp_path, members):
    file = tmp_path / "deck.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file


def test_an_archive_is_a_deck_wherever_its_folder_stands(tmp_path):
    file = _zip(
        tmp_path, {"a/b/deck.toml": DECK.encode(), "a/b/h750/major_arcana/00.png": _png(), "a/x.exe": b"x"}
    )
    made, *_ = import_kit("mine", file, tmp_path / "kits")
    assert [card.id for card in load_kit(made).cards] == ["major-00"]


@pytest.mark.parametrize(
    ("members", "wanted"),
    [
        ({"x.txt": b""}, "has no table and no picture"),
        ({"deck.toml": b"", "x.svg": b" " * 65_000_000}, "holds more than 1000 MB or 5000 files"),
        ({"deck.toml": DECK.encode(), "../../h750/major_arcana/00.png": _png()}, ""),
        ({f"{at}.png": b"" for at in range(5001)}, "holds 5,001 files"),
    ],
    ids=["no deck", "a bomb", "a way out", "a crowd"],
)
def test_a_hostile_archive_is_one_line_and_writes_nowhere_else(tmp_path, members, wanted):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    file = _zip(inner, members)
    if wanted:
        with pytest.raises(InputError, match=wanted):
            import_kit("mine", file, inner / "kits")
    else:
        import_kit("mine", file, inner / "kits")
    assert {path.name for path in tmp_path.iterdir()} == {"a"}
    assert {path.name for path in (tmp_path / "a").iterdir()} == {"b"}


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06", b"PK\x03\x04" + b"x" * 99])
def test_what_is_no_archive_is_refused(tmp_path, data):
    file = tmp_path / "deck.zip"
    file.write_bytes(data)
    with pytest.raises(InputError, match="not a readable archive"):
        import_kit("mine", file, tmp_path / "kits")


def test_a_suit_called_coins_keeps_that_name(tmp_path):
    pictures = {"h1200/minor_arcana/pentacles/ace.png": _png()}
    assert (
        read_tarot_deck(_deck(tmp_path / "a", {"deck.toml": DECK, **pictures})).suits["pentacles"]
        == "pentacles"
    )
    named = {**pictures, "names/en.toml": '[suits]\npentacles = "Coins"\n'}
    kit, _ = _import(tmp_path, named)
    assert [card.id for card in kit.cards] == ["coins-01"]
