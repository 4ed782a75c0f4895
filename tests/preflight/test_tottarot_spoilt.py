"""Every part of Tottarot spoilt: figures covered, exchanged, wrong or missing are found on all it prints."""

from __future__ import annotations

from functools import cache

import pikepdf
import pytest

from printkit.inspect.pages import open_pdf, page_chars, page_size
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.kit.find import find_kit
from tests.tiny_kit import spoilt_copy

KIT = "tottarot"
# The label and the ruler stand below this, in mm from the foot of the page.
FOOT = 20.0
# What is printed, and the least em (mm) of the figures that are looked at there.
PARTS = {
    "tokens": ({"only": ("tokens",)}, 4.0),
    "tokens, low ink": ({"only": ("tokens",), "ink": "low"}, 4.0),
    "box": ({"only": ("box",)}, 2.0),
    "leaflet": ({"only": ("leaflet",), "lang": "en"}, 2.0),
    "walkthrough": ({"only": ("walkthrough",), "lang": "ja"}, 2.0),
    "poker": ({"only": ("deck",), "card": "poker"}, 5.0),
    "poker, low ink": ({"only": ("deck",), "card": "poker", "ink": "low"}, 5.0),
    "tarot": ({"only": ("deck",), "card": "tarot"}, 5.0),
    "tarot, low ink": ({"only": ("deck",), "card": "tarot", "ink": "low"}, 5.0),
}


def printed(out, asked, kit_dir=None):
    kits = () if kit_dir else (KIT,)
    request = BuildRequest(kits=kits, kit_dir=kit_dir, out=out, **asked)  # type: ignore[arg-type]
    return [entry.file for entry in build(request) if entry.file.suffix == ".pdf"]


def report(file):
    (found,) = check_reports([file], kit=KIT)
    return found


def covered(file, least):
    """The file with a white box over the first figure that is large enough, and none of the label's."""
    with open_pdf(file) as source:
        page, box = next(
            (page, char.box)
            for page in range(len(source))
            for char in page_chars(source, page)
            if char.text.isdecimal() and char.size >= least and char.y < page_size(source, page).height - FOOT
        )
    target = file.with_name("covered.pdf")
    with pikepdf.open(file) as pdf:
        paper = pdf.pages[page]
        paper.contents_add(pdf.make_stream(b"q\n"), prepend=True)
        paper.contents_add(pdf.make_stream(f"\nQ q {_flip(paper)} 1 1 1 rg {_words(box)} re f Q\n".encode()))
        pdf.save(target)
    return target


def _flip(page):
    return f"{72 / 25.4:.6f} 0 0 {-72 / 25.4:.6f} 0 {float(page.MediaBox[3]):.4f} cm"


def _words(box):
    return " ".join(f"{value:.4f}" for value in box.grown(0.1))


@pytest.mark.parametrize("part", PARTS)
def test_a_figure_covered_up_is_found(part, tmp_path):
    asked, least = PARTS[part]
    file = printed(tmp_path, asked)[0]
    assert report(file).clean, report(file).findings
    codes = {finding.code for finding in report(covered(file, least)).findings}
    assert "ink-missing" in codes, codes


@cache
def _folder():
    return find_kit(KIT).folder


@pytest.mark.parametrize(
    ("part", "file", "old", "new"),
    [
        # Wrong figures, and kinds of tokens exchanged.
        ("tokens", "tokens.toml", 'figure = "3"', 'figure = "8"'),
        ("box", "box.toml", 'count = ["victory"]', 'count = ["will-*"]'),
        ("box", "text.ja.toml", 'item-will = "意志トークン"', 'item-will = "勝利トークン"'),
        ("leaflet", "rules.en.md", "8 **victory", "9 **victory"),
        ("leaflet", "rules.en.md", "three of each", "four of each"),
        ("walkthrough", "text.ja.toml", "第<number>ターン 宣告", "第<number>0ターン 宣告"),
    ],
)
def test_a_wrong_figure_is_found(part, file, old, new, tmp_path):
    folder = spoilt_copy(_folder(), tmp_path / KIT, file, old, new)
    (first, *_) = printed(tmp_path / "out", PARTS[part][0], folder)
    assert not report(first).clean


def test_a_page_left_out_is_found(tmp_path):
    file = printed(tmp_path, PARTS["leaflet"][0])[0]
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        del pdf.pages[1]
        pdf.save(file)
    assert "page-missing" in {finding.code for finding in report(file).findings}
