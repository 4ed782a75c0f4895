"""Tags, links and bookmarks: what a screen reader finds in the file."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pikepdf
import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.sheets.model import Anchor, Sheet, SheetLink, Tag
from tests.helpers import words

PAPER = Size(60.0, 40.0)
MARKS = (words("Head", 5, 10), words("one", 5, 20), words("deco", 5, 30))
TAGS = (Tag((("H1", 1),), 1), Tag((("L", 2), ("LI", 3), ("LBody", 4)), 1, "spoken"))
OUTLINE = ((1, "Head 頭", "top"), (2, "Below", "4.1"), (1, "Last", "end"))


def written(*sheets, outline=(), accessible=False):
    stream = io.BytesIO()

    def no_face(key):
        raise KeyError(key)

    info = DocumentInfo("t", language="en", outline=outline, accessible=accessible)
    write_pdf(stream, sheets, no_face, info)
    stream.seek(0)
    return pikepdf.open(stream)


def sheet(number, anchors=(), links=(), tags=TAGS):
    return Sheet(number, "front", PAPER, marks=MARKS, tags=tags, links=links, anchors=anchors)


def test_marked_content_and_the_tree_point_at_each_other():
    with written(sheet(1), sheet(2)) as file:
        tree = file.Root.StructTreeRoot
        assert file.Root.MarkInfo.Marked
        document = tree.K[0]
        assert document.S == "/Document"
        head, points = document.K
        assert (head.S, points.S) == ("/H1", "/L")
        # One element on two pages: its pieces are one after the other.
        assert [int(piece.MCID) for piece in head.K] == [0, 0]
        body = points.K[0].K[0]
        assert (body.S, str(body.Alt)) == ("/LBody", "spoken")
        for page, (index, owners) in zip(
            file.pages, zip(*[iter(tree.ParentTree.Nums)] * 2, strict=True), strict=True
        ):
            assert page.StructParents == index
            assert [owner.objgen for owner in owners] == [head.objgen, body.objgen]
            content = page.Contents.read_bytes()
            assert b"/H1 <</MCID 0>> BDC" in content
            assert content.count(b"BDC") + content.count(b"BMC") == content.count(b"EMC") == 3
            assert b"/Artifact BMC" in content


def test_links_and_bookmarks_lead_to_anchors():
    link = SheetLink(Rect(5, 15, 20, 6), "#end")
    outside = SheetLink(Rect(5, 25, 20, 6), "https://example.org/")
    first = sheet(1, (Anchor("top", 5.0), Anchor("4.1", 15.0)), (link, outside))
    with written(first, sheet(2, (Anchor("end", 10.0),)), outline=OUTLINE) as file:
        inner, outer = file.pages[0].Annots
        assert str(inner.Dest) == "end"
        assert str(outer.A.URI) == "https://example.org/"
        assert float(inner.Rect[3]) == pytest.approx((40 - 15) * 72 / 25.4, abs=1e-3)
        names = file.Root.Names.Dests.Names
        places = {str(key): value for key, value in zip(*[iter(names)] * 2, strict=True)}
        assert places["end"][0].objgen == file.pages[1].obj.objgen
        with file.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Head 頭", "Last"]
            assert [item.title for item in outline.root[0].children] == ["Below"]


@pytest.mark.parametrize(
    ("levels", "depths"),
    [((1, 2, 3), (0, 1, 2)), ((2, 3, 2), (0, 1, 0)), ((3, 1, 2), (0, 0, 1)), ((1, 3, 2, 1), (0, 1, 1, 0))],
)
def test_bookmarks_may_begin_low_and_skip_levels(levels, depths):
    """Two of them may lead to one place and still have names of their own, soft hyphens too."""
    outline = tuple((level, f"Mark\xad {index}", "top") for index, level in enumerate(levels))
    found = []

    def walk(items, depth):
        for item in items:
            found.append((depth, item.title))
            walk(item.children, depth + 1)

    with written(sheet(1, (Anchor("top", 5.0),)), outline=outline) as file:
        with file.open_outline() as marks:
            walk(marks.root, 0)
    assert found == [(depth, f"Mark\xad {index}") for index, depth in enumerate(depths)]


def test_a_file_that_is_carried_is_plain_text():
    stream = io.BytesIO()
    info = DocumentInfo("t", files=(("game 剣.txt", b"line\n"),))
    write_pdf(stream, [sheet(1)], {}.__getitem__, info)
    with pikepdf.open(stream) as file:
        (carried,) = file.attachments.values()
        assert carried.filename == "game 剣.txt"
        assert (carried.get_file().mime_type, carried.get_file().read_bytes()) == ("text/plain", b"line\n")


def test_a_link_to_nowhere_is_refused():
    with pytest.raises(InputError, match="nothing is called 'lost'"):
        written(sheet(1, links=(SheetLink(Rect(0, 0, 5, 5), "#lost"),)))


def test_a_file_without_tags_says_nothing_of_them():
    with written(sheet(1, tags=())) as file:
        assert not {"/StructTreeRoot", "/MarkInfo", "/Outlines", "/Names"} & set(file.Root.keys())
        assert b"BDC" not in file.pages[0].Contents.read_bytes()


def test_a_link_is_described_in_words_and_holds_its_text():
    tags = (Tag((("TOC", 1), ("TOCI", 2), ("Link", 3)), 1), Tag((("P", 4),), 1))
    links = (
        SheetLink(Rect(5, 5, 20, 6), "#top", tags[0].path, "Head, 5"),
        SheetLink(Rect(5, 15, 20, 6), "#top", tags[1].path, "one"),
    )
    with written(sheet(1, (Anchor("top", 5.0),), links, tags)) as file:
        first, second = file.pages[0].Annots
        assert (str(first.Contents), str(second.Contents)) == ("Head, 5", "one")
        contents, text = file.Root.StructTreeRoot.K[0].K
        link = contents.K[0].K[0]
        assert (link.S, [str(piece.Type) for piece in link.K]) == ("/Link", ["/MCR", "/OBJR"])
        assert [str(piece.get("/Type", piece.get("/S"))) for piece in text.K] == ["/MCR", "/StructElem"]


def test_ruby_is_a_word_and_its_reading():
    """The tree says both, one after the other; who copies or searches the line has it in one piece."""
    ruby = (("P", 1), ("Ruby", 2))
    tags = (Tag((*ruby, ("RB", 3)), 1), Tag((*ruby, ("RT", 4)), 1, "かな"), Tag((("P", 1),), 1))
    with written(sheet(1, tags=tags)) as file:
        (paragraph,) = file.Root.StructTreeRoot.K[0].K
        pair, rest = paragraph.K
        base, reading = pair.K
        assert [each.S for each in (pair, base, reading)] == ["/Ruby", "/RB", "/RT"]
        assert [int(each.MCID) for each in (base.K[0], reading.K[0], rest)] == [0, 1, 2]
        assert (str(reading.ActualText), "/Alt" in reading) == ("かな", False)
        content = file.pages[0].Contents.read_bytes()
        assert b"/RT <</MCID 1>> BDC\n/Span <</ActualText ()>> BDC" in content
        assert content.count(b"BDC") + content.count(b"BMC") == content.count(b"EMC") == 4


def test_words_of_another_language_say_so():
    tags = (
        Tag((("P", 1),), 1, language="en"),
        Tag((("P", 1), ("Span", 2)), 1, language="ja"),
        Tag((("P", 3),), 1),
    )
    with written(sheet(1, tags=tags)) as file:
        first, last = file.Root.StructTreeRoot.K[0].K
        assert str(first.K[1].Lang) == "ja"
        assert "/Lang" not in first
        assert "/Lang" not in last


def test_a_cell_without_content_is_there():
    row = (("Table", 1), ("TR", 2))
    tags = (Tag((*row, ("TD", 3)), 1), Tag((*row, ("TD", 4)), 0), Tag((*row, ("TD", 5)), 1))
    with written(sheet(1, tags=tags)) as file:
        cells = file.Root.StructTreeRoot.K[0].K[0].K[0].K
        assert [len(cell.get("/K", [])) for cell in cells] == [1, 0, 1]


def test_headings_of_tables_have_a_scope_and_the_document_a_language():
    tags = (Tag((("Table", 1), ("TR", 2), ("TH", 3)), 1), Tag((("Table", 1), ("TR", 4), ("TD", 5)), 1))
    with written(sheet(1, tags=tags)) as file:
        document = file.Root.StructTreeRoot.K[0]
        head, body = document.K[0].K
        assert str(document.Lang) == "en"
        assert str(head.K[0].A.Scope) == "/Column"
        assert "/A" not in body.K[0]


@pytest.mark.parametrize("accessible", [True, False])
def test_a_tagged_file_has_a_packet_of_facts_that_claims_what_is_stated(accessible):
    with written(sheet(1), accessible=accessible) as file:
        packet = file.Root.Metadata.read_bytes().decode()
    assert "<dc:language><rdf:Bag><rdf:li>en</rdf:li>" in packet
    assert "pdfxid:" not in packet
    part = ElementTree.fromstring(packet).find(".//{http://www.aiim.org/pdfua/ns/id/}part")
    assert (part is not None and part.text) == ("1" if accessible else False)
