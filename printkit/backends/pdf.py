"""Sheets to PDF: sheets and the faces on them come in, one PDF file goes out, every face stored once."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from printkit.backends.pdf_content import Colours, Content, Resources, affine, clip, draw
from printkit.backends.pdf_document import (
    DATE,
    PdfDocument,
    Reference,
    array,
    box,
    compressed,
    dictionary,
    inner_box,
    name,
    text,
)
from printkit.backends.pdf_fonts import EmbeddedFont, FontShelf
from printkit.backends.pdf_pictures import read_picture
from printkit.backends.pdf_reading import Reading
from printkit.backends.press import Press, xmp_packet
from printkit.fonts import find_font
from printkit.geometry import IDENTITY, PT_PER_MM, Rect, Size
from printkit.scene.model import Layer, Picture, Scene
from printkit.sheets.model import FaceKey, Sheet, Tag

__all__ = ["Colours", "DocumentInfo", "write_pdf"]


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a file says of itself; `duplex` is the edge the printer turns paper over, None for one side.

    `outline` are its bookmarks in order, each a level from 1, words and the name of an anchor on some sheet.
    `files` are attached, each a name and its bytes; a file for a press has none.
    """

    title: str
    author: str = ""
    subject: str = ""
    language: str = "ja"
    creator: str = "printkit"
    duplex: Literal["long", "short"] | None = None
    outline: tuple[tuple[int, str, str], ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()


# Print settings came with 1.7; the oldest press standard allows 1.3, which has all we draw.
_VERSIONS: dict[Colours, tuple[int, int]] = {"srgb": (1, 7), "cmyk": (1, 3), "grey": (1, 7)}
# Hex digits of a look: of a million drawings two are alike by chance once in thirty million times.
LOOK = 16
# What is not printed matter but work to be done on it.
_LAYER_NAMES: dict[Layer, str] = {"cut": "Cut", "fold": "Fold"}
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
    document = PdfDocument(stream, press.standard.version if press else _VERSIONS[colours])
    shelves = _Shelves(document, colours, press)
    tree = document.reserve()
    reading = Reading(document)
    kids = [_put_page(document, shelves, tree, sheet, faces, reading) for sheet in pages]
    document.put(dictionary({"Type": name("Pages"), "Kids": array(kids), "Count": len(kids)}), tree)
    shelves.fonts.put_all(descriptor_first=press is not None)
    facts = {
        "Title": info.title,
        "Author": info.author,
        "Subject": info.subject,
        "Creator": info.creator,
        "Producer": "printkit",
    }
    catalog: dict[str, Any] = {"Pages": tree}
    if press is None:
        catalog |= {"Lang": text(info.language), "ViewerPreferences": _preferences(info)}
        catalog |= {**_layer_entries(shelves), **reading.put(info.outline, info.files)}
    else:
        facts |= dict(press.standard.identity)
        catalog |= _press_entries(document, press, facts)
    document.finish(catalog, facts)
    return shelves.looks


def _preferences(info: DocumentInfo) -> Any:
    return dictionary(
        {"PrintScaling": name("None"), "Duplex": name(_DUPLEX[info.duplex]), "DisplayDocTitle": "true"}
    )


def _layer_entries(shelves: _Shelves) -> dict[str, Any]:
    """The catalog's entry for the layers a viewer can hide: all shown at first; none without layers."""
    layers = [reference for _, reference in shelves.layers.values()]
    if not layers:
        return {}
    usual = {"Name": text("printkit"), "Order": array(layers), "ON": array(layers)}
    return {"OCProperties": dictionary({"OCGs": array(layers), "D": dictionary(usual)})}


def _press_entries(document: PdfDocument, press: Press, facts: dict[str, str]) -> dict[str, Any]:
    """The catalog's entries that a press standard asks for: what is printed on, and the packet of facts."""
    intent: dict[str, Any] = {"Type": name("OutputIntent"), "S": name("GTS_PDFX")}
    intent |= {key: text(words) for key, words in press.intent.items()}
    if press.profile is not None:
        intent["DestOutputProfile"] = document.put_stream({"N": 4}, compressed(press.profile.data))
    entries: dict[str, Any] = {"OutputIntents": array([document.put(dictionary(intent))])}
    packet = xmp_packet(press.standard, facts, DATE, document.fingerprint)
    # Not packed: programs look for it in the bytes of the file.
    entries["Metadata"] = document.put_stream({"Type": name("Metadata"), "Subtype": name("XML")}, packet, "")
    return entries


def _put_page(
    document: PdfDocument,
    shelves: _Shelves,
    tree: Reference,
    sheet: Sheet,
    faces: Callable[[FaceKey], Scene],
    reading: Reading,
) -> Reference:
    content = Content(shelves, shelves.colours)
    # The only place where y is turned up: from here on everything is mm, y down.
    content.parts.append(f"{PT_PER_MM:.9f} 0 0 {-PT_PER_MM:.9f} 0 {sheet.paper.height * PT_PER_MM:.4f} cm\n")
    if sheet.correction != IDENTITY:
        content.parts.append(affine(sheet.correction))
    for placement in sheet.placements:
        label, reference = shelves.face(placement.face, faces)
        content.resources.objects[label] = reference
        content.parts.append(f"q\n{clip(placement.window)}{affine(placement.transform)}/{label} Do\nQ\n")
    page = document.reserve()
    # Presses print; what helps people to read is left out there.
    if sheet.tags and shelves.press is None:
        _draw_tagged(content, sheet, reading, page)
    else:
        draw(content, sheet.marks)
    body = document.put_stream({}, compressed(content.data()))
    entries: dict[str, Any] = {
        "Type": name("Page"),
        "Parent": tree,
        "MediaBox": box(0, 0, sheet.paper.width * PT_PER_MM, sheet.paper.height * PT_PER_MM),
        "Contents": body,
        "Resources": _resource_dictionary(content.resources),
        **(reading.page(sheet, page) if shelves.press is None else {}),
    }
    trim = sheet.trim_box
    if trim is None and shelves.press is not None:
        # Every page for a press has a trim: of a sheet of cards it is the paper.
        trim = Rect(0.0, 0.0, *sheet.paper)
    for key, rect in (("TrimBox", trim), ("BleedBox", sheet.bleed_box)):
        if rect is not None:
            entries[key] = _page_box(rect, sheet.paper)
    return document.put(dictionary(entries), page)


def _draw_tagged(content: Content, sheet: Sheet, reading: Reading, page: Reference) -> None:
    """The marks, each run of them marked as what it is."""
    at = 0
    for tag in (*sheet.tags, Tag((), len(sheet.marks))):
        marks = sheet.marks[at : at + tag.marks]
        at += tag.marks
        if not marks:
            continue
        opening = "/Artifact BMC\n"
        if tag.path:
            number = reading.add(tag.path, page, tag.words)
            opening = f"/{tag.path[-1][0]} <</MCID {number}>> BDC\n"
        content.parts.append(opening)
        draw(content, marks)
        content.parts.append("EMC\n")


def _page_box(rect: Rect, paper: Size) -> Any:
    """A box in points, y up, rounded inwards: checkers refuse a ten-thousandth of a point too much."""
    left, right = (min(max(x, 0.0), paper.width) * PT_PER_MM for x in (rect.x, rect.right))
    bottom, top = (min(max(paper.height - y, 0.0), paper.height) * PT_PER_MM for y in (rect.bottom, rect.y))
    return inner_box(left, bottom, right, top)


def _resource_dictionary(resources: Resources) -> Any:
    kinds = (
        ("Font", resources.fonts),
        ("XObject", resources.objects),
        ("ExtGState", resources.states),
        ("Properties", resources.layers),
    )
    entries = {key: dictionary(entry) for key, entry in kinds if entry}
    # Obsolete, but older printers ask for it.
    entries["ProcSet"] = array([name("PDF"), name("Text"), name("ImageB"), name("ImageC")])
    return dictionary(entries)


def _look(reach: Rect, data: bytes, content: Content) -> str:
    """What these operators draw, as `LOOK` hex digits; the same in every file, for equal labels mean equal things.

    Only fonts and letters that stand for other words are numbered as they come, so they are named here.
    """
    for label, font in content.fonts.items():
        data = data.replace(f"/{label} ".encode(), f"/{find_font(font).key} ".encode())
    words = f"{reach}\n{sorted(content.aliases.items())}\n".encode()
    return hashlib.sha256(words + data).hexdigest()[:LOOK]


class _Shelves:
    """What a file holds once however often it is drawn: fonts, pictures, scenes and overprint settings."""

    # Scenes seen lately are not drawn again only to find them stored; the number bounds the memory.
    RECENT = 128

    def __init__(self, document: PdfDocument, colours: Colours, press: Press | None) -> None:
        self.document = document
        self.press = press
        self.colours: Colours = colours
        self.fonts = FontShelf(document)
        self.layers: dict[Layer, tuple[str, Reference]] = {}
        self._pictures: dict[str, tuple[str, Reference]] = {}
        self._states: dict[bool, tuple[str, Reference]] = {}
        self._faces: dict[FaceKey, tuple[str, Reference]] = {}
        self._forms: dict[str, tuple[str, Reference]] = {}
        self._recent: OrderedDict[int, tuple[Scene, tuple[str, Reference]]] = OrderedDict()

    def font(self, font_id: str) -> EmbeddedFont:
        return self.fonts.get(font_id)

    def layer(self, layer: Layer | None) -> tuple[str, Reference] | None:
        """The layer as a viewer can hide it; presses want none, and other layers are not told apart."""
        if layer is None or layer not in _LAYER_NAMES or self.colours == "cmyk":
            return None
        found = self.layers.get(layer)
        if found is None:
            entries = {"Type": name("OCG"), "Name": text(_LAYER_NAMES[layer])}
            found = self.layers[layer] = (f"L{layer}", self.document.put(dictionary(entries)))
        return found

    def overprint(self, on: bool) -> tuple[str, Reference]:
        if self.press is not None and not self.press.overprints:
            on = False
        found = self._states.get(on)
        if found is None:
            word = "true" if on else "false"
            state = {"Type": name("ExtGState"), "OP": word, "op": word, "OPM": 1 if on else 0}
            found = self._states[on] = ("Over" if on else "Knock", self.document.put(dictionary(state)))
        return found

    def picture(self, picture: Picture) -> tuple[str, Reference]:
        found = self._pictures.get(picture.digest)
        if found is None:
            limits = self.press.picture_limits if self.press else None
            stored = read_picture(picture.file, self.colours, limits)
            reference = self.document.put_stream(stored.entries, stored.data, stored.encoding)
            found = self._pictures[picture.digest] = (f"P{picture.digest[:LOOK]}", reference)
        return found

    def face(self, key: FaceKey, faces: Callable[[FaceKey], Scene]) -> tuple[str, Reference]:
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = self.scene(faces(key))
        return found

    @property
    def looks(self) -> dict[FaceKey, str]:
        """What every face written so far looks like."""
        return {key: label[1:] for key, (label, _) in self._faces.items()}

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
        digest = _look(reach, data, content)
        found = self._forms.get(digest)
        if found is None:
            entries = {
                "Type": name("XObject"),
                "Subtype": name("Form"),
                "BBox": limits,
                "Resources": _resource_dictionary(content.resources),
            }
            reference = self.document.put_stream(entries, compressed(data))
            found = self._forms[digest] = (f"S{digest}", reference)
        return found
