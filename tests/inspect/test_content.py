"""What a page of a stranger's PDF paints: kinds, sizes and places, through forms, patterns, drawn fonts and streams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name

from printkit.geometry import MM_PER_PT, Affine, Rect
from printkit.inspect.content import DrawingReader
from printkit.inspect.pages import open_structure
from tests.preflight.press_deck import plain_pdf

TO_MM = Affine(MM_PER_PT, 0.0, 0.0, -MM_PER_PT, 0.0, 300 * MM_PER_PT)
Make = Callable[[pikepdf.Pdf], dict[str, Any]]


def drawing(tmp_path, contents, **resources):
    path = plain_pdf(tmp_path / "x.pdf", contents, **resources)
    return DrawingReader(open_structure(path)).page(0, TO_MM)


def painted(tmp_path, contents, **resources):
    (only,) = drawing(tmp_path, contents, **resources).painted
    return only


def form(contents, **entries):
    def make(pdf):
        stream = pdf.make_stream(contents.encode())
        stream.Type, stream.Subtype, stream.BBox = Name.XObject, Name.Form, Array([0, 0, 99, 99])
        for key, value in entries.items():
            stream[f"/{key}"] = value
        return {"/Form": stream}

    return make


def test_an_area(tmp_path):
    found = painted(tmp_path, "0.1 0.2 0.3 0.4 k 72 228 144 72 re f")
    assert (found.kind, found.space.words, found.inks) == ("fill", "DeviceCMYK", (0.1, 0.2, 0.3, 0.4))
    assert found.box == pytest.approx(Rect(25.4, 0, 50.8, 25.4), abs=1e-4)


def test_an_area_of_lines_and_curves(tmp_path):
    found = painted(tmp_path, "0 300 m 72 300 l 72 300 100 228 72 228 c h f*")
    assert found.box == pytest.approx(Rect(0, 0, 100 * MM_PER_PT, 25.4), abs=1e-4)


@pytest.mark.parametrize(
    ("operators", "width"),
    [
        ("2 w 0 0 m 9 9 l S", 2),
        ("0 0 m 9 9 l S", 1),
        (".5 0 0 .5 0 0 cm 2 w 0 0 m 9 9 l S", 1),
        ("1 0 0 .1 0 0 cm 2 w 0 0 m 9 9 l S", 0.2),
        ("q 9 w Q 0 0 m 9 9 l s", 1),
        ("/Thick gs 0 0 m 9 9 l S", 7),
    ],
)
def test_the_width_of_a_line_as_it_is_printed(operators, width, tmp_path):
    states = {"/Thick": Dictionary(LW=7)}
    found = painted(tmp_path, operators, ExtGState=states)
    assert (found.kind, found.size) == ("line", pytest.approx(width * MM_PER_PT))


FONT = {"/F": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)}


@pytest.mark.parametrize(
    ("operators", "size"),
    [
        ("BT /F 9 Tf 72 228 Td (words) Tj ET", 9),
        ("BT /F 1 Tf 9 0 0 9 72 228 Tm [(wo) -20 (rds)] TJ ET", 9),
        ("2 0 0 2 0 0 cm BT /F 9 Tf 36 114 Td <776f> Tj ET", 18),
        ("BT /F 9 Tf 12 TL 72 240 Td (x) ' ET", 9),
    ],
)
def test_the_size_of_letters_as_they_are_printed(operators, size, tmp_path):
    found = painted(tmp_path, operators, Font=FONT)
    assert (found.kind, found.detail, found.embedded) == ("text", "Helvetica", False)
    assert found.size == pytest.approx(size * MM_PER_PT)
    # From the line upwards, and a little below it.
    assert found.box.x == pytest.approx(25.4, abs=0.01)
    assert found.box.y < 25.4 < found.box.bottom


def test_hidden_letters_are_none(tmp_path):
    assert drawing(tmp_path, "BT 3 Tr /F 9 Tf (words) Tj ET", Font=FONT).painted == ()


def test_brackets_in_words_do_not_end_them(tmp_path):
    found = drawing(tmp_path, r"BT /F 9 Tf (a (b) \) 1 0 0 rg) Tj ET 0 0 9 9 re f", Font=FONT)
    assert [each.kind for each in found.painted] == ["text", "fill"]
    assert found.painted[1].space.words == "DeviceGray"


def test_a_form_takes_what_its_caller_set_and_gives_nothing_back(tmp_path):
    found = drawing(
        tmp_path,
        "1 0 0 0 k q 1 0 0 1 72 0 cm /Form Do Q 0 0 9 9 re f",
        XObject=form("0 0 9 9 re f 0 1 0 0 k 0 0 9 9 re f", Matrix=Array([2, 0, 0, 2, 0, 0])),
    )
    assert [each.inks for each in found.painted] == [(1, 0, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0)]
    assert found.painted[0].box == pytest.approx(
        Rect(25.4, (300 - 18) * MM_PER_PT, 18 * MM_PER_PT, 18 * MM_PER_PT), abs=1e-4
    )


def test_a_form_drawn_again_is_not_reported_again_unless_it_is_drawn_otherwise(tmp_path):
    contents = "/Form Do q 1 0 0 1 9 9 cm /Form Do Q {} /Form Do"
    once = drawing(tmp_path, contents.format(""), XObject=form("0 0 9 9 re f"))
    other = drawing(tmp_path, contents.format("2 0 0 2 0 0 cm"), XObject=form("0 0 9 9 re f"))
    assert (len(once.painted), len(other.painted)) == (1, 2)


def test_a_form_that_shows_the_same_part_elsewhere_is_not_reported_again(tmp_path):
    shown = "q 1 0 0 1 {0} 0 cm 0 0 {1} 9 re W n /Form Do Q"
    cards = form("0 0 9 9 re f 20 0 9 9 re f", BBox=Array([0, 0, 30, 9]))
    once = drawing(tmp_path, f"{shown.format(0, 15)} {shown.format(40, 15)}", XObject=cards)
    other = drawing(tmp_path, f"{shown.format(0, 15)} {shown.format(40, 30)}", XObject=cards)
    assert (len(once.painted), len(once.hidden)) == (1, 1)
    assert (len(other.painted), len(other.hidden)) == (3, 1)


def test_a_picture_is_as_fine_as_its_worse_side(tmp_path):
    def image(pdf):
        stream = pdf.make_stream(b"")
        stream.Type, stream.Subtype, stream.ColorSpace = Name.XObject, Name.Image, Name.DeviceRGB
        stream.Width, stream.Height, stream.BitsPerComponent = 300, 100, 8
        return {"/P": stream}

    found = painted(tmp_path, "q 72 0 0 72 0 0 cm /P Do Q", XObject=image)
    assert (found.kind, found.space.words, found.bits) == ("picture", "DeviceRGB", 8)
    assert found.size == pytest.approx(100)
    assert found.detail == "300 × 100 pixels"


def test_a_picture_in_the_stream(tmp_path):
    contents = "q 72 0 0 72 0 0 cm BI /W 4 /H 2 /BPC 8 /CS /RGB ID f 0 0 S EI Q 0 0 9 9 re f"
    found = drawing(tmp_path, contents).painted
    assert [(each.kind, each.space.words) for each in found] == [
        ("picture", "DeviceRGB"),
        ("fill", "DeviceGray"),
    ]
    stencil = painted(tmp_path, "1 0 0 0 k q 72 0 0 72 0 0 cm BI /W 4 /H 2 /IM true ID ab EI Q")
    assert (stencil.kind, stencil.bits, stencil.inks) == ("stencil", 1, (1, 0, 0, 0))


def test_a_pattern_is_looked_into(tmp_path):
    def tile(pdf):
        stream = pdf.make_stream(b"1 0 0 rg 0 0 9 9 re f")
        stream.PatternType, stream.PaintType, stream.TilingType = 1, 1, 1
        stream.BBox, stream.XStep, stream.YStep, stream.Resources = Array([0, 0, 9, 9]), 9, 9, Dictionary()
        return {"/Tile": stream}

    found = painted(tmp_path, "/Pattern cs /Tile scn 0 0 50 50 re f", Pattern=tile)
    assert found.space.words == "DeviceRGB"


def test_overprinting_counts_where_it_leaves_anything(tmp_path):
    states = {"/Over": Dictionary(OP=True, OPM=1), "/All": Dictionary(OP=True, OPM=0)}
    contents = "0 0 0 0 k 0 0 9 9 re f {} gs 0 0 9 9 re f"
    over = drawing(tmp_path, contents.format("/Over"), ExtGState=states).painted
    whole = drawing(tmp_path, contents.format("/All"), ExtGState=states).painted
    assert [each.overprints for each in over] == [False, True]
    assert [each.overprints for each in whole] == [False, False]


def test_what_is_transparent_is_reported(tmp_path):
    states = {"/Thin": Dictionary(ca=0.5, BM=Name.Multiply), "/Usual": Dictionary(ca=1, BM=Name.Normal)}
    found = drawing(tmp_path, "/Usual gs /Thin gs 0 0 9 9 re f", ExtGState=states)
    assert {effect.kind for effect in found.effects} == {"alpha", "blend"}


def test_what_cannot_be_followed_is_reported(tmp_path):
    assert drawing(tmp_path, "BT (no end").troubles == ("a text has no end",)


WORDS = st.sampled_from(
    ["q", "Q", "cm", "re", "f", "S", "BT", "ET", "Tf", "Tj", "TJ", "Do", "gs", "cs", "scn", "k", "K", "BI", "ID", "EI",
     "1", "-.5", "1e9", "--", "..", "0 0 9 9", "/F", "/X", "/", "(a", "b)", "[", "]", "<<", ">>",
     "<4", "%", "\0", "w", "'"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=40))
@example(["1", "--", "re", "b)"])
@example(["1", "1", "re", "b)"])
def test_any_operators_at_all_come_to_an_end(words):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.pages[0].obj.Contents = pdf.make_stream(" ".join(words).encode())
        found = DrawingReader(pdf).page(0, TO_MM)
    assert all(each.box is not None for each in found.painted)


# ------------------------------------------------------------------------------------------------- how long texts are

WIDE = Dictionary(
    Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Own, FirstChar=65, Widths=Array([600, 1200]),
    FontDescriptor=Dictionary(MissingWidth=250),
)  # fmt: skip


def composite(encoding=None, **entries):
    """A font for codes of two bytes."""
    inner = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, **entries)
    return {
        "/F": Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=Name.Own,
            Encoding=encoding or Name("/Identity-H"),
            DescendantFonts=Array([inner]),
        )
    }


def lengths(tmp_path, operators, font):
    """How wide each text is, in points."""
    found = drawing(tmp_path, f"BT /F 10 Tf 20 100 Td {operators} ET", Font=font)
    return [round(each.box.width / MM_PER_PT, 2) for each in found.painted]


@pytest.mark.parametrize("written", ["(AB)", r"(\101\102)", r"(\101\B)", "<4142>", "<41 4 2>", "(A\\\nB)"])
def test_a_text_is_as_long_however_it_is_written(written, tmp_path):
    assert lengths(tmp_path, f"{written} Tj", {"/F": WIDE}) == [18.0]


@pytest.mark.parametrize(
    ("operators", "length"),
    [
        ("(AC) Tj", 8.5),
        ("50 Tz (AB) Tj", 9.0),
        ("2 Tc (AB) Tj", 20.0),
        ("3 Tw (A A) Tj", 17.5),
        ("[(A) -500 (B)] TJ", 23.0),
        ("12 TL 3 2 (A A) \"", 23.5 - 2),
    ],
)  # fmt: skip
def test_widths_steps_and_spaces_make_the_length(operators, length, tmp_path):
    assert lengths(tmp_path, operators, {"/F": WIDE}) == [length]


def test_a_wide_step_begins_another_text(tmp_path):
    assert lengths(tmp_path, "[(A) -8000 (B)] TJ", {"/F": WIDE}) == [6.0, 12.0]


def test_a_font_every_reader_has_needs_no_widths(tmp_path):
    assert lengths(tmp_path, "(Card) Tj", FONT) == [pytest.approx(7.22 + 5.56 + 3.33 + 5.56)]


def test_a_font_of_two_bytes_has_widths_by_glyph(tmp_path):
    font = composite(W=Array([1, Array([500, 250]), 7, 9, 125]), DW=700)
    assert lengths(tmp_path, "<0001000200080100> Tj", font) == [5 + 2.5 + 1.25 + 7]


def test_an_encoding_of_the_file_says_how_long_codes_are(tmp_path):
    def fonts(pdf):
        words = b"2 begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange "
        words += b"1 begincidrange <41> <42> 5 endcidrange"
        return composite(pdf.make_stream(words), W=Array([5, Array([500, 300])]), DW=1000)

    assert lengths(tmp_path, "<41428140> Tj", fonts) == [5 + 3 + 10]


def test_codes_of_an_old_japanese_encoding_are_one_or_two_bytes(tmp_path):
    assert lengths(tmp_path, "<418140> Tj", composite(Name("/90ms-RKSJ-H"))) == [15.0]


def test_upright_text_runs_down(tmp_path):
    found = drawing(tmp_path, "BT /F 10 Tf 50 250 Td <00010002> Tj ET", Font=composite(Name("/Identity-V")))
    box = found.painted[0].box
    assert [round(each / MM_PER_PT, 2) for each in box] == [45, 50, 10, 20]


def test_hidden_letters_move_what_follows(tmp_path):
    found = drawing(tmp_path, "BT /F 10 Tf 3 Tr (AB) Tj 0 Tr (A) Tj ET", Font={"/F": WIDE})
    assert [round(each.box.x / MM_PER_PT, 2) for each in found.painted] == [18.0]


# ------------------------------------------------------------------------------------------------- what nobody sees


def seen(tmp_path, contents, **resources):
    """How much is painted, and how much where nobody sees it."""
    found = drawing(tmp_path, contents, **resources)
    return len(found.painted), len(found.hidden)


LINE = "0 100 m 50 100 l S"


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        (LINE, (1, 0)),
        (f"1 0 0 1 -60 0 cm {LINE}", (0, 1)),
        (f"1 0 0 1 -50.4 0 cm {LINE}", (1, 0)),
        (f"q 60 90 20 20 re W n {LINE} Q {LINE}", (1, 1)),
        (f"q 0 90 90 20 re W* n 0 0 90 95 re W n {LINE} Q", (0, 1)),
        (f"0 0 m 0 99 l 99 0 l h W n {LINE}", (0, 1)),
        ("60 60 9 9 re W n 20 0 0 20 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI", (0, 1)),
        ("BT /F 9 Tf 20 -30 Td (words) Tj ET", (0, 1)),
    ],
)
def test_f4_what_lies_outside_page_or_clip_is_not_painted(contents, expected, tmp_path):
    assert seen(tmp_path, contents, Font=FONT) == expected


def test_f4_a_form_first_drawn_where_nobody_sees_it_is_painted_where_one_does(tmp_path):
    contents = "q 1 0 0 1 500 0 cm /Form Do Q q 1 0 0 1 150 0 cm /Form Do Q /Form Do"
    assert seen(tmp_path, contents, XObject=form("60 0 9 9 re f")) == (1, 2)


def layered(tmp_path, contents, **settings):
    """A page with a layer `/Layer`, a rule over it, and usual settings of this kind."""
    path = plain_pdf(tmp_path / "x.pdf", contents, XObject=form("0 50 m 50 50 l S"))
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name="one"))
        layer.Usage = Dictionary(Print=Dictionary(PrintState=Name.OFF))
        rule = pdf.make_indirect(Dictionary(Type=Name.OCMD, OCGs=Array([layer]), P=Name.AllOff))
        usual = Dictionary({f"/{key}": make(layer) for key, make in settings.items()})
        pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=usual)
        resources = pdf.pages[0].obj.Resources
        resources.Properties = Dictionary(Layer=layer, Rule=rule)
        resources.XObject["/Form"].OC = layer
        pdf.save(path)
    found = DrawingReader(open_structure(path)).page(0, TO_MM)
    return len(found.painted), len(found.hidden)


OFF = {"OFF": lambda layer: Array([layer])}
BASE = {"BaseState": lambda _: Name.OFF}
PRINTED = {"AS": lambda layer: Array([Dictionary(Event=Name.Print, OCGs=Array([layer]))])}


@pytest.mark.parametrize("settings", [OFF, BASE, PRINTED])
@pytest.mark.parametrize("contents", [f"/OC /Layer BDC q {LINE} Q EMC {LINE}", f"/Form Do {LINE}"])
def test_f4_a_hidden_layer_is_not_painted(contents, settings, tmp_path):
    assert layered(tmp_path, contents, **settings) == (1, 1)
    assert layered(tmp_path, contents) == (2, 0)
    assert layered(tmp_path, contents, **BASE, ON=lambda layer: Array([layer])) == (2, 0)


def test_f4_a_rule_over_layers_is_followed(tmp_path):
    contents = f"/OC /Rule BDC {LINE} EMC"
    assert layered(tmp_path, contents, **OFF) == (1, 0)
    assert layered(tmp_path, contents) == (0, 1)


def test_a_stencil_in_the_content_is_one_whatever_follows(tmp_path):
    contents = (
        "1 0 0 0 k q 72 0 0 72 0 0 cm BI /W 4 /H 2 /D [1 0] /IM true ID ab EI Q " + "0 0 1 1 re f " * 1500
    )
    first = drawing(tmp_path, contents).painted[0]
    assert (first.kind, first.space.words, first.inks) == ("stencil", "DeviceCMYK", (1, 0, 0, 0))


def test_a_picture_in_the_content_is_none_because_a_stencil_stood_before(tmp_path):
    stencil = "q 72 0 0 72 0 0 cm BI /W 4 /H 2 /IM true ID ab EI Q "
    found = drawing(tmp_path, stencil + "q 72 0 0 72 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID a EI Q").painted
    assert [each.kind for each in found] == ["stencil", "picture"]
