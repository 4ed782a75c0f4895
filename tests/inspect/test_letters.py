"""Letters of a file whose fonts say only their numbers are named by the fonts printkit ships, and by no others."""

from __future__ import annotations

import pikepdf
import pytest

from printkit.fonts import find_font
from printkit.inspect.pages import page_chars
from printkit.jobs.build.build import BuildRequest, build


@pytest.fixture(scope="module")
def effects(tmp_path_factory):
    (entry,) = build(
        BuildRequest(kits=("mountain-road",), only=("effects",), out=tmp_path_factory.mktemp("effects"))
    )
    return entry.file


def without_names(source, target, *, renamed=False):
    with pikepdf.open(source) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary) and each.get("/Subtype") == "/Type0":
                del each["/ToUnicode"]
                if renamed:
                    each.BaseFont = each.DescendantFonts[0].BaseFont = pikepdf.Name("/ABCDEF+Elsewhere")
                    each.DescendantFonts[0].FontDescriptor.FontName = pikepdf.Name("/ABCDEF+Elsewhere")
        pdf.save(target)
    return target


def test_letters_without_names_are_named(effects, tmp_path):
    bare = without_names(effects, tmp_path / "bare.pdf")
    own, named = (
        {(round(c.x, 1), round(c.y, 1), c.text) for c in page_chars(path, 0)} for path in (effects, bare)
    )
    assert len(own & named) > 0.98 * len(own) > 300


def test_fonts_of_others_stay_as_they_are(effects, tmp_path):
    bare = without_names(effects, tmp_path / "bare.pdf", renamed=True)
    own, read = ("".join(char.text for char in page_chars(path, 0)) for path in (effects, bare))
    assert "行" in own
    assert "行" not in read


def test_the_usual_character_is_chosen():
    font = find_font("shippori-mincho-extrabold")
    for char in "山女六1A0":
        assert font.letters[font.shape(char)[0].glyph] == char


def test_letters_of_a_column_are_named():
    font = find_font("shippori-mincho-extrabold")
    column = "トッタロ、運命は配られ。ー"
    glyphs = font.shape(column, direction="ttb")
    assert {each.glyph for each in glyphs} != {each.glyph for each in font.shape(column)}
    assert "".join(font.letters[each.glyph] for each in glyphs) == column
