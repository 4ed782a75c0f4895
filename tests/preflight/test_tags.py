"""The rows of PDF/UA-1: a file of ours passes, and every way to spoil it is found by the row that says so."""

from __future__ import annotations

from dataclasses import replace

import pikepdf
import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.books.book import BookLook, Picture, compose_book
from printkit.compose.text.languages import Foreign
from printkit.geometry import Size
from printkit.inspect.pages import open_pdf, open_structure
from printkit.jobs.build.bound_book import BoundBook, is_accessible, reading_sheets
from printkit.kit.markdown import parse_markdown
from printkit.preflight.model import ERROR, NOTE
from printkit.preflight.structure.facts import PdfFacts
from printkit.preflight.structure.tags import ROWS, structure_is_sound
from printkit.scene.inks import BLACK
from printkit.scene.model import Path as Line
from printkit.scene.shapes import segment

PAGE = Size(120.0, 160.0)
TEXT = """# 盤 {#board}

{卦|か}の上で駒を歩かせます。[卦の表](#4.1)も Linked ships も見ます。

## 表

4.1. 六つあります。

- 一つ目
- 二つ目

| 卦 | 数 |
|---|---|
| 乾 | 1 |
| 坤 |  |

![盤の絵](board)
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A file that has one of everything."""
    look = BookLook(
        PAGE, "ja", "zen-kaku-gothic-new-bold", foreign=Foreign("ja", (("Linked ships", "en"),), True)
    )
    drawn = Picture(20.0, 10.0, (Line(segment(0.0, 0.0, 20.0, 10.0), stroke=BLACK, width=0.5),))
    book = compose_book(
        parse_markdown(TEXT, "text"), look, ["盤"], "目次", None, lambda name, width: (drawn,)
    )
    assert is_accessible(book)
    path = tmp_path_factory.mktemp("tags") / "sound.pdf"
    info = DocumentInfo("盤", accessible=True, files=(("game.txt", b"a line\n"),))
    with path.open("wb") as stream:
        write_pdf(stream, reading_sheets(BoundBook("booklet", "ja", book, 0.1), PAGE), {}.__getitem__, info)
    return path


def failed(path):
    with open_structure(path) as structure, open_pdf(path) as pdf:
        return list(structure_is_sound(PdfFacts(path, path.name, structure, pdf)))


def element(file, role):
    """The first element of that role."""
    waiting = [file.Root.StructTreeRoot.K[0]]
    while waiting:
        found = waiting.pop(0)
        if found.get("/S") == role:
            return found
        waiting += [kid for kid in found.get("/K", ()) if "/S" in kid]
    raise LookupError(role)


def content(file, old, new):
    """Changes the first page that has these operators."""
    for page in file.pages:
        words = page.Contents.read_bytes()
        if old in words:
            page.Contents = file.make_stream(words.replace(old, new, 1))
            return
    raise LookupError(old)


def put(role, key, value):
    return lambda file: element(file, role).__setitem__(key, value)


def drop(role, key):
    return lambda file: element(file, role).__delitem__(key)


def called(role, other):
    return put(role, "/S", pikepdf.Name(other))


def of_root(spoil):
    return lambda file: spoil(file.Root)


def of_link(spoil):
    return lambda file: spoil(next(note for page in file.pages for note in page.get("/Annots", ())))


def put_root(file, key, value):
    file.Root.StructTreeRoot[f"/{key}"] = value


def swap_ruby(file):
    ruby = element(file, "/Ruby")
    ruby.K = pikepdf.Array([ruby.K[1], ruby.K[0]])


def spare_content(file):
    paragraph = element(file, "/P")
    paragraph.K.append(pikepdf.Dictionary(Type=pikepdf.Name("/MCR"), Pg=file.pages[0].obj, MCID=99))


def map_role(file):
    file.Root.StructTreeRoot.RoleMap = pikepdf.Dictionary(
        {"/Chapter": pikepdf.Name("/Sect"), "/P": pikepdf.Name("/Div")}
    )


def circle(file):
    file.Root.StructTreeRoot.RoleMap = pikepdf.Dictionary(
        {"/P": pikepdf.Name("/Q"), "/Q": pikepdf.Name("/P")}
    )


def endless(file):
    paragraph = element(file, "/P")
    paragraph.K.append(file.Root.StructTreeRoot.K[0])


def mute_fonts(file):
    for found in file.objects:
        if isinstance(found, pikepdf.Dictionary) and "/ToUnicode" in found:
            del found["/ToUnicode"]


def nameless_file(file):
    for found in file.objects:
        if isinstance(found, pikepdf.Dictionary) and "/EF" in found:
            del found["/UF"]


def no_parents(file):
    file.Root.StructTreeRoot.ParentTree.Nums[1] = pikepdf.Array([])


def no_title(file):
    words = file.Root.Metadata.read_bytes()
    file.Root.Metadata.write(
        words[: words.index(b"   <dc:title>")] + words[words.index(b"</dc:title>\n") + 12 :]
    )


SPOILT = [
    ("7.1", of_root(lambda root: root.MarkInfo.__setitem__("/Marked", False))),
    ("7.1", of_root(lambda root: root.MarkInfo.__setitem__("/Suspects", True))),
    ("7.1", of_root(lambda root: root.__delitem__("/StructTreeRoot"))),
    ("7.1", no_title),
    ("7.1", of_root(lambda root: root.ViewerPreferences.__delitem__("/DisplayDocTitle"))),
    ("7.1", lambda file: content(file, b"/Artifact BMC", b"/Span BMC")),
    (
        "7.1",
        lambda file: content(
            file, b"/Artifact BMC", b"/P <</MCID 0>> BDC /Artifact BMC EMC EMC /Artifact BMC"
        ),
    ),
    ("7.1", lambda file: content(file, b"/Artifact BMC", b"/Artifact BMC /P <</MCID 0>> BDC EMC")),
    ("7.1", lambda file: content(file, b"<</MCID 0>>", b"<</MCID 98>>")),
    ("7.1", no_parents),
    ("7.1", lambda file: file.pages[1].__setitem__("/StructParents", pikepdf.Name.Foo)),
    ("7.1", lambda file: put_root(file, "ParentTree", pikepdf.Dictionary(Nums=[pikepdf.Name.A, 1, 2]))),
    ("7.1", lambda file: content(file, b"<</MCID 0>>", b"<</MCID /A>>")),
    ("7.18.5", of_link(lambda link: link.__setitem__("/StructParent", pikepdf.String("x")))),
    ("7.1", spare_content),
    ("7.1", called("/P", "/Chapter")),
    ("7.1", map_role),
    ("", circle),
    ("", endless),
    ("7.2", of_root(lambda root: root.__delitem__("/Lang"))),
    ("7.2", put("/Span", "/Lang", "e n")),
    ("7.2", called("/TR", "/P")),
    ("7.2", called("/LBody", "/P")),
    ("7.2", called("/LI", "/P")),
    ("7.2", called("/TOCI", "/P")),
    ("7.2", called("/RT", "/Span")),
    ("7.2", swap_ruby),
    ("7.3", drop("/Figure", "/Alt")),
    ("7.3", put("/Figure", "/Alt", "  ")),
    ("7.4", called("/H2", "/H3")),
    ("7.4", called("/H2", "/H")),
    ("7.5", drop("/TH", "/A")),
    ("7.5", lambda file: element(file, "/TR").K.__delitem__(0)),
    ("7.9", called("/P", "/Note")),
    (
        "7.10",
        of_root(lambda root: root.__setitem__("/OCProperties", pikepdf.Dictionary(D=pikepdf.Dictionary()))),
    ),
    ("7.11", nameless_file),
    ("7.18.3", lambda file: [page.__delitem__("/Tabs") for page in file.pages]),
    ("7.18.5", of_link(lambda link: link.__delitem__("/Contents"))),
    ("7.18.5", of_link(lambda link: link.__delitem__("/StructParent"))),
    ("7.18.5", called("/Link", "/Span")),
    ("7.21.7", mute_fonts),
]


def test_what_we_write_passes_every_row(sound):
    assert failed(sound) == []


@pytest.mark.parametrize(("clause", "spoil"), SPOILT)
def test_every_way_to_spoil_it_is_found(sound, tmp_path, clause, spoil):
    path = tmp_path / "spoilt.pdf"
    with pikepdf.open(sound) as file:
        spoil(file)
        file.save(path)
    found = failed(path)
    assert any(each.subject == f"PDF/UA-1 {clause}".strip() or not clause for each in found), found
    assert {each.severity for each in found} == {ERROR}


def test_every_row_but_the_lock_is_spoilt():
    elsewhere = {"5", "7.15", "7.18.1", "7.20", "7.21.3", "7.21.4", "7.21.6"}
    assert {row.clause for row in ROWS} - {clause for clause, _ in SPOILT} == {"7.16"} | elsewhere


def test_a_file_that_claims_nothing_has_notes(sound, tmp_path):
    path = tmp_path / "spoilt.pdf"
    with pikepdf.open(sound) as file:
        del element(file, "/Figure")["/Alt"]
        file.Root.Metadata.write(
            file.Root.Metadata.read_bytes().replace(b"<pdfuaid:part>1", b"<pdfuaid:part>")
        )
        file.save(path)
    (finding,) = failed(path)
    assert (finding.severity, finding.page) == (NOTE, 2)
    assert replace(finding, severity=ERROR).text.endswith(
        "PDF/UA-1 7.3: a picture says nothing: found Figure without words"
    )
