"""Reads PDF files from any program: pixels, placed characters and page boxes."""

from __future__ import annotations

import ctypes
import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy
import pikepdf
import pypdfium2
import pypdfium2.raw as _pdfium

from printkit.errors import InputError, unreadable
from printkit.files import open_plain, read_plain
from printkit.geometry import MM_PER_PT, Affine, Rect, Size
from printkit.inspect.letters import PageChar, joined_letters, nameless_letters

__all__ = [
    "PageChar",
    "PdfFile",
    "PdfSource",
    "attached_files",
    "file_subject",
    "open_pdf",
    "open_structure",
    "opened",
    "page_boxes",
    "page_chars",
    "page_count",
    "page_place",
    "page_rulers",
    "page_size",
    "render_page",
    "render_part",
    "render_placed",
]

pdfium: Any = _pdfium
# What it mends in a damaged file it would write to the terminal.
logging.getLogger("pikepdf").addHandler(logging.NullHandler())

# Files come from anywhere: these bounds are far beyond every real print job.
MAX_PAGES, MAX_EDGE = 20_000, 6_000.0
MAX_PIXELS = 200_000_000
MAX_CHARS = 500_000
MAX_ATTACHED = 1_000
MAX_ATTACHED_BYTES = 8_000_000
OPEN_PAGES = 64


@dataclass(frozen=True, slots=True)
class PdfFile:
    """An open PDF file; use it as a context so that it is closed.

    The pages read last stay open: reading one costs as much as drawing it, and most are asked for several times.
    `letters` names those of fonts that say only their numbers.
    """

    file: str
    data: bytes = field(repr=False, compare=False)
    document: Any
    letters: Callable[[], Mapping[str, Mapping[int, str]]] = field(repr=False, compare=False)
    views: dict[int, _View] = field(default_factory=dict, repr=False, compare=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close_pages()
        self.document.close()

    def view(self, index: int) -> _View:
        """A page, opened; one there is not, or that cannot be read, is an InputError."""
        known = self.views.get(index)
        if known is not None:
            return known
        if not 0 <= index < len(self):
            raise InputError(
                f"there is no page {index + 1}", file=self.file, hint=f"it has {len(self)} pages"
            )
        self.close_pages(OPEN_PAGES - 1)
        try:
            page = self.document[index]
        except pypdfium2.PdfiumError as error:
            raise InputError(
                f"cannot read page {index + 1}", file=self.file, hint="it may be damaged"
            ) from error
        try:
            own = self.views[index] = _view(self.file, page, index)
        except InputError:
            page.close()
            raise
        return own

    @property
    def is_own(self) -> bool:
        """Whether printkit is the program that says it wrote the file."""
        return bool(self.document.get_metadata_value("Producer") == "printkit")

    def close_pages(self, keep: int = 0) -> None:
        """Closes the pages opened first, until this many are open, and the pictures that were unpacked for them."""
        for index in list(self.views)[: max(0, len(self.views) - keep)]:
            self.views.pop(index).page.close()

    def __len__(self) -> int:
        return len(self.document)


PdfSource = PdfFile | Path | str | bytes


def open_pdf(source: Path | str | bytes) -> PdfFile:
    """Opens a PDF for looking at its pages; one that cannot be read is an InputError."""
    file = "" if isinstance(source, bytes) else str(source)
    try:
        data = source if isinstance(source, bytes) else read_plain(source)
    except OSError as error:
        raise unreadable(error, file) from error
    try:
        document: Any = pypdfium2.PdfDocument(data)
        count = len(document)
    except pypdfium2.PdfiumError as error:
        hint = "it asks for a password" if "assword" in str(error) else "it may be damaged"
        raise InputError("not a readable PDF file", file=file, hint=hint) from error
    if not 0 < count <= MAX_PAGES:
        document.close()
        raise InputError(f"the PDF has {count} pages", file=file, hint=f"1 to {MAX_PAGES} can be read")
    return PdfFile(file, data, document, cache(partial(nameless_letters, file)))


def file_subject(pdf: PdfFile) -> str:
    """What a file says it is about; empty where it does not."""
    return str(pdf.document.get_metadata_value("Subject"))


def open_structure(source: Path | str) -> pikepdf.Pdf:
    """Opens a PDF for looking at its objects; one that cannot be read is an InputError."""
    try:
        open_plain(source).close()
        return pikepdf.open(source)
    except pikepdf.PasswordError as error:
        raise InputError("not a readable PDF file", file=source, hint="it asks for a password") from error
    except OSError as error:
        raise unreadable(error, source) from error
    except (pikepdf.PdfError, RuntimeError, ValueError) as error:
        raise InputError("not a readable PDF file", file=source, hint="it may be damaged") from error


def page_count(source: PdfSource) -> int:
    """How many pages the file has."""
    with opened(source) as pdf:
        return len(pdf)


def attached_files(source: PdfSource) -> tuple[tuple[str, bytes], ...]:
    """The files inside a PDF, name and bytes, in its order; those too large for a record are left out."""
    with opened(source) as pdf:
        found = []
        numbers = range(min(pdf.document.count_attachments(), MAX_ATTACHED))
        for attachment in map(pdf.document.get_attachment, numbers):
            try:
                data = bytes(attachment.get_data())
            except pypdfium2.PdfiumError:
                continue
            if len(data) <= MAX_ATTACHED_BYTES:
                found.append((str(attachment.get_name()), data))
        return tuple(found)


def page_size(source: PdfSource, index: int) -> Size:
    """The size of a page as shown, in mm, its turn taken into account; what is on it is not read."""
    with opened(source) as pdf:
        try:
            size = Size(*(each * MM_PER_PT for each in pdf.document.get_page_size(index)))
        except pypdfium2.PdfiumError:
            return pdf.view(index).size
        return size if 0 < min(size) and max(size) <= MAX_EDGE else pdf.view(index).size


def page_place(source: PdfSource, index: int) -> Affine:
    """The map from the page's own points to mm from the top left of what is shown, y down."""
    with _page(source, index) as view:
        return view.to_page


def page_boxes(source: PdfSource, index: int) -> dict[str, Rect]:
    """The boxes the page states (`MediaBox`, `TrimBox` and so on), in mm of the page as shown, y down.

    The origin is the top-left of what a viewer shows (the crop box), so a media box may begin before 0.
    """
    with _page(source, index) as view:
        boxes: dict[str, Rect] = {}
        for name, read in _BOXES.items():
            edges = read(view.page, fallback_ok=False)
            if edges is not None:
                boxes[name] = view.to_page.rect(Rect.from_edges(*edges))
        return boxes


_BOXES = {
    "MediaBox": pypdfium2.PdfPage.get_mediabox,
    "CropBox": pypdfium2.PdfPage.get_cropbox,
    "BleedBox": pypdfium2.PdfPage.get_bleedbox,
    "TrimBox": pypdfium2.PdfPage.get_trimbox,
    "ArtBox": pypdfium2.PdfPage.get_artbox,
}


# With notes, as on paper.
_PRINTED = pdfium.FPDF_ANNOT | pdfium.FPDF_PRINTING


def render_page(
    source: PdfSource, index: int, dpi: float, crop: Rect | None = None, *, gray: bool = True
) -> numpy.ndarray[Any, numpy.dtype[numpy.uint8]]:
    """The page, or the part in `crop` (mm), as pixels 0 to 255 on white.

    The array is rows by columns, and by red, green and blue without `gray`.
    """
    with _page(source, index) as view:
        scale = dpi / 25.4
        whole = Size(max(1, round(view.size.width * scale)), max(1, round(view.size.height * scale)))
        part = crop or Rect(0.0, 0.0, *view.size)
        left, top = round(part.x * scale), round(part.y * scale)
        width, height = max(1, round(part.right * scale) - left), max(1, round(part.bottom * scale) - top)
        if width * height > MAX_PIXELS:
            raise InputError(
                f"cannot draw {width} × {height} pixels", file=view.file, hint="ask for a lower dpi"
            )
        pixels, bitmap = _white(width, height, 1 if gray else 3)
        try:
            flags = _PRINTED | (pdfium.FPDF_GRAYSCALE if gray else pdfium.FPDF_REVERSE_BYTE_ORDER)
            place = (-left, -top, int(whole.width), int(whole.height))
            pdfium.FPDF_RenderPageBitmap(bitmap, view.page, *place, 0, flags)
            return pixels
        finally:
            bitmap.close()


def render_part(
    source: PdfSource, index: int, px_per_mm: float, left: float, top: float, size: tuple[int, int]
) -> numpy.ndarray[Any, numpy.dtype[numpy.uint8]]:
    """A part of the page from a point in mm, not rounded to pixels, as rows of red, green and blue on white.

    `size` is columns and rows. Two parts that are drawn alike are pixels alike, wherever on the page they lie.
    """
    return render_placed(source, index, px_per_mm, Affine.translation(-left, -top), size)


def render_placed(
    source: PdfSource, index: int, px_per_mm: float, place: Affine, size: tuple[int, int]
) -> numpy.ndarray[Any, numpy.dtype[numpy.uint8]]:
    """The page moved by a map of its mm to those of the picture, as rows of red, green and blue on white.

    `size` is columns and rows.
    """
    with _page(source, index) as view:
        width, height = size
        if width * height > MAX_PIXELS or min(size) < 1:
            raise InputError(f"cannot draw {width} × {height} pixels", file=view.file)
        pixels, bitmap = _white(width, height, 3)
        try:
            scale = px_per_mm * MM_PER_PT
            turned = (each * scale for each in place[:4])
            matrix = pdfium.FS_MATRIX(*turned, place.e * px_per_mm, place.f * px_per_mm)
            clip = pdfium.FS_RECTF(0, 0, width, height)
            flags = _PRINTED | pdfium.FPDF_REVERSE_BYTE_ORDER
            pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, view.page, matrix, clip, flags)
            return pixels
        finally:
            bitmap.close()


def _white(
    width: int, height: int, channels: int
) -> tuple[numpy.ndarray[Any, numpy.dtype[numpy.uint8]], Any]:
    """White paper of so many pixels, and the bitmap that draws on the same memory."""
    pixels = numpy.full((height, width, channels), 255, numpy.uint8)
    form = pdfium.FPDFBitmap_Gray if channels == 1 else pdfium.FPDFBitmap_BGR
    memory = (ctypes.c_ubyte * pixels.size).from_buffer(pixels.data)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, form, buffer=memory)
    return pixels[:, :, 0] if channels == 1 else pixels, bitmap


def page_chars(source: PdfSource, index: int, *, looks: bool = True) -> list[PageChar]:
    """Every character the page draws, in the order of the file; those a reader only infers are left out.

    Without `looks` nobody asks for their colour, mode and font, which takes as long as all the rest.
    """
    with opened(source) as pdf:
        view = pdf.view(index)
        text_page = view.page.get_textpage()
        try:
            count = pdfium.FPDFText_CountChars(text_page)
            if count > MAX_CHARS:
                raise InputError(
                    f"page {index + 1} has {count} characters", file=view.file, hint=f"at most {MAX_CHARS}"
                )
            reader = _CharReader(text_page, view.to_page, looks, pdf.letters())
            chars = (char for number in range(count) if (char := reader.read(number)) is not None)
            return joined_letters(chars)
        finally:
            text_page.close()


# A ruler has a tick for each of its 100 mm and one at zero.
_TICKS = 101
# So many forms in one another are followed for a ruler.
MOST_FORMS = 4


def page_rulers(source: PdfSource, index: int) -> list[Rect]:
    """The rulers of 100 equal steps the page draws itself, from the first tick to the last; mm, y down.

    A ruler is one path of level or upright ticks at equal steps, as long as the page's scale makes it.
    """
    with _page(source, index) as view:
        count = pdfium.FPDFPage_CountObjects(view.page)
        objects = [pdfium.FPDFPage_GetObject(view.page, number) for number in range(count)]
        found = (_ruler(list(_segments(path, place))) for path, place in _paths(objects, view.to_page))
        return [box for box in found if box is not None]


def _paths(objects: Iterable[Any], place: Affine, depth: int = 0) -> Iterator[tuple[Any, Affine]]:
    """The paths among these objects and in the forms they draw, each with the map from its points to mm."""
    for item in objects:
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            yield item, place
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < MOST_FORMS:
            inner = (
                pdfium.FPDFFormObj_GetObject(item, at) for at in range(pdfium.FPDFFormObj_CountObjects(item))
            )
            yield from _paths(inner, _matrix(item).then(place), depth + 1)


def _matrix(item: Any) -> Affine:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, ctypes.byref(matrix))
    return Affine(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)


def _segments(path: Any, to_page: Affine) -> Iterator[tuple[float, float, float, float]]:
    """The straight lines of a short path, in mm."""
    count = pdfium.FPDFPath_CountSegments(path)
    if not _TICKS * 2 <= count <= _TICKS * 4:
        return
    place = _matrix(path).then(to_page)
    across, down = ctypes.c_float(), ctypes.c_float()
    last = (0.0, 0.0)
    for number in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(path, number)
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(across), ctypes.byref(down))
        point = place.point(across.value, down.value)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_LINETO:
            yield *last, *point
        last = point


def _ruler(lines: list[tuple[float, float, float, float]]) -> Rect | None:
    """The box from the first tick to the last, if these lines are a ruler's."""
    for ticks in (
        [line for line in lines if abs(line[0] - line[2]) < 0.01],
        [(y1, x1, y2, x2) for x1, y1, x2, y2 in lines if abs(y1 - y2) < 0.01],
    ):
        upright = bool(ticks) and ticks[0] in lines
        places = sorted(line[0] for line in ticks)
        if len(places) != _TICKS:
            continue
        step = (places[-1] - places[0]) / (_TICKS - 1)
        if any(abs(place - places[0] - step * number) > 0.02 for number, place in enumerate(places)):
            continue
        ends = [value for line in ticks for value in (line[1], line[3])]
        box = (places[0], min(ends), places[-1], max(ends))
        return Rect.from_edges(*box) if upright else Rect.from_edges(box[1], box[0], box[3], box[2])
    return None


class _View(NamedTuple):
    """One open page: its size in mm as shown, the map from its points to mm from its top-left, what was read of it."""

    file: str
    page: Any
    size: Size
    to_page: Affine
    kept: dict[str, Any]


def opened(source: PdfSource) -> AbstractContextManager[PdfFile]:
    """The file, opened here if it is not open yet: then it is closed again."""
    return nullcontext(source) if isinstance(source, PdfFile) else open_pdf(source)


@contextmanager
def _page(source: PdfSource, index: int) -> Iterator[_View]:
    with opened(source) as pdf:
        yield pdf.view(index)


def _view(file: str, page: Any, index: int) -> _View:
    bounds = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, ctypes.byref(bounds))
    left, bottom, right, top = bounds.left, bounds.bottom, bounds.right, bounds.top
    width, height = (right - left) * MM_PER_PT, (top - bottom) * MM_PER_PT
    if not (0 < width <= MAX_EDGE and 0 < height <= MAX_EDGE):
        raise InputError(
            f"page {index + 1} is {width:.4g} × {height:.4g} mm",
            file=file,
            hint=f"up to {MAX_EDGE:g} mm can be read",
        )
    upright = Affine(MM_PER_PT, 0.0, 0.0, -MM_PER_PT, -left * MM_PER_PT, top * MM_PER_PT)
    turns = {
        0: Affine(),
        90: Affine(0.0, 1.0, -1.0, 0.0, height, 0.0),
        180: Affine(-1.0, 0.0, 0.0, -1.0, width, height),
        270: Affine(0.0, -1.0, 1.0, 0.0, 0.0, width),
    }
    turn = page.get_rotation() % 360
    size = Size(height, width) if turn in (90, 270) else Size(width, height)
    return _View(file, page, size, upright.then(turns[turn]), {})


class _CharReader:
    """Reads characters of one text page; the font and mode of a piece of text are asked for once."""

    def __init__(
        self, text_page: Any, to_page: Affine, looks: bool, letters: Mapping[str, Mapping[int, str]]
    ) -> None:
        self._text_page = text_page
        self._letters = letters
        self._to_page = to_page
        self._looks = looks
        self._pieces: dict[int, tuple[int, str]] = {}
        self._numbers = tuple(ctypes.c_double() for _ in range(4))
        self._colours = tuple(ctypes.c_uint() for _ in range(4))
        self._matrix = pdfium.FS_MATRIX()

    def read(self, number: int) -> PageChar | None:
        page = self._text_page
        if pdfium.FPDFText_IsGenerated(page, number) == 1:
            return None
        code = pdfium.FPDFText_GetUnicode(page, number)
        if pdfium.FPDFText_IsHyphen(page, number) == 1:
            code = ord("-")
        first, second, third, fourth = self._numbers
        if not pdfium.FPDFText_GetCharOrigin(page, number, first, second):
            return None
        x, y = self._to_page.point(first.value, second.value)
        box = Rect(x, y, 0.0, 0.0)
        # The order is left, right, bottom, top.
        if pdfium.FPDFText_GetCharBox(page, number, first, second, third, fourth):
            box = self._to_page.rect(Rect.from_edges(first.value, third.value, second.value, fourth.value))
        matrix = Affine()
        if pdfium.FPDFText_GetMatrix(page, number, self._matrix):
            own = self._matrix
            matrix = Affine(own.a, own.b, own.c, own.d, 0.0, 0.0).then(self._to_page)
        size = pdfium.FPDFText_GetFontSize(page, number) * math.hypot(matrix.c, matrix.d)
        text = chr(code) if code and code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        if self._letters and (name := self._piece(number)[1].rpartition("+")[2]) in self._letters:
            # A number that is taken for a letter to be divided comes twice, the second time without a shape.
            text = self._letters[name].get(code, "") if box.width or box.height else ""
        if not self._looks:
            return PageChar(text, x, y, matrix.degrees(), size, box)
        fill = (0, 0, 0)
        if pdfium.FPDFText_GetFillColor(page, number, *self._colours):
            red, green, blue, _ = (colour.value for colour in self._colours)
            fill = (red, green, blue)
        return PageChar(text, x, y, matrix.degrees(), size, box, fill, *self._piece(number))

    def _piece(self, number: int) -> tuple[int, str]:
        handle = pdfium.FPDFText_GetTextObject(self._text_page, number)
        address = ctypes.cast(handle, ctypes.c_void_p).value or 0 if handle else 0
        piece = self._pieces.get(address) if address else None
        if piece is None:
            mode = int(pdfium.FPDFTextObj_GetTextRenderMode(handle)) if handle else 0
            piece = (mode, self._font_name(number))
            if address:
                self._pieces[address] = piece
        return piece

    def _font_name(self, number: int) -> str:
        flags = ctypes.c_int()
        length = pdfium.FPDFText_GetFontInfo(self._text_page, number, None, 0, flags)
        if not 0 < length < 10_000:
            return ""
        buffer = ctypes.create_string_buffer(length)
        pdfium.FPDFText_GetFontInfo(self._text_page, number, buffer, length, flags)
        return buffer.value.decode("utf-8", "replace")
