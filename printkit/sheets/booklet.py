"""A booklet folded and stapled through its back: a number of pages comes in, where each lies on its sheets goes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.scene.model import Group, Item
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH, fold_line, ruler
from printkit.sheets.model import FaceKey, FaceSide, Placement, Sheet

__all__ = ["RULER_FOOT", "BookletSpec", "creep", "page_order", "page_ruler", "page_words", "saddle_stitch"]

# From the paper's lower edge to the ruler's line: home printers leave about 5 mm white.
RULER_FOOT = 6.0
WORDS_HEIGHT = 3.4


@dataclass(frozen=True, slots=True)
class BookletSpec:
    """The paper (lying, two pages side by side), a page, the paper's thickness in mm, and how it is turned over.

    `long` turns the back of every sheet by half, for a printer that turns paper over its long edge.
    """

    paper: Size
    page: Size
    caliper: float = 0.1
    duplex: Literal["short", "long"] = "short"


def page_order(count: int) -> tuple[tuple[int, int], ...]:
    """The two pages of each side, front and back of the outermost sheet first; pages above `count` are blank.

    The number of pages is filled up to a multiple of four.
    """
    total = -(-count // 4) * 4
    sides = []
    for sheet in range(total // 4):
        sides.append((total - 2 * sheet, 1 + 2 * sheet))
        sides.append((2 + 2 * sheet, total - 1 - 2 * sheet))
    return tuple(sides)


def creep(sheet: int, caliper: float) -> float:
    """How far the pages of a sheet move to the spine, in mm: folded into others it would stand out that far.

    `sheet` counts from 0, the outermost; every sheet around it pushes it out by one thickness at the fold.
    """
    return sheet * caliper


def page_ruler(page: Size) -> Rect:
    """Where the ruler lies at the foot of a single page."""
    x = (page.width - RULER_LENGTH) / 2
    return Rect(round(x, 4), page.height - RULER_FOOT - RULER_WIDTH, RULER_LENGTH, RULER_WIDTH)


def page_words(page: Size) -> Rect:
    """Where the label stands on a single page: above its ruler."""
    line = page_ruler(page)
    return Rect(line.x, line.y - WORDS_HEIGHT - 0.4, line.width, WORDS_HEIGHT)


def saddle_stitch(pages: Sequence[FaceKey], spec: BookletSpec) -> tuple[Sheet, ...]:
    """Fronts and backs of all sheets, the outermost first; the middle of the paper is folded and stapled.

    Every side has the ruler at the foot of its left half. InputError where two pages do not fit the paper.
    """
    paper, page = spec.paper, spec.page
    if paper.width + 1e-6 < 2 * page.width or paper.height + 1e-6 < page.height:
        raise InputError(
            f"two pages of {page} do not fit side by side on {paper}",
            key="--paper",
            hint="choose a4 or letter",
        )
    sheets = []
    for index, pair in enumerate(page_order(len(pages))):
        number, back = index // 2, index % 2 == 1
        turned = back and spec.duplex == "long"
        placements = tuple(
            _placement(pages[page_number - 1], spec, left, creep(number, spec.caliper), turned=turned)
            for page_number, left in zip(pair, (True, False), strict=True)
            if page_number <= len(pages)
        )
        line, words = _foot(spec)
        marks = _marks(spec, line)
        if turned:
            turn = Affine.rotation(180, (paper.width / 2, paper.height / 2))
            line, words, marks = turn.rect(line), turn.rect(words), (Group(marks, turn),)
        side: FaceSide = "back" if back else "front"
        sheets.append(Sheet(number + 1, side, paper, placements, marks, line, words))
    return tuple(sheets)


def _placement(face: FaceKey, spec: BookletSpec, left: bool, shift: float, *, turned: bool) -> Placement:
    """A page against the fold, moved towards it; what crosses the fold is cut off there."""
    paper, page = spec.paper, spec.page
    middle, top = paper.width / 2, (paper.height - page.height) / 2
    x = middle - page.width + shift if left else middle - shift
    trim = Rect(x, top, page.width, page.height)
    window = (
        Rect.from_edges(x, top, middle, trim.bottom)
        if left
        else Rect.from_edges(middle, top, trim.right, trim.bottom)
    )
    place = Affine.translation(round(x, 4), round(top, 4))
    if turned:
        about = (paper.width / 2, paper.height / 2)
        turn = Affine.rotation(180, about)
        return Placement(face, place.then(turn), turn.rect(trim), turn.rect(window), 180)
    return Placement(face, place, trim, window)


def _foot(spec: BookletSpec) -> tuple[Rect, Rect]:
    """The ruler and the room for words, at the foot of each half."""
    half = spec.paper.width / 2
    line = page_ruler(Size(half, spec.paper.height))
    words = Rect(half + 8.0, line.bottom - WORDS_HEIGHT, half - 16.0, WORDS_HEIGHT)
    return line, words


def _marks(spec: BookletSpec, line: Rect) -> tuple[Item, ...]:
    """The ruler, and where to fold: short lines outside the text."""
    middle, height = spec.paper.width / 2, spec.paper.height
    return (
        ruler(line),
        fold_line(middle, 3.0, middle, 9.0),
        fold_line(middle, height - 9.0, middle, height - 3.0),
    )
