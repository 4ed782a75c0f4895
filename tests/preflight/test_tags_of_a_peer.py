"""The rows on tagged files agree with the small files of a peer's corpus, see tests/data/pdfua."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from printkit.inspect.pages import open_pdf, open_structure
from printkit.preflight.model import ERROR, NOTE
from printkit.preflight.structure.facts import PdfFacts
from printkit.preflight.structure.tags import structure_is_sound

FOLDER = Path(__file__).parents[1] / "data" / "pdfua"
FILES = sorted(path.name for path in FOLDER.glob("*.pdf"))
# A file that does not claim to be PDF/UA-1 is held to no row; what content draws is not looked up in fonts.
NOT_SEEN = {"5-t01-fail-a.pdf", "7.20-t02-fail-a.pdf", "7.21.8-t01-fail-a.pdf"}


def told(path):
    with open_structure(path) as structure, open_pdf(path) as pdf:
        return list(structure_is_sound(PdfFacts(path, path.name, structure, pdf)))


@pytest.mark.parametrize("file", FILES)
def test_the_rows_agree_with_the_corpus(file):
    found = [each for each in told(FOLDER / file) if each.severity == ERROR]
    assert bool(found) == ("-fail-" in file and file not in NOT_SEEN)


def test_there_are_both_kinds_of_files():
    assert sum("-fail-" in file for file in FILES) > 10 < sum("-pass-" in file for file in FILES)


def tagged(path, *, pages=2):
    """A file with a heading on its second page, a paragraph before and one after it, and a picture."""
    pdf = pikepdf.new()
    tree = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot))
    contents = {0: ["P"], 1: ["H1", "P"]}
    kids = []
    for at in range(pages):
        pdf.add_blank_page()
        page = pdf.pages[-1].obj
        words = [f"/{role} <</MCID {mark}>> BDC 0 0 9 9 re f EMC" for mark, role in enumerate(contents[at])]
        page.Contents = pdf.make_stream("\n".join(words).encode())
        for mark, role in enumerate(contents[at]):
            piece = pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=page, MCID=mark)
            element = pikepdf.Dictionary(S=pikepdf.Name(f"/{role}"), P=tree, K=pikepdf.Array([piece]))
            kids.append(pdf.make_indirect(element))
    tree.K = pikepdf.Array(kids)
    pdf.Root.StructTreeRoot = tree
    return pdf


def subjects(pdf, path):
    pdf.save(path)
    return {each.message: each for each in told(path)}


def test_f9_a_paragraph_that_goes_on_behind_a_heading_takes_what_is_not_its_own(tmp_path):
    message = "an element has what is another's"
    pdf = tagged(tmp_path / "x.pdf")
    assert message not in subjects(pdf, tmp_path / "x.pdf")
    first, _, last = pdf.Root.StructTreeRoot.K
    first.K.append(last.K[0])
    del pdf.Root.StructTreeRoot.K[2]
    assert subjects(pdf, tmp_path / "y.pdf")[message].page == 2


def test_f9_words_instead_of_a_paragraph_hide_its_links(tmp_path):
    message = "an element has what is another's"
    pdf = tagged(tmp_path / "x.pdf")
    paragraph = pdf.Root.StructTreeRoot.K[2]
    paragraph.Alt = "a title"
    assert message not in subjects(pdf, tmp_path / "x.pdf")
    paragraph.K.append(pdf.make_indirect(pikepdf.Dictionary(S=pikepdf.Name.Link, P=paragraph)))
    assert message in subjects(pdf, tmp_path / "y.pdf")


@pytest.mark.parametrize(
    ("words", "pages", "told"), [("short", 1, False), ("x" * 2000, 1, True), ("short", 2, True)]
)
def test_f10_a_picture_of_thousands_of_words_or_on_many_pages_is_text(words, pages, told, tmp_path):
    pdf = tagged(tmp_path / "x.pdf")
    first, _, last = pdf.Root.StructTreeRoot.K
    first.S, first.Alt = pikepdf.Name.Figure, words
    if pages == 2:
        first.K.append(last.K[0])
    found = subjects(pdf, tmp_path / "x.pdf").get("a picture is text: real text is tagged as paragraphs")
    assert (found is not None) == told
    assert found is None or found.severity == NOTE
