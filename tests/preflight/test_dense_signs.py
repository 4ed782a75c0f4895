"""Small signs of many strokes are no false alarm, and ink over one is found."""

from __future__ import annotations

from dataclasses import replace

import pikepdf
import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.geometry import Rect, Size
from printkit.interchange.vendor import folded_spread
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.check.compare import proof_file
from printkit.kit.find import find_kit
from printkit.preflight.book import make_books
from tests.preflight.decks import wrong

CARDS = ("simple-upper", "simple-lower")
SIZE, BLEED = "tarot", 3.175
# Where 最 stands on this page.
SIGN = Rect(81.42, 40.84, 2.12, 2.07)


@pytest.fixture(scope="module")
def kit():
    whole = find_kit("youscout", ())
    cards = tuple(card for card in whole.cards if card.id in CARDS)
    return replace(whole, cards=cards, sizes={SIZE: whole.size(SIZE)}, default_size=SIZE)


@pytest.fixture(scope="module")
def books(kit):
    return make_books([kit])


@pytest.fixture(scope="module")
def leaflet(kit, tmp_path_factory):
    """The two cards side by side, as they come with a set of 78."""
    path = tmp_path_factory.mktemp("leaflet") / "leaflet.pdf"
    choices = Choices(SIZE, "full", print_variables(kit, ()))
    size = kit.size(SIZE)
    sheet = folded_spread(kit.cards, Size(size.width, size.height), BLEED, 0)
    with path.open("wb") as stream:
        write_pdf(
            stream, [sheet], lambda key: compose_face(kit, kit.card(key.card), choices), DocumentInfo("x")
        )
    return path


def painted(source, target, box):
    """The page with a white box on it, in mm from its top left."""
    with pikepdf.open(source) as pdf:
        page = pdf.pages[0]
        height = float(page.MediaBox[3])
        place = f"{72 / 25.4:.6f} 0 0 {-72 / 25.4:.6f} 0 {height:.4f} cm"
        page.contents_add(pdf.make_stream(b"q\n"), prepend=True)
        words = f"\nQ q {place} 1 1 1 rg {box.x} {box.y} {box.width} {box.height} re f Q\n"
        page.contents_add(pdf.make_stream(words.encode()))
        pdf.save(target)
    return target


def found(path, books):
    for finding in wrong(proof_file(path, books)):
        yield finding.code, finding.card, finding.subject


def test_a_dense_sign_is_proved(leaflet, books):
    assert list(found(leaflet, books)) == []


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_a_dense_sign_painted_over_is_found(leaflet, books, tmp_path, share):
    spoilt = painted(leaflet, tmp_path / "x.pdf", SIGN._replace(width=SIGN.width * share))
    ((code, card, subject),) = found(spoilt, books)
    assert (code, card) == ("ink-missing", "simple-lower")
    assert "最" in subject
