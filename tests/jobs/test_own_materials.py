"""What a kit may bring itself, as it is printed: inks, fonts, gutters, and folders it shares with other kits."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from printkit.errors import InputError
from printkit.fonts import find_font
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_paths
from printkit.jobs.exchange.update import update_kit
from printkit.kit.load import load_kit
from printkit.paths import fonts_dir
from printkit.scene.inks import HOUSE_INKS, lightness
from tests.ring_font import ring_font
from tests.test_fonts import variable_font
from tests.tiny_kit import spoil, write_kit

DIRECTIONS = Path(__file__).parents[1] / "data" / "fonts" / "directions.ttf"
RIGHT_KIT = """\
id = "right"
version = "1"
languages = ["he"]
size = "c"
upright = true
colours = "kept"
fonts = { display = "directions", text = "directions", bold = "directions" }
data = { files = ["cards.csv"], face = "f" }
[components.deck]
back = ""
"""
RIGHT_LAYOUT = """\
sizes.c = { width = 63, height = 88 }
[[faces.f.c]]
block = "text"
text = "card.{id}.body"
box = [5, 5, 53, 70]
em = "14pt"
markup = "full"
"""
RIGHT_CARDS = """\
id,name,body
he,he,"קח 12 קלפים"
he2,he2,"- עד 2026 או 15% (עד שלוש)\n- של **Wolf** [היער]"
lat,lat,"Take קלף (אחד) now, then 15% more קח 12 קלפים and go on to the next line."
ar,ar,"خذ 15 ورقة (لا غير) {red:كت}اب"
"""
VIOLET = '[inks.violet]\nsrgb = "#5B3A8C"\ncmyk = [75, 90, 0, 10]\n\n[fonts]'


@pytest.fixture
def kit(tmp_path):
    return write_kit(tmp_path)


def printed(kit, **asked):
    """The deck's PDF."""
    out = kit.parent / "out"
    build(BuildRequest(kit_dir=kit, only=("deck",), out=out, **asked))  # type: ignore[arg-type]
    return out / "tiny"


def content(file):
    """All drawing of a PDF, unpacked."""
    with pikepdf.open(file) as pdf:
        return b"\n".join(
            obj.read_bytes()
            for obj in pdf.objects
            if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") != "/XML" and "/Length1" not in obj
        )


def problems(kit):
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    return str(caught.value)


def test_an_ink_of_its_own_prints_in_layout_suit_and_art(kit):
    spoil(kit, "kit.toml", "[fonts]", VIOLET)
    spoil(kit, "kit.toml", 'ink = "blue"', 'ink = "violet"')
    spoil(kit, "layout.toml", 'ink = "blue"', 'ink = "violet"')
    spoil(kit, "art/one.svg", "#231f20", "#5b3a8c")
    violet = load_kit(kit).inks["violet"]
    assert violet.srgb == (0x5B, 0x3A, 0x8C)
    assert violet.cmyk == (0.75, 0.9, 0.0, 0.1)
    assert b".356863 .227451 .54902 rg" in content(printed(kit) / "tiny-deck.pdf").replace(
        b" 0.", b" ."
    ).replace(b"\n0.", b"\n.")
    pressed = content(printed(kit, press="x1a-2001") / "tiny-deck-x1a-2001.pdf")
    assert b".75 .9 0 .1 k" in pressed.replace(b" 0.", b" .").replace(b"\n0.", b"\n.")


def test_black_only_printers_get_an_ink_as_light_as_it_looks():
    assert lightness((0, 0, 0)) == pytest.approx(0)
    assert lightness((255, 255, 255)) == pytest.approx(1)
    # L* of #777777 is 50.0.
    assert lightness((0x77, 0x77, 0x77)) == pytest.approx(0.5003, abs=1e-3)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("90, 0, 10", "90, 0, 100", "[inks.violet]: 265 % of ink (at most 200 %"),
        ("90, 0, 10", "90, 0", "[inks.violet.cmyk]: [75, 90, 0]: input should be a list of 4 items"),
        ("90, 0, 10", "190, 0, 10", "[inks.violet.cmyk[1]]: 190: input should be less than or equal to 100"),
        ("#5B3A8C", "violet", "[inks.violet.srgb]: 'violet': string should match pattern"),
        ("[inks.violet]", "[inks.blue]", "[inks.blue]: printkit has the ink 'blue' already"),
        ("#5B3A8C", HOUSE_INKS["red"].hex, "[inks.violet]: printkit has the ink 'red' already"),
    ],
)
def test_an_ink_that_cannot_be_is_refused(kit, old, new, line):
    spoil(kit, "kit.toml", "[fonts]", VIOLET.replace(old, new))
    assert line in problems(kit)


def test_a_font_in_the_kits_folder_is_found_by_name_and_printed(kit):
    (kit / "fonts").mkdir()
    shutil.copyfile(fonts_dir() / "biz-udpgothic-bold.ttf", kit / "fonts" / "my-sans.ttf")
    spoil(kit, "kit.toml", "shippori-mincho-extrabold", "my-sans")
    deck = printed(kit) / "tiny-deck.pdf"
    with pikepdf.open(deck) as pdf:
        names = {
            str(obj.FontName)
            for obj in pdf.objects
            if isinstance(obj, pikepdf.Dictionary) and "/FontName" in obj
        }
    assert any("BIZ-UDPGothic-Bold" in name or "BIZUDPGothic-Bold" in name for name in names), names
    # Where the kit lies makes no difference to what is printed.
    elsewhere = kit.parent / "elsewhere" / "tiny"
    shutil.copytree(kit, elsewhere)
    assert (printed(elsewhere) / "tiny-deck.pdf").read_bytes() == deck.read_bytes()


def test_an_opentype_font_in_the_kit_is_read(kit):
    (kit / "fonts").mkdir()
    ring_font(kit / "fonts" / "ring.otf")
    spoil(kit, "kit.toml", "shippori-mincho-extrabold", "ring")
    said = problems(kit)
    assert "unknown font" not in said
    assert "no glyph" in said


def test_an_unknown_font_is_named_with_the_nearest_of_the_kits_own(kit):
    (kit / "fonts").mkdir()
    shutil.copyfile(fonts_dir() / "biz-udpgothic-bold.ttf", kit / "fonts" / "my-sans.ttf")
    spoil(kit, "kit.toml", "shippori-mincho-extrabold", "my-snas")
    assert "[fonts.display]: unknown font 'my-snas' (did you mean 'my-sans'?)" in problems(kit)


@pytest.mark.parametrize("data", [b"", b"no font", b"\x00\x01\x00\x00" + b"\xff" * 400])
def test_a_broken_font_is_one_line(kit, data):
    (kit / "fonts").mkdir()
    (kit / "fonts" / "my-sans.ttf").write_bytes(data)
    spoil(kit, "kit.toml", "shippori-mincho-extrabold", "my-sans")
    assert "my-sans.ttf [fonts.display]: " in problems(kit)


def test_a_gutter_moves_the_cards_of_a_sheet_apart(kit):
    def apart():
        manifest = json.loads((printed(kit) / "manifest.json").read_text(encoding="utf-8"))
        first, second = (
            placement["trim_mm"] for placement in manifest["files"]["tiny-deck.pdf"]["placements"][:2]
        )
        return round(second[0] - first[0] - first[2], 3)

    assert apart() == 6.0
    spoil(kit, "layout.toml", 'width = "40mm"', 'width = "40mm"\ngutter = "1mm"')
    assert apart() == 1.0


@pytest.fixture
def sisters(kit):
    """A kit whose emblem and one of whose texts are in a folder beside it."""
    air = kit.parent / "air"
    (air / "art").mkdir(parents=True)
    (kit / "art" / "emblem.svg").rename(air / "art" / "emblem.svg")
    for language, word in (("ja", "剣"), ("en", "Swords")):
        spoil(kit, f"text.{language}.toml", f'sword.name = "{word}"\n', "")
        (air / f"text.{language}.toml").write_text(
            f'[suit]\nsword.name = "{word}"\ncup.name = "{word}"\n[card]\none.name = "{word}"\n',
            encoding="utf-8",
        )
    spoil(kit, "kit.toml", 'size = "small"', 'size = "small"\nuses = ["air"]')
    return kit


def test_a_kit_uses_the_art_and_texts_of_its_sisters(sisters):
    kit = load_kit(sisters)
    assert kit.art_file("art/emblem.svg") == sisters.parent / "air/art/emblem.svg"
    assert kit.text("en", "suit.sword.name") == "Swords"
    # Its own texts come first, and what it does not print is nothing of its own.
    assert kit.text("en", "card.one.name") == "One"
    assert "suit.cup.name" not in kit.texts["en"]
    assert (printed(sisters) / "tiny-deck.pdf").is_file()


def test_a_shared_drawing_may_not_lead_out_of_its_folder(sisters):
    emblem = sisters.parent / "air/art/emblem.svg"
    emblem.rename(sisters.parent / "emblem.svg")
    emblem.symlink_to(sisters.parent / "emblem.svg")
    assert "[suits.sword.emblem]" in problems(sisters)


def test_a_sister_that_is_not_there_is_named(sisters):
    spoil(sisters, "kit.toml", '"air"', '"air", "sea", "tiny"')
    assert "[uses[1]]: there is no folder 'sea' beside the kit" in problems(sisters)
    assert "[uses[2]]: a kit cannot use itself" in problems(sisters)


def test_a_deck_that_is_not_there_is_named(sisters):
    spoil(sisters, "kit.toml", "uses = [", 'deck = "sea"\nuses = [')
    assert "[deck]: there is no folder 'sea' beside the kit" in problems(sisters)


def test_a_table_updates_a_kit_with_sisters(sisters, tmp_path):
    table = tmp_path / "cards.csv"
    table.write_text("id,number\none,5\ntwo,2\n", encoding="utf-8")
    assert update_kit(sisters, table).changed == ("one",)


@pytest.mark.parametrize(
    ("rights", "words"),
    [
        (0x0002, "may not be embedded ("),
        (0x0100, "may not be embedded in part"),
        (0x0200, "may not be embedded as outlines"),
        (0x0000, ""),
        (0x0004, ""),
        (0x0008, ""),
    ],
)
def test_a_font_that_may_not_be_embedded_is_refused(kit, rights, words):
    from fontTools.ttLib import TTFont

    font = TTFont(fonts_dir() / "lato-regular.ttf")
    font["OS/2"].fsType = rights
    (kit / "fonts").mkdir()
    font.save(kit / "fonts" / f"own-{rights}.ttf")
    spoil(kit, "kit.toml", 'text = "zen-kaku-gothic-new-bold"', f'text = "own-{rights}"')
    if words:
        assert words in problems(kit)
        assert "[fonts.text]" in problems(kit)
    else:
        load_kit(kit)


def test_a_variable_font_plays_its_role_at_its_places(kit):
    (kit / "fonts").mkdir(exist_ok=True)
    variable_font(kit / "fonts" / "bar.ttf")
    spoil(
        kit, "kit.toml", "[fonts]", '[fonts]\nbold = "bar"\nitalic = { file = "fonts/bar.ttf", wght = 900 }'
    )
    fonts = {role: find_font(font) for role, font in load_kit(kit).fonts.items()}
    assert fonts["bold"].postscript_name == "Bar-Regular-wght700"
    assert fonts["italic"].postscript_name == "Bar-Regular-wght900"
    spoil(kit, "kit.toml", "wght = 900", "wght = 90")
    assert "[fonts.italic]: wght = 90 (400 to 900)" in problems(kit)
    spoil(kit, "kit.toml", '"fonts/bar.ttf", wght = 90', '"lato-bold", wght = 700')
    assert "it is no variable font" in problems(kit)


@pytest.mark.parametrize(
    "named", ['"fonts/bar.ttf"', '"bar.ttf"', '"./fonts/bar.ttf"', '{ file = "fonts/bar.ttf" }']
)
def test_a_font_may_be_named_as_its_file_is(kit, named):
    (kit / "fonts").mkdir(exist_ok=True)
    variable_font(kit / "fonts" / "bar.ttf")
    spoil(kit, "kit.toml", "[fonts]", f"[fonts]\nbold = {named}\nitalic = {named}")
    fonts = {role: find_font(font) for role, font in load_kit(kit).fonts.items()}
    assert fonts["bold"].postscript_name == "Bar-Regular-wght700"
    assert fonts["italic"].postscript_name.startswith("Bar-Regular")
    (kit / "fonts" / "bar.ttf").rename(kit / "fonts" / "other.ttf")
    assert "[fonts.bold]: unknown font" in problems(kit)


def write_right_kit(folder):
    kit = folder / "right"
    (kit / "fonts").mkdir(parents=True)
    shutil.copy(DIRECTIONS, kit / "fonts")
    (kit / "kit.toml").write_text(RIGHT_KIT, "utf-8")
    (kit / "layout.toml").write_text(RIGHT_LAYOUT, "utf-8")
    (kit / "text.he.toml").write_text('[kit]\ntitle = "T"\n', "utf-8")
    (kit / "cards.csv").write_text(RIGHT_CARDS, "utf-8")
    return kit


def test_cards_from_right_to_left_are_printed_and_checked(tmp_path):
    kit = write_right_kit(tmp_path)
    build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    findings = check_paths([tmp_path / "out" / "right"], kit_dir=kit)
    assert [finding for finding in findings if finding.severity == "error"] == []
    pdf = pypdfium2.PdfDocument(tmp_path / "out" / "right" / "right-deck.pdf")
    words = pdf[0].get_textpage().get_text_range()
    pdf.close()
    # What a reader copies is what the table says.
    assert "קח 12 קלפים" in words
    assert "15%" in words
    assert "خذ 15 ورقة" in words


def test_fonts_are_found_however_their_names_end(kit):
    (kit / "fonts").mkdir()
    ring_font(kit / "fonts" / "Ring.OTF")
    spoil(kit, "kit.toml", "shippori-mincho-extrabold", "Ring")
    said = problems(kit)
    assert "unknown font" not in said
    assert "no glyph" in said


def test_a_font_beside_the_folder_of_fonts_is_told_where_it_belongs(kit):
    ring_font(kit / "Ring.otf")
    spoil(kit, "kit.toml", "shippori-mincho-extrabold", "Ring.otf")
    assert "unknown font 'Ring' (move Ring.otf into fonts/)" in problems(kit)


def test_any_other_file_among_the_fonts_says_why_it_is_none(kit):
    (kit / "fonts").mkdir()
    (kit / "fonts" / "old.pfb").write_bytes(b"\x80\x01")
    (kit / "fonts" / "OFL.txt").write_text("SIL OPEN FONT LICENSE", "utf-8")
    spoil(kit, "kit.toml", '"zen-kaku-gothic-new-bold"', '"old"')
    assert "old.pfb [fonts.text]: this is a PostScript Type 1 font" in problems(kit)
    spoil(kit, "kit.toml", '"old"', '"oldd"')
    assert "OFL" not in problems(kit)


def test_a_colour_font_prints_its_outlines_with_a_note(tmp_path):
    kit = write_kit(tmp_path)
    (kit / "fonts").mkdir()
    with TTFont(fonts_dir() / "zen-kaku-gothic-new-bold.ttf") as font:
        font["COLR"] = DefaultTable("COLR")
        font["COLR"].data = bytes(14)
        font.save(kit / "fonts" / "colours.ttf")
    spoil(kit, "kit.toml", '"zen-kaku-gothic-new-bold"', '"colours"')
    built = build(BuildRequest(kit_dir=kit, only=("deck",), out=tmp_path / "out"))
    assert [warning for each in built for warning in each.warnings] == [
        "colours.ttf is a colour font: its letters are printed as outlines in the ink of the text"
    ]


def test_a_font_of_a_collection_is_chosen_in_the_kit(kit):
    (kit / "fonts").mkdir()
    collection = TTCollection()
    collection.fonts = [
        TTFont(ring_font(kit / "fonts" / "ring.otf")),
        TTFont(fonts_dir() / "zen-kaku-gothic-new-bold.ttf"),
    ]
    collection.save(kit / "fonts" / "both.ttc")
    spoil(kit, "kit.toml", '"zen-kaku-gothic-new-bold"', '{ file = "fonts/both.ttc", number = 2 }')
    assert find_font(load_kit(kit).fonts["text"]).postscript_name.startswith("ZenKaku")


def test_a_script_the_font_lacks_is_named_once_a_text(tmp_path):
    kit = write_right_kit(tmp_path)
    spoil(kit, "kit.toml", 'text = "directions"', 'text = "lato-regular"')
    said = problems(kit).splitlines()
    assert len(said) == 4
    assert "give a font with Hebrew letters: put it in fonts/" in said[0]
    assert "give a font with Arabic letters" in said[-1]
    spoil(kit, "kit.toml", 'text = "lato-regular"', 'text = "directions"')
    (kit / "rules.he.md").write_text("# A\n\nקחו קלף\n", "utf-8")
    with pytest.raises(InputError) as caught:
        build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    (line,) = str(caught.value).splitlines()
    assert "books are set in printkit's own fonts, without Hebrew letters" in line
