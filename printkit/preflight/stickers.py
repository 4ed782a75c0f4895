"""Finds small stickers by their order on the sheet.

A sticker holds one or two letters, too few to be known by; but all of them stand in rows, in the order of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeAlias

from printkit.geometry import Affine
from printkit.kit.model import LabelGrid
from printkit.preflight.book import Face
from printkit.preflight.locate import Found
from printkit.preflight.marks import Mark, Run, angle_between, runs

__all__ = ["Order", "find_stickers", "grid_order", "plain_order"]

SAME_EM = 0.03
STRAIGHT = 3.0

Order: TypeAlias = Callable[[Mark], tuple[int, ...]]
"""Where a letter stands in reading order."""


class _Chief(NamedTuple):
    """The digit that identifies a sticker."""

    face: Face
    text: str
    first: Mark


def plain_order(mark: Mark) -> tuple[int, ...]:
    """Stickers one by one, row by row."""
    return round(mark.y), round(mark.x)


def grid_order(grid: LabelGrid, columns: int, rows: int) -> Order:
    """Stickers that share the labels of a grid: label by label, and on each this many columns and rows."""
    wide, high = grid.width / columns, grid.height / rows

    def order(mark: Mark) -> tuple[int, ...]:
        x, y = mark.box.center
        column, row = int((x - grid.left) // grid.across), int((y - grid.top) // grid.down)
        own_x, own_y = x - grid.left - column * grid.across, y - grid.top - row * grid.down
        return row, column, int(own_y // high), int(own_x // wide)

    return order


def find_stickers(
    pages: Sequence[Sequence[Mark]], faces: Sequence[Face], orders: Sequence[Order]
) -> list[tuple[Found, ...]]:
    """The stickers on each page, read in the order under which most of them are where they should be."""
    chiefs = [chief for face in faces if (chief := _chief(face)) is not None]
    read = [_aligned(pages, chiefs, order) for order in orders]
    _, found = max(read, key=lambda each: each[0], default=(0, []))
    return [tuple(each for page, each in found if page == number) for number in range(len(pages))]


def _chief(face: Face) -> _Chief | None:
    """The largest figure of a sticker."""
    if not face.figures:
        return None
    em = max(mark.em for mark in face.figures)
    own = sorted((mark for mark in face.figures if mark.em == em), key=lambda mark: mark.x)
    return _Chief(face, "".join(mark.text for mark in own), own[0])


def _aligned(
    pages: Sequence[Sequence[Mark]], chiefs: Sequence[_Chief], order: Order
) -> tuple[int, list[tuple[int, Found]]]:
    """How many figures agree, and every sticker with its page; figures of one size are one row of them."""
    agreeing = 0
    found: list[tuple[int, Found]] = []
    for em in sorted({chief.first.em for chief in chiefs}):
        wanted = [chief for chief in chiefs if chief.first.em == em]
        texts = {chief.text for chief in wanted}
        seen = [
            (number, run)
            for number, marks in enumerate(pages)
            for run in sorted(_figures(marks, em), key=lambda run: order(run.marks[0]))
        ]
        matcher = SequenceMatcher(
            None, [chief.text for chief in wanted], [run.text for _, run in seen], autojunk=False
        )
        own: list[tuple[int, Found]] = []
        for kind, first, last, start, end in matcher.get_opcodes():
            if kind == "equal":
                agreeing += last - first
            if kind == "equal" or (kind == "replace" and last - first == end - start):
                pairs = zip(wanted[first:last], seen[start:end], strict=True)
                own += [(number, _placed(chief, run)) for chief, (number, run) in pairs]
        # One figure that happens to be as large as a sticker's makes no sheet of them.
        if texts and 2 * sum(run.text in texts for _, run in seen) >= min(len(wanted), len(seen)):
            found += own
    return agreeing, found


def _figures(marks: Sequence[Mark], em: float) -> Iterator[Run]:
    """The words of that size."""
    own = [
        mark for mark in marks if abs(mark.em / em - 1) < SAME_EM and angle_between(mark.angle, 0) < STRAIGHT
    ]
    yield from runs(own)


def _placed(chief: _Chief, run: Run) -> Found:
    x, y = run.marks[0].x - chief.first.x, run.marks[0].y - chief.first.y
    place = Affine.translation(x, y)
    extent = chief.face.extent
    trim = place.rect(
        chief.face.marks[0].box._replace(x=0.0, y=0.0, width=extent.width, height=extent.height)
    )
    return Found(chief.face, place, 1.0, 0.0, trim, len(chief.face.marks))
