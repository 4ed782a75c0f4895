"""Writes copies of a PDF: with findings marked, or parts of its pages as pages of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, PdfError, String

from printkit.errors import InputError
from printkit.geometry import MM_PER_PT, Affine, Rect, Size
from printkit.inspect.pages import open_pdf, open_structure, page_place, page_size

__all__ = ["PageNote", "PagePart", "write_annotated", "write_parts"]

# A frame stands this far outside what it is about, in mm; a note about no place is a square of this size.
AROUND = 0.7
SQUARE = 5.0
# Of letters on the tag, in points, and roughly how wide one is.
LETTER, ADVANCE = 6.0, 3.6
LINE = 0.9


class PageNote(NamedTuple):
    """One thing to say: page from 1 (0: the first), where in mm from the top left (None: nowhere), and the words.

    `tag` is short and printed at the frame, in Latin letters; `words` open when a reader asks. `colour` is red, green
    and blue, 0 to 1.
    """

    page: int
    rect: Rect | None
    tag: str
    words: str
    colour: tuple[float, float, float]


def write_annotated(source: Path, stream: BinaryIO, notes: Iterable[PageNote]) -> None:
    """Writes a copy of the file with a frame, a tag and a note for each; the same notes give the same bytes.

    A file too damaged to be copied is an InputError.
    """
    with open_pdf(source) as pdf, open_structure(source) as structure:
        last = min(len(pdf), len(structure.pages))
        corners: dict[int, int] = {}
        stacks: Counter[tuple[int, Rect]] = Counter()
        font = structure.make_indirect(
            Dictionary(
                Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding
            )
        )
        for number, note in enumerate(notes, 1):
            index = min(max(note.page, 1), last) - 1
            rect = note.rect
            if rect is None:
                row = corners[index] = corners.get(index, -1) + 1
                width, height = page_size(pdf, index)
                at = (2.0 + 1.4 * SQUARE * row) % max(height - SQUARE, 1.0)
                rect = Rect(2.0, at, min(SQUARE, width / 2), min(SQUARE, height / 2))
            place = page_place(pdf, index).inverse()
            page = structure.pages[index].obj
            if "/Annots" not in page:
                page["/Annots"] = Array()
            # Several notes about one place: their tags stand above each other.
            lift = stacks[index, rect]
            stacks[index, rect] += 1
            frame = place.rect(rect.grown(AROUND))
            page["/Annots"].append(_frame(structure, font, note, frame, number, lift * (LETTER + 3.5)))
        try:
            structure.save(stream, deterministic_id=True, fix_metadata_version=False)
        except (PdfError, RuntimeError, ValueError) as error:
            raise InputError("cannot be copied", file=source, hint="it may be damaged") from error


def _frame(structure: Pdf, font: Any, note: PageNote, frame: Rect, number: int, lift: float) -> Any:
    """The note as an annotation that every viewer draws alike; `frame` and `lift` are in points, y up."""
    tag = f"{number} {note.tag}".encode("ascii", "replace").decode("ascii")
    wide = len(tag) * ADVANCE + 4
    # The tag stands on the frame's upper edge, which in points is the far one. A white rim shows it on any art.
    foot = frame.bottom + lift
    outside = 2 * LINE
    box = Rect.from_edges(
        frame.x - outside,
        frame.y - outside,
        frame.x + max(frame.width, wide) + outside,
        foot + LETTER + 3 + outside,
    )
    red, green, blue = note.colour
    escaped = tag.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    area = f"{frame.x:.2f} {frame.y:.2f} {frame.width:.2f} {frame.height:.2f} re"
    tab = f"{frame.x:.2f} {foot:.2f} {wide:.2f} {LETTER + 3:.2f} re"
    drawing = (
        f"1 1 1 RG {3 * LINE:g} w {area} {tab} S\n"
        f"{red:g} {green:g} {blue:g} RG {red:g} {green:g} {blue:g} rg {LINE:g} w\n{area} S {tab} f\n"
        f"1 1 1 rg BT /F {LETTER:g} Tf {frame.x + 2:.2f} {foot + 2.5:.2f} Td ({escaped}) Tj ET\n"
    )
    edges = _edges(box)
    look = structure.make_stream(drawing.encode("ascii"))
    look.Type, look.Subtype, look.BBox = Name.XObject, Name.Form, edges
    look.Matrix = Array([*Affine()])
    look.Resources = Dictionary(Font=Dictionary(F=font))
    return structure.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Square,
            Rect=edges,
            C=Array([red, green, blue]),
            F=4,
            T=String("printkit"),
            NM=String(f"printkit-{number}"),
            Contents=String(note.words),
            AP=Dictionary(N=look),
        )
    )


def _edges(box: Rect) -> Array:
    return Array([round(value, 2) for value in (box.x, box.y, box.right, box.bottom)])


class PagePart(NamedTuple):
    """A sheet on a page, from 0: the map from the sheet's mm to the page's, both y down, and the sheet's size in mm."""

    page: int
    place: Affine
    size: Size


def write_parts(source: Path, stream: BinaryIO, parts: Sequence[PagePart]) -> None:
    """A PDF with a page for each part, drawn as the page it lies on is; what lies beside it is cut off."""
    with open_pdf(source) as pdf, open_structure(source) as structure, Pdf.new() as made:
        drawn = {
            index: made.copy_foreign(_drawing(structure.pages[index]))
            for index in dict.fromkeys(part.page for part in parts)
        }
        for part in parts:
            width, height = (each / MM_PER_PT for each in part.size)
            to_points = Affine(1 / MM_PER_PT, 0.0, 0.0, -1 / MM_PER_PT, 0.0, height)
            place = page_place(pdf, part.page).then(part.place.inverse()).then(to_points)
            own = Page(Dictionary(Type=Name.Page, MediaBox=Array([0, 0, width, height])))
            own.obj.Resources = Dictionary(XObject=Dictionary(P=drawn[part.page]))
            numbers = " ".join(f"{value:.9f}" for value in place)
            own.obj.Contents = made.make_stream(f"q {numbers} cm /P Do Q".encode())
            made.pages.append(own)
        made.save(stream, deterministic_id=True)


def _drawing(page: Page) -> Object:
    """All that a page draws, in its own points."""
    form = page.as_form_xobject(handle_transformations=False)
    form.BBox = page.mediabox
    return form
