"""Finds sheets that somebody laid on other paper: larger, several to a page, at another scale or askew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import NamedTuple

from printkit.geometry import Affine, Rect, Size
from printkit.inspect.pages import PdfFile, page_size
from printkit.preflight.book import Face
from printkit.preflight.locate import TRUE_SIZE, Found, face_index, locate, page_marks
from printkit.preflight.marks import Letters, face_marks, runs
from printkit.preflight.model import ERROR, WARNING, Finding
from printkit.preflight.proof_scene import FaceProof
from printkit.scene.model import Scene

__all__ = ["Pasted", "as_pasted", "pasted_findings", "pasted_sheets", "share_on_page"]

# A sheet lies here where so many of its letters do.
LEAST_SHARE = 0.5
# A page has to be larger than its sheet by this much, in mm: else it has the wrong size.
LARGER = 10.0
# And within so many mm a sheet that is scaled or askew lies on its page.
BESIDE = 15.0
# A back lies behind its front to so many mm.
BEHIND = 0.3
PAGE_TOLERANCE = 0.6


class Pasted(NamedTuple):
    """A sheet on a page, from 0: the map from its mm to the page's, its scale and turn in degrees, and its size."""

    page: int
    place: Affine
    scale: float
    turn: float
    size: Size

    @property
    def rect(self) -> Rect:
        """What of the page it covers."""
        return self.place.rect(Rect(0.0, 0.0, *self.size))


def share_on_page(pdf: PdfFile, index: int, sheets: Sequence[Scene]) -> float:
    """The share of the letters of one of these sheets that is found on a page, at its best, the sheet whole."""
    found = locate(page_marks(pdf, index), face_index(_faces(sheets)))
    size = page_size(pdf, index)
    whole = (each for each in found if _is_whole(_pasted(index, each), size))
    return max((each.steady / len(each.face.marks) for each in whole), default=0.0)


def pasted_sheets(pdf: PdfFile, sheets: Sequence[Scene]) -> tuple[Pasted, ...]:
    """The sheets on every page in reading order; none where a page has none, or any lies as it was laid out."""
    index = face_index(_faces(sheets))
    pasted: list[Pasted] = []
    for page in range(len(pdf)):
        found = locate(page_marks(pdf, page), index)
        own = [_pasted(page, each) for each in found if each.steady >= LEAST_SHARE * len(each.face.marks)]
        size = page_size(pdf, page)
        if not own or not all(_is_laid_anew(each, size) for each in own):
            return ()
        pasted += own
    return tuple(pasted)


def _faces(sheets: Sequence[Scene]) -> Iterator[Face]:
    """The sheets as faces, to be found by their letters like these."""
    nothing = FaceProof("", "", (), (), frozenset())
    for number, scene in enumerate(sheets):
        marks = Letters(face_marks(scene))
        if len(marks) > 1:
            extent = Size(scene.width, scene.height)
            yield Face(f"sheet {number}", "", extent, marks, runs(marks), (), {}, nothing)


def _pasted(page: int, found: Found) -> Pasted:
    return Pasted(page, found.place, found.scale, found.turn, found.face.extent)


def _is_whole(sheet: Pasted, page: Size) -> bool:
    """Whether all of a sheet lies on its page."""
    room = Rect(0.0, 0.0, *page).grown(BESIDE if sheet.turn % 90 else PAGE_TOLERANCE)
    return room.contains(sheet.rect)


def _is_laid_anew(sheet: Pasted, page: Size) -> bool:
    """Whether a sheet lies on a page that is not its own, whole."""
    if not _is_whole(sheet, page):
        return False
    if abs(sheet.scale - 1) > TRUE_SIZE or sheet.turn % 90:
        return True
    return max(page.width - sheet.rect.width, page.height - sheet.rect.height) >= LARGER


def as_pasted(findings: Sequence[Finding], sheets: Sequence[Pasted]) -> list[Finding]:
    """What was found on the sheets alone, with its places on the pages they lie on."""
    return [
        each
        if not 0 < each.page <= len(sheets)
        else replace(
            each,
            page=sheets[each.page - 1].page + 1,
            rect=each.rect and sheets[each.page - 1].place.rect(each.rect),
            also=tuple(map(sheets[each.page - 1].place.rect, each.also)),
        )
        for each in findings
    ]


def pasted_findings(
    sheets: Sequence[Pasted], sides: Sequence[str], pdf: PdfFile, file: str
) -> Iterator[Finding]:
    """Sheets that are not at actual size, that are askew, and whose backs do not lie behind their fronts.

    `sides` are those of the sheets, as far as they are known.
    """
    for each in sheets:
        if abs(each.scale - 1) > TRUE_SIZE:
            yield Finding(
                ERROR, "scale", "the sheet is not at actual size", file, each.page + 1, rect=each.rect,
                expected="100 %", found=f"{each.scale:.1%}", hint="print at actual size",
            )  # fmt: skip
        if each.turn % 90:
            yield Finding(
                ERROR, "askew", "the sheet is skewed", file, each.page + 1, rect=each.rect,
                expected="0, 90, 180 or 270°", found=f"{each.turn:.1f}°",
            )  # fmt: skip
    for (front, one), (back, other) in zip(
        zip(sheets, sides, strict=False), zip(sheets[1:], sides[1:], strict=False), strict=False
    ):
        if (one, other) == ("front", "back") and back.page == front.page + 1:
            width, height = page_size(pdf, front.page)
            (x, y), (left, top) = front.rect.center, back.rect.center
            aside = min(hypot(width - x - left, y - top), hypot(x - left, height - y - top))
            if aside > BEHIND:
                yield Finding(
                    WARNING, "backs-aside", "the backs do not lie behind the fronts", file,
                    back.page + 1, rect=back.rect, found=f"{aside:.1f} mm beside it",
                    hint="lay sheets in the middle of larger paper to print both sides",
                )  # fmt: skip
