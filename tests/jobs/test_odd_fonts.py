"""Fonts with odd, lost or damaged tables print, or are refused in a line that says what is wrong."""

from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from printkit.errors import InputError
from printkit.fonts import Font
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.paths import fonts_dir
from tests.tiny_kit import spoil, write_kit

GOOD = "zen-kaku-gothic-new-bold"


@pytest.fixture(scope="module")
def good():
    return (fonts_dir() / f"{GOOD}.ttf").read_bytes()


def without(tag):
    def made(data):
        with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
            del font[tag]
            stream = io.BytesIO()
            font.save(stream)
        return stream.getvalue()

    return made


def broken(tag):
    def made(data):
        with TTFont(io.BytesIO(data)) as font:
            at = font.reader.tables[tag].offset
        return data[:at] + b"\xff" * 40 + data[at + 40 :]

    return made


def built(folder, data):
    kit = spoil(write_kit(folder), "kit.toml", 'display = "shippori-mincho-extrabold"', 'display = "mine"')
    (kit / "fonts").mkdir()
    (kit / "fonts" / "mine.ttf").write_bytes(data)
    return build(BuildRequest(kit_dir=kit, out=folder / "out"))


def table_of(*kinds):
    """A font with tables of characters of these platforms and encodings only."""

    def made(data):
        with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
            letters = {code: name for code, name in font.getBestCmap().items() if code < 0xF000}
            font["cmap"].tables = []
            for platform, encoding in kinds:
                table = CmapSubtable.newSubtable(4)
                table.platformID, table.platEncID, table.language, table.cmap = platform, encoding, 0, letters
                font["cmap"].tables.append(table)
            stream = io.BytesIO()
            font.save(stream)
        return stream.getvalue()

    return made


def units(count):
    def made(data):
        with TTFont(io.BytesIO(data)) as font:
            at = font.reader.tables["head"].offset + 18
        return data[:at] + count.to_bytes(2, "big") + data[at + 2 :]

    return made


def empty(letters=""):
    """A font whose glyphs for these letters (for all) have no outline, as where they are bitmaps."""

    def made(data):
        with TTFont(io.BytesIO(data), recalcTimestamp=False) as font:
            names = font.getBestCmap()
            for name in [names[ord(letter)] for letter in letters] or font.getGlyphOrder():
                font["glyf"][name] = Glyph()
            stream = io.BytesIO()
            font.save(stream)
        return stream.getvalue()

    return made


@pytest.mark.parametrize("tag", ["OS/2", "name", "post"])
def test_what_printing_does_not_need_may_be_missing(tmp_path, good, tag):
    built(tmp_path, without(tag)(good))


@pytest.mark.parametrize(
    ("spoil_font", "said"),
    [
        (without("head"), "size (head)"),
        (without("hhea"), "line height (hhea)"),
        (without("hmtx"), "widths (hmtx)"),
        (without("loca"), "outlines (loca)"),
        (without("glyf"), "not a font with outlines"),
        (without("maxp"), "not a font with outlines"),
        (broken("name"), "cannot be embedded"),
        (without("cmap"), "no characters can be read"),
        (broken("cmap"), "no characters can be read"),
        (table_of((3, 4)), "no characters can be read"),
        (units(0), "size (head)"),
        (units(15), "size (head)"),
        (units(16385), "size (head)"),
        (empty(), "no letter of the font has an outline"),
        (lambda data: data[: len(data) // 2], "cut short"),
    ],
)
def test_what_it_needs_is_named_and_nothing_is_written(tmp_path, good, spoil_font, said):
    with pytest.raises(InputError) as caught:
        built(tmp_path, spoil_font(good))
    (problem,) = caught.value.problems
    assert problem.file.endswith("fonts/mine.ttf")
    assert said in problem.message
    assert problem.hint
    assert not list((tmp_path / "out").rglob("*.*"))


def test_a_glyph_without_an_outline_is_missing(tmp_path, good):
    (tmp_path / "mine.ttf").write_bytes(empty("A7 ")(good))
    font = Font(tmp_path / "mine.ttf")
    assert font.missing("ABC 7 8\u3000\u3164") == "A7\u3164"


def test_a_font_of_pictures_in_colour_has_no_letters(tmp_path, good):
    with TTFont(io.BytesIO(empty()(good))) as font:
        font["COLR"] = DefaultTable("COLR")
        font["COLR"].data = bytes(14)
        font.save(tmp_path / "colours.ttf")
    with pytest.raises(InputError, match="no letter of the font has an outline, they are pictures in colour"):
        built(tmp_path, (tmp_path / "colours.ttf").read_bytes())


def test_a_symbol_font_prints_with_a_note(tmp_path, good):
    (note,) = {note for each in built(tmp_path, table_of((3, 0))(good)) for note in each.warnings}
    assert note == "mine.ttf is a symbol font: each letter is printed as the sign that stands in its place"
