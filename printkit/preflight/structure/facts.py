"""The facts of a PDF that checks use: boxes, drawings and pixels, computed on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from printkit.geometry import MM_PER_PT, Affine, Rect, Size
from printkit.inspect.content import DrawingReader
from printkit.inspect.objects import (
    entry,
    inherited,
    is_stream,
    number,
    numbers,
    page_digests,
    stream_data,
    words,
)
from printkit.inspect.pages import PdfFile, render_part
from printkit.inspect.painted import Drawing
from printkit.preflight.model import ERROR, Finding, Severity
from printkit.preflight.profile import Profile

__all__ = ["BOXES", "STANDARD_NAMES", "Known", "PdfFacts", "Sheet", "in_words"]

BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")
INHERITED = ("MediaBox", "CropBox")
# What a file says of itself, and the flavour of PDF/X it means.
STANDARD_NAMES = {
    "PDF/X-1:2001": "x1a-2001",
    "PDF/X-1a:2001": "x1a-2001",
    "PDF/X-1a:2003": "x1a-2003",
    "PDF/X-4": "x4",
}
LISTED = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}li"
PACKET_SPACE = "http://www.npes.org/pdfx/ns/id/"
# A page of which nothing is cut off has a trim no nearer to its edge than this, in mm.
NO_BLEED = 0.5
# The page of a file that states none, in points.
LETTER = (0.0, 0.0, 612.0, 792.0)

# As near as two faces of a folded sheet meet, in mm.
FOLD = 0.5


class Known(NamedTuple):
    """A card that was recognised: its page from 1, its id and name, the finished card's box in mm, its back's name.

    An `upright` one is never read the other way up. A back that is its card's alone is recognised as well. `shape` is
    what it fills of its box (see `NESTED`), all of it where it is empty.
    """

    page: int
    card: str
    name: str
    rect: Rect
    back: str = ""
    upright: bool = False
    side: str = "front"
    shape: str = ""


class Sheet(NamedTuple):
    """A page: its number from 1, its size in mm, the map from its points to mm, and the boxes it states in points.

    A box is left, bottom, right, top as written; one that is not four numbers is an empty tuple.
    """

    number: int
    size: Size
    place: Affine
    boxes: dict[str, tuple[float, ...]]

    def rect(self, box: str) -> Rect | None:
        """A box in mm, y down; None where the page does not state it."""
        edges = self.boxes.get(box, ())
        return self.place.rect(Rect.from_edges(*edges)) if len(edges) == 4 else None

    @property
    def trim(self) -> Rect | None:
        """The card, if the page is one card with something to cut off around it."""
        trim = self.rect("TrimBox")
        inside = trim is not None and (trim.width < self.size.width - NO_BLEED)
        return trim if trim is not None and inside and trim.width > 1 and trim.height > 1 else None


@dataclass(frozen=True)
class PdfFacts:
    """A PDF being checked: its name as shown, its objects, its pages, whom it is for, and the cards found on it."""

    path: Path
    file: str
    structure: Any
    pdf: PdfFile
    profile: Profile | None = None
    cards: Sequence[Known] = ()
    # What one check has worked out and another one needs.
    kept: dict[str, object] = field(default_factory=dict)

    @property
    def fronts(self) -> tuple[Known, ...]:
        """The fronts that were found."""
        return tuple(card for card in self.cards if card.side == "front")

    def finding(
        self,
        code: str,
        message: str,
        page: int = 0,
        rect: Rect | None = None,
        *,
        severity: Severity = ERROR,
        subject: str = "",
        expected: str = "",
        found: str = "",
        hint: str = "",
    ) -> Finding:
        """A finding about this file; the card is the one the rectangle lies on."""
        card = self.card_at(page, rect)
        return Finding(
            severity,
            code,
            message,
            self.file,
            page,
            card.card if card else "",
            card.name if card else "",
            subject,
            rect,
            expected,
            found,
            hint,
        )

    def card_at(self, page: int, rect: Rect | None) -> Known | None:
        """The card that was recognised in this place."""
        for card in self.cards:
            if card.page == page and rect is not None:
                x, y = rect.center
                if card.rect.x <= x <= card.rect.right and card.rect.y <= y <= card.rect.bottom:
                    return card
        return None

    @cached_property
    def folded(self) -> bool:
        """Whether this is one sheet to be folded: on each side two known faces that fill its trim side by side."""
        return 0 < len(self.sheets) <= 2 and all(
            sheet.trim is not None
            and _fill([card.rect for card in self.cards if card.page == sheet.number], sheet.trim)
            for sheet in self.sheets
        )

    @cached_property
    def claims(self) -> tuple[str, ...]:
        """What the file calls itself in the XMP metadata and in the information dictionary, as far as it is PDF/X."""
        info = entry(self.structure.trailer, "/Info")
        said = (
            self.packet_words(PACKET_SPACE, "GTS_PDFXVersion"),
            words(entry(info, "/GTS_PDFXConformance")),
            words(entry(info, "/GTS_PDFXVersion")),
        )
        return tuple(each for each in said if each)

    @cached_property
    def standard(self) -> str:
        """The flavour of PDF/X to judge by: the profile's, else the one the file claims; empty for none."""
        if self.profile is not None and self.profile.press != "home":
            return self.profile.press
        return next((STANDARD_NAMES[each] for each in self.claims if each in STANDARD_NAMES), "")

    @cached_property
    def for_press(self) -> bool:
        """Whether this is a file for a print shop."""
        return bool(self.standard)

    @cached_property
    def packet(self) -> Any:
        """The XMP metadata as a tree; None where there is none or it cannot be read."""
        from xml.etree import ElementTree

        stream = entry(self.structure.Root, "/Metadata")
        if not is_stream(stream):
            return None
        data = stream_data(stream, 4_000_000)
        # Entities could grow without end, and XMP has none.
        if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
            return None
        try:
            return ElementTree.fromstring(data)
        except ElementTree.ParseError:
            return None

    def packet_words(self, space: str, key: str) -> str:
        """What the XMP metadata say under that name, as an element or an attribute."""
        if self.packet is None:
            return ""
        tag = f"{{{space}}}{key}"
        for element in self.packet.iter():
            if element.tag == tag:
                return "".join(element.itertext()).strip()
            if tag in element.attrib:
                return str(element.attrib[tag]).strip()
        return ""

    def packet_texts(self, space: str, key: str) -> tuple[str, ...]:
        """What the XMP metadata say under that name, each language or person by itself."""
        elements = () if self.packet is None else self.packet.iter(f"{{{space}}}{key}")
        listed = [("".join(each.itertext())).strip() for element in elements for each in element.iter(LISTED)]
        return tuple(filter(None, listed or [self.packet_words(space, key)]))

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """The pages."""
        return tuple(self._sheet(number) for number in range(min(len(self.pdf), len(self.structure.pages))))

    def _sheet(self, index: int) -> Sheet:
        page = self.structure.pages[index].obj
        boxes: dict[str, tuple[float, ...]] = {}
        for box in BOXES:
            value = inherited(page, f"/{box}") if box in INHERITED else entry(page, f"/{box}")
            if value is not None:
                edges = numbers(value)
                boxes[box] = edges if len(edges) == 4 else ()
        return Sheet(index + 1, *_frame(boxes, inherited(page, "/Rotate")), boxes)

    @cached_property
    def drawings(self) -> tuple[Drawing, ...]:
        """What each page paints."""
        reader = DrawingReader(self.structure)
        return tuple(reader.page(index, sheet.place) for index, sheet in enumerate(self.sheets))

    @property
    def drawn(self) -> Iterator[tuple[Sheet, Drawing]]:
        """Each page with what it paints."""
        return zip(self.sheets, self.drawings, strict=False)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """A short text for each page: pages with the same one draw the same."""
        return page_digests(self.structure)

    def part(self, index: int, px_per_mm: float, left: float, top: float, size: tuple[int, int]) -> Any:
        """A part of a page from a point in mm, this many columns and rows, as red, green and blue."""
        return render_part(self.pdf, index, px_per_mm, left, top, size)


def _fill(faces: Sequence[Rect], trim: Rect) -> bool:
    """Whether two faces lie side by side, from the left to the right edge of a trim."""
    places = sorted(faces, key=lambda face: face.x)
    edges = [trim.x, *(edge for face in places for edge in (face.x, face.right)), trim.right]
    meet = all(abs(edges[at] - edges[at + 1]) <= FOLD for at in range(0, len(edges), 2))
    return len(places) == 2 and meet and all(abs(face.height - trim.height) <= FOLD for face in places)


def _frame(boxes: dict[str, tuple[float, ...]], rotate: Any) -> tuple[Size, Affine]:
    """The size of a page as shown, in mm, and the map from its points to mm from its top left.

    The page itself is not opened: what is on it may be endless.
    """
    media = _edges(boxes.get("MediaBox", ())) or LETTER
    crop = _edges(boxes.get("CropBox", ())) or media
    left, bottom = max(media[0], crop[0]), max(media[1], crop[1])
    right, top = min(media[2], crop[2]), min(media[3], crop[3])
    if right <= left or top <= bottom:
        left, bottom, right, top = media
    width, height = (right - left) * MM_PER_PT, (top - bottom) * MM_PER_PT
    upright = Affine(MM_PER_PT, 0.0, 0.0, -MM_PER_PT, -left * MM_PER_PT, top * MM_PER_PT)
    turn = int(number(rotate) or 0) % 360
    turned = upright.then(Affine.rotation(turn)) if turn % 90 == 0 else upright
    corner = turned.rect(Rect.from_edges(left, bottom, right, top))
    size = Size(corner.width, corner.height) if turn % 90 == 0 else Size(width, height)
    return size, turned.then(Affine.translation(-corner.x, -corner.y))


def _edges(box: tuple[float, ...]) -> tuple[float, float, float, float] | None:
    if len(box) != 4 or box[0] == box[2] or box[1] == box[3]:
        return None
    return min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])


def in_words(rect: Rect) -> str:
    """A size in mm as people write it."""
    return str(Size(rect.width, rect.height))
