"""Ink as it would be on the plates: every way to set a colour, against arithmetic and against Ghostscript."""

from __future__ import annotations

import io
import subprocess
from typing import Any

import numpy
import pytest
from pikepdf import Array, Dictionary, Name, String
from PIL import Image

from printkit.inspect.pages import open_structure
from printkit.inspect.plates import open_plates
from tests.preflight.press_deck import plain_pdf, write_press_deck

SIZE = (72, 72)
AREA = "10 10 50 50 re f"


def plates(path, page=0):
    """The inks of every pixel in per cent, and the colours whose inks are unknown."""
    made, untold = open_plates(open_structure(path))
    with made:
        return made.page(page, 72) / 2.55, untold


def middle(path):
    """The four inks in the middle of the page, in per cent."""
    inks, untold = plates(path)
    assert untold == ()
    return tuple(round(float(ink)) for ink in inks[36, 36])


def tint(**entries):
    return Dictionary(FunctionType=2, Domain=Array([0, 1]), **entries)


GOLD = tint(C0=Array([0, 0, 0, 0]), C1=Array([0, 0.2, 1, 0.1]), N=1)


def spot(function, colourants=Name.Gold, kind=Name.Separation):
    def make(pdf):
        made = function(pdf) if callable(function) else function
        return {"/Spot": Array([kind, colourants, Name.DeviceCMYK, made])}

    return make


def sampled(pdf):
    """No ink at 0; 0/20/100/10 at 1; in between evenly."""
    stream = pdf.make_stream(bytes([0, 0, 0, 0, 0, 51, 255, 26]))
    stream.FunctionType, stream.BitsPerSample = 0, 8
    stream.Domain, stream.Range, stream.Size = Array([0, 1]), Array([0, 1] * 4), Array([2])
    return stream


def program(text, channels=1):
    def make(pdf):
        stream = pdf.make_stream(text.encode())
        stream.FunctionType, stream.Domain, stream.Range = 4, Array([0, 1] * channels), Array([0, 1] * 4)
        return stream

    return make


def stitched(pdf):
    return Dictionary(
        FunctionType=3, Domain=Array([0, 1]), Functions=Array([GOLD, GOLD]), Bounds=Array([0.25]),
        Encode=Array([0, 1, 0, 1]),
    )  # fmt: skip


def process_black(pdf):
    return {"/Spot": Array([Name.Separation, Name.Black, Name.DeviceCMYK, GOLD])}


def process_magenta(pdf):
    return {"/Spot": Array([Name.Separation, Name.Magenta, Name.DeviceCMYK, GOLD])}


def profile_of(channels):
    return lambda pdf: {"/Spot": Array([Name.ICCBased, pdf.make_stream(b"icc", N=channels)])}


COLOURS: dict[str, tuple[str, Any, tuple[int, ...]]] = {
    "four inks": ("0.1 0.2 0.3 0.4 k", None, (10, 20, 30, 40)),
    "four inks by name": ("/DeviceCMYK cs 0.1 0.2 0.3 0.4 sc", None, (10, 20, 30, 40)),
    "four inks at first": ("/DeviceCMYK cs", None, (0, 0, 0, 100)),
    "grey": ("0.7 g", None, (0, 0, 0, 30)),
    "black from the start": ("", None, (0, 0, 0, 100)),
    "a profile of four": ("/Spot cs 0.1 0.2 0.3 0.4 scn", profile_of(4), (10, 20, 30, 40)),
    "a profile of one": ("/Spot cs 0.7 scn", profile_of(1), (0, 0, 0, 30)),
    "black as an ink of its own": ("/Spot cs 0.5 scn", process_black, (0, 0, 0, 50)),
    "magenta as an ink of its own": ("/Spot cs 0.5 scn", process_magenta, (0, 50, 0, 0)),
    "a spot by powers": ("/Spot cs 0.5 scn", spot(GOLD), (0, 10, 50, 5)),
    "a spot by samples": ("/Spot cs 0.5 scn", spot(sampled), (0, 10, 50, 5)),
    "a spot by a program": (
        "/Spot cs 0.5 scn",
        spot(program("{ 0 exch dup 0.2 mul exch 0.1 }")),
        (0, 10, 50, 10),
    ),
    "a spot in pieces": ("/Spot cs 0.625 scn", spot(stitched), (0, 10, 50, 5)),
    "two inks at once": (
        "/Spot cs 0.5 0.25 scn",
        spot(program("{ 0 exch 0 exch }", 2), Array([Name.Cyan, Name.Black]), Name.DeviceN),
        (50, 0, 0, 25),
    ),
}


@pytest.mark.parametrize("case", COLOURS)
def test_every_way_to_say_a_colour(case, tmp_path):
    operators, spaces, wanted = COLOURS[case]
    resources = {"ColorSpace": spaces} if spaces else {}
    path = plain_pdf(tmp_path / "x.pdf", f"{operators} {AREA}", size=SIZE, **resources)
    assert middle(path) == pytest.approx(wanted, abs=1)


def test_a_picture_in_four_inks(tmp_path):
    def image(pdf):
        stream = pdf.make_stream(bytes([26, 51, 77, 102]) * 4)
        stream.Type, stream.Subtype, stream.ColorSpace = Name.XObject, Name.Image, Name.DeviceCMYK
        stream.Width, stream.Height, stream.BitsPerComponent = 2, 2, 8
        return {"/P": stream}

    path = plain_pdf(tmp_path / "x.pdf", "q 60 0 0 60 6 6 cm /P Do Q", size=SIZE, XObject=image)
    assert middle(path) == pytest.approx((10, 20, 30, 40), abs=1)


def test_a_jpeg_in_four_inks_that_are_turned_round(tmp_path):
    packed = io.BytesIO()
    Image.new("CMYK", (16, 16), (26, 51, 77, 102)).save(packed, "JPEG", quality=95)

    def image(pdf):
        stream = pdf.make_stream(b"")
        stream.write(packed.getvalue(), filter=Name.DCTDecode)
        stream.Type, stream.Subtype, stream.ColorSpace = Name.XObject, Name.Image, Name.DeviceCMYK
        stream.Width, stream.Height, stream.BitsPerComponent = 16, 16, 8
        # As Pillow writes them: nought is full ink.
        stream.Decode = Array([1, 0] * 4)
        return {"/P": stream}

    path = plain_pdf(tmp_path / "x.pdf", "q 60 0 0 60 6 6 cm /P Do Q", size=SIZE, XObject=image)
    assert middle(path) == pytest.approx((10, 20, 30, 40), abs=3)


def test_a_palette(tmp_path):
    def image(pdf):
        stream = pdf.make_stream(bytes([1]))
        stream.Type, stream.Subtype = Name.XObject, Name.Image
        stream.ColorSpace = Array(
            [Name.Indexed, Name.DeviceCMYK, 1, String(bytes([0, 0, 0, 0, 26, 51, 77, 102]))]
        )
        stream.Width, stream.Height, stream.BitsPerComponent = 1, 1, 8
        return {"/P": stream}

    path = plain_pdf(tmp_path / "x.pdf", "q 60 0 0 60 6 6 cm /P Do Q", size=SIZE, XObject=image)
    assert middle(path) == pytest.approx((10, 20, 30, 40), abs=1)


def test_a_shading(tmp_path):
    shading = Dictionary(
        ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=Array([0, 0, 72, 0]), Extend=Array([True, True]),
        Function=tint(C0=Array([0, 0, 0, 0]), C1=Array([1, 0.4, 0, 0.2]), N=1),
    )  # fmt: skip
    path = plain_pdf(tmp_path / "x.pdf", "/S sh", size=SIZE, Shading={"/S": shading})
    assert middle(path) == pytest.approx((50, 20, 0, 10), abs=2)


OVER = {"/Over": Dictionary(OP=True, op=True, OPM=1), "/Out": Dictionary(OP=False, op=False, OPM=1)}


@pytest.mark.parametrize(
    ("operators", "wanted"),
    [
        ("0 0 0 1 k", (0, 0, 0, 100)),
        ("/Over gs 0 0 0 1 k", (0, 85, 80, 100)),
        ("/Over gs 0 0 0 0 k", (0, 85, 80, 20)),
        ("/Over gs /Out gs 0 0 0 1 k", (0, 0, 0, 100)),
        ("/Over gs 1 0 0 0 k", (100, 85, 80, 20)),
    ],
)
def test_what_overprints_leaves_the_ink_below(operators, wanted, tmp_path):
    contents = f"0 0.85 0.8 0.2 k 0 0 72 72 re f {operators} {AREA}"
    path = plain_pdf(tmp_path / "x.pdf", contents, size=SIZE, ExtGState=OVER)
    assert middle(path) == pytest.approx(wanted, abs=1)


def test_colours_nobody_can_know_the_ink_of(tmp_path):
    lab = {"/Spot": Array([Name.Lab, Dictionary(WhitePoint=Array([0.95, 1, 1.09]))])}
    _, untold = plates(
        plain_pdf(tmp_path / "x.pdf", f"/Spot cs 50 0 0 scn {AREA}", size=SIZE, ColorSpace=lab)
    )
    assert untold == ("Lab",)
    _, untold = plates(plain_pdf(tmp_path / "y.pdf", f"1 0 0 rg {AREA}", size=SIZE))
    assert untold == ("DeviceRGB",)


def test_words_that_look_like_colours_stay_words(tmp_path):
    contents = f"BT (0 0 0 1 k) Tj ET % 1 0 0 rg\n0.1 0 0 0 k {AREA}"
    assert middle(plain_pdf(tmp_path / "x.pdf", contents, size=SIZE)) == (10, 0, 0, 0)


def test_ghostscript_lays_the_same_ink(tmp_path):
    deck = write_press_deck(tmp_path / "deck.pdf")
    target = tmp_path / "gs-%d.tif"
    options = ["-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiff32nc", "-r72", "-dLastPage=2"]
    subprocess.run(["gs", *options, f"-sOutputFile={target}", str(deck)], check=True, capture_output=True)
    for page in (0, 1):
        with Image.open(tmp_path / f"gs-{page + 1}.tif") as image:
            theirs = numpy.asarray(image).astype(float) / 2.55
        ours, _ = plates(deck, page)
        rows, columns = min(theirs.shape[0], ours.shape[0]), min(theirs.shape[1], ours.shape[1])
        apart = numpy.abs(theirs[:rows, :columns] - ours[:rows, :columns]).max(axis=2)
        # They smooth no edges: those differ, areas do not.
        assert float(numpy.median(apart)) < 1
        assert float((apart > 3).mean()) < 0.08
        assert theirs.sum(axis=2).max() == pytest.approx(ours.sum(axis=2).max(), abs=2)


def test_f19_no_page_stays_open_with_its_pictures(tmp_path):
    plates, _ = open_plates(open_structure(plain_pdf(tmp_path / "x.pdf", "0 0 9 9 re f", pages=3)))
    with plates:
        for index in range(3):
            plates.page(index, 72)
            assert plates.coloured.views == plates.black.views == {}
