"""Fronts and backs on sheets of many cards, where the fronts were recognised; and pages that are turned or cropped."""

from __future__ import annotations

import contextlib
import random

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from printkit.errors import InputError
from printkit.geometry import Rect
from printkit.inspect.pages import open_pdf, open_structure, page_place, page_size
from printkit.preflight.profile import find_profile
from printkit.preflight.structure.checks import preflight_pdf
from printkit.preflight.structure.facts import Known, PdfFacts
from tests.preflight.press_deck import plain_pdf, write_press_deck

PAGE = (120.0, 100.0)
# Two cards on the left of the sheet, of which the lower is missing on the second sheet.
CELLS = (Rect(10, 10, 40, 30), Rect(10, 50, 40, 30))
POINTS = 72 / 25.4
EVERY = -1


def drawn(cells, *, mark=None, top=False, size=0.8, down=0.0):
    """Backs in these cells: a frame that looks alike when turned; one marked, all with a top, or all lower."""
    lines = [f"{POINTS:.5f} 0 0 {-POINTS:.5f} 0 {PAGE[1] * POINTS:.4f} cm"]
    for number, place in enumerate(cells):
        cell = place.moved(0.0, down)
        lines.append(f"0.2 0.3 0.6 rg {cell.x} {cell.y} {cell.width} {cell.height} re f")
        lines.append(f"1 g {cell.x + 10} {cell.y + 10} {cell.width - 20} {cell.height - 20} re f")
        if mark in (number, EVERY):
            lines.append(f"0 g {cell.x + 3} {cell.y + 4} {size} {size} re f")
        if top:
            lines.append(f"0 g {cell.x + 5} {cell.y + 2} 30 3 re f")
    return "\n".join(lines)


def mirrored(cells, edge="long"):
    width, height = PAGE
    if edge == "short":
        return [Rect(width - cell.right, cell.y, cell.width, cell.height) for cell in cells]
    return [Rect(cell.x, height - cell.bottom, cell.width, cell.height) for cell in cells]


def sheets(path, backs, *, duplex=""):
    """Checks two sheets with fronts in their cells and these backs."""
    with pikepdf.new() as pdf:
        for back in backs:
            for contents in (drawn(CELLS, top=True), back):
                pdf.add_blank_page(page_size=(PAGE[0] * POINTS, PAGE[1] * POINTS))
                pdf.pages[-1].obj.Contents = pdf.make_stream(contents.encode())
        if duplex:
            pdf.Root.ViewerPreferences = Dictionary(Duplex=Name(f"/{duplex}"))
        pdf.save(path)
    cards = [
        Known(2 * number + 1, f"card-{number}-{at}", "", cell)
        for number in range(len(backs))
        for at, cell in enumerate(CELLS)
    ]
    return preflight_pdf(path, cards=cards)


def test_backs_behind_their_fronts_have_nothing(tmp_path):
    # The sheet is wider than it is high: its long edges are above and below.
    assert sheets(tmp_path / "x.pdf", [drawn(mirrored(CELLS))] * 2) == ()


def test_a_sheet_turned_over_the_short_edge(tmp_path):
    backs = [drawn(mirrored(CELLS, "short"))] * 2
    assert sheets(tmp_path / "x.pdf", backs, duplex="DuplexFlipShortEdge") == ()
    wrong = sheets(tmp_path / "y.pdf", backs, duplex="DuplexFlipLongEdge")
    assert {finding.code for finding in wrong} == {"back-missing"}


def test_a_back_that_is_missing_names_its_card(tmp_path):
    backs = [drawn(mirrored(CELLS)), drawn(mirrored(CELLS[:1]))]
    findings = sheets(tmp_path / "x.pdf", backs)
    assert [(each.code, each.page, each.subject) for each in findings] == [("back-missing", 4, "card-1-1")]
    assert findings[0].rect == pytest.approx(mirrored(CELLS)[1])


def test_a_marked_back_among_many_is_found(tmp_path):
    backs = [drawn(mirrored(CELLS)), drawn(mirrored(CELLS), mark=1)]
    (finding,) = sheets(tmp_path / "x.pdf", backs)
    assert (finding.code, finding.page, finding.severity) == ("back-differs", 4, "error")
    cell = mirrored(CELLS)[1]
    assert finding.rect == pytest.approx((cell.x + 3, cell.y + 4, 0.8, 0.8), abs=0.6)


@pytest.mark.parametrize("size", [0.5, 0.8])
def test_a_back_is_marked_too_where_most_are(size, tmp_path):
    """Twenty kings with a plain back among marked ones are as marked as the other way round."""
    marked = drawn(mirrored(CELLS), mark=EVERY, size=size)
    findings = sheets(tmp_path / "x.pdf", [marked, drawn(mirrored(CELLS)), marked])
    assert [each.page for each in findings if each.code == "back-differs"] == [4, 4]


@pytest.mark.parametrize("down", [1.0, -2.5])
def test_backs_beside_their_places_by_the_same_are_reported(down, tmp_path):
    (finding,) = sheets(tmp_path / "x.pdf", [drawn(mirrored(CELLS), down=down)] * 2)
    assert (finding.code, finding.severity, finding.page) == ("backs-drift", "note", 2)
    assert float(finding.found.removesuffix(" mm")) == pytest.approx(abs(down), abs=0.11)


def test_backs_with_a_top_are_an_error_where_cards_are_read_both_ways(tmp_path):
    findings = sheets(tmp_path / "x.pdf", [drawn(mirrored(CELLS), top=True)] * 2)
    assert [(each.code, each.severity) for each in findings] == [("back-one-way", "error")]


@pytest.mark.parametrize("turn", [0, 90, 180, 270, -90])
@pytest.mark.parametrize("crop", [None, (20, 30, 150, 220)])
def test_pages_lie_where_a_viewer_shows_them(turn, crop, tmp_path):
    path = plain_pdf(tmp_path / "x.pdf", "")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        pdf.pages[0].obj.Rotate = turn
        if crop:
            pdf.pages[0].obj.CropBox = Array(list(crop))
        pdf.save(path)
    with open_structure(path) as structure, open_pdf(path) as pdf:
        (sheet,) = PdfFacts(path, "x", structure, pdf).sheets
        assert sheet.size == pytest.approx(page_size(pdf, 0), abs=1e-3)
        assert sheet.place == pytest.approx(page_place(pdf, 0), abs=1e-3)


# ------------------------------------------------------------------------------------------------- broken on purpose


@pytest.mark.parametrize("seed", range(24))
def test_damaged_bytes_end_in_findings_or_one_error(seed, tmp_path):
    dice = random.Random(seed)
    data = bytearray(write_press_deck(tmp_path / "good.pdf").read_bytes())
    for _ in range(dice.choice((1, 8, 60))):
        at = dice.randrange(len(data))
        if dice.random() < 0.5:
            data[at] = dice.randrange(256)
        else:
            data[at : at + dice.randrange(1, 30)] = bytes(
                dice.randrange(256) for _ in range(dice.randrange(20))
            )
    (tmp_path / "x.pdf").write_bytes(data)
    with contextlib.suppress(InputError):
        findings = preflight_pdf(tmp_path / "x.pdf", "", find_profile("drivethrucards"))
        assert all(finding.text for finding in findings)


def _other_kind(value):
    def change(pdf):
        page = pdf.pages[0].obj
        for key in ("/Resources", "/Contents", "/Annots", "/Group", "/Rotate", "/TrimBox"):
            page[key] = value
        for key in (
            "/OutputIntents",
            "/Names",
            "/AcroForm",
            "/OCProperties",
            "/Metadata",
            "/ViewerPreferences",
        ):
            pdf.Root[key] = value
        pdf.trailer["/Info"] = pdf.make_indirect(
            Dictionary(Title=value, Trapped=value, GTS_PDFXVersion=value)
        )

    return change


KINDS = [
    7,
    -1.5,
    True,
    Name.x,
    pikepdf.String("x"),
    Array([1, Name.y, Array([])]),
    Dictionary(A=1, S=Dictionary()),
]


@pytest.mark.parametrize("value", KINDS, ids=lambda value: type(value).__name__)
def test_things_of_another_kind_end_in_findings(value, tmp_path):
    path = plain_pdf(tmp_path / "x.pdf", "0 g 1 1 9 9 re f", pages=2)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        _other_kind(value)(pdf)
        pdf.save(path, fix_metadata_version=False)
    for profile in (None, find_profile("japan-x1a")):
        findings = preflight_pdf(path, "", profile)
        assert all(finding.text for finding in findings)
        assert {finding.code for finding in findings if "Error" in finding.found} <= {"check-failed"}


# Made for a printer that was measured

GRID = tuple(Rect(8 + 28 * column, 8 + 44 * row, 24, 38) for row in range(2) for column in range(4))


def measured(
    path,
    *,
    turn=0.004,
    scale=1.003,
    beside=None,
    mark=None,
):
    """Checks two sheets whose backs are drawn through a correction, one of them a little beside its place."""
    backs = mirrored(GRID)
    moved = [cell.moved(0.9, 0.6) if number == beside else cell for number, cell in enumerate(backs)]
    shift = f"{scale} {turn} {-turn} {scale} -0.3 0.5 cm"
    with pikepdf.new() as pdf:
        for cells in (backs, moved):
            first, _, rest = drawn(cells, mark=mark if cells is moved else None).partition("\n")
            for contents in (drawn(GRID, top=True), f"{first}\n{shift}\n{rest}"):
                pdf.add_blank_page(page_size=(PAGE[0] * POINTS, PAGE[1] * POINTS))
                pdf.pages[-1].obj.Contents = pdf.make_stream(contents.encode())
        pdf.save(path)
    cards = [Known(page, f"card-{page}-{at}", "", cell) for page in (1, 3) for at, cell in enumerate(GRID)]
    return [(finding.severity, finding.code) for finding in preflight_pdf(path, cards=cards)]


def test_backs_moved_all_together_are_alike(tmp_path):
    assert measured(tmp_path / "x.pdf") == [("note", "backs-drift")]


@pytest.mark.parametrize("spoilt", [{"beside": 5}, {"mark": 2}])
def test_one_back_beside_the_others_is_still_found(spoilt, tmp_path):
    assert measured(tmp_path / "x.pdf", **spoilt) == [("note", "backs-drift"), ("error", "back-differs")]


@pytest.mark.parametrize("spoilt", [{"turn": 0.05}, {"scale": 1.03}])
def test_what_no_printer_does_is_no_correction(spoilt, tmp_path):
    assert ("error", "back-differs") in measured(tmp_path / "x.pdf", **spoilt)
    assert ("note", "backs-drift") not in measured(tmp_path / "y.pdf", **spoilt)


@pytest.mark.parametrize("origin", [(0, 0), (-40, 25), (300, -170.5)])
def test_boxes_need_not_begin_at_nought(origin, tmp_path):
    x, y = origin
    path = tmp_path / "x.pdf"
    with pikepdf.new() as pdf:
        for back in (drawn(mirrored(CELLS)), drawn(mirrored(CELLS), mark=1)):
            for contents in (drawn(CELLS, top=True), back):
                pdf.add_blank_page(page_size=(PAGE[0] * POINTS, PAGE[1] * POINTS))
                page = pdf.pages[-1].obj
                page.MediaBox = Array([x, y, x + PAGE[0] * POINTS, y + PAGE[1] * POINTS])
                page.Contents = pdf.make_stream(f"1 0 0 1 {x} {y} cm\n{contents}".encode())
        pdf.save(path)
    cards = [Known(page, f"card-{page}-{at}", "", cell) for page in (1, 3) for at, cell in enumerate(CELLS)]
    (finding,) = preflight_pdf(path, cards=cards)
    assert (finding.code, finding.page) == ("back-differs", 4)
    assert finding.rect is not None
    marked = mirrored(CELLS)[1]
    assert finding.rect.center == pytest.approx((marked.x + 3.4, marked.y + 4.4), abs=0.5)
