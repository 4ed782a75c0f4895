"""How a PDF is read and moved about in: tags, links, anchors and bookmarks come in, their objects go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from printkit.backends.pdf_document import (
    PdfDocument,
    Reference,
    array,
    box,
    compressed,
    dictionary,
    name,
    text,
)
from printkit.errors import InputError
from printkit.geometry import PT_PER_MM
from printkit.sheets.model import Sheet, SheetLink

__all__ = ["Reading"]

Step = tuple[str, int]
# Links are numbered from here in the tree of parents, above all pages.
FIRST_LINK = 1_000_000


class _Object(NamedTuple):
    """An object of a page that is no content: a link."""

    page: Reference
    note: Reference


@dataclass(slots=True)
class _Element:
    """One element of the structure tree: its kids are further elements and marked content (page and number)."""

    role: str
    reference: Reference
    parent: Reference
    words: str = ""
    kids: list[Reference | tuple[Reference, int] | _Object] = field(default_factory=list)


@dataclass(slots=True)
class _Mark:
    """One bookmark with those below it."""

    level: int
    words: str
    anchor: str
    reference: Reference
    below: list[_Mark] = field(default_factory=list)

    @property
    def count(self) -> int:
        """All bookmarks below it."""
        return sum(1 + mark.count for mark in self.below)


class Reading:
    """Collects what pages say of themselves; a file without tags, links and bookmarks gets nothing of it."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document
        self._root: _Element | None = None
        self._tree: Reference | None = None
        self._elements: dict[tuple[Step, ...], _Element] = {}
        self._pages: dict[Reference, list[_Element]] = {}
        self._links: list[_Element] = []
        self._anchors: dict[str, tuple[Reference, float]] = {}
        self._wanted: set[str] = set()

    def add(self, path: Sequence[Step], page: Reference, words: str = "") -> int:
        """The number of the next marked content on a page, which belongs to the element at the path's end."""
        if self._root is None or self._tree is None:
            self._tree = self._document.reserve()
            self._root = _Element("Document", self._document.reserve(), self._tree)
        element = self._root
        for depth in range(1, len(path) + 1):
            steps = tuple(path[:depth])
            below = self._elements.get(steps)
            if below is None:
                below = _Element(steps[-1][0], self._document.reserve(), element.reference)
                self._elements[steps] = below
                element.kids.append(below.reference)
            element = below
        # A picture in several pieces says all of them.
        element.words = " ".join(filter(None, (element.words, words))) if words != element.words else words
        contents = self._pages.setdefault(page, [])
        contents.append(element)
        element.kids.append((page, len(contents) - 1))
        return len(contents) - 1

    def page(self, sheet: Sheet, page: Reference) -> dict[str, Any]:
        """What a page's own dictionary says: its place in the tree and its links."""
        entries: dict[str, Any] = {}
        if page in self._pages:
            entries = {"StructParents": list(self._pages).index(page), "Tabs": name("S")}
        height = sheet.paper.height
        for anchor in sheet.anchors:
            if anchor.name in self._anchors:
                raise InputError(f"the anchor {anchor.name!r} is there twice")
            self._anchors[anchor.name] = (page, (height - anchor.y) * PT_PER_MM)
        if sheet.links:
            entries["Annots"] = array([self._annotation(link, page, height) for link in sheet.links])
        return entries

    def _annotation(self, link: SheetLink, page: Reference, height: float) -> Reference:
        """The link, and in the tree an element of its own below the one its words are in."""
        path = tuple(link.path)
        above = self._elements.get(path)
        if above is None:
            return self._link(link.box, link.target, height)
        note = self._link(link.box, link.target, height, {"StructParent": FIRST_LINK + len(self._links)})
        element = _Element("Link", self._document.reserve(), above.reference)
        element.kids.append(_Object(page, note))
        above.kids.append(element.reference)
        self._elements[*path, ("Link", len(self._links))] = element
        self._links.append(element)
        return note

    def _link(
        self, area: Any, target: str, height: float, more: Mapping[str, Any] | None = None
    ) -> Reference:
        left, right = area.x * PT_PER_MM, area.right * PT_PER_MM
        bottom, top = (height - area.bottom) * PT_PER_MM, (height - area.y) * PT_PER_MM
        entries = {
            "Type": name("Annot"),
            "Subtype": name("Link"),
            "Rect": box(left, bottom, right, top),
            "Border": array([0, 0, 0]),
            "F": 4,
            "Contents": text(target.removeprefix("#")),
            **(more or {}),
        }
        if target.startswith("#"):
            self._wanted.add(target[1:])
            entries["Dest"] = text(target[1:])
        else:
            entries["A"] = dictionary({"S": name("URI"), "URI": text(target)})
        return self._document.put(dictionary(entries))

    def put(
        self, outline: Sequence[tuple[int, str, str]], files: Sequence[tuple[str, bytes]] = ()
    ) -> dict[str, Any]:
        """Writes all of it, attached files too; what the catalog says of it.

        A link or bookmark that leads nowhere is an InputError.
        """
        for anchor in sorted({*self._wanted, *(mark[2] for mark in outline)} - set(self._anchors)):
            raise InputError(f"nothing is called {anchor!r}, where a link leads")
        entries: dict[str, Any] = {}
        if self._root is not None and self._tree is not None:
            entries |= {
                "MarkInfo": dictionary({"Marked": "true"}),
                "StructTreeRoot": self._put_tree(self._root, self._tree),
            }
        named: dict[str, Any] = {}
        if self._anchors:
            names: list[Any] = []
            for anchor, (page, top) in sorted(self._anchors.items()):
                names += [text(anchor), array([page, name("XYZ"), "null", f"{top:.2f}", "null"])]
            named["Dests"] = dictionary({"Names": array(names)})
        if files:
            attached = [each for file in sorted(files) for each in (text(file[0]), self._put_file(*file))]
            named["EmbeddedFiles"] = dictionary({"Names": array(attached)})
        if named:
            entries["Names"] = dictionary(named)
        if outline:
            entries |= {"Outlines": self._put_outline(outline), "PageMode": name("UseOutlines")}
        return entries

    def _put_file(self, file: str, data: bytes) -> Reference:
        """A text file inside the PDF, and what describes it."""
        size = dictionary({"Size": len(data)})
        facts = {"Type": name("EmbeddedFile"), "Subtype": name("text/plain"), "Params": size}
        stored = self._document.put_stream(facts, compressed(data))
        entries = {"Type": name("Filespec"), "F": text(file), "UF": text(file)}
        return self._document.put(dictionary({**entries, "EF": dictionary({"F": stored, "UF": stored})}))

    def _put_tree(self, root: _Element, tree: Reference) -> Reference:
        for element in (root, *self._elements.values()):
            kids = [
                kid
                if isinstance(kid, bytes)
                else dictionary({"Type": name("OBJR"), "Pg": kid.page, "Obj": kid.note})
                if isinstance(kid, _Object)
                else dictionary({"Type": name("MCR"), "Pg": kid[0], "MCID": kid[1]})
                for kid in element.kids
            ]
            entries: dict[str, Any] = {
                "Type": name("StructElem"),
                "S": name(element.role),
                "P": element.parent,
                "K": array(kids),
            }
            if element.words:
                entries["Alt"] = text(element.words)
            self._document.put(dictionary(entries), element.reference)
        numbers: list[Any] = []
        for index, contents in enumerate(self._pages.values()):
            numbers += [index, array([element.reference for element in contents])]
        for index, element in enumerate(self._links, FIRST_LINK):
            numbers += [index, element.reference]
        parents = self._document.put(dictionary({"Nums": array(numbers)}))
        entries = {
            "Type": name("StructTreeRoot"),
            "K": array([root.reference]),
            "ParentTree": parents,
            "ParentTreeNextKey": FIRST_LINK + len(self._links),
        }
        return self._document.put(dictionary(entries), tree)

    def _put_outline(self, outline: Sequence[tuple[int, str, str]]) -> Reference:
        top = _Mark(0, "", "", self._document.reserve())
        above = [top]
        for level, words, anchor in outline:
            while above[-1].level >= level:
                above.pop()
            mark = _Mark(level, words, anchor, self._document.reserve())
            above[-1].below.append(mark)
            above.append(mark)
        self._put_marks(top)
        ends = {"First": top.below[0].reference, "Last": top.below[-1].reference}
        # Only the first level lies open.
        entries = {"Type": name("Outlines"), "Count": len(top.below), **ends}
        return self._document.put(dictionary(entries), top.reference)

    def _put_marks(self, parent: _Mark) -> None:
        for index, mark in enumerate(parent.below):
            entries: dict[str, Any] = {
                "Title": text(mark.words),
                "Parent": parent.reference,
                "Dest": text(mark.anchor),
            }
            if index:
                entries["Prev"] = parent.below[index - 1].reference
            if index + 1 < len(parent.below):
                entries["Next"] = parent.below[index + 1].reference
            if mark.below:
                entries |= {
                    "First": mark.below[0].reference,
                    "Last": mark.below[-1].reference,
                    "Count": -mark.count,
                }
            self._document.put(dictionary(entries), mark.reference)
            self._put_marks(mark)
