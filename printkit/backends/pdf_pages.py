"""A page of another program's PDF as a form of ours: its own operators, fonts and pictures, object by object."""

from __future__ import annotations

import io
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pikepdf
from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFObject, PDFObjectReference

from printkit.backends.pdf_document import StreamedDocument, stream_of
from printkit.errors import InputError
from printkit.geometry import MM_PER_PT, PT_PER_MM, Affine, Rect, Size

__all__ = ["PageForm", "one_page", "page_form"]

# What a form may not have, or what leads out of the page into the rest of its file.
_LEFT_OUT = frozenset(
    ("/Parent", "/StructParent", "/StructParents", "/Metadata", "/PieceInfo", "/LastModified", "/Length")
)
MAX_DEPTH = 60
_DAMAGED = "it may be damaged: print it to a PDF anew"
# So many mm are no difference between the trim a page states and the card.
_NEARLY = 0.5


class PageForm:
    """The form, which draws the unit square with y up; `write` puts it and what it needs into a document."""

    def __init__(self, page: pikepdf.Page, pdf: pikepdf.Pdf, file: str) -> None:
        # A form is as large as the trim.
        page.obj.TrimBox = page.obj.get("/BleedBox", page.cropbox)
        self._form = pdf.make_indirect(page.as_form_xobject(handle_transformations=True))
        # The page lives as long as its file.
        self._pdf = pdf
        self._file = file

    def write(self, document: StreamedDocument, name: str) -> PDFObjectReference:
        """The reference to the form."""
        form = self._form
        given = form.get("/Matrix", (1, 0, 0, 1, 0, 0))
        matrix = Affine(*(float(value) for value in given))
        left, bottom, right, top = (float(value) for value in form.BBox)
        corners = [matrix.point(x, y) for x in (left, right) for y in (bottom, top)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        square = matrix.then(Affine(1 / wide, 0.0, 0.0, 1 / high, -min(xs) / wide, -min(ys) / high))
        form.Matrix = pikepdf.Array([round(value, 9) for value in square])
        try:
            return _Copy(document).stream(form, name)
        except (pikepdf.PdfError, RuntimeError, ValueError, TypeError) as error:
            raise InputError("is not a readable PDF", file=self._file, hint=_DAMAGED) from error


def page_form(data: bytes, file: str) -> PageForm | None:
    """The first page of a PDF; None where layers decide what shows. InputError for one that cannot be read."""
    try:
        pdf = pikepdf.open(io.BytesIO(data))
        return None if "/OCProperties" in pdf.Root else PageForm(pdf.pages[0], pdf, file)
    except (
        pikepdf.PdfError,
        pikepdf.PasswordError,
        RuntimeError,
        ValueError,
        IndexError,
        TypeError,
    ) as error:
        raise InputError("is not a readable PDF", file=file, hint=_DAMAGED) from error


def one_page(data: bytes, file: str, number: int, card: Size, bleed: float) -> bytes | None:
    """A page as a file of its own, its bleed box what a card of that size (mm) needs of it.

    Of a page that states the card's trim this is the trim with the bleed, where it has so much. None where layers
    decide what shows; InputError for a file that cannot be read, or has no such page.
    """
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf, pikepdf.new() as made:
            if not 0 <= number < len(pdf.pages):
                raise InputError(f"has no page {number + 1}", file=file)
            if "/OCProperties" in pdf.Root:
                return None
            made.pages.append(pdf.pages[number])
            page = made.pages[0]
            _set_part(page, card, bleed)
            stream = io.BytesIO()
            made.save(stream, static_id=True)
            return stream.getvalue()
    except (pikepdf.PdfError, pikepdf.PasswordError, RuntimeError, ValueError, TypeError) as error:
        raise InputError("is not a readable PDF", file=file, hint=_DAMAGED) from error


def _set_part(page: pikepdf.Page, card: Size, bleed: float) -> None:
    if "/TrimBox" not in page.obj:
        if "/BleedBox" in page.obj:
            del page.obj["/BleedBox"]
        return
    trim, outer = (_rect(box) for box in (page.obj.TrimBox, page.obj.get("/BleedBox", page.obj.TrimBox)))
    size = Size(trim.width * MM_PER_PT, trim.height * MM_PER_PT)
    shown = size.turned() if int(page.obj.get("/Rotate", 0)) % 180 else size
    wanted = trim.grown(bleed * PT_PER_MM)
    nearly = abs(shown.width - card.width) < _NEARLY and abs(shown.height - card.height) < _NEARLY
    part = wanted if nearly and outer.contains(wanted, _NEARLY * PT_PER_MM) else trim
    page.obj.BleedBox = pikepdf.Array([part.x, part.y, part.right, part.bottom])


def _rect(box: pikepdf.Object) -> Rect:
    return Rect.from_edges(*(float(value) for value in box))


class _Copy:
    """Objects of one file as objects of another, each once.

    The names of entries are bytes, of which reportlab escapes those it is given as letters of Latin-1.
    """

    def __init__(self, document: StreamedDocument) -> None:
        self.document = document
        self._known: dict[tuple[int, int], PDFObjectReference] = {}
        self._depth = 0

    def stream(self, source: Any, name: str | None = None) -> PDFObjectReference:
        entries = self._entries(source)
        return self.document.put(stream_of(entries, source.read_raw_bytes()), name, packed=False)

    def _entries(self, source: Any) -> dict[str, Any]:
        return {
            key[1:].encode("utf-8", "surrogateescape").decode("latin-1"): self.value(value)
            for key, value in source.items()
            if key not in _LEFT_OUT
        }

    def value(self, source: Any) -> Any:
        """The object, or a reference to it where it must or may stand alone."""
        place = getattr(source, "objgen", (0, 0))
        if place in self._known and place != (0, 0):
            return self._known[place]
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ValueError("nested too deeply")
        try:
            made = self._made(source)
        finally:
            self._depth -= 1
        if place != (0, 0) and isinstance(made, PDFObject) and not isinstance(made, PDFObjectReference):
            made = self.document.put(made)
        if isinstance(made, PDFObjectReference):
            self._known[place] = made
        return made

    def _made(self, source: Any) -> Any:
        kind = next((kind for kind in _KINDS if isinstance(source, kind)), None)
        return _KINDS[kind](self, source) if kind else _plain(source)


def _plain(source: Any) -> Any:
    if isinstance(source, bool):
        return "true" if source else "false"
    if isinstance(source, Decimal):
        # No number of a PDF has an exponent.
        return format(source, "f")
    return "null" if source is None else str(source)


_KINDS: dict[type, Callable[[_Copy, Any], Any]] = {
    pikepdf.Stream: lambda copy, source: copy.stream(source),
    pikepdf.Dictionary: lambda copy, source: PDFDictionary(copy._entries(source)),
    pikepdf.Array: lambda copy, source: PDFArray([copy.value(each) for each in source]),
    pikepdf.Name: lambda copy, source: source.unparse().decode("ascii"),
    pikepdf.String: lambda copy, source: f"<{bytes(source).hex()}>",
}
