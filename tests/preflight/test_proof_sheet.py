"""Sheets without faces: known by their label, measured by their ruler."""

from __future__ import annotations

import pikepdf
import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.books.furniture import FONT
from printkit.compose.text.typesetting import TextStyle, set_line
from printkit.geometry import Rect, Size
from printkit.inspect.pages import open_pdf
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_paths, check_reports
from printkit.kit.find import find_kit
from printkit.preflight.locate import page_marks
from printkit.preflight.marks import face_marks
from printkit.preflight.model import ERROR
from printkit.preflight.sheet_label import read_label
from printkit.scene.model import Scene
from printkit.sheets.marks import ruler
from printkit.sheets.model import Sheet


@pytest.fixture(scope="module")
def tokens(tmp_path_factory):
    out = tmp_path_factory.mktemp("tokens")
    (entry,) = build(BuildRequest(kits=("youscout",), only=("tokens",), out=out))
    return entry.file


def scaled(file, out, factor, pages=slice(None)):
    with pikepdf.open(file) as pdf:
        for page in list(pdf.pages)[pages]:
            page.contents_add(f"q {factor} 0 0 {factor} 0 0 cm\n".encode(), prepend=True)
            page.contents_add(b"\nQ")
        pdf.save(out)
    return out


def codes(file):
    return [(finding.code, finding.page) for finding in check_paths([file], kit="youscout")]


def test_a_sheet_of_ours_is_known_whatever_it_is_called(tokens, tmp_path):
    other = tmp_path / "holiday.pdf"
    other.write_bytes(tokens.read_bytes())
    (report,) = check_reports([other], kit="youscout")
    assert report.clean
    assert report.kit == "youscout"
    assert report.seen.startswith("2 sheets of youscout (tokens), rulers measured, 2 pages")


@pytest.mark.parametrize("factor", [0.97, 0.999, 1.02])
def test_a_sheet_saved_at_another_size_is_seen(tokens, tmp_path, factor):
    file = scaled(tokens, tmp_path / "scaled.pdf", factor)
    assert codes(file)[:2] == [("scale", 1), ("scale", 2)]
    finding = check_paths([file], kit="youscout")[0]
    assert finding.expected.startswith("100 ")
    assert float(finding.found.rstrip(" m%")) == 100 * factor


def test_one_page_of_two_is_named(tokens, tmp_path):
    file = scaled(tokens, tmp_path / "scaled.pdf", 0.97, slice(1, 2))
    found = [each for each in check_paths([file], kit="youscout") if each.rect is not None]
    assert (found[0].code, found[0].page) == ("scale", 2)
    assert {each.page for each in found} == {2}


def test_a_sheet_whose_ruler_is_gone_is_seen(tokens, tmp_path):
    out = tmp_path / "cut.pdf"
    with pikepdf.open(tokens) as pdf:
        page = pdf.pages[0]
        kept = [
            entry
            for entry in pikepdf.parse_content_stream(page)
            if not (
                str(entry.operator) == "l" and len(entry.operands) == 2 and float(entry.operands[1]) > 280
            )
        ]
        page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(kept))
        pdf.save(out)
    assert codes(out) == [("ruler-missing", 1), ("ink-missing", 1)]


def test_a_label_names_kit_version_and_part(tokens):
    kit = find_kit("youscout", ())

    def label(text):
        style = TextStyle(FONT, 2.4)
        scene = Scene("label", 200, 10, 0, (set_line(text, style, 5, 5),))
        return read_label(list(face_marks(scene)), [kit])

    for part in ("mat", "deck", "rules"):
        found = label(f"youscout {part} 1.0 · 1/2 表 front")
        assert found is not None
        assert found.part == part
    assert label("youscout mat 1.05") is None
    assert label("other mat 1.0") is None
    with open_pdf(tokens) as pdf:
        assert read_label(page_marks(pdf, 0), []) is None


def test_a_sheet_is_never_let_through_by_its_label(tokens, tmp_path):
    """What a label names is compared with that part; what is laid out in no way known is refused."""
    style = TextStyle(FONT, 2.4)
    for words in (
        "youscout mat 1.0 tarot · 1/1",
        "youscout booklet 1.0 fr · 1/1",
        "youscout tokens 1.0 · 1/1",
    ):
        out = tmp_path / "other.pdf"
        sheet = Sheet(
            1, "front", Size(170.0, 260.0), marks=(set_line(words, style, 5, 5), ruler(Rect(5, 8, 100, 4)))
        )
        with out.open("wb") as stream:
            write_pdf(stream, [sheet], lambda key: pytest.fail(str(key)), DocumentInfo("other"))
        assert ERROR in {each.severity for each in check_paths([out], kit="youscout")}


@pytest.mark.parametrize("length", [98.0, 99.5, 101.0])
def test_a_ruler_of_another_length_is_seen(tokens, tmp_path, length):
    """The ruler alone is drawn longer or shorter; all else on the sheet is as it was."""
    out = tmp_path / "ruler.pdf"
    with pikepdf.open(tokens) as pdf:
        page = pdf.pages[0]
        entries = [(list(each.operands), str(each.operator)) for each in pikepdf.parse_content_stream(page)]
        marks = [at for at, (own, name) in enumerate(entries) if name in ("m", "l") and float(own[1]) > 280]
        left = min(float(entries[at][0][0]) for at in marks)
        for at in marks:
            own, name = entries[at]
            entries[at] = ([left + (float(own[0]) - left) * length / 100, own[1]], name)
        data = pikepdf.unparse_content_stream([(own, pikepdf.Operator(name)) for own, name in entries])
        page.Contents = pdf.make_stream(data)
        pdf.save(out)
    assert ("scale", 1) in codes(out)
