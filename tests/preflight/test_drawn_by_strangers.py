"""What other programs draw, and what of it a press can hold: micro cases of one page each, named after the audit."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from tests.preflight.press_deck import judged, plain_pdf

HELVETICA = {"/F": Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)}
SIZE = (200.0, 200.0)


def found(tmp_path, contents, profile="japan-x1a", **resources):
    """The findings about one page with these operators, by code."""
    resources.setdefault("Font", HELVETICA)
    path = plain_pdf(tmp_path / "page.pdf", contents, size=SIZE, **resources)
    return {finding.code: finding for finding in judged(path, profile)}


@pytest.mark.parametrize("written", ["(White)", r"(\127\150\151\164\145)", "<5768697465>"])
def test_f2_white_text_is_on_its_panel_however_it_is_written(written, tmp_path):
    panel = f"0.5 0.5 0 0 k 30 140 24 20 re f BT 0 0 0 0 k /F 6 Tf 34 148 Td {written} Tj ET"
    assert "text-register" in found(tmp_path, panel)


@pytest.mark.parametrize("written", ["(Black)", r"(\102\154\141\143\153)", "<426c61636b>"])
def test_f2_black_text_beside_a_panel_is_not_on_it(written, tmp_path):
    panel = f"0.5 0.5 0 0 k 60 140 80 20 re f BT 0 0 0 1 k /F 6 Tf 34 148 Td {written} Tj ET"
    assert "text-register" not in found(tmp_path, panel)


@pytest.mark.parametrize(
    "drawn",
    [
        "0 0 0 1 k 30 100 100 0 re f",
        "0 0 0 1 k 30 100 0 50 re f*",
        "0 0 0 1 k 30 100 m 130 100 l f",
        "0 0 0 1 k 30 100 m 130 150 l h f",
        "0 0 0 1 k 40 105 80 0 re 30 90 100 30 re 35 100 90 10 re f*",
        "0 0 0 1 k 30 100 100 0 re 30 50 100 30 re f",
        "0 0 0 1 k 0 w 30 100 m 130 100 l B",
        "BT 2 Tr 0 w 0 0 0 1 k /F 20 Tf 30 100 Td (Bold) Tj ET",
        "BT 1 Tr 0 w /F 20 Tf 30 100 Td (Halo) Tj ET",
        "BT 6 Tr 0 w /F 20 Tf 30 100 Td (Halo) Tj ET",
    ],
)  # fmt: skip
@pytest.mark.parametrize("profile", ["", "japan-x1a"])
def test_f3_f20_what_has_no_width_is_a_hairline(drawn, profile, tmp_path):
    assert found(tmp_path, drawn, profile)["hairline"].severity == "error"


@pytest.mark.parametrize(
    "drawn",
    [
        "0 0 0 1 k 30 100 2 0 re f",
        "0 0 0 1 k 1 w 30 100 m 130 100 l B",
        "0 0 0 1 k 30 100 100 10 re f",
        # A rule of HTML as WeasyPrint paints it: the inner edge of a border of 1 px round nothing.
        "0 0 0 1 k 31 101 98 0 re 30 100 100 2 re f*",
        "0 0 0 1 k 31 101 m 129 101 l 129 101 l 31 101 l h 30 100 100 2 re f*",
        "BT 2 Tr 1 w 0 0 0 1 k /F 20 Tf 30 100 Td (Bold) Tj ET",
        "BT 0 w /F 20 Tf 30 100 Td (Plain) Tj ET",
    ],
)  # fmt: skip
def test_f3_what_has_width_or_no_length_is_none(drawn, tmp_path):
    assert not {"hairline", "line-thin"} & set(found(tmp_path, drawn))


def test_f20_the_outline_of_letters_is_a_line(tmp_path):
    text = "BT 1 Tr 0.1 w /F 20 Tf 30 100 Td (Halo) Tj ET"
    assert found(tmp_path, text)["line-thin"].found == "0.10 pt"
    assert "line-thin" not in found(tmp_path, text.replace("1 Tr", "0 Tr"))


@pytest.mark.parametrize(
    "drawn",
    [
        "0 w -300 100 m -130 100 l S",
        "q 10 10 5 5 re W n 0 w 30 100 m 130 100 l S Q",
        "BT /F 3 Tf 30 -100 Td (small) Tj ET",
        "-100 50 90 0 re f",
    ],
)
def test_f4_what_nobody_sees_is_no_fault(drawn, tmp_path):
    assert not {"hairline", "line-thin", "text-small"} & set(found(tmp_path, drawn))


def test_f4_the_colours_of_what_nobody_sees_are_in_the_file(tmp_path):
    told = found(tmp_path, "1 0 0 rg -100 10 50 50 re f")
    assert {"pdfx-colour", "colour-space"} & set(told) == {"pdfx-colour"}


def spot(called):
    """A spot colour, `/Spot`."""
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), N=1, C0=Array([0] * 4), C1=Array([0, 1, 0, 0]))
    return {"/Spot": Array([Name.Separation, Name(f"/{called}"), Name.DeviceCMYK, tint])}


STATES = {"/Over": Dictionary(OP=True, op=True, OPM=1)}
DIE = "/Spot CS 1 SCN 1 w 20 100 m 180 100 l S"
GROUND = "0.8 0.5 0 0.1 k 10 10 180 180 re f "


@pytest.mark.parametrize("called", ["CutContour", "Crease", "dieline"])
def test_f20_a_die_line_that_knocks_out_is_an_error(called, tmp_path):
    def told(contents):
        return "die-knocks-out" in found(tmp_path, contents, ColorSpace=spot(called), ExtGState=STATES)

    assert told(GROUND + DIE)
    assert not told(GROUND + "/Over gs " + DIE)
    assert not told(DIE)
    assert not told(DIE + " " + GROUND)
    assert not told("0 0 0 0 k 10 10 180 180 re f " + DIE)
    assert not told("0.8 0 0 0 k 10 10 180 40 re f " + DIE)


@pytest.mark.parametrize("colour", ["/Spot CS 1 SCN", "1 1 1 1 K"])
def test_f20_registration_colour_belongs_outside_the_trim(colour, tmp_path):
    def told(line):
        path = plain_pdf(tmp_path / "page.pdf", f"{colour} 0.5 w {line} S", size=SIZE, ColorSpace=spot("All"))
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            pdf.pages[0].obj.TrimBox = Array([20, 20, 180, 180])
            pdf.save(path)
        return "registration-inside" in {finding.code for finding in judged(path, "japan-x1a")}

    assert told("50 50 m 150 150 l")
    assert told("50 50 60 60 re")
    assert not told("0 10 m 15 10 l 10 0 m 10 15 l 190 185 m 190 200 l")


def picture(soft=0, bits=1, size=96):
    """A flat picture of so many pixels and, if wanted, a soft mask of so many."""

    def make(pdf):
        stream = pdf.make_stream(bytes((size * bits + 7) // 8 * size))
        stream.Type, stream.Subtype, stream.ColorSpace = Name.XObject, Name.Image, Name.DeviceGray
        stream.Width = stream.Height = size
        stream.BitsPerComponent = bits
        if soft:
            mask = pdf.make_stream(bytes(soft * soft))
            mask.Type, mask.Subtype, mask.ColorSpace = Name.XObject, Name.Image, Name.DeviceGray
            mask.Width, mask.Height, mask.BitsPerComponent = soft, soft, 8
            stream.SMask = mask
        return {"/P": stream}

    return make


@pytest.mark.parametrize(
    ("soft", "size", "expected", "ppi"),
    [(0, 96, 600, "96"), (96, 96, 300, "96"), (20, 1, 300, "20"), (96, 400, 300, "96"), (1, 96, 300, "96")],
)
def test_f7_a_picture_with_a_soft_mask_has_tones(soft, size, expected, ppi, tmp_path):
    told = found(tmp_path, "72 0 0 72 50 50 cm /P Do", "home", XObject=picture(soft, size=size))["resolution"]
    assert (told.expected, told.found) == (f"{expected} ppi or more", ppi)


def test_f7_a_fine_mask_makes_a_flat_picture_fine(tmp_path):
    assert "resolution" not in found(
        tmp_path, "72 0 0 72 50 50 cm /P Do", "home", XObject=picture(300, size=1)
    )


@pytest.mark.parametrize(
    ("moved", "told"), [(10, False), (14, True), (11, False), (0, False), (120, False)],
    ids=["behind", "aside", "a little aside", "laid out alike", "not meant for them"],
)  # fmt: skip
def test_f18_backs_of_other_sheets_lie_behind_their_fronts(tmp_path, moved, told):
    """Turned over, what begins 20 points from the left ends 20 points from the right."""
    frames = " ".join(f"{x} {y} 60 80 re" for x in (20, 80, 140) for y in (20, 100))
    path = plain_pdf(tmp_path / "sheet.pdf", f"1 w {frames} S", pages=2, size=(230.0, 200.0))
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[1].obj.Contents = pdf.make_stream(f"1 0 0 1 {moved} 0 cm 1 w {frames} S".encode())
        pdf.save(path)
    assert told == any(finding.code == "backs-aside" for finding in judged(path, "home"))
