"""Drawings of other people's collections print as their own programs show them, in a kit and on sheets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.exchange.picture_sheets import SheetsRequest, picture_sheets
from printkit.material.pixels import svg_pixels
from tests.material.test_drawings import EDGE, art, printed, unlike

ICONS = sorted((Path(__file__).parent.parent / "data" / "icons").glob("*/*.svg"))
# Two ways to draw the edge of a stripe may differ in one line of the 96 that are compared.
A_LINE = 1.01 / 96
KIT = """\
id = "icons"
version = "1"
languages = ["en"]
size = "card"
[fonts]
display = "caladea-bold"
text = "lato-regular"
[components.deck]
back = ""
[data]
files = ["cards.csv"]
face = "face"
"""
LAYOUT = """\
[sizes.card]
width = 63
height = 88
[[faces.face.card]]
block = "shape"
box = [-3, -3, 69, 94]
ink = "gold"
[[faces.face.card]]
block = "picture"
box = [6, 6, 51, 51]
"""


@pytest.mark.parametrize("file", ICONS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_an_icon_stays_vectors_and_looks_as_it_should(tmp_path, file):
    data = file.read_bytes()
    found = art(tmp_path, data)
    assert found.inexact == "" or found.is_page
    wanted = svg_pixels(data, file.name, EDGE)
    assert [unlike(made, wanted) <= A_LINE for made in printed(found)] == [True, True]


def test_a_deck_of_them_builds_untouched_and_without_pixels(tmp_path):
    kit = tmp_path / "icons"
    (kit / "art").mkdir(parents=True)
    for file in ICONS:
        shutil.copy(file, kit / "art")
    rows = "".join(f"{file.stem},art/{file.name}\n" for file in ICONS)
    texts = {
        "kit.toml": KIT,
        "layout.toml": LAYOUT,
        "cards.csv": f"name,art\n{rows}",
        "text.en.toml": '[kit]\ntitle = "I"\n',
    }
    for name, text in texts.items():
        (kit / name).write_text(text, encoding="utf-8")
    (made,) = build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))
    assert (made.cards, made.warnings) == (len(ICONS), ())
    sheets = picture_sheets(SheetsRequest(kit / "art", card="63x63mm", duplex="none", out=tmp_path / "out"))
    assert sheets.cards == len(ICONS) >= 48
    for file in (made.file, sheets.file):
        with pikepdf.open(file) as pdf:
            streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
            assert not any(each.get("/Subtype") == "/Image" for each in streams)
