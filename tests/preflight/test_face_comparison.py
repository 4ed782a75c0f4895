"""Cards beside their faces as they should be: small figures are themselves and no others, however they lie."""

from __future__ import annotations

import re
import subprocess
from functools import partial

import pikepdf
import pytest

from printkit.inspect.pages import open_pdf
from printkit.jobs.check.compare import proof_file
from printkit.jobs.check.painted_faces import paint_faces
from printkit.preflight.face_comparison import compare_faces
from printkit.preflight.proof_pdf import proof_pdf
from tests.preflight.decks import shows

RULES = "rule-lower"


def looks(path, books):
    """What is seen alone, whatever the letters of the file say."""
    report = proof_pdf(path, books)
    with open_pdf(path) as pdf:
        return compare_faces(pdf, path.name, report.found, partial(paint_faces, books[0]))[1]


def by_poppler(path):
    target = path.with_name("rewritten.pdf")
    subprocess.run(["pdftocairo", "-pdf", path, target], check=True, capture_output=True)
    return target


def codes_of(font):
    """Letter to code, by the font's table for text extraction."""
    pairs = re.findall(r"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>\s", font.ToUnicode.read_bytes().decode("ascii"))
    return {bytes.fromhex(text).decode("utf-16-be"): bytes.fromhex(code) for code, text in pairs}


def exchange(damage, old, new):
    """The first `old` of the rule card, set small among its words, is another figure."""
    fonts = {str(name): codes_of(font) for name, font in damage.form(RULES).Resources.Font.items()}

    def change(operators):
        for index in shows(operators):
            name = next(str(each[0]) for each, word in reversed(operators[:index]) if word == "Tf")
            codes, (operands, operator) = fonts[name], operators[index]
            if old not in codes or new not in codes:
                continue
            parts = operands[0] if operator == "TJ" else operands
            for at, part in enumerate(parts):
                data = bytes(part) if isinstance(part, pikepdf.String) else b""
                letters = [data[start : start + 2] for start in range(0, len(data), 2)]
                if codes[old] in letters:
                    letters[letters.index(codes[old])] = codes[new]
                    parts[at] = pikepdf.String(b"".join(letters))
                    return
        raise AssertionError(f"no {old} to exchange")

    damage.edit(RULES, change)


@pytest.mark.parametrize("rewritten", [False, True], ids=["as edited", "rewritten"])
@pytest.mark.parametrize(("old", "new"), [("5", "6"), ("3", "8"), ("1", "7"), ("4", "1"), ("2", "3")])
def test_a_small_figure_is_itself_and_no_other(damage, books, old, new, rewritten):
    exchange(damage, old, new)
    path = damage.save()
    found = looks(by_poppler(path) if rewritten else path, books)
    assert {each.card for each in found} == {RULES}


def test_a_bar_makes_another_figure(damage, books):
    """Also a light one beside light figures, such as a card's number in its bar."""
    damage.draw_on_page("1 1 1 rg 110.6 39 0.5 3 re f")
    assert {(each.code, each.card) for each in looks(damage.save(), books)} == {("ink-missing", "major-16")}


TURNED = {
    "moved on larger paper": (1.0, 0.0),
    "two to a sheet": (0.7071, 0.0),
    "turned by a degree": (0.99985, 0.01745),
    "turned by less": (0.99999, -0.00436),
    "lying on its side": (0.0, 1.0),
}


@pytest.mark.parametrize("name", TURNED)
def test_cards_are_compared_wherever_they_lie(few, books, tmp_path, name):
    """Somebody else laid the cards out: they are compared, and what was done to one is found."""
    cosine, sine = TURNED[name]
    for spoilt in (False, True):
        with pikepdf.open(few) as pdf, pikepdf.new() as other:
            page = pdf.pages[0]
            if spoilt:
                page.contents_add(pdf.make_stream(b"q\n"), prepend=True)
                page.contents_add(pdf.make_stream(b"\nQ q 0.9 0.8 0.2 rg 350 600 12 12 re f Q\n"))
            form = other.copy_foreign(page.as_form_xobject())
            other.add_blank_page(page_size=(2600, 2600))
            place = f"{cosine} {sine} {-sine} {cosine} 1211.3 307.7 cm"
            sheet = other.pages[0]
            sheet.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary({"/P": form}))
            sheet.Contents = other.make_stream(f"q {place} /P Do Q".encode())
            other.save(tmp_path / "x.pdf")
        report = proof_file(tmp_path / "x.pdf", books)
        assert report.faces == 6
        seen = [each for each in report.findings if each.code.startswith("ink-")]
        assert len({each.card for each in seen}) == spoilt, seen
