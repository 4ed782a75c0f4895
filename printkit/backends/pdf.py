"""Sheets to PDF: each face stored once, what the file says it is, its tags, links, bookmarks and attachments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDestinationXYZ,
    PDFDictionary,
    PDFName,
    PDFObjectReference,
    PDFString,
)

from printkit.backends.pdf_canvas import SceneCanvas
from printkit.backends.pdf_document import DATE, Facts, box, inner_box, stream_of, text
from printkit.backends.pdf_info import DocumentInfo
from printkit.backends.press import Press, xmp_packet
from printkit.errors import InputError
from printkit.geometry import IDENTITY, PT_PER_MM, Rect, Size
from printkit.scene.inks import Colours
from printkit.scene.model import Scene
from printkit.sheets.model import FaceKey, Sheet, SheetLink, Tag

__all__ = ["DocumentInfo", "Reading", "write_pdf"]


# ── how a PDF is read and moved about in ─────────────────────────────────────────────────────────────────────────────

Step = tuple[str, int]
# The role of ruby.
READING = "RT"
# Links are numbered from here in the tree of parents, above all pages.
FIRST_LINK = 1_000_000


class Reading:
    """Collects what pages say of themselves; a file without tags, links and bookmarks gets nothing of it."""

    def __init__(self, canvas: SceneCanvas, language: str = "") -> None:
        self._canvas = canvas
        self._language = language
        self._document = canvas.document
        self._tree = PDFDictionary({"Type": "/StructTreeRoot"})
        self._elements: dict[tuple[Step, ...], PDFDictionary] = {}
        self._words: dict[tuple[Step, ...], str] = {}
        # The elements of each page's marked contents, in their order.
        self._pages: dict[str, list[PDFObjectReference]] = {}
        self._links: list[PDFObjectReference] = []
        self._anchors: dict[str, tuple[PDFObjectReference, float]] = {}
        self._wanted: set[str] = set()

    def draw(self, sheet: Sheet) -> None:
        """Draws the marks of a sheet, each run of them marked as what it is."""
        at = 0
        for tag in (*sheet.tags, Tag((), len(sheet.marks))):
            marks = sheet.marks[at : at + tag.marks]
            at += tag.marks
            if tag.path and not marks:
                # A cell of a table is there without content too.
                self._stated(tag)
            elif marks:
                opening = self._opening(tag)
                for literal in opening:
                    self._canvas.addLiteral(literal)
                self._canvas.draw(marks)
                for _ in opening:
                    self._canvas.addLiteral("EMC")

    def _opening(self, tag: Tag) -> tuple[str, ...]:
        """The operators that begin the marks of a tag."""
        if not tag.path:
            return ("/Artifact BMC",)
        role = tag.path[-1][0]
        opening = f"/{role} <</MCID {self._content(self._stated(tag))}>> BDC"
        # A reading tears apart the line it stands above where text is copied or searched: so it is empty there, and
        # the tree has the words.
        return (opening, "/Span <</ActualText ()>> BDC") if role == READING else (opening,)

    def _stated(self, tag: Tag) -> PDFDictionary:
        """The element at the tag's path, which says the tag's words."""
        if not self._elements:
            self._document.refer(self._tree)
            self._elements[()] = self._element("Document", self._tree)
            if self._language:
                self._elements[()]["Lang"] = text(self._language)
        path = tuple(tag.path)
        for depth in range(1, len(path) + 1):
            if path[:depth] not in self._elements:
                above = self._elements[path[: depth - 1]]
                self._elements[path[:depth]] = self._element(path[depth - 1][0], above)
        element = self._elements[path]
        # A picture in several pieces says all of them.
        if tag.words != self._words.get(path, ""):
            self._words[path] = " ".join(filter(None, (self._words.get(path), tag.words)))
            element["ActualText" if path[-1][0] == READING else "Alt"] = text(self._words[path])
        if tag.language not in ("", self._language):
            element["Lang"] = text(tag.language)
        return element

    def _content(self, element: PDFDictionary) -> int:
        """The number of the next marked content on this page, which belongs to that element."""
        contents = self._pages.setdefault(self._document.thisPageName(), [])
        contents.append(self._document.refer(element))
        number = len(contents) - 1
        piece = {"Type": "/MCR", "Pg": self._document.thisPageRef(), "MCID": number}
        element["K"].sequence.append(PDFDictionary(piece))
        return number

    def _element(self, role: str, above: PDFDictionary) -> PDFDictionary:
        """A new element of the tree, the last below that one so far."""
        parent = self._document.refer(above)
        element = PDFDictionary({"Type": "/StructElem", "S": PDFName(role), "P": parent, "K": PDFArray([])})
        if role == "TH":
            # Tables have one row of headings, at their head.
            element["A"] = PDFDictionary({"O": "/Table", "Scope": "/Column"})
        if "K" not in above:
            above["K"] = PDFArray([])
        above["K"].sequence.append(self._document.refer(element))
        return element

    def page(self, sheet: Sheet) -> dict[str, Any]:
        """What the page's own dictionary says: its place in the tree and its links."""
        entries: dict[str, Any] = {}
        height = sheet.paper.height
        if self._document.thisPageName() in self._pages:
            entries = {"StructParents": len(self._pages) - 1, "Tabs": "/S"}
        for anchor in sheet.anchors:
            if anchor.name in self._anchors:
                raise InputError(f"the anchor {anchor.name!r} is there twice")
            top = round((height - anchor.y) * PT_PER_MM, 2)
            self._anchors[anchor.name] = (self._document.thisPageRef(), top)
        if sheet.links:
            entries["Annots"] = [self._link(link, height) for link in sheet.links]
        return entries

    def _link(self, link: SheetLink, height: float) -> PDFObjectReference:
        """The link, and in the tree the element that is a link itself, else one of its own below that one."""
        area, target = link.box, link.target
        left, right = area.x * PT_PER_MM, area.right * PT_PER_MM
        bottom, top = (height - area.bottom) * PT_PER_MM, (height - area.y) * PT_PER_MM
        entries = {
            "Type": "/Annot",
            "Subtype": "/Link",
            "Rect": PDFArray(box(left, bottom, right, top)),
            "Border": PDFArray([0, 0, 0]),
            "F": 4,
            "Contents": text(link.words or target.removeprefix("#")),
        }
        if target.startswith("#"):
            self._wanted.add(target[1:])
            entries["Dest"] = text(target[1:])
        else:
            entries["A"] = PDFDictionary({"S": "/URI", "URI": text(target)})
        above = self._elements.get(tuple(link.path)) if link.path else None
        if above is None:
            return self._document.put(PDFDictionary(entries))
        entries["StructParent"] = FIRST_LINK + len(self._links)
        note = self._document.put(PDFDictionary(entries))
        element = above if link.path[-1][0] == "Link" else self._element("Link", above)
        piece = {"Type": "/OBJR", "Pg": self._document.thisPageRef(), "Obj": note}
        element["K"].sequence.append(PDFDictionary(piece))
        self._links.append(self._document.refer(element))
        return note

    @property
    def tagged(self) -> bool:
        """Whether anything on the pages says what it is."""
        return bool(self._elements)

    def finish(
        self, outline: Sequence[tuple[int, str, str]], files: Sequence[tuple[str, bytes]] = ()
    ) -> None:
        """Writes all of it into the catalog, attached files too; a link or bookmark to nowhere is an InputError."""
        for anchor in sorted({*self._wanted, *(mark[2] for mark in outline)} - set(self._anchors)):
            raise InputError(f"nothing is called {anchor!r}, where a link leads")
        canvas = self._canvas
        if self._elements:
            canvas.setCatalogEntry("MarkInfo", {"Marked": "true"})
            self._tree["ParentTree"] = PDFDictionary({"Nums": PDFArray(self._parents())})
            self._tree["ParentTreeNextKey"] = FIRST_LINK + len(self._links)
            canvas.setCatalogEntry("StructTreeRoot", self._tree)
        trees: dict[str, list[tuple[str, Any]]] = {
            "Dests": [
                (name, PDFDestinationXYZ(page, "null", top, "null"))
                for name, (page, top) in self._anchors.items()
            ],
            "EmbeddedFiles": [(name, self._put_file(name, data)) for name, data in files],
        }
        named = {
            key: PDFDictionary({"Names": _name_tree(entries)}) for key, entries in trees.items() if entries
        }
        if named:
            canvas.setCatalogEntry("Names", named)
        self._bookmarks(outline)

    def _parents(self) -> list[Any]:
        numbers: list[Any] = []
        for index, contents in enumerate(self._pages.values()):
            numbers += [index, PDFArray(contents)]
        for index, element in enumerate(self._links, FIRST_LINK):
            numbers += [index, element]
        return numbers

    def _put_file(self, file: str, data: bytes) -> PDFObjectReference:
        """A text file inside the PDF, and what describes it."""
        facts = {
            "Type": "/EmbeddedFile",
            "Subtype": "/text#2Fplain",
            "Params": PDFDictionary({"Size": len(data)}),
        }
        stored = self._document.put(stream_of(facts, data))
        entries = {"Type": "/Filespec", "F": text(file), "UF": text(file)}
        return self._document.put(PDFDictionary(entries | {"EF": PDFDictionary({"F": stored, "UF": stored})}))

    def _bookmarks(self, outline: Sequence[tuple[int, str, str]]) -> None:
        """The bookmarks, of which only the first level lies open; levels that nothing stands on are left out."""
        if outline:
            self._canvas.showOutline()
        above: list[int] = []
        for number, (level, words, anchor) in enumerate(outline):
            while above and above[-1] >= level:
                above.pop()
            # Named by its number, because two bookmarks may lead to one place.
            page, top = self._anchors[anchor]
            self._canvas.bookmarkPage(str(number), "XYZ", top=top).setPage(page)
            self._canvas.addOutlineEntry(text(words), str(number), len(above), closed=True)
            above.append(level)


def _name_tree(entries: Iterable[tuple[str, Any]]) -> PDFArray:
    names: list[PDFString | Any] = []
    for name, value in sorted(entries, key=lambda entry: entry[0]):
        names += [text(name), value]
    return PDFArray(names)


# ── sheets to PDF ────────────────────────────────────────────────────────────────────────────────────────────────────

# Print settings came with 1.7; the oldest press standard allows 1.3, which has all we draw.
_VERSIONS: dict[Colours, tuple[int, int]] = {"srgb": (1, 7), "cmyk": (1, 3), "grey": (1, 7)}
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", None: "Simplex"}


def write_pdf(
    stream: BinaryIO,
    pages: Iterable[Sheet],
    faces: Callable[[FaceKey], Scene],
    info: DocumentInfo,
    colours: Colours = "srgb",
    press: Press | None = None,
) -> dict[FaceKey, str]:
    """Writes one page a sheet, in order; for a press in CMYK, and with what its standard asks for.

    Each face is asked for once and written at once, so `pages` may be endless for all the memory it takes.
    The same pages, faces and information always give the same bytes. Returns what each face looks like: a short text
    that is the same in every file where the same is drawn in the same colours, and nowhere else.
    """
    if press is not None:
        colours = "cmyk"
    canvas = SceneCanvas(stream, press.standard.version if press else _VERSIONS[colours], colours, press)
    reading = Reading(canvas, info.language)
    for sheet in pages:
        _draw_page(canvas, sheet, faces, reading)
    canvas.fonts.put_all(descriptor_first=press is not None)
    facts = {
        "Title": info.title,
        "Author": info.author,
        "Subject": info.subject,
        "Creator": info.creator,
        "Producer": "printkit",
    }
    if press is None:
        _set_viewer(canvas, info)
        reading.finish(info.outline, info.files)
        if reading.tagged:
            name = canvas.document.fingerprint
            packet = xmp_packet(None, facts, DATE, name, info.language, accessible=info.accessible)
            _put_packet(canvas, packet)
    else:
        facts |= dict(press.standard.identity)
        _set_press(canvas, press, facts)
    canvas.document.info = Facts(facts, press.date if press and press.date else DATE)
    canvas.save()
    return canvas.looks


def _set_viewer(canvas: SceneCanvas, info: DocumentInfo) -> None:
    """The language, what the printer is asked for, and the layers a viewer can hide: all shown at first."""
    canvas.setCatalogEntry("Lang", text(info.language))
    wishes = {"PrintScaling": "None", "Duplex": _DUPLEX[info.duplex], "DisplayDocTitle": "true"}
    for wish, value in wishes.items():
        canvas.setViewerPreference(wish, value)
    if canvas.layers:
        layers = PDFArray(canvas.layers.values())
        usual = PDFDictionary({"Name": text("printkit"), "Order": layers, "ON": layers})
        canvas.setCatalogEntry("OCProperties", {"OCGs": layers, "D": usual})


def _set_press(canvas: SceneCanvas, press: Press, facts: dict[str, str]) -> None:
    """What a press standard asks for: what is printed on, and the packet of facts."""
    document = canvas.document
    intent: dict[str, Any] = {"Type": "/OutputIntent", "S": "/GTS_PDFX"}
    intent |= {key: text(words) for key, words in press.intent.items()}
    if press.profile is not None:
        intent["DestOutputProfile"] = document.put(stream_of({"N": 4}, press.profile.data))
    canvas.setCatalogEntry("OutputIntents", [document.put(PDFDictionary(intent))])
    _put_packet(canvas, xmp_packet(press.standard, facts, press.date or DATE, document.fingerprint))


def _put_packet(canvas: SceneCanvas, data: bytes) -> None:
    packet = stream_of({"Type": "/Metadata", "Subtype": "/XML"}, data)
    # Not packed: programs look for it in the bytes of the file.
    canvas.setCatalogEntry("Metadata", canvas.document.put(packet, packed=False))


def _draw_page(
    canvas: SceneCanvas, sheet: Sheet, faces: Callable[[FaceKey], Scene], reading: Reading
) -> None:
    paper = sheet.paper
    canvas.turn_up(paper)
    if sheet.correction != IDENTITY:
        canvas.map(sheet.correction)
    for placement in sheet.placements:
        canvas.saveState()
        canvas.clip(placement.window)
        if placement.shape is not None:
            canvas.clip_to(placement.shape)
        canvas.map(placement.transform)
        canvas.face(placement.face, faces)
        canvas.restoreState()
    entries: dict[str, Any] = {}
    # Presses print; what helps people to read is left out there.
    if canvas.press is None:
        if sheet.tags:
            reading.draw(sheet)
        else:
            canvas.draw(sheet.marks)
        entries |= reading.page(sheet)
    else:
        canvas.draw(canvas.opaque(sheet.marks))
    trim, bleed = sheet.trim_box, sheet.bleed_box
    if trim is None and canvas.press is not None:
        # Every page for a press has a trim: it is the paper, where nothing else is to be cut.
        trim, bleed = sheet.press_boxes or (Rect(0.0, 0.0, *paper), None)
    canvas.setTrimBox(_page_box(trim, paper))
    canvas.setBleedBox(_page_box(bleed, paper))
    canvas.end_page(paper, entries)


def _page_box(rect: Rect | None, paper: Size) -> list[str] | None:
    """A box in points, y up, rounded inwards: checkers refuse a ten-thousandth of a point too much."""
    if rect is None:
        return None
    left, right = (min(max(x, 0.0), paper.width) * PT_PER_MM for x in (rect.x, rect.right))
    bottom, top = (min(max(paper.height - y, 0.0), paper.height) * PT_PER_MM for y in (rect.bottom, rect.y))
    return inner_box(left, bottom, right, top)
