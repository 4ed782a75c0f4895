"""Pages that are pictures, as print shops, scanners and people who are careful make them: the cards are compared."""

from __future__ import annotations

import io

import pikepdf
import pytest
from PIL import Image

from printkit.inspect.pages import open_pdf, render_page
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports

CARDS = ("major-08", "swords-02", "cups-13", "coins-10")
DPI = 300
# How a page is made a picture: colours, quality, how it is turned in degrees, and how large it is on larger paper.
SAVED = {
    "in colour, turned": ("RGB", 85, 0.8, 1.0),
    "in grey, turned the other way": ("L", 85, -1.0, 1.0),
    "on its side": ("RGB", 90, 90.0, 1.0),
    "at half the area": ("RGB", 90, 0.0, 0.7071),
}


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    out = tmp_path_factory.mktemp("pictured")
    return build(BuildRequest(kits=("youscout",), only=("deck",), cards=CARDS, out=out))[0].file


@pytest.fixture(scope="module")
def spoilt(deck):
    """The same with three mm of ink in the corner of the second card."""
    with pikepdf.open(deck) as pdf:
        page = pdf.pages[0]
        page.contents_add(pdf.make_stream(b"q\n"), prepend=True)
        page.contents_add(pdf.make_stream(b"\nQ q 0.2 0.2 0.2 rg 330 700 8 8 re f Q\n"))
        pdf.save(deck.with_name("spoilt.pdf"))
    return deck.with_name("spoilt.pdf")


def as_pictures(sources, target, mode, quality, turn, scale):
    """The first pages of files, each as one JPEG on a page that is 60 points wider and higher."""
    with pikepdf.new() as made:
        for source in sources:
            with open_pdf(source) as pdf:
                picture = Image.fromarray(render_page(pdf, 0, DPI, gray=False)).convert(mode)
            white = 255 if mode == "L" else (255, 255, 255)
            picture = picture.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=white)
            stream = io.BytesIO()
            picture.save(stream, "JPEG", quality=quality)
            width, height = (scale * each * 72 / DPI for each in picture.size)
            page = made.add_blank_page(page_size=(width + 60, height + 60)).obj
            image = made.make_stream(stream.getvalue())
            image.Type, image.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
            image.Width, image.Height, image.BitsPerComponent = *picture.size, 8
            image.ColorSpace = pikepdf.Name.DeviceGray if mode == "L" else pikepdf.Name.DeviceRGB
            image.Filter = pikepdf.Name.DCTDecode
            page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image))
            page.Contents = made.make_stream(f"q {width} 0 0 {height} 23 41 cm /I Do Q".encode())
        made.save(target)
    return target


@pytest.mark.parametrize("how", SAVED)
def test_cards_on_pictures_of_pages_are_compared(deck, spoilt, tmp_path, how):
    """The first page is good and the second is not; cards that differ in a figure alone are told apart."""
    pictures = as_pictures([deck, spoilt], tmp_path / "pictures.pdf", *SAVED[how])
    (report,) = check_reports([pictures], kit="youscout")
    found = [each for each in report.findings if each.severity == "error"]
    # The rest of the deck was not printed, and these were printed twice.
    of_place = {"askew", "scale", "outside", "card-missing", "card-doubled"}
    of_looks = {each.code for each in found} - of_place
    assert of_looks <= {"ink-extra", "ink-differs"}
    assert {(each.page, each.card) for each in found if each.code in of_looks} == {(2, "swords-02")}
    missing = " ".join(each.expected for each in found if each.code == "card-missing")
    assert not any(card in missing.split(", ") for card in CARDS)
    assert "swords-03" in missing
    assert "figures" not in report.seen, "on a picture none is read"
