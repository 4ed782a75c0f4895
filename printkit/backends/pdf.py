"""Sheets to PDF: every page is a sheet, every face on them is stored once, and the file says what it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary

from printkit.backends.pdf_canvas import SceneCanvas
from printkit.backends.pdf_document import DATE, Facts, inner_box, stream_of, text
from printkit.backends.pdf_info import DocumentInfo
from printkit.backends.pdf_reading import Reading
from printkit.backends.press import Colours, Press, xmp_packet
from printkit.geometry import IDENTITY, PT_PER_MM, Rect, Size
from printkit.scene.model import Scene
from printkit.sheets.model import FaceKey, Sheet

__all__ = ["DocumentInfo", "write_pdf"]


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
