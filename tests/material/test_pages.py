"""Pages of other programs' PDFs as pictures: vectors, text and fonts stay what they are."""

from __future__ import annotations

import io

import cairosvg
import numpy
import pikepdf
import pypdfium2
import pytest

from printkit.errors import InputError
from printkit.inspect.pages import render_page
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.exchange.picture_sheets import SheetsRequest, picture_sheets
from printkit.material.bitmaps import read_bitmap
from tests.tiny_kit import spoil, write_kit

# A gradient that fades, a half-transparent disc and words: 63 × 88 mm.
DRAWING = b"""<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".3"/></linearGradient>
<rect width="63" height="88" fill="url(#g)"/><circle cx="30" cy="60" r="20" fill="green" opacity=".5"/>
<text x="5" y="30" font-size="12">Wolf</text></svg>"""


def page(rotate=0, layers=False):
    with pikepdf.open(io.BytesIO(cairosvg.svg2pdf(bytestring=DRAWING))) as pdf:
        if rotate:
            pdf.pages[0].Rotate = rotate
        if layers:
            pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array(), D=pikepdf.Dictionary())
        stream = io.BytesIO()
        pdf.save(stream)
        return stream.getvalue()


def printed(folder, data, **asked):
    cards = folder / "cards"
    cards.mkdir()
    (cards / "a.pdf").write_bytes(data)
    options: dict[str, object] = {"bleed": 0.0, "paper": "card", "duplex": "none"} | asked
    return picture_sheets(SheetsRequest(cards, out=folder / "out", **options)).file  # type: ignore[arg-type]


def words(file):
    with pypdfium2.PdfDocument(str(file)) as pdf:
        return "".join(each.get_textpage().get_text_range() for each in pdf)


def pictures(file):
    with pikepdf.open(file) as pdf:
        streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        return sum(each.get("/Subtype") == "/Image" and "/SMask" not in each for each in streams)


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_page_on_a_sheet_is_the_page_itself(tmp_path, rotate):
    data = page(rotate)
    file = printed(tmp_path, data, card="63x88mm" if rotate % 180 == 0 else "88x63mm")
    assert words(file).strip() == "Wolf"
    assert pictures(file) == 0
    shown, wanted = (render_page(each, 0, 100, gray=False).astype(int) for each in (file.read_bytes(), data))
    rows, columns = min(shown.shape[0], wanted.shape[0]), min(shown.shape[1], wanted.shape[1])
    assert (numpy.abs(shown[:rows, :columns] - wanted[:rows, :columns]).max(axis=2) > 48).mean() < 0.01


def test_numbers_near_nothing_and_names_in_any_letters_stay(tmp_path):
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(63 / 25.4 * 72, 88 / 25.4 * 72))
    content = b"q 179 0 0 250 0 0 cm /G#CB#CE sh Q /S#20#23#CB#CE gs 0 0 1 rg 0 0 60 60 re f"
    pdf.pages[0].Contents = pdf.make_stream(content)
    pdf.pages[0].Resources = pdf.make_indirect(
        pikepdf.Object.parse(
            b"<</Shading<</G#CB#CE <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0.0000000643 0.00000000342 1 0]"
            b"/Extend [true true] /Function <</FunctionType 2 /N 1 /Domain [0 1] /C0 [1 0 0] /C1 [0 1 0]>>>>>>"
            b"/ExtGState<</S#20#23#CB#CE<</CA 1 /ca 1 /OPM 1>>>>>>"
        )
    )
    stream = io.BytesIO()
    pdf.save(stream)
    file = printed(tmp_path, stream.getvalue())
    shown, wanted = (
        render_page(each, 0, 60, gray=False).astype(int) for each in (file.read_bytes(), stream.getvalue())
    )
    rows, columns = min(shown.shape[0], wanted.shape[0]), min(shown.shape[1], wanted.shape[1])
    assert numpy.abs(wanted[5, 5] - wanted[5, columns - 5]).max() > 200
    assert (numpy.abs(shown[:rows, :columns] - wanted[:rows, :columns]).max(axis=2) > 48).mean() < 0.01


def test_its_bleed_is_its_mirror_image_and_the_page_is_stored_once(tmp_path):
    plain = printed(tmp_path, page()).stat().st_size
    (tmp_path / "again").mkdir()
    file = printed(tmp_path / "again", page(), bleed=3.0)
    assert file.stat().st_size < 2 * plain
    shown = render_page(file.read_bytes(), 0, 254, gray=False).astype(int)
    assert numpy.abs(shown[400, 15] - shown[400, 45]).max() < 12


def test_a_page_with_layers_is_drawn_as_it_is_shown(tmp_path):
    assert pictures(printed(tmp_path, page(layers=True))) == 1


def test_a_kit_s_art_may_be_a_page(tmp_path):
    kit = write_kit(tmp_path)
    (kit / "art" / "wolf.pdf").write_bytes(page())
    spoil(kit, "cards.toml", "art/one.svg", "art/wolf.pdf")
    for press, stays in (("home", True), ("grey", False)):
        (made,) = build(BuildRequest(kit_dir=kit, only=("deck",), press=press, out=tmp_path / press))
        assert ("Wolf" in words(made.file)) == stays
        assert (pictures(made.file) == 0) == stays


@pytest.mark.parametrize(
    "data", [b"%PDF-1.7\n", page()[:600], b"%PDF-" + b"\0" * 99], ids=["empty", "cut off", "zeros"]
)
def test_what_is_no_page_is_one_line(data):
    with pytest.raises(InputError, match=r"a\.pdf: is not a readable PDF \(it may be damaged"):
        read_bitmap(data, "a.pdf")


def test_a_page_that_leads_into_itself_is_one_line(tmp_path):
    with pikepdf.open(io.BytesIO(page())) as pdf:
        circle = pdf.make_indirect(pikepdf.Dictionary())
        circle.Again = circle
        pdf.pages[0].Resources.Properties = pikepdf.Dictionary(P=circle)
        pdf.save(tmp_path / "a.pdf")
    with pytest.raises(InputError, match=r"\.pdf: is not a readable PDF"):
        printed(tmp_path, (tmp_path / "a.pdf").read_bytes())
