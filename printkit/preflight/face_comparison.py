"""Compares every card that was found with its face as it should be.

Each is drawn in the mm of its own face, so it does not matter where it lies on its page, how large and how turned, nor
on what paper: the same for a sheet of ours and for cards somebody else imposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from math import fsum
from typing import Any, NamedTuple

from printkit.geometry import Affine, Rect, length_text
from printkit.inspect.pages import PdfFile, open_pdf, render_placed
from printkit.inspect.pictures import render_warped
from printkit.kit.model import Ink
from printkit.preflight.book import FaceKind, PaintedFaces
from printkit.preflight.comparison import KINDS
from printkit.preflight.model import ERROR, Finding
from printkit.preflight.proof_pdf import FoundCard
from printkit.preflight.reading import side_name
from printkit.preflight.registration import unlikeness
from printkit.preflight.tiles import (
    FINER,
    MOVED,
    PX_PER_MM,
    REWRITTEN,
    Patch,
    confirmed,
    equal_edges,
    in_grey,
    is_grey,
    palette_of,
    patches,
    planes,
    tolerance_for,
)
from printkit.scene.inks import Colours

__all__ = ["Paint", "Style", "compare_faces"]

# So many cards show how a file was printed, and whether another program wrote it.
SAMPLE = 6
# Faces this like (mean of 255) are printed in this style.
SURE = 0.05
# So far inside its trim (mm) a card is looked at: edges are smoothed.
INSET = 0.5
# So many places of a card are told.
MOST_A_CARD = 3
# So many drawings of faces as they should be are kept.
KEPT_FACES = 8


class Style(NamedTuple):
    """With how much ink cards are printed, and in what colours."""

    ink: Ink
    colours: Colours


STYLES = (
    Style("full", "srgb"), Style("low", "srgb"), Style("full", "grey"),
    Style("low", "grey"), Style("full", "cmyk"), Style("low", "cmyk"),
)  # fmt: skip

Paint = Callable[[Sequence[FaceKind], Style], PaintedFaces]
"""Paints these faces as kit and rules say they should be."""

# A face as it should be and as it is, both in planes.
Pair = tuple[Any, Any]


def compare_faces(
    pdf: PdfFile,
    file: str,
    found: Sequence[FoundCard],
    paint: Paint,
    doubted: Sequence[FoundCard] | None = None,
) -> tuple[PaintedFaces, list[Finding]]:
    """The faces as they should be, and everything on the doubted cards, or on all, that looks otherwise.

    How a file was printed is found by trying.
    """
    step = -(-len(found) // SAMPLE)
    sample = found[::step]
    kinds = list(dict.fromkeys(each.kind for each in found))
    grey = all(is_grey(_on_page(pdf, each)) for each in sample)
    painted = paint(kinds, _style(pdf, sample, paint, grey=grey))
    with open_pdf(painted.file.data) as wanted:
        comparer = _Comparer(_Drawings(pdf, wanted, painted, grey=grey), sample)
        return painted, [
            finding
            for each in (found if doubted is None else doubted)
            for finding in comparer.card(file, each)
        ]


def _style(pdf: PdfFile, sample: Sequence[FoundCard], paint: Paint, *, grey: bool) -> Style:
    """The style in which some of the cards are most alike."""
    apart: dict[Style, float] = {}
    for style in STYLES:
        painted = paint(list(dict.fromkeys(each.kind for each in sample)), style)
        with open_pdf(painted.file.data) as wanted:
            drawings = _Drawings(pdf, wanted, painted, grey=grey)
            apart[style] = fsum(min(unlikeness(*pair) for pair in drawings.pairs(each)) for each in sample)
        if apart[style] <= SURE * len(sample):
            break
    return min(apart, key=apart.__getitem__)


class _Drawings:
    """Cards as they should be and as they are."""

    def __init__(self, pdf: PdfFile, wanted: PdfFile, painted: PaintedFaces, *, grey: bool) -> None:
        self.pdf, self.painted, self.grey = pdf, painted, grey
        self._face = lru_cache(KEPT_FACES)(partial(_inner, wanted))

    def pairs(self, card: FoundCard, finer: int = 1) -> Iterator[Pair]:
        """Each picture the card may have, beside it."""
        extent = card.face.extent
        seen = _on_page(self.pdf, card, finer)
        for page in self.painted.pages[card.kind]:
            wanted = self._face(page, extent, Affine(), finer)
            yield (in_grey(wanted) if self.grey else wanted), seen


def _on_page(pdf: PdfFile, card: FoundCard, finer: int = 1) -> Any:
    # A page without letters is a picture.
    draw = render_placed if card.found.steady else render_warped
    return _inner(pdf, card.page - 1, card.face.extent, card.found.place.inverse(), finer, draw)


def _inner(
    pdf: PdfFile,
    page: int,
    extent: tuple[float, float],
    place: Affine,
    finer: int,
    draw: Callable[..., Any] = render_placed,
) -> Any:
    """What lies well inside the trim of a face, in planes."""
    width, height = (max(1, int((each - 2 * INSET) * PX_PER_MM * finer)) for each in extent)
    moved = place.then(Affine.translation(-INSET, -INSET))
    return planes(draw(pdf, page, PX_PER_MM * finer, moved, (width, height)))


class _Comparer:
    """The cards of one file, and how far it may differ."""

    def __init__(self, drawings: _Drawings, sample: Sequence[FoundCard]) -> None:
        self.drawings = drawings
        best = [max(drawings.pairs(each), key=lambda pair: equal_edges(*pair)) for each in sample]
        self.tolerance = tolerance_for(best)
        self.palette = palette_of(best) if self.tolerance is REWRITTEN else {}

    def card(self, file: str, card: FoundCard) -> Iterator[Finding]:
        """What differs on one card, the largest place first."""
        pairs = enumerate(self.drawings.pairs(card))
        differing = min((self._patches(pair, card, number) for number, pair in pairs), key=_area)
        differing = sorted(differing, key=lambda each: -each.area)
        proof, count = card.face.proof, len(differing)
        places = [card.found.place.rect(each.rect) for each in differing]
        for number, patch in enumerate(differing[:MOST_A_CARD], 1):
            code, message = KINDS[patch.kind]
            size = f"{length_text(patch.rect.width)} × {length_text(patch.rect.height)} mm"
            more = f", one of {count} places on this card" if count > MOST_A_CARD else ""
            yield Finding(
                ERROR, code, message, file, card.page, proof.card, proof.name, _subject(card, patch.rect),
                places[number - 1], found=f"{size}{more}",
                also=tuple(places[MOST_A_CARD:]) if number == MOST_A_CARD else (),
            )  # fmt: skip

    def _patches(self, pair: Pair, card: FoundCard, number: int) -> list[Patch]:
        """Where a card differs, in the mm of its face: in finer pixels too."""
        coarse = list(patches(*pair, self.tolerance, self.palette))
        if not coarse:
            return []
        pair = list(self.drawings.pairs(card, FINER))[number]
        fine = confirmed(coarse, patches(*pair, MOVED, self.palette))
        return [each._replace(rect=each.rect.moved(INSET, INSET)) for each in fine]


def _area(differing: Sequence[Patch]) -> float:
    return fsum(each.area for each in differing)


def _subject(card: FoundCard, rect: Rect) -> str:
    """The figure, the emblem or the word a place of the face belongs to; if to none, the end of the card."""
    face = card.face
    emblem = next((each for each in face.emblems if each.box.overlaps(rect)), None)
    marks = [mark for mark in face.marks if mark.box.overlaps(rect)]
    mark = next((each for each in marks if each in face.figures), None)
    if mark is None and emblem is not None:
        return f"emblem of {emblem.suit}, {side_name(emblem.angle)}"
    mark = mark or next(iter(marks), None)
    end = side_name(0.0 if rect.center[1] < face.extent.height / 2 else 180.0)
    return face.subject(mark) if mark else end
