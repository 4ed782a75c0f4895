"""Every mark on a page of ours is accounted for: what is drawn, hidden, moved or left out is found and named."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pytest

from printkit.inspect.pages import open_pdf
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.compare import differences, proof_file, read_file
from printkit.jobs.check.expected import expected_file, stated_file
from printkit.jobs.check.in_memory import workshop
from printkit.kit.blocks import TitleBarBlock
from printkit.kit.find import find_kit
from printkit.kit.model import Kit
from printkit.preflight.book import ExpectedFile, make_books
from printkit.preflight.model import ERROR
from printkit.preflight.registration import paired

CARDS = ("major-05", "cups-03", "swords-09", "coins-10")
POINTS = 72 / 25.4


def built(folder, kit="tottarot", **choices):
    (entry, *_) = build(BuildRequest(kits=(kit,), out=folder, **choices))
    return entry.file


def checked(file, kit="tottarot"):
    (report,) = check_reports([file], kit=kit)
    return report


class Good(NamedTuple):
    """A good file, and what it is compared with."""

    file: Path
    expected: ExpectedFile
    kit: Kit


def good(file):
    books = make_books([find_kit("tottarot", ())])
    kit = books[0].ruled
    report = proof_file(file, books)
    with open_pdf(file) as pdf:
        expected = expected_file(pdf, report, books[0])
    assert expected is not None
    return Good(file, expected, kit)


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    """Three sheets of cards and their backs."""
    return good(built(tmp_path_factory.mktemp("deck"), only=("deck",)))


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    """Some cards, one a page."""
    return good(built(tmp_path_factory.mktemp("single"), only=("deck",), paper="card"))


def changed(source, target, change):
    with pikepdf.open(source.file) as pdf:
        change(pdf)
        pdf.save(target)
    return target


def spoiled(source, target, change):
    """What the comparison says of a changed file."""
    file = changed(source, target, change)
    return differences(file, file.name, source.expected, source.kit).findings


def drawn(operators, page=0):
    """Draws above everything, in mm from the top left."""

    def change(pdf):
        own = pdf.pages[page]
        own.Resources.ExtGState = pikepdf.Dictionary(half=pikepdf.Dictionary(ca=0.02))
        height = float(own.MediaBox[3])
        own.contents_add(pdf.make_stream(b"q\n"), prepend=True)
        scale = f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {height:.4f} cm"
        own.contents_add(pdf.make_stream(f"\nQ q {scale}\n{operators}\nQ\n".encode()))

    return change


def codes(findings):
    return {finding.code for finding in findings if finding.severity == ERROR}


def test_a_good_deck_is_drawn_as_the_kits(deck):
    report = checked(deck.file)
    assert report.findings == ()
    assert report.closing.endswith("drawn as the kit's, structural checks passed")


def test_what_is_drawn_by_the_expected_bytes_needs_no_picture(deck, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("no picture may be made")

    for drawn_by in ("comparison.render_placed", "registration.render_page"):
        monkeypatch.setattr(f"printkit.preflight.{drawn_by}", broken)
    assert checked(deck.file).findings == ()


def test_a_sheet_that_says_which_it_is_is_not_looked_for(deck, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("no picture may be made")

    monkeypatch.setattr("printkit.preflight.registration.render_page", broken)
    with open_pdf(deck.file) as pdf:
        unlike = [False] * len(pdf)
        assert paired(pdf, pdf, deck.kit, unlike, rewritten=True) == list(range(len(pdf)))


def test_what_several_files_need_is_built_once():
    (book,) = make_books([find_kit("tottarot", ())])
    request = BuildRequest(kits=("tottarot",), only=("deck",), card=book.kit.default_size)
    first, other = (workshop(book).built(request).documents for _ in range(2))
    assert first
    assert all(one is two for one, two in zip(first, other, strict=True))
    for document in first:
        key = next(placed.face for sheet in document.sheets for placed in sheet.placements)
        assert document.faces(key) is document.faces(key)


MARKS = {
    "a white bar": "1 g 60 60 1 8 re f",
    "a line of 0.25 mm": "0 g 40 60 3 0.25 re f",
    "a tint of 2 %": "0.98 g 5 150 2 2 re f",
    "a tint over art": "/half gs 0 g 80 60 2 2 re f",
    "beside the ruler": "0 g 150 204 4 0.3 re f",
}


@pytest.mark.parametrize("words", MARKS)
def test_a_mark_that_does_not_belong_is_found(deck, tmp_path, words):
    found = codes(spoiled(deck, tmp_path / "x.pdf", drawn(MARKS[words])))
    assert any(code.startswith("ink-") for code in found)


def test_a_mark_is_named_by_card_and_place(deck, tmp_path):
    report = checked(changed(deck, tmp_path / "x.pdf", drawn("0 g 40 60 3 0.3 re f")))
    (finding,) = [each for each in report.findings if each.code.startswith("ink-")]
    assert finding.page == 1
    assert finding.card
    assert finding.subject == "foot"
    assert finding.rect is not None
    assert 39.5 <= finding.rect.x <= 41


Operators = list[tuple[list[Any], str]]


def edited(page, edit, *, form=False):
    """Changes the operators of a page, or of the first form it shows."""

    def change(pdf):
        own = pdf.pages[page]
        stream = next(iter(own.Resources.XObject.values())) if form else None
        parsed = pikepdf.parse_content_stream(own if stream is None else stream)
        operators = [(list(each.operands), str(each.operator)) for each in parsed]
        edit(operators)
        data = pikepdf.unparse_content_stream(
            [(values, pikepdf.Operator(name)) for values, name in operators]
        )
        if stream is None:
            own.Contents = pdf.make_stream(bytes(data))
        else:
            stream.write(bytes(data))

    return change


def first(operators, name):
    return next(at for at, (_, each) in enumerate(operators) if each == name)


def without(name, value=None):
    def edit(operators):
        operators[first(operators, name)] = ([], "n") if value is None else ([value], name)

    return edit


def smaller(operators):
    at = first(operators, "Do")
    operators[at:at] = [([0.995, 0, 0, 0.995, 0.3, 0.3], "cm")]


def inverted(operators):
    for at, (values, name) in enumerate(operators):
        if name in ("rg", "g"):
            operators[at] = ([round(1 - float(each), 3) for each in values], name)


CHANGES = {
    "a light patch on a back": drawn("/half gs 1 g 60 60 2 2 re f", 1),
    "a smaller back": edited(1, smaller),
    "a mark of the sheet gone": edited(0, without("S")),
    "a label gone": edited(0, without("TJ", pikepdf.Array())),
    "art in other colours": edited(0, inverted, form=True),
    "a path of a face gone": edited(0, without("f*"), form=True),
    "a stroke beside a figure": drawn("0 g 68 30 1.2 0.3 re f"),
}


@pytest.mark.parametrize("words", CHANGES)
def test_a_changed_drawing_is_found(deck, tmp_path, words):
    found = codes(spoiled(deck, tmp_path / "x.pdf", CHANGES[words]))
    assert found & (
        {"figure", "text"} if words == "a label gone" else {"ink-extra", "ink-missing", "ink-differs"}
    )


def test_an_edit_of_the_only_page_is_no_rewriting(tmp_path):
    """All drawings of a file of one page change by an edit; most of its edges stay the same pixels."""
    own = good(built(tmp_path, only=("tokens",), pages="1"))
    change = drawn("0 g 3 60 0.12 6 re f")
    assert codes(spoiled(own, tmp_path / "x.pdf", change))


def test_ghostscript_may_write_a_page_of_few_marks_anew(tmp_path):
    """It rounds places by less than a pixel shows, so nearly all edges stay, in other shades."""
    own = good(built(tmp_path, only=("tokens",)))
    target = tmp_path / "x.pdf"
    words = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite", "-dAutoRotatePages=/None"]
    subprocess.run([*words, f"-sOutputFile={target}", str(own.file)], check=True, capture_output=True)
    found = differences(target, target.name, own.expected, own.kit)
    assert found.rewritten
    assert codes(found.findings) == set()


def exchanged(one, other):
    def change(pdf):
        pages = list(pdf.pages)
        pages[one], pages[other] = pages[other], pages[one]
        del pdf.pages[:]
        pdf.pages.extend(pages)

    return change


def removed(index):
    def change(pdf):
        del pdf.pages[index]

    return change


def turned(index):
    def change(pdf):
        pdf.pages[index].Rotate = 90

    return change


def blank(index):
    def change(pdf):
        pdf.pages[index].Contents = pdf.make_stream(b"")

    return change


def narrower(index):
    def change(pdf):
        box = [float(each) for each in pdf.pages[index].MediaBox]
        pdf.pages[index].MediaBox = [*box[:2], box[2] - 0.2, box[3]]

    return change


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (exchanged(1, 2), "page-order"),
        (removed(1), "page-count"),
        (turned(1), "page-size"),
        (blank(1), "ink-missing"),
        (narrower(1), "page-size"),
    ],
    ids=["F F B B", "a back is gone", "a back is turned", "a back is blank", "a back's box is narrower"],
)
def test_pages_are_there_in_order_and_upright(deck, tmp_path, change, code):
    assert code in codes(spoiled(deck, tmp_path / "x.pdf", change))


@pytest.mark.parametrize(
    ("change", "code"),
    [(blank(1), "ink-missing"), (turned(3), "page-size"), (removed(5), "page-count")],
    ids=["blank", "turned", "gone"],
)
def test_backs_of_single_cards_are_looked_at(single, tmp_path, change, code):
    assert code in codes(spoiled(single, tmp_path / "x.pdf", change))


def test_one_front_without_its_trim_box_is_found(single, tmp_path):
    def change(pdf):
        del pdf.pages[4]["/TrimBox"]

    assert "box-missing" in codes(spoiled(single, tmp_path / "x.pdf", change))


def field(pdf):
    widget = {
        "Type": "/Annot", "Subtype": "/Widget", "FT": "/Tx", "T": "x", "V": "7", "Rect": [100, 500, 130, 530],
        "DA": "/Helv 20 Tf 0 g",
    }  # fmt: skip
    note = pdf.make_indirect(pikepdf.Dictionary({f"/{key}": named(value) for key, value in widget.items()}))
    pdf.pages[0].Annots = pikepdf.Array([note])
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([note]), NeedAppearances=True)


def line(pdf):
    note = {"Type": "/Annot", "Subtype": "/Line", "L": [100, 500, 130, 530], "Rect": [100, 500, 130, 530]}
    own = pikepdf.Dictionary({f"/{key}": named(value) for key, value in note.items()})
    pdf.pages[0].Annots = pikepdf.Array([pdf.make_indirect(own)])


def layer(pdf):
    state = pikepdf.Dictionary(PrintState=pikepdf.Name.OFF)
    own = pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="cover", Usage=pikepdf.Dictionary(Print=state))
    layers = pikepdf.Array([pdf.make_indirect(own)])
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=layers, D=pikepdf.Dictionary(ON=layers))


def named(value):
    return (
        pikepdf.Name(value)
        if isinstance(value, str) and value.startswith("/Annot")
        else (
            pikepdf.Name(value) if isinstance(value, str) and value in ("/Widget", "/Line", "/Tx") else value
        )
    )


@pytest.mark.parametrize(("change", "code"), [(field, "form-field"), (line, "annotation"), (layer, "layer")])
def test_what_programs_show_or_print_each_in_its_own_way_is_found(deck, tmp_path, change, code):
    assert code in codes(spoiled(deck, tmp_path / "x.pdf", change))


WAYS: dict[str, dict[str, Any]] = {
    "short": {"only": ("deck",), "duplex": "short", "marks": ("crop", "corners")},
    "fold": {"only": ("deck",), "duplex": "fold"},
    "two of three pictures": {"only": ("deck",), "cards": ("sun-2", "sun-3", "star-1")},
    "apart": {"only": ("deck",), "duplex": "fronts-then-backs", "paper": "letter"},
    "fronts": {"only": ("deck",), "duplex": "none", "marks": ("registration",)},
    "machine": {"only": ("deck",), "marks": ("cutter",)},
    "japanese": {"only": ("deck",), "marks": ("japanese", "corners"), "paper": "a3"},
    "japanese pages": {"only": ("deck",), "marks": ("japanese",), "paper": "card", "duplex": "none"},
    "press": {"only": ("deck",), "press": "x1a-2003", "duplex": "short"},
    "leaflet": {"only": ("leaflet",), "lang": "en", "ink": "low"},
    "grey": {"only": ("tokens",), "press": "grey", "ink": "low"},
    "low": {"only": ("deck",), "ink": "low", "margin": 8.0, "back_bleed": 1.5},
    "poker": {"profile": "drivethrucards"},
    "box": {"only": ("box",), "stack": 12.0},
}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_build_it_is_a_false_alarm(tmp_path, way):
    report = checked(built(tmp_path, **WAYS[way]))
    assert [each for each in report.findings if each.severity == ERROR] == []
    assert "drawn as the kit's" in report.closing


def test_a_start_card_that_is_proved_on_both_sides_is_no_false_alarm(tmp_path):
    file = built(tmp_path, "youscout", only=("start",), card="poker", ink="low")
    report = checked(file, "youscout")
    assert [each for each in report.findings if each.severity == ERROR] == []


def test_what_stops_the_comparison_is_a_finding(deck, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("nothing to divide by")

    for name in ("stated_file", "expected_file"):
        monkeypatch.setattr(f"printkit.jobs.check.compare.{name}", broken)
    (finding,) = checked(deck.file).findings
    assert finding.code == "check-failed"
    assert finding.found == "ZeroDivisionError: nothing to divide by"


@pytest.mark.parametrize("page", [0, 1, 5])
def test_a_page_with_none_of_its_letters_in_place_is_not_laid_out_as_stated(deck, tmp_path, page):
    books = make_books([find_kit("tottarot", ())])
    moved = tmp_path / "moved.pdf"
    with pikepdf.open(deck.file) as pdf:
        pdf.pages[page].contents_add(pdf.make_stream(b"1 0 0 1 15 0 cm"), prepend=True)
        pdf.save(moved)
    for file, stated in ((deck.file, True), (moved, False)):
        with open_pdf(file) as pdf_file:
            report = read_file(pdf_file, books)
            assert (stated_file(pdf_file, report, books[0]) is not None) == stated


def test_what_an_expected_page_paints_and_its_scene_does_not_have_is_the_painters_fault(
    single, tmp_path, monkeypatch
):
    other = changed(single, tmp_path / "other.pdf", drawn("0 g 20 20 4 4 re f"))
    painted = replace(single.expected, data=other.read_bytes())
    for name in ("stated_file", "expected_file"):
        monkeypatch.setattr(f"printkit.jobs.check.compare.{name}", lambda *_: painted)
    assert codes(checked(single.file).findings) == {"ink-missing", "painter"}


def test_options_that_change_what_is_printed_are_on_the_label(tmp_path):
    options = ("comparison=greater-equal",)
    file = built(tmp_path, "youscout", only=("rules",), cards=("simple-upper",), options=options)
    report = checked(file, "youscout")
    assert codes(report.findings) == set()
    assert "drawn as the kit's" in report.closing


BARS = {
    "broken": ("major-05", lambda bar: f"1 g {bar.center[0] - 3.6} {bar.y} 7.2 {bar.height} re f"),
    "whole": ("major-10", lambda bar: f"0 g {bar.center[0] - 3.6} {bar.y} 7.2 {bar.height} re f"),
}


@pytest.mark.parametrize("words", BARS)
def test_an_odd_card_with_a_broken_bar_and_an_even_one_with_a_whole_are_found(tmp_path, words):
    """The title bar is the card's line: unbroken when its number is odd, broken when even (youscout §2.4)."""
    card, spoil = BARS[words]
    file = built(tmp_path, "youscout", only=("deck",), cards=(card,))
    kit = find_kit("youscout", ())
    (bar,) = [each.box for each in kit.faces[kit.card(card).face, "tarot"] if isinstance(each, TitleBarBlock)]
    manifest = json.loads((file.parent / "manifest.json").read_text(encoding="utf-8"))
    front = manifest["files"][file.name]["placements"][0]
    assert codes(checked(file, "youscout").findings) == set()
    with pikepdf.open(file) as pdf:
        drawn(spoil(bar.moved(*front["trim_mm"][:2])))(pdf)
        pdf.save(tmp_path / "x.pdf")
    found = [each for each in checked(tmp_path / "x.pdf", "youscout").findings if each.severity == ERROR]
    assert {each.card for each in found} == {card}
    assert {each.subject for each in found} <= {"front", "head"}


def test_some_cards_alone_are_found_to_be_some(tmp_path):
    """Print services that sell no cards of this size are no way to have built it."""
    file = built(tmp_path, only=("deck",), paper="card", cards=("devil-1", "sun-*"))
    found = {each.code for each in checked(file).findings}
    assert "card-missing" in found
    assert "check-failed" not in found
