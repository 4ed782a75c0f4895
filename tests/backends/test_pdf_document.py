"""The document that is written as it goes: strings, boxes, what is written when, and what it uses of reportlab."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from printkit.backends.pdf_canvas import SceneCanvas
from printkit.backends.pdf_document import SETTINGS, StreamedDocument, inner_box, stream_of, text
from printkit.backends.pdf_fonts import GlyphText
from tests.backends.test_pdf import deck_pdf


def read_back(words):
    """A string as another program reads it in the file."""
    document = StreamedDocument(io.BytesIO(), (1, 7))
    return str(pikepdf.Object.parse(text(words).format(document)))


@given(st.text(st.characters(codec="utf-8"), max_size=20))
def test_any_string_is_read_as_it_was_meant(words):
    assert read_back(words) == words


@pytest.mark.parametrize("words", ["剣 Sword (1)", r"back\slash", ")(", "", "\x7f", "soft\xadhyphen", "é–€"])
def test_a_string_that_needs_care_is_read_as_it_was_meant(words):
    assert read_back(words) == words


def test_an_object_leaves_when_it_is_put_and_is_not_kept():
    stream = io.BytesIO()
    document = StreamedDocument(stream, (1, 7))
    before = stream.tell()
    data = os.urandom(10_000)
    document.put(stream_of({}, data))
    assert stream.tell() - before > len(data)
    kept = [value for value in document.idToObject.values() if getattr(value, "content", None)]
    assert kept == []


def test_an_object_that_is_referred_to_is_written_as_it_is_at_the_end():
    stream = io.BytesIO()
    canvas = SceneCanvas(stream, (1, 7), "srgb", None)
    late = PDFDictionary({})
    canvas.document.put(PDFDictionary({"Late": canvas.document.refer(late)}))
    late["Said"] = text("at the end")
    canvas.addLiteral("n")
    canvas.showPage()
    canvas.save()
    with pikepdf.open(stream) as pdf:
        (found,) = (item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and "/Late" in item)
        assert str(found.Late.Said) == "at the end"


def test_what_stands_alone_inside_an_object_leaves_with_it():
    stream = io.BytesIO()
    document = StreamedDocument(stream, (1, 7))
    document.put(PDFArray([stream_of({"Inner": 1}, b"some bytes")]))
    assert b"/Inner 1" in stream.getvalue()


@given(st.lists(st.floats(0, 4000), min_size=4, max_size=4))
def test_a_box_is_rounded_inwards(edges):
    left, right = sorted(edges[:2])
    bottom, top = sorted(edges[2:])
    found = list(map(float, inner_box(left, bottom, right, top)))
    slack = 1e-9
    assert left - slack <= found[0] <= left + 1e-4 + slack
    assert bottom - slack <= found[1] <= bottom + 1e-4 + slack
    assert right + slack >= found[2] >= right - 1e-4 - slack
    assert top + slack >= found[3] >= top - 1e-4 - slack


# What somebody's environment could say to reportlab, each of which used to change the bytes of its files.
LOUD = {
    "RL_canvas_baseColor": "red",
    "RL_canvas_basefontname": "Courier",
    "RL_defaultPageSize": "LETTER",
    "RL_documentLang": "fr",
    "RL_invariant": "0",
    "RL_pageCompression": "0",
    "RL_pdfComments": "1",
    "RL_pdfMultiLine": "1",
    "RL_useA85": "1",
    "SOURCE_DATE_EPOCH": "1234567890",
}


@pytest.mark.parametrize("place", ["environment", "home", "module"])
def test_no_setting_of_reportlab_reaches_the_bytes(place, root, tmp_path):
    lines = [f"{name.removeprefix('RL_')} = {value!r}" for name, value in LOUD.items() if value.isdigit()]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    if place == "environment":
        environment |= LOUD
    elif place == "home":
        (tmp_path / ".reportlab_settings").write_text("\n".join(lines))
        environment["HOME"] = str(tmp_path)
    else:
        (tmp_path / "reportlab_settings.py").write_text("\n".join(lines))
        environment["PYTHONPATH"] = f"{root}{os.pathsep}{tmp_path}"
    code = (
        "import sys; from tests.backends.test_pdf import deck_pdf; sys.stdout.buffer.write(deck_pdf());"
        "from reportlab import rl_config; sys.stderr.write(str(rl_config._DEFAULTS['pdfMultiLine']))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, check=True
    )
    assert answer.stdout == deck_pdf()
    # Otherwise the file was not read, and the test would prove nothing.
    assert answer.stderr == (b"0" if place == "environment" else b"1")


def test_the_settings_are_still_reportlabs():
    assert set(SETTINGS) <= set(rl_config.__all__)


# ---------------------------------------------------------------------- what a new release must not take away


def test_the_canvas_has_the_private_parts_that_are_exchanged():
    canvas = Canvas(io.BytesIO())
    assert isinstance(canvas._doc, PDFDocument)
    canvas._preamble = "exchanged"
    canvas._make_preamble()
    assert canvas._preamble != "exchanged"
    assert canvas.beginText()._code[0] == "BT"


def test_state_that_is_added_to_the_canvas_comes_and_goes_with_its_own():
    canvas = SceneCanvas(io.BytesIO(), (1, 7), "srgb", None)
    outside = canvas.used
    assert canvas._news("width", 1.0)
    canvas.saveState()
    assert not canvas._news("width", 1.0)
    assert canvas._news("width", 2.0)
    assert canvas.used is outside
    canvas.restoreState()
    assert not canvas._news("width", 1.0)
    canvas.beginForm("form")
    assert canvas.used is not outside
    assert canvas._news("width", 1.0)


@pytest.mark.parametrize(
    ("ours", "theirs", "meant"),
    [
        (SceneCanvas, Canvas, {"STATE_ATTRIBUTES", "__init__", "_make_preamble", "init_graphics_state"}),
        (GlyphText, PDFTextObject, {"__init__"}),
        (
            StreamedDocument,
            PDFDocument,
            {"__init__", "addForm", "addPage", "defaultStreamFilters", "format"},
        ),
    ],
)
def test_nothing_of_reportlab_is_replaced_by_chance(ours, theirs, meant):
    every_class = {"__annotations__", "__doc__", "__module__", "__static_attributes__", "__firstlineno__"}
    instance = Canvas(io.BytesIO())
    made = {Canvas: instance, PDFTextObject: instance.beginText(), PDFDocument: PDFDocument()}[theirs]
    assert set(vars(ours)) & set(dir(made)) - every_class == meant
