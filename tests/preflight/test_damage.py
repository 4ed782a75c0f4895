"""A PDF whose streams end early is damaged, whatever they hold (press F11)."""

from __future__ import annotations

import io
import zlib
from typing import Any

import numpy
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from PIL import Image

from printkit.fonts import font_files
from tests.preflight.press_deck import judged, plain_pdf
from tests.press_files import icc_bytes

SIDE = 60
NOISE = numpy.random.default_rng(1).integers(0, 255, (SIDE, SIDE), "uint8")


def encoded(form, **options):
    stream = io.BytesIO()
    Image.fromarray(NOISE).save(stream, form, **options)
    return stream.getvalue()


def fax():
    stream = io.BytesIO()
    Image.fromarray(NOISE).convert("1").save(stream, "TIFF", compression="group4")
    strip = Image.open(io.BytesIO(stream.getvalue()))
    (start,), (count,) = strip.tag_v2[273], strip.tag_v2[279]  # type: ignore[attr-defined]
    return stream.getvalue()[start : start + count]


PIXELS = NOISE.tobytes()
PREDICTED = b"".join(b"\0" + row.tobytes() for row in NOISE)
# One segment: its number, kind, page and length, and so many bytes.
SEGMENT = bytes((0, 0, 0, 1, 38, 0, 1, 0, 0, 0, 40)) + bytes(40)
PICTURES: dict[str, tuple[bytes, dict[str, Any]]] = {
    "plain": (PIXELS, {}),
    "packed": (zlib.compress(PIXELS), {"Filter": Name.FlateDecode}),
    "predicted": (
        zlib.compress(PREDICTED),
        {"Filter": Name.FlateDecode, "DecodeParms": Dictionary(Predictor=15, Columns=SIDE)},
    ),
    "jpeg": (encoded("JPEG"), {"Filter": Name.DCTDecode}),
    "jpeg, packed": (zlib.compress(encoded("JPEG")), {"Filter": Array([Name.FlateDecode, Name.DCTDecode])}),
    "jpeg, progressive": (encoded("JPEG", progressive=True), {"Filter": Name.DCTDecode}),
    "jpeg 2000": (encoded("JPEG2000"), {"Filter": Name.JPXDecode}),
    "jbig2": (SEGMENT, {"Filter": Name.JBIG2Decode, "BitsPerComponent": 1}),
    "fax": (
        fax(),
        {"Filter": Name.CCITTFaxDecode, "DecodeParms": Dictionary(K=-1, Columns=SIDE), "BitsPerComponent": 1},
    ),
    "hexadecimal": (PIXELS.hex().encode() + b">", {"Filter": Name.ASCIIHexDecode}),
}  # fmt: skip


def told(tmp_path, contents, **resources):
    """The codes of damage with their pages; all is on page 2."""

    def saved(path):
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            pdf.add_blank_page(page_size=(200, 300))
            pdf.pages.reverse()
            pdf.save(path, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
        return path

    path = saved(plain_pdf(tmp_path / "x.pdf", contents, **resources))
    return {finding.code: finding.page for finding in judged(path, "") if finding.code.endswith("damaged")}


def picture(data, entries):
    def make(pdf):
        stream = pdf.make_stream(b"")
        stream.Type, stream.Subtype, stream.ColorSpace = Name.XObject, Name.Image, Name.DeviceGray
        stream.Width = stream.Height = SIDE
        stream.BitsPerComponent = entries.get("BitsPerComponent", 8)
        stream.write(data, filter=entries.get("Filter"), decode_parms=entries.get("DecodeParms"))
        return {"/P": stream}

    return make


@pytest.mark.parametrize("kind", PICTURES)
def test_f11_a_picture_cut_off_is_damaged(kind, tmp_path):
    data, entries = PICTURES[kind]
    drawn = "q 9 0 0 9 9 9 cm /P Do Q"
    assert told(tmp_path, drawn, XObject=picture(data, entries)) == {}
    for spoilt in (data[: len(data) // 2], data[: len(data) // 10], b"xxxx"):
        assert told(tmp_path, drawn, XObject=picture(spoilt, entries)) == {"picture-damaged": 2}


def test_f11_a_picture_packed_well_with_too_few_pixels_is_damaged(tmp_path):
    short = picture(zlib.compress(PIXELS[:-SIDE]), {"Filter": Name.FlateDecode})
    assert told(tmp_path, "/P Do", XObject=short) == {"picture-damaged": 2}


def test_f11_a_soft_mask_cut_off_is_damaged(tmp_path):
    def make(pdf):
        whole = picture(PIXELS, {})(pdf)["/P"]
        whole.SMask = picture(PIXELS[:99], {})(pdf)["/P"]
        return {"/P": whole}

    assert told(tmp_path, "/P Do", XObject=make) == {"picture-damaged": 2}


def test_the_sum_at_the_end_of_packed_data_may_be_missing(tmp_path):
    assert (
        told(tmp_path, "/P Do", XObject=picture(zlib.compress(PIXELS)[:-4], {"Filter": Name.FlateDecode}))
        == {}
    )


@pytest.mark.parametrize(
    ("share", "expected"), [(1.0, {}), (0.5, {"profile-damaged": 2}), (0.01, {"profile-damaged": 2})]
)
def test_f11_a_colour_profile_cut_off_is_damaged(share, expected, tmp_path):
    def spaces(pdf):
        data = icc_bytes()
        return {"/S": Array([Name.ICCBased, pdf.make_stream(data[: int(len(data) * share)], N=4)])}

    assert told(tmp_path, "/S cs 0 0 0 1 sc 0 0 9 9 re f", ColorSpace=spaces) == expected


FONT = min(
    (path for path in font_files().values() if path.suffix == ".ttf"), key=lambda path: path.stat().st_size
).read_bytes()


@pytest.mark.parametrize(
    ("share", "expected"), [(1.0, {}), (0.5, {"font-damaged": 2}), (0.001, {"font-damaged": 2})]
)
def test_f11_a_font_cut_off_is_damaged(share, expected, tmp_path):
    def fonts(pdf):
        data = FONT[: int(len(FONT) * share)]
        descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name.X, FontFile2=pdf.make_stream(data))
        font = Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.X, FontDescriptor=descriptor)
        return {"/F": font}

    assert told(tmp_path, "BT /F 9 Tf (a) Tj ET", Font=fonts) == expected


# A triangle of three corners with a flag, two coordinates and a grey each; and a patch of twelve points and four greys.
TRIANGLE, PATCH = bytes(range(12)), bytes(1 + 24 + 4)


@pytest.mark.parametrize(("kind", "data"), [(4, TRIANGLE), (6, PATCH), (6, PATCH + b"\1" + bytes(16 + 2))])
def test_f11_a_shading_cut_off_is_damaged(kind, data, tmp_path):
    def shading(data):
        def make(pdf):
            stream = pdf.make_stream(data, ShadingType=kind, ColorSpace=Name.DeviceGray, BitsPerCoordinate=8)
            stream.BitsPerComponent = stream.BitsPerFlag = 8
            stream.Decode = Array([0, 1, 0, 1, 0, 1])
            return {"/S": stream}

        return make

    assert told(tmp_path, "/S sh", Shading=shading(data)) == {}
    assert told(tmp_path, "/S sh", Shading=shading(data[:-1])) == {"shading-damaged": 2}


def test_f11_contents_cut_off_are_damaged(tmp_path):
    path = plain_pdf(tmp_path / "x.pdf", "")
    packed = zlib.compress(b"0 0 9 9 re f " * 999)
    for data, expected in ((packed, set()), (packed[:-20], {"stream-damaged"})):
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            pdf.pages[0].obj.Contents = pdf.make_stream(b"")
            pdf.pages[0].obj.Contents.write(data, filter=Name.FlateDecode)
            pdf.save(path, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
        assert {each.code for each in judged(path, "") if each.code.endswith("damaged")} == expected
