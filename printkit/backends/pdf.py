"""Sheets to PDF: sheets and the faces on them come in, one PDF file goes out, every face stored once."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from printkit.backends.pdf_content import Colours, Content, Resources, affine, clip, draw
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
from printkit.backends.pdf_fonts import EmbeddedFont, FontShelf
from printkit.geometry import PT_PER_MM, Rect, Size
from printkit.scene.model import Picture, Scene
from printkit.sheets.model import FaceKey, Sheet

__all__ = ["Colours", "DocumentInfo", "write_pdf"]


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a file says of itself; `duplex` is the edge the printer turns paper over, None for one side."""

    title: str
    author: str = ""
    subject: str = ""
    language: str = "ja"
    creator: str = "printkit"
    duplex: Literal["long", "short"] | None = None


# Print settings came with 1.7; the oldest press standard allows 1.3, which has all we draw.
_VERSIONS: dict[Colours, tuple[int, int]] = {"srgb": (1, 7), "cmyk": (1, 3)}
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", None: "Simplex"}


def write_pdf(
    stream: BinaryIO,
    pages: Iterable[Sheet],
    faces: Callable[[FaceKey], Scene],
    info: DocumentInfo,
    colours: Colours = "srgb",
) -> None:
    """Writes one page a sheet, in order.

    Each face is asked for once and written at once, so `pages` may be endless for all the memory it takes.
    The same pages, faces and information always give the same bytes.
    """
    document = PdfDocument(stream, _VERSIONS[colours])
    shelves = _Shelves(document, colours)
    tree = document.reserve()
    kids = [_put_page(document, shelves, tree, sheet, faces) for sheet in pages]
    document.put(dictionary({"Type": name("Pages"), "Kids": array(kids), "Count": len(kids)}), tree)
    shelves.fonts.put_all()
    preferences = {
        "PrintScaling": name("None"),
        "Duplex": name(_DUPLEX[info.duplex]),
        "DisplayDocTitle": "true",
    }
    document.finish(
        {"Pages": tree, "Lang": text(info.language), "ViewerPreferences": dictionary(preferences)},
        {
            "Title": info.title,
            "Author": info.author,
            "Subject": info.subject,
            "Creator": info.creator,
            "Producer": "printkit",
        },
    )


def _put_page(
    document: PdfDocument, shelves: _Shelves, tree: Reference, sheet: Sheet, faces: Callable[[FaceKey], Scene]
) -> Reference:
    content = Content(shelves, shelves.colours)
    # The only place where y is turned up: from here on everything is mm, y down.
    content.parts.append(f"{PT_PER_MM:.9f} 0 0 {-PT_PER_MM:.9f} 0 {sheet.paper.height * PT_PER_MM:.4f} cm\n")
    for placement in sheet.placements:
        label, reference = shelves.face(placement.face, faces)
        content.resources.objects[label] = reference
        content.parts.append(f"q\n{clip(placement.window)}{affine(placement.transform)}/{label} Do\nQ\n")
    draw(content, sheet.marks)
    body = document.put_stream({}, compressed(content.data()))
    entries: dict[str, Any] = {
        "Type": name("Page"),
        "Parent": tree,
        "MediaBox": box(0, 0, sheet.paper.width * PT_PER_MM, sheet.paper.height * PT_PER_MM),
        "Contents": body,
        "Resources": _resource_dictionary(content.resources),
    }
    for key, rect in (("TrimBox", sheet.trim_box), ("BleedBox", sheet.bleed_box)):
        if rect is not None:
            entries[key] = _page_box(rect, sheet.paper)
    return document.put(dictionary(entries))


def _page_box(rect: Rect, paper: Size) -> Any:
    """A box in points, y up, never beyond the paper: checkers refuse a ten-thousandth of a point."""
    left, right = (min(max(x, 0.0), paper.width) * PT_PER_MM for x in (rect.x, rect.right))
    bottom, top = (min(max(paper.height - y, 0.0), paper.height) * PT_PER_MM for y in (rect.bottom, rect.y))
    return box(left, bottom, right, top)


def _resource_dictionary(resources: Resources) -> Any:
    kinds = (("Font", resources.fonts), ("XObject", resources.objects), ("ExtGState", resources.states))
    entries = {key: dictionary(entry) for key, entry in kinds if entry}
    # Obsolete, but older printers ask for it.
    entries["ProcSet"] = array([name("PDF"), name("Text"), name("ImageB"), name("ImageC")])
    return dictionary(entries)


class _Shelves:
    """What a file holds once however often it is drawn: fonts, pictures, scenes and overprint settings."""

    # Scenes seen lately are not drawn again only to find them stored; the number bounds the memory.
    RECENT = 128

    def __init__(self, document: PdfDocument, colours: Colours) -> None:
        self.document = document
        self.colours: Colours = colours
        self.fonts = FontShelf(document)
        self._pictures: dict[str, tuple[str, Reference]] = {}
        self._states: dict[bool, tuple[str, Reference]] = {}
        self._faces: dict[FaceKey, tuple[str, Reference]] = {}
        self._forms: dict[bytes, tuple[str, Reference]] = {}
        self._recent: OrderedDict[int, tuple[Scene, tuple[str, Reference]]] = OrderedDict()

    def font(self, font_id: str) -> EmbeddedFont:
        return self.fonts.get(font_id)

    def overprint(self, on: bool) -> tuple[str, Reference]:
        found = self._states.get(on)
        if found is None:
            word = "true" if on else "false"
            state = {"Type": name("ExtGState"), "OP": word, "op": word, "OPM": 1 if on else 0}
            found = self._states[on] = ("Over" if on else "Knock", self.document.put(dictionary(state)))
        return found

    def picture(self, picture: Picture) -> tuple[str, Reference]:
        found = self._pictures.get(picture.digest)
        if found is None:
            from printkit.backends.pdf_pictures import read_picture

            stored = read_picture(picture.file, self.colours)
            reference = self.document.put_stream(stored.entries, stored.data, stored.encoding)
            found = self._pictures[picture.digest] = (f"P{len(self._pictures) + 1}", reference)
        return found

    def face(self, key: FaceKey, faces: Callable[[FaceKey], Scene]) -> tuple[str, Reference]:
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = self.scene(faces(key))
        return found

    def scene(self, scene: Scene) -> tuple[str, Reference]:
        recent = self._recent.get(id(scene))
        if recent is not None:
            self._recent.move_to_end(id(scene))
            return recent[1]
        found = self._form(scene)
        # The scene is kept with its number: an object that is gone could give its number to another.
        self._recent[id(scene)] = (scene, found)
        if len(self._recent) > self.RECENT:
            self._recent.popitem(last=False)
        return found

    def _form(self, scene: Scene) -> tuple[str, Reference]:
        content = Content(self, self.colours)
        draw(content, scene.items)
        data = content.data()
        # A scene may overhang its extent inside another one; faces are cut off where they are placed.
        reach = scene.trim.grown(max(scene.width, scene.height) + scene.bleed)
        limits = box(reach.x, reach.y, reach.right, reach.bottom)
        # Labels are unique in the file, so equal operators mean equal drawings.
        digest = hashlib.sha256(f"{reach}\n".encode() + data).digest()
        found = self._forms.get(digest)
        if found is None:
            entries = {
                "Type": name("XObject"),
                "Subtype": name("Form"),
                "BBox": limits,
                "Resources": _resource_dictionary(content.resources),
            }
            reference = self.document.put_stream(entries, compressed(data))
            found = self._forms[digest] = (f"S{len(self._forms) + 1}", reference)
        return found
