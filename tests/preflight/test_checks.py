"""Every check of a finished PDF: a good deck passes all of them, and each way to spoil it is found by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from printkit.fonts import find_font
from printkit.preflight.structure import checks
from tests.helpers import FONT
from tests.preflight.press_deck import (
    BLEED,
    HEIGHT,
    WIDTH,
    Change,
    codes,
    draw,
    grown,
    in_info,
    in_intent,
    in_packet,
    in_root,
    judged,
    on_page,
    own_font,
    picture,
    plain_pdf,
    spoiled,
    write_press_deck,
)
from tests.press_files import icc_bytes

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def good(tmp_path_factory):
    """A deck as DriveThruCards wants it."""
    return write_press_deck(tmp_path_factory.mktemp("press") / "good.pdf")


@pytest.fixture(scope="session")
def good_x4(tmp_path_factory):
    """The deck as PDF/X-4, without a press profile."""
    return write_press_deck(tmp_path_factory.mktemp("press") / "good.pdf", "x4")


def test_a_good_deck_has_nothing(good):
    assert judged(good) == ()
    assert judged(good, "") == ()


def test_a_good_deck_in_the_new_standard_has_nothing(good_x4):
    assert judged(good_x4, "") == ()


# ---------------------------------------------------------------------------------------- each check, failing once


def font_outside(pdf):
    for value in pdf.objects:
        if isinstance(value, Dictionary) and "/FontFile2" in value:
            del value["/FontFile2"]


def locked(pdf):
    pdf.Root["/Names"] = Dictionary(
        JavaScript=Dictionary(Names=Array([String("x"), Dictionary(S=Name.JavaScript, JS=String("1"))]))
    )


def a_link(pdf):
    pdf.pages[1].obj.Annots = Array(
        [
            Dictionary(
                Type=Name.Annot, Subtype=Name.Link, Rect=Array([50, 50, 90, 90]), Border=Array([0, 0, 0])
            )
        ]
    )


def bookmark_script(pdf):
    item = pdf.make_indirect(
        Dictionary(Title=String("x"), A=Dictionary(S=Name.JavaScript, JS=String("app.alert(1)")))
    )
    pdf.Root.Outlines = pdf.make_indirect(Dictionary(First=item, Last=item, Count=1))


def an_attachment(pdf):
    pdf.attachments["game.txt"] = b"1* deal"


def without_id(pdf):
    pdf.Root["/Spare"] = Dictionary()


def swapped(pdf):
    pages = list(pdf.pages)
    for at in range(0, len(pages), 2):
        pdf.pages[at], pdf.pages[at + 1] = pages[at + 1], pages[at]


def one_less(pdf):
    del pdf.pages[-1]


def larger_card(pdf):
    for page in pdf.pages:
        left, bottom, right, top = (float(edge) for edge in page.obj.MediaBox)
        page.obj.MediaBox = Array([left - 9, bottom, right, top])
        page.obj.BleedBox = Array([float(page.obj.BleedBox[0]) - 9, *list(page.obj.BleedBox)[1:]])
        page.obj.TrimBox = Array([float(page.obj.TrimBox[0]) - 9, *list(page.obj.TrimBox)[1:]])


def type_three(pdf):
    inner = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Courier)
    letter = pdf.make_stream(b"500 0 d0 BT /Inner 10 Tf 0 0 Td (x) Tj ET")
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1, 1]), FontMatrix=Array([1, 0, 0, 1, 0, 0]),
        CharProcs=Dictionary(a=letter), Encoding=Dictionary(Differences=Array([97, Name("/a")])),
        FirstChar=97, LastChar=97, Widths=Array([500]), Resources=Dictionary(Font=Dictionary(Inner=inner)),
    )  # fmt: skip
    return {"Three": pdf.make_indirect(font)}


def nested(body, **resources):
    """A form in a form, with these operators and resources."""

    def make(pdf):
        def form(data, inner):
            made = pdf.make_stream(data)
            made.Type, made.Subtype = Name.XObject, Name.Form
            made.BBox, made.Resources = Array([0, 0, 400, 400]), Dictionary(inner)
            return made

        inside = form(body.encode(), resources)
        return {"Outer": form(b"/Inside Do", {"/XObject": Dictionary(Inside=inside)})}

    return make


HELVETICA = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
STATE = {"Over": Dictionary(OP=True, op=True, OPM=1)}
ALPHA = {"Thin": Dictionary(ca=0.5)}
AREA = "20 20 20 20 re f"
LETTER = f"<{find_font(FONT).shape('c')[0].glyph:04X}>"
SPOT = Array(
    [
        Name.Separation, Name("/Gold"), Name.DeviceCMYK,
        Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([0, 0.2, 1, 0]), N=1),
    ]
)  # fmt: skip
SHADING = Dictionary(
    ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([0, 0, 50, 0]),
    Function=Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0]), C1=Array([1, 0, 0]), N=1),
)  # fmt: skip
SCREEN = {"Curve": Dictionary(TR=Name.Weird)}

# What is found, what is done, and for whom the file is judged (empty: for nobody).
MUTATIONS: dict[str, tuple[str, Change, str]] = {
    "a script behind a bookmark": ("javascript", bookmark_script, ""),
    "a script by name": ("javascript", locked, ""),
    "a program is started": (
        "action",
        in_root("/OpenAction", Dictionary(S=Name.Launch, F=String("x.exe"))),
        "",
    ),
    "something happens when it is opened": (
        "action",
        in_root("/OpenAction", Array([0, Name.Fit])),
        "drivethrucards",
    ),
    "a field": (
        "form-field",
        in_root("/AcroForm", Dictionary(Fields=Array([Dictionary(T=String("x"))]))),
        "drivethrucards",
    ),
    "a unit of its own": ("user-unit", on_page("/UserUnit", lambda _: 2), ""),
    "a file in the file": ("attachment", an_attachment, "drivethrucards"),
    "a link": ("annotation", a_link, "drivethrucards"),
    "a box of words": ("box-broken", on_page("/TrimBox", lambda _: Array([0, 0, Name.x, 1])), ""),
    "a box without width": ("box-broken", on_page("/TrimBox", lambda _: Array([9, 9, 9, 99])), ""),
    "bleed beyond the paper": ("box-nesting", on_page("/BleedBox", grown(0.01)), "drivethrucards"),
    "trim beyond the bleed": ("box-nesting", on_page("/TrimBox", grown(20)), ""),
    "no trim": ("box-missing", on_page("/TrimBox", lambda _: None), "drivethrucards"),
    "less bleed": ("bleed-narrow", on_page("/TrimBox", grown(2)), "drivethrucards"),
    "a size nobody sells": ("trim-size", larger_card, "drivethrucards"),
    "one card is smaller": ("trim-differs", on_page("/TrimBox", grown(-3)), ""),
    "a font that is not here": ("font-not-embedded", font_outside, ""),
    "a font not here, deep in forms": (
        "font-not-embedded",
        draw("/Outer Do", XObject=nested("BT /F 9 Tf (x) Tj ET", **{"/Font": Dictionary(F=HELVETICA)})),
        "",
    ),
    "a font not here, in a drawn letter": (
        "font-not-embedded",
        draw("BT /Three 9 Tf 20 20 Td (a) Tj ET", Font=type_three),
        "",
    ),
    "a font only listed": ("font-listed", draw("", Font={"Spare": HELVETICA}), ""),
    "a line without width": ("hairline", draw("0 w 20 20 m 40 20 l S"), ""),
    "a thin line": ("line-thin", draw("0.05 w 20 20 m 40 20 l S"), "drivethrucards"),
    "a line made thin": (
        "line-thin",
        draw("q .1 0 0 .1 0 0 cm 0.5 w 200 200 m 400 200 l S Q"),
        "drivethrucards",
    ),
    "a line drawn as an area": ("line-thin", draw("0 0 0 1 k 20 20 30 0.02 re f"), "drivethrucards"),
    "an oblique line drawn as an area": (
        "line-thin",
        draw("0 0 0 1 k 20 20 m 40 40 l 40.03 40 l 20.03 20 l h f"),
        "drivethrucards",
    ),
    "a line drawn as a picture": (
        "line-thin",
        draw("q 30 0 0 0.02 10 10 cm /Picture Do Q", XObject=picture(9, 9)),
        "drivethrucards",
    ),
    "small white letters on several inks": (
        "text-register",
        draw("0 0 0 0 k BT /F1 2.3 Tf 20 60 Td <0001> Tj ET", Font=own_font),
        "drivethrucards",
    ),
    "small letters in tints": (
        "text-register",
        draw("0.3 0.3 0.3 0.3 k BT /F1 2.4 Tf 20 20 Td <0001> Tj ET", Font=own_font),
        "drivethrucards",
    ),
    "small black letters that knock out": (
        "text-register",
        draw("0 0 0 1 k BT /F1 2.4 Tf 20 60 Td <0001> Tj ET", Font=own_font),
        "drivethrucards",
    ),
    "a tint of 2 %": ("tint-light", draw(f"0.02 0 0 0 k {AREA}"), "drivethrucards"),
    "a crop mark in the bleed": (
        "mark-in-bleed",
        draw("0 0 0 1 K 0.3 w 3.175 0.5 m 3.175 2.5 l S"),
        "drivethrucards",
    ),
    "a frame at the trim": (
        "frame-near",
        draw("0 0 0 1 K 0.5 w 4.2 4.2 61.45 86.85 re S"),
        "drivethrucards",
    ),
    "small letters": (
        "text-small",
        draw("BT /F1 1 Tf 20 20 Td <0001> Tj ET", Font=own_font),
        "drivethrucards",
    ),
    "a coarse picture": (
        "resolution",
        draw("q 30 0 0 30 10 10 cm /Picture Do Q", XObject=picture(100, 100)),
        "drivethrucards",
    ),
    "a coarse stencil": (
        "resolution",
        draw("q 10 0 0 10 10 10 cm BI /W 150 /H 150 /BPC 1 /IM true ID \0\0\0 EI Q"),
        "drivethrucards",
    ),
    "a very coarse picture": (
        "resolution",
        draw("q 30 0 0 30 10 10 cm /Picture Do Q", XObject=picture(9, 9)),
        "",
    ),
    "white that overprints": ("white-overprint", draw(f"/Over gs 0 0 0 0 k {AREA}", ExtGState=STATE), ""),
    "red in RGB": ("colour-space", draw(f"1 0 0 rg {AREA}"), "drivethrucards"),
    "an ink of its own": (
        "spot-colour",
        draw(f"/Gold cs 1 scn {AREA}", ColorSpace={"Gold": SPOT}),
        "drivethrucards",
    ),
    "letters in four inks": (
        "text-inks",
        draw("0.6 0.4 0.4 1 k BT /F1 4 Tf 20 20 Td <0001> Tj ET", Font=own_font),
        "drivethrucards",
    ),
    "too much ink": ("ink-limit", draw(f"0.8 0.8 0.8 0.2 k {AREA}"), "drivethrucards"),
    "ink over ink": (
        "ink-limit",
        draw("/Over gs 1 0 0 0.8 k 20 60 20 20 re f", ExtGState=STATE),
        "drivethrucards",
    ),
    "ink nobody can know": ("ink-unknown", draw(f"0.1 0.2 0.3 rg {AREA}"), "drivethrucards"),
    "mixing nobody can know": (
        "ink-unknown",
        draw(f"/Mix gs 1 0 0 0 k {AREA}", ExtGState={"Mix": Dictionary(BM=Name.Hue)}),
        "drivethrucards",
    ),
    "words at the edge": (
        "unsafe-text",
        draw(f"BT /F1 4 Tf 1 0 0 -1 5 50 Tm {LETTER} Tj ET", Font=own_font),
        "drivethrucards",
    ),
    "a drawing that breaks off": ("unreadable-drawing", draw("BT (never ends"), ""),
    "one back is marked": ("back-differs", draw("0 0 0 1 k 8 8 1 1 re f", page=2), "drivethrucards"),
    "one back is marked, for nobody": ("back-differs", draw("0 0 0 1 k 8 8 1 1 re f", page=2), ""),
    "fronts and backs exchanged": ("page-order", swapped, "drivethrucards"),
    "a side is missing": ("page-count", one_less, "drivethrucards"),
    # PDF/X, row by row
    "a newer PDF": ("pdfx-version", in_root("/Version", Name("/1.7")), ""),
    "not the flavour wanted": (
        "pdfx-identity",
        in_info("/GTS_PDFXVersion", String("PDF/X-3:2002")),
        "drivethrucards",
    ),
    "a flavour nobody here knows": (
        "pdfx-other",
        in_info("/GTS_PDFXVersion", String("PDF/X-3:2002")),
        "",
    ),
    "no title": ("pdfx-title-dates", in_info("/Title", None), ""),
    "dates that differ": ("pdfx-title-dates", in_info("/ModDate", String("D:20240101000000Z")), ""),
    "trapped or not": ("pdfx-trapped", in_info("/Trapped", String("False")), ""),
    "two intents": (
        "pdfx-intent",
        lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0]),
        "",
    ),
    "no condition": ("pdfx-condition", in_intent("/OutputConditionIdentifier", None), ""),
    "no registry": ("pdfx-profile", in_intent("/RegistryName", None), ""),
    "a profile for screens": (
        "pdfx-icc",
        in_intent("/DestOutputProfile", lambda pdf: pdf.make_stream(icc_bytes(use=b"mntr"), N=4)),
        "",
    ),
    "junk as a profile": (
        "pdfx-icc",
        in_intent("/DestOutputProfile", lambda pdf: pdf.make_stream(b"junk", N=4)),
        "",
    ),
    "RGB deep in forms": ("pdfx-colour", draw("/Outer Do", XObject=nested("1 0 0 rg 20 20 20 20 re f")), ""),
    "RGB in a shading": ("pdfx-colour", draw("/Fade sh", Shading={"Fade": SHADING}), ""),
    "RGB in a picture": (
        "pdfx-colour",
        draw("q 1 0 0 1 20 20 cm /Picture Do Q", XObject=picture(30, 10, ColorSpace=Name.DeviceRGB)),
        "",
    ),
    "RGB in a picture in the stream": (
        "pdfx-colour",
        draw("q 1 0 0 1 20 20 cm BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI Q"),
        "",
    ),
    "RGB below a palette": (
        "pdfx-colour",
        draw(
            "q 1 0 0 1 20 20 cm /Picture Do Q",
            XObject=picture(30, 30, ColorSpace=Array([Name.Indexed, Name.DeviceRGB, 0, String("abc")])),
        ),
        "",
    ),
    "an art box too": ("pdfx-trim", on_page("/ArtBox", lambda _: Array([9, 9, 99, 99])), ""),
    "an action of a page": (
        "pdfx-action",
        on_page("/AA", lambda _: Dictionary(O=Dictionary(S=Name.GoTo))),
        "",
    ),
    "something is packed by LZW": (
        "pdfx-filter",
        draw("q 1 0 0 1 20 20 cm /Picture Do Q", XObject=picture(30, 30, Filter=Name.LZWDecode)),
        "",
    ),
    "a transfer curve": ("pdfx-postscript", draw("/Curve gs", ExtGState=SCREEN), ""),
    "something is thin": ("pdfx-transparency", draw(f"/Thin gs {AREA}", ExtGState=ALPHA), ""),
    "a group": (
        "pdfx-transparency",
        on_page("/Group", lambda _: Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)),
        "",
    ),
    "layers": ("pdfx-layers", in_root("/OCProperties", Dictionary(OCGs=Array([]), D=Dictionary())), ""),
    "a picture to be smoothed": (
        "pdfx-interpolate",
        draw("q 1 0 0 1 20 20 cm /Picture Do Q", XObject=picture(30, 30, Interpolate=True)),
        "",
    ),
}


@pytest.mark.parametrize("case", MUTATIONS)
def test_each_fault_is_found(case, good, tmp_path):
    code, change, profile = MUTATIONS[case]
    findings = judged(spoiled(good, tmp_path / "x.pdf", change), profile)
    assert code in codes(findings), [finding.text for finding in findings]
    assert "check-failed" not in codes(findings)


MUTATIONS_X4: dict[str, tuple[str, Change]] = {
    "the packet says another name": ("pdfx-packet-identity", in_packet(b"PDF/X-4<", b"PDF/X-9<")),
    "the packet has no name for the file": ("pdfx-packet", in_packet(b"RenditionClass", b"Class")),
    "no profile": ("pdfx-profile", in_intent("/DestOutputProfile", None)),
    "RGB though managed colour is allowed": ("pdfx-colour", draw(f"1 0 0 rg {AREA}")),
    "a group in RGB": (
        "pdfx-group",
        on_page("/Group", lambda _: Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)),
    ),
    "layers without a name": (
        "pdfx-layers",
        in_root("/OCProperties", Dictionary(OCGs=Array([]), D=Dictionary())),
    ),
}


@pytest.mark.parametrize("case", MUTATIONS_X4)
def test_each_fault_of_the_new_standard_is_found(case, good_x4, tmp_path):
    code, change = MUTATIONS_X4[case]
    findings = judged(spoiled(good_x4, tmp_path / "x.pdf", change), "")
    assert code in codes(findings), [finding.text for finding in findings]


def test_transparency_is_allowed_in_the_new_standard(good_x4, tmp_path):
    thin = draw(f"/Thin gs 0 0 0 1 k {AREA}", ExtGState=ALPHA)
    assert judged(spoiled(good_x4, tmp_path / "x.pdf", thin), "") == ()


def test_locks_are_found(good, tmp_path):
    with pikepdf.open(good) as pdf:
        pdf.save(tmp_path / "x.pdf", encryption=pikepdf.Encryption(owner="x", user=""))
    assert "encrypted" in codes(judged(tmp_path / "x.pdf", ""))


def test_a_file_without_an_id_is_found(good, tmp_path):
    data = re.sub(
        rb"/ID\s*\[ ?<[0-9a-fA-F]+> ?<[0-9a-fA-F]+> ?\]",
        lambda match: b" " * len(match[0]),
        good.read_bytes(),
    )
    (tmp_path / "x.pdf").write_bytes(data)
    assert "pdfx-id" in codes(judged(tmp_path / "x.pdf", ""))


def test_art_that_stops_at_the_trim_is_found(good, tmp_path):
    # White over the lowest millimetre and a half of the bleed.
    white = f"0 0 0 0 k 0 {HEIGHT + 2 * BLEED - 1.5} {WIDTH + 2 * BLEED} 2 re f"
    findings = judged(spoiled(good, tmp_path / "x.pdf", draw(white)))
    assert codes(findings) == {"bleed-missing"}
    (finding,) = findings
    assert finding.subject == "bottom edge"
    assert finding.rect is not None
    assert finding.rect.y == pytest.approx(HEIGHT + BLEED, abs=0.3)


def test_art_that_stops_inside_the_card_is_none_of_ours(good, tmp_path):
    white = f"0 0 0 0 k 0 {HEIGHT - 5} {WIDTH + 2 * BLEED} 20 re f"
    assert judged(spoiled(good, tmp_path / "x.pdf", draw(white))) == ()


def test_a_back_with_a_top_is_found(good, tmp_path):
    def mark_all(pdf):
        for page in range(0, 8, 2):
            draw("0 0 0 1 k 20 12 3 3 re f", page=page)(pdf)

    findings = judged(spoiled(good, tmp_path / "x.pdf", mark_all))
    assert codes(findings) == {"back-one-way"}
    assert findings[0].severity == "warning"
    assert findings[0].rect is not None


def test_the_place_of_too_much_ink_is_reported_in_mm(good, tmp_path):
    area = "0.8 0.8 0.8 0.2 k 20 30 12 6 re f"
    (finding,) = judged(spoiled(good, tmp_path / "x.pdf", draw(area)))
    assert finding.rect == pytest.approx((20, 30, 12, 6), abs=0.5)
    assert (finding.page, finding.expected, finding.found) == (2, "at most 240 %", "260 %")


def test_marks_outside_the_bleed_may_be_in_all_inks(good, tmp_path):
    def marked(pdf):
        for page in pdf.pages:
            left, bottom, right, top = (float(edge) for edge in page.obj.MediaBox)
            page.obj.MediaBox = Array([left - 30, bottom, right, top])
        pdf.pages[1].contents_add(pdf.make_stream(b"q 1 1 1 1 k -25 100 10 10 re f Q"))

    assert judged(spoiled(good, tmp_path / "x.pdf", marked)) == ()


def test_a_file_for_another_standard_than_the_printer_wants(good_x4):
    assert "pdfx-identity" in codes(judged(good_x4))


def test_pages_in_the_wrong_order_are_one_finding(tmp_path):
    deck = write_press_deck(tmp_path / "deck.pdf", order=("front", "back"))
    assert codes(judged(deck)) == {"page-order"}


def test_backs_first_are_wrong_for_a_printer_who_wants_fronts_first(good):
    assert "page-order" in codes(judged(good, "japan-x1a"))


# ------------------------------------------------------------------------------------------------ a stranger's file


def test_a_plain_file_of_a_stranger_has_nothing_to_be_said_of(tmp_path):
    assert judged(plain_pdf(tmp_path / "x.pdf", "0.5 g 20 20 60 60 re f"), "") == ()


def test_a_file_that_is_no_press_file_fails_for_a_press(tmp_path):
    found = codes(judged(plain_pdf(tmp_path / "x.pdf", "1 0 0 rg 20 20 60 60 re f")))
    assert {"pdfx-identity", "pdfx-intent", "box-missing", "colour-space", "ink-unknown"} <= found


# ------------------------------------------------------------------------------------------ checks that cannot run


def test_a_check_that_cannot_run_is_an_error(good, monkeypatch):
    def broken_check(facts):
        raise ZeroDivisionError("no")
        yield

    monkeypatch.setattr(checks, "CHECKS", (broken_check,))
    (finding,) = judged(good)
    assert (finding.severity, finding.code, finding.subject) == ("error", "check-failed", "broken check")
    assert "ZeroDivisionError" in finding.found


def test_a_stream_that_grows_beyond_all_bounds_is_an_error(tmp_path):
    bomb = "0 0 m " * 11_000_000
    path = plain_pdf(tmp_path / "x.pdf", bomb)
    assert path.stat().st_size < 1_000_000
    assert "unreadable-drawing" in codes(judged(path, ""))


def test_forms_that_draw_themselves_end(tmp_path):
    def circle(pdf):
        form = pdf.make_stream(b"/Again Do 1.01 0 0 1 0 0 cm /Again Do")
        form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 9, 9])
        form.Resources = Dictionary(XObject=Dictionary(Again=form))
        return {"/Again": form}

    assert "unreadable-drawing" in codes(
        judged(plain_pdf(tmp_path / "x.pdf", "/Again Do", XObject=circle), "")
    )


# ------------------------------------------------------------------------------------------------------ documents


def test_every_code_is_documented():
    source = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "printkit" / "preflight").rglob("*.py")
    )
    known = set(
        re.findall(
            r'(?:finding|Row|_worst|Finding)\(\s*(?:facts, \w+, |ERROR,\s*|NOTE,\s*)?"([a-z]+(?:-[a-z]+)+)"',
            source,
        )
    )
    assert len(known) > 50
    text = (ROOT / "docs" / "press.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+`) \|", text, re.MULTILINE)
    documented = {code for row in rows for code in re.findall(r"`([a-z-]+)`", row)}
    ours = {code for code in known if code.startswith(("pdfx-", "box-", "ink-", "back-", "page-", "font-"))}
    assert ours <= documented, sorted(ours - documented)


def test_what_the_reading_library_mends_is_a_finding(good, tmp_path):
    """The deliberate failure of `syntax`: a name with a slash that is not escaped, as in `/text/plain`."""
    data = good.read_bytes()
    assert b"/Trapped /False" in data
    assert "syntax" not in codes(judged(good, ""))
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(data.replace(b"/Trapped /False", b"/Trapped /F/lse"))
    assert "syntax" in codes(judged(broken, ""))
