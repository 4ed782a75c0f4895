"""Codes on cards: read back from the finished PDF by a reader that is no part of printkit."""

from __future__ import annotations

from dataclasses import replace

import pytest
import zxingcpp

from printkit.compose.faces.codes import code128_bars, ean_bars, qr_modules
from printkit.errors import InputError
from printkit.inspect.pages import open_pdf, render_page
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest

KIT = """id = "codes"
version = "1.0"
languages = ["en"]
size = "small"

[fonts]
display = "lato-bold"
text = "lato-regular"

[components.deck]

[data]
files = ["cards.csv"]
face = "plain"
fields = { serial = "Serial" }
"""
SIZES = """[sizes.small]
width = 60
height = 90
"""
TEXTS = '[kit]\ntitle = "Codes"\n'
LINK = "https://example.org/card/7?lang=ja"


def block(**keys):
    lines = [
        f"{key} = {value!r}" if not isinstance(value, str) else f'{key} = "{value}"'
        for key, value in keys.items()
    ]
    return "\n[[faces.plain.small]]\n" + "\n".join(lines) + "\n"


def kit(folder, *blocks, table=f"Name,Serial,Link\nWolf,A-0042,{LINK}\n"):
    place = folder / "codes"
    place.mkdir(parents=True)
    for name, text in (
        ("kit.toml", KIT),
        ("layout.toml", SIZES + "".join(blocks)),
        ("text.en.toml", TEXTS),
        ("cards.csv", table),
    ):
        (place / name).write_text(text, encoding="utf-8")
    return place


def printed(folder, **how):
    request = BuildRequest(kit_dir=folder, paper="card", duplex="none", out=folder.parent / "out")
    (entry,) = build(replace(request, **how))
    return entry.file


def read(file, page=0, dpi=300.0):
    """What a reader finds on a page: kinds of codes and what they say."""
    with open_pdf(file) as pdf:
        pixels = render_page(pdf, page, dpi, gray=False)
    return sorted((str(code.format).rpartition(".")[2], code.text) for code in zxingcpp.read_barcodes(pixels))


GROUND = block(block="shape", box=[-3, -3, 66, 96], ink="blue")
QR = block(block="qr", text="card.{id}.link", box=[5, 5, 20, 20])
# A reader's names of the kinds.
NAMES = {"qr": "QRCode", "code128": "Code128", "ean13": "EAN13", "ean8": "EAN8"}


def test_a_column_is_read_from_the_finished_pdf(tmp_path):
    """On a dark ground, at 300 dpi, from a text, a field and words, lying and upright."""
    blocks = (
        GROUND,
        QR,
        block(block="barcode", field="serial", box=[5, 30, 50, 12], digits="8pt"),
        block(block="barcode", words="4 901234 567894", kind="ean", box=[5, 46, 40, 20], digits="8pt"),
        block(block="barcode", words="{id}-{serial}", box=[47, 44, 10, 44]),
    )
    found = read(printed(kit(tmp_path, *blocks)))
    assert [text for kind, text in found if kind.startswith("QR")] == [LINK]
    assert {text for kind, text in found if not kind.startswith("QR")} == {
        "A-0042",
        "wolf-A-0042",
        "4901234567894",
    }


@pytest.mark.parametrize("press", ["grey", "x1a-2003"])
def test_codes_of_every_press_are_black_and_are_read(tmp_path, press):
    assert [text for _, text in read(printed(kit(tmp_path, GROUND, QR), press=press))] == [LINK]


@pytest.mark.parametrize("level", ["L", "M", "Q", "H"])
@pytest.mark.parametrize("text", ["7", "Wolf, Bär, 狼", "0123456789" * 4, "WWW.EXAMPLE.ORG/A", "a" * 60])
def test_a_qr_code_says_its_text(level, text):
    assert _read_modules(qr_modules(text, level), 4) == [text]


@pytest.mark.parametrize("text", ["A-0042", "0123456789", "abc {}~", "x1234y", "7"])
def test_a_code_128_says_its_text(text):
    bars = code128_bars(text)
    assert _read_modules((bars.modules,) * 20, 10) == [text]


@pytest.mark.parametrize(
    ("text", "whole"),
    [("490123456789", "4901234567894"), ("4901234567894", "4901234567894"), ("4912345", "49123456")],
)
def test_an_ean_is_checked_and_completed(text, whole):
    bars = ean_bars(text)
    assert "".join(words for words, _ in bars.groups) == whole
    assert _read_modules((bars.modules,) * 20, 11) == [whole]


def _read_modules(rows, quiet):
    """A code of four pixels a module, read back."""
    import numpy

    dark = numpy.array([[each == "1" for each in row] for row in rows])
    pixels = numpy.where(numpy.pad(dark, quiet), 0, 255).astype("uint8")
    return [code.text for code in zxingcpp.read_barcodes(numpy.kron(pixels, numpy.ones((4, 4), "uint8")))]


@pytest.mark.parametrize("text", ["49123457", "4901234567890", "12", "49a2345", "123456789", ""])
def test_what_is_no_ean_is_refused(text):
    with pytest.raises(InputError, match=r"is no EAN|check digit"):
        ean_bars(text)


def test_what_no_code_holds_is_refused():
    with pytest.raises(InputError, match="4,000 bytes are more"):
        qr_modules("x" * 4000, "L")
    with pytest.raises(InputError, match="Code 128 has no 'é'"):
        code128_bars("é")


def test_a_card_without_the_text_has_no_code(tmp_path):
    file = printed(kit(tmp_path, QR, table=f"Name,Serial,Link\nA,1,{LINK}\nB,2,\n"))
    assert [len(read(file, page)) for page in (0, 1)] == [1, 0]


@pytest.mark.parametrize(
    ("blocks", "said"),
    [
        ([block(block="qr", text="card.{id}.link", box=[5, 5, 11, 11])], "0.33 mm are needed to read it"),
        ([block(block="barcode", field="serial", box=[5, 5, 20, 9])], "0.25 mm are needed to read it"),
        ([block(block="barcode", words="4912345", kind="ean", box=[5, 5, 20, 9])], "0.26 mm are needed"),
        ([block(block="qr", text="card.{id}.link", box=[-1, 5, 30, 30])], "a code leaves the card"),
        ([QR, block(block="shape", box=[20, 20, 9, 9])], "block [1] lies on the code or its quiet zone"),
        ([block(block="qr", box=[5, 5, 20, 20])], "it prints a text, a field or words"),
        ([block(block="barcode", field="serial", kind="ean", box=[5, 5, 50, 9])], "'A-0042' is no EAN"),
        ([block(block="barcode", field="serial", box=[5, 5, 50, 3], digits=4)], "leave no room for bars"),
        ([block(block="qr", field="sreial", box=[5, 5, 20, 20])], "'sreial' is no field"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, blocks, said):
    with pytest.raises(InputError) as caught:
        printed(kit(tmp_path, *blocks))
    problem = str(caught.value.problems[0])
    assert said in problem
    assert "layout.toml" in problem
