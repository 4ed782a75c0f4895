"""The shipped fonts: what they cover, how text is shaped, outlines in em with y down, subsets for PDF."""

from __future__ import annotations

import io

import pytest
from fontTools.cffLib.CFFToCFF2 import convertCFFToCFF2
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from printkit.errors import InputError
from printkit.fonts import Font, find_font, font_files, own_font_id
from tests.ring_font import ring_font

SERIF = "shippori-mincho-extrabold"
IDS = sorted(font_files())
# What the cards say: ranks, digits, pairs, and the names of suits and majors in both languages.
LATIN = "0123456789/AKQJ Page Knight Queen King Wheel of Fortune − • × ± → “”’ …"
NEEDED = f"{LATIN.replace('→ “”’ …', '')}ソードコインカップワンド女教皇運命の輪"
STYLES = ("regular", "italic", "bold", "bold-italic")
LATIN_IDS = {f"{family}-{style}" for family in ("caladea", "lato") for style in STYLES}


@pytest.fixture(scope="module")
def serif():
    return find_font(SERIF)


@pytest.fixture(scope="module")
def second_opinion(serif):
    with TTFont(serif.path, lazy=True) as font:
        yield font


def test_fonts_are_known_by_the_stem_of_their_file():
    assert SERIF in IDS
    assert list(font_files()) == IDS
    assert all(path.stem == font_id and path.is_file() for font_id, path in font_files().items())


def test_a_font_is_opened_once():
    assert find_font(SERIF) is find_font(SERIF)


def test_an_unknown_font_is_named_with_the_nearest():
    with pytest.raises(InputError, match=r"unknown font 'shippori-mincho' \(did you mean"):
        find_font("shippori-mincho")


@pytest.mark.parametrize("data", [b"", b"not a font", b"\0\1\0\0" + b"\0" * 100])
def test_a_file_that_is_no_font_is_an_input_error(tmp_path, data):
    path = tmp_path / "broken.ttf"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"broken\.ttf"):
        Font(path)


@pytest.mark.parametrize("font_id", IDS)
def test_every_font_covers_what_cards_say(font_id):
    assert find_font(font_id).missing(LATIN if font_id in LATIN_IDS else NEEDED) == ""


def test_the_latin_fonts_come_in_four_styles():
    assert {*IDS} >= LATIN_IDS


@pytest.mark.parametrize("font_id", IDS)
def test_what_a_font_says_of_itself(font_id):
    font = find_font(font_id)
    with TTFont(font.path, lazy=True) as other:
        assert font.glyph_count == other["maxp"].numGlyphs
        assert font.units_per_em == other["head"].unitsPerEm
        assert font.postscript_name == other["name"].getDebugName(6)
    assert font.version
    up, down = font.vertical_extents()
    assert 0.7 < up < 1.5
    assert 0.1 < down < 0.6


def test_missing_characters_are_named_once_in_order(serif):
    assert serif.missing("a\U0001f600b\U0001f601\U0001f600 \n") == "\U0001f600\U0001f601"
    with pytest.raises(InputError, match=f"font {SERIF} has no glyph for"):
        serif.shape("a\U0001f600")


def test_shaped_text_keeps_its_characters_and_its_advances(serif, second_opinion):
    shaped = serif.shape("月Moon")
    assert "".join(glyph.text for glyph in shaped) == "月Moon"
    cmap, widths = second_opinion.getBestCmap(), second_opinion["hmtx"]
    moon = shaped[0]
    assert moon.glyph == second_opinion.getGlyphID(cmap[ord("月")])
    assert moon.advance == pytest.approx(widths[cmap[ord("月")]][0] / serif.units_per_em)
    assert serif.advance(moon.glyph) == moon.advance


def test_letters_are_kerned_and_ligatures_left_apart(serif):
    assert [glyph.text for glyph in serif.shape("fi")] == ["f", "i"]
    gothic = find_font("zen-kaku-gothic-new-bold")
    alone = sum(gothic.shape(letter)[0].advance for letter in "AV")
    assert sum(glyph.advance for glyph in gothic.shape("AV")) < alone


def test_vertical_text_advances_downwards(serif):
    upright, turned = serif.shape("月「", direction="ttb")
    assert upright.advance == pytest.approx(1.0)
    # The bracket has a form of its own for vertical text.
    assert turned.glyph != serif.shape("「")[0].glyph


def test_features_choose_other_glyphs(serif):
    assert serif.shape("「", ("vert",))[0].glyph != serif.shape("「")[0].glyph


def test_shaping_nothing_is_nothing(serif):
    assert serif.shape("") == ()


@pytest.mark.parametrize("letter", "8月g/")
def test_outlines_are_in_em_with_y_down(serif, second_opinion, letter):
    glyph = serif.shape(letter)[0].glyph
    glyphs = second_opinion.getGlyphSet()
    pen = ControlBoundsPen(glyphs)
    glyphs[second_opinion.getGlyphName(glyph)].draw(pen)
    left, low, right, high = (value / serif.units_per_em for value in pen.bounds)
    outline = serif.outline(glyph)
    assert outline.commands.count("M") == outline.commands.count("Z")
    box = serif.ink_box(glyph)
    assert (box.x, box.y, box.right, box.bottom) == pytest.approx((left, -high, right, -low), abs=2e-3)
    # Handles of raised curves lie inside those of the quadratics they come from.
    assert box.contains(outline.box(), tolerance=0.02)
    assert serif.outline(glyph) is outline


def test_a_blank_has_no_ink(serif):
    blank = serif.shape(" ")[0].glyph
    assert serif.outline(blank).commands == ""
    assert (serif.ink_box(blank).width, serif.ink_box(blank).height) == (0, 0)


def test_a_subset_keeps_glyph_numbers_and_outlines_and_is_the_same_each_time(serif, tmp_path):
    glyphs = [glyph.glyph for glyph in serif.shape("月Moon")]
    data = serif.subset(glyphs)
    assert data == serif.subset(reversed(glyphs))
    assert len(data) < serif.path.stat().st_size / 20
    path = tmp_path / "subset.ttf"
    path.write_bytes(data)
    small = Font(path)
    assert [small.outline(glyph) for glyph in glyphs] == [serif.outline(glyph) for glyph in glyphs]
    other = serif.shape("日")[0].glyph
    assert other >= small.glyph_count or small.outline(other).commands == ""
    assert "glyf" in TTFont(io.BytesIO(data))


def test_postscript_outlines_are_drawn_and_embedded_alike(tmp_path):
    font = Font(ring_font(tmp_path / "ring.otf"))
    (shaped,) = font.shape("o")
    assert shaped.advance == 0.5
    (tmp_path / "subset.ttf").write_bytes(font.subset([shaped.glyph]))
    again = Font(tmp_path / "subset.ttf")
    assert font.subset([shaped.glyph]) == font.subset([shaped.glyph])
    assert again.ink_box(shaped.glyph) == font.ink_box(shaped.glyph)
    assert again.advance(shaped.glyph) == font.advance(shaped.glyph)
    with TTFont(tmp_path / "subset.ttf") as table:
        pen = RecordingPen()
        table.getGlyphSet()[table.getGlyphName(shaped.glyph)].draw(pen)
    points = [point for command, places in pen.value if command == "qCurveTo" for point in places[-1:]]
    assert points
    assert all(abs(((x - 250) ** 2 + (y - 250) ** 2) ** 0.5 - 250) < 0.6 for x, y in points)


def test_the_first_font_of_a_collection_is_read(tmp_path):
    collection = TTCollection()
    collection.fonts = [TTFont(ring_font(tmp_path / "ring.otf")), TTFont(font_files()["lato-bold"])]
    collection.save(tmp_path / "both.ttc")
    font = Font(tmp_path / "both.ttc")
    assert font.postscript_name == "Ring"
    assert font.missing("oa") == "a"


def test_each_font_of_a_collection_may_be_chosen(tmp_path):
    collection = TTCollection()
    collection.fonts = [TTFont(ring_font(tmp_path / "ring.otf")), TTFont(variable_font(tmp_path / "bar.ttf"))]
    collection.save(tmp_path / "both.ttc")
    first, second, heavy = (
        find_font(own_font_id(tmp_path / "both.ttc", cut)) for cut in ("", "number=2", "number=2,wght=900")
    )
    assert first.missing("oA") == "A"
    assert second.missing("oA") == "o"
    assert heavy.ink_box(1).width == pytest.approx(0.4)
    assert len({first.key, second.key, heavy.key}) == 3
    (tmp_path / "subset.ttf").write_bytes(heavy.subset([1]))
    assert Font(tmp_path / "subset.ttf").ink_box(1).width == pytest.approx(0.4)
    with pytest.raises(InputError, match=r"both\.ttc: there is no font number 3 \(it has 2\)"):
        find_font(own_font_id(tmp_path / "both.ttc", "number=3"))
    with pytest.raises(InputError, match="it is one font, no collection"):
        find_font(own_font_id(tmp_path / "ring.otf", "number=2"))


def test_postscript_outlines_of_the_second_form_are_drawn_alike(tmp_path):
    plain = Font(ring_font(tmp_path / "ring.otf"))
    with TTFont(tmp_path / "ring.otf") as table:
        convertCFFToCFF2(table)
        table.save(tmp_path / "second.otf")
    second = Font(tmp_path / "second.otf")
    assert second.outline(2) == plain.outline(2)
    (tmp_path / "subset.ttf").write_bytes(second.subset([2]))
    assert Font(tmp_path / "subset.ttf").ink_box(2) == plain.ink_box(2)


def variable_postscript_font(path):
    """The bar of `variable_font` as cubic outlines that vary (CFF2)."""
    program = [50, 0, "rmoveto", 700, "vlineto", 100, 300, 1, "blend", "hlineto", -700, "vlineto"]
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({ord("A"): "A"})
    builder.setupHorizontalMetrics({".notdef": (500, 50), "A": (500, 50)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bar", "styleName": "Regular", "psName": "Bar-Regular"})
    builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    strings = {name: T2CharString(program=list(program)) for name in (".notdef", "A")}
    builder.setupCFF2(strings, regions=[{"wght": (0, 1, 1)}])
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


@pytest.mark.parametrize(("cut", "width"), [("", 0.1), ("wght=900", 0.4), ("bold", 0.28)])
def test_variable_postscript_outlines_are_drawn_and_embedded_alike(tmp_path, cut, width):
    font = Font(variable_postscript_font(tmp_path / "bar.otf"), cut)
    assert font.ink_box(1).width == pytest.approx(width)
    (tmp_path / "subset.ttf").write_bytes(font.subset([1]))
    assert Font(tmp_path / "subset.ttf").ink_box(1).width == pytest.approx(width)


def test_an_opentype_font_that_forbids_embedding_is_refused(tmp_path):
    with TTFont(ring_font(tmp_path / "ring.otf")) as table:
        table["OS/2"].fsType = 2
        table.save(tmp_path / "locked.otf")
        table.flavor = "woff"
        table.save(tmp_path / "locked.woff")
    for name in ("locked.otf", "locked.woff"):
        with pytest.raises(InputError, match=rf"{name}: the font says that it may not be embedded"):
            Font(tmp_path / name)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%!PS-AdobeFont-1.0: Old", "a PostScript Type 1 font"),
        (b"\x80\x01\0\0", "a PostScript Type 1 font"),
        (b"STARTFONT 2.1", "a bitmap font"),
        (b"PK\x03\x04", "a ZIP archive (unpack it"),
        (b"\n<!DOCTYPE html><html>", "a web page (download the font file itself)"),
        (b"<svg><font/></svg>", "an SVG file"),
        (b"SIL OPEN FONT LICENSE", "with TrueType or PostScript outlines"),
    ],
)
def test_what_is_no_font_says_what_it_is(tmp_path, data, said):
    (tmp_path / "a.ttf").write_bytes(data)
    with pytest.raises(InputError) as caught:
        Font(tmp_path / "a.ttf")
    assert said in str(caught.value)


def test_a_font_packed_for_the_web_is_unpacked(tmp_path):
    with TTFont(ring_font(tmp_path / "ring.otf")) as font:
        font.flavor = "woff"
        font.save(tmp_path / "ring.woff")
    plain, packed = Font(tmp_path / "ring.otf"), Font(tmp_path / "ring.woff")
    (glyph,) = plain.shape("o")
    assert packed.shape("o") == (glyph,)
    assert packed.outline(glyph.glyph) == plain.outline(glyph.glyph)


def test_woff2_needs_a_package_and_says_so(tmp_path, monkeypatch):
    # Not by reloading its module: pages that later tests open write their fonts with it.
    monkeypatch.setattr("fontTools.ttLib.woff2.haveBrotli", False)
    (tmp_path / "a.woff2").write_bytes(b"wOF2" + bytes(60))
    with pytest.raises(InputError, match=r"brotli \(convert it to \.ttf or \.otf, or type: .*brotli"):
        Font(tmp_path / "a.woff2")


def test_a_damaged_web_font_is_one_line(tmp_path):
    for data in (b"wOFF", b"wOFF" + b"\0" * 60, b"wOFF" + b"\xff" * 60):
        (tmp_path / "a.woff").write_bytes(data)
        with pytest.raises(InputError, match=r"a\.woff: "):
            Font(tmp_path / "a.woff")


def variable_font(path, *, instance=""):
    """A font with one letter, a bar 100 to 400 wide by its weight of 400 to 900; `instance` is a named one at 800."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({ord("A"): "A"})
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((50, 700), (150, 700), (150, 0)):
        pen.lineTo(point)
    pen.closePath()
    bar = pen.glyph()
    builder.setupGlyf({".notdef": bar, "A": bar})
    builder.setupHorizontalMetrics({".notdef": (500, 50), "A": (500, 50)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bar", "styleName": "Regular", "psName": "Bar-Regular"})
    named = [{"location": {"wght": 800}, "stylename": instance}] if instance else []
    builder.setupFvar([("wght", 400, 400, 900, "Weight")], named)
    wider = [(0, 0), (0, 0), (300, 0), (300, 0), (0, 0), (200, 0), (0, 0), (0, 0)]
    builder.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, wider)]})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


@pytest.mark.parametrize(
    ("cut", "instance", "width"),
    [
        ("", "", 100),
        ("wght=900", "", 400),
        ("wght=650", "", 250),
        ("bold", "", 280),
        ("bold", "Bold", 340),
        ("italic", "", 100),
    ],
)
def test_a_variable_font_is_drawn_and_embedded_at_its_places(tmp_path, cut, instance, width):
    font = find_font(own_font_id(variable_font(tmp_path / "bar.ttf", instance=instance), cut))
    ((glyph, *_),) = font.shape("A")
    assert font.ink_box(glyph).width == pytest.approx(width / 1000)
    assert font.advance(glyph) == pytest.approx(0.5 + (width - 100) / 1500, abs=0.0011)
    (tmp_path / "subset.ttf").write_bytes(font.subset([glyph]))
    with TTFont(tmp_path / "subset.ttf") as embedded:
        assert "fvar" not in embedded
        box = embedded["glyf"][embedded.getGlyphOrder()[glyph]]
        assert box.xMax - box.xMin == width


def test_two_places_of_one_file_are_two_fonts(tmp_path):
    file = variable_font(tmp_path / "bar.ttf")
    light, heavy = (find_font(own_font_id(file, cut)) for cut in ("", "wght=900"))
    assert light.key != heavy.key
    assert light.postscript_name != heavy.postscript_name


@pytest.mark.parametrize(
    ("cut", "message"),
    [("wght=1000", r"wght = 1000 \(400 to 900\)"), ("opsz=9", r"no axis 'opsz' \(its axes: wght\)")],
)
def test_an_axis_or_a_place_that_is_not_there_is_named(tmp_path, cut, message):
    with pytest.raises(InputError, match=message):
        Font(variable_font(tmp_path / "bar.ttf"), cut)


def test_a_font_without_axes_says_so(tmp_path):
    with pytest.raises(InputError, match="it is no variable font"):
        Font(ring_font(tmp_path / "ring.otf"), "wght=700")
    assert Font(ring_font(tmp_path / "ring.otf"), "bold").postscript_name == "Ring"
