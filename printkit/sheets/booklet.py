"""Imposition of saddle-stitched booklets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from printkit.errors import InputError
from printkit.geometry import Affine, Rect, Size
from printkit.scene.model import Group, Item
from printkit.sheets.marks import RULER_LENGTH, RULER_WIDTH, fold_line, ruler
from printkit.sheets.model import FaceKey, FaceSide, Placement, Sheet

__all__ = [
    "RULER_FOOT",
    "BookletSpec",
    "creep",
    "page_order",
    "page_ruler",
    "page_words",
    "panels",
    "saddle_stitch",
]

# From the paper's lower edge to the ruler's line: home printers leave about 5 mm white.
RULER_FOOT = 6.0
WORDS_HEIGHT = 3.4
# What is cut off has a ruler where it begins this far above it.
WASTE = 2.0


@dataclass(frozen=True, slots=True)
class BookletSpec:
    """The paper (lying, two pages side by side), a page, the paper's thickness in mm, and how it is turned over.

    `long` turns the back of every sheet by half, for a printer that turns paper over its long edge. What is to go
    into something smaller, like a box, has marks where it is folded on until it fits that `pocket`.
    """

    paper: Size
    page: Size
    caliper: float = 0.1
    duplex: Literal["short", "long"] = "short"
    pocket: Size | None = None


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

    Where the paper is higher than the pages, every side has the ruler below its left half: on what is cut off, never
    on a page. InputError where two pages do not fit the paper.
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
        foot = _foot(spec)
        marks = (*((ruler(foot[0]),) if foot else ()), *(_folds(spec) if back or foot else ()))
        if turned:
            turn = Affine.rotation(180, (paper.width / 2, paper.height / 2))
            foot = foot and (turn.rect(foot[0]), turn.rect(foot[1]))
            marks = (Group(marks, turn),)
        side: FaceSide = "back" if back else "front"
        sheets.append(Sheet(number + 1, side, paper, placements, marks, *(foot or (None, None))))
    return tuple(sheets)


def _placement(face: FaceKey, spec: BookletSpec, left: bool, shift: float, *, turned: bool) -> Placement:
    """A page against the fold, moved towards it; what crosses the fold is cut off there.

    What overhangs a page at its other edges is shown: a cover may run off the paper.
    """
    paper, page = spec.paper, spec.page
    middle, top = paper.width / 2, (paper.height - page.height) / 2
    x = middle - page.width + shift if left else middle - shift
    trim = Rect(x, top, page.width, page.height)
    window = Rect.from_edges(0.0, 0.0, middle, paper.height)
    if not left:
        window = Rect.from_edges(middle, 0.0, paper.width, paper.height)
    place = Affine.translation(round(x, 4), round(top, 4))
    if turned:
        about = (paper.width / 2, paper.height / 2)
        turn = Affine.rotation(180, about)
        return Placement(face, place.then(turn), turn.rect(trim), turn.rect(window), 180)
    return Placement(face, place, trim, window)


def _foot(spec: BookletSpec) -> tuple[Rect, Rect] | None:
    """The ruler and the room for words, below the pages of each half; None where nothing is cut off there."""
    half = spec.paper.width / 2
    line = page_ruler(Size(half, spec.paper.height))
    if line.y < (spec.paper.height + spec.page.height) / 2 + WASTE:
        return None
    words = Rect(half + 8.0, line.bottom - WORDS_HEIGHT, half - 16.0, WORDS_HEIGHT)
    return line, words


def _folds(spec: BookletSpec) -> tuple[Item, ...]:
    """Where to fold: short lines outside the text, on the inner side alone where they would stand on a cover."""
    middle, height = spec.paper.width / 2, spec.paper.height
    return (
        fold_line(middle, 3.0, middle, 9.0),
        fold_line(middle, height - 9.0, middle, height - 3.0),
        *_further_folds(spec),
    )


def panels(page: Size, pocket: Size) -> tuple[int, int]:
    """Into how many columns and rows a page is folded to fit: as few as there can be, whichever way it goes in."""
    ways = [
        (math.ceil(page.width / across - 1e-6), math.ceil(page.height / down - 1e-6))
        for across, down in (pocket, pocket.turned())
    ]
    return min(ways, key=lambda way: (way[0] * way[1], way))


def _further_folds(spec: BookletSpec) -> Iterator[Item]:
    """Where the closed booklet is folded on: marks at its edges, above and at both sides of the sheet."""
    if spec.pocket is None:
        return
    width, height = spec.paper.width, spec.paper.height
    columns, rows = panels(Size(width / 2, height), spec.pocket)
    for column in range(1, columns):
        for x in (width / 2 * column / columns, width - width / 2 * column / columns):
            yield fold_line(x, 3.0, x, 8.0)
    for row in range(1, rows):
        y = height * row / rows
        yield fold_line(3.0, y, 8.0, y)
        yield fold_line(width - 8.0, y, width - 3.0, y)
